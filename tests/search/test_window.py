"""The contract of alpha-beta: exact scores inside the window and bounds outside, for any window and game."""

from collections.abc import Callable
from math import inf, isinf
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Position, Solver, canonical, cell_string, game, minimax, negamax
from noughts.search.alphabeta import alphabeta_value
from noughts.search.depth_limited import limited_value
from noughts.search.evaluate import unknown
from noughts.search.minimax import max_value, min_value
from noughts.search.negamax import negamax_value
from noughts.search.transposition import Table, table_value
from tests.oracle import Oracle
from tests.strategies import games, in_sets, mark, placed, played, random_games

bounds = st.one_of(st.integers(-10, 10), st.sampled_from([-inf, inf]), st.floats(-10, 10))


@st.composite
def windows(draw: st.DrawFn) -> tuple[float, float]:
    alpha, beta = draw(st.tuples(bounds, bounds).filter(lambda window: window[0] != window[1]))
    return min(alpha, beta), max(alpha, beta)


@st.composite
def questions(draw: st.DrawFn) -> list[tuple[Position, float, float]]:
    """Draw positions of one game, each with a window. They are searched in turn, so that tables are reused."""
    game = draw(games())
    asked = draw(st.lists(st.tuples(st.one_of(played(game), placed(game)), windows()), min_size=1, max_size=6))
    return [(position, *window) for position, window in asked]


def true_score(position: Position, oracle: Oracle) -> float:
    result, plies = oracle.value(cell_string(position), mark(position.turn))
    return result * (1 + position.empty.bit_count() - plies)


def keeps_the_contract(r: float, s: float, alpha: float, beta: float) -> None:
    assert not isinf(r)
    if s <= alpha:
        assert s <= r <= alpha
    elif s >= beta:
        assert beta <= r <= s
    else:
        assert r == s


Ask = Callable[[Position, float, float], float]


def with_alphabeta(_: Position) -> Ask:
    return alphabeta_value


def with_table(_: Position) -> Ask:
    table: Table = {}
    return lambda position, alpha, beta: table_value(position, alpha, beta, table)


def with_canonical_table(_: Position) -> Ask:
    table: Table = {}
    return lambda position, alpha, beta: table_value(position, alpha, beta, table, canonical)


def with_depth(_: Position) -> Ask:
    return lambda position, alpha, beta: limited_value(position, alpha, beta, 9, unknown)


def with_solver(first: Position) -> Ask:
    return Solver(first.game).score


ASKED = {
    "alphabeta_value": with_alphabeta,
    "table_value": with_table,
    "table_value, canonical": with_canonical_table,
    "limited_value": with_depth,
    "Solver.score": with_solver,
}


@pytest.mark.parametrize("name", ASKED)
@given(questions=questions())
def test_scores_obey_the_window_contract(name: str, questions: list[tuple[Position, float, float]]) -> None:
    first = questions[0][0]
    oracle, ask = Oracle(in_sets(first.game)), ASKED[name](first)
    for position, alpha, beta in questions:
        keeps_the_contract(ask(position, alpha, beta), true_score(position, oracle), alpha, beta)


@pytest.mark.parametrize("text", ["3,3,3", "3,3,3 misere", "3,3,3 gravity", "3,3,3 full=o"])
@pytest.mark.parametrize("name", [name for name in ASKED if name not in ("alphabeta_value", "limited_value")])
def test_earlier_results_do_not_change_scores(name: str, text: str) -> None:
    """Searches with different windows share one table."""
    random, here = Random(f"{name} {text}"), game(text)
    oracle = Oracle(in_sets(here))
    for _ in range(2):
        ask = ASKED[name](Position(here))
        for _ in range(40):
            line = random_games(text, 1, random.getrandbits(32))[0]
            position = line[min(random.randint(0, 6), len(line) - 1)]
            alpha = random.choice([-inf, *range(-9, 9)])
            beta = random.choice([inf, *(alpha + width for width in (1, 1, 2, 5) if alpha > -inf)])
            keeps_the_contract(ask(position, alpha, beta), true_score(position, oracle), alpha, beta)


@given(questions())
def test_table_entries_are_true(questions: list[tuple[Position, float, float]]) -> None:
    oracle, table = Oracle(in_sets(questions[0][0].game)), Table()
    for position, alpha, beta in questions:
        table_value(position, alpha, beta, table)
    for state, (low, high) in table.items():
        assert isinstance(state, Position)
        assert low <= true_score(state, oracle) <= high


@given(games(most=6).flatmap(lambda game: st.one_of(played(game), placed(game))))
def test_without_a_window_the_score_is_exact(position: Position) -> None:
    score: Any = true_score(position, Oracle(in_sets(position.game)))
    assert negamax_value(position) == max_value(position) == score
    assert min_value(position) == -score
    assert alphabeta_value(position, -inf, inf) == score
    if not position.is_over:
        assert negamax(position).scores == minimax(position).scores
        assert negamax(position).visited == minimax(position).visited
