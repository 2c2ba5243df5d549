"""Access to games: every attempt to use another person's seat fails and changes nothing.

Attackers are strangers, spectators, the other player, pages of other sites, and programs that guess secrets.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from noughts.web.auth import COOKIE, new_secret
from noughts.web.model.roles import link_secret
from tests.web.web_server import Application, Browser, WebServer, application


@dataclass
class Match:
    """A game by link between two browsers, with its secret links."""

    server: WebServer
    ada: Browser
    grace: Browser
    id: str
    links: dict[str, str]

    def state(self) -> dict[str, Any]:
        """Return the game as its creator sees it."""
        shown: dict[str, Any] = self.ada.get(f"/api/v1/games/{self.id}").json()
        return shown


@contextmanager
def begun(server: WebServer, rate_limit_key: str = "") -> Iterator[Match]:
    """Begin a game by link."""
    with server.browser(rate_limit_key) as ada, server.browser(rate_limit_key) as grace:
        made = ada.http.post("/api/v1/games", json={"mode": "link", "name": "Ada"}).json()
        assert grace.send(f"/seat/{made['links']['o']}", name="Grace").status_code == 303
        yield Match(server, ada, grace, made["id"], made["links"])


@pytest.fixture(scope="module")
def match(shared_server: WebServer) -> Iterator[Match]:
    with begun(shared_server, "10.8.0.1") as made:
        yield made


ACTIONS: list[tuple[str, dict[str, object]]] = [
    ("moves", {"ply": 0, "move": "b2"}),
    ("undo", {"version": 2}),
    ("redo", {"version": 2}),
    ("offer", {"version": 2, "offer": "takeback"}),
    ("offer", {"version": 2, "offer": "rematch"}),
    ("offer", {"version": 2, "offer": "draw"}),
    ("resign", {}),
    ("answer", {"version": 2, "yes": True}),
    ("answer", {"version": 2, "yes": False}),
    ("next", {"version": 2, "swap": True}),
]
_VERSIONED: list[tuple[str, dict[str, object]]] = [
    (action, {"version": 2})
    for action in ("undo", "redo", "new", "swap", "takeback", "draw", "rematch", "resign", "accept", "decline")
]
FORMS: list[tuple[str, dict[str, object]]] = [
    ("move", {"ply": 0, "cell": 4}),
    ("step", {"version": 2}),
    *_VERSIONED,
]


@pytest.mark.parametrize("action", range(len(ACTIONS)))
@pytest.mark.parametrize("who", ["no secret", "stranger", "watch link", "a spectator's own secret"])
def test_only_players_can_change_a_game(match: Match, who: str, action: int) -> None:
    before, (path, body) = match.state(), ACTIONS[action]
    with match.server.client("10.8.0.2") as client:
        secret = {"no secret": "", "watch link": match.links["watch"]}.get(who) or new_secret()
        headers = {} if who == "no secret" else {"authorization": f"Bearer {secret}"}
        if who.startswith("a spectator"):
            came = client.post(f"/api/v1/seats?link={match.links['watch']}", json={"name": "Eve"}, headers=headers)
            assert came.json()["you"] == []
        answer = client.post(f"/api/v1/games/{match.id}/{path}", json=body, headers=headers)
    assert answer.status_code == (404 if who in ("no secret", "stranger") else 403), answer.text
    if path == "moves" and answer.status_code == 403:
        assert answer.json()["error"] == "Spectators cannot move."
    assert match.state() == before


@pytest.mark.parametrize(("action", "fields"), FORMS)
@pytest.mark.parametrize("watches", [False, True])
def test_only_players_can_change_a_game_with_forms(
    match: Match, watches: bool, action: str, fields: dict[str, object]
) -> None:
    before = match.state()
    with match.server.browser("10.8.0.3") as eve:
        if watches:
            assert eve.send(f"/seat/{match.links['watch']}").status_code == 303
        answer = eve.send(f"/play/{match.id}/{action}", **fields)
    assert answer.status_code == (403 if watches else 404)
    assert match.state() == before


def test_a_players_private_link_moves_for_its_own_side_only(match: Match) -> None:
    before = match.state()
    private = link_secret(match.grace.secret, match.id, "o")
    with match.server.client(headers={"authorization": f"Bearer {private}"}) as client:
        answer = client.post(f"/api/v1/games/{match.id}/moves", json={"ply": 0, "move": "b2"})
        assert (answer.status_code, answer.json()["error"]) == (403, "It is not your turn: X is to move.")
    assert match.grace.send(f"/play/{match.id}/move", ply=0, cell=4).status_code == 403
    assert match.state() == before


def test_a_taken_seat_cannot_be_taken_again(match: Match) -> None:
    before = match.state()
    with match.server.browser("10.8.0.4") as eve:
        answer = eve.send(f"/seat/{match.links['o']}", name="Eve")
        assert answer.status_code == 409
        assert "This seat is taken: you can watch the game." in answer.text
        assert eve.get(f"/play/{match.id}").status_code == 404
        assert match.grace.get(f"/seat/{match.links['o']}").status_code == 303, "the friend goes straight to the game"
        bearer = {"authorization": f"Bearer {match.links['o']}"}
        moved = eve.http.post(f"/api/v1/games/{match.id}/resign", headers=bearer)
        assert moved.status_code == 403, "a used invitation is a link for spectators"
    assert match.state() == before


def test_a_friend_without_a_name_is_a_guest_and_a_stranger_can_only_watch(shared_server: WebServer) -> None:
    with shared_server.browser("10.8.0.9") as ada, shared_server.browser("10.8.0.9") as grace:
        made = ada.http.post("/api/v1/games", json={"mode": "link", "side": "o"}).json()
        path = f"/seat/{made['links']['x']}"
        assert grace.send(path, name=" ").status_code == 303
        players = ada.get(f"/api/v1/games/{made['id']}").json()["players"]
        assert (players["x"]["name"], players["o"]["name"]) == ("Guest", "Host")
        with shared_server.browser("10.8.0.9") as eve:
            page = eve.get(path).text
            assert "Watch</button>" in page
            assert "Continue" not in page
            assert 'name="name"' not in page


def test_the_server_chooses_a_random_side(shared_server: WebServer) -> None:
    with shared_server.browser("10.8.0.10") as ada:
        form = {"side": "random", "name": "Ada", "game": "4,4,4", "once": new_secret()}
        places = [ada.send("/play/invite", **form).headers["location"] for _ in range(3)]
        assert len(set(places)) == 1, "sending a form again creates no other game"
        del form["once"]
        seats = [ada.send("/play/invite", **form).headers["location"].rpartition("/")[2] for _ in range(20)]
        assert len({tuple(ada.get(f"/api/v1/games/{id}").json()["you"]) for id in seats}) == 2
        sides = set()
        for _ in range(30):
            made = ada.http.post("/api/v1/games", json={"mode": "link", "side": "random", "name": "Ada"}).json()
            (side,) = made["you"]
            other = "o" if side == "x" else "x"
            assert (made["players"][side]["name"], made["players"][other]["open"]) == ("Ada", True)
            sides.add(side)
            if len(sides) == 2:
                break
        assert sides == {"x", "o"}


@pytest.mark.parametrize("query", ["hint=1", "values=on"])
def test_a_running_game_between_two_people_is_not_analysed(shared_server: WebServer, query: str) -> None:
    with begun(shared_server, "10.8.0.11") as match:
        answer = match.ada.get(f"/play/{match.id}?{query}")
        assert answer.status_code == 403
        assert "Hints and values are available after the game." in answer.text
        page = match.ada.get(f"/play/{match.id}").text
        assert "Review this game" not in page
        assert match.ada.get(f"/play/{match.id}/analyse").status_code == 403
        assert match.grace.send(f"/play/{match.id}/resign").status_code == 303
        answer = match.ada.get(f"/play/{match.id}?{query}")
        assert answer.status_code == 200
        assert "Review this game" in answer.text
        assert match.ada.get(f"/play/{match.id}/analyse").headers["location"].startswith("/analyse?")


@pytest.mark.parametrize("role", ["x", "o"])
def test_visitors_of_a_taken_seat_can_watch_instead(match: Match, role: str) -> None:
    before = match.state()
    with match.server.browser("10.8.0.7") as mary:
        page = mary.get(f"/seat/{match.links[role]}")
        assert 'name="look" value="on"' in page.text
        assert mary.get(f"/play/{match.id}").status_code == 404, "opening the link gives no access yet"
        came = mary.send(f"/seat/{match.links[role]}", look="on")
        assert (came.status_code, came.headers["location"]) == (303, f"/play/{match.id}")
        shown = mary.get(f"/play/{match.id}")
        assert not any(link in shown.text for link in match.links.values()), "the page reveals no link"
        assert mary.send(f"/play/{match.id}/move", ply=0, cell=4).status_code == 403
    assert match.state() == before


def test_an_open_seat_stays_open_when_somebody_watches(shared_server: WebServer) -> None:
    with shared_server.client("10.8.0.8") as client, shared_server.browser("10.8.0.8") as mary:
        made = client.post("/api/v1/games", json={"mode": "link"}).json()
        bearer = {"authorization": f"Bearer {made['secret']}"}
        before = client.get(f"/api/v1/games/{made['id']}", headers=bearer).json()
        assert 'name="look"' not in mary.get(f"/seat/{made['links']['o']}").text
        assert mary.send(f"/seat/{made['links']['o']}", look="on").status_code == 303  # no page has such a button
        assert mary.send(f"/play/{made['id']}/move", ply=0, cell=4).status_code == 403
        assert client.get(f"/api/v1/games/{made['id']}", headers=bearer).json() == before
        assert before["players"]["o"]["open"]


def test_a_spectator_can_still_take_a_seat_by_its_link(shared_server: WebServer) -> None:
    with shared_server.client("10.8.0.5") as client:
        made = client.post("/api/v1/games", json={"mode": "link"}).json()
        headers = {"authorization": f"Bearer {new_secret()}"}
        for link, expected in (("watch", []), ("o", ["o"]), ("watch", ["o"])):
            came = client.post(f"/api/v1/seats?link={made['links'][link]}", json={"name": "Grace"}, headers=headers)
            assert came.json()["you"] == expected


def test_a_player_who_removes_the_game_has_no_seat_any_more(shared_server: WebServer) -> None:
    with begun(shared_server, "10.8.0.6") as match:
        assert match.grace.http.delete(f"/api/v1/games/{match.id}").status_code == 204
        assert match.grace.get(f"/play/{match.id}").status_code == 404
        assert "Watch</button>" in match.grace.get(f"/seat/{match.links['o']}").text, "the invitation was used"
        assert match.state()["players"]["o"]["name"] == "Grace"


# Links that are only previewed.

Alone = tuple[Application, Path]


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Alone]:
    """An application without a server, and its database."""
    file = tmp_path_factory.mktemp("alone") / "games.sqlite3"
    with application(file) as app:
        yield app, file


@pytest.mark.parametrize("role", ["x", "o", "watch"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_preview_of_a_link_changes_nothing(alone: Alone, method: str, role: str) -> None:
    app, file = alone
    made = app.request("POST", "/api/v1/games", json={"mode": "link", "name": "Ada"}).json()

    def rows() -> list[tuple[str, int]]:
        with sqlite3.connect(file) as database:
            return database.execute("SELECT role, count(*) FROM keys GROUP BY role ORDER BY role").fetchall()

    before, path = rows(), f"/seat/{made['links'][role]}"
    for _ in range(3):  # a new browser each time
        answer = app.request(method, path)
        assert answer.status_code in ((200, 303) if method == "GET" else (200, 405))
    assert rows() == before
    bearer = {"authorization": f"Bearer {made['secret']}"}
    now = app.request("GET", f"/api/v1/games/{made['id']}", headers=bearer).json()
    assert now["players"]["o"]["open"]


def test_a_spectator_joins_once(alone: Alone) -> None:
    app, _ = alone
    made = app.request("POST", "/api/v1/games", json={"mode": "link", "name": "Ada <b>"}).json()
    secret, path = new_secret(), f"/seat/{made['links']['watch']}"
    mary = {"cookie": f"{COOKIE}={secret}"}
    page = app.request("GET", path, headers=mary)
    assert "Ada &lt;b&gt; and a friend play" in page.text
    assert "Watch</button>" in page.text
    assert app.request("GET", f"/play/{made['id']}", headers=mary).status_code == 404
    for _ in range(2):
        came = app.request("POST", path, headers=mary, data={})
        assert (came.status_code, came.headers["location"]) == (303, f"/play/{made['id']}")
    again = app.request("GET", path, headers=mary)
    assert (again.status_code, again.headers["location"]) == (303, f"/play/{made['id']}")
    assert app.request("GET", f"/play/{made['id']}", headers=mary).status_code == 200


# Pages on other sites.


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 403),
        ({"origin": "SELF"}, 303),
        ({"sec-fetch-site": "same-origin"}, 303),
        ({"origin": "null"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "http://localhost.evil.example"}, 403),
        ({"origin": "http://127.0.0.1"}, 403),
        ({"origin": "http://127.0.0.1:1"}, 403),
        ({"origin": "HTTPS"}, 403),
        ({"origin": ""}, 403),
        ({"origin": "SELF, http://evil.example"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "SELF", "host": "evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example"}, 421),
        ({"host": "a b"}, 400),
    ],
)
def test_pages_on_other_sites_cannot_change_anything(
    shared_server: WebServer, headers: dict[str, str], status: int
) -> None:
    own = {
        name: value.replace("SELF", shared_server.address).replace("HTTPS", f"https://127.0.0.1:{shared_server.port}")
        for name, value in headers.items()
    }
    with shared_server.browser("10.8.1.1") as browser:
        del browser.http.headers["origin"]
        form = {"cell": "4", "mode": "here"}
        assert browser.http.post("/play/move", data=form, headers=own).status_code == status
        assert len(browser.get("/api/v1/games").json()) == (status == 303)


def test_a_csrf_token_from_an_old_page_is_ignored(shared_server: WebServer) -> None:
    with shared_server.browser("10.8.1.2") as browser:
        assert browser.send("/play/move", csrf="0" * 64, cell=4, mode="here").status_code == 303
        answer = browser.http.post("/api/v1/games", json={}, headers={"x-csrf-token": "0" * 64})
        assert answer.status_code == 201


def test_a_form_with_another_content_type_is_rejected(shared_server: WebServer) -> None:
    with shared_server.browser("10.8.1.2") as browser:
        answer = browser.http.post("/play/move", content=b'{"cell": 4}', headers={"content-type": "text/plain"})
        assert (answer.status_code, "Expected a form as a browser sends it." in answer.text) == (400, True)


def test_the_cookie_is_http_only_and_same_site(shared_server: WebServer) -> None:
    with shared_server.client() as client:
        given = client.get("/play").headers["set-cookie"]
    assert given.startswith(f"{COOKIE}=")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= {part.strip() for part in given.split(";")}


# Guesses.


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
    *[("POST", "/api/v1/games/{}/" + what) for what in ("moves", "undo", "redo", "offer", "resign", "answer", "next")],
    ("POST", "/api/v1/seats?link={}"),
]
_BODY = {"ply": 0, "move": "a1", "version": 1, "offer": "rematch", "yes": True, "swap": False, "name": "Eve"}
_FIELDS = {
    **{"moves": ["ply", "move"], "undo": ["version"], "redo": ["version"], "offer": ["version", "offer"]},
    "resign": [],
    **{"answer": ["version", "yes"], "next": ["version", "swap"], "seats": ["name"]},
}


@pytest.mark.parametrize("bearer", [False, True])
@pytest.mark.parametrize(("method", "path"), WRONG)
def test_a_wrong_secret_gives_no_access(alone: Alone, method: str, path: str, bearer: bool) -> None:
    app, secret, guess = alone[0], new_secret(), new_secret()
    action = path.partition("?")[0].rpartition("/")[2]
    options: dict[str, Any] = {"headers": {"authorization": f"Bearer {secret}"} if bearer else {}}
    if path.startswith("/api/"):
        if method == "POST":
            options["json"] = {name: _BODY[name] for name in _FIELDS[action]}
    else:
        options["headers"]["cookie"] = f"{COOKIE}={secret}"
        if method == "POST":
            options["data"] = {"ply": "0", "cell": "0", "version": "1", "id": guess}
    assert app.request(method, path.format(guess), **options).status_code == 404


# Places where secrets must not appear.


def test_secrets_are_not_stored_or_logged(shared_server: WebServer) -> None:
    server = shared_server
    with begun(server, "10.8.0.9") as match:
        with server.client() as client:
            created = client.post("/api/v1/games", json={"mode": "link", "side": "o"}).json()
            bearer = {"authorization": f"Bearer {created['secret']}"}
            for path in (
                f"/seat/{created['links']['x']}",
                f"/seat/{created['links']['x']}/{match.links['o']}",
                f"/seat/{created['links']['x']}/qr.svg",
                "/games",
            ):
                client.get(path, headers=bearer, params={"next": match.links["watch"], "key": created["secret"]})
            client.post(
                f"/api/v1/seats?link={created['links']['x']}", json={}, headers={"origin": "http://evil.example"}
            )
        page = match.ada.get(f"/play/{match.id}")
        assert page.headers["referrer-policy"] == "same-origin"
        assert match.links["o"] in page.text or match.links["x"] in page.text  # the creator may know the link…
        assert match.ada.secret not in page.text  # …but the page never contains the browser's own secret
        secrets = [match.ada.secret, match.grace.secret, *match.links.values()]
        secrets += [created["secret"], *created["links"].values()]
        stored = b"".join(file.read_bytes() for file in server.database.parent.glob("games.sqlite3*"))
        assert match.id.encode() in stored
        for secret in secrets:
            assert secret.encode() not in stored
            assert secret not in server.written
        lines = [json.loads(line) for line in server.written.splitlines()]
        assert len(lines) > 5
        assert all("[secret]" in line["path"] for line in lines if line.get("path", "").startswith("/seat/"))


def test_redirects_stay_on_this_server(shared_server: WebServer) -> None:
    with shared_server.browser("10.8.1.3") as browser:
        for values in ("on\r\nSet-Cookie: a=b", "on\nx", "//evil.example", "http://evil.example"):
            answer = browser.send("/play/move", cell=4, mode="here", values=values)
            assert answer.status_code == 303
            assert answer.headers["location"].startswith("/play/")
            assert not {"\r", "\n"} & set(answer.headers["location"])
            assert "a=b" not in answer.headers.get("set-cookie", "")
        answer = browser.send("/games/delete", id="x\r\ny: z", q="a\r\nSet-Cookie: c=d")
        assert answer.status_code == 404
        assert httpx.URL(str(answer.url)).host == "127.0.0.1"


def test_a_person_cannot_move_for_a_computer_player(shared_server: WebServer) -> None:
    with shared_server.client("10.8.0.7") as somebody:
        made = somebody.post("/api/v1/games", json={"mode": "watch", "level": "perfect"}).json()
        bearer = {"authorization": f"Bearer {made['secret']}"}
        here = f"/api/v1/games/{made['id']}"
        refused = somebody.post(f"{here}/moves", json={"ply": 0, "move": "b2"}, headers=bearer)
        assert refused.status_code == 403
        assert "X is to move" in refused.json()["error"]
        assert somebody.get(here, headers=bearer).json()["moves"] == []


def test_after_a_rematch_links_lead_to_the_same_persons_seat(shared_server: WebServer) -> None:
    with begun(shared_server, "10.8.0.8") as match:
        for ply, move in enumerate(["a1", "b1", "b2", "b3", "c3"]):
            who = (match.ada, match.grace)[ply % 2]
            answer = who.http.post(f"/api/v1/games/{match.id}/moves", json={"ply": ply, "move": move})
        version = answer.json()["version"]
        asked = {"version": version, "offer": "rematch"}
        match.grace.http.post(f"/api/v1/games/{match.id}/offer", json=asked)
        said = {"version": version + 1, "yes": True}
        again = match.ada.http.post(f"/api/v1/games/{match.id}/answer", json=said).json()
        assert again["id"] != match.id
        assert again["you"] == ["o"]  # the players have swapped sides
        page = match.ada.get(f"/play/{again['id']}").text
        assert f"/seat/{match.links['x']}" in page  # the link of the seat that was X's and is now O's
        assert f"/seat/{match.links['o']}" not in page  # this link belongs to the friend


# Removing a game affects only one list.


def test_the_shared_link_for_spectators_removes_nothing(shared_server: WebServer) -> None:
    with begun(shared_server, "10.8.2.1") as match, shared_server.browser("10.8.2.1") as eve:
        watch = match.links["watch"]
        with shared_server.client("10.8.2.1", headers={"authorization": f"Bearer {watch}"}) as client:
            answer = client.delete(f"/api/v1/games/{match.id}")
            assert answer.status_code == 403
            assert answer.json()["error"] == "This link is shared by all spectators: it cannot remove the game."
        eve.http.headers["cookie"] = f"{COOKIE}={watch}"  # no browser does this
        assert eve.send("/games/delete", id=match.id).status_code == 403
        assert eve.http.delete(f"/api/v1/games/{match.id}").status_code == 403
        assert eve.get(f"/seat/{watch}").status_code == 303, "the link still leads to the game"


@pytest.mark.parametrize("how", ["api", "page"])
def test_spectators_remove_a_game_from_their_own_list(shared_server: WebServer, how: str) -> None:
    with (
        begun(shared_server, "10.8.2.2") as match,
        shared_server.browser("10.8.2.2") as eve,
        shared_server.browser("10.8.2.2") as mary,
    ):
        for spectator in (eve, mary):
            assert spectator.send(f"/seat/{match.links['watch']}", look="on").status_code == 303
        if how == "api":
            assert eve.http.delete(f"/api/v1/games/{match.id}").status_code == 204
        else:
            assert eve.send("/games/delete", id=match.id).status_code == 303
        assert eve.get(f"/play/{match.id}").status_code == 404
        assert mary.get(f"/play/{match.id}").status_code == 200
        assert eve.send(f"/seat/{match.links['watch']}", look="on").status_code == 303, "the link still works"
        assert eve.get(f"/play/{match.id}").status_code == 200


def test_a_link_to_a_seat_removes_the_game_from_that_players_list_only(shared_server: WebServer) -> None:
    with begun(shared_server, "10.8.2.3") as match, shared_server.browser("10.8.2.3") as eve:
        assert eve.send(f"/seat/{match.links['watch']}", look="on").status_code == 303
        private = link_secret(match.grace.secret, match.id, "o")
        with shared_server.client("10.8.2.3", headers={"authorization": f"Bearer {private}"}) as client:
            assert client.delete(f"/api/v1/games/{match.id}").status_code == 204
        assert match.grace.get(f"/play/{match.id}").status_code == 404
        assert match.ada.get(f"/play/{match.id}").status_code == 200
        assert eve.get(f"/play/{match.id}").status_code == 200
