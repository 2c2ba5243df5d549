"""Find the score of every move in a position, how soon the game ends, and how many of the opponent's replies lose."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from noughts.rules.board import Move
from noughts.rules.errors import NoughtsError, short_repr, whole_number
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position, Score
from noughts.rules.tactics import sign
from noughts.search.result import Deadline, SearchLimit
from noughts.solver.book.shipped import shipped_book
from noughts.solver.equivalent_moves import equivalent_moves
from noughts.solver.estimate import MoveEstimate, estimate
from noughts.solver.kernel import MOST_CELLS
from noughts.solver.solver import Solver
from noughts.solver.steps import MOST_PLAIN, MOST_TIMED
from noughts.solver.verdict import distance, timed_score

_BEFORE_KERNEL = 20_000  # nodes for the solver in plain Python on larger boards, before the kernel takes over
_VALUE_NODES = 500_000  # nodes for the kernel that finds who wins, if no limit is given: a few seconds
_EVERYDAY_VALUE_NODES = 100_000  # the same, in interactive use: less than a second
_SCORE_NODES = 20_000_000  # nodes for the kernel that finds exact scores, if no limit is given: about ten seconds
_MOST_SOLUBLE = 27  # with up to this many empty cells, the kernel decides nearly all games within a few seconds
_BOOK_NODES = 90_000_000  # nodes for the kernel in a game with an opening book: half a minute at most after the book


@dataclass(frozen=True)
class MoveAnalysis:
    """A move with its score.

    Attributes:
        move: the move.
        position: the position after it.
        score: the score, for the player who makes the move.
        exact: whether the score is proven. If `distance` is None, only its sign is proven (who wins).
        distance: the number of plies to the end of the game under best play, including this move. None if unknown.
        replies: the number of replies that the opponent has.
        traps: the opponent's replies that lose. None if unknown.
        weight: ranks moves with the same score. Higher is better. The weight is 0 if `traps` ranks them instead.
        is_unknown: whether the opening book decides the position, but not this move. Its score then only ranks it.
    """

    move: Move
    position: Position
    score: Score
    exact: bool
    distance: int | None
    replies: int
    traps: tuple[Move, ...] | None
    weight: float = 0
    is_unknown: bool = False

    @property
    def name(self) -> str:
        """The move's name, such as ``b2``."""
        return self.position.name(self.move)

    @property
    def losing(self) -> int | None:
        """The number of the opponent's replies that lose, or None if it is unknown."""
        return None if self.traps is None else len(self.traps)


@dataclass(frozen=True)
class Analysis:
    """The score of a position and of its moves, best first. A finished game has no moves.

    Moves with the same score are ordered by the number of losing replies, highest first: the more of them there are,
    the easier it is for the opponent to go wrong.

    Attributes:
        position: the position.
        score: its score, for the player to move.
        exact: whether the scores of all moves are proven.
        distance: the number of plies to the end of the game under best play, or None if unknown.
        moves: all legal moves. If the scores are estimates, only the most promising moves and their equivalents.
        visited: the number of nodes searched, including the root.
        value: the value for the player to move: 1, 0 or -1. None means that it is not proven who wins. An opening book
            can know it before a move is proven to keep it (see `is_best_proven`).
    """

    position: Position
    score: Score
    exact: bool
    distance: int | None
    moves: tuple[MoveAnalysis, ...]
    visited: int
    value: int | None = None

    def __str__(self) -> str:
        """Return a table of the position's value and the values of all moves, with the best move first."""
        if self.position.is_over:
            winner = self.position.winner
            return f"The game is over: {f'{winner} wins' if winner else 'draw'}."
        rows = [
            (m.name, "unknown" if m.is_unknown else _words(m.score, m.exact, m.distance), _replies(m))
            for m in self.moves
        ]
        names, words = (max(len(row[column]) for row in rows) for column in (0, 1))
        lines = [f"{name:{names}}  {value:{words}}  {replies}".rstrip() for name, value, replies in rows]
        value = _words(self.score, self.is_decided, self.distance)
        return "\n".join([f"{self.position.turn} to move: {value}.", *lines])

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show the table in IPython and notebooks, or a single line if the analysis is inside another container."""
        printer.text(repr(self) if printer.indentation else str(self))

    def _repr_svg_(self) -> str:
        """In a notebook, show the board with the score of each move."""
        from noughts.render.svg import board_svg

        return board_svg(self.position, analysis=self)

    @property
    def is_decided(self) -> bool:
        """Whether it is proven who wins: all scores are exact, or a move wins, or the kernel proved the value."""
        return self.value is not None

    @property
    def is_best_proven(self) -> bool:
        """Whether the first move is proven to keep the value of the position and, if it is known, the distance."""
        first = self.moves[:1]
        return all(m.exact and sign(m.score) == self.value and self.distance in (None, m.distance) for m in first)

    @property
    def best(self) -> tuple[MoveAnalysis, ...]:
        """The best moves. Ties are broken by the number of replies that lose, or by the moves' weights."""
        first = [(m.score, m.losing, m.weight) for m in self.moves[:1]]
        return tuple(m for m in self.moves if (m.score, m.losing, m.weight) in first)


