"""Solve a position in a notebook, and show in one picture what is known so far."""

from collections import deque
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import replace

from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.solver.evaluation import Evaluation
from noughts.solver.limit import Budget, Limit
from noughts.solver.solve import solve_steps

_TICK = 0.2  # seconds between updates of the picture


def solve(
    start: Position | Game | str = "tictactoe",
    limit: Limit | int | None = None,
) -> Evaluation:
    """Solve a game or a position, and update a picture of the board until every move is decided.

    Below the board, the number of nodes grows. If you interrupt the cell, the search ends and the function returns what
    is known so far.

    Args:
        start: a position, a game, or the text of either.
        limit: how long to search. A number limits the nodes. By default, there is no limit.

    Raises:
        NotationError: the text is neither the name of a game nor a position.
        NoughtsError: IPython is not installed, the compiled kernel is needed but not installed, the board is too large
            for it, or the limit is invalid.
    """
    try:
        from IPython.display import DisplayHandle
    except ImportError:
        raise NoughtsError("this function needs IPython: in other programs, use noughts.solve_steps") from None
    budget = Budget(limit)
    steps = solve_steps(start, budget, all_moves=True)
    latest = deque([next(steps)], maxlen=1)  # holds only the last evaluation
    picture = DisplayHandle()
    picture.display(latest[0])
    # The search runs in another thread, so that the number of nodes grows also while nothing new is proved.
    with ThreadPoolExecutor(1) as pool:
        search = pool.submit(latest.extend, steps)
        try:
            with suppress(KeyboardInterrupt):
                while wait([search], _TICK).not_done:
                    picture.update(replace(latest[0], nodes=budget.nodes))
        finally:
            budget.stop()
    search.result()  # raises the error of a search that failed
    known = replace(latest[0], nodes=budget.nodes)
    picture.update(known)
    return known
