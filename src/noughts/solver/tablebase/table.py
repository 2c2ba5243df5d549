"""Look up the scores of positions and their moves in a table file."""

import os
from math import inf
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from noughts.rules.board import Move
from noughts.rules.errors import NoughtsError, RulesError
from noughts.rules.game import Game, Player
from noughts.rules.position import Position, Score, expect_state
from noughts.search.result import SearchResult
from noughts.solver.progress import Progress
from noughts.solver.solver import Solver
from noughts.solver.tablebase.address import addresser
from noughts.solver.tablebase.counts import Counts, count
from noughts.solver.tablebase.layout import TableError
from noughts.solver.tablebase.reader import SHIFT, Reader

MISSING = -128
"""The score that `Tablebase.batch` returns for positions that cannot be reached in play."""

_AT_ONCE = 1 << 15


class Tablebase:
    """The score of every position that can be reached from a game's empty board if X moves first.

    The file is memory-mapped. Its header and footer are checked when it is opened, and each block when it is first
    needed, so damaged data is never used. Several threads may use a table.

    Attributes:
        path: the file.
        game: the game.
        tiers: for each number of stones, the number of positions, in total and up to symmetry.
        size: the size of the file in bytes.
        blocks: the number of blocks.
        sha256: the SHA-256 stored in the file, in hexadecimal digits. `check` verifies it.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self.path, self.size, self.blocks, self.sha256 = reader.path, reader.size, len(reader.ready), reader.sha.hex()
        self.game, self.tiers = reader.start.game, reader.start.tiers
        self._same: object = self.game
        self._address = addresser(reader.index)
        self._ready, self._entries = reader.ready, reader.entries.data

    @classmethod
    def open(cls, path: str | os.PathLike[str], game: Game | None = None) -> Self:
        """Open a table. Close the table with `close`, or use the table in a ``with`` statement.

        Args:
            path: the file.
            game: the game that the table must be for. None accepts any game.

        Raises:
            OSError: the file cannot be read.
            TableError: the file is not a table, or the table is damaged or incomplete, or it belongs to another version
                or game.
        """
        reader = Reader(Path(path))
        if game is not None and game != reader.start.game:
            reader.close()
            raise TableError(f"{path}: it is a table for {reader.start.game}, not for {game}")
        return cls(reader)

    def close(self) -> None:
        """Close the file."""
        self._reader.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Tablebase.open({str(self.path)!r})"

    @property
    def positions(self) -> int:
        """The number of positions."""
        return sum(positions for positions, _ in self.tiers)

    @property
    def classes(self) -> int:
        """The number of positions up to symmetry."""
        return sum(classes for _, classes in self.tiers)

    def get(self, position: Position) -> int | None:
        """Return the score of a position for the player to move, or None if the position is not in the table.

        Raises:
            NoughtsError: the position belongs to another game, or is text. Convert it with `noughts.position` first.
            TableError: the block that is needed is damaged.
        """
        try:
            game = position.game
        except AttributeError:
            expect_state(position)
            raise
        if game is not self._same:
            if game != self.game:
                raise NoughtsError(f"this table is for {self.game}, not for {game}")
            self._same = game
        x, o = position.x, position.o
        address = self._address(x, o)
        if address < 0 or (position.turn is Player.X) != (x.bit_count() == o.bit_count()):
            return None
        if not self._ready[address >> SHIFT]:
            self._reader.need(address >> SHIFT)
        entry = self._entries[address]
        return entry - 128 if entry else None

    def score(self, position: Position) -> int:
        """Return the score of a position for the player to move.

        Raises:
            NoughtsError: the position belongs to another game, or no game from the empty board leads to it.
            TableError: the block that is needed is damaged.
        """
        score = self.get(position)
        if score is None:
            raise RulesError("this position is not in the table: no game from the empty board leads to it")
        return score

    def scores(self, position: Position) -> dict[Move, int]:
        """Return the score of every move for the player to move, or an empty dict if the game is over.

        Raises:
            NoughtsError: the position is not in the table (see `score`).
        """
        self.score(position)
        return {move: -self.score(position.play(move)) for move in position.moves}

    def __call__(self, position: Position) -> SearchResult:
        """Return the score of every move as a search result, so that a table can replace an exact search.

        Raises:
            NoughtsError: the table does not contain the position, or the game is over.
        """
        return SearchResult(dict(self.scores(position)), 1)

    def solver(self) -> Solver:
        """Return a solver that uses this table and searches only positions that are not in it."""
        return _TableSolver(self)

    def batch(self, x: ArrayLike, o: ArrayLike) -> NDArray[np.int8]:
        """Return the scores of many positions, each for the player to move.

        X is to move in positions where both players have the same number of stones, otherwise O.

        Args:
            x: X's stones in each position, as whole numbers.
            o: O's stones in each position, as whole numbers.

        Returns:
            The scores, with `MISSING` for positions that are invalid or cannot be reached in play.

        Raises:
            RulesError: the arrays differ in shape or do not contain whole numbers.
            TableError: a block that is needed is damaged.
        """
        crosses, noughts = np.asarray(x), np.asarray(o)
        if crosses.dtype.kind not in "iu" or noughts.dtype.kind not in "iu" or crosses.shape != noughts.shape:
            raise RulesError("expected two arrays of the same shape that contain sets of cells as whole numbers")
        result = np.empty(crosses.size, np.int8)
        shape, crosses, noughts = crosses.shape, crosses.ravel(), noughts.ravel()
        for begin in range(0, len(result), _AT_ONCE):
            some = slice(begin, begin + _AT_ONCE)
            result[some] = self._batch(crosses[some].astype(np.int64), noughts[some].astype(np.int64))
        return result.reshape(shape)

    def _batch(self, x: NDArray[np.int64], o: NDArray[np.int64]) -> NDArray[np.int8]:
        addresses = self._reader.index.addresses(x, o)
        missing = np.flatnonzero(addresses < 0)
        addresses[missing] = 0
        self._reader.need_all(addresses)
        entries = self._reader.entries[addresses]
        entries[missing] = 0
        return (entries ^ np.uint8(128)).view(np.int8)

    def count(self, stones: int) -> Counts:
        """Count the positions with the given number of stones, grouped by table entry. An entry is 128 plus the score.

        Raises:
            TableError: a block is damaged.
        """
        index = self._reader.index
        return count(index, index.tiers[stones], self._reader.tier(stones))

    def check(self, progress: Progress | None = None) -> None:
        """Check every byte of the file: verify the checksum of each block, then the checksum of the whole file.

        Args:
            progress: called with the number of blocks checked and their total number.

        Raises:
            TableError: the file is damaged; the message says where.
        """
        self._reader.check(progress)


class _TableSolver(Solver):
    """A solver that looks up each position in a table before it starts to search."""

    def __init__(self, table: Tablebase) -> None:
        super().__init__(table.game)
        self._known = table

    def _search_position(self, position: Position, alpha: Score = -inf, beta: Score = inf) -> Score:
        score = self._known.get(position)
        return super()._search_position(position, alpha, beta) if score is None else score
