"""What all screens have in common: the line of rooms at the top, the keys at the bottom, and one search at a time."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from rich.style import Style
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import Screen
from textual.style import Style as TextStyle
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from noughts.explain.words import plural
from noughts.render.names import printable
from noughts.rules.errors import NoughtsError
from noughts.rules.position import Position
from noughts.rules.tree import GameTree
from noughts.terminal.prose import sentence
from noughts.terminal.screen.rooms.names import ROOMS
from noughts.terminal.screen.searches import Search

if TYPE_CHECKING:
    from noughts.terminal.screen.app import FullScreen

_T = TypeVar("_T")

SMALLEST = (40, 12)
"""The columns and lines of the smallest terminal on which noughts shows its screens."""

_TICK = 0.1  # seconds between two updates of a status
_QUICK = 0.5  # seconds of a search that shows no status


class Bar(Static):
    """A line of words to click, which keep their colours."""

    link_style = Style()


class Room(Screen[None]):
    """A screen with a name in `ROOMS`."""

    ROOM = ""
    AUTO_FOCUS = "*"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Stop", tooltip="stop a search", show=False)]

    def __init__(self) -> None:
        super().__init__()
        self._search: Search | None = None
        self._words, self._ticking = "", cast(Timer | None, None)
        self._has_ticked = False
        self.took = 0.0  # the seconds of the last search

    @property
    def full(self) -> "FullScreen":
        """The app."""
        return cast("FullScreen", self.app)

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield Bar(id="rooms")
        with Horizontal(id="content"):
            yield from self.content()
        yield Static(id="status", markup=False)
        yield Bar(id="keys")
        yield Static(id="too-small", markup=False)

    def content(self) -> Iterator[Widget]:
        """Return the widgets between the line of rooms and the keys."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Fill the first and the last line."""
        line = Content.styled("noughts", "bold")
        for name, (key, title) in ROOMS.items():
            tab = Content.styled(title, "bold $accent" if name == self.ROOM else "$faint")
            at = title.lower().index(key)
            line += Content("   ") + _link(tab.stylize("underline", at, at + 1), f"app.room('{name}')")
        self.query_one("#rooms", Bar).update(line)

    def show_keys(self) -> None:
        """Show as many keys as fit into the last line. The first keys are the most important."""
        help_key = _key(Binding("?", "app.help", "Help"))
        line, room = Content(), self.size.width - 4 - help_key.cell_length
        for shown in [_key(binding) for binding in keys_of(self) if binding.show]:
            if line.cell_length + shown.cell_length + 2 <= room:
                line += shown + Content("  ")
        self.query_one("#keys", Bar).update(line + help_key)

    def on_resize(self, event: events.Resize) -> None:
        """Say what is needed if the terminal is too small."""
        (columns, lines), (width, height), was_small = SMALLEST, event.size, self.has_class("-small")
        self.set_class(width < columns or height < lines, "-small")
        if was_small and not self.has_class("-small"):  # a hidden widget loses the focus
            self.call_after_refresh(self.query_one(str(self.AUTO_FOCUS)).focus)
        self.query_one("#too-small", Static).update(
            f"noughts needs {columns} × {lines} characters. This terminal has {width} × {height}."
        )
        self.show_keys()

    def on_screen_suspend(self) -> None:
        """Stop the search when another room is shown."""
        self.cancel()

    def on_paste(self, event: events.Paste) -> None:
        """Open a pasted position or game in the room Analyse."""
        from noughts.session.reading import split_text

        text, game = event.text, self.shown()[1].game
        if text.strip():
            self.search(lambda search: split_text(text, game, guesses=True)[0].read(), self.full.open, "Reading")

    def shown(self) -> tuple[GameTree, Position]:
        """Return the game and the position that the room shows, to copy them. By default, they are being played."""
        return self.full.session.tree, self.full.session.position

    # Messages for the person.

    def say(self, text: str) -> None:
        """Show a text below the content. An empty text clears it."""
        self.query_one("#status", Static).update(printable(text))

    def complain(self, error: BaseException | str) -> None:
        """Show an error as a sentence."""
        self.say(sentence(str(error)))

    # Searches.

    @property
    def is_searching(self) -> bool:
        """Whether a search is running."""
        return self._search is not None

    @property
    def is_busy(self) -> bool:
        """Whether there is something to stop."""
        return self.is_searching

    def search(
        self,
        work: Callable[[Search], _T],
        done: Callable[[_T], None],
        words: str,
        failed: Callable[[NoughtsError], None] | None = None,
    ) -> None:
        """Run a search in a thread instead of the one that is running.

        Args:
            work: runs the search.
            done: receives its result.
            words: what the search does, for the status.
            failed: receives the error that ended the search. By default, the status shows the error.
        """

        def run(search: Search) -> Callable[[], None]:
            try:
                answer = work(search)
            except NoughtsError as error:
                return partial(failed or self.complain, error)
            return lambda: done(answer)

        self.cancel()
        self.say("")
        self._words = words
        self._search = Search(run, self, self.nodes)
        self.full.searches.start(self._search)
        self._ticking = self.set_interval(_TICK, self._tick)

    def nodes(self) -> int:
        """Return a number that grows with the nodes of a search, apart from those that its budget counts."""
        return 0

    def cancel(self) -> bool:
        """Stop the search and forget its results. Return whether there was one."""
        search, self._search = self._search, None
        if search:
            search.budget.stop()
            self._end_ticking()
        return search is not None

    def action_cancel(self) -> None:
        """Stop the search."""
        self.cancel()

    def _end_ticking(self) -> None:
        if self._ticking:
            self._ticking.stop()
            self._ticking = None
            if self._has_ticked:
                self._has_ticked = False
                self.say("")

    def _tick(self) -> None:
        search = self._search
        if search and search.seconds > _QUICK:
            nodes = f", {plural(search.nodes, 'node')}" if search.nodes else ""
            self.say(f"{self._words}: {search.seconds:.0f} s{nodes} (esc to stop)")
            self._has_ticked = True

    @on(Search.Found)
    def _found(self, message: Search.Found) -> None:
        if message.search is not self._search:
            return
        if message.last:
            self._search, self.took = None, message.search.seconds
            self._end_ticking()
        try:
            message.show()
        except NoughtsError as error:
            self.complain(error)


def keys_of(node: DOMNode) -> list[Binding]:
    """Return the keys of a room or of the app, as its class lists them."""
    return [binding for binding in type(node).BINDINGS if isinstance(binding, Binding)]


def _action(action: str) -> str:
    return action if action.startswith("app.") else f"screen.{action}"


def _key(binding: Binding) -> Content:
    """Return a key with its description. A click on them presses the key."""
    key = Content.styled(binding.key_display or binding.key.partition(",")[0], "bold $accent")
    return _link(key + Content.styled(f" {binding.description}", "$faint"), _action(binding.action))


def _link(text: Content, action: str) -> Content:
    """Return a text that runs an action when it is clicked."""
    return text.stylize(TextStyle.from_meta({"@click": action}))
