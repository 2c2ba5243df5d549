"""Choose the solver for a position. The first line of this list that applies decides:

- a finished game: the rules know everything
- the weak game: the kernel for plain k in a row finds who wins
- plain k in a row with more than 25 empty cells: the kernel for plain k in a row finds who wins
- any other game of up to 128 cells: the opening book, then the kernel for all games, find who wins, and how soon
- without the kernel: the solver in plain Python finds who wins, and how soon

The exact score of every move, as the oracle needs it, comes from the solver in plain Python with up to 16 empty cells.
With more, it comes from the same kernels, and the kernel for all games then finds how soon won games end.

An analysis also counts the opponent's losing replies. So with up to 16 empty cells, it asks the solver in plain Python
for every score, which takes less than a second. With more, that solver gets a short time first, because many positions
are nearly decided. Moves that are not proven within the limit get estimates from `noughts.solver.estimate`.
"""

from typing import NamedTuple

from noughts.rules.position import Position
from noughts.solver.book.shipped import shipped_book
from noughts.solver.kernels.limits import MOST_CELLS
from noughts.solver.kernels.mnk import plain
from noughts.solver.limit import Limit

MOST_IN_PYTHON = 16
"""With up to this many empty cells, the solver in plain Python finds exact scores on its own."""

MOST_TIMED = 25
"""With up to this many empty cells in a plain k-in-a-row game, the kernel quickly finds who wins and how soon."""

MOVE_NODES = 200_000
"""The node limit for the solver in plain Python for one move of a level: less than a second."""

_BEFORE_KERNEL = 20_000  # nodes for the solver in plain Python on larger boards, before the kernel takes over
_VALUE_NODES = 500_000  # nodes for the kernel that finds who wins, if no limit is given: a few seconds
_INTERACTIVE_VALUE_NODES = 100_000  # nodes for the kernel that finds who wins, in interactive use: less than a second
_SCORE_NODES = 20_000_000  # nodes for the kernel that finds exact scores, if no limit is given: about ten seconds
# the largest number of empty cells at which the kernel decides nearly all games within a few seconds
_MOST_SOLUBLE = 27
_EXACT_NODES = 3_000_000  # nodes for every exact score in plain Python, if no limit is given: about ten seconds
# nodes for every exact score in the kernel on plain boards; other games get ten times as many
_EXACT_KERNEL_NODES = 1_000_000
_MOVE_SCORE_NODES = 3_000_000  # nodes for one move of a level, for the kernel that finds exact scores
_MOVE_VALUE_NODES = 60_000  # nodes for one move of a level, for the kernel that finds who wins
_BOOK_NODES = 90_000_000  # nodes for the kernel in a game with an opening book: half a minute at most after the book


def finds_distances(position: Position, *, with_kernel: bool) -> bool:
    """Return whether a solver also finds out how soon the game ends, and not only who wins."""
    return position.empty.bit_count() <= (MOST_TIMED if with_kernel else MOST_IN_PYTHON) or plain(position.game) is None


class Nodes(NamedTuple):
    """The numbers of nodes that the solvers may search in one analysis.

    Attributes:
        first: for the solver in plain Python, before any other solver. None means that there is no limit.
        python: for the solver in plain Python in all, if there is no kernel.
        scores: for the kernel that finds exact scores.
        values: for the kernel that finds who wins.
    """

    first: int | None
    python: int
    scores: int
    values: int


def nodes_for(position: Position, limit: Limit, *, is_alone: bool = False) -> Nodes:
    """Return how many nodes an analysis of an unfinished position may use within a limit.

    With `is_alone`, only the solver in plain Python is used.
    """
    usual = interactive_nodes(position)
    match limit.nodes:
        case None:
            scores = max(_SCORE_NODES, _score_nodes(position))
            nodes = Nodes(None, 10 * usual, scores, _VALUE_NODES)
        case int(most):
            nodes = Nodes(most, most, most, most)
        case "move":
            usual = interactive_nodes(position, MOVE_NODES)
            nodes = Nodes(usual, usual, min(_MOVE_SCORE_NODES, _score_nodes(position)), _MOVE_VALUE_NODES)
        case _:
            nodes = Nodes(usual, usual, _score_nodes(position), _INTERACTIVE_VALUE_NODES)
    if limit.seconds is not None or limit.stop:  # the rest of the time is for estimates
        nodes = nodes._replace(python=min(nodes.python, usual) if position.empty.bit_count() <= MOST_CELLS else 0)
    if is_alone or position.empty.bit_count() <= MOST_IN_PYTHON:
        return nodes
    if (book := shipped_book(position.game)) and book.score(position) is not None:
        return nodes._replace(first=0, python=0)  # the book knows more than the solver in plain Python finds
    most = interactive_nodes(position, _BEFORE_KERNEL)
    return nodes._replace(first=most if nodes.first is None else min(nodes.first, most))


def exact_nodes(position: Position, *, with_kernel: bool) -> int:
    """Return the default node limit of a search for the exact score of every move. The search takes a few seconds."""
    if position.empty.bit_count() <= MOST_IN_PYTHON:
        return _EXACT_NODES
    if with_kernel:
        return _EXACT_KERNEL_NODES if plain(position.game) else 10 * _EXACT_KERNEL_NODES
    return 10 * interactive_nodes(position)


def interactive_nodes(position: Position, most: int = 400_000) -> int:
    """Return the node limit of the plain Python solver in interactive use. Its search takes at most about a second.

    The number is `most` for up to 16 empty cells. With more empty cells, it is smaller, because an exact answer is less
    likely.
    """
    return int(most * min(1.0, (MOST_IN_PYTHON / max(position.empty.bit_count(), 1)) ** 3))


def _score_nodes(position: Position) -> int:
    """Return the node limit of the kernel's search for an exact score in interactive use.

    The search takes up to half a minute in connect four after its opening book, a few seconds in other positions where
    an exact answer is likely, and otherwise less than a second.
    """
    if shipped_book(position.game):
        return _BOOK_NODES
    return _SCORE_NODES if position.empty.bit_count() <= _MOST_SOLUBLE else _VALUE_NODES
