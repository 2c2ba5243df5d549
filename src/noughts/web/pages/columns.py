"""How a board is drawn, and how moves on it are named: by the column where a disc falls, or else by the cell."""

import re
from typing import Literal, TypeAlias

from noughts.explain.words import DIGITS, discs_fall, move_words
from noughts.rules.board import Move
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game
from noughts.web.model.errors import sentence

BoardForm: TypeAlias = Literal["flat", "columns", "deep"]
"""How a board is drawn: flat, as columns that discs fall into, or as layers in perspective."""

_CELLS = re.compile(r"\b[a-z]+\d+(?:-[a-z]+\d+)*\b(?P<acts>(?= (?:\w*s|still)\b))?")
"""A cell or a row such as ``a1-b2-c3``, and whether it is the subject of a verb."""


_REFUSALS = (
    (
        re.compile(r"\b([a-z]+)\d+ would hang in the air: [a-z]+\d+ is still empty"),
        r"a disc in column \1 falls to the lowest free place, so write only its column: \1",
    ),
    (re.compile(r"the stone on ([a-z]+)\d+ hangs in the air: .*"), r"there is a gap below a disc in column \1"),
    (re.compile(r"\b([XO]) has a stone there"), r"\1 is there"),
)
"""Messages about cells, and what people read instead."""


def board_form(game: Game) -> BoardForm:
    """Return how the board of a game is drawn."""
    if len(game.board.shape) > 2:
        return "deep"
    return "columns" if discs_fall(game) else "flat"


def move_name(game: Game, move: Move) -> str:
    """Return the name of a move."""
    return move_words(game, game.board.names[move])


def by_column(sentences: str, game: Game) -> str:
    """Return sentences of an engine with the moves named by their columns, in a game where discs fall.

    A row of cells becomes ``the row from a to d`` or ``the row in column d``. The subject of a sentence becomes
    ``column d``, because ``a wins`` would be hard to read.
    """
    return _CELLS.sub(_columns, sentences) if board_form(game) == "columns" else sentences


def refusal(error: NoughtsError) -> str:
    """Return the message of an error as a sentence for people: where discs fall, it names columns, not cells."""
    text = str(error)
    for pattern, words in _REFUSALS:
        text = pattern.sub(words, text)
    return sentence(NoughtsError(text))


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
