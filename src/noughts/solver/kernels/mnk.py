"""The compiled kernel for plain k in a row, which finds out who wins on boards of up to 128 cells.

The value of a position follows from two questions: can the player to move force a win, and can the opponent? The kernel
answers each question exactly. It finds out who wins, but not how soon. The kernel's class is `noughts_kernel.Mnk`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import NamedTuple

from noughts.rules.board import Cells, Move, cell_set, cells_in, straight_rows
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game, Player
from noughts.rules.position import Position, sides
from noughts.rules.tactics import sign
from noughts.search.evaluate import move_weights
from noughts.solver.evaluation import OPEN, Bounds
from noughts.solver.kernels.limits import MEGABYTES, MISSING, expect_cells, expect_memory
from noughts.solver.limit import Budget
from noughts.solver.proofs.claim import Claim

_FIRST_LIMIT = 500  # nodes for the first attempt at each of several questions
_FIRST_WEAK_LIMIT = 10_000  # nodes for the weak game, before the game itself is searched
_GROWTH = 8  # the factor by which each further attempt gets more nodes


class Shape(NamedTuple):
    """The dimensions of a plain k-in-a-row game: columns, rows, and the length of a line."""

    columns: int
    rows: int
    length: int


def plain(game: Game) -> Shape | None:
    """Return the columns, the rows and k of a plain k-in-a-row game on a line or a rectangle, or None otherwise.

    The order of the cells and lines does not matter. A game is not plain if it has gravity or misère play, if its board
    is a torus, if longer rows do not count, or if a full board wins for one player.
    """
    board = game.board
    if game.misere or game.full or any(game.needs) or game.beyond or len(board.shape) > 2:
        return None
    columns, rows = (*board.shape, 1)[:2]
    length = game.lines[0].bit_count() if game.lines else max(columns, rows) + 1
    if len(board) != columns * rows or {*game.lines} != {*straight_rows(board, length)}:
        return None
    return Shape(columns, rows, length)


class MnkKernel:
    """Solves the positions of one plain k-in-a-row game and remembers results between calls.

    Args:
        game: the game.
        megabytes: the maximum memory for each of its two tables. Memory that a search does not need is not used.

    Raises:
        NoughtsError: the kernel is not installed, the game is not plain k in a row, or its board or a table is too
            large.
    """

    def __init__(self, game: Game, *, megabytes: int = MEGABYTES) -> None:
        shape = plain(game)
        if shape is None:
            raise NoughtsError(f"this needs plain k in a row, such as 7,7,5, not {game}")
        expect_cells(game)
        expect_memory(megabytes)
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
        budget: Budget | None = None,
        *,
        weak: bool = False,
        threads: int = 1,
        most: int | None = None,
        known: Bounds = OPEN,
    ) -> Bounds:
        """Return bounds on a position's value for the player to move. A large enough budget makes the bounds equal.

        Args:
            position: a position of this game.
            budget: limits the number of nodes. By default, there is no limit.
            weak: solve the weak (Maker–Breaker) game, in which only X can win.
            threads: the number of threads that search together.
            most: the maximum number of nodes for each attempt at one of the two questions.
            known: bounds that are already proven.

        Raises:
            NoughtsError: the position belongs to another game.
        """
        self._check(position)
        if position.is_over:
            result = sign(position.score)
            return Bounds(result, result)
        budget, mover, opponent = budget or Budget(), position.turn, position.turn.other
        wins: dict[Player, bool | None] = {
            mover: True if known.low > 0 else False if known.high < 1 else None,
            opponent: True if known.high < 0 else False if known.low > -1 else None,
        }
        # Both questions get a few nodes at first, then more: often one of them is easy and answers the other.
        for limit in _limits(_FIRST_LIMIT, most):
            for side in (mover, opponent):
                if wins[side] is not None:
                    continue
                is_last_question = wins[side.other] is not None
                wins[side] = self.can_win(
                    position, side, budget, weak=weak, threads=threads, most=most if is_last_question else limit
                )
                if wins[side]:
                    wins[side.other] = False
            if None not in wins.values() or budget.is_spent or limit == most:
                break
        low = 1 if wins[mover] else 0 if wins[opponent] is False else -1
        high = -1 if wins[opponent] else 0 if wins[mover] is False else 1
        return Bounds(low, high)

    def moves(
        self,
        position: Position,
        budget: Budget | None = None,
        *,
        known: Bounds = OPEN,
        weak: bool = False,
        threads: int = 1,
    ) -> dict[Move, Bounds]:
        """Return bounds on every legal move's value, for the player to move.

        Easy moves are decided first, so even a small budget decides most moves. The arguments are the same as for
        `bounds`. `known` refers to the position before the move.
        """
        *_, moves = self.improve_moves(position, budget, known=known, weak=weak, threads=threads)
        return moves

    def improve_moves(
        self,
        position: Position,
        budget: Budget | None = None,
        *,
        known: Bounds = OPEN,
        weak: bool = False,
        threads: int = 1,
    ) -> Iterator[dict[Move, Bounds]]:
        """Yield the bounds on every legal move's value at first, and again each time they become narrower.

        The arguments are the same as for `moves`.
        """
        self._check(position)
        budget = budget or Budget()
        after = {move: position.play(move) for move in position.moves}
        # No move is worth more than the position.
        moves = dict.fromkeys(after, Bounds(-1, known.high))
        yield dict(moves)
        for most in _limits(_FIRST_LIMIT):
            for move, bounds in moves.items():
                if bounds.value is None and (after[move].is_over or not budget.is_spent):
                    moves[move] = -self.bounds(
                        after[move], budget, weak=weak, threads=threads, most=most, known=-bounds
                    )
                    if moves[move] != bounds:
                        yield dict(moves)
            if budget.is_spent or all(bounds.value is not None for bounds in moves.values()):
                return

    def best(
        self,
        position: Position,
        value: int,
        budget: Budget | None = None,
        *,
        weak: bool = False,
        threads: int = 1,
        first: int = _FIRST_LIMIT,
    ) -> Move | None:
        """Return a move that keeps the value of a position, or None if the budget is too small or the game is over.

        In a lost position every move keeps the value, so the most promising move is returned. `first` is the maximum
        number of nodes for the first attempt at each move. The other arguments are the same as for `bounds`.
        """
        self._check(position)
        if position.is_over:
            return None
        budget, mover, weights = budget or Budget(), position.turn, move_weights(position)
        after = {move: position.play(move) for move in sorted(position.moves, key=lambda move: -weights[move])}
        if value < 0:
            return next(iter(after))
        winner = mover if value > 0 else mover.other
        for most in _limits(first):
            for move, reached in list(after.items()):
                wins = self.can_win(reached, winner, budget, weak=weak, threads=threads, most=most)
                if wins is (value > 0):
                    return move
                if wins is not None:
                    del after[move]
                if budget.is_spent:
                    return None
            if not after:
                break
        return None

    def can_win(
        self,
        position: Position,
        attacker: Player,
        budget: Budget | None = None,
        *,
        weak: bool = False,
        threads: int = 1,
        most: int | None = None,
    ) -> bool | None:
        """Return whether a side can force a win, or None if the budget is too small to tell.

        The other arguments are the same as for `bounds`.
        """
        mine, theirs = sides(position, attacker)
        moves_first = position.turn is attacker
        if position.outcome:
            return position.outcome.winner is attacker
        if weak and attacker is Player.O:
            return False
        if not (weak or moves_first or mine):
            return False  # strategy stealing: the player to move could make any move and then use the winning strategy
        question = self._kernel_cells(mine), self._kernel_cells(theirs), moves_first
        budget = budget or Budget()
        if weak:
            answer = self._mnk.solve_maker_breaker(*question, budget.control(most), threads)
            return answer.won if answer.decided else None
        for limit in _limits(_FIRST_WEAK_LIMIT, most):
            weak_answer = self._mnk.solve_maker_breaker(*question, budget.control(limit), threads)
            if weak_answer.decided and not weak_answer.won:
                return False  # a side that cannot win the weak game cannot win the game
            share = most if weak_answer.decided else limit // _GROWTH
            answer = self._mnk.solve_strong_game(*question, budget.control(share), threads)
            if answer.decided:
                return answer.won
            if weak_answer.decided or budget.is_spent or limit == most:
                break
        return None

    @property
    def keeps_order(self) -> bool:
        """Whether the kernel numbers the cells as the board does, which proofs require."""
        return self._places is None

    @property
    def symmetries(self) -> list[list[int]]:
        """The symmetries that the kernel's proofs use. Each symmetry is a list that gives the image of every cell."""
        return self._mnk.symmetries

    def prove(self, claim: Claim, budget: Budget, write: Callable[[bytes], object]) -> bool:
        """Prove a true claim, and pass the proof to `write` in pieces.

        Return whether the budget was large enough for the whole proof.
        """
        start, attacker = claim.position, Player(claim.attacker)
        mine, theirs = sides(start, attacker)
        first = start.turn is attacker
        return self._mnk.write_proof(mine, theirs, first, claim.weak, claim.wins, budget.control(), write)

    def line(self, budget: Budget) -> list[Move]:
        """Return the first moves of the sequence that is being searched, as cells of the game's board."""
        return budget.line if self._places is None else [self._places.index(place) for place in budget.line]

    def _kernel_cells(self, cells: Cells) -> Cells:
        """Convert a set of cells to the kernel's numbering, which goes row by row."""
        return cells if self._places is None else cell_set(self._places[cell] for cell in cells_in(cells))

    def _check(self, position: Position) -> None:
        if position.game != self.game:
            raise NoughtsError(f"this solver is for {self.game}, not for {position.game}")


def _limits(first: int, last: int | None = None) -> Iterator[int]:
    """Yield increasing node limits, up to `last` if it is given."""
    for power in count():
        limit = first * _GROWTH**power
        if last is not None and limit >= last:
            yield last
            return
        yield limit
