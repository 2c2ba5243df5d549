"""The Grade page: its policy allows the frames of programs, and they allow no connections."""

import re
from base64 import b64encode
from hashlib import sha256

from tests.web.exploring import Client

BROWSER = Client()


def test_a_server_without_python_for_browsers_says_what_to_do() -> None:
    page = BROWSER.get("/grade")
    assert page.status_code == 200
    assert "noughts grade mine.py" in page.text
    assert BROWSER.get("/runtime/pyodide.mjs").status_code == 404


def test_the_frame_of_a_program_allows_its_own_script_and_no_connections() -> None:
    frame = BROWSER.get("/static/sandbox.html").text
    script = re.search(r"<script>(.*)</script>", frame, re.DOTALL)
    assert script
    digest = f"'sha256-{b64encode(sha256(script[1].encode()).digest()).decode()}'"
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', frame)
    assert policy
    assert policy[1] == f"default-src 'none'; script-src {digest} blob: 'wasm-unsafe-eval'; worker-src blob:"
    assert digest in BROWSER.get("/grade").headers["content-security-policy"]
