"""A `Control` serves one search at a time, and Ctrl-C ends every search that the main thread waits for."""

import _thread
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from time import sleep
from typing import Any

import pytest

from noughts import game

kernel: Any = pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")

IN_USE = "this Control is used by a running search; create another one"
SECONDS = 30  # a search that runs this long has failed the test and is stopped


def mnk() -> Any:
    return kernel.Mnk.make(8, 8, 5, megabytes=1)


def general() -> Any:
    return kernel.General.make(64, game("8,8,5 misere").lines, megabytes=1)


def tables() -> Any:
    rows = [[15 * y + x + i for i in range(5)] for y in range(15) for x in range(11)]
    return kernel.PatternTables.make(225, rows, [[0] * 81] * 2)


LONG_SEARCHES: dict[str, Callable[[], Callable[[Any], object]]] = {
    "Maker-Breaker": lambda: partial(mnk().solve_maker_breaker, 0, 0, True),
    "strong": lambda: partial(mnk().solve_strong_game, 0, 0, True),
    "two threads": lambda: partial(mnk().solve_maker_breaker, 0, 0, True, threads=2),
    "score": lambda: partial(general().score, 0, 0, True),
    "scores": lambda: partial(general().scores, 0, 0, True),
    "search_window": lambda: partial(general().search_window, 0, 0, True, -1, 0),
    "estimates": lambda: partial(tables().estimates, [], [], [112, 97, 98], 60),
}
"""Searches that take much longer than a test may, unless they are stopped."""


@contextmanager
def running(search: Callable[[Any], object], control: Any) -> Iterator[None]:
    """Run a search in another thread, and stop it at the end."""
    with ThreadPoolExecutor(1) as elsewhere:
        future = elsewhere.submit(search, control)
        while not control.nodes:
            sleep(0.001)
        try:
            yield
        finally:
            control.stop()
            assert future.exception() is None or isinstance(future.exception(), TimeoutError)


@contextmanager
def ctrl_c(after: float, control: Any) -> Iterator[None]:
    """Press Ctrl-C after some seconds. If the search does not end, stop it and fail."""
    timers = [threading.Timer(after, _thread.interrupt_main), threading.Timer(SECONDS, control.stop)]
    for timer in timers:
        timer.start()
    try:
        yield
        assert timers[-1].is_alive(), "Ctrl-C did not end the search"
    finally:
        for timer in timers:
            timer.cancel()


@pytest.mark.parametrize("name", LONG_SEARCHES)
def test_a_control_in_use_is_rejected(name: str) -> None:
    search, control = LONG_SEARCHES[name](), kernel.Control()
    with running(search, control), pytest.raises(RuntimeError, match=f"^{IN_USE}$"):
        kernel.Mnk.make(3, 3, 3).solve_maker_breaker(0, 0, True, control)
    assert (
        not kernel.Mnk.make(3, 3, 3).solve_maker_breaker(0, 0, True, control).decided
    )  # no longer in use, but still stopped


def test_a_control_can_be_used_again_and_keeps_counting() -> None:
    solver, control = kernel.Mnk.make(3, 3, 3, megabytes=1), kernel.Control()
    assert solver.solve_maker_breaker(0, 0, True, control).decided
    once = control.nodes
    with pytest.raises(ValueError, match="stones must be on the board"):
        solver.solve_maker_breaker(1 << 9, 0, True, control)
    assert solver.solve_maker_breaker(0, 0, True, control).decided
    assert control.nodes > once


@pytest.mark.parametrize("name", LONG_SEARCHES)
def test_ctrl_c(name: str) -> None:
    search, control = LONG_SEARCHES[name](), kernel.Control()
    with ctrl_c(0.1, control), pytest.raises(KeyboardInterrupt):
        search(control)


def test_ctrl_c_still_works_after_another_search() -> None:
    """Two other searches use the same solver: one has its own control, and the other is rejected because it uses the
    same control."""
    solver, control = mnk(), kernel.Control()
    rejected: list[str] = []

    def others() -> None:
        solver.solve_maker_breaker(0, 0, True, kernel.Control(1000))
        try:
            solver.solve_maker_breaker(0, 0, True, control)
        except RuntimeError as error:
            rejected.append(str(error))
        _thread.interrupt_main()

    timer = threading.Timer(0.1, others)
    timer.start()
    with ctrl_c(SECONDS, control), pytest.raises(KeyboardInterrupt):
        solver.solve_maker_breaker(0, 0, True, control)
    timer.join()
    assert len(rejected) == 1


def test_ctrl_c_while_waiting_for_the_search_of_another_thread() -> None:
    solver, control = general(), kernel.Control()
    with (
        running(lambda other: solver.score(0, 0, True, other), kernel.Control()),
        ctrl_c(0.1, control),
        pytest.raises(KeyboardInterrupt),
    ):
        solver.score(0, 0, True, control)


def test_a_search_can_be_stopped_while_it_waits_for_another_thread() -> None:
    solver, control = general(), kernel.Control()
    with running(lambda other: solver.score(0, 0, True, other), kernel.Control()):
        threading.Timer(0.1, control.stop).start()
        known = solver.score(0, 0, True, control)
    assert (known.low, known.high) == (-64, 64)


SIGNAL_HANDLER = """
import _thread, signal, threading
import tests.kernel.test_control as searches
from noughts_kernel import Control

search, control, answers = searches.LONG_SEARCHES[{name!r}](), Control(), []

def again(number, frame):
    for other in (control, Control(1000)):
        try:
            search(other)
            answers.append("answered")
        except (RuntimeError, TimeoutError) as error:
            answers.append(str(error))
    control.stop()

signal.signal(signal.SIGINT, again)
threading.Timer(0.1, _thread.interrupt_main).start()
try:
    search(control)
except TimeoutError:
    pass
print(*answers, sep="\\n")
"""
IS_SEARCHING = "this General is running a search; use another one in a signal handler"
EXPECTED = dict.fromkeys(["score", "scores", "search_window"], IS_SEARCHING)


@pytest.mark.parametrize("name", LONG_SEARCHES)
@pytest.mark.slow
def test_a_search_can_run_in_a_signal_handler(name: str) -> None:
    """A second search with the same control is rejected. A search with another control works if the solver supports
    simultaneous searches."""
    command = [sys.executable, "-c", SIGNAL_HANDLER.format(name=name)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=2 * SECONDS)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [IN_USE, EXPECTED.get(name, "answered")]


def test_an_exception_in_a_signal_handler_ends_the_search() -> None:
    class OutOfTime(Exception):
        pass

    def too_late(number: int, frame: object) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGTERM, too_late)
    try:
        threading.Timer(0.1, _thread.interrupt_main, [signal.SIGTERM]).start()
        with pytest.raises(OutOfTime):
            LONG_SEARCHES["Maker-Breaker"]()(kernel.Control())
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_proof_cannot_share_its_control_with_another_search() -> None:
    solver, control = kernel.Mnk.make(7, 7, 5, megabytes=1), kernel.Control()

    def write(piece: bytes) -> None:
        solver.solve_maker_breaker(0, 0, True, control)

    with pytest.raises(RuntimeError, match=f"^{IN_USE}$"):
        solver.write_proof(0, 0, True, True, False, control, write)
