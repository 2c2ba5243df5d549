"""Analysis: what every move of a position is worth, how long it takes, and how many replies to it lose."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from noughts.rules.board import Move
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position, Score
from noughts.search.result import Deadline, SearchLimit
from noughts.solver.equivalent_moves import equivalent_moves
from noughts.solver.estimate import Guess, estimate
from noughts.solver.patterns import PLAIN
from noughts.solver.solver import Solver

MOST_PLAIN = 16
"""Up to so many empty cells the solver in plain Python does without the kernel, and knows how soon a game ends too."""

MOST_TIMED = 25
"""Up to so many empty cells of a plain k-in-a-row game the kernel is asked how soon it ends, not only who wins."""

_BEFORE_KERNEL = 20_000  # nodes of that solver on larger boards, before the kernel is asked who wins
_KERNEL_NODES = 500_000  # nodes of the kernel where no limit is given: some seconds


@dataclass(frozen=True)
class MoveAnalysis:
    """What one move is worth.

    Attributes:
        move: the move.
        position: the position after it.
        score: the move's score, seen by the player who makes it.
        exact: whether the score is proven; without a distance only who wins is, and the score says no more.
        distance: plies to the end of the game in best play, this move counted; None where it is not known.
        replies: how many replies the opponent has.
        traps: the replies that lose for the opponent; None where it is not known.
        promise: how good it looks among moves of the same score; 0 where the traps tell that.
    """

    move: Move
    position: Position
    score: Score
    exact: bool
    distance: int | None
    replies: int
    traps: tuple[Move, ...] | None
    promise: float = 0

    @property
    def name(self) -> str:
        """The move's name, such as ``b2``."""
        return self.position.game.board.names[self.move]

    @property
    def losing(self) -> int | None:
        """How many replies lose for the opponent; None where it is not known."""
        return None if self.traps is None else len(self.traps)


