"""Wins by fours and open threes: each one wins against every reply."""

from random import Random

import pytest

from noughts import Player, Position, Solver, game, position
from noughts.rules.board import cell_set
from noughts.search.vct import pattern_win
from noughts.solver.kernels.mnk import MnkKernel
from tests.search.test_patterns import gomoku
from tests.solver.random_positions import random_position

needs_kernel = pytest.mark.skipif(Solver(game("7,7,5")).kernel is None, reason="the kernel is not built: make kernel")
LOST = "e8 f8 f9 g10 e10 e9 g8 d11 g7 h7 d7 g6 f5 e6 f6 h8 h9 i10"
"""A lost game against a player that looks two moves ahead. After each of O's last two moves X wins by threats."""
CROSS = position(
    "/".join(["15_"] * 5 + ["6_2x7_", "5_x9_", "5_x9_", "2_o5_o6_", "4_o10_"] + ["15_"] * 5) + " x", "gomoku"
)
"""Two of X's stones in a row and two in a column, which meet in f6: there X makes two open threes at once."""

COUNTER = Position(
    CROSS.game,
    CROSS.x | cell_set(map(CROSS.game.board.cell, ("j1", "o6"))),
    CROSS.o | cell_set(map(CROSS.game.board.cell, ("k1", "l1", "m1", "o2", "o3", "o4"))),
)
"""The same, but O can make two fours at once, in o1: so open threes do not win."""


def test_two_open_threes_win() -> None:
    win = pattern_win(CROSS)
    assert win is not None
    assert CROSS.game.board.names[win.move] == "f6"
    assert pattern_win(COUNTER) is None


def test_a_long_win_is_found_and_can_be_stopped_in_its_zone_or_by_a_threat() -> None:
    at = Position(game("gomoku"))
    for name in LOST.split()[:-1]:
        at = at.play(at.game.board.cell(name))
    win = pattern_win(at, Player.X)
    assert win is not None
    assert pattern_win(at, Player.X, nodes=win.visited - 1) is None
    after = at.play(at.game.board.cell("i10"))
    assert pattern_win(after)


def test_an_attack_that_fails_after_one_answer_can_win_after_another() -> None:
    at = position("_o3_x_/_oxo2xo/6_x/_o2_o2_/4_x_x/_2o4_/6_x o", "7,7,5")
    win = pattern_win(at, nodes=10_000)
    assert win is not None
    assert at.game.board.names[win.move] == "d6"


def test_a_four_that_one_stone_stops_is_not_open() -> None:
    assert pattern_win(gomoku("4_2x2_2x5_")) is None
    assert pattern_win(gomoku("4_3x8_")) is not None


@pytest.mark.parametrize("name", ["gomoku misere", "7,6,4 gravity"])
def test_games_without_threats_have_no_threat_wins(name: str) -> None:
    assert pattern_win(Position(game(name))) is None


@needs_kernel
@pytest.mark.parametrize("name", ["5,5,4", "6,5,4", "6,6,4"])
def test_threat_wins_are_real_wins(name: str) -> None:
    random, kernel, seen = Random(name), MnkKernel(game(name)), 0
    for _ in range(300):
        at = random_position(kernel.game, random, 16)
        if at.is_over or (win := pattern_win(at)) is None:
            continue
        seen += 1
        assert kernel.bounds(at.play(win.move)).value == -1, at
    assert seen > 10
