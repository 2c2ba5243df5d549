"""Texts and links for sharing a game, and boards that other sites embed."""

import html
import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from noughts.rules.files.sgf import write_sgf
from noughts.rules.notation import position
from noughts.rules.record import read_moves
from noughts.web.model.study import read
from noughts.web.pages.analyse.sharing import share_view
from tests.web.browser.hosts import Browser
from tests.web.exploring import Client, Read
from tests.web.web_server import Application

BASE = "https://example.org/"
WON = "a1,b1,a3,a2,c3,b3,b2"  # O's first move gave the draw away


def values(page: str) -> dict[str, str]:
    """Return the texts that a page offers to copy, by their names."""
    fields = {
        **dict(re.findall(r'<input id="take-([^"]*)" readonly value="([^"]*)"', page)),
        **dict(re.findall(r'<textarea id="take-([^"]*)" readonly[^>]*>([^<]*)</textarea>', page)),
    }
    return {name: html.unescape(text) for name, text in fields.items()}


def test_a_finished_game_offers_everything() -> None:
    page = Client().get(f"/analyse?moves={WON}&x_name=Ada").text
    taken = values(page)
    assert taken["as-emoji"] == (
        f"tic-tac-toe: Ada won in 7 moves\n❌⭕⬜\n⭕❌⬜\n❌⭕❌\nhttp://localhost/analyse?moves={WON}&x_name=Ada"
    )
    assert taken["link-to-this-page"] == f"http://localhost/analyse?moves={WON}&x_name=Ada"
    assert taken["beat-me-from-here"] == "http://localhost/play/link?moves=a1", "O to move, before the mistake"
    assert "after 1 move, O to move" in page
    assert taken["on-your-own-page"].startswith('<iframe src="http://localhost/embed?moves=a1')
    assert "Ada wins" in Read(page).text
    for name in ("board.svg", "game.svg"):
        (url,) = set(re.findall(rf'href="(analyse/{name}[^"]*)"', page))
        assert Client().get(f"/{html.unescape(url)}").text.startswith("<svg")


@pytest.mark.parametrize("name", ["board.svg", "game.svg"])
@pytest.mark.parametrize(("game", "is_panel"), [("7,6,4 gravity", True), ("7,6,4", False)])
def test_a_picture_has_discs_as_the_page_has(name: str, game: str, is_panel: bool) -> None:
    picture = Client().get(f"/analyse/{name}?game={game}&moves=d6,c6").text
    assert ('class="n-panel"' in picture) == ('class="n-disc-x"' in picture) == is_panel


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"moves": WON}, "tic-tac-toe: X won in 7 moves"),
        ({"moves": WON, "x_name": "You", "o_name": "Computer"}, "tic-tac-toe: I won in 7 moves"),
        ({"moves": WON, "at": "3"}, "tic-tac-toe: O to move, after 3 moves"),
        ({"moves": "b2,a1", "ended": "x resigned", "o_name": "Grace"}, "tic-tac-toe: Grace won in 2 moves"),
        ({"moves": "b2,a1", "ended": "draw agreed"}, "tic-tac-toe: draw agreed after 2 moves"),
        ({"game": "7,6,4 gravity"}, "connect four: X to move"),
    ],
)
def test_the_result_is_told_to_others(query: dict[str, str], words: str) -> None:
    view = share_view(read(query), BASE)
    assert view.said == words
    assert view.emoji.startswith(f"{words}\n")
    assert view.emoji.endswith(view.link)


@pytest.mark.parametrize(
    ("moves", "marks", "at", "challenge"),
    [
        (WON, ["", "?", "", "", "", "", ""], 7, "a1"),
        (WON, ["?", "", "", "", "", "", ""], 7, None),  # the winner's mistake
        (WON, [], 7, None),
        (WON, [], 4, "a1,b1,a3,a2"),
        ("b2,a1", [], 2, "b2,a1"),
    ],
)
def test_a_challenge_begins_where_a_friend_can_do_better(
    moves: str, marks: list[str], at: int, challenge: str | None
) -> None:
    view = share_view(read({"moves": moves, "at": str(at), "x_name": "You"}), BASE, marks)
    assert view.challenge == ("" if challenge is None else f"{BASE}play/link?moves={challenge}")


def test_emoji_are_read_again_on_analyse() -> None:
    view = share_view(read({"moves": "b2,a1"}), BASE)
    board = "\n".join(view.emoji.splitlines()[1:-1])
    assert position(board) == read({"moves": "b2,a1"}).position


def test_a_finished_game_opens_in_review_and_offers_a_rematch(tmp_path: Path) -> None:
    browser = Browser()
    browser.request("GET", "/")
    text = write_sgf(read_moves("x: Ada\no: Grace\na1 b1 a3 a2 c3 b3 b2"))
    _, path = browser.request("POST", "/games/import", data={"text": text})
    reply, _ = browser.request("GET", "/games")
    assert f'href="{path.lstrip("/")}/analyse"' in reply.body.decode()
    reply, _ = browser.request("GET", f"{path}/analyse?share=1")
    page = reply.body.decode()
    assert '<details id="souvenir" class="share" open>' in page
    assert "Learn from your mistakes" in page
    version = re.search(rf'action="{path.lstrip("/")}/new".*?name="version" value="(\d+)"', page, re.DOTALL)
    assert version
    reply, after = browser.request("POST", f"{path}/new", data={"version": version[1]})
    assert after != path
    assert "Ada" in reply.body.decode()


@pytest.mark.parametrize(
    "query", ["", "moves=b2,a1&at=1", "game=7,6,4+gravity&moves=d6", "game=3x3x3", "start=o_x/x2_/x2o"]
)
def test_an_embedded_board_has_steps_and_a_way_to_the_whole_page(query: str) -> None:
    page = Client().get(f"/embed?{query}").text
    (whole,) = re.findall(r'href="(analyse[^"]*)" target="_blank"', page)
    assert read(dict(parse_qsl(urlsplit(html.unescape(whole)).query))) == read(dict(parse_qsl(query)))
    buttons = Read(page).all("button", name="cell")
    assert buttons
    assert all(button["aria-disabled"] == "true" for button in buttons), "nothing can be pressed"
    steps = re.findall(r'href="(embed[^"]*)"', page)
    assert bool(steps) == ("moves" in query)
    for step in steps:
        assert Client().get(f"/{html.unescape(step)}").status_code == 200


def test_only_embedded_boards_may_be_in_frames_and_they_set_no_cookies(tmp_path: Path) -> None:
    app = Application(tmp_path / "games.sqlite3")
    for path in ("/", "/analyse?moves=b2", "/embed?moves=b2", "/play/link", "/embed/x", "/play/embed", "/games"):
        response = app.request("GET", path)
        framed = urlsplit(path).path == "/embed"
        assert ("frame-ancestors *" in response.headers["content-security-policy"]) == framed, path
        assert ("frame-ancestors 'none'" in response.headers["content-security-policy"]) != framed, path
        assert ("set-cookie" in response.headers) != framed, path
    app.close()


def test_an_impossible_board_is_explained() -> None:
    response = Client().get("/embed?moves=b2,b2")
    assert response.status_code == 409
    assert "b2 is taken" in response.text


def test_moves_as_text_keep_variations_and_comments() -> None:
    query = "moves=b2+a1+(c1+c3+{good})+c3&x_name=Ada"
    text = Client().get(f"/analyse/moves.txt?{query}").text
    assert "b2 a1 (c1 c3 {good}) c3" in text
    assert "x: Ada" in text
