"""The exact searches, which must agree. Add every new exact search here."""

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
"""Searches of any state."""

OF_POSITIONS: dict[str, Search] = {**TEXTBOOK, "transposition, canonical": partial(transposition, key=canonical)}
"""Searches of positions."""

IN_ANOTHER_ORDER: dict[str, Search] = {
    "deepening": deepest,
    "alphabeta, centre first": lambda position: alphabeta(Ordered(position, centre_first)),
    "transposition, shuffled": lambda position: transposition(Ordered(position, shuffled(5))),
    "minimax, shuffled": lambda position: minimax(Ordered(position, shuffled(7))),
}

PLAIN = {"minimax", "negamax", "minimax, shuffled"}
"""Exhaustive searches, which are slow and return an exact score for every move."""


def solve(position: Position) -> SearchResult:
    """Return the scores of a new solver."""
    return Solver(position.game).solve(position)
