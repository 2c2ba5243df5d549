"""Play on a clickable board in a notebook with ``play()``. See `noughts.apps.notebook`."""

from noughts.apps.notebook import NotebookGame, play

__all__ = ["NotebookGame", "play"]
