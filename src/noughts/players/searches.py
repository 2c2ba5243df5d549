"""Players that use textbook searches, and the settings of these searches."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from random import Random
from typing import Any

from noughts.players.opponent import Choice, Chooser
from noughts.rules.errors import NoughtsError, cut, short_repr
from noughts.rules.position import Position, State, expect_state
from noughts.search.alphabeta import alphabeta
from noughts.search.depth_limited import depth_limited
from noughts.search.evaluate import open_lines
from noughts.search.mcts import mcts
from noughts.search.minimax import minimax
from noughts.search.negamax import negamax
from noughts.search.order import IgnoreDistance, Ordered, centre_first, shuffled
from noughts.search.result import Deadline, SearchLimit, SearchResult
from noughts.search.transposition import transposition

SEARCH_NODES = 2_000_000
"""The maximum number of nodes that a textbook search may visit for one move."""

SEARCHES: dict[str, Callable[..., SearchResult]] = {
    "minimax": minimax,
    "negamax": negamax,
    "alphabeta": alphabeta,
    "transposition": transposition,
    "mcts": mcts,
}
_ORDERS = ("scan", "centre", "random")
_SCORES = ("exact", "one")


@dataclass(frozen=True)
class _SearchSettings:
    """The settings of a search, given after its name, as in ``minimax:depth=2,order=centre``."""

    depth: int | None = None
    nodes: int = SEARCH_NODES
    order: str = "scan"
    scores: str = "exact"
    simulations: int = 1000
    exploration: float = sqrt(2)

    @classmethod
    def read(cls, name: str, text: str) -> "_SearchSettings":
        known = ("simulations", "exploration", "nodes") if name == "mcts" else ("depth", "nodes", "order", "scores")
        settings = cls()
        for part in filter(None, text.split(",")):
            key, _, value = part.strip().partition("=")
            if key not in known:
                example = f"{name}:{known[0]}=2"
                raise NoughtsError(
                    f"{name} has no setting {short_repr(key, 20)}: expected {', '.join(known)}, as in {example}"
                )
            settings = replace(settings, **{key: _setting(key, value)})
        return settings


def _setting(key: str, value: str) -> Any:
    if words := {"order": _ORDERS, "scores": _SCORES}.get(key):
        if value not in words:
            raise NoughtsError(f"invalid setting {key}={cut(value, 20)}: expected {' or '.join(words)}")
        return value
    pattern, expected = r"[0-9]{1,9}", f"a whole number from 1 to {10**9 - 1:,}"
    if key == "exploration":
        pattern, expected = r"[0-9]{1,9}(\.[0-9]{0,9})?", "a number above 0, such as 1.4"
    if not re.fullmatch(pattern, value) or float(value) == 0:
        raise NoughtsError(f"invalid setting {key}={cut(value, 20)}: expected {expected}")
    return float(value) if key == "exploration" else int(value)


def search_chooser(name: str, text: str, stop: Deadline | None = None) -> Chooser:
    """Return a function that runs a textbook search and plays the first of the best moves.

    When mcts is stopped, it plays its best move so far. A search that has no best move yet looks one ply ahead.

    Args:
        name: a key of `SEARCHES`.
        text: its settings, as in ``depth=2,order=centre``. An empty string means the default settings.
        stop: returns whether to choose a move at once.

    Raises:
        NoughtsError: a setting is unknown or invalid.
    """
    settings = _SearchSettings.read(name, text)
    search: Callable[..., SearchResult] = partial(SEARCHES[name], nodes=settings.nodes, deadline=stop)
    if name == "mcts":
        simulate = partial(search, simulations=settings.simulations, exploration=settings.exploration)

        def explore(position: Position, random: Random) -> Choice:
            try:
                return _choice(simulate(position, random=random))
            except SearchLimit:
                if stop and stop():
                    return _at_once(position)
                raise

        return explore
    if settings.depth is not None:
        search = partial(depth_limited, depth=settings.depth, evaluate=open_lines, nodes=settings.nodes, deadline=stop)

    def choose(position: Position, random: Random) -> Choice:
        expect_state(position)
        state: State = IgnoreDistance(position) if settings.scores == "one" else position
        if settings.order != "scan":
            state = Ordered(state, centre_first if settings.order == "centre" else shuffled(random.getrandbits(32)))
        try:
            return _choice(search(state))
        except SearchLimit as error:
            if stop and stop():
                return _at_once(state)
            raise SearchLimit(f"{name} cannot search this game, {error}; set a depth, as in {name}:depth=4") from None

    return choose


def _at_once(state: State) -> Choice:
    return _choice(depth_limited(state, 1, evaluate=open_lines))


def _choice(result: SearchResult) -> Choice:
    return Choice(result.move, result.visited, result.score, result.exact)
