"""Choose the positions for trying out a user's function, fewest empty cells first."""

from functools import cache
from itertools import zip_longest
from random import Random
from typing import NamedTuple

from noughts.rules.board import Move
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.rules.tactics import sign, with_turn
from noughts.search.result import SearchLimit
from noughts.solver.solver import Solver

_EACH = 12  # positions for each side in which the move matters
_NODES = 1_000  # nodes for solving a probe


class Probe(NamedTuple):
    """A position for trying out a function, and the good moves in this position.

    Attributes:
        position: the position.
        good: the moves that keep its value.
        passed: the moves that would keep the value if the other side were to move.
        value: 1 if the side to move wins, -1 if it loses, and 0 otherwise.
    """

    position: Position
    good: frozenset[Move]
    passed: frozenset[Move]
    value: int


@cache
def probes(game: Game) -> tuple[Probe, ...]:
    """Return positions near the end of a game, fewest empty cells first.

    In the first positions, only one cell is empty, a different cell each time. In the other positions, the choice of
    move matters, the sides alternate, and they have different best moves where possible. So a function that misreads
    the marks shows it.
    """
    solver = Solver(game)
    forced = [_probe(position, solver) for position in _forced(game)]
    late: dict[Position, int] = {}
    for line in _games(game):
        empty = {position: position.empty.bit_count() for position in line[:-1]}
        late |= {position: left for position, left in empty.items() if 2 <= left <= 4} or dict([*empty.items()][-1:])
    chosen = []
    for side in Player:
        ranked: tuple[list[Probe], ...] = ([], [], [])
        for position in sorted(late, key=lambda position: max(late[position], 4))[:150]:
            if position.turn is side and len(ranked[0]) < _EACH:
                probe = _probe(position, solver)
                ranked[0 if not probe.good & probe.passed else 1 if _matters(probe) else 2].append(probe)
        half = ranked[0][: _EACH // 2]
        mixed = [*half, *ranked[1], *ranked[0][len(half) :], *ranked[2]][:_EACH]
        chosen.append(sorted(mixed, key=lambda probe: late[probe.position]))
    return (*forced, *(probe for pair in zip_longest(*chosen) for probe in pair if probe))


@cache
def good_moves(position: Position) -> frozenset[Move]:
    """Return the moves that keep a position's value."""
    return _good(position, Solver(position.game))[0]


def _matters(probe: Probe) -> bool:
    """Return whether some move in a position would be a mistake, no matter which side is to move."""
    return max(len(probe.good), len(probe.passed)) < len(probe.position.moves)


@cache
def _forced(game: Game) -> tuple[Position, ...]:
    last = {line[-2].empty: line[-2] for line in _games(game) if line[-2].empty.bit_count() == 1}
    return tuple(last.values())


@cache
def _games(game: Game) -> tuple[list[Position], ...]:
    """Play random games, and return the positions of each game."""
    draw, found = Random(1), []
    for _ in range(300):
        found.append([Position(game)])
        while not found[-1][-1].is_over:
            found[-1].append(found[-1][-1].play(draw.choice(found[-1][-1].moves)))
    return tuple(found)


def _probe(position: Position, solver: Solver) -> Probe:
    good, value = _good(position, solver)
    return Probe(position, good, _good(with_turn(position, position.turn.other), solver)[0], value)


def _good(position: Position, solver: Solver) -> tuple[frozenset[Move], int]:
    """Return the moves that keep a position's value, and the value. If solving takes too long, all moves are good."""
    try:
        scores = solver.solve(position, nodes=_NODES).scores
    except SearchLimit:
        return frozenset(position.moves), 0
    values = {move: sign(score) for move, score in scores.items()}
    best = max(values.values())
    return frozenset(move for move, value in values.items() if value == best), best
