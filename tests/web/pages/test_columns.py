"""Where discs fall, people name a move by its column. Screen readers still name each cell."""

import re

import pytest

from noughts.rules.gallery import game
from noughts.web.pages.columns import by_column, move_name
from tests.web.exploring import Client, Read

GAME = "game=5,4,4+gravity&moves=a4,b4,a3,b3,a2,c4,d4,b2,e4,b1"
CELL = re.compile(r"\b[a-e][1-4]\b")


@pytest.fixture(scope="module")
def client() -> Client:
    return Client()


@pytest.mark.parametrize(
    ("cells", "columns"),
    [
        ("d4 keeps the draw; O must then answer c3.", "Column d keeps the draw; O must then answer c."),
        ("e1 wins at once: a3-b3-c3-d3 is complete.", "Column e wins at once: the row from a to d is complete."),
        ("d1 blocks d1-d2-d3-d4.", "Column d blocks the row in column d."),
        ("Then O wins at b3 or e2. c1 holds out.", "Then O wins at b or e. Column c holds out."),
        (
            "O must block aa9. Instead, a2 wins.\nc2 and a3 keep it.",
            "O must block aa. Instead, column a wins.\nc and a keep it.",
        ),
        ("c1 and e1-d2-c3-b4 are complete: 9. b1 ??", "c and the row from b to e are complete: 9. b ??"),
        ("X wins in 3 plies on 2 rows.", "X wins in 3 plies on 2 rows."),
    ],
)
def test_sentences_name_moves_by_their_columns(cells: str, columns: str) -> None:
    assert by_column(cells, game("connect four")) == columns
    assert by_column(cells, game("gomoku")) == by_column(cells, game("4x4x4 gravity")) == cells


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
