"""Positions: the stones of each player, the player to move, the legal moves, and the winner."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, Self, TypeAlias

from noughts.rules.board import AnyCell, Board, Cell, Cells, Move, Point, cells_in, coordinate
from noughts.rules.errors import (
    CellTaken,
    HangingMove,
    HangingStone,
    IllegalMove,
    NotationError,
    NoughtsError,
    RulesError,
    short_repr,
)
from noughts.rules.gallery import game as read_game
from noughts.rules.game import Game, Player
from noughts.rules.t3en import write_t3en

Score: TypeAlias = float
"""A number that says how good a state is for the player to move.

``+1`` or more is a proven win, ``-1`` or less a proven loss. The absolute value is one plus the number of cells still
empty when the game ends, so a larger one means an earlier end. ``0`` is a draw. A number strictly between -1 and +1 is
an estimate. ``-score`` is the score from the opponent's point of view.
"""


class State(Protocol):
    """A state of any game. Any object that has `moves`, `is_over`, `score` and `play` can be searched.

    Searches with a transposition table also need hashable states, and `noughts.trace` needs identical states to compare
    equal. Frozen dataclasses have both properties.
    """

    @property
    def moves(self) -> Sequence[Any]:
        """The legal moves, in a fixed order. There are no legal moves when the game is over."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def score(self) -> Score:
        """The score of a finished game for the player to move."""

    def play(self, move: Any) -> Self:
        """Return the state after the move."""


class Outcome(NamedTuple):
    """How a game ended.

    Attributes:
        winner: the winner, or None for a draw.
        line: the completed line as a set of cells, or 0 if no line was completed. In a misère game, the
            line belongs to the loser.
        cells: the names of the cells in that line.
    """

    winner: Player | None
    line: Cells
    cells: tuple[str, ...]


_X, _O = Player.X, Player.O
_set = object.__setattr__


