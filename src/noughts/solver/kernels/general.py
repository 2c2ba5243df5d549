"""The compiled kernel finds exact scores in any game on up to 128 cells, faster than `noughts.solver.solver`.

It is an alpha-beta search that supports the same rules: any lines, gravity, misère play, and full boards that win for
one player. Tests compare it with the textbook searches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from noughts.rules.board import Move, Symmetry
from noughts.rules.errors import NoughtsError, whole_number
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.solver.kernels.limits import MEGABYTES, MISSING, expect_cells, expect_memory
from noughts.solver.limit import kernel_control

if TYPE_CHECKING:
    from noughts_kernel import Control

_MOST_SYMMETRIES = 64  # symmetries to apply to each position; more would cost more time than they save
_WINNER = {None: 0, Player.X: 1, Player.O: -1}


class GeneralKernel:
    """Solves the positions of one game and remembers results between calls.

    Several threads may use it, one at a time. It releases the GIL while it searches.

    Args:
        game: the game, on at most 128 cells.
        megabytes: the maximum memory for its table, which grows as needed. On boards of 40 or more cells (with gravity,
            58 or more) the table takes at least 64 MB.
        symmetries: a group of symmetries of the game. By default, its rotations and reflections.

    Raises:
        NoughtsError: the kernel is not installed, or the board or the table is too large for it.
    """

    def __init__(self, game: Game, megabytes: int = MEGABYTES, *, symmetries: Sequence[Symmetry] | None = None) -> None:
        expect_cells(game)
        expect_memory(megabytes)
        try:
            from noughts_kernel import General
        except ImportError:
            raise NoughtsError(MISSING) from None
        self.game = game
        self._kernel = General.make(
            len(game.board),
            game.lines,
            game.needs,
            game.misere,
            _WINNER[game.full],
            symmetries or _symmetries(game),
            beyond=game.beyond,
            megabytes=megabytes,
        )

    @property
    def exact_keys(self) -> bool:
        """Whether different positions always have different keys in the transposition table.

        This is true on boards of up to 40 cells (39 if a full board wins for one player). With gravity, it is true if
        the cells and columns together number at most 64. On larger boards, expect one error in 2·10¹² look-ups.
        """
        return self._kernel.exact_keys

    def score(
        self, position: Position, nodes: int | None = None, *, control: Control | None = None, threads: int = 1
    ) -> int | None:
        """Return the exact score of a position for the player to move, or None if `nodes` is too small.

        Args:
            position: a position of this game.
            nodes: the maximum number of nodes to search, or None for no limit.
            control: watches or stops the search from another thread. Its own limit replaces `nodes`.
            threads: the number of threads that search together.

        Raises:
            NoughtsError: the position belongs to another game.
        """
        low, high = self.bounds(position, nodes, control=control, threads=threads)
        return low if low == high else None

    def bounds(
        self,
        position: Position,
        nodes: int | None = None,
        *,
        control: Control | None = None,
        value_only: bool = False,
        threads: int = 1,
    ) -> tuple[int, int]:
        """Return a lower and an upper bound on the score.

        With `value_only`, the search ends as soon as it is known who wins. The other arguments are the same as for
        `score`.
        """
        known = self._kernel.score(*self._sides(position), self._control(nodes, control), value_only, threads)
        return known.low, known.high

    def scores(
        self, position: Position, nodes: int | None = None, *, control: Control | None = None, threads: int = 1
    ) -> dict[Move, int | None]:
        """Return the score of every legal move for the player to move.

        A score is None if `nodes` is too small. If the game is over, the result is empty. The arguments are the same as
        for `score`.
        """
        moves = self._kernel.scores(*self._sides(position), self._control(nodes, control), False, threads)
        return {move.cell: move.low if move.low == move.high else None for move in moves}

    def value(
        self, position: Position, nodes: int | None = None, *, control: Control | None = None, threads: int = 1
    ) -> int | None:
        """Return 1 if the player to move wins, -1 if the opponent wins, 0 for a draw, or None if `nodes` is too small.

        This is faster than `score`, which also finds how soon the game ends. The arguments are the same as for `score`.
        """
        known = self._kernel.score(*self._sides(position), self._control(nodes, control), True, threads)
        return _value(known.low, known.high)

    def values(
        self, position: Position, nodes: int | None = None, *, control: Control | None = None, threads: int = 1
    ) -> dict[Move, int | None]:
        """Return the value of every legal move for the player to move: 1, 0, -1 or None, as in `value`."""
        moves = self._kernel.scores(*self._sides(position), self._control(nodes, control), True, threads)
        return {move.cell: _value(move.low, move.high) for move in moves}

    def within(self, position: Position, alpha: int, beta: int) -> int:
        """Run one search with the given window. Return the score or a bound on the score (see `alphabeta_value`)."""
        return self._kernel.search_window(*self._sides(position), alpha, beta, self._control(None, None))

    def _sides(self, position: Position) -> tuple[int, int, bool]:
        if position.game != self.game:
            raise NoughtsError(f"this solver is for {self.game}, not for {position.game}")
        if position.turn is Player.X:
            return position.x, position.o, True
        return position.o, position.x, False

    @staticmethod
    def _control(nodes: int | None, control: Control | None) -> Control:
        return control or kernel_control(None if nodes is None else whole_number(nodes, "the budget of nodes"))


def _value(low: int, high: int) -> int | None:
    """Return the value (1, 0 or -1), or None if the bounds on the score do not decide it."""
    return 1 if low > 0 else -1 if high < 0 else 0 if low == high else None


def general_kernel(
    game: Game, megabytes: int = MEGABYTES, *, symmetries: Sequence[Symmetry] | None = None
) -> GeneralKernel | None:
    """Return the kernel for a game, or None if the kernel is not installed or the board is too large."""
    try:
        return GeneralKernel(game, megabytes, symmetries=symmetries)
    except NoughtsError:
        return None


def _symmetries(game: Game) -> Sequence[Symmetry]:
    """Return the symmetries that the kernel uses to search a game.

    If a game has too many symmetries, as boards of four or more dimensions do, use only the identity.
    """
    identity = tuple(range(len(game.board)))
    if len(game.board.shape) > 3 or len(game.symmetries) > _MOST_SYMMETRIES:
        return [identity]
    return game.symmetries
