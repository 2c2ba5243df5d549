"""The exact value of a position, its optimal moves, and its distance to the end of the game."""

from noughts.rules.errors import NoughtsError
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position
from noughts.search.result import SearchLimit
from noughts.solver.evaluation import Evaluation
from noughts.solver.limit import NODE_LIMIT, Limit
from noughts.solver.solve import GameSolver
from noughts.solver.solver import Solver


def value(position: Position | str, limit: Limit | int | None = None, *, solver: Solver | None = None) -> Evaluation:
    """Return the exact evaluation of a position: the score of every legal move, without estimates.

    Small boards are solved in plain Python. With more than 16 empty cells, the compiled kernel is used if it is
    installed and the board has at most 128 cells. It can prove draws of plain k in a row even on large boards. Won
    games take longer, because the search must also find the distance to the win.

    Args:
        position: any position, or its text.
        limit: how long the search may take. A number limits the nodes. By default, the limit is a few seconds of work.
            `noughts.Limit()` sets no limit.
        solver: a solver to reuse between calls. By default, a new one is created.

    Raises:
        SearchLimit: the limit is too small. The message gives the number of nodes.
        NoughtsError: the solver is for another game, or the text does not describe a position.
    """
    position = read_position(position)
    if solver and solver.game != position.game:
        raise NoughtsError(f"this solver is for {solver.game}, not for {position.game}")
    limit = Limit("interactive") if limit is None else limit
    known = GameSolver(position.game, shared=solver).scores(position, limit)
    if known.exact:
        return known
    if known.ended == NODE_LIMIT:
        more = f"allow more, as in {10 * max(known.nodes, 1):_}, or noughts.Limit() for no limit"
        raise SearchLimit(f"no exact answer within {known.nodes:,} nodes: {more}")
    if known.ended in ("the time limit", "a stop"):
        raise SearchLimit("no exact answer in time: allow more, or noughts.Limit() for no limit")
    raise SearchLimit(known.ended)
