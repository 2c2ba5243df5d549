"""Positions of gomoku that threats decide."""

from noughts import Position, position
from noughts.rules.board import cell_set


def gomoku(row: str, turn: str = "x") -> Position:
    """Return a position on 15 × 15 with stones in the middle row only."""
    return position("/".join(["15_"] * 7 + [row] + ["15_"] * 7) + f" {turn}", "gomoku")


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
"""The same position, but O can make two fours at once in o1, so open threes do not win."""
