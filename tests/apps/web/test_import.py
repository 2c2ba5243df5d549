"""A file of several games: all come into the list, or it is said how many did not and why."""

import re

import pytest

from noughts.apps.web.listed import read_game, read_games
from noughts.rules.errors import NoughtsError
from noughts.rules.record import read_moves, write_moves
from noughts.rules.sgf import write_sgf
from tests.apps.web.web_server import Browser, WebServer

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
    assert read_games(text) == (GAMES, 0)
    assert read_games(f"\ufeff\n{text}", most=3) == (GAMES[:3], 1)
    assert read_game(text) == GAMES[0]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("rest", ["(;GM[4]SZ[3];B[", "game: 4,4\nzz", "trailing", ")"])
def test_where_one_is_wanted_a_damaged_other_does_no_harm(form: str, rest: str) -> None:
    assert read_game(FORMS[form] + rest) == GAMES[0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (FORMS["sgf"] + "(;GM[4]SZ[3];B[zz])", r"game 5 of 5: \[zz\] is no point"),
        (FORMS["moves"] + "x: Eve\nb2 b2", "game 5 of 5: move 2: "),
        ("b2 b2", "^move 2: "),
        ("game: 30,30,5\na1\nX wins\nb2", "game 1 of 2: a board on the page has at most 400 cells"),
    ],
)
def test_a_game_that_cannot_be_read_is_named(text: str, words: str) -> None:
    with pytest.raises(NoughtsError, match=words):
        read_games(text)


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_all_games_come_into_the_list_once(shared_server: WebServer, text: str) -> None:
    with shared_server.browser("10.9.1.1") as ada:
        (once,) = set(re.findall(r'name="once" value="([^"]+)"', ada.get("/games").text))
        for _ in range(2):  # sent twice, it counts once
            came = ada.send("/games/import", text=text, once=once)
            assert (came.status_code, came.headers["location"]) == (303, "/games?imported=4")
            assert listed(ada) == 4
        assert "4 games were imported." in ada.get("/games?imported=4").text


def test_of_very_many_it_is_said_how_many_were_left_out(shared_server: WebServer) -> None:
    with shared_server.browser("10.9.1.2") as ada:
        came = ada.send("/games/import", text="b2\nX wins\n" * 103)
        assert came.headers["location"] == "/games?imported=100&left=3"
        said = "The first 100 games were imported, the other 3 were left out: import them from a shorter file."
        assert said in ada.get(came.headers["location"]).text


def test_if_one_cannot_be_read_none_is_kept(shared_server: WebServer) -> None:
    with shared_server.browser("10.9.1.3") as ada:
        answer = ada.send("/games/import", text="b2\nX wins\nb2 b2")
        assert answer.status_code == 400
        assert "Game 2 of 2: move 2: " in answer.text
        assert listed(ada) == 0


@pytest.mark.parametrize("asked", ["imported=0", "imported=-1", "imported=<b>", "imported=", "left=3"])
def test_an_address_says_nothing_else(shared_server: WebServer, asked: str) -> None:
    with shared_server.browser("10.9.1.4") as ada:
        assert 'id="note"' not in ada.get(f"/games?{asked}").text
