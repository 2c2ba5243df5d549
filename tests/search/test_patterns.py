"""Patterns: what a stone would make, and that taking stones back restores it."""

from random import Random

import pytest

from noughts import Position, game, position
from noughts.search.pattern_search import pattern_search
from noughts.search.patterns import Patterns


def gomoku(row: str, turn: str = "x") -> Position:
    return position("/".join(["15_"] * 7 + [row] + ["15_"] * 7) + f" {turn}", "gomoku")


@pytest.mark.parametrize("name", ["7,7,5", "5,5,4 torus", "3x3x3", "9,9,10"])
def test_stones_put_down_and_taken_back(name: str) -> None:
    here, random = game(name), Random(name)
    patterns, stones, played = Patterns(here, 0, 0), [0, 0], []
    empty = [list(worth) for worth in patterns.worth]
    for number, cell in enumerate(random.sample(range(len(here.board)), 12)):
        patterns.play(cell, number % 2)
        stones[number % 2] |= 1 << cell
        played.append((cell, number % 2))
        assert patterns.worth == Patterns(here, stones[0], stones[1]).worth
    for cell, side in reversed(played):
        patterns.undo(cell, side)
    assert patterns.worth == empty


def test_fives_open_fours_and_closed_ones_are_told_apart() -> None:
    four, three, closed = gomoku("4_4x7_"), gomoku("4_3x8_"), gomoku("3_o3x8_")
    for at, least in ((four, "five"), (three, "open_four"), (closed, "threat")):
        patterns = Patterns(at.game, at.x, at.o)
        assert max(patterns.worth[0]) >= getattr(patterns, least)
    assert max(patterns.worth[0]) < patterns.open_four


@pytest.mark.parametrize(("turn", "cells"), [("x", "d8 h8"), ("o", "d8 h8")])
def test_an_open_three_is_made_four_or_blocked(turn: str, cells: str) -> None:
    at = gomoku("4_3x8_", turn)
    result = pattern_search(at)
    assert at.game.board.names[result.move] in cells.split()
    assert all(-1 < score < 1 for score in result.scores.values())
