"""Exact scores of any game on up to 128 cells by the compiled kernel: the twin of `noughts.solver.solver`, for speed.

It searches as alpha-beta does, on the same rules as everything else: any lines, cells that need others, misère, a
winner of full boards. Tests hold it equal to the textbook.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from noughts.rules.board import Move, Symmetry
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.solver.budget import kernel_control

if TYPE_CHECKING:
    from noughts_kernel import Control

MOST_CELLS = 128
"""The largest board that the kernel searches."""

_MOST_IMAGES = 64  # symmetries that are looked at for each position: with many more they cost more than they save
_WINNER = {None: 0, Player.X: 1, Player.O: -1}


class GeneralKernel:
    """Solves the positions of one game, and keeps what it has learnt from one call to the next.

    It may be used by several threads; they take turns. While it searches, others may run.

    Args:
        game: the game, of at most `MOST_CELLS` cells.
        megabytes: the most memory for what has been learnt. It begins with little and takes more as it needs it; on
            boards of 40 cells and more (with gravity: of more than 57) it takes at least 64.

    Raises:
        NoughtsError: the kernel is not installed, or the board is too large for it.
    """

    def __init__(self, game: Game, megabytes: int = 256) -> None:
        try:
            from noughts_kernel import General
        except ImportError:
            raise NoughtsError('this needs the compiled kernel: pip install "noughts[solve]"') from None
        if len(game.board) > MOST_CELLS:
            raise NoughtsError(
                f"the kernel solves boards of 1 to {MOST_CELLS} cells, not {len(game.board)}: "
                "of larger ones noughts analyse gives an estimate"
            )
        if megabytes < 0:
            raise NoughtsError(f"the memory for a table is a number of megabytes from 0 up, not {megabytes}")
        self.game = game
        self._kernel = General.make(
            len(game.board),
            game.lines,
            game.needs,
            game.misere,
            _WINNER[game.full],
            _symmetries(game),
            megabytes=megabytes,
        )

    @property
    def exact_keys(self) -> bool:
        """Whether no two positions can be taken for each other.

        So it is on boards of up to 40 cells (39 where a full board has a winner), and where stones fall in columns
        on boards of up to 64 cells less one a column. Beyond, a wrong match is to be expected once in 2·10¹² looks
        into the table.
        """
        return self._kernel.exact_keys

    def score(
        self, position: Position, budget: int | None = None, *, control: Control | None = None, threads: int = 1
    ) -> int | None:
        """Return the position's exact score, seen by the player to move, or None when the budget was too small.

        Args:
            position: a position of this game.
            budget: the most nodes to search; None for as many as it takes.
            control: to watch the search from another thread, or to stop it; it has the budget then.
            threads: how many threads search together.

        Raises:
            NoughtsError: the position is of another game.
        """
        low, high = self.bounds(position, budget, control=control, threads=threads)
        return low if low == high else None

    def bounds(
        self, position: Position, budget: int | None = None, *, control: Control | None = None, threads: int = 1
    ) -> tuple[int, int]:
        """Return between what bounds the score lies, as far as the budget tells; else as `score`."""
        known = self._kernel.score(*self._sides(position), self._control(budget, control), False, threads)
        return known.low, known.high

    def scores(
        self, position: Position, budget: int | None = None, *, control: Control | None = None, threads: int = 1
    ) -> dict[Move, int | None]:
        """Return the score of every legal move, seen by the player to move; else as `score`.

        A move whose score the budget did not settle has None. There are no moves when the game is over.
        """
        found = self._kernel.scores(*self._sides(position), self._control(budget, control), False, threads)
        return {move.cell: move.low if move.low == move.high else None for move in found}

    def value(
        self, position: Position, budget: int | None = None, *, control: Control | None = None, threads: int = 1
    ) -> int | None:
        """Return who wins: 1 the player to move, -1 the opponent, 0 nobody; None when the budget was too small.

        That is quicker than the score, which tells too how soon.
        """
        known = self._kernel.score(*self._sides(position), self._control(budget, control), True, threads)
        return _value(known.low, known.high)

    def values(
        self, position: Position, budget: int | None = None, *, control: Control | None = None, threads: int = 1
    ) -> dict[Move, int | None]:
        """Return the value of every legal move, seen by the player to move; else as `value`."""
        found = self._kernel.scores(*self._sides(position), self._control(budget, control), True, threads)
        return {move.cell: _value(move.low, move.high) for move in found}

    def within(self, position: Position, alpha: int, beta: int) -> int:
        """Return the position's score, by one search with a window, under the contract of `alphabeta_value`."""
        return self._kernel.within(*self._sides(position), alpha, beta, self._control(None, None))

    def _sides(self, position: Position) -> tuple[int, int, bool]:
        if position.game != self.game:
            raise NoughtsError(f"this solver is for {self.game}, not for {position.game}")
        if position.turn is Player.X:
            return position.x, position.o, True
        return position.o, position.x, False

    @staticmethod
    def _control(budget: int | None, control: Control | None) -> Control:
        if budget is not None and budget < 0:
            raise NoughtsError(f"a budget is a number of nodes from 0 up, not {budget}")
        return control or kernel_control(budget)


def _value(low: int, high: int) -> int | None:
    """Return who wins, where two bounds of the score agree on that."""
    return 1 if low > 0 else -1 if high < 0 else 0 if low == high else None


def general_kernel(game: Game) -> GeneralKernel | None:
    """Return the kernel for a game, or None where it is not installed or the board is too large for it."""
    try:
        return GeneralKernel(game)
    except NoughtsError:
        return None


def _symmetries(game: Game) -> Sequence[Symmetry]:
    """Return the symmetries that are worth looking at: in four dimensions and more there are too many."""
    identity = tuple(range(len(game.board)))
    if len(game.board.shape) > 3 or len(game.symmetries) > _MOST_IMAGES:
        return [identity]
    return game.symmetries
