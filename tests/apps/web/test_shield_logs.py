"""What is written down: no secret, no forged line, and not too much."""

import json
import logging
import re
from asyncio import CancelledError
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.apps.web.auth import new_secret
from noughts.apps.web.guard.logs import STYLES, Logged, Style, configure, redacted
from noughts.apps.web.guard.middleware import Rules, Shield
from tests.apps.web.serving import Clock, Recorder, ask, connect, everything, served

from noughts.apps.web.protocol import PatientConfig  # isort: skip

SECRET = "8Jx1hYk0QvWn3sZr5tUb7A"


@pytest.mark.parametrize(
    ("path", "query", "written"),
    [
        ("/", b"", "/"),
        ("/games/17", b"page=2&q=a+b", "/games/17?page=2&q=a b"),
        (f"/seat/{SECRET}/move", b"", "/seat/[secret]/move"),
        (f"/api/v1/watch/{SECRET}/events", b"", "/api/v1/watch/[secret]/events"),
        (f"/seat/{SECRET[:9]}", b"", "/seat/[secret]"),
        (f"/elsewhere/{SECRET}x", b"", "/elsewhere/[secret]"),
        ("/", f"key={SECRET}".encode(), "/?key=[secret]"),
        ("/", b"key=short&at=b2&k%65y=short", "/?key=[secret]&at=b2&key=[secret]"),
        ("/", f"next=/seat/{SECRET}".encode(), "/?next=/seat/[secret]"),
        ("/", f"next={quote(f'/seat/{SECRET}', safe='')}".encode(), "/?next=/seat/[secret]"),
        ("/a\nb\x1b[2J\u2028", b"x=%0aGET", "/a\\nb\\x1b[2J\\u2028?x=\\nGET"),
        ("/\ud800", b"", "/\\ud800"),
    ],
)
def test_a_path_is_written_without_its_secrets(path: str, query: bytes, written: str) -> None:
    assert redacted(path, query) == written


@given(st.text(), st.integers(0, 400), st.sampled_from(["/seat/{}", "/{}", "/a?key={}", "/a?b={}", "/{}/x?{}=1"]))
def test_no_secret_is_ever_written_nor_half_of_one(text: str, before: int, shape: str) -> None:
    secret = new_secret()
    path, _, query = shape.format(secret, secret).partition("?")
    line = redacted("/" + "b/" * before + path + "/" + text, query.encode())
    assert secret[:12] not in line
    assert line.isprintable()


def logged(style: Style, path: str = "/", status: int = 200, times: int = 1, **how: Any) -> list[str]:
    lines: list[str] = []
    app = Logged(Shield(Recorder(status=status), Rules.of()), style, lines.append, Clock(1_800_000_000.0))
    for _ in range(times):
        ask(app, path, **how)
    return lines


def test_a_line_of_json_tells_what_happened() -> None:
    [line] = logged("json", f"/seat/{SECRET}?key={SECRET}")
    told = json.loads(line)
    assert told.pop("ms") >= 0
    assert told == {
        **{"time": "2027-01-15T08:00:00.000Z", "client": "192.0.2.7", "method": "GET"},
        **{"path": "/seat/[secret]?key=[secret]", "status": 200},
    }


def test_a_line_in_words_tells_the_same() -> None:
    [line] = logged("lines", "/games/17")
    assert re.fullmatch(r"2027-01-15T08:00:00.000Z 192.0.2.7 GET /games/17 200 in [\d.]+ ms", line)


@pytest.mark.parametrize(("status", "written"), [(200, 0), (302, 0), (404, 0), (429, 1), (500, 1), (503, 1)])
def test_the_quiet_style_tells_of_what_went_wrong(status: int, written: int) -> None:
    assert len(logged("quiet", status=status)) == written


def test_the_quiet_style_writes_one_line_a_second_of_a_kind() -> None:
    clock = Clock()
    lines: list[str] = []
    app = Logged(Recorder(status=429), "quiet", lines.append, clock)
    for _ in range(1000):
        ask(app)
    clock.now += 2
    ask(app)
    assert len(lines) == 2
    assert lines[1].endswith("(and 999 more such answers since the last such line)")


@pytest.mark.parametrize("style", ["lines", "json"])
def test_refused_requests_are_written_too(style: Style) -> None:
    assert "421" in logged(style, host="evil.example")[0]


@given(st.text(), st.text(), st.sampled_from(["lines", "json"]))
def test_nothing_forges_a_line(path: str, client: str, style: Style) -> None:
    [line] = logged(style, f"/{path}".replace("?", ""), client=client)
    assert len(line.splitlines()) == 1
    assert line.isprintable()


@pytest.mark.parametrize("style", STYLES)
def test_no_secret_reaches_the_log_of_a_real_server(style: Style, capfd: pytest.CaptureFixture[str]) -> None:
    async def broken(scope: Any, receive: Any, send: Any) -> None:
        raise RuntimeError(f"no {SECRET} here\n2027-01-15T08:00:00.000Z forged")

    lines: list[str] = []
    root = logging.getLogger()
    handler = logging.StreamHandler()  # somebody else's handler must not bring uvicorn's own access log to life
    root.addHandler(handler)
    try:
        configure(style)
        with served(PatientConfig(Logged(Shield(broken, Rules.of()), style, lines.append), lifespan="off")) as port:
            for target in [f"/seat/{SECRET}", f"/?key={SECRET}", "/%0a%0dforged"]:
                with connect(port) as connection:
                    head = f"GET {target} HTTP/1.1\r\nHost: localhost\r\nCookie: noughts={SECRET}\r\n"
                    connection.sendall(f"{head}Authorization: Bearer {SECRET}\r\nConnection: close\r\n\r\n".encode())
                    answer = everything(connection)
                    assert answer.startswith(b"HTTP/1.1 500")
                    assert b"Traceback" not in answer
    finally:
        root.removeHandler(handler)
        for name in ("uvicorn", "noughts"):
            logging.getLogger(name).handlers = []
            logging.getLogger(name).propagate = True
    written = "".join(capfd.readouterr())
    assert "RuntimeError" in written
    assert "HTTP/1.1" not in written  # uvicorn's own access log
    assert lines
    assert not any(SECRET in line for line in [written, *lines])
    assert not any(line.startswith("2027") for line in written.splitlines())
    if style == "json":
        assert all(json.loads(line)["time"] for line in written.splitlines())


def test_a_flood_of_warnings_is_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    try:
        configure("lines")
        for _ in range(1000):
            logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    finally:
        logging.getLogger("uvicorn").handlers = []
        logging.getLogger("noughts").handlers = []
    assert len("".join(capfd.readouterr()).splitlines()) < 10


def test_a_stream_cut_off_at_the_end_is_no_error(capfd: pytest.CaptureFixture[str]) -> None:
    try:
        configure("lines")
        logging.getLogger("uvicorn.error").error("Exception in ASGI application", exc_info=CancelledError())
    finally:
        logging.getLogger("uvicorn").handlers = []
        logging.getLogger("noughts").handlers = []
    assert not "".join(capfd.readouterr())
