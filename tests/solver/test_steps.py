"""Step by step, the proved facts about a position become more precise, and end with the exact answer."""

from itertools import pairwise
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Evaluation, Limit, NoughtsError, Position, Solver, minimax, solve, solve_steps
from noughts.solver.evaluation import Bounds
from noughts.solver.limit import Budget
from noughts.solver.solve import GameSolver
from tests.strategies import games, played

STARTS = ["3,3,3", "o_x/x2_/x2o x", "4,4,4 gravity", "3,3,3 misere", "4,3,3 torus", "cube"]


def lengths(known: Evaluation) -> dict[int, int | None]:
    return {move.move: move.distance for move in known.moves}


def values(known: Evaluation) -> dict[int, Bounds]:
    return {move.move: move.bounds for move in known.moves}


def is_narrower(later: Bounds, earlier: Bounds) -> bool:
    return earlier.low <= later.low <= later.high <= earlier.high


def expect_progress(steps: list[Evaluation]) -> None:
    for earlier, later in pairwise(steps):
        assert later.nodes >= earlier.nodes
        assert is_narrower(later.bounds, earlier.bounds)
        before, after = values(earlier), values(later)
        assert after.keys() == before.keys() == set(later.position.moves)
        assert all(is_narrower(after[move], before[move]) for move in after)
        assert all(lengths(later)[move] == plies for move, plies in lengths(earlier).items() if plies is not None)


@pytest.mark.parametrize("start", STARTS)
def test_steps_end_with_the_answer_of_solve(start: str) -> None:
    steps = list(solve_steps(start))
    expect_progress(steps)
    expected = solve(start, all_moves=True)
    assert (steps[-1].value, steps[-1].distance) == (expected.value, expected.distance)
    assert values(steps[-1]) == values(expected)
    assert lengths(steps[-1]) == lengths(expected)


@given(games().flatmap(played))
def test_scores_are_those_of_minimax(at: Position) -> None:
    steps = list(solve_steps(at))
    expect_progress(steps)
    last = steps[-1]
    scores = {} if at.is_over else minimax(at).scores
    assert last.score == (at.score if at.is_over else max(scores.values()))
    empty = at.empty.bit_count()
    for move in last.moves:
        assert move.bounds.value == (scores[move.move] > 0) - (scores[move.move] < 0)
        assert move.distance is not None
        assert abs(scores[move.move]) == (1 + empty - move.distance if move.bounds.value else 0)


@given(st.integers(0, 3000))
def test_a_budget_ends_the_steps_and_a_larger_one_continues(most: int) -> None:
    start = Position("4,4,3 gravity")
    solver = GameSolver(start.game)
    first = list(solver.steps(start, Budget(most)))
    expect_progress(first)
    assert first[-1].nodes == (most if first[-1].score is None else first[-1].nodes) <= most
    expect_progress([first[-1], *(later for later in solver.steps(start, Budget()) if later.nodes >= first[-1].nodes)])


def test_a_shared_solver_keeps_the_results() -> None:
    pytest.importorskip("noughts_kernel")
    start = Position("4,4,4 gravity")
    shared = Solver(start.game)
    nodes = [[*GameSolver(start.game, shared=shared).steps(start, Budget())][-1].nodes for _ in range(2)]
    assert nodes[1] < nodes[0] / 10


def test_stopping_keeps_what_is_known() -> None:
    pytest.importorskip("noughts_kernel")
    budget, steps = Budget(), []
    for known in solve_steps("4,3,3 misere", budget):
        steps.append(known)
        if known.value is not None:
            budget.stop()
    assert steps[-1].value == -1
    assert any(move.distance is None for move in steps[-1].moves)


def test_a_finished_game_has_one_step() -> None:
    (known,) = solve_steps("xxx/oo_/3_")
    assert (known.value, known.distance, known.moves) == (-1, 0, ())


def test_large_boards_find_who_wins() -> None:
    pytest.importorskip("noughts_kernel")
    steps = list(solve_steps("6,5,5", all_moves=True))
    expect_progress(steps)
    assert set(values(steps[-1]).values()) == {Bounds(0, 0)}


def test_wrong_arguments_get_a_sentence() -> None:
    with pytest.raises(NoughtsError, match="unknown game"):
        solve_steps("chess")
    with pytest.raises(NoughtsError, match="threads"):
        solve_steps("3,3,3", Limit(threads=0))


def test_the_python_solver_proves_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [solve_steps_of(start)[-1] for start in STARTS[:4]]
    monkeypatch.setitem(__import__("sys").modules, "noughts_kernel", None)
    for start, known in zip(STARTS[:4], expected, strict=True):
        steps = solve_steps_of(start)
        expect_progress(steps)
        assert values(steps[-1]) == values(known)
        assert lengths(steps[-1]) == lengths(known)
        assert Solver(known.position.game).score(known.position, -inf, inf) == known.score


def solve_steps_of(start: str) -> list[Evaluation]:
    return list(solve_steps(start))
