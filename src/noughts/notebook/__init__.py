"""Play on a clickable board in a notebook with ``play()``, and watch the solver with ``solve()``."""

from noughts.notebook.solving import solve
from noughts.notebook.widget import NotebookGame, play

__all__ = ["NotebookGame", "play", "solve"]
