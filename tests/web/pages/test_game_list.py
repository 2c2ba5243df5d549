"""The list of games: importing files of several games."""

import asyncio
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from noughts import read_games as all_games
from noughts.rules.errors import NoughtsError
from noughts.rules.files.sgf import write_sgf
from noughts.rules.record import Record, read_moves, write_moves
from noughts.rules.tree import GameTree
from noughts.web import changes
from noughts.web.auth import COOKIE, hashed, new_secret
from noughts.web.browser.store import BrowserStore
from noughts.web.model.stored_game import StoredGame, StoredSeat
from noughts.web.reading import read_game, read_games
from noughts.web.server.guard.limits import RateLimit, RequestKind
from noughts.web.store import GameResult, GameStore
from tests.web.browser.hosts import Browser as BrowserHost
from tests.web.browser.hosts import MemoryRows
from tests.web.exploring import Read
from tests.web.web_server import Application, Browser, WebServer, application

GAMES = [
    read_moves("b2 a1 c3"),
    read_moves("x: Ada\na1 b2"),
    read_moves("game: 4,4,3 gravity\na4"),
    read_moves("b2 a1 c3"),
]
FORMS = {"sgf": "".join(map(write_sgf, GAMES)), "moves": "".join(map(write_moves, GAMES))}


def listed(browser: Browser) -> int:
    return browser.get("/games").text.count('<td class="who">')


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_all_games_are_read(text: str) -> None:
    trees = list(map(GameTree.of, GAMES))
    assert read_games(text) == (trees, 0)
    trees, left = read_games(f"\ufeff\n{text * 40}")
    assert (trees, left) == ((list(map(GameTree.of, GAMES)) * 40)[:100], len(GAMES) * 40 - 100)


@pytest.mark.parametrize("text", [*FORMS.values(), FORMS["sgf"] + "(;GM[4]SZ[3];B[", FORMS["moves"] + "game: 4,4\nzz"])
def test_read_game_rejects_several_games(text: str) -> None:
    with pytest.raises(NoughtsError, match=r"^there are [45] games in this text: send one of them$"):
        read_game(text)


@pytest.mark.parametrize("game", GAMES)
def test_read_game_ignores_text_around_a_game(game: Record) -> None:
    assert read_game(f"\ufeff\n{write_moves(game)}\n# trailing").main_line == game
    for rest in ("", ")", "trailing"):
        assert read_game(f"\ufeff\n{write_sgf(game)}{rest}").main_line == game


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (FORMS["sgf"] + "(;GM[4]SZ[3];B[zz])", r"game 5 of 5: line \d+, column 14: \[zz\] is not a point"),
        (FORMS["moves"] + "x: Eve\nb2 b2", "game 5 of 5: move 2: "),
        ("b2 b2", "^move 2: "),
        (
            "game: 30,30,5\na1\nX wins\nb2",
            "game 1 of 2: the board is too large for the page",
        ),
    ],
)
def test_the_error_names_the_invalid_game(text: str, words: str) -> None:
    with pytest.raises(NoughtsError, match=words):
        read_games(text)


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_all_games_are_imported_once(shared_server: WebServer, text: str) -> None:
    with shared_server.browser("10.9.1.1") as ada:
        (once,) = set(re.findall(r'name="once" value="([^"]+)"', ada.get("/games").text))
        for _ in range(2):  # sending it twice imports the games once
            came = ada.send("/games/import", text=text, once=once)
            assert (came.status_code, came.headers["location"]) == (303, "/games?imported=4")
            assert listed(ada) == 4
        assert "4 games were imported." in ada.get("/games?imported=4").text


OTHER = (
    "(;FF[4]CA[{}]AP[Board:2]SZ[15]GN[{}]RU[Renju]RE[B+T]EV[Cup]"
    ";B[hh]BL[12.5](;W[ii]TR[aa]\n[bb]C[good];B[ij])(;W[gg]LB[hh:{}]))"
)


@pytest.mark.parametrize(("encoding", "word"), [("UTF-8", "ü"), ("Shift_JIS", "表ソ"), ("Big5", "功許")])
def test_the_data_of_other_programs_survives_import_and_export(
    shared_server: WebServer, encoding: str, word: str
) -> None:
    data = OTHER.format(encoding, word, word).encode(encoding)
    with shared_server.browser("10.9.1.7") as ada:
        came = ada.http.post("/games/import", files={"file": ("game.sgf", data)}, follow_redirects=False)
        here = came.headers["location"]
        (before,) = all_games(data)
        for path in (f"{here}.sgf", "/games.sgf"):
            (after,) = all_games(ada.http.get(path).content)
            assert after.root == before.root
            assert after.main_line.ended == "o lost on time"
        assert "O lost on time. X wins." in ada.get(here).text
        assert ada.http.get(f"/api/v1/games/{here.rpartition('/')[2]}").json()["ended"] == "o lost on time"
        assert "lost on time" in ada.get("/games").text


