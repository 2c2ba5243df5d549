"""The atlas: all positions after a position with their exact scores, for trees too large to be told step by step.

A tree comes to one position by many roads, an atlas holds it once: the 549,946 states of the tree of tic-tac-toe are
5,478 positions. Where there are too many positions it holds the first plies. `Walk` makes atlases, of a position or
of one branch below it, and opens branches in Python. As JSON an atlas is in `noughts.explain.atlas_format`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from noughts.explain.scores import Unit
from noughts.explain.story import Order, number
from noughts.rules.board import Cell, Move
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Player
from noughts.rules.position import Position, Score
from noughts.search.order import centre_first, shuffled
from noughts.search.result import SearchLimit
from noughts.solver.analysis import distance
from noughts.solver.solver import Solver

MOST_STATES = 20_000
"""The most positions that an atlas holds."""

NODES = 40_000
"""How much is searched for an atlas where not all positions fit: see `Walk`."""

_MOST_CELLS = 400_000  # of all boards together: bounds the size of the document
_LEAST = 4  # nodes for a position when the budget is spent: enough to see a win at once


class Child(NamedTuple):
    """A position after a move, with its score seen by the player to move there; None where it is not known."""

    move: Move
    position: Position
    score: Score | None


@dataclass(frozen=True, slots=True)
class AtlasState:
    """A position in an atlas.

    Attributes:
        position: the position.
        score: its exact score in noughts' unit, seen by the player to move; None where it is not known.
        moves: the legal moves in the order of the atlas.
        next: where in the atlas the position after each move stands; empty at the border, though there are moves.
        chosen: which of the moves is best, the first of equals; None where that is not known.
    """

    position: Position
    score: Score | None
    moves: tuple[Move, ...]
    next: tuple[int, ...]
    chosen: int | None

    @property
    def border(self) -> bool:
        """Whether the game goes on, but not in this atlas."""
        return bool(self.moves) and not self.next


@dataclass(frozen=True, slots=True)
class Atlas:
    """The positions after a position, itself the first of them.

    Attributes:
        position: where the atlas begins.
        maximiser: from whose point of view scores are shown.
        unit: the unit in which they are shown.
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
        """Whether all positions that can come up are in it, with their scores."""
        return not any(state.border or state.score is None for state in self.states)

    @property
    def whole(self) -> bool:
        """Whether all positions that can come up are in it, with or without their scores."""
        return not any(state.border for state in self.states)

    @property
    def tree(self) -> int:
        """How many states the tree has, as far as the atlas goes: a position counts once for every way to it."""
        sizes = [1] * len(self.states)
        for place in reversed(range(len(sizes))):  # children before parents
            sizes[place] += sum(sizes[child] for child in self.states[place].next)
        return sizes[0]

    def advice(self) -> list[str]:
        """Return what each move at its start is worth, a sentence a move."""
        names, first = self.position.game.board.names, self.states[0]
        lines = []
        for move, place in zip(first.moves, first.next, strict=False):
            after = self.states[place]
            score = self.shown(after)
            best = "" if after.chosen is None else f"; the best answer is {names[after.moves[after.chosen]]}"
            lines.append(f"{names[move]}: {'not known' if score is None else number(score)}{best}.")
        return lines

    def shown(self, state: AtlasState) -> int | None:
        """Return a state's score in the atlas's unit, seen by the maximiser; None where it is not known."""
        if not state.score:
            return None if state.score is None else 0
        won = (state.score > 0) == (state.position.turn is self.maximiser)
        size = {"noughts": int(abs(state.score)), "one": 1, "ten": 10, "depth": 0}[self.unit]
        if self.unit == "depth":
            size = 10 - distance(state.score, self.position.empty.bit_count())
        return size if won else -size


