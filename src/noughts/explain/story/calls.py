"""The calls of a search function, with equal calls listed only once.

Most calls of a search are equal to earlier calls: tic-tac-toe has 549,946 states, but only 5,478 positions.
Each call knows how many steps it takes and how many states it searches. This information is enough to number any state
and to find any step without visiting all earlier states and steps.
"""

from collections.abc import Mapping
from itertools import accumulate
from typing import Any

from noughts.explain.story.annotate import Call, annotate
from noughts.explain.story.counters import distinct_nodes
from noughts.explain.story.presentation import Presentation
from noughts.explain.story.steps import offsets
from noughts.search.tree import Node


class CallTree:
    """The tree of a search's calls.

    Attributes:
        root: the call that searches the root.
        presentation: how scores and steps are shown.
        whole: whether a story includes all states below those that the search skipped or found in its table. If not, it
            includes only the topmost skipped states.

    Args:
        traced: the root of the recorded search.
        presentation: how scores and steps are shown.
        horizon: the depth at which states are evaluated.
        sizes: the number of states in the subtree of each state, to include them all; or None.
    """

    def __init__(
        self, traced: Node, presentation: Presentation, horizon: float, sizes: Mapping[Any, int] | None
    ) -> None:
        self.presentation, self._sizes = presentation, sizes
        self.whole = sizes is not None
        calls = dict[int, Call]()
        for node in distinct_nodes(traced):
            call = annotate(node, [calls[id(child)] for child in node.children], presentation, horizon)
            self._count(call)
            calls[id(node)] = call
        self.root = calls[id(traced)]

    def size(self, state: Any) -> int:
        """Count the states of an unsearched state's subtree that the story includes."""
        return 1 if self._sizes is None else self._sizes[state]

    def unsearched_moves(self, call: Call) -> tuple[Any, ...]:
        """Return the moves of a state that the story shows although the search did not try them."""
        if call.calls or (self.whole and call.node.end == "table"):
            return tuple(call.state.moves[len(call.calls) :])
        return ()

    def _count(self, call: Call) -> None:
        """Count the steps and the states of a call. The calls below this call must already be counted."""
        *own, steps = offsets(call, self.presentation)
        before = accumulate((below.steps for below in call.calls), initial=0)
        call.starts = [offset + taken for offset, taken in zip(own, before, strict=False)]
        call.steps = steps + sum(below.steps for below in call.calls)
        call.states = 1 + sum(below.states for below in call.calls)
        moves = self.unsearched_moves(call)
        left = sum(self.size(call.state.play(move)) for move in moves) if self.whole else len(moves)
        call.unsearched = left + sum(below.unsearched for below in call.calls)