def _words(score: Score, exact: bool, plies: int | None) -> str:
    if not exact:
        return f"about {score:+.2f}".replace("-", "−")
    way = "win" if score >= 1 else "loss" if score <= -1 else "draw"
    return way if way == "draw" or plies is None else f"{way} in {plies}"


def _replies(move: MoveAnalysis) -> str:
    if not move.losing or move.score >= 1:
        return ""
    return f"{move.losing} of {move.position.turn}'s {move.replies} replies lose{'s' if move.losing == 1 else ''}"


def everyday_nodes(position: Position, most: int = 400_000) -> int:
    """Return the node limit for an exact search in plain Python in interactive use, which takes at most about a second.

    The number is `most` for up to 16 empty cells. With more empty cells, it is smaller, because an exact answer is less
    likely.
    """
    return int(most * min(1.0, (16 / max(position.empty.bit_count(), 1)) ** 3))


def _everyday_score_nodes(position: Position) -> int:
    """Return the node limit for the kernel's exact scores in interactive use.

    The search takes up to half a minute in connect four after its opening book, a few seconds in other positions where
    an exact answer is likely, and otherwise less than a second.
    """
    if shipped_book(position.game):
        return _BOOK_NODES
    return _SCORE_NODES if position.empty.bit_count() <= _MOST_SOLUBLE else _VALUE_NODES


def analyse(
    position: Position | str,
    solver: Solver | None = None,
    *,
    nodes: int | Literal["everyday"] | None = None,
    deadline: Deadline | None = None,
    estimate_nodes: int = 2_000,
    stop: Deadline | None = None,
) -> Analysis:
    """Return the scores of a position and of its moves.

    Args:
        position: a position or its text.
        solver: a solver whose earlier results are reused. By default, a new one is created.
        nodes: the maximum number of nodes for the exact answer. If they are not enough, moves that are not decided get
            estimates. None means no limit with up to 16 empty cells, up to half a minute in connect four, and otherwise
            about ten seconds. ``everyday`` is a limit for interactive use: about a second, a few seconds with up to 27
            empty cells, and up to half a minute in connect four.
        deadline: returns whether the time for the exact answer is up. If it is, the scores are estimates.
        estimate_nodes: the maximum number of nodes for an estimate.
        stop: returns whether to return at once with what is known. What is not proven gets a rough estimate.

    Raises:
        NotationError: the text does not describe a position.
        NoughtsError: `solver` is not a `Solver` for this game, or `nodes` is not a whole number of at least 0.
    """
    position = read_position(position)
    most = _nodes(position, nodes)
    if not isinstance(solver, Solver | None):
        raise NoughtsError(f"expected a Solver, such as noughts.Solver('3,3,3'), not {short_repr(solver)}")
    if position.is_over:
        return Analysis(position, position.score, True, 0, (), 1, sign(position.score))
    solver = solver or Solver(position.game)
    before = solver.visited
    if stop:
        deadline = _either(deadline, stop)
    # On larger boards the kernel takes over unless the solver in plain Python quickly finds the answer.
    larger = position.empty.bit_count() > MOST_PLAIN and estimate_nodes > 0
    if larger and (book := shipped_book(position.game)) and book.score(position) is not None:
        most = most._replace(plain=0)  # the book knows more than this search
    value, plies = None, None
    try:
        plain = _least(most.plain, everyday_nodes(position, _BEFORE_KERNEL)) if larger else most.plain
        moves = _exact(position, solver, plain, deadline)
    except SearchLimit:
        used = solver.visited - before
        moves, value, plies, visited = _larger(position, solver, most, used, deadline, estimate_nodes, stop)
        before -= visited
    exact = len(moves) == len(position.moves) and all(move.exact and move.distance is not None for move in moves)
    moves = _best_first(moves, value, plies)
    if value is not None and shipped_book(position.game):
        moves = [move if move.exact else replace(move, is_unknown=True) for move in moves]
    best, score = moves[0], moves[0].score
    if exact or best.score >= 1:
        value, plies = sign(best.score), best.distance
    elif value is not None and not (best.exact and sign(best.score) == value):
        empty = position.empty.bit_count()
        score = timed_score(value, plies or empty, empty)
    elif value is not None and plies is None:
        plies = best.distance
    return Analysis(position, score, exact, plies, tuple(moves), solver.visited - before + 1, value)


