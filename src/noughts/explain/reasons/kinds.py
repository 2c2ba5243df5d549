"""The kinds of reasons for and against a move, and when each applies.

Sources: A. Newell and H. A. Simon, *Human Problem Solving*, 1972, whose program for tic-tac-toe applies the first rule
that fits: win, block, fork, block a fork, centre, opposite corner, empty corner, empty side; K. Crowley and R. S.
Siegler, *Flexible Strategy Use in Young Children's Tic-Tac-Toe*, Cognitive Science 17, 1993, who found that children
learn the rules in this order.
"""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from noughts.rules.board import Board, Cell, Cells, Move, cells_in

Kind: TypeAlias = Literal[
    "wins", "draws", "loses", "misses", "lets-win", "allows", "opens", "allows-fork", "only", "only-win", "forced",
    "doomed", "hastens", "dawdles", "blocks", "forks", "stacks", "threatens", "blocks-fork", "squeezes", "avoids",
    "leads", "forces", "traps", "place",
]  # fmt: skip
"""The kind of a reason. `KINDS` defines each kind."""

KINDS: dict[Kind, str] = {
    # The move ends the game.
    "wins": "The move ends the game, and its player wins. Rows: the completed rows, or none if a full board wins.",
    "draws": "The move ends the game in a draw.",
    "loses": "The move ends the game, and its player loses: in misère by completing a row, otherwise because a full "
    "board loses.",
    # The move is a mistake.
    "misses": "Another move wins, but this one does not. If scores are estimates: another move wins at once, but this "
    "one does not. Cells: the other move. Line: that move and best play after it, which wins.",
    "lets-win": "The move loses, but another move does not. Line: the move and best play after it, which loses.",
    "allows": "The opponent can win at once at a cell that was already playable before the move. Cells: the winning "
    "cells. Rows: the rows that the opponent would complete.",
    "opens": "The opponent can win at once at a cell that was not playable before the move (gravity). Cells and rows: "
    "as for allows.",
    "allows-fork": "The opponent cannot win at once but can fork. Cells: where the opponent can fork. A fork wins, so "
    "the move loses.",
    # How much choice there was.
    "only": "There is no other legal move.",
    "only-win": "The move wins, and no other legal move does.",
    "forced": "The move draws, and all other legal moves lose.",
    "doomed": "Every move loses. Line: the move and best play after it.",
    "hastens": "Every move loses, but another one holds out longer. Cells: that move. Line: that move and best play "
    "after it.",
    "dawdles": "The move wins, but another one wins sooner. Cells: that move. Line: that move and best play after it.",
    # What the move does.
    "blocks": "If it were the opponent's turn, the opponent could win at this cell by completing a row. Rows: the "
    "blocked rows.",
    "forks": "The opponent cannot win at once, and the move threatens to complete rows at two or more cells, of which "
    "the opponent can take only one. Cells: those cells. Rows: the threatened rows.",
    "stacks": "The opponent cannot win at once, and the move threatens to complete a row at one cell. When the "
    "opponent takes it, another winning cell becomes playable (gravity). Cells: both. Rows: the first row.",
    "threatens": "The opponent cannot win at once, and the move threatens to complete a row at exactly one cell; "
    "stacks does not hold. Cells: that cell, which the opponent must take. Rows: the threatened rows.",
    "blocks-fork": "If it were the opponent's turn, the opponent could fork but not win at once. After the move, the "
    "opponent can do neither. Cells: where the opponent could fork.",
    "squeezes": "Misère: every reply completes a row and so loses.",
    "avoids": "Misère: the move completes no row, and another move would. Cells: where a row would be completed.",
    # What follows.
    "leads": "The move wins, but not at once. Line: the move and best play after it.",
    "forces": "The game stays drawn, and exactly one of several replies does not lose. Cells: that reply. Count: the "
    "replies that lose.",
    "traps": "The move draws or loses, but some replies would lose for the opponent. Cells: the replies that do not "
    "lose. Count: the replies that do.",
    # What can be said if nothing else holds.
    "place": "Not in misère. Count: the rows through the cell that contain no stone of the opponent, at least one.",
}
"""The meaning of each kind and of its cells, rows, line and count, in order of importance.

The kinds misses, lets-win, only-win, forced, doomed, hastens, dawdles, leads, forces and traps need exact scores. These
kinds are left out if the scores are unknown, except that misses also has a rule for estimates. The other kinds can be
read off the board without a search.
"""

ORDER: dict[Kind, int] = {kind: rank for rank, kind in enumerate(KINDS)}
"""The rank of each kind in order of importance."""


@dataclass(frozen=True)
class Reason:
    """One reason for or against a move.

    Attributes:
        kind: the kind of reason, defined in `KINDS`.
        cells: the cells concerned.
        rows: the rows concerned, as sets of cells.
        line: a line of play, legal from the position before the move. It is empty if unknown.
        count: a count, for kinds that have one.
    """

    kind: Kind
    cells: tuple[Cell, ...] = ()
    rows: tuple[Cells, ...] = ()
    line: tuple[Move, ...] = ()
    count: int = 0

    def to_data(self, board: Board) -> dict[str, Any]:
        """Return the reason as JSON-compatible data, with cell names and without empty fields."""
        names = board.names
        data = {
            "cells": [names[cell] for cell in self.cells],
            "rows": [[names[cell] for cell in cells_in(row)] for row in self.rows],
            "line": [names[cell] for cell in self.line],
            "count": self.count,
        }
        return {"kind": self.kind, **{key: value for key, value in data.items() if value}}
