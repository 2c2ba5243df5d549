"""docs/architecture.md is correct: its names exist, its picture shows the layers, and its walks match the calls."""

import io
import pkgutil
import re
import sys
import threading
from collections.abc import Callable
from functools import cached_property
from inspect import unwrap
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from noughts.terminal.program import run
from tests.test_layers import LAYERS

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "architecture.md").read_text(encoding="utf-8")
PICTURE = (DOCS / "pictures" / "architecture.svg").read_text(encoding="utf-8")


def command(line: str) -> Callable[[Path], None]:
    """Return a function that runs a command of the terminal program."""

    def walk(_: Path) -> None:
        assert run(line.split()) == 0

    return walk


def posted_move(folder: Path) -> None:
    """Post a move of a game by link, and fetch the page as the other player does."""
    from noughts.web.auth import COOKIE, new_secret
    from tests.web.web_server import application

    with application(folder / "games.sqlite3") as app:
        ada, grace = ({"cookie": f"{COOKIE}={new_secret()}", "x-part": "1"} for _ in range(2))
        page = app.request("POST", "/play/invite", headers=ada, data={"name": "Ada", "side": "x"}).headers["location"]
        links = re.findall(r"/seat/([\w-]{22})", app.request("GET", page, headers=ada).text)
        seat = next(link for link in links if "name" in app.request("GET", f"/seat/{link}", headers=grace).text)
        app.request("POST", f"/seat/{seat}", headers=grace, data={"name": "Grace"})
        called.clear()
        move = {"cell": "4", "ply": "0", "version": "2"}
        assert app.request("POST", f"{page}/move", headers=ada, data=move).status_code == 200
        assert app.request("GET", page, headers=grace).status_code == 200


called: list[CodeType] = []
WALKS = {
    "A typed move, and the computer's answer": command("play --level perfect --side x"),
    "From a search to its explanation": command("explain o_x/x2_/x2o"),
    "A posted move, and what the other player sees": posted_move,
}


@pytest.mark.parametrize("name", sorted({*re.findall(r"noughts(?:\.\w+)+", PAGE + PICTURE)}))
def test_every_name_on_the_page_exists(name: str) -> None:
    pkgutil.resolve_name(name)


def test_the_picture_shows_the_layers() -> None:
    names = re.findall(r'class="n-says"[^>]*>(\w+)<', PICTURE)
    assert names == [layer for layer in reversed(LAYERS) if layer not in ("testing", "noughts")]


def code(name: str) -> CodeType:
    """Return the code object of a function, command or property with this name."""
    value: Any = pkgutil.resolve_name(name)
    value = getattr(value, "callback", value)  # a click command
    if isinstance(value, property):
        value = value.fget
    if isinstance(value, cached_property):
        value = value.func
    function: Any = unwrap(value)
    assert isinstance(function.__code__, CodeType)
    return function.__code__


@pytest.mark.parametrize("walk", WALKS)
def test_each_walk_calls_its_steps_in_this_order(walk: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("b2\nquit\n"))
    called.clear()

    def record(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            called.append(frame.f_code)

    before = sys.getprofile()
    threading.setprofile(record)  # the solver runs in another thread
    sys.setprofile(record)
    try:
        WALKS[walk](tmp_path)
    finally:
        sys.setprofile(before)
        threading.setprofile(None)

    text = PAGE.partition(f"## {walk}\n")[2].partition("\n## ")[0]
    steps = re.findall(r"^\d+\. `(noughts[\w.]+)`", text, re.M)
    assert 5 <= len(steps) == len(re.findall(r"^\d+\. ", text, re.M)) <= 8
    rest = iter(called)
    for step in steps:
        assert code(step) in rest, f"{step} is not called, or not after the step before it"
