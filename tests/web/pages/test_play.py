"""The Play page: the path of a move through the server, Undo, the winning line, and the settings of another game."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

from noughts import Position
from noughts.web.analysis.service import AnalysisService
from noughts.web.auth import COOKIE, new_secret
from noughts.web.model.new_game import NewGame
from noughts.web.pages.board_view import board_view
from noughts.web.pages.play import play as page
from noughts.web.server.store.store import SQLStore
from tests.web.exploring import Read
from tests.web.serving import until
from tests.web.web_server import Application, Browser, WebServer, application


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    with application(tmp_path_factory.mktemp("play") / "games.sqlite3", seed=1) as made:
        yield made


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count how often games are loaded with their keys or without, and stored, and how often views are built."""
    counts: Counter[str] = Counter()

    def count(owner: Any, name: str) -> None:
        real = getattr(owner, name)

        def counting(*arguments: Any, **named: Any) -> Any:
            counts[name] += 1
            return real(*arguments, **named)

        monkeypatch.setattr(owner, name, counting)

    for method in ("see", "roles", "load", "change"):
        count(SQLStore, method)
    count(page, "game_view")
    return counts


@pytest.mark.parametrize(("mode", "stored"), [("here", 1), ("computer", 2)])
def test_a_posted_move_is_authenticated_loaded_and_shown_once(
    app: Application, counted: Counter[str], mode: str, stored: int
) -> None:
    headers = {"cookie": f"{COOKIE}={new_secret()}", "x-part": "1"}
    begun = app.request("POST", "/play/start", headers=headers, data={"mode": mode, "level": "perfect"})
    path = begun.headers["location"]
    counted.clear()
    response = app.request("POST", f"{path}/move", headers=headers, data={"ply": "0", "cell": "4"})
    assert response.status_code == 200
    assert "b2, X" in response.text
    assert (counted["see"], counted["roles"], counted["load"], counted["game_view"]) == (1, 0, 0, 1)
    until(lambda: app.request("GET", path, headers=headers) is not None and counted["change"] == stored)


@pytest.mark.parametrize(
    ("new", "moves", "streak"),
    [
        (NewGame(), "0 3 1 4 2", 3),
        (NewGame(level="hard", side="o"), "0 3 1 4 8 5", 3),
        (NewGame(), "0 3 1 4 8 5", 0),
        (NewGame(level="perfect"), "0 4 8 1 7 6 2 5 3", 0),
        (NewGame(), "0 3 1 4", 2),
        (NewGame("here"), "0 3 1 4 2", 0),
        (NewGame("watch"), "0 3 1 4 2", 0),
    ],
)
def test_wins_in_a_row_are_counted_for_a_person_against_the_computer(new: NewGame, moves: str, streak: int) -> None:
    game = replace(new.new_game("a"), moves=tuple(map(int, moves.split())), streak=2)
    assert game.wins_in_a_row == streak
    _, following = game.followed_by("b", swap=False)
    assert following.wins_in_a_row == streak


@pytest.mark.parametrize(
    ("new", "carried"),
    [
        (NewGame(), ((5, 1, 2), 3)),
        (NewGame(side="o"), ((1, 5, 2), 3)),
        (NewGame(level="perfect"), ((0, 0, 0), 0)),
        (NewGame(begins="o"), ((5, 1, 2), 3)),
        (NewGame(game="4,4,4"), ((0, 0, 0), 0)),
        (NewGame("here"), ((0, 0, 0), 0)),
    ],
)
def test_the_score_and_the_wins_in_a_row_survive_a_change_of_side(new: NewGame, carried: object) -> None:
    last = replace(NewGame().new_game("a"), moves=(0, 3, 1, 4, 2), score=(4, 1, 2), streak=2)
    game = new.new_game()
    following = game.continuing(last)
    assert (following.score, following.streak) == carried
    assert game.continuing(None) == game


def test_a_torus_goes_on_beyond_its_edges() -> None:
    view = board_view(Position("torus").play("a1").play("b2"), awaited=False)
    assert view.beyond is not None
    corners = {(round(x), round(y)) for mark, x, y in view.beyond if mark == "x"}
    assert corners == {(3, 0), (0, 3), (3, 3)}, "a1 is beyond the right and the lower edge, too"
    assert not [mark for mark, *_ in view.beyond if mark == "o"], "b2 is at no edge"
    assert board_view(Position("3,3,3"), awaited=False).beyond is None


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        ("1 1 1 9", "9 in a row do not fit on a board of 1 × 1: choose a shorter row or a larger board."),
        ("20 20 5 3", "A board of 20 × 20 × 5 has 2,000 squares, and the page shows at most 400"),
        ("0 3 1 3", "A board has 1 to 20 columns, not 0."),
        ("3 3 1 1", "A board has 2 to 9 in a row, not 1."),
    ],
)
def test_an_impossible_game_is_explained_in_words(app: Application, sizes: str, words: str) -> None:
    fields = dict(zip(("columns", "rows", "layers", "k"), sizes.split(), strict=True))
    response = app.request("GET", "/play", params={"game": "custom", **fields})
    assert response.status_code == 400
    assert words in response.text
    nearest = app.request("GET", "/play", params={"game": "nearest", **fields})
    assert nearest.status_code == (200 if sizes == "1 1 1 9" else 400)


