"""The frame in which a browser runs a student's program. The frame has no origin, no storage and no network.

The frame is a page of one script. It is shown with ``sandbox="allow-scripts"``. Its policy allows this script, scripts
made from files that the page has sent, and WebAssembly, but no connections.
"""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib import resources

GRADER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
"""The content security policy of the worker that grades programs."""


@cache
def frame_html() -> bytes:
    """Return the HTML page of a sandbox frame."""
    policy = f"default-src 'none'; script-src {_sources()}; worker-src blob:"
    head = f'<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{policy}">'
    return head.encode() + b"<script>" + _script() + b"</script>"


def page_policy() -> str:
    """Return the content security policy of a page that contains sandbox frames. The policy must also allow everything
    that the frames need.
    """
    return (
        f"default-src 'none'; script-src 'self' {_sources()}; worker-src 'self' blob:; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; "
        "form-action 'self'; base-uri 'self'; manifest-src 'self'"
    )


def _sources() -> str:
    """Return the sources of scripts that a frame needs."""
    return f"'sha256-{b64encode(sha256(_script()).digest()).decode()}' blob: 'wasm-unsafe-eval'"


@cache
def _script() -> bytes:
    return resources.files("noughts.web.pages").joinpath("static", "sandbox-frame.js").read_bytes()
