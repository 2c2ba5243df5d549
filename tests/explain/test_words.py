"""Advice in words says what the analysis says."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Player, Position, analyse, game, position
from noughts.explain.words import advice, either, game_words, oddity


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("o_x/x2_/x2o x", "b2 wins at once."),
        ("9_ x", "a1 keeps the draw; O must then answer b2: the other 7 replies lose."),
        ("o2_/_x_/3_ x", "b1 keeps the draw; O must then answer b3: the other 5 replies lose."),
        ("oxx/xxo/_o_ o", "a3 keeps the draw."),
        ("x2_/_o_/2_x o", "b1 keeps the draw"),
        ("xo_/3_/3_ x", "wins in 5."),
        ("x_x/_o_/o_x o", "Every move loses; "),
    ],
)
def test_advice(text: str, said: str) -> None:
    assert said in advice(analyse(position(text)))


@pytest.mark.parametrize(
    ("text", "x", "o"),
    [("x2_/x2_/x2_ o", 3, 0), ("x2_/x2_/3_ o", 2, 0), ("3_/_x_/3_ x", 1, 0), ("oxx/xxo/_o_ x", 4, 3)],
)
def test_a_board_that_cannot_come_up_is_told_by_its_counts(text: str, x: int, o: int) -> None:
    turn = text[-1].upper()
    said = f"{x} X and {o} O with {turn} to move cannot come up in play; the board is taken as it is."
    assert oddity(position(text)) == said


@given(st.lists(st.integers(0, 8), unique=True), st.sampled_from(Player))
def test_nothing_is_odd_about_a_game_that_was_played(cells: list[int], first: Player) -> None:
    at = Position(game("tictactoe"), turn=first)
    for cell in cells:
        assert oddity(at) == ""
        at = at if at.is_over else at.play(cell)


def test_the_answers_named_are_all_that_do_not_lose() -> None:
    for text in ("9_ x", "o2_/_x_/3_ x", "x2_/_o_/2_x o"):
        analysis = analyse(position(text))
        named = re.search(r"must then answer (.*): the other (\d+|reply)", advice(analysis))
        assert named
        best = analysis.best[0]
        holding = {m.name for m in analyse(best.position).moves if m.score > -1}
        assert set(re.split(r", | or ", named[1])) == holding


def test_advice_on_an_estimate_says_that_it_is_one() -> None:
    assert "an estimate" in advice(analyse(Position(game("gomoku")), nodes=10))


def test_advice_when_it_is_over() -> None:
    assert advice(analyse(position("3x/2o_/3_"))) == "The game is over: there is no move to recommend."


@pytest.mark.parametrize(("words", "said"), [(["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")])
def test_either(words: list[str], said: str) -> None:
    assert either(words) == said


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tictactoe", "3 × 3, three in a row"),
        ("connect four", "7 × 6, four in a row, stones fall"),
        ("3x3x3 misere", "3 × 3 × 3, three in a row, who completes a row loses"),
        ("20,20,12 torus", "20 × 20, 12 in a row, rows run on around the edges"),
        ("3,3,3 full=o", "3 × 3, three in a row, O wins a full board"),
    ],
)
def test_game_words(name: str, said: str) -> None:
    assert game_words(game(name)) == said
