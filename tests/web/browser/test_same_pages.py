"""Both hosts answer the same 200 requests with the same pages, apart from ids."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import TypeAlias
from urllib.parse import urlencode

import pytest

from noughts import game
from noughts.puzzles import SHIPPED, collection
from noughts.web.analysis.service import AnalysisService
from noughts.web.pages.learn.lessons import lessons
from tests.web.browser.hosts import Browser
from tests.web.web_server import Application

_ID = re.compile(r"(?<![\w-])[\w-]{22}(?![\w-])")
_PLACE = re.compile(r"(?<=/)ID(?=[/.?]|$)")  # of the latest game in a path
_OF_THE_SERVER = (  # paths that only a host with links has
    '<a href="api/docs">API</a> · ',
    '<a href="class">Class</a>\n',
    ' target="_self"',  # its page Grade has a policy of its own
    '<p class="legend">Your friend is not there now?',
    "This list belongs to this browser. A cookie remembers which games are yours, so there is no login.",
    "These games are kept in this browser alone. To keep them elsewhere, export them.",
    "Kept for this browser. There is no login.",
    "Kept in this browser alone.",
)
_TIME = re.compile(r"<time .*?</time>|\d+-ID")
_API = re.compile(r'<a class="button" [^>]*type="application/json">JSON</a>')
Answer: TypeAlias = tuple[int, list[tuple[str, str]], str]
"""The status, the headers and the page of a response."""

GAMES = (
    "tictactoe",
    "4,4,4",
    "connect four",
    "misere",
    "torus",
    "cube",
    "3,3,3 gravity",
    "5,4,4",
    "4,4,3 misere",
    "3,3,3 torus",
)


PRINTED = (
    "/learn/2-forks/slides?board1=a2",
    "/paper",
    "/paper/key?kind=puzzles",
    "/paper/plans/by-hand",
    "/paper/plans/by-hand/slips",
)


def requests() -> Iterator[tuple[str, str, str]]:
    """Yield methods, paths and forms. ``ID`` in a path stands for the latest game."""
    random = Random(35)
    for path in (
        "/",
        "/play",
        "/analyse",
        "/explore",
        "/games",
        "/learn",
        "/nothing",
        "/play/link",
        "/games.sgf",
        *PRINTED,
    ):
        yield "GET", path, ""
    for name in lessons():
        yield "GET", f"/learn/{name}", ""
    for name in GAMES:
        cells = len(game(name).board)
        yield "GET", f"/play?{urlencode({'game': name, 'mode': 'here'})}", ""
        yield "POST", "/play/move", urlencode({"game": name, "mode": "here", "cell": random.randrange(cells), "ply": 0})
        for ply in range(1, 6):
            yield "POST", "/play/ID/move", urlencode({"cell": random.randrange(cells), "ply": ply})
        for action, version in (("undo", 3), ("redo", 3), ("undo", 1), ("new", 99)):
            yield "POST", f"/play/ID/{action}", urlencode({"version": version})
        yield "GET", "/play/ID", ""
        yield "GET", "/play/ID/analyse", ""
        yield "GET", "/play/ID.sgf", ""
        moves = ",".join(game(name).board.names[cell] for cell in random.sample(range(cells), 3))
        for path in ("/analyse", "/analyse/mistakes", "/explore", "/play/link"):
            yield "GET", f"{path}?{urlencode({'game': name, 'moves': moves})}", ""
    for level in ("easy", "hard", "perfect"):
        yield "POST", "/play/move", urlencode({"level": level, "mode": "computer", "cell": 4, "ply": 0})
        yield "GET", "/play/ID?hint=3", ""
        yield "GET", "/play/ID?values=on", ""
    for name in SHIPPED:
        puzzle = collection(name)[60]
        for move in puzzle.position.moves[:3]:
            yield "POST", "/puzzles", urlencode({"id": puzzle.id, "cell": move})
        yield "POST", "/puzzles", urlencode({"id": puzzle.id, "answer": "show"})
        yield "GET", f"/puzzles?set={puzzle.id}", ""
    for path in (
        "/puzzles",
        "/puzzles/set?theme=fork",
        "/puzzles?streak=7",
        "/puzzles/none",
    ):
        yield "GET", path, ""
    for text in ("b2 a1 c3", "(;SZ[3];B[bb];W[aa])", "nonsense", ""):
        yield "POST", "/games/import", urlencode({"text": text})
        yield "POST", "/analyse/import", urlencode({"text": text})


def without_ids(page: str) -> str:
    for words in _OF_THE_SERVER:
        page = page.replace(words, "")
    page = _API.sub("", page)
    return _TIME.sub("", _ID.sub("ID", page.replace("game-", "game ")))


class Visitor:
    """A visitor of a host, who keeps cookies, follows redirects, and remembers the latest game."""

    def __init__(
        self, send: Callable[[str, str, bytes, dict[str, str]], tuple[int, list[tuple[str, str]], str]]
    ) -> None:
        self._send, self._cookies, self._game = send, dict[str, str](), ""

    def asks(self, method: str, path: str, form: str = "") -> tuple[int, str]:
        """Send a request, and return the status and the page."""
        headers = {"cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        if form:
            headers["content-type"] = "application/x-www-form-urlencoded"
        status, received, page = self._send(method, _PLACE.sub(self._game, path), form.encode(), headers)
        for name, value in received:
            if name == "set-cookie":
                key, _, rest = value.partition("=")
                self._cookies[key] = rest.partition(";")[0]
        if status == 303:
            place = dict(received)["location"]
            if found := re.match(r"/play/([\w-]{22})", place):
                self._game = found[1]
            return self.asks("GET", place)
        return status, page


def visitor_of_server(server: Application) -> Visitor:
    def send(method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        response = server.request(method, path, content=body, headers=headers)
        return response.status_code, response.headers.multi_items(), response.text

    return Visitor(send)


def visitor_of_browser(browser: Browser) -> Visitor:
    def send(method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        reply = browser.send(method, path, content=body, headers=headers)
        return reply.status, reply.headers, reply.body.decode()

    return Visitor(send)


@pytest.mark.parametrize("root", ["", "/sub/folder"])
def test_both_hosts_return_the_same_pages(tmp_path: Path, root: str) -> None:
    server, count = Application(tmp_path / "games.sqlite3", seed=1), 0
    server.app.state.analyst = AnalysisService(server.engines, patience=60)  # however busy the machine is
    server.app.state.network_url = "http://localhost/"  # so that its links work for everyone, as those of a site do
    theirs, ours = visitor_of_server(server), visitor_of_browser(Browser(root))
    for method, path, form in requests():
        count += 1
        status, page = theirs.asks(method, path, form)
        status_here, page_here = ours.asks(method, path, form)
        page_here = page_here.replace(f'<base href="{root}/">', '<base href="/">')
        page_here = page_here.replace(f"https://example.org{root}/", "http://localhost/")
        assert status_here == status, path
        assert without_ids(page_here) == without_ids(page), path
    server.close()
    assert count >= 200
