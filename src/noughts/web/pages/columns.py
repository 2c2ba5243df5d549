"""The form in which pages draw a board, and the names of its moves. Moves are named after columns if discs fall, and
after cells in all other games.
"""

from typing import Literal, TypeAlias

from noughts.explain.words import discs_fall, naming_of
from noughts.rules.board import Move
from noughts.rules.errors import CellTaken, HangingMove, HangingStone, NoughtsError
from noughts.rules.game import Game
from noughts.web.model.errors import sentence

BoardForm: TypeAlias = Literal["flat", "columns", "deep"]
"""The form of a drawn board: flat, as columns into which discs fall, or as layers in perspective."""


def board_form(game: Game) -> BoardForm:
    """Return how to draw the board of a game: flat, in layers (``deep``), or as columns into which discs fall."""
    if len(game.board.shape) > 2:
        return "deep"
    return "columns" if discs_fall(game) else "flat"


def move_name(game: Game, move: Move) -> str:
    """Return the name of a move."""
    return naming_of(game).move(game.board, move)


def refusal(error: NoughtsError) -> str:
    """Return an error's message as a sentence. If discs fall, the sentence names columns instead of cells."""
    match error:
        case HangingMove(column=str(column)) if column:
            words = f"a disc in column {column} falls to the lowest free place, so write only its column: {column}"
        case HangingStone(column=str(column)) if column:
            words = f"there is a gap below a disc in column {column}"
        case CellTaken(cell=cell, owner=owner):
            words = f"{cell} is taken: {owner} is there"
        case _:
            return sentence(error)
    return sentence(NoughtsError(words).at(error.where))
