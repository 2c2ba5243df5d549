"""The searches that must agree. A search that is added to noughts and calls itself exact is added here."""

from collections.abc import Callable
from functools import partial
from typing import Any

from noughts import (
    Ordered,
    Position,
    SearchResult,
    Solver,
    alphabeta,
    canonical,
    centre_first,
    deepening,
    depth_limited,
    minimax,
    negamax,
    shuffled,
    transposition,
)

Search = Callable[[Any], SearchResult]


def deepest(state: Any) -> SearchResult:
    *_, (_, result) = deepening(state)
    return result


TEXTBOOK: dict[str, Search] = {
    "minimax": minimax,
    "negamax": negamax,
    "alphabeta": alphabeta,
    "transposition": transposition,
    "depth-limited at full depth": partial(depth_limited, depth=100),
}
"""Each searches any state."""

OF_POSITIONS: dict[str, Search] = {**TEXTBOOK, "transposition, canonical": partial(transposition, key=canonical)}
"""Each searches positions."""

IN_ANOTHER_ORDER: dict[str, Search] = {
    "deepening": deepest,
    "alphabeta, centre first": lambda position: alphabeta(Ordered(position, centre_first)),
    "transposition, shuffled": lambda position: transposition(Ordered(position, shuffled(5))),
    "minimax, shuffled": lambda position: minimax(Ordered(position, shuffled(7))),
}

PLAIN = {"minimax", "negamax", "minimax, shuffled"}
"""These look at everything, so they take their time, and leave no move with a bound only."""


def solve(position: Position) -> SearchResult:
    """Return the scores of a new solver."""
    return Solver(position.game).solve(position)
