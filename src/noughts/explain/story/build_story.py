"""Run a search and build its story. `tell` returns the whole story, and `RecordedSearch.part` returns any part of a
story.
"""

from collections.abc import Callable
from math import inf
from typing import Any

from noughts.explain.scores import Unit
from noughts.explain.story.calls import CallTree
from noughts.explain.story.counters import Counters, SubtreeSizes
from noughts.explain.story.parts import PartBuilder
from noughts.explain.story.presentation import Presentation
from noughts.explain.story.settings import StorySettings, pseudocode_of
from noughts.explain.story.story import DEFAULT_NUMBERING, DEFAULT_ORDER, Algorithm, Numbering, Order, Story
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position
from noughts.search.alphabeta import alphabeta
from noughts.search.evaluate import open_lines
from noughts.search.minimax import minimax
from noughts.search.negamax import negamax
from noughts.search.order import IgnoreDistance, Limited, Ordered, centre_first, shuffled
from noughts.search.result import SearchLimit, SearchResult
from noughts.search.transposition import transposition
from noughts.search.tree import trace, trace_shared

MOST_NODES = 5_000
"""The default limit on the number of states in a story."""

MOST_CALLS = 50_000
"""The default limit on the number of different calls in a recorded search."""

_LEAST_CALLS = 6_000  # enough to count the states of minimax on the empty 3 × 3 board
# calls of a search with a table: each call is recorded, because it depends on the earlier calls
_MOST_RECORDED = 30_000

SEARCHES: dict[Algorithm, Callable[[Any], SearchResult]] = {
    "minimax": minimax,
    "negamax": negamax,
    "alphabeta": alphabeta,
    "transposition": transposition,
}
"""The search of each algorithm."""


def tell(
    position: Position | str,
    *,
    algorithm: Algorithm = "minimax",
    form: str | None = None,
    order: Order = DEFAULT_ORDER,
    seed: int = 0,
    unit: Unit = "ten",
    numbering: Numbering = DEFAULT_NUMBERING,
    depth: int | None = None,
    nodes: int = MOST_NODES,
) -> Story:
    """Search a position and return a step-by-step story of the search.

    With the units ``one`` and ``ten``, the search itself ignores the length of the game: it uses scores of ±1.

    Args:
        position: the position to search, or its text.
        algorithm: the search algorithm. ``transposition`` is alpha-beta with a transposition table.
        form: the name of the pseudocode form. Minimax has three forms: ``lists``, ``j`` and ``max-min``.
        order: the order of the moves: ``scan`` (row by row, the default), ``centre`` (centre, corners, edges), or
            ``random``.
        seed: the seed of the random order.
        unit: the unit of the scores.
        numbering: how states are numbered: ``visit`` (in the order of the search, the default) or ``level`` (level by
            level).
        depth: stop every line of play after this many plies, and evaluate the states there with `open_lines`. By
            default, search to the end of the game.
        nodes: the maximum number of states in the story.

    Raises:
        SearchLimit: the tree has more than `nodes` states.
        NoughtsError: the game is over, a setting is unknown, or it does not fit the algorithm. Also if the state is not
            a `Position`; `noughts.search.tree.trace` works with any game.
    """
    if isinstance(position, str):
        position = read_position(position)
    return whole_story(position, StorySettings(algorithm, form, order, seed, unit, numbering, depth), nodes=nodes)


def whole_story(position: Position, settings: StorySettings, *, nodes: int = MOST_NODES) -> Story:
    """Search a position and return the story of the search, as `tell` does.

    Raises:
        SearchLimit: the tree has more than `nodes` states.
        NoughtsError: as for `tell`.
    """
    search = RecordedSearch(position, settings, calls=max(nodes, _LEAST_CALLS), nodes=nodes)
    if search.states > nodes:
        raise SearchLimit(f"the tree has more than {nodes:,} states: explain a later position")
    return search.story()


class RecordedSearch:
    """A search, recorded so that any part of its story can be told without building the rest.

    Attributes:
        position: the position that is searched.
        steps: the number of steps of the story.
        searched: the number of states that the search visits.
        states: the number of states in the story. If the whole tree is too large, the story leaves out the states below
        skipped states.

    Args:
        position: the position to search.
        settings: the search, and how to tell it.
        calls: the maximum number of different calls in the search.
        nodes: the maximum number of states in a story that includes the whole tree.

    Raises:
        SearchLimit: the search has more different calls.
        NoughtsError: as for `tell`.
    """

    def __init__(
        self,
        position: Position,
        settings: StorySettings,
        *,
        calls: int = MOST_CALLS,
        nodes: int = MOST_NODES,
    ) -> None:
        settings.check(position)
        self.position, self._settings = position, settings
        self._form = pseudocode_of(settings.algorithm, settings.form, settings.depth)
        state, search = search_state(position, settings), SEARCHES[settings.algorithm]
        if search is transposition:
            traced = trace(search, state, nodes=min(calls, _MOST_RECORDED))
        else:
            traced = trace_shared(search, state, calls=calls)
        own = SubtreeSizes(traced)
        whole = own if search in (minimax, negamax) else SubtreeSizes.of(minimax, state, calls)
        self._sizes = whole, own if search is alphabeta else SubtreeSizes.of(alphabeta, state, calls)
        self._tree = CallTree(
            traced,
            Presentation(settings.algorithm, self._form, settings.unit, position.empty.bit_count()),
            inf if settings.depth is None else settings.depth,
            whole.by_state if whole and whole.total <= nodes else None,
        )
        root = self._tree.root
        self.steps, self.searched, self.states = root.steps, root.states, root.states + root.unsearched

    def story(self) -> Story:
        """Return the whole story."""
        return self._told(1, self.steps, self._settings.numbering)

    def part(self, first: int, count: int) -> Story:
        """Return at most `count` steps, beginning with step `first`. States are numbered in the order of the search."""
        first = max(1, min(first, self.steps))
        return self._told(first, min(first + max(1, count) - 1, self.steps), "visit")

    def _told(self, first: int, last: int, numbering: Numbering) -> Story:
        part = PartBuilder(self._tree, first, last)
        if numbering == "level":
            part.number_by_level()
        events = part.steps(Counters.start(*self._sizes))
        settings = self._settings
        by_minimax, by_alphabeta = (sizes.total if sizes else None for sizes in self._sizes)
        return Story(
            position=self.position,
            algorithm=settings.algorithm,
            form=self._form,
            order=settings.order,
            unit=settings.unit,
            numbering=numbering,
            nodes=tuple(sorted(part.nodes.values(), key=lambda node: node.id)),
            events=tuple(event for _, event in sorted(events.items())),
            steps=self.steps,
            searched=self.searched,
            minimax=by_minimax,
            alphabeta=by_alphabeta,
            seed=settings.seed if settings.order == "random" else None,
            depth=settings.depth,
            first=first,
        )


def search_state(position: Position, settings: StorySettings) -> Any:
    """Return the state to search: the position itself, or the position in a wrapper.

    A wrapped position ignores distances, orders its moves, or ends at a depth.
    """
    state: Any = IgnoreDistance(position) if settings.unit in ("one", "ten") else position
    if settings.order != "scan":
        state = Ordered(state, centre_first if settings.order == "centre" else shuffled(settings.seed))
    return state if settings.depth is None else Limited(state, settings.depth, open_lines)