@dataclass(frozen=True)
class Analysis:
    """What a position is worth, with its moves, best first; no moves when the game is over.

    Moves of one score come in the order of how many replies to them lose, most first: the more, the more
    the opponent can go wrong.

    Attributes:
        position: the position.
        score: its score, seen by the player to move.
        exact: whether the scores of all moves are proven.
        distance: plies to the end in best play; None where it is not known.
        moves: all legal moves; where the scores are estimates, the most promising ones and those that are like them.
        visited: how many nodes were searched, the root counted.
        value: 1, 0 or -1 where it is proven who wins, though not how soon; else None.
    """

    position: Position
    score: Score
    exact: bool
    distance: int | None
    moves: tuple[MoveAnalysis, ...]
    visited: int
    value: int | None = None

    def __str__(self) -> str:
        """Draw a table: what the position is worth, and every move with its value, best first."""
        if self.position.is_over:
            winner = self.position.outcome and self.position.outcome.winner
            return f"The game is over: {f'{winner} wins' if winner else 'draw'}."
        rows = [(m.name, _words(m.score, m.exact, m.distance), _replies(m)) for m in self.moves]
        names, words = (max(len(row[column]) for row in rows) for column in (0, 1))
        lines = [f"{name:{names}}  {value:{words}}  {replies}".rstrip() for name, value, replies in rows]
        value = _words(self.score, self.is_decided, self.distance)
        return "\n".join([f"{self.position.turn} to move: {value}.", *lines])

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show the table where a notebook or IPython shows text; inside a list or the like in one line."""
        printer.text(repr(self) if printer.indentation else str(self))

    def _repr_svg_(self) -> str:
        """Show the board in a notebook, with what each move is worth."""
        from noughts.render.svg import board_svg

        return board_svg(self.position, analysis=self)

    @property
    def is_decided(self) -> bool:
        """Whether it is proven who wins: all moves are, or one of them wins, or the kernel says so."""
        return self.exact or self.score >= 1 or self.value is not None

    @property
    def best(self) -> tuple[MoveAnalysis, ...]:
        """The best moves: those with the best score and, among these, the most losing replies or the most promise."""
        first = [(m.score, m.losing, m.promise) for m in self.moves[:1]]
        return tuple(m for m in self.moves if (m.score, m.losing, m.promise) in first)


def _words(score: Score, exact: bool, plies: int | None) -> str:
    if not exact:
        return f"about {score:+.2f}".replace("-", "−")
    way = "win" if score >= 1 else "loss" if score <= -1 else "draw"
    return way if way == "draw" or plies is None else f"{way} in {plies}"


def _replies(move: MoveAnalysis) -> str:
    if not move.losing or move.score >= 1:
        return ""
    return f"{move.losing} of {move.replies} replies lose{'s' if move.losing == 1 else ''}"


def everyday_nodes(position: Position, most: int = 400_000) -> int:
    """Return how many nodes are worth trying for an exact answer while a person waits: about a second at most.

    All of them up to 16 empty cells; then fewer, as there is less and less hope.
    """
    return int(most * min(1.0, (16 / max(position.empty.bit_count(), 1)) ** 3))


def distance(score: Score, empty: int) -> int:
    """Return the plies to the end of a game with a proven score, from a position with so many empty cells.

    A drawn game ends with the board full.
    """
    return empty - (int(abs(score)) - 1) if score else empty


def analyse(
    position: Position | str,
    solver: Solver | None = None,
    *,
    nodes: int | None = None,
    deadline: Deadline | None = None,
    estimate_nodes: int = 2_000,
) -> Analysis:
    """Return what the position and every move in it is worth.

    Args:
        position: a position or its text.
        solver: keeps what it learns for the next call; without one a new one is made.
        nodes: the most nodes for the exact answer. When they do not suffice the scores are estimates. None for all
            on up to 16 empty cells, and on more for as many as take some seconds.
        deadline: says whether the time for the exact answer is up; likewise.
        estimate_nodes: the most nodes for an estimate.

    Raises:
        NotationError: the text describes no position.
    """
    position = read_position(position)
    if position.is_over:
        return Analysis(position, position.score, True, 0, (), 1)
    solver = solver or Solver(position.game)
    before = solver.visited
    # On larger boards the kernel is asked, but only if the solver in plain Python does not soon have the answer.
    larger = position.empty.bit_count() > MOST_PLAIN and estimate_nodes > 0
    value = None
    try:
        moves = _exact(position, solver, _least(nodes, _BEFORE_KERNEL) if larger else nodes, deadline)
    except SearchLimit:
        used = solver.visited - before
        moves, value, visited = _larger(position, solver, nodes, used, deadline, estimate_nodes)
        before -= visited
    moves.sort(key=lambda m: (-m.score, -(m.losing or 0), -m.promise))
    best = moves[0]
    exact = len(moves) == len(position.moves) and all(move.exact and move.distance is not None for move in moves)
    plies = best.distance if exact or best.score >= 1 or value is not None else None
    return Analysis(position, best.score, exact, plies, tuple(moves), solver.visited - before + 1, value)


def _larger(
    position: Position, solver: Solver, nodes: int | None, used: int, deadline: Deadline | None, estimate_nodes: int
) -> tuple[list[MoveAnalysis], int | None, int]:
    """Return what is thought of the moves, who wins if that is proven, and how many nodes that took.

    Without the kernel the solver goes on with what is left of its nodes.
    """
    empty = position.empty.bit_count()
    larger = empty > MOST_PLAIN and estimate_nodes > 0
    kernel = solver.kernel if larger else None
    general = solver.general if larger and (not kernel or empty <= MOST_TIMED) else None
    plain = 10 * everyday_nodes(position) if nodes is None else nodes
    if larger and not (kernel or general) and plain > used:
        with suppress(SearchLimit):  # else it is estimated
            return _exact(position, solver, plain - used, deadline), None, 0
    most = _KERNEL_NODES if nodes is None else nodes
    found = estimate(
        position,
        kernel,
        general,
        solver.patterns if estimate_nodes else PLAIN,
        nodes=most,
        deadline=deadline,
        estimate_nodes=estimate_nodes,
    )
    moves = _spread(position, found.moves) if estimate_nodes else found.moves
    return [_guessed(position, move, guess) for move, guess in moves.items()], found.value, found.visited


def _spread(position: Position, guesses: Mapping[Move, Guess]) -> dict[Move, Guess]:
    """Return the guesses, each for all moves that are alike: what is known of one of them is known of the others.

    Of several the surest; of estimates the least, as whoever made it has seen something to fear.
    """
    spread: dict[Move, Guess] = {}
    for group in equivalent_moves(position):
        known = [guesses[move] for move in group if move in guesses]
        if known:
            sure = [guess for guess in known if guess.proven]
            best = max(sure, key=lambda g: (g.timed, abs(g.score))) if sure else min(known, key=lambda g: g.score)
            spread |= dict.fromkeys(sorted(group), best)
    return {move: spread[move] for move in [*guesses, *(move for move in spread if move not in guesses)]}


def _least(nodes: int | None, most: int) -> int:
    return most if nodes is None else min(nodes, most)


def _guessed(position: Position, move: Move, guess: Guess) -> MoveAnalysis:
    after = position.play(move)
    if after.is_over:  # there is nothing to guess
        return MoveAnalysis(move, after, -after.score, True, 1, 0, ())
    plies = distance(guess.score, position.empty.bit_count()) if guess.timed else None
    return MoveAnalysis(move, after, guess.score, guess.proven, plies, len(after.moves), None, guess.promise)


def _exact(position: Position, solver: Solver, nodes: int | None, deadline: Deadline | None) -> list[MoveAnalysis]:
    most = None if nodes is None else solver.visited + nodes
    moves = []

    def score(after: Position, alpha: Score, beta: Score) -> Score:
        left = None if most is None else most - solver.visited
        return -solver.score(after, alpha, beta, nodes=left, deadline=deadline)

    empty = position.empty.bit_count()
    for move in position.moves:
        after = position.play(move)
        value = score(after, float("-inf"), float("inf"))
        # A reply loses when its score, seen by us who answer it, is 1 or more.
        traps = tuple(reply for reply in after.moves if -score(after.play(reply), 0, 1) >= 1)
        moves.append(MoveAnalysis(move, after, value, True, distance(value, empty), len(after.moves), traps))
    return moves
