"""Short texts: advice agrees with the analysis, and grammar is right."""

import re
from contextlib import suppress
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Game, Player, Position, RulesError, analyse, game, open_lines, position
from noughts.explain.scores import estimate_words
from noughts.explain.words import (
    advice,
    count_losing,
    game_words,
    join_and,
    join_or,
    open_lines_words,
    unreachable_note,
)
from tests.strategies import named_games, positions


@pytest.mark.parametrize(
    ("text", "expected"),
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
def test_advice_agrees_with_the_analysis(text: str, expected: str) -> None:
    assert expected in advice(analyse(position(text)))


@pytest.mark.parametrize(
    ("text", "x", "o"),
    [("x2_/x2_/x2_ o", 3, 0), ("x2_/x2_/3_ o", 2, 0), ("3_/_x_/3_ x", 1, 0), ("oxx/xxo/_o_ x", 4, 3)],
)
def test_impossible_stone_counts_are_reported(text: str, x: int, o: int) -> None:
    turn = text[-1].upper()
    expected = f"{x} X and {o} O with {turn} to move cannot come up in play; the board is taken as it is."
    assert unreachable_note(position(text)) == expected


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("o_o/3x/_o_", "tictactoe", "X has a row and is to move: this cannot come up in play"),
        ("o_o/3x/_o_ o", "tictactoe", ""),  # if O began
        ("3x/oo_/3_", "tictactoe", ""),
        ("3x/oo_/3_ x", "tictactoe", "3 X and 2 O with X to move cannot come up in play"),
        ("3x/o_o/3x o", "tictactoe", "6 X and 2 O with O to move cannot come up in play"),
        ("3x_/oo2_/3x_/o_oo o", "4,4,3", "No last move completes X's rows: this cannot come up in play"),
        ("3x_/oo2_/x_o_/x_o_ o", "4,4,3", ""),  # a1 completes both rows
        ("4_/oox_/3xo o", "4,3,3 gravity", "No last move completes X's rows: this cannot come up in play"),
        ("4_/oo2_/3x_ o", "4,3,3 gravity", ""),
        ("3x/oo_/3_", "misere", ""),
    ],
)
def test_finished_positions_that_cannot_come_up_are_reported(text: str, name: str, expected: str) -> None:
    note = unreachable_note(position(text, name))
    assert note.startswith(expected)
    assert bool(note) == bool(expected)


@given(st.data(), named_games, st.sampled_from(Player))
def test_positions_from_play_have_no_note(data: st.DataObject, here: Game, first: Player) -> None:
    at = Position(here, turn=first)
    for choice in data.draw(st.lists(st.integers(0, 10**6), max_size=len(here.board))):
        assert unreachable_note(at) == ""
        at = at if at.is_over else at.play(at.moves[choice % len(at.moves)])
    assert unreachable_note(at) == ""


def test_every_position_without_a_note_comes_up_in_play() -> None:
    """On 3 × 3, checked against all positions that play reaches, with either player to begin."""
    reachable, tier = set[Position](), {Position(turn=player) for player in Player}
    while tier:
        reachable |= tier
        tier = {at.play(move) for at in tier for move in at.moves}
    for marks in product("_xo", repeat=9):
        for turn in Player:
            with suppress(RulesError):
                at = position("".join(marks), turn=turn)
                assert (unreachable_note(at) == "") == (at in reachable), at


def test_the_named_replies_are_exactly_those_that_do_not_lose() -> None:
    for text in ("9_ x", "o2_/_x_/3_ x", "x2_/_o_/2_x o"):
        analysis = analyse(position(text))
        named = re.search(r"must then answer (.*): the other (\d+|reply)", advice(analysis))
        assert named
        best = analysis.best[0]
        holding = {m.name for m in analyse(best.position).moves if m.result > -1}
        assert set(re.split(r", | or ", named[1])) == holding


@pytest.mark.slow
def test_advice_says_if_it_is_based_on_an_estimate() -> None:
    text = advice(analyse(Position(game("gomoku")), 10))
    assert re.fullmatch(r"h8 looks best \(estimate [+−]0\.\d\d\)\.", text)


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        (0.314, "estimate +0.31"),
        (-0.5, "estimate −0.50"),
        (0.0, "estimate 0.00, even"),
        (-0.004, "estimate 0.00, even"),
    ],
)
def test_an_estimate_of_zero_has_no_sign(score: float, expected: str) -> None:
    assert estimate_words(score) == expected


def test_advice_after_the_end_of_the_game() -> None:
    assert advice(analyse(position("3x/2o_/3_"))) == "The game is over: there is no move to recommend."


@pytest.mark.parametrize(("words", "expected"), [(["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")])
def test_lists_of_words_are_joined(words: list[str], expected: str) -> None:
    assert join_or(words) == expected
    assert join_and(words) == expected.replace("or", "and")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tictactoe", "3 × 3, three in a row"),
        ("connect four", "7 × 6, four in a row, discs fall"),
        ("score four", "4 × 4 × 4, four in a row, marks fall"),
        ("3x3x3 misere", "3 × 3 × 3, three in a row, completing a row loses"),
        ("20,20,12 torus", "20 × 20, 12 in a row, rows wrap around the edges"),
        ("3,3,3 full=o", "3 × 3, three in a row, O wins a full board"),
    ],
)
def test_the_description_of_a_game(name: str, expected: str) -> None:
    assert game_words(game(name)) == expected


@pytest.mark.parametrize(
    ("text", "losing", "expected"),
    [
        ("x2_/3_/3_ o", 7, "7 of O's 8 replies lose"),
        ("x2_/3_/3_ o", 1, "1 of O's 8 replies loses"),
        ("x2_/3_/3_ o", 0, "none of O's replies loses"),
        ("oxx/xxo/oo_ x", 0, "X's only reply does not lose"),
        ("oxx/xxo/oo_ x", 1, "X's only reply loses"),
    ],
)
def test_a_count_of_losing_replies_says_whose_replies_they_are(text: str, losing: int, expected: str) -> None:
    assert count_losing(position(text), losing) == expected


@given(positions(named_games))
def test_an_estimate_says_which_open_lines_it_counts(position: Position) -> None:
    points = {}
    for player, listed, total in re.findall(
        r"([XO]) (?:none|([^()]+) \(([\d,]+) points\))", open_lines_words(position)
    ):
        counts = re.findall(r"([\d,]+) with (\d+) mark", listed)
        points[player] = sum(int(count.replace(",", "")) * 4 ** int(marks) for count, marks in counts)
        assert f"{points[player]:,}" == (total or "0")
    if position.game.full is None:
        estimate = open_lines(position) * (1 if position.turn is Player.X else -1)
        ahead = (points["O"] - points["X"]) if position.game.misere else (points["X"] - points["O"])
        assert (estimate > 0, estimate < 0) == (ahead > 0, ahead < 0)
