"""The quick way answers as the framework does: the same requests are asked of the application with and without it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from noughts.apps.web.auth import new_secret
from noughts.apps.web.guard.middleware import Rules, Shield
from tests.apps.web.serving import Answer, asked
from tests.apps.web.web_server import Application, application

MOVE = '{"ply":0,"move":"b2"}'
JSON = ("content-type", "application/json")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    with application(tmp_path_factory.mktemp("quick") / "games.sqlite3") as made:
        yield made


def ask(app: Application, way: str, method: str, path: str, headers: list[tuple[str, str]], body: str = "") -> Answer:
    """Ask the application behind its wall, the quick way or the usual one."""
    inner = app.app if way == "quick" else app.app.usual
    length = [("content-length", str(len(body.encode())))] if body else []
    walled = Shield(inner, Rules.of())
    return app.run(asked(walled, path, method, headers=[*headers, *length], pieces=(body.encode(),)))


def linked(app: Application) -> tuple[str, str, str]:
    """Return a game by link with two who sit at it, and their secrets."""
    ada, bob = new_secret(), new_secret()
    new = {"x": "person", "o": "person", "xName": "Ada ♥", "host": "x"}
    made = app.request("POST", "/api/v1/games", json=new, headers={"authorization": f"Bearer {ada}"}).json()
    link = f"/api/v1/seats?link={made['links']['o']}"
    app.request("POST", link, json={"name": "Bob"}, headers={"authorization": f"Bearer {bob}"})
    return made["id"], ada, bob


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (MOVE, 200),
        ('{"ply": 0, "move": "b2"}', 200),
        ('{"ply":0,"move":"z9"}', 400),
        ('{"ply":1,"move":"b2"}', 409),
        ('{"ply":"0","move":"b2"}', 422),
        ('{"ply":0.0,"move":"b2"}', 422),
        ('{"ply":true,"move":"b2"}', 422),
        ('{"ply":-1,"move":"b2"}', 422),
        ('{"ply":0,"move":"b2","more":1}', 422),
        ('{"ply":0}', 422),
        ('{"ply":0,"move":"' + "b" * 21 + '"}', 422),
        ('{"ply":0,"move":"' + "b" * 2000 + '"}', 422),
        ("[]", 422),
        ("{", 422),
        ("", 422),
    ],
)
def test_moves_are_answered_alike(app: Application, body: str, status: int) -> None:
    answers = []
    for way in ("quick", "usual"):
        id, ada, _ = linked(app)
        headers = [("authorization", f"Bearer {ada}"), JSON]
        answers.append(ask(app, way, "POST", f"/api/v1/games/{id}/moves", headers, body))
    assert [answer.status for answer in answers] == [status, status]
    assert shape(answers[0]) == shape(answers[1])


@pytest.mark.parametrize(
    ("who", "headers", "status"),
    [
        ("ada", [JSON], 200),
        ("bob", [JSON], 403),
        ("nobody", [JSON], 404),
        ("ada", [("content-type", "application/json; charset=utf-8")], 200),
        ("ada", [("content-type", "text/plain")], 422),
        ("ada", [JSON, ("origin", "https://elsewhere.example")], 403),
        ("bearer ada", [JSON], 200),
        ("no secret", [JSON], 404),
        ("cookie", [JSON], 403),
    ],
)
def test_who_may_move(app: Application, who: str, headers: list[tuple[str, str]], status: int) -> None:
    answers = []
    for way in ("quick", "usual"):
        id, ada, bob = linked(app)
        shown = {
            "ada": ("authorization", f"Bearer {ada}"),
            "bob": ("authorization", f"Bearer {bob}"),
            "nobody": ("authorization", f"Bearer {new_secret()}"),
            "bearer ada": ("authorization", f"bearer {ada}"),
            "no secret": ("authorization", "Bearer x"),
            "cookie": ("cookie", f"noughts={ada}"),
        }[who]
        answers.append(ask(app, way, "POST", f"/api/v1/games/{id}/moves", [shown, *headers], MOVE))
    assert [answer.status for answer in answers] == [status, status]
    assert shape(answers[0]) == shape(answers[1])


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("path", ["{}", "{}/", "x{}", "{}/no", *("{}?version=" + n for n in ("", "2", "9", "-1", "x"))])
def test_games_are_shown_alike(app: Application, path: str, seat: int) -> None:
    known = linked(app)
    headers = [("authorization", f"Bearer {known[seat]}")]
    quick, usual = (
        ask(app, way, "GET", "/api/v1/games/" + path.format(known[0]), headers) for way in ("quick", "usual")
    )
    assert (quick.status, shape(quick)) == (usual.status, shape(usual))


def shape(answer: Answer) -> tuple[dict[str, str], Any]:
    """Return what can be compared of two answers about two games."""
    headers = dict(answer.headers)
    try:
        said = json.loads(answer.text)
    except ValueError:
        said = answer.text
    if isinstance(said, dict) and "id" in said:
        said["id"] = ""
    return headers, said


def test_what_somebody_sees_is_their_own(app: Application) -> None:
    id, ada, bob = linked(app)
    mine = [
        json.loads(ask(app, "quick", "GET", f"/api/v1/games/{id}", [("authorization", f"Bearer {secret}")]).text)["you"]
        for secret in (ada, bob)
    ]
    assert mine == [["x"], ["o"]]
