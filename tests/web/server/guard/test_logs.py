"""Logs show no secrets, and clients cannot forge lines."""

import json
import logging
from collections.abc import Iterator

import pytest
from starlette.types import Receive, Scope, Send

from noughts.web.server.guard.logs import AccessLog, configure, redact
from tests.web.serving import Recorder, client

SECRET = "8Jx1hYk0QvWn3sZr5tUb7A"


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    yield
    for name in ("noughts", "granian", "_granian"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        (f"/seat/{SECRET}", "/seat/[secret]"),
        ("/seat/guess/x", "/seat/[secret]/x"),
        (f"/api/v1/games/{SECRET}/moves", "/api/v1/games/[secret]/moves"),
        (f"/games?q={SECRET}", "/games?q=[secret]"),
        ("/a\nb\x1b[2Jc", "/a\\nb\\x1b[2Jc"),
        ("/" + "a" * 1000, "/" + "a" * 299),
    ],
)
def test_paths_are_logged_without_secrets_on_one_line(path: str, shown: str) -> None:
    assert redact(None, "", {"path": path}) == {"path": shown}


def test_every_request_is_a_line_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    configure(json_lines=True)
    client(AccessLog(Recorder())).get(f"/seat/{SECRET}?link=%38{SECRET[1:]}&q=a+b")
    (line,) = capsys.readouterr().err.splitlines()
    entry = json.loads(line)
    assert entry["ms"] >= 0
    assert entry["time"].endswith("Z")
    del entry["ms"], entry["time"]
    assert entry == {
        **{"event": "request", "level": "info", "client": "192.0.2.7", "method": "GET", "status": 200},
        "path": "/seat/[secret]?link=[secret]&q=a b",
    }


@pytest.mark.parametrize("json_lines", [True, False])
def test_a_traceback_shows_no_secret(capsys: pytest.CaptureFixture[str], json_lines: bool) -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        raise ValueError(f"a fault with {SECRET}")

    configure(json_lines=json_lines)
    assert client(AccessLog(app)).get("/play").status_code == 500
    logging.getLogger("noughts.web.server.store").warning("a link: /seat/%s", SECRET)
    written = capsys.readouterr().err
    assert SECRET not in written
    assert "a fault with [secret]" in written
    assert "a link: /seat/[secret]" in written
    if json_lines:
        assert [json.loads(line)["level"] for line in written.splitlines()] == ["error", "info", "warning"]


def test_without_json_only_problems_are_logged(capsys: pytest.CaptureFixture[str]) -> None:
    configure(json_lines=False)
    client(AccessLog(Recorder())).get("/play")
    logging.getLogger("noughts").info("nothing of importance")
    assert capsys.readouterr().err == ""
