"""Limits of nodes, time and recursion depth end a search with a clear error and leave no state behind."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from random import Random
from typing import Any

import pytest

from noughts import (
    NoughtsError,
    Position,
    SearchLimit,
    Solver,
    Watch,
    alphabeta,
    analyse,
    canonical,
    depth_limited,
    game,
    look_ahead,
    mcts,
    minimax,
    negamax,
    player,
    position,
    transposition,
)
from noughts.search.alphabeta import alphabeta_value

Limited = Callable[..., Any]

START = Position(game("tictactoe"))
RECURSIVE: dict[str, Limited] = {
    "minimax": minimax,
    "negamax": negamax,
    "alphabeta": alphabeta,
    "transposition": transposition,
    "transposition, canonical": partial(transposition, key=canonical),
    "depth_limited": partial(depth_limited, depth=10**6),
}
SEARCHES: dict[str, Limited] = {
    **{name: partial(search, START) for name, search in RECURSIVE.items()},
    "mcts": lambda **limits: mcts(START, random=Random(1), **limits),
    "look_ahead": lambda **limits: look_ahead(START, **{"nodes": None, **limits}),
    "Solver.solve": lambda **limits: Solver(START.game).solve(START, **limits),
    "Solver.score": lambda **limits: Solver(START.game).score(START, **limits),
}
ESTIMATES = ("mcts", "look_ahead")


def time_is_up_at(look: int) -> Callable[[], bool]:
    """A deadline that passes at its n-th call."""
    answers: Iterator[bool] = iter([False] * (look - 1))
    return lambda: next(answers, True)


@pytest.mark.parametrize("name", [name for name in SEARCHES if name not in ESTIMATES])
@pytest.mark.parametrize("nodes", [0, 1, 7, 50])
def test_a_node_limit_ends_a_search(name: str, nodes: int) -> None:
    with pytest.raises(SearchLimit) as error:
        SEARCHES[name](nodes=nodes)
    by_solver = name.startswith("Solver")
    expected = "the solver reached its node limit" if by_solver else f"the search reached its limit of {nodes} nodes"
    assert str(error.value) == expected


def test_large_numbers_in_errors_have_separators() -> None:
    with pytest.raises(SearchLimit, match="the search reached its limit of 1,000 nodes"):
        minimax(START, nodes=1_000)


@pytest.mark.parametrize("name", RECURSIVE)
def test_a_search_visits_at_most_as_many_nodes_as_its_limit(name: str) -> None:
    search = RECURSIVE[name]
    at = Position(game("3,3,3 gravity"))
    needed = search(at).visited
    assert search(at, nodes=needed).visited == needed
    with pytest.raises(SearchLimit):
        search(at, nodes=needed - 1)


def test_the_solver_stops_at_its_limit() -> None:
    needed = Solver(START.game)
    needed.score(START)
    assert Solver(START.game).score(START, nodes=needed.visited) == 0
    for nodes in range(needed.visited):
        solver = Solver(START.game)
        with pytest.raises(SearchLimit):
            solver.score(START, nodes=nodes)
        assert solver.visited == nodes
        assert solver.score(START) == 0  # its earlier results are correct


@pytest.mark.parametrize("name", SEARCHES)
def test_a_deadline_that_has_passed_ends_a_search(name: str) -> None:
    with pytest.raises(SearchLimit, match="ran out of time"):
        SEARCHES[name](deadline=lambda: True)


@pytest.mark.parametrize("name", ["minimax", "negamax", "alphabeta", "transposition", "depth_limited"])
def test_a_search_calls_its_deadline_regularly(name: str) -> None:
    with pytest.raises(SearchLimit, match="the search ran out of time after 1,025 nodes"):
        RECURSIVE[name](START, deadline=time_is_up_at(5))
    asked: list[bool] = []

    def asks() -> bool:
        asked.append(True)
        return False

    result = RECURSIVE[name](position("x8_"), deadline=asks)
    assert len(asked) == 1 + (result.visited - 1) // 256


def test_the_solver_calls_its_deadline_regularly() -> None:
    start = Position(game("4,4,4"))
    solver = Solver(start.game)
    with pytest.raises(SearchLimit, match="the solver ran out of time"):
        solver.score(start, deadline=time_is_up_at(3))
    assert 1_000 < solver.visited < 4_000
    assert solver.score(start) == 0


def test_monte_carlo_returns_its_result_so_far_at_a_limit() -> None:
    result = mcts(START, simulations=10**9, random=Random(1), nodes=500)
    assert result.visited == 501
    assert set(result.scores) == set(range(9))
    assert mcts(START, simulations=10**9, random=Random(1), deadline=time_is_up_at(4)).visited > 500
    with pytest.raises(SearchLimit):
        mcts(START, simulations=10**9, random=Random(1), nodes=3)


@pytest.mark.parametrize("side", [20, 40])
@pytest.mark.parametrize("name", RECURSIVE)
def test_searches_of_a_game_that_is_too_deep_for_the_stack(name: str, side: int) -> None:
    """A line as long as the board: no game ends early, so the first line of play fills the board."""
    start = Position(game(f"{side},{side},{side} gravity" if side == 20 else f"{side},{side},{side}"))
    sentence = "the game is too long for Python to search to its end: limit the depth, or use a smaller board"
    with pytest.raises(SearchLimit) as error:
        RECURSIVE[name](start, nodes=2_000)
    assert str(error.value) in (sentence, "the search reached its limit of 2,000 nodes")
    if side == 40 or name in ("minimax", "negamax"):
        assert str(error.value) == sentence


@pytest.mark.parametrize(
    "side", [20, pytest.param(40, marks=pytest.mark.slow), pytest.param(52, marks=pytest.mark.slow)]
)
def test_the_solver_on_a_game_that_is_too_deep_for_the_stack(side: int) -> None:
    start = Position(game(f"{side},{side},{side}"))
    with pytest.raises(SearchLimit):
        Solver(start.game).score(start, nodes=3_000)
    with pytest.raises(SearchLimit):
        Solver(start.game).solve(start, nodes=3_000)
    analysis = analyse(start, 3_000, estimate_nodes=50)
    assert not analysis.exact
    assert analysis.moves


@pytest.mark.parametrize("text", ["minimax", "alphabeta", "transposition", "minimax:order=centre"])
def test_a_player_that_cannot_play_this_game_says_what_to_do(text: str) -> None:
    name = text.partition(":")[0]
    with pytest.raises(SearchLimit, match=rf"{name} cannot search this game, .*; set a depth, as in {name}:depth=4"):
        player(f"{text}{',' if ':' in text else ':'}nodes=500").choose(Position(game("20,20,5")), Random(1))


def test_a_failed_watch_leaves_no_limit() -> None:
    """A search outside a watch has no limit, not even that of an earlier search that failed."""
    for limits in ({"nodes": 0}, {"nodes": 5}, {"deadline": lambda: True}):
        with pytest.raises(SearchLimit):
            alphabeta(START, **limits)
        assert alphabeta_value(START, -inf, inf) == 0
    with pytest.raises(ZeroDivisionError), Watch(START, nodes=10):
        raise ZeroDivisionError
    assert alphabeta_value(START, -inf, inf) == 0


def test_a_watch_counts_the_root_first() -> None:
    with Watch(START) as watch:
        assert watch.visited == 1
        assert alphabeta_value(START, -inf, inf) == 0
        inside = watch.visited
        with Watch(START) as inner:
            alphabeta_value(START.play(0), -inf, inf)
        assert inner.visited > 1
        assert watch.visited == inside


def test_a_search_limit_is_a_noughts_error() -> None:
    assert issubclass(SearchLimit, NoughtsError)


def test_a_board_with_very_many_symmetries_is_played_without_delay() -> None:
    """The cube in six dimensions has 46,080 symmetries, too many to apply to every position."""
    start, began = Position(game("2x2x2x2x2x2")), time.process_time()
    assert player("perfect").choose(start, Random(1)).exact
    assert time.process_time() - began < 5
