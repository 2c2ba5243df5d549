"""What solves the empty board of a game: noughts in three ways, and other people's programs.

`python solvers.py NAME m,n,k` prints how many seconds a contender took, and the value for X that it found: so each
has a process of its own, which can be ended.
"""

import importlib.util
import subprocess
import sys
from collections.abc import Callable
from statistics import median

import peers
from measure import Contender, run_python, take_turns

from noughts import Position, Solver, game
from noughts.rules.tactics import sign
from noughts.solver.general import GeneralKernel
from noughts.solver.kernel import MnkKernel

HAS_KERNEL = importlib.util.find_spec("noughts_kernel") is not None

Solve = Callable[[], int]
"""Solves a game with nothing known before, and returns its value for X, who begins: 1, 0 or -1."""


def general(shape: str) -> Solve:
    start = Position(game(shape))
    return lambda: GeneralKernel(start.game).value(start) or 0


def mnk(shape: str) -> Solve:
    start = Position(game(shape))
    return lambda: MnkKernel(start.game).bounds(start).low


def python(shape: str) -> Solve:
    start = Position(game(shape))

    def solve() -> int:
        return sign(Solver(start.game).score(start))

    return solve


def contenders() -> dict[str, Callable[[str], Solve]]:
    """Return what is installed here, the kernel first."""
    kernels = {"`GeneralKernel.value`": general, "`MnkKernel.bounds`": mnk} if HAS_KERNEL else {}
    return {**kernels, "`Solver.score`, in Python": python, **peers.solvers()}


def solved(name: str, shape: str, limit: float) -> tuple[float, int] | None:
    """Return a contender's seconds and value; None where its process, set-up included, takes longer than the limit."""
    try:
        seconds, value = run_python([__file__, name, shape], limit).split()
    except subprocess.TimeoutExpired:
        return None
    return float(seconds), int(value)


if __name__ == "__main__":
    name, shape = sys.argv[1:]
    contender = Contender(name, contenders()[name](shape))
    take_turns([contender], rounds=1)
    print(median(contender.seconds), contender.count)
