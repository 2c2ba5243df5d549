"""Count how many states minimax and alpha-beta have searched at the same point of a search.

Minimax searches every state of the tree. Alpha-beta skips some states. Both search the same position and try the moves
in the same order, so every step of one search has a counterpart in the other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from noughts.search.result import SearchLimit, SearchResult
from noughts.search.tree import Node, trace_shared


class SubtreeSizes:
    """The number of states in each subtree of a search tree recorded by `trace_shared`."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self._states: dict[int, int] = {}
        for node in distinct_nodes(root):
            self._states[id(node)] = 1 + sum(self._states[id(child)] for child in node.children)

    @classmethod
    def of(cls, search: Callable[[Any], SearchResult], state: Any, calls: int) -> Self | None:
        """Run a search and count its states, or return None if the search needs more than `calls` different calls."""
        try:
            return cls(trace_shared(search, state, calls=calls))
        except SearchLimit:
            return None

    def states(self, node: Node) -> int:
        """Return the number of states in the subtree of a node."""
        return self._states[id(node)]

    @property
    def total(self) -> int:
        """The number of states that the search visits."""
        return self.states(self.root)

    @property
    def by_state(self) -> dict[Any, int]:
        """The number of states in the subtree of each state."""
        return {node.state: self.states(node) for node in distinct_nodes(self.root)}


@dataclass(slots=True)
class Counter:
    """Counts the states that one search has visited when another search reaches the same state.

    Attributes:
        sizes: the subtrees of the counted search.
        node: the state, or None if the counted search skips it.
        searched: the number of states that it has searched so far.
        before: that number before it came to this state.
    """

    sizes: SubtreeSizes
    node: Node | None
    searched: int
    before: int

    def enter(self, index: int) -> "Counter":
        """Return the counter at the state after a move, given the index of the move."""
        node = self.node.children[index] if self.node is not None and index < len(self.node.children) else None
        return Counter(self.sizes, node, self.searched + (node is not None), self.searched)

    def leave(self, index: int) -> None:
        """Record that the state after a move has been searched."""
        if self.node is not None and index < len(self.node.children):
            self.searched += self.sizes.states(self.node.children[index])

    def finish(self) -> None:
        """Record that the search is done with this state."""
        if self.node is not None:
            self.searched = self.before + self.sizes.states(self.node)


class Counters(NamedTuple):
    """The counters of minimax and alpha-beta at one state. None stands for a search that is too long to count."""

    minimax: Counter | None = None
    alphabeta: Counter | None = None

    @classmethod
    def start(cls, *sizes: SubtreeSizes | None) -> Self:
        """Return the counters at the root, given the subtrees of minimax and of alpha-beta."""
        return cls(*(Counter(each, each.root, 1, 0) if each else None for each in sizes))

    def enter(self, index: int) -> "Counters":
        """Return the counters at the state after a move, as `Counter.enter` does."""
        return Counters(*(each and each.enter(index) for each in self))

    def leave(self, index: int) -> None:
        """Record that the state after a move has been searched."""
        for each in filter(None, self):
            each.leave(index)

    def finish(self) -> None:
        """Record that the searches are done with this state."""
        for each in filter(None, self):
            each.finish()


def distinct_nodes(root: Node) -> list[Node]:
    """Return every node object of a tree once, children before parents."""
    nodes, known = list[Node](), set[int]()

    def visit(node: Node) -> None:
        known.add(id(node))
        for child in node.children:
            if id(child) not in known:
                visit(child)
        nodes.append(node)

    visit(root)
    return nodes