@pytest.mark.parametrize(
    ("result", "words"),
    [
        *[("B+R", "Grace resigned. Ada wins."), ("W+T", "Ada lost on time. Grace wins.")],
        *[("B+F", "Grace forfeited. Ada wins."), ("W+12", "Grace wins."), ("0", "Draw agreed."), ("Void", "Void.")],
    ],
)
def test_the_page_says_how_an_imported_game_ended(shared_server: WebServer, result: str, words: str) -> None:
    with shared_server.browser("10.9.1.9") as ada:
        came = ada.send("/games/import", text=f"(;SZ[15]PB[Ada]PW[Grace]RE[{result}];B[hh];W[ii])")
        assert words in ada.get(came.headers["location"]).text
        assert words in ada.get("/games").text


def test_an_unknown_encoding_of_a_file_is_an_error(shared_server: WebServer) -> None:
    with shared_server.browser("10.9.1.8") as ada:
        came = ada.http.post("/games/import", files={"file": ("game.sgf", b"(;CA[klingon]SZ[3];B[bb])")})
        assert came.status_code == 400
        assert "CA[klingon] is not a known encoding" in came.text


def test_the_page_says_how_many_games_were_left_out(shared_server: WebServer) -> None:
    with shared_server.browser("10.9.1.2") as ada:
        came = ada.send("/games/import", text="b2\nX wins\n" * 103)
        assert came.headers["location"] == "/games?imported=100&left=3"
        said = "The first 100 games were imported. The other 3 were left out: "
        assert f"{said}import them in a minute, from a separate file." in ada.get(came.headers["location"]).text


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("imported=1", "1 game was imported."),
        (
            "imported=2&left=1",
            "The first 2 games were imported. The last one was left out: import it in a minute, from a separate file.",
        ),
        (
            "imported=1&left=2",
            "The first game was imported. The other 2 were left out: import them in a minute, from a separate file.",
        ),
    ],
)
def test_the_sentence_about_imported_games_agrees_in_number(shared_server: WebServer, query: str, words: str) -> None:
    with shared_server.browser("10.9.1.5") as ada:
        assert words in ada.get(f"/games?{query}").text


def form_of(secret: str, text: str, once: str = "") -> dict[str, dict[str, str]]:
    """Return the request options of a form as the page sends it."""
    data = {"text": text, "once": once}
    return {"headers": {"cookie": f"{COOKIE}={secret}"}, "data": data}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    with application(tmp_path_factory.mktemp("list") / "games.sqlite3") as made:
        yield made


def test_imported_games_count_as_created_games(tmp_path: Path) -> None:
    with application(tmp_path / "games.sqlite3", limits={RequestKind.CREATE: [RateLimit(12, 3600)]}) as app:

        def send(games: int) -> httpx.Response:
            return app.request("POST", "/games/import", **form_of(secret, "b2\nX wins\n" * games))

        secret = new_secret()
        assert send(5).headers["location"] == "/games?imported=5"
        assert send(4).headers["location"] == "/games?imported=4"
        assert send(100).headers["location"] == "/games?imported=3&left=97"
        refused = send(2)
        assert refused.status_code == 429
        assert 0 < int(refused.headers["retry-after"]) <= 3600
        assert app.request("POST", "/api/v1/games", json={}).status_code == 429
        assert len(app.run(app.store.games_of(hashed(secret), limit=1000))) == 12


@pytest.mark.parametrize("which", [1, 2, 4, 8, 9])
def test_a_failed_import_stores_no_game_and_can_be_repeated(app: Application, which: int) -> None:
    """Each of four games takes two statements, for the game and for its key. One of these or the commit fails."""
    done = 0

    def fail(*_: object) -> None:
        nonlocal done
        done += 1
        if done == which:
            raise OperationalError("any", {}, sqlite3.OperationalError("disk I/O error"))

    event.listen(app.store.writing, "before_cursor_execute", fail)
    event.listen(app.store.writing, "commit", fail)
    secret = new_secret()
    first = app.request("POST", "/games/import", **form_of(secret, FORMS["moves"], new_secret()))
    event.remove(app.store.writing, "before_cursor_execute", fail)
    event.remove(app.store.writing, "commit", fail)
    assert first.status_code == 503
    assert "the disk reports an error" in first.text
    assert "No games yet" in first.text
    again = form_of(secret, FORMS["moves"], *re.findall(r'name="once" value="([^"]+)"', first.text))
    for _ in range(2):
        assert app.request("POST", "/games/import", **again).headers["location"] == "/games?imported=4"
    kept = app.run(app.store.games_of(hashed(secret)))
    assert [game.rules for game in kept] == [game.start.game.name for game in GAMES], "the first game is on top"


def test_repeating_an_import_keeps_a_game_that_was_continued(app: Application) -> None:
    sent = form_of(secret := new_secret(), FORMS["moves"], new_secret())
    app.request("POST", "/games/import", **sent)
    game = app.run(app.store.games_of(hashed(secret)))[1]
    for ply, move in enumerate(["c3", "a3"], 2):
        app.run(app.games.client(secret).change(game.id, changes.move(ply, move)))
    app.request("POST", "/games/import", **sent)
    kept = app.run(app.store.games_of(hashed(secret)))
    assert sorted(len(game.moves) for game in kept) == [1, 2, 3, 3, 4]


