"""Quiet threats: what is found wins against every answer."""

from random import Random

import pytest

from noughts import Player, Position, Solver, game, position
from noughts.search.quiet_threats import quiet_threat
from noughts.search.threats import threat_sequence
from noughts.solve.kernel import MnkKernel
from tests.solve.thrown import thrown

needs_kernel = pytest.mark.skipif(Solver(game("7,7,5")).kernel is None, reason="the kernel is not built: make kernel")


def gomoku(*rows: str, turn: str = "x") -> Position:
    """A position on 15 × 15, from its first rows that are not empty."""
    return position("/".join(["15_"] * 5 + list(rows) + ["15_"] * (10 - len(rows))) + f" {turn}", "gomoku")


CROSS = gomoku("6_2x7_", "5_x9_", "5_x9_", "2_o5_o6_", "4_o10_")
"""Two of X's stones in a row and two in a column, which meet in f6: there X makes two open threes at once."""


def test_two_open_threes_win_whatever_is_answered() -> None:
    assert threat_sequence(CROSS) is None, "threats alone do not"
    found = quiet_threat(CROSS)
    assert found is not None
    assert CROSS.game.board.names[found.move] == "f6"
    after = CROSS.play(found.move)
    for answer in after.moves:
        assert threat_sequence(after.play(answer)), CROSS.game.board.names[answer]


def test_it_is_found_for_the_other_side_too_and_stopped_in_its_zone() -> None:
    passed = Position(CROSS.game, CROSS.x, CROSS.o, Player.O)
    found = quiet_threat(passed, Player.X)
    assert found is not None
    assert quiet_threat(passed) is None
    stops = [move for move in passed.moves if quiet_threat(passed.play(move)) is None]
    assert stops
    assert all(found.zone >> move & 1 for move in stops)
    assert found.move in stops


@pytest.mark.parametrize("name", ["gomoku misere", "7,6,4 gravity"])
def test_games_without_such_threats_have_none(name: str) -> None:
    assert quiet_threat(Position(game(name))) is None


def test_few_looks_find_nothing_rather_than_something_wrong() -> None:
    assert quiet_threat(CROSS, sequences=0) is None


@needs_kernel
@pytest.mark.parametrize("name", ["5,5,4", "6,5,4", "6,6,4"])
def test_what_is_found_is_won(name: str) -> None:
    random, kernel, seen = Random(name), MnkKernel(game(name)), 0
    for _ in range(300):
        at = thrown(kernel.game, random, 16)
        if at.is_over or (found := quiet_threat(at, order=2)) is None:
            continue
        seen += 1
        assert kernel.bounds(at.play(found.move)).value == -1, at
    assert seen > 10
