"""The computer's levels: random, beginner, easy, medium, hard and perfect."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from operator import add
from random import Random
from typing import NamedTuple

from noughts.players.opponent import Choice, Chooser
from noughts.rules.board import Move, cells_in
from noughts.rules.game import Game
from noughts.rules.position import Position, expect_state
from noughts.rules.tactics import immediate_wins, with_turn
from noughts.search.order import centre_distances
from noughts.solver.analyse import analyse
from noughts.solver.evaluation import Evaluation
from noughts.solver.limit import Limit
from noughts.solver.policy import MOVE_NODES, interactive_nodes
from noughts.solver.solver import Solver


class Strength(NamedTuple):
    """How well a level plays.

    Attributes:
        sees: the probability that it looks for an immediate win to take or to block. In that case, its moves are also
            safe: it never loses at once if it can avoid this.
        plans: the probability that it plays the best move after it has found nothing to take or to block.
    """

    sees: float
    plans: float


LEVELS = {
    "random": Strength(0, 0),
    "beginner": Strength(0.5, 0),
    "easy": Strength(1, 0.3),
    "medium": Strength(1, 0.6),
    "hard": Strength(1, 0.85),
    "perfect": Strength(1, 1),
}
"""Maps each level to its strength, from the weakest to the strongest."""

_SMALL_CELLS = 36  # on a larger board, a random cell is usually far from the game
_NEAR = 2  # cells between a near move and a stone, in any direction

PERFECT_CELLS = 12
"""The largest number of cells on a board where the best level is called ``perfect``.

Boards up to this size are solved exactly at every move, whatever the rules. On larger boards, the same player is called
``strongest``. The strongest player searches for about a second, and plays the best move that it finds.
"""

_ESTIMATE_NODES = 1_000  # nodes to look ahead on large boards: half as many as for an analysis

_MOST_PROVEN = 10_000  # positions whose best moves are remembered: a few MB


def level_name(level: str, game: Game) -> str:
    """Return the name of a level in a game. On large boards, ``perfect`` is called ``strongest``."""
    if level not in ("perfect", "strongest"):
        return level
    return "perfect" if len(game.board) <= PERFECT_CELLS else "strongest"


def level_chooser(
    level: str,
    *,
    first: bool = False,
    solver: Solver | None = None,
    limit: Limit | None = None,
) -> Chooser:
    """Return the function that chooses moves for a level.

    Args:
        level: a key of `LEVELS`.
        first: make ``perfect`` play its first best move instead of a random one.
        solver: a solver for the first game. By default, the player creates one.
        limit: how long each move may take. Without a number of nodes, a move takes about a second. The limit's seconds
            apply to exact answers only.
    """
    if level == "random":
        return _random
    perfect = _Perfect(first, solver, limit or Limit(), is_patient=level == "perfect")
    return perfect if level == "perfect" else partial(_graded, LEVELS[level], perfect)


def _random(position: Position, random: Random) -> Choice:
    expect_state(position)
    return Choice(random.choice(position.moves))


def _graded(strength: Strength, perfect: "_Perfect", position: Position, random: Random) -> Choice:
    """Win at once, block the opponent's win, or play the best move or a random safe move.

    The move depends on chance: the level may also overlook wins and play any move. On large boards, random moves are
    near the stones.
    """
    expect_state(position)
    moves = position.moves
    if strength.sees < 1 and random.random() >= strength.sees:
        return Choice(random.choice(_near_stones(position, moves)), 1)
    if urgent := immediate_wins(position) or immediate_wins(with_turn(position, position.turn.other)):
        return Choice(random.choice(urgent), 2 * len(moves))
    if strength.plans and random.random() < strength.plans:
        return perfect(position, random)
    safe = [move for move in moves if not (after := position.play(move)).is_over or after.score <= 0]
    return Choice(random.choice(_near_stones(position, safe) or safe or moves), len(moves))


def _near_stones(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
    """Return the moves at most two cells away from a stone or, on the empty board, from the centre.

    On small boards and with gravity, return all moves.
    """
    points, shape = position.game.board.points, position.game.board.shape
    if len(points) <= _SMALL_CELLS or position.game.needs:
        return moves
    stones = [points[cell] for cell in cells_in(position.x | position.o)] or [tuple(side // 2 for side in shape)]
    steps = [*product(range(-_NEAR, _NEAR + 1), repeat=len(shape))]
    around = {tuple(map(add, stone, step)) for stone in stones for step in steps}
    return [move for move in moves if points[move] in around]


def _best(known: Evaluation) -> Sequence[Choice]:
    """Return the best moves."""
    return [Choice(move.move, known.nodes, move.score, move.value is not None) for move in known.best]


def _natural(known: Evaluation) -> Sequence[Choice]:
    """Return the best moves near the stones, unless every move near the stones is proven to be worse than others.

    On a large board, a move far from all stones may be as good as any, but it looks like a mistake to a person. If the
    search has looked only at moves far from the stones, return the moves near the stones that are closest to the
    centre.
    """
    best, position = known.best[0].bounds, known.position
    worse = {move.move for move in known.moves if move.bounds.high < best.low or move.value == -1 < best.high}
    near = {move for move in _near_stones(position, position.moves) if move not in worse}
    if not near or near.issuperset(move.move for move in known.best):
        return _best(known)
    if seen := tuple(move for move in known.moves if move.move in near):
        return _best(replace(known, moves=seen))
    distances = centre_distances(position.game)
    closest = min(distances[move] for move in near)
    return [Choice(move, known.nodes) for move in sorted(near) if distances[move] == closest]


class _Perfect:
    """The perfect player, which reuses its solver for every move until it plays a different game.

    It remembers the best moves that it has proven.
    """

    def __init__(
        self,
        first: bool,
        solver: Solver | None,
        limit: Limit,
        *,
        is_patient: bool,
    ) -> None:
        self._first, self._solver, self._limit, self._is_patient = first, solver, limit, is_patient
        self._proven: dict[Position, Sequence[Choice]] = {}

    def __call__(self, position: Position, random: Random) -> Choice:
        expect_state(position)
        best = self._proven.get(position)
        if best is None:
            analysis = self.analyse(position)
            best = _best(analysis) if self._is_patient else _natural(analysis)
            if analysis.exact:
                if len(self._proven) >= _MOST_PROVEN:
                    self._proven.clear()
                self._proven[position] = best
        return best[0] if self._first else random.choice(best)

    def analyse(self, position: Position) -> Evaluation:
        """Return the score of every move, with estimates of the moves that are not decided within the limits."""
        if self._solver is None or self._solver.game != position.game:
            self._solver = Solver(position.game)
        limit = self._limit
        if limit.nodes is None:
            limit = replace(limit, nodes="move" if self._is_patient else interactive_nodes(position, MOVE_NODES))
        return analyse(position, limit, solver=self._solver, estimate_nodes=_ESTIMATE_NODES)
