"""Games: the saved games, and those of any file. Search, open and export them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar, NamedTuple

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from noughts.explain.words import plural
from noughts.render.names import printable
from noughts.render.table import table
from noughts.rules.errors import NoughtsError, cut
from noughts.rules.gallery import usual_name
from noughts.rules.position import Position
from noughts.rules.record import result_text
from noughts.rules.tree import GameTree
from noughts.session import game_files
from noughts.session.seats import short_title
from noughts.system.writing import FileExists, check_target
from noughts.terminal.kept import games as kept_games
from noughts.terminal.prose import sentence
from noughts.terminal.screen.dialogs.ask import Ask, Choose, file_path
from noughts.terminal.screen.dialogs.options import Options
from noughts.terminal.screen.rooms.room import Room
from noughts.terminal.screen.searches import Search

_LONGEST = 100  # characters of a search
_LONGEST_NAME = 20  # characters of a player's name in the list
_LONGEST_FILE = 30  # characters of a file's name in the list


class _Item(NamedTuple):
    """A game in the list: its words, which the search looks through, the game, and its file."""

    words: str
    tree: GameTree
    path: Path


class GamesRoom(Room):
    """The screen with a list of games."""

    ROOM = "games"
    AUTO_FOCUS = "Options"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("/", "find", "Search", tooltip="show only games with these words"),
        Binding("enter", "open_game", "Open", tooltip="open the game in Analyse", key_display="⏎"),
        Binding("d", "delete", "Delete", tooltip="delete the file of the game"),
        Binding("r", "rename", "Rename", tooltip="give the file of the game another name"),
        Binding("i", "import_file", "Import", tooltip="show the games of a file"),
        Binding("e", "export", "Export", tooltip="write the game to a file"),
        Binding("m", "mine", "My games", tooltip="show your saved games again"),
        Binding("g", "end('first')", "First game", tooltip="go to the first game", show=False),
        Binding("G", "end('last')", "Last game", tooltip="go to the last game", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._file = self.full.file
        self._items: list[_Item] = []
        self._shown: list[_Item] = []

    def content(self) -> Iterator[Widget]:
        """Return the list."""
        with Vertical():
            yield Input(placeholder="Search", max_length=_LONGEST, id="find", select_on_focus=False)
            yield Static(id="none", classes="faint", markup=False)
            yield Options(id="first", markup=False)

    @property
    def games(self) -> Options:
        """The list."""
        return self.query_one(Options)

    def on_screen_resume(self) -> None:
        """Read the games again."""
        self._read()

    def _read(self) -> None:
        file = self._file

        def read(search: Search) -> tuple[list[_Item], list[str]]:
            rows, games, errors = list[tuple[str, ...]](), list[tuple[GameTree, Path]](), list[str]()
            for path in [file] if file else kept_games.files():
                try:
                    trees = kept_games.load(path)
                except NoughtsError as error:
                    errors.append(str(error))
                    continue
                for number, tree in enumerate(trees, 1):
                    name = path.stem if len(trees) == 1 else f"{path.stem} {number}"
                    rows.append(_row(cut(name, _LONGEST_FILE), tree))
                    games.append((tree, path))
            lines = table(rows, "<").splitlines() if rows else []
            return [_Item(line, *game) for line, game in zip(lines, games, strict=True)], errors

        def show(found: tuple[list[_Item], list[str]]) -> None:
            self._items, errors = found
            self._list()
            if errors:
                self.complain(errors[0])

        self.search(read, show, "Reading")

    def _list(self) -> None:
        """Show the games that contain all words of the search."""
        words = self.query_one(Input).value.lower().split()
        self._shown = [item for item in self._items if all(word in item.words.lower() for word in words)]
        at = self.games.highlighted or 0
        self.games.set_options([Option(item.words) for item in self._shown])
        if self._shown:
            self.games.highlighted = min(at, len(self._shown) - 1)
        none = "" if self._shown else self._why_empty()
        self.query_one("#none", Static).update(none)
        self.query_one("#none").display = bool(none)

    def _why_empty(self) -> str:
        if self._items:
            return "No game has these words."
        return "There is no game in this file." if self._file else "No games yet. Press f in Play to save one."

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search while the person types."""
        self._list()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the list."""
        self.games.focus()

    @on(OptionList.OptionSelected)
    def _select(self, event: OptionList.OptionSelected) -> None:
        self.full.open(self._shown[event.option_index].tree)

    def _chosen(self) -> _Item | None:
        at = self.games.highlighted
        return self._shown[at] if at is not None and at < len(self._shown) else None

    def action_open_game(self) -> None:
        """Open the game in the room Analyse."""
        if item := self._chosen():
            self.full.open(item.tree)

    def action_end(self, end: str) -> None:
        """Go to the first or the last game."""
        if end == "first":
            self.games.action_first()
        else:
            self.games.action_last()

    def action_delete(self) -> None:
        """Delete the file of the game, after a question."""
        if item := self._chosen():
            path, count = item.path, sum(other.path == item.path for other in self._items)
            games = f" with its {count} games" if count > 1 else ""

            def answer(choice: int | None) -> None:
                if choice == 1:
                    self._change(lambda: kept_games.delete(path))

            self.app.push_screen(Choose(f"Delete {path.name}{games}?", ("Keep it", "Delete it")), answer)

    def action_rename(self) -> None:
        """Give the file of the game another name."""
        if item := self._chosen():
            path = item.path

            def take(name: str | None) -> None:
                if name not in (None, path.stem):
                    self._change(lambda: kept_games.rename(path, name or ""))

            self.app.push_screen(Ask("Name", path.stem, kept_games.check_name), take)

    def _change(self, change: Callable[[], None]) -> None:
        """Change a file, and read the games again."""
        try:
            change()
        except NoughtsError as error:
            self.complain(error)
        else:
            self._read()

    def action_cancel(self) -> None:
        """Stop reading, or go from the search to the list."""
        self.cancel()
        self.games.focus()

    def action_find(self) -> None:
        """Type words to search for."""
        self.query_one(Input).focus()

    def action_mine(self) -> None:
        """Show the saved games."""
        self.show_file(None)

    def show_file(self, path: Path | None) -> None:
        """Show the games of a file, or the saved games."""
        self._file = path
        self._read()

    def action_import_file(self) -> None:
        """Show the games of a file."""

        def read(name: str | None) -> None:
            if name is not None:
                self.show_file(file_path(name))

        def check(name: str) -> None:
            kept_games.check_file(file_path(name))

        self.app.push_screen(Ask("File with games (SGF, .psq or moves)", "", check), read)

    def action_export(self) -> None:
        """Write the game to a file."""
        if item := self._chosen():
            self._ask_target(item.tree, "game.sgf")

    def _ask_target(self, tree: GameTree, name: str) -> None:
        """Ask for the file to write a game to, and whether to overwrite it if it exists."""

        def check(name: str) -> None:
            check_target(file_path(name), force=True)

        def take(name: str | None) -> None:
            if name is not None:
                self._write(tree, name)

        self.app.push_screen(Ask("Write the game to", name, check), take)

    def _write(self, tree: GameTree, name: str, *, force: bool = False) -> None:
        def answer(choice: int | None) -> None:
            if choice == 1:
                self._write(tree, name, force=True)
            elif choice == 0:
                self._ask_target(tree, name)

        try:
            game_files.save(tree, file_path(name), force=force)
        except FileExists:
            question = Choose(f"{name} exists.", ("Choose another name", "Overwrite it"))
            self.app.push_screen(question, answer)
            return
        except NoughtsError as error:
            said = sentence(str(error))
        else:
            said = f"Saved to {name}"
        # unlike the status, a notification stays when the closed dialogue leads to reading the games again
        self.app.notify(printable(said), markup=False)

    def shown(self) -> tuple[GameTree, Position]:
        """Return the chosen game and its last position."""
        item = self._chosen()
        tree = item.tree if item else self.full.session.tree
        return tree, tree.main_line.position


def _row(name: str, tree: GameTree) -> tuple[str, ...]:
    """Describe a game in the cells of a table. The players are last, because a narrow terminal cuts the last cell."""
    record = tree.main_line
    players = " – ".join(short_title(name, _LONGEST_NAME) for name in record.names if name)
    rules, moves = tree.start.game.name, plural(len(record.moves), "move")
    cells = (name, usual_name(rules), result_text(record), moves, players)
    return tuple(printable(cell).replace("\n", " ") for cell in cells)