@dataclass(frozen=True, slots=True, init=False)
class Position:
    """A position of a game: the stones of each player, and whose turn it is.

    ``Position()`` is the empty 3 × 3 board, and ``Position("4,4,4")`` is the empty board of another game. To read a
    position from text, use `noughts.position`. The numbers of stones are not checked: either player may be to move.

    Args:
        game: the game or its name.
        x: the set of X's stones.
        o: the set of O's stones.
        turn: the player to move.

    Raises:
        NotationError: no game has this name.
        RulesError: stones overlap or lie off the board, or both players have completed a line.
    """

    game: Game
    x: Cells
    o: Cells
    turn: Player
    _line: Cells = field(init=False, repr=False, compare=False)

    __iter__ = None  # a position has items, but is not a sequence

    def __init__(
        self, game: Game | str = "tictactoe", x: Cells = 0, o: Cells = 0, turn: Player | str = Player.X
    ) -> None:
        game = read_game(game)
        board = game.board
        if not isinstance(turn, Player):
            turn = Player(turn)
        try:
            is_off = (x | o) & ~board.cells or x < 0 or o < 0
        except TypeError:
            wrong = short_repr(o if isinstance(x, int) else x)
            raise RulesError(f"expected stones as a set of cells, as in cell_set([0, 4]), not {wrong}") from None
        if is_off:
            raise RulesError(f"a stone lies off the board, which has {len(board)} cells")
        if x & o:
            raise RulesError(f"both X and O have a stone on {board.names[cells_in(x & o)[0]]}")
        lines = [*game.completed(x, game.lines), *game.completed(o, game.lines)]
        if len({line & x == line for line in lines}) == 2:
            raise RulesError("both X and O have completed a line, but a game ends with the first completed line")
        for cell in cells_in(x | o) if game.needs else ():
            if game.needs[cell] & ~(x | o):
                problem = f"the stone on {board.names[cell]} hangs in the air: stones fall in this game"
                raise HangingStone(problem, _column(board, cell))
        for name, value in (("game", game), ("x", x), ("o", o), ("turn", turn), ("_line", lines[0] if lines else 0)):
            _set(self, name, value)

    def __hash__(self) -> int:
        return hash((self.x, self.o, self.turn is _X))

    def __repr__(self) -> str:
        if not self.game.is_named:
            return f"Position({self.game!r}, {self.x}, {self.o}, {self.turn!r})"
        name = "" if self.game.name == "3,3,3" else f", {self.game.name!r}"
        return f"position({write_t3en(self.game.board, self.x, self.o, self.turn)!r}{name})"

    def __str__(self) -> str:
        """Return the board as plain text, with one line for each row and a blank line between layers."""
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
        """Draw the board as SVG for a notebook."""
        from noughts.render.board.svg import board_svg

        return board_svg(self)

    def __getitem__(self, cell: AnyCell) -> Player | None:
        """Return the player whose stone is on a cell, or None if the cell is empty.

        Raises:
            NotationError: the board has no such cell.
        """
        index = self.game.board.cell(cell)
        return _X if self.x >> index & 1 else _O if self.o >> index & 1 else None

    def rows(self) -> tuple[str, ...]:
        """Return one string for each row of the board, made up of ``x``, ``o``, and ``_`` for empty cells."""
        rows: dict[Point, str] = {}
        for cell, point in enumerate(self.game.board.points):
            mark = "x" if self.x >> cell & 1 else "o" if self.o >> cell & 1 else "_"
            rows[point[1:]] = rows.get(point[1:], "") + mark
        return tuple(rows.values())

    @property
    def empty(self) -> Cells:
        """The set of empty cells."""
        return self.game.board.cells ^ (self.x | self.o)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, in the order of the cells. There are no legal moves when the game is over."""
        if self._line:
            return ()
        taken = self.x | self.o
        empty = cells_in(self.game.board.cells ^ taken)
        needs = self.game.needs
        return tuple(cell for cell in empty if not needs[cell] & ~taken) if needs else empty

    @property
    def move_names(self) -> tuple[str, ...]:
        """The names of the legal moves, in the order of `moves`."""
        return tuple(self.game.board.names[move] for move in self.moves)

    @property
    def is_over(self) -> bool:
        """Whether a line is complete or the board is full."""
        return self._line != 0 or self.x | self.o == self.game.board.cells

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None if it is not over."""
        if self._line:
            owner = _X if self._line & self.x else _O
            cells = tuple(self.game.board.names[cell] for cell in cells_in(self._line))
            return Outcome(owner.other if self.game.misere else owner, self._line, cells)
        return Outcome(self.game.full, 0, ()) if self.is_over else None

    @property
    def winner(self) -> Player | None:
        """The winner of a finished game, or None for a draw or a game that is not over."""
        outcome = self.outcome
        return outcome.winner if outcome else None

    @property
    def score(self) -> Score:
        """The score of a finished game for the player to move.

        Raises:
            RulesError: the game is not over.
        """
        if self._line:
            # The player to move has won if the line is theirs, or if it is not and completing a line loses.
            won = ((self._line & self.x != 0) == (self.turn is _X)) != self.game.misere
        elif not self.is_over:
            raise RulesError("the game is not over: search the position to get its score")
        elif self.game.full is None:
            return 0
        else:
            won = self.game.full is self.turn
        size = 1 + self.empty.bit_count()
        return size if won else -size

    def play(self, move: AnyCell) -> "Position":
        """Return the position after the player to move takes a cell.

        Args:
            move: the cell, in any form that `cell` accepts.

        Raises:
            IllegalMove: the game is over, or the cell is taken or not on the board. With gravity, also if the cell
                beneath it is empty.
        """
        cell = move if isinstance(move, int) else self._read(move)
        game, x, o = self.game, self.x, self.o
        free = game.board.cells ^ (x | o)
        if self._line or cell < 0 or not free >> cell & 1 or (game.needs and game.needs[cell] & free):
            self.expect_legal(cell)
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
            if line & mine == line and not (game.beyond and game.beyond_of[line] & mine):
                _set(after, "_line", line)
                break
        else:
            _set(after, "_line", 0)
        return after

    def name(self, move: AnyCell) -> str:
        """Return the name of a move or a cell, such as ``b2``.

        Raises:
            NotationError: the board has no such cell.
        """
        return self.game.board.names[self.cell(move)]

    def cell(self, cell: AnyCell) -> Cell:
        """Return the number of a cell. The cell can be given in any form that `Board.cell` accepts.

        With gravity, a column alone, such as ``d`` or ``4``, names its lowest empty cell.

        Raises:
            NotationError: the board has no such cell; the message says what is expected.
        """
        board = self.game.board
        if isinstance(cell, str) and self.game.needs and len(board.shape) == 2:
            word = cell.strip().lower()
            if column := board.columns.get(word):
                return (column & self.empty or column & -column).bit_length() - 1
            try:
                return board.cell(cell)
            except NotationError as error:
                raise NotationError(error.found, f"{error.expected}, or a column") from None
        return board.cell(cell)

    def _read(self, move: AnyCell) -> Cell:
        try:
            return self.cell(move)
        except NotationError as error:
            raise IllegalMove(str(error)) from None

    def expect_legal(self, cell: AnyCell) -> None:
        """Check that the player to move may take a cell, which can be given in any form that `cell` accepts.

        Raises:
            IllegalMove: the move is not legal.
        """
        if error := self._illegal(cell):
            raise error

    def why_illegal(self, cell: AnyCell) -> str | None:
        """Return the reason why the player to move may not take a cell, or None if the move is legal.

        The cell can be given in any form that `cell` accepts.
        """
        error = self._illegal(cell)
        return str(error) if error else None

    def _illegal(self, cell: AnyCell) -> IllegalMove | None:
        """Return the error for an illegal move, or None if the move is legal."""
        board = self.game.board
        try:
            cell = self._read(cell)
        except IllegalMove as error:
            return error
        if self.outcome:
            winner = self.outcome.winner
            return IllegalMove(f"the game is over: {f'{winner} has won' if winner else 'it is a draw'}")
        name, column = board.names[cell], _column(board, cell)
        if not self.empty >> cell & 1:
            if self.game.needs and column and board.points[cell][1] == 0:
                return IllegalMove(f"column {column} is full")
            owner = "X" if self.x >> cell & 1 else "O"
            return CellTaken(f"{name} is taken: {owner} has a stone there", name, owner)
        if missing := cells_in(self.game.needs[cell] & self.empty) if self.game.needs else ():
            return HangingMove(f"{name} would hang in the air: {board.names[missing[0]]} is still empty", column)
        return None


def _column(board: Board, cell: Cell) -> str:
    """Return the letter of a cell's column, or an empty string on a board that has layers or a single row."""
    return coordinate(0, board.points[cell][0]) if len(board.shape) == 2 else ""


def expect_state(state: object) -> None:
    """Check that an argument is a `State`, the only kind of value that a search accepts.

    Raises:
        NoughtsError: the argument is something else, such as the text of a position.
    """
    if not isinstance(state, Position) and not all(hasattr(state, name) for name in ("moves", "is_over", "play")):
        raise NoughtsError(
            f"expected a Position, not {short_repr(state)}: noughts.position(...) makes a position from text or rows"
        )


def sides(position: Position, player: Player) -> tuple[Cells, Cells]:
    """Return the stones of a player and the stones of the opponent."""
    return (position.x, position.o) if player is Player.X else (position.o, position.x)
