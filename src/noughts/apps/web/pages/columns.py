"""How a board is drawn, and how moves on it are named: by the column where a disc falls, or else by the cell."""

import re
from typing import Literal, TypeAlias

from noughts.explain.words import DIGITS, discs_fall
from noughts.rules.board import Move
from noughts.rules.game import Game

Form: TypeAlias = Literal["flat", "columns", "deep"]
"""How a board is drawn: flat, as columns that discs fall into, or as layers in perspective."""

_CELLS = re.compile(r"\b[a-z]+\d+(?:-[a-z]+\d+)*\b(?P<acts>(?= (?:\w*s|still)\b))?")
"""A cell or a row such as ``a1-b2-c3``, and whether it is the subject of a verb."""


def board_form(game: Game) -> Form:
    """Return how the board of a game is drawn."""
    if len(game.board.shape) > 2:
        return "deep"
    return "columns" if discs_fall(game) else "flat"


def move_name(game: Game, move: Move) -> str:
    """Return the name of a move."""
    name = game.board.names[move]
    return name.rstrip(DIGITS) if discs_fall(game) else name


def by_column(sentences: str, game: Game) -> str:
    """Return sentences of an engine with the moves named by their columns, in a game where discs fall.

    A row of cells becomes ``the row from a to d`` or ``the row in column d``. The subject of a sentence becomes
    ``column d``, because ``a wins`` would be hard to read.
    """
    return _CELLS.sub(_columns, sentences) if board_form(game) == "columns" else sentences


def _columns(found: re.Match[str]) -> str:
    columns = sorted((cell.rstrip(DIGITS) for cell in found[0].split("-")), key=lambda name: (len(name), name))
    first, last = columns[0], columns[-1]
    if len(columns) > 1:
        return f"the row from {first} to {last}" if first != last else f"the row in column {first}"
    if found["acts"] is None:
        return first
    before = found.string[: found.start()]
    begins = not before or before.endswith((". ", "! ", "\n"))
    return f"{'Column' if begins else 'column'} {first}"
