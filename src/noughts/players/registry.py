"""Players: named opponents of graded strength, the searches as players, and anybody's own."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from random import Random
from typing import Any, TypeAlias

from noughts.rules.board import Move
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game
from noughts.rules.position import Position, Score, State, expect_state
from noughts.search.alphabeta import alphabeta
from noughts.search.depth_limited import depth_limited
from noughts.search.evaluate import open_lines
from noughts.search.mcts import mcts
from noughts.search.minimax import minimax
from noughts.search.negamax import negamax
from noughts.search.order import Ordered, Unhurried, centre_first, shuffled
from noughts.search.result import SearchLimit, SearchResult
from noughts.search.transposition import transposition
from noughts.solver.analysis import Analysis, analyse, everyday_nodes
from noughts.solver.solver import Solver

LEVELS = {"random": 0.0, "easy": 0.3, "medium": 0.6, "hard": 0.85, "perfect": 1.0}
"""The human levels, each with how often it finds the best move where there is nothing to win or to block."""

PERFECT_CELLS = 12
"""The most cells of a board on which the level ``perfect`` is called so.

Every position of such a board is solved for every move, whatever the rules. On a larger one the same player makes the
best moves that it finds within about a second, and is called ``strongest``.
"""

SEARCH_NODES = 2_000_000
"""How many nodes a textbook search may visit for one move."""


@dataclass(frozen=True)
class Choice:
    """A player's move and what the player knows about it.

    Attributes:
        move: the move.
        visited: how many positions the player looked at.
        score: the move's score, seen by the player; None where the player does not know.
        exact: whether that score is proven.
    """

    move: Move
    visited: int = 0
    score: Score | None = None
    exact: bool = False


class PlayerFault(NoughtsError):
    """A person's own player crashed, made an illegal move, or answered with something that is no move."""


Chooser: TypeAlias = Callable[[Position, Random], Choice]
"""Chooses a move in an unfinished position; all chance comes from the random numbers given."""


@dataclass(frozen=True)
class Opponent:
    """A player with a name: a person sees the name, a match asks for the moves."""

    name: str
    choose: Chooser


def level_name(level: str, game: Game) -> str:
    """Return what a level is called in a game: ``strongest`` instead of ``perfect`` where nobody here is perfect."""
    if level not in ("perfect", "strongest"):
        return level
    return "perfect" if len(game.board) <= PERFECT_CELLS else "strongest"


def is_guest(text: str) -> bool:
    """Return whether a text names a player as a function in a file, ``file.py:function``."""
    return text.strip().lower().rpartition(":")[0].endswith(".py")


def load(text: str, *, first: bool = False, solver: Solver | None = None) -> Opponent:
    """Return the player that a text names.

    Named are the levels random, easy, medium, hard and perfect (or strongest, which is the same player, see
    `level_name`); the searches minimax, negamax, alphabeta,
    transposition and mcts, with settings as in ``minimax:depth=2`` or ``mcts:simulations=500``; and anybody's
    own function as ``file.py:function`` (see `noughts.guests`).

    The settings are depth (then unfinished positions are evaluated), nodes, order (scan, centre or random),
    scores (exact, or one for ±1 whatever the distance), simulations and exploration.

    Args:
        text: the name.
        first: make perfect take the first of its best moves instead of drawing one.
        solver: with which a level begins, of the game that it will play first; otherwise it makes its own.

    Raises:
        NoughtsError: the text names no player, a setting cannot be read, or the file cannot be loaded.
    """
    name, _, settings = text.strip().partition(":")
    level = name.strip().lower()
    level = "perfect" if level == "strongest" else level
    if level in LEVELS and not settings:
        if level == "random":
            return Opponent(level, _random)
        thinker = _Perfect(first, solver)
        return Opponent(level, thinker if level == "perfect" else partial(_graded, LEVELS[level], thinker))
    if level in _SEARCHES:
        return Opponent(text.strip(), _searcher(level, _Settings.read(level, settings)))
    if is_guest(text):
        from noughts.guests import load_guest

        return Opponent(text.strip(), load_guest(text.strip()))
    expected = ", ".join([*LEVELS, *_SEARCHES])
    raise NoughtsError(
        f"there is no player {text[:40]!r}: expected {expected} (with settings as in minimax:depth=2), or "
        "file.py:function"
    )


def _random(position: Position, random: Random) -> Choice:
    expect_state(position)
    return Choice(random.choice(position.moves))


