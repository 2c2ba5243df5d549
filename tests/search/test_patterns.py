"""Patterns: the pattern that a stone would make, and restoring patterns when stones are removed."""

from random import Random

import pytest

from noughts import Game, Position, game, position
from noughts.rules.board import cell_set, grid
from noughts.search.pattern_search import pattern_search
from noughts.search.pattern_weights import KINDS, PATTERN_WEIGHTS, THREAT, kind
from noughts.search.patterns import A_FOUR, A_THREAT, Patterns, is_fork


def gomoku(row: str, turn: str = "x") -> Position:
    return position("/".join(["15_"] * 7 + [row] + ["15_"] * 7) + f" {turn}", "gomoku")


@pytest.mark.parametrize("name", ["7,7,5", "7,7,5 exact", "5,5,4 torus", "6,5,4 torus exact", "3x3x3", "9,9,10"])
def test_placing_and_removing_stones_keeps_patterns_correct(name: str) -> None:
    here, random = game(name), Random(name)
    patterns, stones, played = Patterns(here, 0, 0), [0, 0], []
    empty = [list(worth) for worth in patterns.worth], [list(pairs) for pairs in patterns.pairs]
    for number, cell in enumerate(random.sample(range(len(here.board)), 12)):
        patterns.play(cell, number % 2)
        stones[number % 2] |= 1 << cell
        played.append(cell)
        anew = Patterns(here, stones[0], stones[1])
        assert (patterns.worth, patterns.pairs) == (anew.worth, anew.pairs)
    for cell in reversed(played):
        patterns.undo(cell)
    assert (patterns.worth, patterns.pairs) == empty


def test_fives_open_fours_and_fours_are_distinguished() -> None:
    four, three, closed = gomoku("4_4x7_"), gomoku("4_3x8_"), gomoku("3_o3x8_")
    for at, least in ((four, "five"), (three, "open_four")):
        patterns = Patterns(at.game, at.x, at.o)
        assert max(patterns.worth[0]) >= getattr(patterns, least)
    patterns = Patterns(closed.game, closed.x, closed.o)
    assert max(patterns.worth[0]) < patterns.open_four
    assert max(patterns.pairs[0]) >= A_FOUR


def test_a_five_is_not_an_open_four() -> None:
    at = gomoku("4x4_3x4_")
    names = [at.game.board.names[cell] for cell in Patterns(at.game, at.x, at.o).open_fours(0)]
    assert names == ["h8", "l8"]


def test_a_short_line_lacks_only_its_own_cells() -> None:
    here = Game("short and long", grid(5, 2), (0b11111, 0b111 << 5))
    patterns = Patterns(here, 0b11 << 5, 0)
    assert patterns.worth[0][7] >= patterns.five > max(patterns.worth[0][:5])


def test_each_side_prefers_its_own_open_three_to_an_equal_one_of_the_other_side() -> None:
    at = gomoku("2_3x5_3o2_")
    patterns = Patterns(at.game, at.x, at.o)
    for side, best in ((0, {"b8", "f8"}), (1, {"j8", "n8"})):
        assert {at.game.board.names[cell] for cell in patterns.promising(side, 2)} == best


def test_two_single_lines_that_lack_two_stones_are_not_a_threat() -> None:
    """Together they have the same weight as an open three, but they need no answer."""
    here = game("gomoku")
    corner, *stones = map(here.board.cell, ("a1", "b1", "c1", "a2", "a3"))
    patterns = Patterns(here, sum(1 << cell for cell in stones), 0)
    assert divmod(patterns.pairs[0][corner], KINDS) == (THREAT - 1, THREAT - 1)
    assert patterns.pairs[0][corner] < A_THREAT
    assert not is_fork(patterns.pairs[0][corner])


@pytest.mark.parametrize(
    ("row", "every", "some"),
    [
        ("4_3x8_", "d8 h8", "c8 d8 h8 i8"),  # an open three
        ("3_o3x8_", "", ""),  # a closed three
        ("3_o_3x7_", "e8 i8 j8", "e8 i8 j8"),  # an open three close to a stone
        ("4_2x_x7_", "d8 g8 i8", "d8 g8 i8"),  # a broken three
        ("4_2x2_2x5_", "", ""),  # none: the four is not open
        ("2_3x5_3x2_", "", "a8 b8 f8 g8 i8 j8 n8 o8"),  # two open threes, far apart
    ],
)
def test_the_cells_that_stop_all_open_fours(row: str, every: str, some: str) -> None:
    at = gomoku(row)
    cells = tuple(cell_set(map(at.game.board.cell, names.split())) for names in (every, some))
    assert Patterns(at.game, at.x, at.o).stops(0) == cells


@pytest.mark.parametrize(("turn", "cells"), [("x", "d8 h8"), ("o", "d8 h8")])
def test_an_open_three_is_extended_or_blocked(turn: str, cells: str) -> None:
    at = gomoku("4_3x8_", turn)
    result = pattern_search(at)
    assert at.game.board.names[result.move] in cells.split()
    assert all(-1 < score < 1 for score in result.scores.values())


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        ("15_", 2),  # an empty row
        ("7_x7_", 4),  # two stones on many lines
        ("4_ox4_o4_", 3),  # two stones on one line
        ("6_2x7_", 6),  # an open three
        ("5_o2x_o5_", 2),  # nothing: no line fits here
        ("4_o_2x2_o4_", 5),  # a closed three
        ("5_3x7_", 7),  # a four
        ("4_4x7_", 8),  # five
    ],
)
def test_the_pattern_that_a_stone_makes_in_a_row(row: str, kind: int) -> None:
    """The cell is i8, the ninth of the row. The other directions are empty."""
    at = gomoku(row)
    assert Patterns(at.game, at.x, at.o).pairs[0][at.game.board.cell("i8")] == KINDS * kind + 2


@pytest.mark.parametrize(("open_lines", "expected"), [(0, 0), (1, 1), (3, 1), (4, 2), (5, 2)])
def test_open_and_closed_patterns_are_of_different_kinds(open_lines: int, expected: int) -> None:
    assert kind(5, 0, open_lines, open_lines) == expected


def test_weights_do_not_depend_on_the_order_of_the_sides() -> None:
    at = gomoku("4_3x2_3o3_")
    one, other = Patterns(at.game, at.x, at.o), Patterns(at.game, at.o, at.x)
    for to_move in (True, False):
        for side in (0, 1):
            assert one.weight(side, to_move=to_move) == other.weight(1 - side, to_move=to_move)
    assert one.weight(0, to_move=True) > one.weight(1, to_move=False)


def test_better_patterns_have_greater_weights() -> None:
    """An open three and a four have greater weights than two stones in a row, and these than nothing."""
    for role in PATTERN_WEIGHTS:
        ladder = [role[KINDS * best + 2] for best in (2, 6)] + [role[KINDS * 6 + 6]]
        assert ladder == sorted(ladder)
        assert ladder[0] == 0
