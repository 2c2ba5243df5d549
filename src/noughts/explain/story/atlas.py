"""Atlases of all positions that can be reached from a start position, with exact scores.

A page shows an atlas instead of a search tree that is too large to tell step by step. A search tree can reach the same
position along many paths, but an atlas holds each position once. The tree of tic-tac-toe has 549,946 states but only
5,478 different positions. If there are too many positions, an atlas holds only those of the first plies. For each
branch that the reader opens beyond these plies, a viewer asks for another atlas.

An atlas is not a story. It has no search and no steps, and a position appears once, however many paths lead to it. The
explorer draws both with the same tree, list and board.

`noughts.explain.story.atlas_format` converts atlases to JSON.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from noughts.explain.scores import Unit, check_unit
from noughts.explain.story.story import DEFAULT_ORDER, ORDERS, Order, number
from noughts.explain.words import join_or, move_words
from noughts.rules.board import Cell, Move
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Player
from noughts.rules.position import Position, Score
from noughts.search.order import centre_first, shuffled
from noughts.search.result import SearchLimit
from noughts.solver.evaluation import distance
from noughts.solver.solver import Solver

MOST_STATES = 20_000
"""The maximum number of positions in an atlas."""

NODES = 40_000
"""The default node budget for scoring an atlas that does not hold all positions."""

_MOST_CELLS = 400_000  # the total over all boards, which limits the size of the document
_LEAST = 4  # nodes for each position after the budget is spent: enough to see an immediate win


@dataclass(frozen=True, slots=True)
class AtlasState:
    """A position in an atlas.

    Attributes:
        position: the position.
        score: its exact score for the player to move, in noughts' unit, or None if unknown.
        moves: the legal moves, in the atlas's move order.
        next: the index of the position after each move. It is empty at the border of the atlas.
        chosen: the index of the first of the best moves, or None if unknown.
    """

    position: Position
    score: Score | None
    moves: tuple[Move, ...]
    next: tuple[int, ...]
    chosen: int | None

    @property
    def border(self) -> bool:
        """Whether the atlas ends at this position although the game goes on."""
        return bool(self.moves) and not self.next


@dataclass(frozen=True, slots=True)
class Atlas:
    """A position and all positions that can be reached from it, with their scores.

    Attributes:
        position: the first position of the atlas.
        maximiser: the player from whose point of view scores are shown.
        unit: the unit in which scores are shown.
        order: the order of the moves.
        states: the positions, ply by ply.
    """

    position: Position
    maximiser: Player
    unit: Unit
    order: Order
    states: tuple[AtlasState, ...]

    @property
    def complete(self) -> bool:
        """Whether the atlas holds every reachable position and the score of each."""
        return not any(state.border or state.score is None for state in self.states)

    @property
    def whole(self) -> bool:
        """Whether the atlas holds every reachable position, even if some scores are unknown."""
        return not any(state.border for state in self.states)

    @property
    def tree(self) -> int:
        """The number of states in the atlas's tree, counting a position once for each path that leads to it."""
        sizes = [1] * len(self.states)
        for index in reversed(range(len(sizes))):  # children before parents
            sizes[index] += sum(sizes[child] for child in self.states[index].next)
        return sizes[0]

    def advice(self) -> list[str]:
        """Return a sentence for each first move, with its score and the best reply."""
        game, first = self.position.game, self.states[0]
        names = [move_words(game, name) for name in game.board.names]
        lines = []
        for move, child in zip(first.moves, first.next, strict=False):
            after = self.states[child]
            score = self.shown(after)
            best = "" if after.chosen is None else f"; the best answer is {names[after.moves[after.chosen]]}"
            lines.append(f"{names[move]}: {'unknown' if score is None else number(score)}{best}.")
        return lines

    def shown(self, state: AtlasState) -> int | None:
        """Return a state's score for the maximiser in the atlas's unit, or None if the score is unknown."""
        if not state.score:
            return None if state.score is None else 0
        won = (state.score > 0) == (state.position.turn is self.maximiser)
        size = {"noughts": int(abs(state.score)), "one": 1, "ten": 10, "depth": 0}[self.unit]
        if self.unit == "depth":
            size = 10 - distance(state.score, self.position.empty.bit_count())
        return size if won else -size


