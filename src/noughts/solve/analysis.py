"""Analysis: what every move of a position is worth, how long it takes, and how many replies to it lose."""

from dataclasses import dataclass

from noughts.rules.board import Move
from noughts.rules.position import Position, Score
from noughts.search.look_ahead import look_ahead
from noughts.search.result import Deadline, SearchLimit
from noughts.solve.solver import Solver


@dataclass(frozen=True)
class MoveAnalysis:
    """What one move is worth.

    Attributes:
        move: the move.
        position: the position after it.
        score: the move's score, seen by the player who makes it.
        exact: whether the score is proven.
        distance: plies to the end of the game in best play, this move counted; None where it is not known.
        replies: how many replies the opponent has.
        traps: the replies that lose for the opponent; None where it is not known.
    """

    move: Move
    position: Position
    score: Score
    exact: bool
    distance: int | None
    replies: int
    traps: tuple[Move, ...] | None

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
        moves: all legal moves; where the scores are estimates, the most promising ones.
        visited: how many nodes were searched, the root counted.
    """

    position: Position
    score: Score
    exact: bool
    distance: int | None
    moves: tuple[MoveAnalysis, ...]
    visited: int

    def _repr_svg_(self) -> str:
        """Show the board in a notebook, with what each move is worth."""
        from noughts.render.svg import board_svg

        return board_svg(self.position, analysis=self)

    @property
    def is_decided(self) -> bool:
        """Whether the position's own score is proven: all moves' are, or one of them wins."""
        return self.exact or self.score >= 1

    @property
    def best(self) -> tuple[MoveAnalysis, ...]:
        """The best moves: those with the best score and, among these, the most losing replies."""
        first = self.moves[:1]
        return tuple(m for m in self.moves for f in first if (m.score, m.losing) == (f.score, f.losing))


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
    position: Position,
    solver: Solver | None = None,
    *,
    nodes: int | None = None,
    deadline: Deadline | None = None,
    estimate_nodes: int = 2_000,
) -> Analysis:
    """Return what the position and every move in it is worth.

    Args:
        position: any position.
        solver: keeps what it learns for the next call; without one a new one is made.
        nodes: the most nodes for the exact answer. When they do not suffice the scores are estimates.
        deadline: says whether the time for the exact answer is up; likewise.
        estimate_nodes: the most nodes for an estimate.
    """
    if position.is_over:
        return Analysis(position, position.score, True, 0, (), 1)
    solver = solver or Solver(position.game)
    before = solver.visited
    try:
        moves = _exact(position, solver, nodes, deadline)
    except SearchLimit:
        result = look_ahead(position, nodes=estimate_nodes)
        moves = [_guessed(position, move, score) for move, score in result.scores.items()]
        before -= result.visited
    moves.sort(key=lambda m: (-m.score, -(m.losing or 0)))
    best = moves[0]
    exact = len(moves) == len(position.moves) and all(move.exact for move in moves)
    plies = best.distance if exact or best.score >= 1 else None
    return Analysis(position, best.score, exact, plies, tuple(moves), solver.visited - before + 1)


def _guessed(position: Position, move: Move, score: Score) -> MoveAnalysis:
    after = position.play(move)
    if after.is_over:  # there is nothing to guess
        return MoveAnalysis(move, after, -after.score, True, 1, 0, ())
    return MoveAnalysis(move, after, score, False, None, len(after.moves), None)


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
