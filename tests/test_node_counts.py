"""Node counts of all searches, which a refactoring must not change.

If a commit changes them on purpose, it says so and updates this file. The documentation also contains the counts of the
textbook searches.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from noughts import (
    IgnoreDistance,
    Ordered,
    Position,
    SearchResult,
    Solver,
    alphabeta,
    canonical,
    centre_first,
    deepening,
    depth_limited,
    game,
    minimax,
    negamax,
    open_lines,
    position,
    transposition,
)

START = Position(game("tictactoe"))
SHEET = position("o_x/x2_/x2o x")


def deepest(state: Any) -> SearchResult:
    *_, (_, result) = deepening(state)
    return result


with_mirror_images = partial(transposition, key=canonical)

SEARCHES: dict[str, tuple[Callable[[Any], SearchResult], Any, int]] = {
    "minimax, after a1": (minimax, START.play("a1"), 59_705),
    "negamax, after a1": (negamax, START.play("a1"), 59_705),
    "alphabeta": (alphabeta, START, 20_866),
    "alphabeta, centre first": (alphabeta, Ordered(START, centre_first), 7_865),
    "alphabeta, ±1": (alphabeta, IgnoreDistance(START), 18_297),
    "alphabeta, ±1, centre first": (alphabeta, Ordered(IgnoreDistance(START), centre_first), 7_275),
    "transposition": (transposition, START, 5_433),
    "transposition, ±1": (transposition, IgnoreDistance(START), 4_769),
    "transposition, mirror images": (with_mirror_images, START, 1_276),
    "transposition, mirror images, centre first": (with_mirror_images, Ordered(START, centre_first), 518),
    "depth-limited, 2 plies": (partial(depth_limited, depth=2), START, 26),
    "depth-limited, 4 plies, evaluated": (partial(depth_limited, depth=4, evaluate=open_lines), START, 630),
    "deepening": (deepest, START, 48_851),
    "minimax, course sheet": (minimax, SHEET, 10),
    "alphabeta, course sheet": (alphabeta, Ordered(SHEET, centre_first), 6),
    "alphabeta, 3,3,3 gravity": (alphabeta, Position(game("3,3,3 gravity")), 531),
    "transposition, 3,3,3 misere": (transposition, Position(game("misere")), 3_512),
    "transposition, 4,3,3": (with_mirror_images, Position(game("4,3,3")), 19_310),
}

SOLVER = {
    "3,3,3": 98,
    "3,3,3 misere": 576,
    "3,3,3 gravity": 68,
    "3,3,3 torus": 70,
    "4,3,3": 92,
    "4,3,3 misere": 48_370,
    "4,4,3": 44,
    "4,4,3 gravity": 582,
    "4,4,4": 19_335,
    "4,4,4 full=o": 19_406,
    "5,4,4 gravity": 67_696,
    "3x3x3": 176,
}
"""Node counts of `Solver.score` from the empty board. Tuning the solver may change them."""


@pytest.mark.parametrize("name", SEARCHES)
def test_node_counts_of_searches_are_unchanged(name: str) -> None:
    search, state, nodes = SEARCHES[name]
    assert search(state).visited == nodes


@pytest.mark.parametrize("name", SOLVER)
def test_node_counts_of_the_solver_are_unchanged(name: str) -> None:
    solver = Solver(game(name))
    solver.score(Position(game(name)))
    assert solver.visited == SOLVER[name]
