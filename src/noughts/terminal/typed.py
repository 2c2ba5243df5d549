"""Read moves that are typed at a prompt, and explain what to type."""

from collections.abc import Collection
from difflib import get_close_matches

from noughts.explain.naming import COLUMNS
from noughts.explain.words import discs_fall
from noughts.rules.board import Move
from noughts.rules.errors import IllegalMove, NotationError, NoughtsError, short_repr
from noughts.rules.game import Game
from noughts.rules.position import Position


def what_to_type(game: Game) -> str:
    """Say what to type to make a move, as in ``a cell such as b2``."""
    names = game.board.names
    if discs_fall(game):
        return f"a column such as {names[0].rstrip('1')}"
    return f"a cell such as {names[len(names) // 2]}"


def other_forms(game: Game) -> str:
    """Describe other ways to name a cell when typing a move. If moves are typed as columns, return an empty string."""
    board = game.board
    if discs_fall(game):
        return ""
    forms = f"{board.names[0]} is top left"
    if len(board.shape) == 2:
        cell = len(board) // 2
        row_column = " ".join(map(str, reversed(board.points[cell])))
        number = f"{cell + 1}, or " if board.has_keypad else ""
        forms += f"; {board.names[cell]} is also {number}row and column from 0: {row_column}"
    return f" ({forms})"


def read_move(position: Position, line: str, commands: Collection[str] = ()) -> Move:
    """Return the move in a typed line.

    Args:
        position: the position.
        line: what was typed.
        commands: the names of the commands, if there are any: one of them may be meant.

    Raises:
        NoughtsError: the line is neither a command nor a move.
    """
    try:
        return position.cell(line)
    except NotationError as error:
        word = line.strip().partition(" ")[0]
        if word.isalpha() and (meant := get_close_matches(word.lower(), commands, 1)):
            raise NoughtsError(f"unknown command {short_repr(word, 20)}: did you mean {meant[0]}?") from None
        found, expected = error.found, error.expected
        if discs_fall(position.game):
            board = position.game.board
            found = f"{short_repr(line.strip(), 20)} is not a column"
            expected = " to ".join(COLUMNS.moves(board, (0, len(board) - 1)))
        raise IllegalMove(f"{found}: expected {expected}{', or type help' if commands else ''}") from None
