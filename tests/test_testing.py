"""The conformance checks accept correct games and searches, and name the flaw of incorrect ones."""

from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any

import pytest

from noughts import (
    IgnoreDistance,
    Position,
    SearchResult,
    Solver,
    alphabeta,
    depth_limited,
    game,
    minimax,
    negamax,
    transposition,
)
from noughts.testing import check_search, check_state


@pytest.mark.parametrize("name", ["tictactoe", "misere", "4,3,3 gravity", "2x2x2", "3,3,3 torus full=o"])
def test_games_of_noughts_pass(name: str) -> None:
    check_state(Position(game(name)), random=Random(1))
    check_state(IgnoreDistance(Position(game(name))), random=Random(1))


@pytest.mark.parametrize(
    "search",
    [
        pytest.param(negamax, marks=pytest.mark.slow),
        alphabeta,
        pytest.param(transposition, marks=pytest.mark.slow),
        Solver(game("tictactoe")).solve,
    ],
)
def test_searches_of_noughts_pass(search: Any) -> None:
    check_search(search)


@dataclass(frozen=True)
class Countdown:
    """A game: take 1 or 2; the player who takes the last one wins. `flaw` breaks one rule of `State`."""

    left: int
    flaw: str = ""
    log: list[int] = field(default_factory=list, compare=False)

    @property
    def moves(self) -> tuple[int, ...]:
        if self.flaw == "moves when over" and not self.left:
            return (1,)
        doubled = (1, 1) if self.flaw == "twice" else (1, 2)
        return tuple(move for move in doubled if move <= self.left - len(self.log))

    @property
    def is_over(self) -> bool:
        return self.left == 0

    @property
    def score(self) -> float:
        return -0.5 if self.flaw == "half" else -1

    def play(self, move: int) -> "Countdown":
        if self.flaw == "changes":
            self.log.append(move)
        if self.flaw == "stands still":
            return self
        return replace(self, left=self.left - move, log=[])


class Nameless(Countdown):
    """The same game without equality."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def play(self, move: int) -> "Nameless":
        return Nameless(self.left - move)


def test_a_correct_custom_game_passes() -> None:
    check_state(Countdown(9), random=Random(1))
    check_search(alphabeta, [Countdown(n) for n in range(1, 9)])


@pytest.mark.parametrize(
    ("state", "message"),
    [
        (Countdown(5, "moves when over"), "moves if, and only if, the game is not over"),
        (Countdown(5, "twice"), "listed twice"),
        (Countdown(5, "half"), "0, at least 1 or at most -1"),
        (Countdown(5, "changes"), "changed the state"),
        (Countdown(5, "stands still"), "changes nothing"),
        (Nameless(5), "not equal"),
    ],
    ids=lambda value: getattr(value, "flaw", None),
)
def test_the_error_names_the_flaw_of_a_game(state: Countdown, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_state(state, random=Random(1))


def test_a_game_that_does_not_end_is_reported() -> None:
    with pytest.raises(AssertionError, match="did not end within 3 plies"):
        check_state(Countdown(50), random=Random(1), longest=3)


def _pessimist(state: Any) -> SearchResult:
    return SearchResult(dict.fromkeys(state.moves, -1), 1)


def _forgetful(state: Any) -> SearchResult:
    result = minimax(state)
    return replace(result, scores={result.move: result.score})


def _overbound(state: Any) -> SearchResult:
    result = minimax(state)
    worst = min(result.scores, key=lambda move: result.scores[move])
    return replace(result, scores={**result.scores, worst: result.scores[worst] - 1}, bounds=frozenset({worst}))


@pytest.mark.parametrize(
    ("search", "message"),
    [
        (_pessimist, "the score must be"),
        (_forgetful, "every legal move must have a score"),
        (_overbound, "more than the bound|the move must be|the score must be"),
        (partial(depth_limited, depth=1), "must be exact"),
        (lambda state: minimax(IgnoreDistance(state)), "the score must be"),
    ],
)
def test_the_error_names_the_flaw_of_a_search(search: Any, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_search(search)