def _score(page: str) -> list[str]:
    return re.findall(r'<b class="number">(?:<span class="unseen">won </span>)?(\d+)</b>', page)


def test_each_level_and_game_has_a_score_of_its_own_until_it_is_reset(shared_server: WebServer) -> None:
    with shared_server.browser() as ada:

        def play(rules: str, friend: str) -> str:
            game = ada.send("/play/start", mode="here", game=rules, name="Ada", friend=friend).headers["location"]
            for ply, cell in enumerate((0, 3, 1, 4, 2)):
                ada.send(f"{game}/move", ply=str(ply), cell=str(cell))
            return str(game)

        def score(rules: str, friend: str) -> list[str]:
            return _score(ada.get(f"/play?mode=here&game={rules}&name=Ada&friend={friend}").text)

        play("tictactoe", "Bob"), play("tictactoe", "Bob"), play("misere", "Bob")
        last = play("tictactoe", "Cy")
        assert score("tictactoe", "Bob") == ["2", "0", "0"]
        assert score("misere", "Bob") == ["0", "0", "1"]
        assert score("tictactoe", "Cy") == ["1", "0", "0"]
        begun = ada.send(f"{last}/reset", version=str(version(ada, last))).headers["location"]
        assert _score(ada.get(begun).text) == ["0", "0", "0"]
        assert score("tictactoe", "Cy") == ["0", "0", "0"]
        assert score("tictactoe", "Bob") == ["2", "0", "0"]
        fields = {"mode": "here", "game": "misere", "name": "Ada", "friend": "Bob"}
        begun = ada.send("/play/start", **fields, fresh="reset").headers["location"]
        assert _score(ada.get(begun).text) == ["0", "0", "0"]


def version(browser: Browser, path: str) -> int:
    found = re.search(r'data-version="([0-9]+)"', browser.get(path).text)
    assert found
    return int(found[1])


def test_undo_also_takes_back_a_reply_that_the_page_has_not_shown_yet(shared_server: WebServer) -> None:
    with shared_server.browser() as ada:
        path = ada.send("/play/move", game="tictactoe", level="perfect", cell=4).headers["location"]
        until(lambda: re.search(r"[a-c][1-3], O\b", ada.get(path).text) is not None)  # the computer has replied
        replied = version(ada, path)
        assert ada.send(f"{path}/undo", version=replied - 1).status_code == 303
        assert "a1, empty" in ada.get(path).text
        assert ada.get(path).text.count(", empty") >= 9
        assert ada.send(f"{path}/undo", version=replied - 1).status_code == 409, "sending it twice undoes only once"
        assert ada.send(f"{path}/undo", version=replied).status_code == 409


def test_undo_between_people_takes_back_no_unseen_move(shared_server: WebServer) -> None:
    with shared_server.browser() as ada:
        path = ada.send("/play/move", game="tictactoe", mode="here", cell=4).headers["location"]
        assert ada.send(f"{path}/undo", version=version(ada, path) - 1).status_code == 409


@pytest.mark.parametrize(
    ("game", "cells", "stroke"),
    [
        ("tictactoe", (0, 3, 1, 4, 2), "M0.16 0.5L2.84 0.5"),
        ("tictactoe", (2, 0, 4, 1, 6), "M2.84 0.16L0.16 2.84"),
        ("3x3x3", (0, 1, 9, 2, 18), "M2.225 0.228L2.225 7.572"),  # straight through the layers
        ("4,4,3 torus", (0, 5, 3, 6, 2), "M0.84 0.5L0 0.5M4 0.5L2.16 0.5"),  # around the edge
    ],
)
def test_the_winning_line_is_marked(shared_server: WebServer, game: str, cells: tuple[int, ...], stroke: str) -> None:
    with shared_server.browser() as ada:
        path = ada.send("/play/move", game=game, mode="here", cell=cells[0]).headers["location"]
        for ply, cell in enumerate(cells[1:], 1):
            assert ada.send(f"{path}/move", ply=ply, cell=cell).status_code == 303
        page = ada.get(path).text
    assert len(re.findall(r'<td class="cell[^"]* won"', page)) == 3
    (line,) = re.findall(r'<svg class="stroke .*?<path pathLength="1" d="([^"]*)"/></svg>', page)
    assert line == stroke


@pytest.mark.parametrize(
    ("wanted", "kept"),
    [
        ({"mode": "here", "name": "Ada", "friend": "Grace"}, {"name": "Ada", "friend": "Grace"}),
        (
            {"game": "4,4,4 misere", "level": "easy", "side": "o", "begins": "o"},
            {"game": "4,4,4 misere", "level": "easy", "side": "o", "begins": "o", "name": ""},
        ),
    ],
)
def test_another_game_begins_with_the_same_settings(
    shared_server: WebServer, wanted: dict[str, str], kept: dict[str, str]
) -> None:
    with shared_server.browser() as ada:
        path = ada.send("/play/start", **wanted).headers["location"]
        fields = re.findall(r'<input[^>]* form="choose" name="(\w+)" value="([^"]*)"', ada.get(path).text)
    assert kept.items() <= dict(fields).items()


