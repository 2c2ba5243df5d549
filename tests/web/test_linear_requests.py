"""Every part of a request is read in time proportional to its length."""

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra [web]")

from starlette.requests import HTTPConnection

from noughts.web.auth import bearer_secret, cookies
from noughts.web.model.exploration import Exploration
from noughts.web.model.new_game import NewGame
from noughts.web.model.study import read
from noughts.web.pages.analyse.links import linked_study
from noughts.web.server.guard.hosts import split_host
from noughts.web.server.guard.logs import redact
from tests.linear import SHAPES, expect_linear, repeated


def connection(header: str, text: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "headers": [(header.encode(), text.encode("latin-1", "replace"))]})


READERS: tuple[Callable[[str], Any], ...] = (
    lambda text: cookies(connection("cookie", f'noughts="{text}"')),
    lambda text: bearer_secret(connection("authorization", f"bearer {text}")),
    split_host,
    lambda text: redact(None, "", {"path": text}),
    lambda text: read({"moves": text}),
    lambda text: read({"game": text, "start": text}),
    lambda text: Exploration.read({"position": text}),
    lambda text: Exploration.read_valid({"game": text, "position": text}),
    NewGame.remembered,
    linked_study,
)


@pytest.mark.parametrize("name", SHAPES)
def test_reading_takes_linear_time(name: str) -> None:
    for number, read_part in enumerate(READERS):
        expect_linear(read_part, SHAPES[name], f"reader {number}")


def test_cookies_are_read_as_browsers_send_them() -> None:
    sent = 'theme=dark; noughts="mode=computer&game=4%2C4%2C3";bare; other="a\\"b"'
    expected = {"theme": "dark", "noughts": "mode=computer&game=4%2C4%2C3", "other": 'a\\"b'}
    assert cookies(connection("cookie", sent)) == expected
    assert cookies(HTTPConnection({"type": "http", "headers": []})) == {}
    expect_linear(lambda text: cookies(connection("cookie", text)), repeated("; ;a=b"), "cookies")