def _graded(chance: float, perfect: "_Perfect", position: Position, random: Random) -> Choice:
    """Take a win, then block one, then play the best move with the given chance, or else any that is safe for now."""
    expect_state(position)
    moves = position.moves
    ends = {move: after.score for move in moves if (after := position.play(move)).is_over}
    winning = [move for move, score in ends.items() if score < 0]
    passed = Position(position.game, position.x, position.o, position.turn.other)
    blocking = [move for move in moves if (after := passed.play(move)).is_over and after.score < 0]
    if winning or blocking:
        return Choice(random.choice(winning or blocking), 2 * len(moves))
    if random.random() < chance:
        return perfect(position, random)
    safe = [move for move in moves if ends.get(move, 0) <= 0]
    return Choice(random.choice(safe or moves), len(moves))


class _Perfect:
    """The perfect player: keeps a solver for the game it last played."""

    def __init__(self, first: bool, solver: Solver | None) -> None:
        self._first = first
        self._solver = solver

    def __call__(self, position: Position, random: Random) -> Choice:
        analysis = self.analyse(position)
        best = analysis.best[0] if self._first else random.choice(analysis.best)
        return Choice(best.move, analysis.visited, best.score, best.exact)

    def analyse(self, position: Position) -> Analysis:
        """Return what every move is worth, exactly where that takes no more than about a second."""
        expect_state(position)
        if self._solver is None or self._solver.game != position.game:
            self._solver = Solver(position.game)
        return analyse(position, self._solver, nodes=everyday_nodes(position))


_SEARCHES: dict[str, Callable[..., SearchResult]] = {
    "minimax": minimax,
    "negamax": negamax,
    "alphabeta": alphabeta,
    "transposition": transposition,
    "mcts": mcts,
}
_ORDERS = ("scan", "centre", "random")
_SCORES = ("exact", "one")


@dataclass(frozen=True)
class _Settings:
    """What may stand behind a search's name, as in ``minimax:depth=2,order=centre``."""

    depth: int | None = None
    nodes: int = SEARCH_NODES
    order: str = "scan"
    scores: str = "exact"
    simulations: int = 1000
    exploration: float = sqrt(2)

    @classmethod
    def read(cls, name: str, text: str) -> "_Settings":
        known = ("simulations", "exploration", "nodes") if name == "mcts" else ("depth", "nodes", "order", "scores")
        settings = cls()
        for part in filter(None, text.split(",")):
            key, _, value = part.strip().partition("=")
            if key not in known:
                example = f"{name}:{known[0]}=2"
                raise NoughtsError(f"{name} has no setting {key[:20]!r}: expected {', '.join(known)}, as in {example}")
            settings = replace(settings, **{key: _setting(key, value)})
        return settings


def _setting(key: str, value: str) -> Any:
    if words := {"order": _ORDERS, "scores": _SCORES}.get(key):
        if value not in words:
            raise NoughtsError(f"{key}={value[:20]} is not understood: expected {' or '.join(words)}")
        return value
    kind = float if key == "exploration" else int
    if not re.fullmatch(r"[0-9]{1,9}" if kind is int else r"[0-9]{1,9}(\.[0-9]{0,9})?", value) or float(value) == 0:
        raise NoughtsError(f"{key}={value[:20]} is not understood: expected a number above 0")
    return kind(value)


def _searcher(name: str, settings: _Settings) -> Chooser:
    """Return the player that makes the first best move of a textbook search."""
    search: Callable[..., SearchResult] = partial(_SEARCHES[name], nodes=settings.nodes)
    if name == "mcts":
        simulate = partial(search, simulations=settings.simulations, exploration=settings.exploration)
        return lambda position, random: _choice(simulate(position, random=random))
    if settings.depth is not None:
        search = partial(depth_limited, depth=settings.depth, evaluate=open_lines, nodes=settings.nodes)

    def choose(position: Position, random: Random) -> Choice:
        expect_state(position)
        state: State = Unhurried(position) if settings.scores == "one" else position
        if settings.order != "scan":
            state = Ordered(state, centre_first if settings.order == "centre" else shuffled(random.getrandbits(32)))
        try:
            return _choice(search(state))
        except SearchLimit as error:
            raise SearchLimit(f"{name} cannot play here, {error}; set a depth, as in {name}:depth=4") from None

    return choose


def _choice(result: SearchResult) -> Choice:
    return Choice(result.move, result.visited, result.score, result.exact)
