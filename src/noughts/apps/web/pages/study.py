"""The state of the Analyse page as a frozen value: a game, the current ply, and whether the board is being set up.

The URL contains the whole state, so every state can be shared and reloaded, and the Back button works:

    game=7,6,4 gravity   start=3_/_x_/3_ o   moves=b2,a1   at=1   edit=1   review=1   x_name=Ada   o_name=Grace

The defaults of missing fields are tic-tac-toe, the empty board, no moves and the last ply.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from noughts.apps.board import landing
from noughts.apps.files import expect_one_game
from noughts.apps.names import clean_name
from noughts.apps.web.model.fields import game_field, position_field, whole_number
from noughts.apps.web.model.page_games import page_game
from noughts.rules.board import Cell, Move
from noughts.rules.errors import IllegalMove, NotationError, NoughtsError, RulesError
from noughts.rules.game import Game, Player
from noughts.rules.notation import position as read_position
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.rules.record import Record, read_moves, replay_line, split_moves
from noughts.rules.sgf import is_sgf, read_sgf, split_sgf

_USUAL = "3,3,3"
_LONGEST = {"game": 100, "custom": 100, "start": 2_000, "position": 2_000, "moves": 4_000}  # characters of a field
_FEW = 200  # characters of any other field
_SEVERAL = "import them on the Games page, then open one of them"
_SMALL = 16  # games on boards with at most so many cells are reviewed automatically


@dataclass(frozen=True)
class Study:
    """A game on the Analyse page.

    Attributes:
        record: the first position, the moves and the names of the players.
        at: the number of moves made in the position that is shown.
        editing: whether the board is being set up.
        reviewing: whether the client asked for a review although the board is large and the game is not over.
    """

    record: Record
    at: int
    editing: bool = False
    reviewing: bool = False

    @classmethod
    def of(cls, start: Position | Record) -> "Study":
        """Return the study of the last position of a game."""
        record = start if isinstance(start, Record) else Record(start)
        return cls(record, len(record.moves))

    @property
    def game(self) -> Game:
        """The rules."""
        return self.record.start.game

    @property
    def position(self) -> Position:
        """The position that is shown."""
        return self.record.positions[self.at]

    @property
    def last(self) -> Move | None:
        """The move that led to the position."""
        return self.record.moves[self.at - 1] if self.at else None

    @property
    def is_reviewed(self) -> bool:
        """Whether the moves are reviewed."""
        over = self.record.position.is_over or len(self.game.board) <= _SMALL
        return bool(self.record.moves) and not self.editing and (over or self.reviewing)

    def query(self) -> dict[str, str]:
        """Return the fields of the URL. `read` parses them."""
        start, game = self.record.start, self.game
        fields = {
            "game": game.name if game.name != _USUAL else "",
            "start": t3en(start) if start != Position(game) else "",
            "moves": ",".join(self.record.move_names),
            "at": str(self.at) if self.at != len(self.record.moves) else "",
            "edit": "1" if self.editing else "",
            "review": "1" if self.reviewing else "",
            "x_name": self.record.names[0],
            "o_name": self.record.names[1],
        }
        return {name: value for name, value in fields.items() if value}

    # Each operation returns another study.

    def go(self, at: int) -> "Study":
        """Return the study at another ply, or at the first or last one if there is no such ply."""
        return replace(self, at=max(0, min(at, len(self.record.moves))))

    def play(self, cell: Cell) -> "Study":
        """Return the study after a move. If the move differs from the game's, the later moves are removed.

        Raises:
            IllegalMove: the move is not legal.
        """
        cell = landing(self.position, cell)
        if reason := self.position.why_illegal(cell):
            raise IllegalMove(reason)
        made = self.record.moves
        if self.at < len(made) and made[self.at] == cell:
            return self.go(self.at + 1)
        return replace(self, record=replace(self.record, moves=(*made[: self.at], cell)), at=self.at + 1)

    def flip(self) -> "Study":
        """Return the study with X and O swapped in all positions."""
        start, (x, o) = self.record.start, self.record.names
        flipped = Position(start.game, start.o, start.x, start.turn.other)
        return replace(self, record=Record(flipped, self.record.moves, (o, x)))

    def restart(self) -> "Study":
        """Return the study of the empty board."""
        return replace(Study.of(Position(self.game)), editing=self.editing)

    def edit(self, editing: bool) -> "Study":
        """Return the study in the mode for setting up the board, or in the normal mode."""
        return replace(self, editing=editing)

    def press(self, cell: Cell) -> "Study":
        """Return the study with the next possible mark on a cell: empty, X, O, then empty again.

        With gravity, a mark falls, and a mark below other marks cannot be removed.

        Raises:
            RulesError: the cell cannot be changed.
        """
        before, board = self.position, self.game.board
        if not 0 <= cell < len(board):
            raise RulesError(f"cell {cell} is not on the board: expected 0 to {len(board) - 1}")
        return self._set_up(pressed(before, landing(before, cell))[1])

    def turned(self, turn: Player) -> "Study":
        """Return the study with this player to move, regardless of the numbers of marks."""
        now = self.position
        return self if now.turn is turn else self._set_up(Position(now.game, now.x, now.o, turn))

    def _set_up(self, position: Position) -> "Study":
        return replace(self, record=Record(position, (), self.record.names), at=0)


def pressed(position: Position, cell: Cell) -> tuple[str, Position]:
    """Return the next possible mark for a cell (``x``, ``o`` or empty), and the position with it.

    Raises:
        RulesError: the cell cannot be changed.
    """
    mark = "x" if position.x >> cell & 1 else "o" if position.o >> cell & 1 else ""
    reason = NoughtsError("")
    for put in {"": ("x", "o"), "x": ("o", ""), "o": ("", "x")}[mark]:
        kept_x, kept_o = position.x & ~(1 << cell), position.o & ~(1 << cell)
        x, o = kept_x | (put == "x") << cell, kept_o | (put == "o") << cell
        try:
            return put, Position(position.game, x, o, position.turn)
        except RulesError as error:
            reason = error
    raise RulesError(f"{position.game.board.names[cell]} cannot be changed: {reason}")


def read(query: Mapping[str, str]) -> Study:
    """Parse the fields of a URL. Unknown fields are ignored.

    The position ``start``, also called ``position``, can have any notation. ``turn`` names the player to move.

    Raises:
        NoughtsError: a field is invalid.
    """
    for name in ("game", "custom", "start", "position", "turn", "moves", "at", "edit", "review", "x_name", "o_name"):
        if len(query.get(name, "")) > _LONGEST.get(name, _FEW):
            raise NotationError(f"{name} is too long: expected at most {_LONGEST.get(name, _FEW):,} characters")
    game, turn = read_game_name(query), query.get("turn", "").strip().lower()
    if turn not in ("", "x", "o"):
        raise NotationError(f"unknown player {turn[:20]!r}: expected x or o")
    side = Player(turn) if turn else None
    text = position_field(query)
    start = read_position(text, game, side) if text else Position(game, turn=side or Player.X)
    names = (clean_name(query.get("x_name", ""), ""), clean_name(query.get("o_name", ""), ""))
    record = replay_line(start, query.get("moves", ""), names)
    moves = len(record.moves)
    at = whole_number("at", query.get("at", "").strip() or str(moves), moves)
    for name in ("edit", "review"):
        if query.get(name, "") not in ("", "0", "1"):
            raise NotationError(f"invalid {name} {query[name][:20]!r}: expected 1 or nothing")
    return Study(record, at, query.get("edit") == "1", query.get("review") == "1")


def read_game_name(query: Mapping[str, str]) -> Game:
    """Return the game named in a URL or a form.

    Raises:
        NoughtsError: there is no such game, or its board is too large for a page.
    """
    return page_game(game_field(query) or _USUAL)


def read_pasted(text: str, game: Game) -> Study:
    """Read a pasted text: a position in any notation, a list of moves, or SGF.

    Args:
        text: the text. An empty text stands for the empty board.
        game: the game of a position, and of moves that do not name a game.

    Raises:
        NoughtsError: the text is invalid.
    """
    text = text.lstrip("\ufeff")
    if not text.strip():
        return Study.of(Position(game))
    if is_sgf(text):
        expect_one_game(split_sgf(text), _SEVERAL)
        return _checked(read_sgf(text))
    try:
        return Study.of(read_position(text, game))
    except NoughtsError as error:
        if not _names_moves(text, game):
            if re.search(r"[^\W\d_xo]", text.split()[0].lower()):  # the first word has letters other than marks
                raise NotationError(f"{error}; or moves, such as b2 a1, or SGF") from None
            raise
    expect_one_game(split_moves(text), _SEVERAL)
    return _checked(read_moves(text, game))


def _checked(record: Record) -> Study:
    page_game(record.start.game.name)
    x, o = record.names
    return Study.of(replace(record, names=(clean_name(x, ""), clean_name(o, ""))))


def _names_moves(text: str, game: Game) -> bool:
    """Return whether a text looks like a list of moves: by its header lines, or by its first word."""
    if ":" in text.partition("\n")[0]:
        return True
    words = (re.sub(r"^[0-9]+[.…]+", "", word) for word in text.replace(",", " ").split())
    first = next((word for word in words if word), "").rstrip("?!").lower()
    cell = first in game.board.names or (first[:1].isalpha() and first[1:].isdecimal())
    return cell or re.fullmatch(r"[\s.,()?!]*\d[\s\d.,()?!]*", text) is not None
