"""Checks that a time limit and `stop` end searches in Pyodide, although it has no threads."""

import sys
import time
import traceback
from collections.abc import Callable
from functools import partial

from noughts import Limit, Position, solve
from noughts.rules.notation import position
from noughts.solver.evaluation import Evaluation
from noughts.solver.limit import Budget
from noughts.solver.solve import GameSolver

LONG = ["8,8,5", "7,7,4 gravity", "6,6,5 misere", "6,6,5 torus", "5,5,4 gravity misere", "5x5x5"]
"""Games whose solution takes longer than these checks."""

SECONDS = 0.3
PATIENCE = 60.0  # seconds: more than a busy computer needs, but less than these searches take


class Stop:
    """Returns True from a given number of calls on."""

    def __init__(self, calls: int) -> None:
        self.left = calls

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


def fail() -> bool:
    raise ZeroDivisionError


def a_time_limit_ends_a_search() -> None:
    for name in LONG:
        begin = time.monotonic()
        assert solve(name, Limit(seconds=SECONDS), all_moves=True).ended == "the time limit", name
        assert SECONDS <= time.monotonic() - begin < PATIENCE, name


def stop_ends_a_search() -> None:
    for name in LONG:
        begin = time.monotonic()
        assert solve(name, Limit(stop=Stop(3)), all_moves=True).ended == "a stop", name
        assert time.monotonic() - begin < PATIENCE, name


def an_error_of_stop_reaches_the_caller() -> None:
    for name in [*LONG, "4,4,4"]:
        raises(partial(solve, name, Limit(stop=fail), all_moves=True))


def raises(work: Callable[[], object]) -> None:
    """Check that `fail` has failed."""
    try:
        work()
    except ZeroDivisionError:
        return
    raise AssertionError("the error was lost")


def the_kernel_calls_stop_during_one_long_search() -> None:
    seen: list[tuple[int, list[int]]] = []

    def stop() -> bool:
        seen.append((budget.nodes, budget.line))
        return len(seen) > 8

    start, budget = Position("8,8,5"), Budget(Limit(stop=stop))
    with budget:
        assert GameSolver("8,8,5").kernel().can_win(start, start.turn, budget, weak=True) is None
    nodes = [count for count, _ in seen]
    assert nodes == sorted(nodes), nodes
    assert len({*nodes}) > 5, nodes
    assert seen[-1][1], seen


def values_are_shown_as_they_are_proved() -> None:
    """`stop` sees new values between two of its calls, and more nodes while there are no new values."""
    seen: list[tuple[Evaluation, int]] = []
    end = time.monotonic() + PATIENCE

    def stop() -> bool:
        seen.append((step, budget.nodes))
        return time.monotonic() > end

    start = position("6_/6_/2_ox2_/2_xo2_/6_/6_ x", "6,6,5")
    budget = Budget(Limit(stop=stop))
    for step in GameSolver(start.game).steps(start, budget, all_moves=True):  # noqa: B007  stop reads it
        if len({*map(id, (known for known, _ in seen))}) > 3:
            break
    assert len({nodes for _, nodes in seen}) > 3, seen


def the_solver_in_python_obeys_limits_too() -> None:
    sys.modules["noughts_kernel"] = None  # type: ignore[assignment]
    try:
        for name in ["4,4,4 misere", "5,5,4"]:
            limited, stopped = (
                solve_in_python(name, Limit(seconds=SECONDS)),
                solve_in_python(name, Limit(stop=Stop(3))),
            )
            assert (limited.ended, stopped.ended) == ("the time limit", "a stop"), name
            assert limited.nodes > 0, name
        raises(lambda: solve_in_python("5,5,4", Limit(stop=fail)))
    finally:
        del sys.modules["noughts_kernel"]


def solve_in_python(name: str, limit: Limit) -> Evaluation:
    return GameSolver(name).scores(Position(name), limit)


CHECKS = [
    a_time_limit_ends_a_search,
    stop_ends_a_search,
    an_error_of_stop_reaches_the_caller,
    the_kernel_calls_stop_during_one_long_search,
    values_are_shown_as_they_are_proved,
    the_solver_in_python_obeys_limits_too,
]


def failures() -> dict[str, str]:
    """Run all checks. Return the failure of each check, or an empty text."""
    found = {}
    for check in CHECKS:
        try:
            check()
            found[check.__name__] = ""
        except Exception:
            found[check.__name__] = traceback.format_exc()
    return found
