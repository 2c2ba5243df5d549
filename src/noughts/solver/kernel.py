"""Who wins a k-in-a-row game on up to 128 cells, by the compiled kernel: the face of `noughts_kernel.Mnk`.

A value is two questions, as in `noughts.solver.kernel.MnkKernel.bounds`: can the player to move win, and can the
opponent? The kernel answers each exactly; it tells who wins, not how soon.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from noughts.rules.board import Cells, Move, cell_set, cells_in, straight_rows
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game, Player
from noughts.rules.position import Position, sides
from noughts.search.evaluate import promise
from noughts.solver.budget import Budget

if TYPE_CHECKING:
    from noughts.solver.certificate import Claim  # what reads and writes files is loaded where that is wanted

MOST_CELLS = 128
"""The largest board that the kernel solves."""

MISSING = 'this needs the compiled kernel: pip install "noughts[solve]" (in a checkout: make kernel)'
"""What is said where the kernel is not installed."""

_FIRST = 500  # nodes that each of several questions gets before any gets more
_WEAK_FIRST = 10_000  # nodes for the weak game, before the game itself is looked at
_MORE = 8  # how many times as many it gets next


class Shape(NamedTuple):
    """What a plain k-in-a-row game is: columns, rows, and how many in a row."""

    columns: int
    rows: int
    length: int


class Bounds(NamedTuple):
    """What is known of a value, seen by the player to move: it is 1 a win, 0 a draw, -1 a loss."""

    low: int = -1
    high: int = 1

    @property
    def value(self) -> int | None:
        """The value, where it is known."""
        return self.low if self.low == self.high else None

    def __neg__(self) -> Bounds:
        """Return the same as the opponent sees it."""
        return Bounds(-self.high, -self.low)


OPEN = Bounds()
"""Nothing is known of a value."""


def plain(game: Game) -> Shape | None:
    """Return what a game is if it is plain k in a row on a full board of one or two dimensions, else None.

    The order of its cells and lines does not matter; gravity, misère, a torus and a winner of full boards do.
    """
    board = game.board
    if game.misere or game.full or any(game.needs) or len(board.shape) > 2:
        return None
    columns, rows = (*board.shape, 1)[:2]
    length = game.lines[0].bit_count() if game.lines else max(columns, rows) + 1
    if len(board) != columns * rows or {*game.lines} != {*straight_rows(board, length)}:
        return None
    return Shape(columns, rows, length)


class MnkKernel:
    """Solves the positions of one plain k-in-a-row game, and keeps what it has proved from one call to the next.

    Args:
        game: the game.
        megabytes: the most memory for each of its two tables; it is taken as it is needed.

    Raises:
        NoughtsError: the kernel is not installed, the game is no plain k in a row, or its board is too large.
    """

    def __init__(self, game: Game, *, megabytes: int = 256) -> None:
        shape = plain(game)
        if shape is None:
            raise NoughtsError(f"the kernel solves plain k in a row, as in 7,7,5, not {game}")
        if len(game.board) > MOST_CELLS:
            raise NoughtsError(
                f"the kernel solves boards of 1 to {MOST_CELLS} cells, not {len(game.board)}: "
                "of larger ones noughts analyse gives an estimate"
            )
        try:
            from noughts_kernel import Mnk
        except ImportError:
            raise NoughtsError(MISSING) from None
        self.game = game
        self._mnk = Mnk.make(*shape, megabytes=megabytes)
        places = [(*point, 0)[1] * shape.columns + point[0] for point in game.board.points]
        self._places = None if places == list(range(len(places))) else places

    def bounds(
        self,
        position: Position,
        effort: Budget | None = None,
        *,
        weak: bool = False,
        threads: int = 1,
        most: int | None = None,
        known: Bounds = OPEN,
    ) -> Bounds:
        """Return what a position is worth, as far as the effort tells, seen by the player to move.

        Args:
            position: a position of this game.
            effort: how many nodes it may take; as many as needed unless told.
            weak: only X can win, and O only hinders: the weak (Maker and Breaker) game.
            threads: how many threads search together.
            most: the most nodes for each of the two questions.
            known: what is known already, and need not be asked.

        Raises:
            NoughtsError: the position is of another game.
        """
        self._check(position)
        if position.is_over:
            sign = (position.score > 0) - (position.score < 0)
            return Bounds(sign, sign)
        effort, turn = effort or Budget(), position.turn
        can: dict[Player, bool | None] = {
            turn: True if known.low > 0 else False if known.high < 1 else None,
            turn.other: True if known.high < 0 else False if known.low > -1 else None,
        }
        for limit in _limits(_FIRST, most):
            for side in (turn, turn.other):
                if can[side] is None:
                    alone = can[side.other] is not None  # the last question gets all there is
                    share = most if alone else limit
                    can[side] = self.can_win(position, side, effort, weak=weak, threads=threads, most=share)
                    if can[side]:
                        can[side.other] = False
            if None not in can.values() or effort.is_spent or limit == most:
                break
        low = 1 if can[turn] else 0 if can[turn.other] is False else -1
        high = -1 if can[turn.other] else 0 if can[turn] is False else 1
        return Bounds(low, high)

    def moves(
        self,
        position: Position,
        effort: Budget | None = None,
        *,
        known: Bounds = OPEN,
        weak: bool = False,
        threads: int = 1,
    ) -> dict[Move, Bounds]:
        """Return what each legal move is worth to its player, as far as the effort tells; else as `bounds`.

        What can be told quickly is told first, so that a small effort tells something of most moves.
        """
        self._check(position)
        effort = effort or Budget()
        after = {move: position.play(move) for move in position.moves}
        # After no move is the mover better off than before; and who has lost has lost with each.
        found = dict.fromkeys(after, Bounds(-1, known.high))
        for most in _limits(_FIRST):
            for move, bounds in found.items():
                if bounds.value is None and (after[move].is_over or not effort.is_spent):
                    found[move] = -self.bounds(
                        after[move], effort, weak=weak, threads=threads, most=most, known=-bounds
                    )
            if effort.is_spent or all(bounds.value is not None for bounds in found.values()):
                break
        return found

    def best(
        self, position: Position, value: int, effort: Budget | None = None, *, weak: bool = False, threads: int = 1
    ) -> Move | None:
        """Return a move that keeps the value of a won or drawn position, or None where the effort does not find it.

        Of lost positions, and of drawn ones that nobody can win any more, every move keeps the value: the first that
        looks promising is returned. There is none when the game is over.
        """
        self._check(position)
        if position.is_over:
            return None
        effort, mover, hopes = effort or Budget(), position.turn, promise(position)
        after = {move: position.play(move) for move in sorted(position.moves, key=lambda move: -hopes[move])}
        if value < 0:
            return next(iter(after))
        winner = mover if value > 0 else mover.other
        for most in _limits(_FIRST):
            for move, reached in list(after.items()):
                answer = self.can_win(reached, winner, effort, weak=weak, threads=threads, most=most)
                if answer is (value > 0):
                    return move
                if answer is not None:
                    del after[move]
                if effort.is_spent:
                    return None
            if not after:
                break
        return None

    def can_win(
        self,
        position: Position,
        attacker: Player,
        effort: Budget | None = None,
        *,
        weak: bool = False,
        threads: int = 1,
        most: int | None = None,
    ) -> bool | None:
        """Return whether a side can win by force, or None where the effort does not tell; else as `bounds`."""
        mine, theirs = sides(position, attacker)
        moves_first = position.turn is attacker
        if position.outcome:
            return position.outcome.winner is attacker
        if weak and attacker is Player.O:
            return False
        if not (weak or moves_first or mine):
            return False  # else the player to move could make any move, and then play the other's winning game
        question = self._placed(mine), self._placed(theirs), moves_first
        effort = effort or Budget()
        if weak:
            verdict = self._mnk.weak(*question, effort.control(most), threads)
            return verdict.won if verdict.decided else None
        for limit in _limits(_WEAK_FIRST, most):
            hindered = self._mnk.weak(*question, effort.control(limit), threads)
            if hindered.decided and not hindered.won:
                return False  # not even where the other side only hinders
            share = most if hindered.decided else limit // _MORE
            verdict = self._mnk.strong(*question, effort.control(share), threads)
            if verdict.decided:
                return verdict.won
            if hindered.decided or effort.is_spent or limit == most:
                break
        return None

    @property
    def keeps_order(self) -> bool:
        """Whether the kernel counts cells as the board does: a proof names cells by their numbers."""
        return self._places is None

    @property
    def symmetries(self) -> list[list[int]]:
        """The symmetries that proofs use: for each the cells to which it takes cells."""
        return self._mnk.symmetries

    def prove(self, claim: Claim, effort: Budget, write: Callable[[bytes], object]) -> bool:
        """Write the proof of a claim, which must be true, piece by piece; False if the effort did not do."""
        where, attacker = claim.position, Player(claim.attacker)
        mine, theirs = (where.x, where.o) if attacker is Player.X else (where.o, where.x)
        first = where.turn is attacker
        return self._mnk.prove(mine, theirs, first, claim.alone, claim.wins, effort.control(), write)

    def line(self, effort: Budget) -> list[Move]:
        """Return the first moves of the line that is being examined, as cells of the game's board."""
        return effort.line if self._places is None else [self._places.index(place) for place in effort.line]

    def _placed(self, cells: Cells) -> Cells:
        """Return a set of cells as the kernel counts them: row by row."""
        return cells if self._places is None else cell_set(self._places[cell] for cell in cells_in(cells))

    def _check(self, position: Position) -> None:
        if position.game != self.game:
            raise NoughtsError(f"this solver is for {self.game}, not for {position.game}")


def _limits(first: int, last: int | None = None) -> Iterator[int]:
    """Yield limits of nodes, each some times the one before; with a last one, up to that."""
    for power in count():
        limit = first * _MORE**power
        if last is not None and limit >= last:
            yield last
            return
        yield limit
