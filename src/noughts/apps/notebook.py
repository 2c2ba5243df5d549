"""Play in a notebook: a board to click in JupyterLab or VS Code; without anywidget, one to play by calls.

anywidget comes with the extra ``[notebook]`` and is first imported when a board is shown.
"""

from collections.abc import Callable
from functools import cache
from html import escape
from importlib import resources
from random import Random
from typing import Any, Self, TypeAlias

from noughts.apps.names import clean_name
from noughts.apps.panel import Panel
from noughts.apps.seats import Seat
from noughts.apps.session import Session
from noughts.players.opponent import Opponent
from noughts.players.registry import player
from noughts.render.theme import COLOURS
from noughts.rules.board import Move
from noughts.rules.errors import NoughtsError
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position
from noughts.rules.record import Record

Level: TypeAlias = str | Opponent | Callable[..., Any]
"""A player: its name as in `noughts.player`, a player, or a function that chooses moves."""

INSTALL = 'To click on the board: pip install "noughts[notebook]", then restart the kernel.'
MEANWHILE = (
    'Without it, play by calls: board = play(), then board.play("{example}"), board.hint(), board.undo(); '
    "or in a terminal: noughts play"
)


def play(
    level: Level = "perfect",
    *,
    game: Game | str = "tictactoe",
    side: Player | str = "x",
    name: str = "You",
    position: Position | str | None = None,
    seed: int | None = None,
    values: bool = False,
) -> "NotebookGame":
    """Return a board to play on: as the last line of a cell it shows itself, to be clicked.

    Args:
        level: who plays against you: random, easy, medium, hard, perfect; a search, as in ``minimax:depth=2``; your
            own function, as ``file.py:function`` or the function itself; or friend, for two people at one board.
        game: the game or its name, such as ``connect four`` or ``4,4,3 misere``.
        side: your side: x, o or random.
        name: your name.
        position: where every game begins, a position or a text such as ``o_x/x2_/x2o x``; otherwise the empty board.
        seed: repeat what the computer player draws.
        values: show from the beginning what each move is worth.

    Raises:
        NoughtsError: there is no such player, game, side or position.
    """
    random = Random(seed)
    start = _start(game, position)
    seats = Seat(clean_name(name, "You")), _opponent(level)
    x = 0 if _side(side, random) is Player.X else 1
    return NotebookGame(Panel(Session(seats, start, random, x), values=values))


class NotebookGame:
    """A board in a notebook, to click or to play by calls; each call returns the board, which then shows itself.

    Its repr is the board in letters: a game has a past and an opponent, which no expression could give back.
    """

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._widget: Any = None
        panel.changed = self._changed

    @property
    def position(self) -> Position:
        """The position now."""
        return self._panel.session.position

    @property
    def record(self) -> Record:
        """The game so far."""
        return self._panel.session.record

    def play(self, move: Move | str) -> Self:
        """Make a move, such as ``b2``; the computer player answers.

        Raises:
            IllegalMove: the move is not legal.
        """
        self._panel.play(move)
        return self

    def hint(self) -> Self:
        """Show a good move and why it is good.

        Raises:
            NoughtsError: the game is over.
        """
        self._panel.hint()
        return self

    def values(self) -> Self:
        """Show what each move is worth, or no longer."""
        self._panel.toggle_values()
        return self

    def undo(self) -> Self:
        """Take back your last move, and what the computer answered.

        Raises:
            IllegalMove: there is no move to take back.
        """
        self._panel.undo()
        return self

    def new(self) -> Self:
        """Begin a new game."""
        self._panel.new()
        return self

    def swap(self) -> Self:
        """Begin a new game with sides changed."""
        self._panel.swap()
        return self

    @property
    def widget(self) -> Any:
        """The board as a widget, to be put together with others; there is one for all places it is shown in.

        Raises:
            ImportError: anywidget is not installed.
        """
        if self._widget is None:
            self._widget = _widget_class()(self._panel)
        return self._widget

    def __repr__(self) -> str:
        said = filter(None, [str(self.position), self._panel.status, self._panel.note])
        return "\n".join(said)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Any:
        """Show the board in a notebook: to be clicked, and for where nothing can be, as a picture and in letters."""
        try:
            shown, metadata = self.widget._repr_mimebundle_()
        except ImportError:
            return {"text/plain": f"{self!r}\n{INSTALL}", "text/html": self._html()}
        # A saved notebook keeps the picture for code hosts and converters, which run no widgets.
        return {**shown, "text/plain": repr(self), "image/svg+xml": self._panel.picture("auto")}, metadata

    def _html(self) -> str:
        names = self.position.game.board.names
        said = [self._panel.status, self._panel.note, INSTALL, MEANWHILE.format(example=names[len(names) // 2])]
        return self._panel.picture("auto") + "".join(f"<p>{escape(text)}</p>" for text in said if text)

    def _changed(self) -> None:
        if self._widget is not None:
            self._widget.shown = self._panel.shown()


def _start(game: Game | str, position: Position | str | None) -> Position:
    rules = named_game(game)
    if isinstance(position, Position):
        if game != "tictactoe" and position.game != rules:
            raise NoughtsError(f"the position is one of {position.game.name}, not of {rules.name}: leave out the game")
        return position
    return Position(rules) if position is None else read_position(position, rules)


def _side(side: Player | str, random: Random) -> Player:
    if isinstance(side, Player):
        return side
    word = side.strip().lower()
    if word not in ("x", "o", "random"):
        raise NoughtsError(f"{side[:20]!r} is no side: expected x, o or random")
    return random.choice(list(Player)) if word == "random" else Player(word)


def _opponent(level: Level) -> Seat:
    if isinstance(level, str):
        return Seat("Friend") if level.strip().lower() == "friend" else Seat("Computer", player(level))
    if isinstance(level, Opponent):
        return Seat("Computer", level)
    from noughts.players.user_code import UserPlayer

    guest = UserPlayer(level)
    return Seat("Computer", Opponent(guest.name, guest))


def _asset(name: str) -> str:
    return resources.files("noughts.apps").joinpath("assets", name).read_text(encoding="utf-8")


def style_sheet() -> str:
    """Return the style of the board to click: the colours of all pictures, then the rules."""
    colours = ""
    for theme in ("light", "dark"):
        named = "".join(f"--{name.replace('_', '-')}:{value};" for name, value in COLOURS[theme].items())
        colours += f'.noughts-play[data-theme="{theme}"]{{color-scheme:{theme};{named}}}\n'
    return colours + _asset("widget.css")


def script() -> str:
    """Return the module that draws the board and reports clicks, an anywidget's ``_esm``."""
    return _asset("widget.js")


@cache
def _widget_class() -> Any:
    import anywidget
    import traitlets

    class BoardWidget(anywidget.AnyWidget):
        """The board as a widget: Python sets what is shown, and the page sends requests."""

        _esm = script()
        _css = style_sheet()
        shown = traitlets.Dict().tag(sync=True)

        def __init__(self, panel: Panel) -> None:
            super().__init__(shown=panel.shown())
            self._panel = panel
            self.on_msg(lambda widget, request, buffers: panel.ask(request))

        def set_state(self, state: object) -> None:
            """Refuse what a page would set by itself: what is shown is Python's to say."""
            self._panel.refuse("the page cannot change the board: it can only ask")

    return BoardWidget
