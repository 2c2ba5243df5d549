"""The text of the help screen: every key of the current room."""

from noughts.terminal.screen.rooms.names import ROOMS
from noughts.terminal.screen.rooms.room import Room, keys_of

_BOARD = {
    "arrows, h j k l": "move the cursor",
    "enter, space": "play a move, or a new game when the game is over",
    "1 to 9": "play a cell of 3 × 3, or drop a disc in a column",
    "page up, page down": "go to another layer",
    "mouse": "click a cell to play it, a key below to press it",
}
_LIST = {
    "arrows, j k": "move in the list",
    "home, end": "go to its first or last line",
    "mouse": "click a line to choose it, a key below to press it",
}
_ALWAYS = {
    " ".join(key for key, _ in ROOMS.values()): ", ".join(title for _, title in ROOMS.values()),
    "c, C": "copy the position, the game as SGF",
    "paste": "open a position, moves, SGF or the name of a game",
    "esc, ctrl+c": "stop a search; if none runs, ctrl+c quits",
    "ctrl+p": "search all commands",
    "ctrl+z": "suspend noughts; fg brings it back",
    "q": "quit; an unfinished game is kept",
}


def help_text(room: Room) -> str:
    """Return a table of all keys, those of the room first."""
    here = {key.key_display or key.key: key.tooltip for key in keys_of(room) if key.tooltip}
    tables = [here, _BOARD if room.query("BoardView") else _LIST, _ALWAYS]
    width = max(len(key) for table in tables for key in table)
    return "\n\n".join("\n".join(f"{key:{width}}   {words}" for key, words in table.items()) for table in tables)