def test_an_invalid_game_stops_the_whole_import(shared_server: WebServer) -> None:
    with shared_server.browser("10.9.1.3") as ada:
        answer = ada.send("/games/import", text="b2\nX wins\nb2 b2")
        assert answer.status_code == 400
        assert "Game 2 of 2: move 2: " in answer.text
        assert listed(ada) == 0


@pytest.mark.parametrize("asked", ["imported=0", "imported=-1", "imported=<b>", "imported=", "left=3"])
def test_invalid_numbers_in_the_url_are_ignored(shared_server: WebServer, asked: str) -> None:
    with shared_server.browser("10.9.1.4") as ada:
        assert 'id="note"' not in ada.get(f"/games?{asked}").text


class Lists:
    """The list of games on the page without a server, in one browser."""

    def __init__(self) -> None:
        self.browser = BrowserHost()
        self.browser.request("GET", "/")

    def imports(self, *texts: str) -> "Lists":
        self.browser.request("POST", "/games/import", data={"text": "\n\n".join(texts)})
        return self

    def page(self, path: str = "/games") -> str:
        return self.browser.request("GET", path)[0].body.decode()

    def boxes(self, path: str = "/games") -> list[dict[str, str]]:
        return Read(self.page(path)).all("input", name="id")


def test_several_games_are_deleted_at_once() -> None:
    person = Lists().imports("x: A\nb2 a1", "x: B\nb2 a1", "x: C\nb2 a1")
    ids = [box["value"] for box in person.boxes()]
    assert len(ids) == 3
    path, headers = "/games/delete", {"x-part": "1"}
    nothing, _ = person.browser.request("POST", path, data={"q": ""}, headers=headers)
    assert (nothing.status, "Choose the games first" in nothing.body.decode()) == (400, True)
    some, _ = person.browser.request("POST", path, data={"id": ids[:2]}, headers=headers)
    assert "2 games were deleted." in some.body.decode()
    assert [box["value"] for box in person.boxes()] == ids[2:]


def test_all_games_of_a_page_can_be_chosen_without_scripts() -> None:
    person = Lists().imports("x: A\nb2 a1", "x: B\nb2 a1")
    assert not any("checked" in box for box in person.boxes())
    assert all("checked" in box for box in person.boxes("/games?all=1"))


def test_results_are_told_in_words_and_boards_are_shown() -> None:
    person = Lists().imports("x: Ada\na1 b1 a2 b2 a3", "x: A\nb2 a1 c3 a3 a2 c2 b1 b3 c1", "x: A\nb2 a1")
    person.imports("(;GM[1]SZ[3]PB[Ada]PW[Grace]RE[W+R];B[bb])")
    text = Read(person.page()).text
    for words in ("Ada won in 5 moves", "Draw after 9 moves", "X to move, after 2 moves", "Ada resigned. Grace wins."):
        assert words in text
    assert person.page().count('<svg class="thumb"') == 4
    assert person.page().count('class="n-root"') == 1, "the winning line"


STORED = [
    StoredGame(new_secret(), x=StoredSeat("X", x), o=StoredSeat("O", o), moves=read_moves(moves).moves)
    for x, o, moves in [
        ("", "easy", "a1 b1 a2 b2 a3"),
        ("", "easy", "a1 b1 a2 b2 c3"),
        ("easy", "", "a1 b1 a2 b2 a3"),
        ("", "perfect", "b2 a1 c3 a3 a2 c2 b1 b3 c1"),
        ("", "", "a1 b1 a2 b2 a3"),
        ("easy", "hard", "a1 b1 a2 b2 a3"),
    ]
]


def browser_store(rows: MemoryRows) -> BrowserStore:
    return BrowserStore(rows, lambda: 1, lambda id, version: None)


async def stored_results(make: Callable[[], GameStore]) -> Counter[GameResult]:
    store = make()
    await store.create_all([(game, [("me", "own")]) for game in STORED])
    return await store.results("me")


@pytest.mark.parametrize("host", ["server", "browser"])
def test_results_against_the_computer_are_counted(host: str, tmp_path: Path) -> None:
    if host == "server":
        with application(tmp_path / "games.sqlite3") as app:
            results = app.run(stored_results(lambda: app.store))
            assert app.run(app.store.results("other")) == {}
    else:
        results = asyncio.run(stored_results(lambda: browser_store(MemoryRows())))
    assert results == {
        ("3,3,3", "", "easy", "x"): 1,
        ("3,3,3", "easy", "", "x"): 1,
        ("3,3,3", "", "perfect", "tie"): 1,
    }


def test_the_list_shows_the_score_by_game_and_level() -> None:
    person = Lists()
    assert "Against the computer" not in person.page()
    asyncio.run(stored_results(lambda: browser_store(person.browser.rows)))
    rows = re.findall(r"<tr><td>tic-tac-toe</td>(.*?)</tr>", person.page())
    assert [re.findall(r">(\w+)</td>", row) for row in rows] == [["easy", "1", "0", "1"], ["perfect", "0", "1", "0"]]
