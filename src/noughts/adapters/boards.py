"""Play many games at once in NumPy arrays, for training programs that need millions of moves a second.

The rules are those of `noughts.Position`. A board counts, for each player and each line, how many stones the player
still lacks. A move updates the lines through its cell. At 0, the line is complete.
"""

from itertools import zip_longest
from typing import TypeAlias

try:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
except ModuleNotFoundError:
    raise ModuleNotFoundError('boards in arrays need NumPy: pip install "noughts[rl]"', name="numpy") from None

from noughts.oracle.arrays import Int8s, observation_shape
from noughts.rules.board import cell_set
from noughts.rules.errors import whole_number
from noughts.rules.gallery import game as read_game
from noughts.rules.game import Game, Player
from noughts.rules.position import Position

Indices: TypeAlias = NDArray[np.intp]
Bools: TypeAlias = NDArray[np.bool_]


class Boards:
    """Many games that are played at once. X moves first on every board.

    Args:
        game: the game or its name.
        count: the number of boards.

    Attributes:
        game: the game.
        masks: for each board and each cell, 1 if the player to move may take the cell, otherwise 0. Read only. The mask
            of a finished game still shows the cells that are free.
        turns: for each board, 0 if X is to move and 1 if O is. Read only.

    Raises:
        NoughtsError: no game has this name, or the number is less than 1.
    """

    def __init__(self, game: Game | str, count: int) -> None:
        self.game, count = read_game(game), whole_number(count, "the number of boards", least=1)
        self._size = size = len(self.game.board)
        self._shape = observation_shape(self.game)
        lines, beyond = self.game.lines, self.game.beyond
        lengths = [line.bit_count() for line in lines]
        self._lines = _padded([[n for n, line in enumerate(lines) if line >> c & 1] for c in range(size)], len(lines))
        beside = [[n for n, ends in enumerate(beyond) if ends >> c & 1] for c in range(size)]
        self._beside = _padded(beside, len(lines)) if beyond else None
        # The last entry is for padding. It never reaches 0, because a player makes at most `size` moves. A line that
        # has become too long gets the same number.
        self._lacking = np.array([*lengths, size + 1], np.min_scalar_type(max([*lengths, size + 1])))
        needs = self.game.needs
        needing = [[c for c, need in enumerate(needs) if need >> cell & 1] for cell in range(size)]
        self._needing = _padded(needing, size) if needs else None
        self._unmet = np.array([*(need.bit_count() for need in needs), size + 1], np.int16)
        self._first_mask = (self._unmet[:-1] == 0).astype(np.int8) if needs else np.ones(size, np.int8)
        self._full = {None: 0, Player.X: 1, Player.O: -1}[self.game.full]  # the result for X
        self._all = np.arange(count)
        self._stones = np.zeros((count, 2, size), np.int8)
        self._left = np.empty((count, 2, len(self._lacking)), self._lacking.dtype)
        self._waiting = np.empty((count, len(self._unmet)), np.int16)
        self._empty = np.empty(count, np.intp)
        self.masks: Int8s = np.empty((count, size), np.int8)
        self.turns: Indices = np.empty(count, np.intp)
        self.reset()

    def reset(self, boards: Indices | None = None) -> None:
        """Begin a new game on the given boards, by default on all."""
        which = slice(None) if boards is None else boards
        self._stones[which] = 0
        self._left[which] = self._lacking
        if self._needing is not None:
            self._waiting[which] = self._unmet
        self._empty[which] = self._size
        self.masks[which] = self._first_mask
        self.turns[which] = 0

    def play(self, moves: ArrayLike, boards: Indices | None = None) -> tuple[Int8s, Bools]:
        """Make one legal move on each of the given boards, by default on all. Illegal moves are not detected.

        Returns:
            The result of each game for the player who moved (1 for a win, -1 for a loss, 0 otherwise), and whether the
            game is over.
        """
        which = slice(None) if boards is None else boards
        cells: Indices = np.asarray(moves, np.intp)
        numbers, turns = self._all[which], self.turns[which]
        side = 2 * numbers + turns
        self._stones.reshape(-1)[side * self._size + cells] = 1
        self.masks.reshape(-1)[numbers * self._size + cells] = 0
        flat = self._left.reshape(-1)
        through = self._lines.take(cells, axis=1)
        through += side * len(self._lacking)
        left = flat.take(through)
        left -= 1
        flat[through] = left
        completed: Bools = np.minimum.reduce(left) == 0
        if self._beside is not None:
            flat[self._beside.take(cells, axis=1) + side * len(self._lacking)] = self._size + 1
        if self._needing is not None:
            self._settle(numbers, cells)
        self._empty[which] -= 1
        full = self._empty[which] == 0
        results: Int8s = completed.astype(np.int8)
        if self.game.misere:
            results *= -1
        if self._full:
            undecided = full & ~completed
            results[undecided] = self._full * (1 - 2 * turns[undecided])
        self.turns[which] ^= 1
        return results, completed | full

    def _settle(self, which: Indices, cells: Indices) -> None:
        """Update, for each cell, how many other cells must be taken first. An empty cell is legal once this number is
        0.
        """
        assert self._needing is not None
        needing = self._needing.take(cells, axis=1)
        waiting = self._waiting.reshape(-1)
        places = needing + which * len(self._unmet)
        left = waiting.take(places)
        left -= 1
        waiting[places] = left
        row, column = np.nonzero(left == 0)
        self.masks[which[column], needing[row, column]] = 1

    def observations(self, boards: Indices | None = None) -> Int8s:
        """Return new arrays with a plane for the stones of the player to move and a plane for the opponent's stones.

        The shape is the number of boards, 2, and the sides of the board as in NumPy (rows before columns).
        """
        which = self._all if boards is None else boards
        order = (2 * which + self.turns[which]).repeat(2)
        order[1::2] ^= 1
        planes = self._stones.reshape(-1, self._size).take(order, axis=0)
        return planes.reshape(len(which), 2, *self._shape[1:])

    def keys(self, boards: Indices) -> list[bytes]:
        """Return a key for each of the given boards. Different positions have different keys (see `key`)."""
        bits = np.packbits(self._stones[boards].reshape(len(boards), -1), axis=1, bitorder="little")
        keys: list[bytes] = bits.view(f"V{bits.shape[1]}").ravel().tolist()
        return keys

    def position(self, board: int) -> Position:
        """Return the position on a board."""
        x, o = (cell_set(np.flatnonzero(plane).tolist()) for plane in self._stones[board])
        return Position(self.game, x, o, list(Player)[self.turns[board]])


def key(position: Position) -> bytes:
    """Return the key of a position in a game that X began, as `Boards.keys` does."""
    size = len(position.game.board)
    return (position.x | position.o << size).to_bytes((2 * size + 7) // 8, "little")


def _padded(rows: list[list[int]], filler: int) -> Indices:
    """Return one column for each list, with the lists padded to the same length."""
    return np.array(list(zip_longest(*rows, fillvalue=filler)) or [(filler,) * len(rows)], np.intp)