def atlas(
    position: Position,
    *,
    maximiser: Player | None = None,
    unit: Unit = "ten",
    order: Order = DEFAULT_ORDER,
    seed: int = 0,
    plies: int | None = None,
    states: int = MOST_STATES,
    nodes: int = NODES,
    solver: Solver | None = None,
) -> Atlas:
    """Return the atlas of a position.

    Args:
        position: the first position.
        maximiser: the player from whose point of view scores are shown. By default, the player to move.
        unit: the unit in which scores are shown.
        order: the order of the moves: ``scan`` (row by row, the default), ``centre`` (the centre first), or ``random``.
        seed: the seed of the random order.
        plies: the maximum number of plies after the position.
        states: the maximum number of positions. If there are more, the last plies are left out, each as a whole.
        nodes: the node budget on a 3 × 3 board. On larger boards, where a node takes longer, the budget is
            proportionally smaller. Scores that would need more nodes are unknown.
        solver: the solver, which keeps its results for the next atlas. By default, a new one.

    Raises:
        NoughtsError: the order is unknown, or the unit cannot express a game of this length.
    """
    if order not in ORDERS:
        raise NoughtsError(f"unknown order of moves {order!r}: expected {join_or(ORDERS)}")
    check_unit(unit, position.empty.bit_count())
    cells = len(position.game.board)
    positions, moves, after = _positions(
        position, _ranks(position, order, seed), plies, min(states, max(1, _MOST_CELLS // cells))
    )
    whole = all(after[index] or not moves[index] for index in range(len(positions)))
    scores: list[Score | None] = [None] * len(positions)
    if not whole:
        scores = _solved(positions, solver or Solver(position.game), nodes * 9 // max(9, cells))
    found: list[AtlasState] = []
    for index in reversed(range(len(positions))):  # children before parents
        here, below = positions[index], [scores[child] for child in after[index]]
        if here.is_over:
            scores[index] = here.score
        elif below and scores[index] is None and None not in below:
            scores[index] = max(-score for score in below if score is not None)
        best = scores[index]
        known = [None if score is None else -score for score in below]
        chosen = known.index(best) if best is not None and best in known else None
        found.append(AtlasState(here, best, moves[index], after[index], chosen))
    return Atlas(position, maximiser or position.turn, unit, order, tuple(reversed(found)))


def _ranks(position: Position, order: Order, seed: int) -> dict[Cell, int]:
    """Return the rank of each cell in a given order of the moves."""
    cells: Iterable[Cell] = range(len(position.game.board))
    if order != "scan":
        cells = centre_first(position) if order == "centre" else shuffled(seed)(position)
    return {cell: rank for rank, cell in enumerate(cells)}


def _positions(
    start: Position, ranks: Mapping[Cell, int], plies: int | None, most: int
) -> tuple[list[Position], list[tuple[Move, ...]], list[tuple[int, ...]]]:
    """Return the positions, their moves, and the indices of the positions that those moves lead to."""

    def ordered(position: Position) -> tuple[Move, ...]:
        return tuple(sorted(position.moves, key=ranks.__getitem__))

    positions, moves = [start], [ordered(start)]
    after: list[tuple[int, ...]] = [()]
    ply, begin = 0, 0
    while begin < len(positions) and (plies is None or ply < plies):
        end = len(positions)
        indices: dict[tuple[int, int], int] = {}
        level: list[Position] = []
        level_after: list[tuple[int, ...]] = []
        for index in range(begin, end):
            children = []
            for move in moves[index]:
                child = positions[index].play(move)
                key = child.x, child.o
                if key not in indices:
                    indices[key] = end + len(level)
                    level.append(child)
                children.append(indices[key])
            level_after.append(tuple(children))
            if end + len(level) > most:
                return positions, moves, after
        after[begin:end] = level_after
        positions += level
        moves += map(ordered, level)
        after += [()] * len(level)
        ply, begin = ply + 1, end
    return positions, moves, after


def _solved(positions: Iterable[Position], solver: Solver, nodes: int) -> list[Score | None]:
    """Solve positions in order. Return the exact score of each position, or None if a search exceeds the budget."""
    most = left = nodes
    scores: list[Score | None] = []
    for position in positions:
        before = solver.visited
        try:
            scores.append(solver.score(position, nodes=max(_LEAST, min(most, left))))
        except SearchLimit:
            scores.append(None)
            most //= 4  # the next search is likely to be as large
        left -= solver.visited - before
    return scores
