"""The tabs of the header: one game and one position through all of them, without scripts."""

import html
import re
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

import pytest

from noughts.web.auth import COOKIE, new_secret
from noughts.web.model.exploration import Exploration
from noughts.web.model.study import Study, read
from tests.web.browser.hosts import Browser
from tests.web.web_server import Application, application


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    with application(tmp_path_factory.mktemp("tabs") / "games.sqlite3", seed=1) as made:
        yield made


def tabs(page: str) -> dict[str, str]:
    """Return where the tabs of a page lead, by their words."""
    found = re.search(r"<nav aria-label=.Pages.>(.*?)</nav>", page, re.DOTALL)
    assert found
    return {words: html.unescape(url) for url, words in re.findall(r'<a href="([^"]*)"[^>]*>(\w+)</a>', found[1])}


def study_of(url: str) -> Study:
    return read(dict(parse_qsl(urlsplit(url).query)))


class Visitor:
    """A person who presses tabs."""

    def __init__(self) -> None:
        self._browser = Browser()
        self.goes("/")

    def goes(self, path: str) -> "Visitor":
        reply, self.path = self._browser.request("GET", path)
        self.page = reply.body.decode()
        return self

    def sends(self, path: str, **fields: str) -> "Visitor":
        reply, self.path = self._browser.request("POST", path, data=fields)
        self.page = reply.body.decode()
        return self

    def opens(self, tab: str) -> "Visitor":
        return self.goes(f"/{tabs(self.page)[tab]}")


GAMES = [
    "moves=b2,a1,c3&at=2",
    "moves=b2,a1,c3&at=0",
    "game=4,4,4&moves=b2+a1+(b3+a2+{why})+c3&line=1&at=3",
    "game=7,6,4+gravity&moves=d6,d5,c6&x_name=Ada",
    "start=o_x/x2_/x2o+x",
    "game=3x3x3",
]


@pytest.mark.parametrize("query", GAMES)
@pytest.mark.parametrize("way", [["Explore", "Analyse"], ["Explore", "Explore", "Analyse", "Explore", "Analyse"]])
def test_analyse_and_explore_show_the_same_game_and_position(query: str, way: list[str]) -> None:
    person = Visitor().goes(f"/analyse?{query}")
    before = study_of(f"?{query}")
    for tab in way:
        person.opens(tab)
        if tab == "Explore":
            fields = dict(parse_qsl(urlsplit(person.path).query))
            assert Exploration.read(fields).position == before.position
    assert study_of(person.path) == before


def test_a_move_on_explore_belongs_to_the_game() -> None:
    person = Visitor().goes("/analyse?moves=b2,a1,c3&at=1").opens("Explore")
    fields = dict(parse_qsl(urlsplit(person.path).query))
    after = Exploration.read(fields).play("8")
    assert after.study == study_of("?moves=b2,a1,c3&at=1").play(8)
    assert Exploration.read(after.fields) == after


def test_a_position_that_is_set_up_on_explore_leaves_the_game() -> None:
    fields = {"from": "moves=b2,a1", "position": "x_o/3_/3_ x"}
    assert Exploration.read(fields).study is None
    for damaged in ("moves=zz", "%%%", "&&", "x" * 3000, "at=99"):
        assert Exploration.read({"position": "x_o/3_/3_ x", "from": damaged}).study is None


@pytest.mark.parametrize("way", [["Analyse"], ["Explore"], ["Analyse", "Explore"], ["Explore", "Analyse"], ["Games"]])
def test_play_continues_the_game_in_progress(way: list[str]) -> None:
    person = Visitor().sends("/play/move", mode="here", cell="4")
    game = person.path
    for tab in way:
        person.opens(tab)
        assert tab == "Games" or study_of(f"?{_study_query(person.path)}").record.moves == (4,)
    assert person.opens("Play").path == game


def _study_query(path: str) -> str:
    query = urlsplit(path).query
    return dict(parse_qsl(query)).get("from", query)


def test_play_continues_from_the_page_of_a_lesson_too() -> None:
    person = Visitor().sends("/play/move", mode="here", cell="4")
    game = person.path
    for page in ("/learn", "/learn/01-positions-and-rules", "/grade"):
        assert person.goes(page).opens("Play").path == game
    assert person.goes("/learn").opens("Explore").opens("Play").path == game


def test_another_move_on_analyse_still_belongs_to_the_game_in_progress() -> None:
    person = Visitor().sends("/play/move", mode="here", cell="4")
    game = person.path
    person.opens("Analyse").goes(f"{person.path}&cell=0").goes(f"{person.path}&cell=8")
    assert person.opens("Play").path == game


def test_play_begins_in_an_analysed_position() -> None:
    person = Visitor().goes("/analyse?game=4,4,4&moves=b2,a1,c3&at=3").opens("Play")
    assert "b2, X" in person.page
    assert "a1, O" in person.page
    fields = dict(parse_qsl(urlsplit(person.path).query))
    assert fields["side"] == "o", "the person plays on for the player to move"
    begun = person.sends("/play/move", **fields, mode="here", cell="15", ply="0")
    assert "d4, O, last move" in begun.page


def test_a_game_that_is_over_is_followed_by_a_new_one_of_its_kind() -> None:
    person = Visitor().goes("/analyse?game=4,4,4+misere&moves=a1,a2,b1,b2,c1,c2,d1").opens("Play")
    assert person.path == "/play?game=4,4,4+misere"


def test_choosing_another_game_leaves_the_position() -> None:
    person = Visitor().goes("/play?game=4,4,4&start=x3_/4_/4_/4_+o&of=4,4,4")
    assert "a1, X" in person.page
    person.goes("/play?game=4,4,4&start=x3_/4_/4_/4_+o&of=4,4,4&game=tictactoe")
    assert 'id="c8"' in person.page
    assert 'id="c9"' not in person.page
    assert "a1, X" not in person.page


def test_a_running_game_by_link_is_not_one_press_from_its_analysis(app: Application) -> None:
    headers = {"cookie": f"{COOKIE}={new_secret()}"}
    made = app.request("POST", "/play/invite", headers=headers, data={"game": "tictactoe"})
    path = made.headers["location"].lstrip("/")
    for page in (
        app.request("GET", f"/{path}", headers=headers).text,
        app.request("GET", "/games", headers=headers).text,
    ):
        assert (tabs(page)["Play"], tabs(page)["Analyse"], tabs(page)["Explore"]) == (path, "analyse", "explore")
    for tab in ("analyse", "explore"):
        assert app.request("GET", f"/{path}/{tab}", headers=headers).status_code == 403
    assert tabs(app.request("GET", "/play/link?moves=b2").text)["Analyse"] == "analyse"
