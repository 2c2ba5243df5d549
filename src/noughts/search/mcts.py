"""Monte Carlo tree search: play many random games, and spend most of them on the moves that do well.

Source: L. Kocsis and C. Szepesvári, *Bandit Based Monte-Carlo Planning*, 2006 (UCT); C. Browne and others, *A Survey
of Monte Carlo Tree Search Methods*, 2012, algorithm 2.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from math import log, sqrt
from random import Random
from typing import Any, NamedTuple

from noughts.rules.errors import expect_random, whole_number
from noughts.rules.notation import reads_text
from noughts.rules.position import State, expect_state
from noughts.rules.tactics import sign
from noughts.search.result import Deadline, SearchLimit, SearchResult
from noughts.search.tree import Watch


@dataclass(slots=True)
class _Arm:
    """A node of the tree: a state, the number of simulations that passed through it, and their total result."""

    state: Any
    untried: list[Any]
    total: float = 0.0  # +1 for each simulation that the player who moved here won, -1 for each that they lost
    visits: int = 0
    children: dict[Any, "_Arm"] = field(default_factory=dict)


class Simulation(NamedTuple):
    """One simulation: its path in the tree, and the end of its random game.

    Attributes:
        moves: the moves from the root to the last node of the tree that it reached.
        is_new: whether that node was new. If not, the game is over there.
        plies: the number of random moves after that node.
        end: the state at the end of the game.
        result: +1 if the player to move at the root won, -1 if they lost, 0 for a draw.
    """

    moves: tuple[Any, ...]
    is_new: bool
    plies: int
    end: Any
    result: int


@reads_text
def mcts(
    state: State,
    *,
    simulations: int = 1000,
    random: Random,
    exploration: float = sqrt(2),
    nodes: int | None = None,
    deadline: Deadline | None = None,
) -> SearchResult:
    """Return the mean simulation result of every move. If a move has few simulations, its mean is pulled towards 0.

    The scores are estimates strictly between -1 and +1. When the search reaches a limit, it stops and returns the
    scores so far.

    Args:
        state: the state to search.
        simulations: the number of games to play.
        random: draws the moves of the play-outs and the order in which moves are tried first.
        exploration: the constant c of UCT.
        nodes: the maximum number of nodes to visit.
        deadline: returns whether the time is up.

    Raises:
        SearchLimit: a limit was reached before the first simulation.
        NoughtsError: the game is over, the number of simulations is not a whole number of at least 1, or `random` is
            not a random number generator.
    """
    simulations = whole_number(simulations, "the number of simulations", 1)
    expect_random(random)
    expect_state(state)
    root = _arm(state, random)
    with Watch(state, nodes, deadline) as watch:
        for _ in range(simulations):
            try:
                _simulate(root, random, exploration, watch)
            except SearchLimit:
                if not root.visits:
                    raise
                break
    scores = dict.fromkeys(state.moves, 0.0)
    for move, child in root.children.items():
        scores[move] = child.total / (child.visits + 1)
    return SearchResult(scores, watch.visited, exact=False, position=state)


def simulations_of(state: State, count: int, random: Random, exploration: float = sqrt(2)) -> Iterator[Simulation]:
    """Yield the simulations of a search, which are the same as those of `mcts` with the same arguments."""
    root = _arm(state, random)
    with Watch(state) as watch:
        for _ in range(count):
            path, end, plies, won = _simulate(root, random, exploration, watch)
            moves = tuple(next(move for move, arm in up.children.items() if arm is down) for up, down in pairwise(path))
            result = won if len(path) % 2 == 0 else -won
            yield Simulation(moves, path[-1].visits == 1, plies, end, result)


def _arm(state: State, random: Random) -> _Arm:
    untried = list(state.moves)
    random.shuffle(untried)
    return _Arm(state, untried)


def _simulate(root: _Arm, random: Random, exploration: float, watch: Watch) -> tuple[list[_Arm], Any, int, int]:
    """Run one simulation: selection, expansion, play-out and backpropagation.

    Return its path in the tree, the end of its game, the number of random moves, and the result for the player who
    moved to the last node of the path.
    """
    path = [root]
    while not path[-1].untried and path[-1].children:
        path.append(_select(path[-1], exploration))
        watch.count()
    if path[-1].untried:
        move = path[-1].untried.pop()
        child = path[-1].children[move] = _arm(path[-1].state.play(move), random)
        path.append(child)
        watch.count()
    state, plies = path[-1].state, 0
    while not state.is_over:
        state, plies = state.play(random.choice(state.moves)), plies + 1
        watch.count()
    won = sign(state.score)  # the result for the player to move at the end
    # The player who moved to the path's last node is the one to move at the end if an odd number of plies followed.
    last = won = won if plies % 2 else -won
    for arm in reversed(path):
        arm.visits += 1
        arm.total += won
        won = -won
    return path, state, plies, last


def _select(arm: _Arm, exploration: float) -> _Arm:
    """Return the child with the greatest upper confidence bound."""
    spread = exploration * sqrt(log(arm.visits))
    return max(arm.children.values(), key=lambda child: child.total / child.visits + spread / sqrt(child.visits))
