"""Searches give the same answers with a small stack as with a large one."""

import subprocess
import sys
from functools import cache
from typing import Any

import pytest

kernel: Any = pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")

KIB = 1 << 10
MIB = 1 << 20

SEARCHES = """
import threading
from noughts_kernel import Control, General, Mnk, PatternTables

def mnk(length, method, threads=1):
    solver = Mnk.make(16, 8, length, megabytes=1)
    verdict = getattr(solver, method)(0, 0, True, Control(2000), threads)
    return verdict.decided, verdict.won, verdict.nodes if threads == 1 else None

def proof():
    solver, pieces = Mnk.make(16, 8, 7, megabytes=1), []
    return solver.write_proof(0, 0, True, True, False, Control(), pieces.append), len(b"".join(pieces))

def general(misere):
    rows = [31 << 16 * y + x for y in range(8) for x in range(12)]
    solver, control = General.make(128, rows, misere=misere, megabytes=1), Control(3000)
    score = solver.score(0, 0, True, control)
    return score.low, score.high, control.nodes

def patterns():  # every move but the first is forced, so the search visits all cells
    net, control = PatternTables.make(1024, [[i, i + 1] for i in range(1023)], [[0] * 81] * 2), Control(5000)
    return net.estimates([], [], [0], 8, control), control.nodes, net.win([], [], Control(5000))

def search():
    for length in (3, 4, 5, 6, 7, 9):
        print("weak", length, *mnk(length, "solve_maker_breaker"), flush=True)
        print("strong", length, *mnk(length, "solve_strong_game"), flush=True)
    print("threads", *mnk(7, "solve_maker_breaker", 3), flush=True)
    print("proof", *proof(), flush=True)
    print("general", *general(False), *general(True), flush=True)
    print("patterns", *patterns(), flush=True)

if {size}:
    threading.stack_size({size})
    thread = threading.Thread(target=search)
    thread.start()
    thread.join()
else:
    search()
"""


def answers(size: int, *before: str) -> str:
    """Return the output of the searches in a thread with a stack of this size, or in the main thread if it is 0."""
    command = [*before, sys.executable, "-c", SEARCHES.format(size=size)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, (done.returncode, done.stdout, done.stderr)
    return done.stdout


@cache
def expected() -> str:
    output = answers(32 * MIB)
    assert len(output.splitlines()) == 16
    return output


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(128 * KIB, marks=pytest.mark.slow),
        # Slightly more than 2 MiB is just enough for searches to run in the calling thread.
        pytest.param(2 * MIB + 128 * KIB, marks=pytest.mark.slow),
        pytest.param(256 * KIB, marks=pytest.mark.slow),
        pytest.param(1 * MIB, marks=pytest.mark.slow),
        pytest.param(3 * MIB, marks=pytest.mark.slow),
    ],
)
def test_searches_in_threads_with_a_small_stack(size: int) -> None:
    assert answers(size) == expected()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no ulimit")
@pytest.mark.slow
def test_searches_in_a_main_thread_with_a_small_stack() -> None:
    """The limit also applies to threads that the kernel starts without setting their stack size."""
    assert answers(0, "sh", "-c", 'ulimit -s 512; exec "$@"', "sh") == expected()


CTRL_C = """
import _thread, threading
from noughts_kernel import Control, Mnk

control = Control()
threading.Timer(0.1, _thread.interrupt_main).start()
threading.Timer(30, control.stop).start()
try:
    Mnk.make(8, 8, 5, megabytes=1).solve_maker_breaker(0, 0, True, control)
except KeyboardInterrupt:
    print("interrupted")
import os; os._exit(0)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no ulimit")
def test_ctrl_c_while_the_search_runs_in_its_own_thread() -> None:
    command = ["sh", "-c", 'ulimit -s 512; exec "$@"', "sh", sys.executable, "-u", "-c", CTRL_C]
    assert subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300).stdout == "interrupted\n"
