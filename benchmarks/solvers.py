"""All solvers of empty boards: three solvers of noughts, and the solvers of other programs.

`python solvers.py NAME m,n,k` prints the seconds that a solver took, and the value for X. Each solver runs in its own
process, which can be killed after a time limit.
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
from noughts.solver.kernels.general import GeneralKernel
from noughts.solver.kernels.mnk import MnkKernel

HAS_KERNEL = importlib.util.find_spec("noughts_kernel") is not None

Solve = Callable[[], int]
"""Solves a game with empty caches, and returns its value for X: 1, 0 or -1."""


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
    """Return the installed solvers, with the solvers of the kernel first."""
    kernels = {"`GeneralKernel.value`": general, "`MnkKernel.bounds`": mnk} if HAS_KERNEL else {}
    return {**kernels, "`Solver.score`, in Python": python, **peers.solvers()}


def solved(name: str, shape: str, limit: float) -> tuple[float, int] | None:
    """Return a solver's seconds and value, or None if its process takes longer than the limit, set-up included."""
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
