"""The limits of the kernel: budgets, stops, boards of every size, and invalid arguments."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random
from time import sleep
from typing import Any

import pytest

kernel: Any = pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")

BATCH = 64  # nodes that each thread reserves at a time


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_keeps_to_its_budget_and_reports_no_decision(threads: int) -> None:
    solver = kernel.Mnk.make(7, 7, 5, table=False)
    for budget in [0, 1, 2, 3, 10, 63, 64, 65, 100, 1000, 2000]:
        control = kernel.Control(budget)
        verdict = solver.solve_maker_breaker(0, 0, True, control, threads)
        assert not verdict.decided
        assert verdict.nodes == control.nodes <= budget + BATCH * threads


def test_interrupted_searches_do_not_spoil_the_table() -> None:
    solver, random = kernel.Mnk.make(7, 7, 5, megabytes=1), Random(1)
    for _ in range(200):
        verdict = solver.solve_maker_breaker(0, 0, True, kernel.Control(random.randint(1, 1000)))
        assert not (verdict.decided and verdict.won)
    verdict = solver.solve_maker_breaker(0, 0, True, kernel.Control())
    assert (verdict.decided, verdict.won) == (True, False)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("size", "method", "won"), [((7, 7, 5), "solve_maker_breaker", False), ((7, 5, 4), "solve_strong_game", True)]
)
@pytest.mark.slow
def test_a_search_can_be_stopped_at_two_hundred_random_moments(
    size: tuple[int, int, int], method: str, won: bool, threads: int
) -> None:
    """Each search continues with the table of the earlier searches. After a decision, a new solver starts over."""
    solver, random = kernel.Mnk.make(*size, megabytes=4), Random(1)
    with ThreadPoolExecutor(1) as elsewhere:  # the search releases the GIL
        for _ in range(200):
            control = kernel.Control()
            search = elsewhere.submit(getattr(solver, method), 0, 0, True, control, threads)
            sleep(random.random() / 100)
            control.stop()
            verdict = search.result()
            assert control.stopped
            assert all(0 <= cell < size[0] * size[1] for cell in control.line)
            if verdict.decided:
                assert verdict.won is won
                solver = kernel.Mnk.make(*size, megabytes=4)
    verdict = getattr(solver, method)(0, 0, True, kernel.Control(), threads)
    assert (verdict.decided, verdict.won) == (True, won)


def test_a_search_can_be_stopped_before_it_starts() -> None:
    control = kernel.Control()
    control.stop()
    assert not kernel.Mnk.make(3, 3, 3).solve_maker_breaker(0, 0, True, control).decided


def test_the_current_line_consists_of_cells_of_the_board() -> None:
    control = kernel.Control(1000)
    kernel.Mnk.make(7, 7, 5).solve_maker_breaker(0, 0, True, control)
    assert control.line
    assert all(0 <= cell < 49 for cell in control.line)


EVERY_SIZE = """
import random, noughts_kernel as kernel
random.seed(1)
sides = [(m, n) for m in range(1, 12) for n in range(1, 12)] + [(1, 128), (128, 1), (2, 64), (64, 2), (16, 8), (13, 9)]
for m, n in sides:
    for k in {1, 2, 3, 4, 5, 6, min(7, max(m, n)), min(m, n), max(m, n), max(m, n) + 1, 1000, 2**31 - 1}:
        solver = kernel.Mnk.make(m, n, k, megabytes=1)
        for stones in (0, random.getrandbits(m * n)):
            maker = stones & random.getrandbits(m * n)
            for to_move in (True, False):
                control, threads = kernel.Control(100), random.choice((1, 1, 1, 2))
                verdict = solver.solve_maker_breaker(maker, stones & ~maker, to_move, control, threads)
                assert not (k > max(m, n) and verdict.decided and verdict.won), (m, n, k)
print("done")
"""


def test_no_board_size_crashes() -> None:
    done = subprocess.run([sys.executable, "-c", EVERY_SIZE], capture_output=True, encoding="utf-8", timeout=300)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


@pytest.mark.parametrize(
    "size", [(43, 3, 3), (129, 1, 3), (1, 129, 3), (65536, 65536, 3), (0, 3, 3), (3, 0, 3), (3, 3, 0), (-3, -3, 3)]
)
def test_invalid_boards_are_rejected(size: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match=r"^the kernel solves boards of 1 to 128 cells$"):
        kernel.Mnk.make(*size)


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ({"key_bits": 0}, "a key must have 1 to 64 bits"),
        ({"key_bits": 65}, "a key must have 1 to 64 bits"),
        ({"megabytes": 1 << 21}, "the table can have at most 1048576 megabytes"),
        ({"megabytes": 1 << 44}, "the table can have at most 1048576 megabytes"),
    ],
)
def test_invalid_options_are_rejected(option: dict[str, int], reason: str) -> None:
    with pytest.raises(ValueError, match=f"^{reason}$"):
        kernel.Mnk.make(3, 3, 3, **option)


@pytest.mark.parametrize(
    ("size", "maker", "breaker", "reason"),
    [
        ((3, 3, 3), 0b1, 0b11, "a cell cannot have two stones"),
        ((10, 10, 5), 1 << 99, 1 << 99, "a cell cannot have two stones"),
        ((3, 3, 3), 1 << 9, 0, "the stones must be on the board"),
        ((3, 3, 3), 0, 1 << 64, "the stones must be on the board"),
        ((16, 8, 5), 1 << 128, 0, "the stones must be on the board"),
        ((3, 3, 3), -1, 0, "the stones must be on the board"),
        ((16, 8, 5), 0, -1, "the stones must be on the board"),
    ],
)
def test_invalid_stones_are_rejected(size: tuple[int, int, int], maker: int, breaker: int, reason: str) -> None:
    with pytest.raises(ValueError, match=f"^{reason}$"):
        kernel.Mnk.make(*size).solve_maker_breaker(maker, breaker, True, kernel.Control())


@pytest.mark.parametrize("threads", [-1, 0, 257, 100_000])
def test_invalid_numbers_of_threads_are_rejected(threads: int) -> None:
    with pytest.raises(ValueError, match=r"^a search can use 1 to 256 threads$"):
        kernel.Mnk.make(3, 3, 3).solve_maker_breaker(0, 0, True, kernel.Control(), threads)