def chosen(text: str) -> list[str]:
    """Return the values of the pressed buttons on the Play page."""
    return re.findall(r'value="([^"]*)"[^>]* aria-pressed="true"', text)


def visit(browser: Browser, path: str) -> httpx.Response:
    """Open a page as a browser does, which sends the cookie of the last choice and stores the new one."""
    known = browser.http.headers["cookie"].partition("; ")[0]
    response = browser.get(path)
    if remembered := re.search(r'play="?[^;]*', response.headers.get("set-cookie", "")):
        browser.http.headers["cookie"] = f"{known}; {remembered[0]}"
    return response


def test_the_browser_remembers_the_last_choice(shared_server: WebServer) -> None:
    with shared_server.browser() as ada:
        assert chosen(visit(ada, "/play").text) == ["computer", "beginner", "tictactoe", "x", "x"]
        visit(ada, "/play?game=4,4,4&level=hard")
        visit(ada, "/play?side=o")
        assert chosen(visit(ada, "/play").text) == ["computer", "hard", "4,4,4", "o", "x"]
        visit(ada, "/play?mode=here")
        assert chosen(visit(ada, "/play?mode=computer").text) == ["computer", "hard", "4,4,4", "o", "x"]


def test_a_refused_choice_changes_nothing(shared_server: WebServer) -> None:
    with shared_server.browser() as ada:
        visit(ada, "/play?level=hard")
        for wrong in ("level=hrad", "side=z", "mode=alone", "game=custom&other=", "game=1", "name=" + "x" * 200):
            response = visit(ada, f"/play?{wrong}")
            assert response.status_code == 400
            assert chosen(response.text)[:2] == ["computer", "hard"]
        ada.http.headers["cookie"] = ada.http.headers["cookie"].replace("level=hard", "level=hrad")
        assert chosen(visit(ada, "/play").text)[:2] == ["computer", "beginner"], "an old cookie is ignored"


def test_a_refused_move_is_explained_while_values_are_computed(
    app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def not_ready(*request: object) -> None:
        """The engines need more time."""

    monkeypatch.setattr(AnalysisService, "analysis", not_ready)
    headers = {"cookie": f"{COOKIE}={new_secret()}", "x-part": "1"}
    begun = app.request("POST", "/play/move", headers=headers, data={"mode": "here", "cell": "4"})
    move = {"ply": "1", "cell": "4", "values": "on"}
    refused = app.request("POST", f"{begun.headers['location'].partition('?')[0]}/move", headers=headers, data=move)
    assert refused.status_code == 409
    assert Read(refused.text).all("span", id="note")
    assert "b2 is taken" in Read(refused.text).text


def test_no_move_is_made_before_the_friend_has_joined(app: Application) -> None:
    headers = {"cookie": f"{COOKIE}={new_secret()}"}
    sent = app.request("POST", "/play/move", headers=headers, data={"mode": "link", "side": "o", "cell": "4"})
    game = app.request("GET", f"/api/v1/games/{sent.headers['location'].rpartition('/')[2]}", headers=headers).json()
    assert (game["linked"], game["you"], game["moves"]) == (True, ["o"], [])
    assert "<title>Play a friend far away" in app.request("GET", "/play?mode=link", headers=headers).text


@pytest.mark.parametrize(
    "fields",
    [
        {"mode": "here", "name": "Ada", "friend": "Grace", "begins": "o"},
        {"mode": "computer", "level": "hard", "side": "o", "name": "Ada"},
        {"mode": "watch", "level": "medium", "rival": "easy"},
        {"mode": "link", "side": "o", "name": "Ada", "game": "4,4,3"},
        {"mode": "computer", "level": "perfect", "start": "o_x/x2_/x2o x"},
    ],
)
def test_a_form_and_json_with_the_same_fields_make_the_same_game(app: Application, fields: dict[str, str]) -> None:
    headers = {"cookie": f"{COOKIE}={new_secret()}"}
    form = app.request("POST", "/play/start", headers=headers, data=fields).headers["location"].split("?")[0]
    made = [
        app.request("GET", f"/api/v1/games/{form.rpartition('/')[2]}", headers=headers).json(),
        app.request("POST", "/api/v1/games", headers=headers, json=fields).json(),
    ]
    for game in made:
        for name in ("id", "secret", "links", "version", "moves", "ply", "legalMoves", "position", "turn"):
            game.pop(name, None)
    assert made[0] == made[1]


@pytest.mark.parametrize("path", ["/play?mode=computer", "/play?mode=watch", "/analyse"])
def test_computer_players_are_named_in_plain_words(app: Application, path: str) -> None:
    shown = Read(app.request("GET", path).text).text.lower()
    for words in ("random moves", "looks 2 moves ahead", "tries 300 games in its head"):
        assert words in shown
    for jargon in ("mcts", "minimax", "simulations", "depth"):
        assert jargon not in shown
