"""The state of the Analyse page as a frozen value, with a game, its variations and comments, and the shown position.

The URL contains the whole state, so every state can be shared and reloaded, and the Back button works:

    game=7,6,4 gravity   start=3_/_x_/3_ o   moves=b2 a1 (c1 {why}) c3   line=1   at=2   edit=1   review=1
    ended=x resigned   x_name=Ada   o_name=Grace

``moves`` is the text form of a `GameTree`. ``line`` numbers the lines from their first moves to their ends, the main
line being 0, and ``at`` is the number of moves made. The defaults of missing fields are tic-tac-toe, the empty board,
no moves, the main line and its end.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import Literal, TypeAlias

from noughts.render.board.layers import landing
from noughts.render.names import clean_name
from noughts.rules.board import Cell, Move
from noughts.rules.errors import NotationError, RulesError
from noughts.rules.game import Game, Player
from noughts.rules.notation import position as read_position
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.rules.record import ENDINGS, Record
from noughts.rules.tree import GameTree, Path, TreeNode, write_tree
from noughts.rules.tree_reader import read_tree
from noughts.web.model.fields import game_field, position_field, whole_number
from noughts.web.model.page_games import page_game

MOST_URL = 7_000
"""The largest number of characters in a URL. Many proxies and mail programs do not accept longer URLs."""

TOO_LONG = (
    "this game has too many lines and comments for the address of a page: delete some of them, or save the game as SGF"
)

Dropped: TypeAlias = Literal["", "properties", "variations"]
"""The parts that a study has lost to keep its URL short. A study that loses its variations also loses its comments and
properties."""

DROPPED: dict[Dropped, str] = {
    "": "",
    "properties": "This file has too much data for the address of a page, so clocks, markup and the like are left out "
    "here. To keep them, import the file under Games.",
    "variations": "This game has too many lines and comments for the address of a page, so only its main line is "
    "shown. To keep all of them, import the file under Games.",
}
"""The sentences that tell a person which parts are lost."""

_USUAL = "3,3,3"
_LONGEST = {"game": 100, "custom": 100, "start": 2_000, "position": 2_000, "moves": MOST_URL}  # characters of a field
_FEW = 200  # characters of any other field
_FIELDS = (
    *("game", "custom", "start", "position", "turn", "moves", "line", "at"),
    *("edit", "review", "ended", "x_name", "o_name"),
)
_SMALL = 16  # games on boards with at most this many cells are reviewed automatically


@dataclass(frozen=True)
class Study:
    """A game on the Analyse page, and the position that is shown.

    Attributes:
        tree: the game with its variations and comments.
        path: the moves that lead to the position that is shown.
        editing: whether the board is being set up.
        reviewing: whether the client asked for a review although the board is large and the game is not over.
    """

    tree: GameTree
    path: Path = ()
    editing: bool = False
    reviewing: bool = False

    @classmethod
    def of(cls, game: Position | Record | GameTree) -> "Study":
        """Return the study of the last position of a game."""
        tree = game if isinstance(game, GameTree) else GameTree.of(game)
        return cls(tree, tree.end(()))

    @property
    def game(self) -> Game:
        """The rules."""
        return self.tree.start.game

    @property
    def record(self) -> Record:
        """The main line."""
        return self.tree.main_line

    @property
    def at(self) -> int:
        """The number of moves made before the shown position."""
        return len(self.path)

    @cached_property
    def position(self) -> Position:
        """The position that is shown."""
        return self.tree.position(self.path)

    @cached_property
    def node(self) -> TreeNode:
        """The node of the position that is shown."""
        return self.tree.node(self.path)

    @cached_property
    def line(self) -> Path:
        """All moves of the line through the shown position, from the first move to the last."""
        return self.tree.end(self.path)

    @property
    def last(self) -> Move | None:
        """The move that led to the shown position, or None at the start."""
        return self.path[-1] if self.path else None

    @property
    def is_main(self) -> bool:
        """Whether the shown position belongs to the main line."""
        return self.record.moves[: self.at] == self.path

    @property
    def is_reviewed(self) -> bool:
        """Whether the moves of the main line are reviewed."""
        over = self.record.position.is_over or len(self.game.board) <= _SMALL
        return bool(self.record.moves) and not self.editing and (over or self.reviewing)

    def query(self) -> dict[str, str]:
        """Encode the study as the fields of a URL. `read` parses them."""
        start, line = self.tree.start, self.tree.lines.index(self.line)
        fields = {
            "game": self.game.name if self.game.name != _USUAL else "",
            "start": t3en(start) if start != Position(self.game) else "",
            "moves": moves_field(self.tree),
            "line": str(line) if line else "",
            "at": str(self.at) if self.at != len(self.line) else "",
            "edit": "1" if self.editing else "",
            "review": "1" if self.reviewing else "",
            "ended": self.record.ended,
            "x_name": self.tree.names[0],
            "o_name": self.tree.names[1],
        }
        return {name: value for name, value in fields.items() if value}

    # Each operation returns another study.

    def go(self, at: int) -> "Study":
        """Return the study at another ply of the line, or at the nearest ply that exists."""
        return replace(self, path=self.line[: max(0, min(at, len(self.line)))])

    def to(self, line: int, at: int) -> "Study":
        """Return the study at a ply of the line with this number.

        Raises:
            NotationError: there is no such line or no such ply.
        """
        lines = self.tree.lines
        if not 0 <= line < len(lines):
            raise NotationError(f"there is no line {line}: expected a number from 0 to {len(lines) - 1}")
        if not 0 <= at <= len(lines[line]):
            raise NotationError(f"invalid at {str(at)!r}: expected a whole number from 0 to {len(lines[line]):,}")
        return replace(self, path=lines[line][:at])

    def beside(self, step: int) -> "Study | None":
        """Return the study at the first move of the next line (1) or the previous line (-1), or None if there is no
        such line.
        """
        lines = self.tree.lines
        number = lines.index(self.line)
        if not 0 <= number + step < len(lines):
            return None
        other = lines[number + step]
        return replace(self, path=other[: _common(self.line, other) + 1])

    def on_main(self) -> "Study":
        """Return the study at the last main-line position on the path to the shown position."""
        return replace(self, path=self.path[: _common(self.path, self.record.moves)])

    def play(self, cell: Cell) -> "Study":
        """Return the study after a move. If the move is not in the game, it begins a variation.

        Raises:
            IllegalMove: the move is not legal.
        """
        cell = landing(self.position, cell)
        self.position.expect_legal(cell)
        return replace(self, tree=self.tree.play(self.path, cell), path=(*self.path, cell))

    def promote(self) -> "Study":
        """Return the study with the shown line as the main line."""
        return replace(self, tree=self.tree.promote(self.path))

    def delete(self) -> "Study":
        """Return the study without the move that led to the shown position, and without all moves after it.

        Raises:
            NoughtsError: no move has been made.
        """
        return replace(self, tree=self.tree.delete(self.path), path=self.path[:-1])

    def comment(self, text: str) -> "Study":
        """Return the study with a comment on the position that is shown. An empty text removes the comment.

        Raises:
            NoughtsError: the comment is too long.
        """
        return replace(self, tree=self.tree.set_comment(self.path, text))

    def without_properties(self) -> "Study":
        """Return the study without the data that only files need, such as clocks and markup."""
        return replace(self, tree=self.tree.without_properties())

    def without_lines(self) -> "Study":
        """Return the study of the main line alone, without comments."""
        return replace(Study.of(self.record), reviewing=self.reviewing)

    def flip(self) -> "Study":
        """Return the study with X and O swapped in all positions."""
        start, (x, o) = self.tree.start, self.tree.names
        flipped = Position(start.game, start.o, start.x, start.turn.other)
        return replace(self, tree=replace(self.tree, head=Record(flipped, (), (o, x))))

    def restart(self) -> "Study":
        """Return the study of the empty board."""
        return replace(Study.of(Position(self.game)), editing=self.editing)

    def edit(self, editing: bool) -> "Study":
        """Return a copy of the study with setup mode on or off."""
        return replace(self, editing=editing)

    def press(self, cell: Cell) -> "Study":
        """Return the study with the next possible mark on a cell, in the order empty, X, O.

        With gravity, a mark falls, and a mark below other marks cannot be removed.

        Raises:
            RulesError: the cell cannot be changed.
        """
        before, board = self.position, self.game.board
        if not 0 <= cell < len(board):
            raise RulesError(f"cell {cell} is not on the board: expected 0 to {len(board) - 1}")
        return self._set_up(pressed(before, landing(before, cell))[1])

    def turned(self, turn: Player) -> "Study":
        """Return the study with this player to move, whatever the numbers of marks are."""
        now = self.position
        return self if now.turn is turn else self._set_up(Position(now.game, now.x, now.o, turn))

    def _set_up(self, position: Position) -> "Study":
        return replace(self, tree=GameTree.of(Record(position, (), self.tree.names)), path=())


def _common(one: Path, other: Path) -> int:
    """Return how many moves two lines have in common before they separate."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def moves_field(tree: GameTree) -> str:
    """Return the moves of a tree for the field ``moves`` of a URL. Plain moves are separated by commas."""
    text = write_tree(tree)
    return text.replace(" ", ",") if tree.has_only_main_line else text


