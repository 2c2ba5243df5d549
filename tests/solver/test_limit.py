"""Tests of limits: what they accept, and what happens when their `stop` fails."""

import time
from dataclasses import replace
from fractions import Fraction
from threading import Event
from typing import Any

import numpy as np
import pytest

from noughts import Limit, Position, analyse, game, solve
from noughts.oracle import value
from noughts.rules.errors import NoughtsError
from noughts.rules.notation import position
from noughts.search.result import SearchLimit
from noughts.solver.evaluation import Bounds, Evaluation, MoveEvaluation
from noughts.solver.values import game_value


@pytest.mark.parametrize(
    "fields",
    [
        *[{"threads": 257}, {"threads": 0}, {"stop": Event()}, {"nodes": "fast"}, {"nodes": np.array([1, 2])}],
        *[{"seconds": bad} for bad in (-1, True, "3", float("nan"), 1j, np.array([1.0, 2.0]))],
    ],
)
def test_an_invalid_limit_is_refused_when_it_is_created(fields: dict[str, object]) -> None:
    with pytest.raises(NoughtsError):
        Limit(**fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds", [0, 1.5, np.float32(1.5), np.float64(2), np.int64(3), Fraction(1, 2)], ids=str)
def test_any_real_number_of_seconds_is_accepted(seconds: Any) -> None:
    assert Limit(seconds=seconds) == Limit(seconds=float(seconds))


def test_an_error_of_stop_ends_the_search_and_reaches_the_caller() -> None:
    def fail() -> bool:
        raise ZeroDivisionError

    begin = time.monotonic()
    with pytest.raises(ZeroDivisionError):
        solve("4,4,4", Limit(seconds=5, stop=fail))
    assert time.monotonic() - begin < 3


@pytest.mark.parametrize("name", ["3,3,3", "6,6,5", "5,5,4 gravity", "10x10x10"])
def test_a_search_that_ran_out_of_time_does_not_recommend_a_number_of_nodes(name: str) -> None:
    with pytest.raises(SearchLimit, match="in time: allow more, or"):
        value(Position(game(name)), Limit(stop=lambda: True))


def test_without_a_proof_no_move_is_proven_best() -> None:
    assert not analyse("3_/3_/3_ x", 0).is_best_proven


def test_a_proven_draw_among_open_moves_is_not_an_estimate() -> None:
    start = position("3_/3_/3_ x")
    draw, open_move = (MoveEvaluation(move, start.play(move)) for move in start.moves[:2])
    known = Evaluation(start, Bounds(0, 1), moves=(replace(draw, bounds=Bounds(0, 0)), open_move))
    assert (known.estimate, known.score) == (None, None)
    assert known.summary == "X to move: not solved"


def test_the_value_of_a_game_obeys_the_time() -> None:
    begin = time.monotonic()
    assert game_value("5,5,4 misere", Limit(seconds=0.2)).value is None
    assert time.monotonic() - begin < 3


def test_an_interactive_limit_ends_a_search() -> None:
    pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")
    known = solve("8,8,5", Limit("interactive"), all_moves=True)
    assert known.ended == "the node limit"
    assert solve("3,3,3", Limit("interactive")).value == 0
