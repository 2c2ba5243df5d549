"""Play on a clickable board in a notebook with ``play()``, and watch the solver with ``solve()``."""

from noughts.apps.notebook import NotebookGame, play
from noughts.apps.notebook_solve import solve

__all__ = ["NotebookGame", "play", "solve"]
