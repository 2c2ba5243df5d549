"""Play in a notebook, on a clickable board in JupyterLab or VS Code.

The clickable board needs anywidget, which the ``[notebook]`` extra installs. Without anywidget, you can play by calling
methods.
"""

from functools import cache
from html import escape
from importlib import resources
from random import Random
from typing import Any, Self

from noughts.notebook.panel import Panel
from noughts.players.opponent import AnyPlayer
from noughts.players.registry import player
from noughts.render.names import clean_name
from noughts.render.scripts import bundle
from noughts.render.theme import COLOURS
from noughts.rules.board import Move
from noughts.rules.errors import NoughtsError
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position
from noughts.rules.record import Record
from noughts.session.seats import Seat, read_side
from noughts.session.session import Session

INSTALL = 'For a board that you can click: pip install "noughts[notebook]", then restart the kernel.'
MEANWHILE = (
    'Without it, call methods: board = play(), then board.play("{example}"), board.hint(), board.undo(). '
    "Or play in a terminal: noughts play"
)


def play(
    level: AnyPlayer = "perfect",
    *,
    game: Game | str = "tictactoe",
    side: Player | str = "x",
    name: str = "You",
    position: Position | str | None = None,
    seed: int | None = None,
    values: bool = False,
) -> "NotebookGame":
    """Start a game and return its board. The notebook shows the board if this call is the last line of a cell.

    Args:
        level: your opponent: random, beginner, easy, medium, hard or perfect; a search, such as ``minimax:depth=2``;
            your own function, as ``file.py:function`` or the function itself; or ``friend``, for two people at one
            board.
        game: the game or its name, such as ``connect four`` or ``4,4,3 misere``.
        side: your side: x, o or random.
        name: your name.
        position: the first position of every game, as a position or a text such as ``o_x/x2_/x2o x``. By default, the
            empty board.
        seed: the seed for the computer player's random choices.
        values: show the value of every move from the start.

    Raises:
        NoughtsError: the player, game, side or position is invalid.
    """
    random = Random(seed)
    start = _start(game, position)
    seats = Seat(clean_name(name, "You")), _opponent(level)
    mine = side if isinstance(side, Player) else read_side(side, random)
    x = 0 if mine is Player.X else 1
    return NotebookGame(Panel(Session(seats, start, random, x), values=values))


class NotebookGame:
    """A game in a notebook, played by clicking or by calling methods.

    Each method returns the game, so that a notebook displays the new position. The repr is the board as text.
    """

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._widget: Any = None
        panel.changed = self._changed

    @property
    def position(self) -> Position:
        """The current position."""
        return self._panel.session.position

    @property
    def record(self) -> Record:
        """The game so far."""
        return self._panel.session.record

    def play(self, move: Move | str) -> Self:
        """Make a move, such as ``b2``. The computer player replies.

        Raises:
            IllegalMove: the move is not legal.
        """
        self._panel.play(move)
        return self

    def hint(self) -> Self:
        """Show a best move and the reason for it.

        Raises:
            NoughtsError: the game is over.
        """
        self._panel.hint()
        return self

    def values(self) -> Self:
        """Show or hide the value of every move."""
        self._panel.toggle_values()
        return self

    def undo(self) -> Self:
        """Take back your last move and the computer's reply.

        At the beginning of a new game, bring back the game before it.

        Raises:
            IllegalMove: there is no move to take back.
        """
        self._panel.undo()
        return self

    def new(self) -> Self:
        """Start a new game."""
        self._panel.new()
        return self

    def swap(self) -> Self:
        """Start a new game with X and O swapped."""
        self._panel.swap()
        return self

    @property
    def widget(self) -> Any:
        """The board as an anywidget, which can be combined with other widgets.

        All notebook cells that show this game share the widget.

        Raises:
            ImportError: anywidget is not installed.
        """
        if self._widget is None:
            self._widget = _widget_class()(self._panel)
        return self._widget

    def __repr__(self) -> str:
        return "\n".join(filter(None, [str(self.position), self._panel.status, self._panel.note]))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Any:
        """Display the board as a widget, with a picture and text for viewers that do not support widgets."""
        try:
            bundle, metadata = self.widget._repr_mimebundle_()
        except ImportError:
            return {"text/plain": f"{self!r}\n{INSTALL}", "text/html": self._html()}
        # Code hosts and converters show the picture of a saved notebook.
        return {**bundle, "text/plain": repr(self), "image/svg+xml": self._panel.picture("auto")}, metadata

    def _html(self) -> str:
        names = self.position.game.board.names
        texts = [self._panel.status, self._panel.note, INSTALL, MEANWHILE.format(example=names[len(names) // 2])]
        return self._panel.picture("auto") + "".join(f"<p>{escape(text)}</p>" for text in texts if text)

    def _changed(self) -> None:
        if self._widget is not None:
            self._widget.shown = self._panel.shown()


def _start(game: Game | str, position: Position | str | None) -> Position:
    rules = named_game(game)
    if isinstance(position, Position):
        if game != "tictactoe" and position.game != rules:
            raise NoughtsError(
                f"the position belongs to the game {position.game.name}, not to {rules.name}: leave out the game"
            )
        return position
    return Position(rules) if position is None else read_position(position, rules)


def _opponent(level: AnyPlayer) -> Seat:
    is_friend = isinstance(level, str) and level.strip().lower() == "friend"
    return Seat("Friend") if is_friend else Seat("Computer", player(level))


def _asset(name: str) -> str:
    return resources.files("noughts.notebook").joinpath("assets", name).read_text(encoding="utf-8")


def style_sheet() -> str:
    """Return the widget's style sheet: the colours of the pictures, followed by the other CSS rules."""
    colours = ""
    for theme in ("light", "dark"):
        named = "".join(f"--{name.replace('_', '-')}:{value};" for name, value in COLOURS[theme].items())
        colours += f'.noughts-play[data-theme="{theme}"]{{color-scheme:{theme};{named}}}\n'
    return colours + _asset("widget.css")


def script() -> str:
    """Return the JavaScript module that draws the board and reports clicks, for anywidget's ``_esm`` attribute."""
    return bundle(_asset("widget.js"))


@cache
def _widget_class() -> Any:
    import anywidget
    import traitlets

    class BoardWidget(anywidget.AnyWidget):
        """The board as a widget. Only Python sets the widget's state; the page sends requests."""

        _esm = script()
        _css = style_sheet()
        shown = traitlets.Dict().tag(sync=True)

        def __init__(self, panel: Panel) -> None:
            super().__init__(shown=panel.shown())
            self._panel = panel
            self.on_msg(lambda widget, request, buffers: panel.ask(request))

        def set_state(self, state: object) -> None:
            """Reject state sent by the page, because only Python may change the widget's state."""
            self._panel.refuse("the page cannot change the board directly: it can only send requests")

    return BoardWidget
