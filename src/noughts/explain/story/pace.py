"""Count how many states minimax and alpha-beta have searched at the same point of a search.

Minimax searches every state of the tree. Alpha-beta skips some of them. Both search the same position and try the moves
in the same order, so every step of one search has a place in the other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

from noughts.search.alphabeta import alphabeta
from noughts.search.minimax import minimax
from noughts.search.result import SearchLimit, SearchResult
from noughts.search.tree import Node, trace_shared


class Sizes:
    """The number of states in each subtree of a tree that `trace_shared` has recorded."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self._states: dict[int, int] = {}
        for node in distinct_nodes(root):
            self._states[id(node)] = 1 + sum(self._states[id(child)] for child in node.children)

    def states(self, node: Node) -> int:
        """Return the number of states in the subtree of a node."""
        return self._states[id(node)]

    @property
    def total(self) -> int:
        """The number of states that the search visits."""
        return self.states(self.root)


@dataclass(slots=True)
class Place:
    """How far one search has come in a state.

    Attributes:
        sizes: the subtrees of that search.
        node: the state, or None if that search skips it.
        searched: the number of states that it has searched so far.
        before: that number before it came to this state.
    """

    sizes: Sizes
    node: Node | None
    searched: int
    before: int

    @classmethod
    def start(cls, sizes: Sizes) -> Self:
        """Return the place at which a search begins."""
        return cls(sizes, sizes.root, 1, 0)

    def enter(self, index: int) -> "Place":
        """Return the place at which the search comes to the state after a move, given by its index."""
        node = self.node.children[index] if self.node is not None and index < len(self.node.children) else None
        return Place(self.sizes, node, self.searched + (node is not None), self.searched)

    def leave(self, index: int) -> None:
        """Record that the state after a move has been searched."""
        if self.node is not None and index < len(self.node.children):
            self.searched += self.sizes.states(self.node.children[index])

    def finish(self) -> None:
        """Record that the search is done with this state."""
        if self.node is not None:
            self.searched = self.before + self.sizes.states(self.node)


@dataclass(frozen=True)
class Pace:
    """The two searches whose states are counted. None stands for a search that is too long to count."""

    minimax: Sizes | None
    alphabeta: Sizes | None

    @classmethod
    def of(cls, state: Any, calls: int) -> Self:
        """Run both searches of a state, unless they need more than this number of different calls."""
        return cls(*(sizes(search, state, calls) for search in (minimax, alphabeta)))

    def start(self) -> "Places":
        """Return the places at which the searches begin."""
        return Places(
            None if self.minimax is None else Place.start(self.minimax),
            None if self.alphabeta is None else Place.start(self.alphabeta),
        )


@dataclass(frozen=True, slots=True)
class Places:
    """How far both searches have come in a state."""

    minimax: Place | None = None
    alphabeta: Place | None = None

    def enter(self, index: int) -> "Places":
        """Return the places after a move: see `Place.enter`."""
        return Places(
            None if self.minimax is None else self.minimax.enter(index),
            None if self.alphabeta is None else self.alphabeta.enter(index),
        )

    def leave(self, index: int) -> None:
        """Record that the state after a move has been searched."""
        for place in (self.minimax, self.alphabeta):
            if place:
                place.leave(index)

    def finish(self) -> None:
        """Record that the searches are done with this state."""
        for place in (self.minimax, self.alphabeta):
            if place:
                place.finish()


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


def sizes(search: Callable[[Any], SearchResult], state: Any, calls: int) -> Sizes | None:
    """Return the sizes of the subtrees that a search visits, or None if it needs more than this number of calls."""
    try:
        return Sizes(trace_shared(search, state, calls=calls))
    except SearchLimit:
        return None
