"""The largest boards and tables that the compiled kernel supports."""

from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game

MOST_CELLS = 128
"""The largest number of cells that the kernel supports."""

MEGABYTES = 256
"""The maximum memory for a table of the kernel, unless another one is chosen."""

MOST_MEGABYTES = 1 << 20
"""The most memory that the kernel accepts for a table."""

MISSING = 'this needs the compiled kernel: pip install "noughts[solve]" (in a checkout: make kernel)'
"""The error message if the kernel is not installed."""


def expect_cells(game: Game) -> None:
    """Raise NoughtsError if the board of a game is too large for the kernel."""
    if len(game.board) > MOST_CELLS:
        raise NoughtsError(
            f"the kernel solves boards of 1 to {MOST_CELLS} cells, not {len(game.board)}: "
            "use noughts analyse to get an estimate on a larger board"
        )


def expect_memory(megabytes: int) -> None:
    """Raise NoughtsError if the kernel cannot have a table of this size."""
    if not 0 <= megabytes <= MOST_MEGABYTES:
        raise NoughtsError(f"the memory for a table must be 0 to {MOST_MEGABYTES} MB, not {megabytes}")
