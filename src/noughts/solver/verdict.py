"""Find out who wins a position, how soon, and with which moves, using the fastest solver available.

For small games, `noughts.solver.general` (or `noughts.solver.solver` without the kernel) finds every score. For larger
plain k-in-a-row games, `noughts.solver.kernel` finds out who wins. If a search stops early, the verdict states bounds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from noughts.rules.board import Move
from noughts.rules.errors import NotationError, whole_number
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game
from noughts.rules.notation import looks_like_position
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position, Score
from noughts.rules.tactics import sign
from noughts.search.result import SearchLimit
from noughts.solver.analysis import MOST_PLAIN, MOST_TIMED, distance
from noughts.solver.budget import Budget
from noughts.solver.general import general_kernel
from noughts.solver.kernel import OPEN, Bounds, MnkKernel, plain
from noughts.solver.solver import Solver

_TIME_NODES = 1_000_000  # nodes for finding how soon the game ends after the winner is known


@dataclass(frozen=True)
class MoveVerdict:
    """The known facts about one move.

    Attributes:
        move: the move.
        name: its name.
        bounds: the value of the move for the player who makes it.
        distance: the number of plies to the end of the game under best play, including this move. None if unknown.
    """

    move: Move
    name: str
    bounds: Bounds
    distance: int | None


@dataclass(frozen=True)
class Verdict:
    """Who wins a position with best play, as far as the solver was able to determine.

    Attributes:
        position: the position.
        weak: whether the weak (Maker–Breaker) game was solved, in which only X can win.
        bounds: the value of the position for the player to move.
        distance: the number of plies to the end of the game under best play, or None if unknown.
        moves: the moves whose value is known, best first. If `all_moves` was set, these are all moves; otherwise, they
            are only moves that keep the value of the position.
        nodes: the number of nodes searched.
        failed: the reason if the search gave up before its budget was spent, otherwise an empty string.
        is_one_of_some: whether `moves` holds a single move that keeps the value, although other moves might also keep
            it.
    """

    position: Position
    weak: bool
    bounds: Bounds
    distance: int | None
    moves: tuple[MoveVerdict, ...]
    nodes: int
    failed: str = ""
    is_one_of_some: bool = False

    def __str__(self) -> str:
        """Summarise the verdict in one line, as in ``X to move: win in 3. Moves: b2, c1.``."""
        value = {None: "not solved", 1: "win", 0: "draw", -1: "loss"}[self.value]
        distance = f" in {self.distance}" if self.value and self.distance is not None else ""
        best = [move.name for move in self.moves if self.value is not None and move.bounds.value == self.value]
        return f"{self.position.turn} to move: {value}{distance}." + (f" Moves: {', '.join(best)}." if best else "")

    @property
    def value(self) -> int | None:
        """The value for the player to move: 1 for a win, 0 for a draw, -1 for a loss, or None if unknown."""
        return self.bounds.value

    @property
    def score(self) -> Score | None:
        """The score for the player to move (see `noughts.Score`), or None if the value or the distance is unknown."""
        if not self.value:
            return self.value
        if self.distance is None:
            return None
        return self.value * (1 + self.position.empty.bit_count() - self.distance)


def solve(
    start: Position | Game | str = "tictactoe",
    *,
    budget: Budget | int | None = None,
    weak: bool = False,
    all_moves: bool = False,
    threads: int = 1,
) -> Verdict:
    """Find out who wins a game or a position if both players play their best moves.

    Args:
        start: a position, a game, or the text of either, such as ``"4,4,4"`` or ``"o_x/x2_/x2o x"``.
        budget: the maximum number of nodes to search. By default, there is no limit.
        weak: solve the weak (Maker–Breaker) game, in which only X can win.
        all_moves: find the value of every move.
        threads: the number of threads in which the compiled kernel searches.

    Raises:
        NotationError: the text is neither the name of a game nor a position.
        NoughtsError: the compiled kernel is needed but not installed, or the board is too large for it.
    """
    position = _position(start)
    limit = budget if isinstance(budget, Budget) else Budget(budget)
    return GameSolver(position.game, weak=weak, threads=threads).answer(position, limit, all_moves=all_moves)


def _position(start: Position | Game | str) -> Position:
    if isinstance(start, Position):
        return start
    try:
        return Position(start)
    except NotationError:
        if isinstance(start, str) and looks_like_position(start):
            return read_position(start)
        raise


class GameSolver:
    """Solves the positions of one game and remembers results between calls.

    Args:
        game: the game or its name.
        weak: solve the weak (Maker–Breaker) game, in which only X can win.
        threads: the number of threads that search together, if the kernel is used.

    Raises:
        NoughtsError: the weak game was chosen, but the game is not plain k in a row or is too large for the kernel.
            Also if the number of threads is not a whole number of at least 1.
    """

    def __init__(self, game: Game | str = "tictactoe", *, weak: bool = False, threads: int = 1) -> None:
        game = named_game(game)
        self._mnk = MnkKernel(game) if weak else None
        self.game, self.weak, self._threads = game, weak, whole_number(threads, "the number of threads", 1)
        self._is_plain = plain(game) is not None

    def answer(self, position: Position, budget: Budget, *, all_moves: bool = False) -> Verdict:
        """Return the verdict on a position. If the budget is too small, the verdict gives only bounds on the value.

        Args:
            position: a position of this game.
            budget: limits the nodes and can stop the search.
            all_moves: find the value of every move.

        Raises:
            NoughtsError: the kernel is needed but not installed, or the board is too large for it.
        """
        empty = position.empty.bit_count()
        if position.is_over:
            result = sign(position.score)
            return Verdict(position, self.weak, Bounds(result, result), 0, (), 0)
        if self.weak or (self._is_plain and empty > MOST_PLAIN):
            return self._who_wins(position, budget, all_moves)
        return self._how_soon(position, budget, all_moves)

    def line(self, budget: Budget) -> list[Move]:
        """Return the first moves of the sequence that another thread is currently searching."""
        return self._mnk.line(budget) if self._mnk else budget.line

    def kernel(self) -> MnkKernel:
        """Return the kernel for this game. The kernel keeps the results that it has found so far.

        Raises:
            NoughtsError: it is not installed, the game is not plain k in a row, or its board is too large.
        """
        self._mnk = self._mnk or MnkKernel(self.game)
        return self._mnk

    def _who_wins(self, position: Position, budget: Budget, all_moves: bool) -> Verdict:
        """Use the kernel to find the values of moves, and also their distances if this does not take long."""
        kernel, names = self.kernel(), self.game.board.names
        weak, threads = self.weak, self._threads
        bounds = kernel.bounds(position, budget, weak=weak, threads=threads)
        values: dict[Move, Bounds] = {}
        if all_moves:
            values = kernel.moves(position, budget, known=bounds, weak=weak, threads=threads)
        elif bounds.value is not None:
            best = kernel.best(position, bounds.value, budget, weak=weak, threads=threads)
            values = {} if best is None else {best: bounds}
        empty, after = position.empty.bit_count(), {move: position.play(move) for move in values}
        soon = self._soon(position, bounds, budget)
        moves = [
            MoveVerdict(move, names[move], known, 1 if after[move].is_over else empty if known.value == 0 else None)
            for move, known in values.items()
        ]
        plies = empty if bounds.value == 0 else soon
        answer = _answer(position, self.weak, bounds, plies, moves, budget)
        return replace(answer, is_one_of_some=not all_moves and len(moves) == 1 < len(position.moves))

    def _soon(self, position: Position, bounds: Bounds, budget: Budget) -> int | None:
        """Return the number of plies until the winner wins, or None if it cannot be found quickly."""
        empty = position.empty.bit_count()
        if self.weak or not bounds.value or empty > MOST_TIMED or budget.is_spent:
            return None
        kernel = general_kernel(self.game)
        score = kernel.score(position, control=budget.control(_TIME_NODES)) if kernel else None
        return None if score is None else distance(score, empty)

    def _how_soon(self, position: Position, budget: Budget, all_moves: bool) -> Verdict:
        """Find the score of every move, using the kernel's alpha-beta search or plain Python."""
        empty = position.empty.bit_count()
        kernel, names, failed = general_kernel(self.game), self.game.board.names, ""
        scores: dict[Move, Score | None]
        if kernel is None:
            scores, failed = _by_python(Solver(self.game), position, budget)
        else:
            scores = dict(kernel.scores(position, control=budget.control(), threads=self._threads))
        known = {move: score for move, score in scores.items() if score is not None}
        high = -1 if len(known) == len(scores) else 1
        bounds = Bounds(max(map(sign, known.values()), default=-1), max([high, *map(sign, known.values())]))
        best = max(known.values(), default=None)
        moves = [
            MoveVerdict(move, names[move], Bounds(sign(score), sign(score)), distance(score, empty))
            for move, score in known.items()
            if all_moves or (score == best and bounds.value is not None)
        ]
        if all_moves:
            moves += [MoveVerdict(move, names[move], OPEN, None) for move, score in scores.items() if score is None]
        plies = None if best is None or len(known) < len(scores) else distance(best, empty)
        return _answer(position, False, bounds, plies, moves, budget, failed)


