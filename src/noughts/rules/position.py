"""Positions: whose stones lie where, who is to move, what is legal and who has won."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import index
from typing import Any, NamedTuple, Protocol, Self, TypeAlias

from noughts.rules.board import Cell, Cells, Move, Point, cells_in
from noughts.rules.errors import IllegalMove, NotationError, RulesError
from noughts.rules.game import Game, Player

Score: TypeAlias = float
"""How good a state is for the player to move: one number.

``+1`` or more is a proven win and ``-1`` or less a proven loss; the size is one plus the number of cells
still empty when the game ends, so larger is sooner. ``0`` is a draw. Strictly between -1 and +1 is an
estimate. ``-score`` is the opponent's view.
"""


class State(Protocol):
    """All that a search may know of a game: anything with these four members can be searched.

    A search that keeps a table needs states that are hashable, and a trace needs states that compare equal
    when they are the same, as frozen dataclasses are.
    """

    @property
    def moves(self) -> Sequence[Any]:
        """The legal moves, in a fixed order; none when the game is over."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def score(self) -> Score:
        """The score of a finished game, seen by the player to move."""

    def play(self, move: Any) -> Self:
        """Return the state after the move."""


class Outcome(NamedTuple):
    """How a game ended: the winner, or None for a draw, and the line to strike through, or 0 for none.

    In a misère game the line is the loser's.
    """

    winner: Player | None
    line: Cells


