"""A game in a link: the URL holds the game, and every move makes a new URL."""

import html
import re

import pytest

from tests.web.exploring import Client, Read


def link_of(page: str) -> str:
    """Return the link that the page offers to copy."""
    (found,) = re.findall(r'id="link"[^>]* value="([^"]*)"', page)
    return html.unescape(found)


def test_a_whole_game_goes_to_and_fro_in_links() -> None:
    client = Client()
    place = "/play/link"
    for cell in (0, 3, 1, 4, 2):  # X completes the first row
        page = client.get(place)
        assert "Press a square" in page.text or "Your move" in page.text
        after = client.get(f"{place}{'&' if '?' in place else '?'}cell={cell}")
        assert not Read(after.text).all("button", name="cell", **{"aria-disabled": "false"})
        place = link_of(after.text).removeprefix("http://localhost")
    assert place == "/play/link?moves=a1,a2,b1,b2,c1"
    assert "X wins." in client.get(place).text
    assert "Review this game" in client.get(place).text


def test_opening_a_link_shows_the_friend_to_move_by_name() -> None:
    page = Client().get("/play/link?moves=b2&x_name=Ann&o_name=<i>Bob").text
    assert "Your move, &lt;i&gt;Bob (O)." in page
    assert 'id="link"' not in page


def test_a_move_can_be_taken_back_before_it_is_sent() -> None:
    page = Client().get("/play/link?moves=b2,a1&sent=1").text
    assert 'href="play/link?moves=b2"' in page


@pytest.mark.parametrize(
    ("query", "words"),
    [("moves=b2&cell=4", "b2 is taken"), ("moves=b2,b2", "b2 is taken"), ("game=nonsense", "Unknown game")],
)
def test_an_impossible_link_gets_a_sentence(query: str, words: str) -> None:
    response = Client().get(f"/play/link?{query}")
    assert 400 <= response.status_code < 500
    assert words in response.text


@pytest.mark.parametrize("game", ["connect four", "4,4,4", "misere", "cube", "torus"])
def test_every_game_fits_in_a_link(game: str) -> None:
    page = Client().get("/play/link", {"game": game, "cell": "0"}).text
    assert "Now send this link" in page


def test_the_page_offers_it_where_there_is_a_server_too() -> None:
    assert 'href="play/link?game=tictactoe"' in Client().get("/play?mode=link").text
