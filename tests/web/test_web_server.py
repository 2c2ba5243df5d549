"""The server starts, responds and stops. All other tests of the pages rely on this."""

import json
import time

import pytest

from tests.web.serving import everything
from tests.web.web_server import WebServer


def test_a_server_starts_and_answers(shared_server: WebServer) -> None:
    with shared_server.browser() as browser:
        assert "noughts" in browser.get("/play").text
        pressed = browser.send("/play/move", game="tictactoe", level="perfect", cell=4)
        assert pressed.status_code == 303
        assert browser.get(pressed.headers["location"]).status_code == 200


@pytest.mark.parametrize("path", ["/play", "/health", "/static/noughts.js", "/api/docs", "/no/such/page"])
def test_head_returns_the_headers_of_the_page(shared_server: WebServer, path: str) -> None:
    with shared_server.client() as client:
        whole, bare = client.get(path), client.head(path)
        assert (bare.status_code, bare.content) == (whole.status_code, b"")
        for name in ("content-type", "cache-control", "content-security-policy"):
            assert bare.headers.get(name) == whole.headers.get(name)
        assert client.get("/health").json()["status"] == "well", "the connection can still be used"


def test_head_is_refused_for_events_and_writes(shared_server: WebServer) -> None:
    with shared_server.client() as client:
        assert client.head("/play/start").status_code == 404, "there is no such game"
        assert client.head("/games/delete").status_code == 405
        assert client.head("/play/x/events").status_code == 404


def test_a_server_on_all_interfaces_reports_its_network_address() -> None:
    from noughts.web.server.main import page_urls

    assert page_urls("127.0.0.1", 80) == ("http://localhost:80/", "")
    assert page_urls("192.0.2.7", 80) == ("http://192.0.2.7:80/", "")
    here, others = page_urls("0.0.0.0", 80)
    assert here == "http://localhost:80/"
    assert not others or (others.endswith(":80/") and not others.startswith(("http://127.", "http://0.")))


def test_a_client_that_disconnects_while_sending_a_form_causes_no_error(shared_server: WebServer) -> None:
    before = len(shared_server.written)
    address = f"127.0.0.1:{shared_server.port}"
    head = f"POST /play/move HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nContent-Length: 50\r\n"
    with shared_server.connect() as connection:
        connection.sendall(f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\ngame=".encode())
        time.sleep(0.2)
    time.sleep(0.2)
    assert {json.loads(line)["event"] for line in shared_server.written[before:].splitlines()} <= {"request"}


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        pytest.param("localhost", marks=pytest.mark.xfail(reason="Granian's ASGI scope leaves out the target's host")),
    ],
)
def test_a_target_on_another_host_is_refused(shared_server: WebServer, host: str) -> None:
    with shared_server.connect() as connection:
        head = f"GET http://evil.example/play HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: 10.6.0.9\r\n"
        connection.sendall(f"{head}Connection: close\r\n\r\n".encode())
        assert everything(connection).split(b" ")[1] in (b"400", b"421")
