"""Solve a position in a notebook, and show in one picture what is known so far."""

from collections import deque
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import replace
from math import inf
from time import monotonic

from noughts.rules.errors import NoughtsError, short_repr
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.solver.budget import Budget
from noughts.solver.game_solver import solve_steps
from noughts.solver.verdict import Verdict

_TICK = 0.2  # seconds between updates of the picture


def solve(
    start: Position | Game | str = "tictactoe",
    *,
    seconds: float | None = None,
    budget: int | None = None,
    threads: int = 1,
) -> Verdict:
    """Solve a game or a position, and update a picture of the board until every move is decided.

    Below the board, the number of nodes grows. If you interrupt the cell, the search ends and the function returns what
    is known so far.

    Args:
        start: a position, a game, or the text of either.
        seconds: the time limit. By default, there is no limit.
        budget: the maximum number of nodes to search. By default, there is no limit.
        threads: the number of threads in which the compiled kernel searches.

    Raises:
        NotationError: the text is neither the name of a game nor a position.
        NoughtsError: IPython is not installed, the compiled kernel is needed but not installed, the board is too large
            for it, or a limit is not a number of at least 0.
    """
    try:
        from IPython.display import DisplayHandle
    except ImportError:
        raise NoughtsError("this function needs IPython: in other programs, use noughts.solve_steps") from None
    if seconds is not None and not (isinstance(seconds, int | float) and seconds >= 0):
        raise NoughtsError(f"expected a time limit of at least 0 seconds, not {short_repr(seconds)}")
    effort = Budget(budget)
    steps = solve_steps(start, budget=effort, threads=threads)
    latest = deque([next(steps)], maxlen=1)  # holds only the last verdict
    picture = DisplayHandle()
    picture.display(latest[0])
    end = monotonic() + (inf if seconds is None else seconds)
    # The search runs in another thread, so that the number of nodes grows also while nothing new is proved.
    with ThreadPoolExecutor(1) as pool:
        search = pool.submit(latest.extend, steps)
        try:
            with suppress(KeyboardInterrupt):
                while (left := end - monotonic()) > 0 and wait([search], min(left, _TICK)).not_done:
                    picture.update(replace(latest[0], nodes=effort.nodes))
        finally:
            effort.stop()
    search.result()  # raises the error of a search that failed
    verdict = replace(latest[0], nodes=effort.nodes)
    picture.update(verdict)
    return verdict
