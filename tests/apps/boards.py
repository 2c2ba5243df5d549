"""What the tests of the clickable board share."""

from noughts import Choice, Opponent
from noughts.apps.notebook import NotebookGame
from noughts.apps.panel import Panel


def panel_of(board: NotebookGame) -> Panel:
    """What stands behind a board."""
    return board._panel


def scripted(*cells: str) -> Opponent:
    """A player that makes these moves in turn."""
    moves = iter(cells)
    return Opponent("scripted", lambda position, random: Choice(position.cell(next(moves))))
