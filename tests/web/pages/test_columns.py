"""Where discs fall, people name a move by its column. Screen readers still name each cell."""

import re

import pytest

from noughts.rules.gallery import game
from noughts.web.pages.columns import move_name
from tests.web.exploring import Client, Read

GAME = "game=5,4,4+gravity&moves=a4,b4,a3,b3,a2,c4,d4,b2,e4,b1"
CELL = re.compile(r"\b[a-e][1-4]\b")


@pytest.fixture(scope="module")
def client() -> Client:
    return Client()


def test_other_moves_are_named_by_their_cells() -> None:
    names = [move_name(game(name), 0) for name in ("connect four", "tictactoe", "4x4x4 gravity")]
    assert names == ["a", "a1", "a1a"]


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (f"/analyse?{GAME}", "O wins with the row in column b."),
        (f"/analyse?{GAME}&at=6", "X to move"),
        (f"/analyse/mistakes?{GAME}&n=2&answer=1", "The answer: column"),
    ],
)
def test_a_page_names_moves_by_column_and_cells_for_screen_readers(client: Client, path: str, words: str) -> None:
    page = Read(client.get(path).text)
    assert words in page.text
    assert CELL.findall(page.text) == []
    labels = [cell["aria-label"] for cell in page.all("button", name="cell") if "aria-label" in cell]
    assert [CELL.match(label) is not None for label in labels] == [True] * 20


@pytest.mark.parametrize(
    ("url", "words"),
    [
        (
            "game=connect+four&moves=d1",
            "Move 1: a disc in column d falls to the lowest free place, so write only its column: d.",
        ),
        ("game=connect+four&moves=ddddddd", "Move 7: column d is full."),
        ("game=5,4,4+gravity&moves=dddd&cell=3", "Column d is full."),
        ("game=connect+four&start=x41_ x", "There is a gap below a disc in column a."),
    ],
)
def test_a_refused_move_is_explained_by_columns(client: Client, url: str, words: str) -> None:
    assert words in Read(client.get(f"/analyse?{url}").text).text


@pytest.mark.parametrize("narrow", ["", "&narrow=1"])
def test_the_picture_of_the_history_names_moves_by_column(client: Client, narrow: str) -> None:
    picture = client.get(f"/analyse/history.svg?{GAME}{narrow}").text
    names = re.findall(r'<text class="n-name"[^>]*>([^<]*)<', picture)
    assert " ".join(names) == "X a O b X a O b X a O c X d O b X e O b"