def pressed(position: Position, cell: Cell) -> tuple[str, Position]:
    """Return the next possible mark for a cell (``x``, ``o`` or empty), and the position with this mark.

    Raises:
        RulesError: the cell cannot be changed.
    """
    mark = "x" if position.x >> cell & 1 else "o" if position.o >> cell & 1 else ""
    reason = RulesError("")
    for put in {"": ("x", "o"), "x": ("o", ""), "o": ("", "x")}[mark]:
        kept_x, kept_o = position.x & ~(1 << cell), position.o & ~(1 << cell)
        x, o = kept_x | (put == "x") << cell, kept_o | (put == "o") << cell
        try:
            return put, Position(position.game, x, o, position.turn)
        except RulesError as error:
            reason = error
    raise reason.at(f"{position.name(cell)} cannot be changed")


def read(query: Mapping[str, str]) -> Study:
    """Parse a study from the fields of a URL. Unknown fields are ignored.

    The position ``start``, also called ``position``, can have any notation. ``turn`` names the player to move.

    Raises:
        NoughtsError: a field is invalid.
    """
    for name in _FIELDS:
        if len(query.get(name, "")) > _LONGEST.get(name, _FEW):
            raise NotationError(f"{name} is too long: expected at most {_LONGEST.get(name, _FEW):,} characters")
    game, turn = read_game_name(query), query.get("turn", "").strip().lower()
    if turn not in ("", "x", "o"):
        raise NotationError(f"unknown player {turn[:20]!r}: expected x or o")
    side = Player(turn) if turn else None
    text = position_field(query)
    start = read_position(text, game, side) if text else Position(game, turn=side or Player.X)
    names = (clean_name(query.get("x_name", ""), ""), clean_name(query.get("o_name", ""), ""))
    for name in ("edit", "review"):
        if query.get(name, "") not in ("", "0", "1"):
            raise NotationError(f"invalid {name} {query[name][:20]!r}: expected 1 or nothing")
    ended = query.get("ended", "")
    if ended and ended not in ENDINGS:
        raise NotationError(f"unknown ending {ended[:20]!r}: expected {', '.join(ENDINGS)}")
    tree = read_tree(query.get("moves", ""), start, names).ended_by(ended)
    study = Study(tree, (), query.get("edit") == "1", query.get("review") == "1")
    line = whole_number("line", query.get("line", "").strip() or "0", len(tree.lines) - 1)
    moves = len(tree.lines[line])
    return study.to(line, whole_number("at", query.get("at", "").strip() or str(moves), moves))


def read_game_name(query: Mapping[str, str]) -> Game:
    """Return the game named in a URL or a form.

    Raises:
        NoughtsError: there is no such game, or its board is too large for a page.
    """
    return page_game(game_field(query) or _USUAL)