def _by_python(solver: Solver, position: Position, budget: Budget) -> tuple[dict[Move, Score | None], str]:
    """Score all moves in plain Python.

    The text in the result says why the solver gave up early. It is empty if the solver finished.
    """
    before, failed = budget.nodes, ""
    spent = _counting(solver, budget, before)
    scores: dict[Move, Score | None] = dict.fromkeys(position.moves)
    for move in scores:
        left = None if budget.limit is None else budget.limit - budget.nodes
        try:
            scores[move] = -solver.score(position.play(move), nodes=left, deadline=spent)
        except SearchLimit as limit:
            failed = "" if spent() else str(limit)
            break
        finally:
            spent()
    return scores, failed


def _counting(solver: Solver, budget: Budget, before: int) -> Callable[[], bool]:
    """Return a function that records the solver's nodes in the budget and returns whether the budget is used up."""

    def spent() -> bool:
        budget.count(before + solver.visited)
        return budget.is_spent

    return spent


def _answer(
    position: Position,
    weak: bool,
    bounds: Bounds,
    plies: int | None,
    moves: list[MoveVerdict],
    budget: Budget,
    failed: str = "",
) -> Verdict:
    moves.sort(key=lambda move: (-move.bounds.low, -move.bounds.high, _order(move)))
    return Verdict(position, weak, bounds, plies, tuple(moves), budget.nodes, failed)


def _order(move: MoveVerdict) -> int:
    """Return a key for sorting moves of equal value: quick wins and slow losses come first."""
    return (move.distance or 0) * (move.bounds.value or 0)
