"""What only looks changes nothing, what is sent twice counts once, and wrong secrets are counted wherever they come."""

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from noughts.apps.web.kinds import Kind
from noughts.apps.web.tokens import COOKIE, csrf_token, new_secret
from tests.apps.web.web_server import Application, WebServer, application

Counted = tuple[Application, Counter[Kind]]


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Counted]:
    """An application, and what its wall is told to count."""
    with application(tmp_path_factory.mktemp("counted") / "games.sqlite3") as app:
        told, charge = Counter[Kind](), app.wall.meter.charge

        def counting(client: str, kind: Kind) -> None:
            told[kind] += 1
            charge(client, kind)

        app.wall.meter.charge = counting  # type: ignore[method-assign]
        yield app, told


# What only looks, or comes twice.


@pytest.mark.parametrize("role", ["x", "o", "watch"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_preview_of_a_link_changes_nothing(tmp_path: Path, method: str, role: str) -> None:
    with application(tmp_path / "games.sqlite3") as app:
        made = app.request("POST", "/api/v1/games", json={"host": "x", "xName": "Ada"}).json()

        def rows() -> list[tuple[str, int]]:
            with sqlite3.connect(tmp_path / "games.sqlite3") as database:
                return database.execute("SELECT role, count(*) FROM keys GROUP BY role ORDER BY role").fetchall()

        before, path = rows(), f"/seat/{made['links'][role]}"
        for _ in range(3):  # each a browser of its own
            answer = app.request(method, path)
            assert answer.status_code in ((200, 303) if method == "GET" else (200, 405))
        assert rows() == before
        bearer = {"authorization": f"Bearer {made['secret']}"}
        now = app.request("GET", f"/api/v1/games/{made['id']}", headers=bearer).json()
        assert now["players"]["o"]["open"]


def test_who_looks_on_says_so_once(tmp_path: Path) -> None:
    with application(tmp_path / "games.sqlite3") as app:
        made = app.request("POST", "/api/v1/games", json={"host": "x", "xName": "Ada <b>"}).json()
        secret, path = new_secret(), f"/seat/{made['links']['watch']}"
        mary = {"cookie": f"{COOKIE}={secret}"}
        page = app.request("GET", path, headers=mary)
        assert "Ada &lt;b&gt; and a friend play" in page.text
        assert "Look on</button>" in page.text
        assert app.request("GET", f"/play/{made['id']}", headers=mary).status_code == 404
        for _ in range(2):
            came = app.request("POST", path, headers=mary, data={"csrf": csrf_token(secret)})
            assert (came.status_code, came.headers["location"]) == (303, f"/play/{made['id']}")
        again = app.request("GET", path, headers=mary)
        assert (again.status_code, again.headers["location"]) == (303, f"/play/{made['id']}")
        assert app.request("GET", f"/play/{made['id']}", headers=mary).status_code == 200


FORMS_THAT_MAKE_GAMES = [
    ("/play/move", {"cell": 4, "o": "person"}),
    ("/play/start", {"x": "perfect", "o": "person"}),
    ("/play/invite", {"name": "Ada"}),
    ("/games/import", {"text": "b2 a1 c3"}),
]


@pytest.mark.parametrize(("path", "fields"), FORMS_THAT_MAKE_GAMES)
def test_a_form_sent_twice_makes_one_game(shared_server: WebServer, path: str, fields: dict[str, object]) -> None:
    with shared_server.browser("10.8.3.1") as ada, shared_server.browser("10.8.3.1") as eve:
        form = ada.get("/games" if "import" in path else f"/play?x={fields.get('x', 'person')}").text
        (once,) = set(re.findall(r'name="once" value="([^"]+)"', form))
        with ThreadPoolExecutor(2) as threads:
            both = list(threads.map(lambda _: ada.send(path, once=once, **fields), range(2)))
        places = {answer.headers["location"] for answer in [*both, ada.send(path, once=once, **fields)]}
        assert len(places) == 1, "at the same moment, and a little later"
        others = [
            ada.send(path, **fields),
            ada.send(path, once=new_secret(), **fields),
            ada.send(path, once="x", **fields),
        ]
        others += [eve.send(path, once=once, **fields), ada.send(path, once=once, **fields, game="4,4,3")]
        places |= {answer.headers["location"] for answer in others}
        assert len(places) == (5 if "import" in path else 6), "another page, another browser, another game"
        listed = ada.get("/games").text
        assert len(re.findall(r'href="/play/', listed)) == len(places) - 1


def test_a_form_sent_again_after_the_game_went_on_makes_another(shared_server: WebServer) -> None:
    with shared_server.browser("10.8.3.2") as ada:
        form = {"once": new_secret(), "cell": 4, "o": "person"}
        first = ada.send("/play/move", **form).headers["location"]
        for ply, cell in enumerate((0, 1), 1):
            assert ada.send(f"{first}/move", ply=ply, cell=cell).status_code == 303
        second = ada.send("/play/move", **form).headers["location"]
        assert second != first
        assert "1 move" in ada.get("/games").text


# Wrong secrets are counted wherever they come; other mistakes are not.

WRONG = [
    *[
        ("GET", "/seat/{}"),
        ("POST", "/seat/{}"),
        ("GET", "/play/{}"),
        ("GET", "/play/{}.sgf"),
        ("GET", "/play/{}/events"),
    ],
    *[
        ("POST", "/play/{}/move"),
        ("POST", "/play/{}/undo"),
        ("POST", "/games/delete?id={}"),
    ],
    *[("GET", "/api/v1/games/{}"), ("DELETE", "/api/v1/games/{}"), ("GET", "/api/v1/games/{}/events")],
    *[("POST", "/api/v1/games/{}/" + what) for what in ("moves", "undo", "redo", "offer", "answer", "next")],
    ("POST", "/api/v1/seats?link={}"),
]
_BODY = {"ply": 0, "move": "a1", "version": 1, "offer": "rematch", "yes": True, "swap": False, "name": "Eve"}
_FIELDS = {
    **{"moves": ["ply", "move"], "undo": ["version"], "redo": ["version"], "offer": ["version", "offer"]},
    **{"answer": ["version", "yes"], "next": ["version", "swap"], "seats": ["name"]},
}


@pytest.mark.parametrize("bearer", [False, True])
@pytest.mark.parametrize(("method", "path"), WRONG)
def test_every_wrong_secret_is_counted(counted: Counted, method: str, path: str, bearer: bool) -> None:
    app, told = counted
    secret, guess, before = new_secret(), new_secret(), counted[1].total()
    what = path.partition("?")[0].rpartition("/")[2]
    options: dict[str, Any] = {"headers": {"authorization": f"Bearer {secret}"} if bearer else {}}
    if path.startswith("/api/"):
        if method == "POST":
            options["json"] = {name: _BODY[name] for name in _FIELDS[what]}
    else:
        options["headers"]["cookie"] = f"{COOKIE}={secret}"
        if method == "POST":
            options["data"] = {"csrf": csrf_token(secret), "ply": "0", "cell": "0", "version": "1", "id": guess}
    answer = app.request(method, path.format(guess), **options)
    assert answer.status_code == 404, answer.text
    assert (told.total(), told[Kind.SECRET]) == (before + 1, before + 1)


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/play/start",
        "/learn/nothing",
        "/static/nothing",
        "/api/v1/nothing",
        "/games/nothing",
        "/seat/",
        "/seat/abc",
    ],
)
def test_a_mistyped_page_is_no_wrong_secret(counted: Counted, path: str) -> None:
    app, told = counted
    before = told.total()
    assert app.request("GET", path).status_code in (404, 405)
    assert told.total() == before