def _best_first(moves: list[MoveAnalysis], value: int | None, plies: int | None) -> list[MoveAnalysis]:
    """Sort moves by score, given the value of the position and its distance, if they are proven."""
    is_reached = any(move.exact and sign(move.score) == value for move in moves)

    def order(move: MoveAnalysis) -> tuple[float, ...]:
        result = sign(move.score) if move.exact else None
        is_best = result is not None and result == value and None is not plies == move.distance
        is_worse = result is not None and value is not None and result < value and not is_reached
        safe = result is not None and result >= 0
        return not is_best, is_worse, not safe, -move.score, -(move.losing or 0), -move.weight

    return sorted(moves, key=order)


class _Nodes(NamedTuple):
    """The limits of the solver in plain Python and of the kernel's searches for exact scores and for who wins."""

    plain: int | None
    scores: int
    values: int


def _nodes(position: Position, nodes: int | Literal["everyday"] | None) -> _Nodes:
    if nodes is None:
        return _Nodes(None, max(_SCORE_NODES, _everyday_score_nodes(position)), _VALUE_NODES)
    if nodes == "everyday":
        plain = everyday_nodes(position)
        return _Nodes(plain, _everyday_score_nodes(position), _EVERYDAY_VALUE_NODES)
    nodes = whole_number(nodes, "the number of nodes")
    return _Nodes(nodes, nodes, nodes)


def _larger(
    position: Position,
    solver: Solver,
    most: _Nodes,
    used: int,
    deadline: Deadline | None,
    estimate_nodes: int,
    stop: Deadline | None,
) -> tuple[list[MoveAnalysis], int | None, int | None, int]:
    """Return the analysed moves of a larger position, its value and distance, and the number of nodes used.

    The value and the distance are None unless they are proven. Without the kernel, the solver in plain Python continues
    with the rest of its nodes.
    """
    empty = position.empty.bit_count()
    larger = empty > MOST_PLAIN and estimate_nodes > 0
    kernel = solver.kernel if larger else None
    general = solver.general if larger and (not kernel or empty <= MOST_TIMED) else None
    plain = 10 * everyday_nodes(position) if most.plain is None else most.plain
    if deadline:  # the rest of the time is for estimates
        plain = min(plain, everyday_nodes(position)) if empty <= MOST_CELLS else 0
    if larger and not (kernel or general) and plain > used:
        with suppress(SearchLimit):  # then the scores are estimated
            return _exact(position, solver, plain - used, deadline), None, None, 0
    estimated = estimate(
        position,
        kernel,
        general,
        solver.patterns if estimate_nodes else None,
        nodes=most.scores if general else most.values,
        deadline=deadline,
        estimate_nodes=estimate_nodes,
        stop=stop,
    )
    moves = _share_among_equivalents(position, estimated.moves) if estimate_nodes else estimated.moves
    analysed = [_move_analysis(position, move, known) for move, known in moves.items()]
    return analysed, estimated.value, estimated.distance, estimated.visited


def _share_among_equivalents(position: Position, moves: Mapping[Move, MoveEstimate]) -> dict[Move, MoveEstimate]:
    """Give equivalent moves the same score.

    A proven score takes precedence. If no score is proven, the lowest estimate is used, because its search has seen a
    danger.
    """
    shared: dict[Move, MoveEstimate] = {}
    for group in equivalent_moves(position):
        known = [moves[move] for move in group if move in moves]
        if known:
            proven = [one for one in known if one.proven]
            if proven:
                best = max(proven, key=lambda one: (one.timed, abs(one.score)))
            else:
                best = min(known, key=lambda one: one.score)
            shared |= dict.fromkeys(sorted(group), best)
    return {move: shared[move] for move in [*moves, *(move for move in shared if move not in moves)]}


def _either(deadline: Deadline | None, stop: Deadline) -> Deadline:
    return lambda: stop() or (deadline is not None and deadline())


def _least(nodes: int | None, most: int) -> int:
    return most if nodes is None else min(nodes, most)


def _move_analysis(position: Position, move: Move, known: MoveEstimate) -> MoveAnalysis:
    after = position.play(move)
    if after.is_over:  # the rules give the score
        return MoveAnalysis(move, after, -after.score, True, 1, 0, ())
    plies = distance(known.score, position.empty.bit_count()) if known.timed else None
    return MoveAnalysis(move, after, known.score, known.proven, plies, len(after.moves), None, known.weight)


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
        # A reply loses for the opponent if the position after it has a score of 1 or more for us.
        traps = tuple(reply for reply in after.moves if -score(after.play(reply), 0, 1) >= 1)
        moves.append(MoveAnalysis(move, after, value, True, distance(value, empty), len(after.moves), traps))
    return moves
