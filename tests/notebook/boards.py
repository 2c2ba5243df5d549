"""Helpers for tests of the clickable board."""

from noughts import Choice, Opponent
from noughts.notebook.panel import Panel
from noughts.notebook.widget import NotebookGame


def panel_of(board: NotebookGame) -> Panel:
    """Return the panel of a board."""
    return board._panel


def scripted(*cells: str) -> Opponent:
    """Return a player that makes the given moves in turn."""
    moves = iter(cells)
    return Opponent("scripted", lambda position, random: Choice(position.cell(next(moves))))
