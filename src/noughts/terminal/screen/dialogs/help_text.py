"""The text of the help screen: every key of the current room."""

from typing import Any

from textual.binding import Binding

from noughts.terminal.screen.rooms.room import ROOMS

_BOARD = {
    "arrows, h j k l": "move the cursor",
    "enter, space": "play a move, or a new game when the game is over",
    "1 to 9": "play a cell of 3 × 3, or drop a disc in a column",
    "page up, page down": "go to another layer",
    "mouse": "click a cell to play it, a key below to press it",
}
_ALWAYS = {
    " ".join(key for key, _ in ROOMS.values()): ", ".join(title for _, title in ROOMS.values()),
    "c, C": "copy the position, the game as SGF",
    "paste": "open a position, moves, SGF or the name of a game",
    "esc, ctrl+c": "stop a search",
    "ctrl+p": "search all commands",
    "ctrl+z": "suspend noughts; fg brings it back",
    "q": "quit; an unfinished game is kept",
}


def help_text(app: Any) -> str:
    """Return a table of all keys, those of the current room first."""
    room = app.room
    here = {
        binding.key_display or binding.key: binding.tooltip or binding.description
        for binding in type(room).BINDINGS
        if isinstance(binding, Binding)
    }
    tables = [here, *([_BOARD] if room.query("BoardView") else []), _ALWAYS]
    width = max(len(key) for table in tables for key in table)
    return "\n\n".join("\n".join(f"{key:{width}}   {words}" for key, words in table.items()) for table in tables)
