"""Kinds of reasons: what can be said for or against a move, and when it is true.

Sources: A. Newell and H. A. Simon, *Human Problem Solving*, 1972, whose program for tic-tac-toe takes the first
rule that applies: win, block, fork, block a fork, centre, opposite corner, empty corner, empty side; K. Crowley and
R. S. Siegler, *Flexible Strategy Use in Young Children's Tic-Tac-Toe*, Cognitive Science 17, 1993, who found that
children learn the rules in this order.
"""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from noughts.rules.board import Board, Cell, Cells, Move, cells_in

Kind: TypeAlias = Literal[
    "wins", "draws", "loses", "misses", "lets-win", "allows", "opens", "allows-fork", "only", "only-win", "forced",
    "doomed", "hastens", "dawdles", "blocks", "forks", "stacks", "threatens", "blocks-fork", "squeezes", "avoids",
    "leads", "forces", "traps", "place",
]  # fmt: skip
"""What a reason says; `KINDS` defines each."""

KINDS: dict[Kind, str] = {
    # The move ends the game.
    "wins": "The move ends the game and its mover wins. Rows: those completed; none where a full board wins.",
    "draws": "The move ends the game, and nobody wins.",
    "loses": "The move ends the game and its mover loses: in misère by a row, else by a full board.",
    # The move is a mistake.
    "misses": "Another move wins, this one does not; where scores are estimates: another wins at once, this one "
    "does not. Cells: that move. Line: that move and best play after it, which wins.",
    "lets-win": "The move loses, another does not. Line: the move and best play after it, which loses.",
    "allows": "The opponent can win at once, by a cell that could be taken before too. Cells: where. Rows: which.",
    "opens": "The opponent can win at once, by a cell that could not be taken before the move (gravity). Cells, rows: "
    "as for allows.",
    "allows-fork": "The opponent cannot win at once, but fork. Cells: where. A fork wins, so the move loses.",
    # How much choice there was.
    "only": "There is no other legal move.",
    "only-win": "The move wins, and of several moves no other does.",
    "forced": "The move draws, and of several moves every other loses.",
    "doomed": "Every move loses. Line: the move and best play after it.",
    "hastens": "Every move loses, and another holds out for longer. Cells: that move. Line: that move and best play "
    "after it.",
    "dawdles": "The move wins, but another wins sooner. Cells: that move. Line: that move and best play after it.",
    # What the move does.
    "blocks": "The opponent, if to move, could win at this cell by completing a row. Rows: those that it blocks.",
    "forks": "The opponent cannot win at once, and the mover could complete rows at two cells or more: the opponent "
    "can take only one of them. Cells: these. Rows: those to be completed.",
    "stacks": "The opponent cannot win at once, and the mover could complete a row at one cell; when the opponent "
    "takes that, at another, which opens by it (gravity). Cells: the two. Rows: the first row.",
    "threatens": "The opponent cannot win at once, and the mover could complete a row at one cell only; no stacks. "
    "Cells: that cell, which the opponent must take. Rows: those to be completed.",
    "blocks-fork": "The opponent, if to move, could not win at once but fork; after the move the opponent can do "
    "neither. Cells: where the opponent could fork.",
    "squeezes": "Misère: every reply completes a row, and so loses.",
    "avoids": "Misère: the move completes no row, another would. Cells: where a row would be completed.",
    # What follows.
    "leads": "The move wins, but not at once. Line: the move and best play after it.",
    "forces": "The game stays drawn, and just one of several replies does not lose. Cells: that reply. Count: the "
    "replies that lose.",
    "traps": "The game stays drawn or is lost, but some replies would lose for the opponent. Cells: the replies that "
    "do not. Count: those that do.",
    # Where nothing else can be said.
    "place": "Not in misère. Count: the rows through the cell in which the opponent has no stone; at least one.",
}
"""What each kind says, and what its cells, rows, line and count are. In the order of what matters most.

The scores of misses, lets-win, only-win, forced, doomed, hastens, dawdles, leads, forces and traps are exact; where
they are not known, the kinds are left out. All other kinds are seen in the position itself, and need no search.
"""

ORDER: dict[Kind, int] = {kind: place for place, kind in enumerate(KINDS)}
"""The place of each kind in that order."""


@dataclass(frozen=True)
class Reason:
    """One reason for or against a move.

    Attributes:
        kind: what it says: see `KINDS`.
        cells: the cells to point at.
        rows: the lines that it is about, as sets of cells.
        line: a line of play, legal from the position before the move; empty where it is not known.
        count: how many, where the kind counts something.
    """

    kind: Kind
    cells: tuple[Cell, ...] = ()
    rows: tuple[Cells, ...] = ()
    line: tuple[Move, ...] = ()
    count: int = 0

    def to_data(self, board: Board) -> dict[str, Any]:
        """Return the reason for JSON, with the names of the cells; what it does not have is left out."""
        names = board.names
        data = {
            "cells": [names[cell] for cell in self.cells],
            "rows": [[names[cell] for cell in cells_in(row)] for row in self.rows],
            "line": [names[cell] for cell in self.line],
            "count": self.count,
        }
        return {"kind": self.kind, **{key: value for key, value in data.items() if value}}