class Walk:
    """Walks through the tree below a position without building it: children are searched when they are asked for.

    Attributes:
        position: the root.
        maximiser: from whose point of view scores are shown: the player to move at the root.
        unit: the unit in which they are shown.
        order: the order of the moves.
    """

    def __init__(
        self,
        position: Position,
        *,
        unit: Unit = "ten",
        order: Order = "centre",
        seed: int = 0,
        nodes: int = NODES,
        solver: Solver | None = None,
    ) -> None:
        """Begin a walk.

        Args:
            position: the root.
            unit: the unit in which scores are shown.
            order: the order of the moves: scan, centre (centre, corners, edges), or random with the seed.
            seed: for the order random.
            nodes: how much may be searched at one question, in nodes of a board of 3 × 3; on larger boards, where
                a node takes longer, in proportion fewer. What cannot be solved with that is not known.
            solver: keeps what it learns for the next walk; without one a new one is made.

        Raises:
            NoughtsError: the order is not known, or the unit cannot show a game of this length.
        """
        if order not in ("scan", "centre", "random"):
            raise NoughtsError(f"{order!r} is no order of moves: expected scan, centre or random")
        if unit == "depth" and position.empty.bit_count() > 9:
            raise NoughtsError("±(10 − depth) needs a game of at most 9 more plies: take another unit")
        self.position = position
        self.maximiser = position.turn
        self.unit: Unit = unit
        self.order: Order = order
        self._nodes = nodes * 9 // max(9, len(position.game.board))
        self._solver = solver or Solver(position.game)
        cells: Iterator[Cell] = iter(range(len(position.game.board)))
        if order == "centre":
            cells = iter(centre_first(position))
        elif order == "random":
            cells = iter(shuffled(seed)(position))
        self._rank = {cell: rank for rank, cell in enumerate(cells)}

    def moves(self, position: Position) -> tuple[Move, ...]:
        """Return the legal moves of a position in the order of the walk."""
        return tuple(sorted(position.moves, key=self._rank.__getitem__))

    def children(self, position: Position) -> tuple[Child, ...]:
        """Return the positions after a position, each with its score."""
        after = [position.play(move) for move in self.moves(position)]
        scores = self._solved(after)
        return tuple(map(Child, self.moves(position), after, scores))

    def atlas(self, position: Position | None = None, *, plies: int | None = None, states: int = MOST_STATES) -> Atlas:
        """Return the atlas of a position, by default of the root.

        Args:
            position: where it begins.
            plies: how many plies after the position it holds at most.
            states: how many positions it holds at most; only whole plies are left out.
        """
        start = position or self.position
        most = min(states, max(1, _MOST_CELLS // len(start.game.board)))
        found, moves, after = self._positions(start, plies, most)
        whole = all(after[place] or not moves[place] for place in range(len(found)))
        scores: list[Score | None] = [None] * len(found) if whole else self._solved(found)
        made: list[AtlasState] = []
        for place in reversed(range(len(found))):  # children before parents
            here, below = found[place], [scores[child] for child in after[place]]
            if here.is_over:
                scores[place] = here.score
            elif below and scores[place] is None and None not in below:
                scores[place] = max(-score for score in below if score is not None)
            best = scores[place]
            known = [None if score is None else -score for score in below]
            chosen = known.index(best) if best is not None and best in known else None
            made.append(AtlasState(here, best, moves[place], after[place], chosen))
        return Atlas(start, self.maximiser, self.unit, self.order, tuple(reversed(made)))

    def _positions(
        self, start: Position, plies: int | None, most: int
    ) -> tuple[list[Position], list[tuple[Move, ...]], list[tuple[int, ...]]]:
        """Return the positions, their moves, and where the positions after these moves stand."""
        found, moves = [start], [self.moves(start)]
        after: list[tuple[int, ...]] = [()]
        ply, begin = 0, 0
        while begin < len(found) and (plies is None or ply < plies):
            end = len(found)
            places: dict[tuple[int, int], int] = {}
            level: list[Position] = []
            nexts: list[tuple[int, ...]] = []
            for place in range(begin, end):
                mine = []
                for move in moves[place]:
                    child = found[place].play(move)
                    key = child.x, child.o
                    if key not in places:
                        places[key] = end + len(level)
                        level.append(child)
                    mine.append(places[key])
                nexts.append(tuple(mine))
                if end + len(level) > most:
                    return found, moves, after
            after[begin:end] = nexts
            found += level
            moves += map(self.moves, level)
            after += [()] * len(level)
            ply, begin = ply + 1, end
        return found, moves, after

    def _solved(self, positions: list[Position]) -> list[Score | None]:
        """Return exact scores, the first positions' first, and None for what is beyond the budget."""
        most = left = self._nodes
        scores: list[Score | None] = []
        for position in positions:
            before = self._solver.visited
            try:
                scores.append(self._solver.score(position, nodes=max(_LEAST, min(most, left))))
            except SearchLimit:
                scores.append(None)
                most //= 4  # the next one is likely to be as large
            left -= self._solver.visited - before
        return scores


def atlas(
    position: Position,
    *,
    unit: Unit = "ten",
    order: Order = "centre",
    seed: int = 0,
    plies: int | None = None,
    states: int = MOST_STATES,
    nodes: int = NODES,
) -> Atlas:
    """Return the atlas of a position; the arguments are those of `Walk` and `Walk.atlas`."""
    return Walk(position, unit=unit, order=order, seed=seed, nodes=nodes).atlas(plies=plies, states=states)
