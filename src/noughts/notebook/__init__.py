"""For notebooks: ``play()`` is a board to click, against any player. See `noughts.apps.notebook`."""

from noughts.apps.notebook import NotebookGame, play

__all__ = ["NotebookGame", "play"]