_X, _O = Player.X, Player.O
_set = object.__setattr__


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a game: the set of each player's stones, and who is to move.

    Who is to move can be set freely: the counts of the stones are not checked.

    Raises:
        RulesError: stones overlap or lie off the board, or both players own a line.
    """

    game: Game
    x: Cells = 0
    o: Cells = 0
    turn: Player = Player.X
    _line: Cells = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        board = self.game.board
        if not isinstance(self.turn, Player):
            raise RulesError(f"{self.turn!r} is no side: expected Player.X or Player.O")
        if (self.x | self.o) & ~board.cells or self.x < 0 or self.o < 0:
            raise RulesError(f"a stone lies off the board, which has {len(board)} cells")
        if self.x & self.o:
            raise RulesError(f"both X and O have a stone on {board.names[cells_in(self.x & self.o)[0]]}")
        lines = [line for line in self.game.lines if line & self.x == line or line & self.o == line]
        owners = {line & self.x == line for line in lines}
        if len(owners) == 2:
            raise RulesError("both X and O own a line, and a game ends with the first")
        for cell in cells_in(self.x | self.o) if self.game.needs else ():
            if self.game.needs[cell] & ~(self.x | self.o):
                raise RulesError(f"the stone on {board.names[cell]} hangs in the air: stones fall in this game")
        _set(self, "_line", lines[0] if lines else 0)

    def __hash__(self) -> int:
        return hash((self.x, self.o, self.turn is _X))

    def __repr__(self) -> str:
        from noughts.rules.gallery import game_or_none
        from noughts.rules.notation import t3en

        if game_or_none(self.game.name) != self.game:
            return f"Position({self.game!r}, {self.x}, {self.o}, {self.turn!r})"
        name = "" if self.game.name == "3,3,3" else f", {self.game.name!r}"
        return f"position({t3en(self)!r}{name})"

    def __str__(self) -> str:
        """Draw the board in plain letters, a row a line, the layers apart."""
        text = ""
        row: Point | None = None
        for cell, point in enumerate(self.game.board.points):
            if point[1:] != row:
                layer = row is not None and point[2:] != row[1:]
                text += "\n\n" if layer else "\n" if text else ""
                row = point[1:]
                column = 0
            text += "  " * (point[0] - column) + ("x" if self.x >> cell & 1 else "o" if self.o >> cell & 1 else ".")
            text += " "
            column = point[0] + 1
        return "\n".join(line.rstrip() for line in text.split("\n"))

    def _repr_svg_(self) -> str:
        """Show the board in a notebook."""
        from noughts.render.svg import board_svg

        return board_svg(self)

    @property
    def empty(self) -> Cells:
        """The set of the empty cells."""
        return self.game.board.cells ^ (self.x | self.o)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, row by row; none when the game is over."""
        if self._line:
            return ()
        taken = self.x | self.o
        empty = cells_in(self.game.board.cells ^ taken)
        needs = self.game.needs
        return tuple(cell for cell in empty if not needs[cell] & ~taken) if needs else empty

    @property
    def is_over(self) -> bool:
        """Whether somebody has completed a line, or the board is full."""
        return self._line != 0 or self.x | self.o == self.game.board.cells

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self._line:
            owner = _X if self._line & self.x else _O
            return Outcome(owner.other if self.game.misere else owner, self._line)
        return Outcome(self.game.full, 0) if self.is_over else None

    @property
    def score(self) -> Score:
        """The score of a finished game, seen by the player to move.

        Raises:
            RulesError: the game is not over.
        """
        if self._line:
            # The line's owner has won, unless completing a line loses; and `turn` owns it or does not.
            won = ((self._line & self.x != 0) == (self.turn is _X)) != self.game.misere
        elif not self.is_over:
            raise RulesError("the game is not over: a position that goes on has no score until it is searched")
        elif self.game.full is None:
            return 0
        else:
            won = self.game.full is self.turn
        size = 1 + self.empty.bit_count()
        return size if won else -size

    def play(self, move: Move | str) -> "Position":
        """Return the position after the player to move takes a cell, given by its number or its name.

        Raises:
            IllegalMove: the game is over, the cell is not on the board, it is taken, or (with gravity) the
                cell beneath it is empty.
        """
        cell = move if isinstance(move, int) else self._read(move)
        game, x, o = self.game, self.x, self.o
        free = game.board.cells ^ (x | o)
        if self._line or cell < 0 or not free >> cell & 1 or (game.needs and game.needs[cell] & free):
            raise IllegalMove(self.why_illegal(cell))
        bit = 1 << cell
        after = object.__new__(Position)
        if self.turn is _X:
            mine = x = x | bit
            _set(after, "turn", _O)
        else:
            mine = o = o | bit
            _set(after, "turn", _X)
        _set(after, "game", game)
        _set(after, "x", x)
        _set(after, "o", o)
        for line in game.lines_at[cell]:
            if line & mine == line:
                _set(after, "_line", line)
                break
        else:
            _set(after, "_line", 0)
        return after

    def cell(self, text: str) -> Cell:
        """Return the cell that a person names; with gravity, a column alone names its lowest empty cell.

        Raises:
            NotationError: the text names no cell.
        """
        board, word = self.game.board, text.strip().lower()
        if self.game.needs and len(board.shape) == 2:
            columns = {board.names[cell].rstrip("0123456789"): board.points[cell][0] for cell in range(len(board))}
            columns |= {str(column + 1): column for column in columns.values()}
            if word in columns:
                column = [cell for cell, point in enumerate(board.points) if point[0] == columns[word]]
                return max((cell for cell in column if self.empty >> cell & 1), default=column[0])
        return board.cell(text)

    def _read(self, text: str) -> Cell:
        if not isinstance(text, str):
            try:
                return index(text)  # of other kinds of whole numbers, such as NumPy's
            except TypeError:
                raise IllegalMove(
                    f"{text!r} is no move: expected a cell's number or its name, such as 4 or 'b2'"
                ) from None
        try:
            return self.cell(text)
        except NotationError as error:
            raise IllegalMove(str(error)) from None

    def why_illegal(self, cell: Cell) -> str | None:
        """Return the reason why the player to move may not take the cell, or None when that is legal."""
        board = self.game.board
        if not 0 <= cell < len(board):
            return f"cell {cell} is not on the board: expected 0 to {len(board) - 1}"
        if self.outcome:
            winner = self.outcome.winner
            return f"the game is over: {f'{winner} has won' if winner else 'it is a draw'}"
        name = board.names[cell]
        if not self.empty >> cell & 1:
            return f"{name} is taken: {'X' if self.x >> cell & 1 else 'O'} has a stone there"
        missing = cells_in(self.game.needs[cell] & self.empty) if self.game.needs else ()
        return f"{name} would hang in the air: {board.names[missing[0]]} is still empty" if missing else None


def expect_state(state: object) -> None:
    """Check that what is to be searched or analysed is not text, or rows, that has still to be read.

    Raises:
        TypeError: it is.
    """
    if state is None or isinstance(state, str | list):
        shown = repr(state)
        shown = shown if len(shown) <= 40 else f"{shown[:40]}…"
        raise TypeError(f"expected a Position, not {shown}: noughts.position(...) makes one of text or rows")


def sides(position: Position, player: Player) -> tuple[Cells, Cells]:
    """Return the stones of a player and those of the opponent."""
    return (position.x, position.o) if player is Player.X else (position.o, position.x)
