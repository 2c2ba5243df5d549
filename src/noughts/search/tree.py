"""The tree that a search walked: `@node` makes the call tree the search tree.

Every function of a search that is called once a node is marked with `@node`, and the search runs ``with
Watch(state, …)``. The algorithm itself stays as printed in the book: the mark counts the nodes, keeps the limits,
and, inside `trace`, records the tree.
"""

from collections.abc import Callable
from contextvars import ContextVar, Token
from dataclasses import dataclass, field
from functools import update_wrapper
from inspect import Parameter, signature
from math import inf
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar, cast

from noughts.rules.errors import NoughtsError
from noughts.rules.position import Score, State, expect_state
from noughts.search.result import Deadline, SearchLimit, SearchResult, position_in

_S = TypeVar("_S")
_P = ParamSpec("_P")

_ASK_EVERY = 256  # nodes between two looks at the clock


@dataclass(slots=True, repr=False)
class Node:
    """One node of a search tree.

    Attributes:
        state: the state searched.
        move: the move that led here; None at the root.
        depth: plies below the root.
        search: the name of the function that searched it, such as ``min_value``.
        window: alpha and beta as the function received them, from its own point of view; None in searches
            without a window.
        score: what the function answered, from its own point of view: minimax's functions speak for MAX,
            the player to move at the root, negamax's for the player to move at the node. None while it runs.
        children: the nodes it searched, in order.
    """

    state: Any
    move: Any = None
    depth: int = 0
    search: str = ""
    window: tuple[Score, Score] | None = None
    score: Score | None = None
    children: list["Node"] = field(default_factory=list)

    def __repr__(self) -> str:
        """Name the node in a line. It does not evaluate back: that would be the whole tree."""
        told = [f"{self.search} after {self.name}".strip() if self.depth else "root"]
        told += [f"window {self.window}"] if self.window else []
        told += [
            f"score {self.score:g}" if self.score is not None else "no score yet",
            f"{len(self)} node{'s' * (len(self) > 1)}",
        ]
        return f"<Node: {', '.join(told)}>"

    def _repr_html_(self) -> str:
        """Show the tree in a notebook; of a large one, what lies just below the node."""
        from noughts.render.traced import node_html

        return node_html(self)

    @property
    def name(self) -> str:
        """The name of the move that led here, such as ``b2``; empty at the root."""
        if self.move is None:
            return ""
        position = position_in(self.state)
        return position.game.board.names[self.move] if position else str(self.move)

    @property
    def skipped(self) -> tuple[Any, ...]:
        """The moves that were never searched: cut off, beyond the horizon, or known from a table."""
        searched = {child.move for child in self.children}
        return tuple(move for move in self.state.moves if move not in searched)

    @property
    def is_cut(self) -> bool:
        """Whether the search left this node with some of its moves searched and others not."""
        return bool(self.children) and bool(self.skipped)

    def walk(self) -> "list[Node]":
        """Return the node and all below it, in the order in which they were visited."""
        found, pending = list[Node](), [self]
        while pending:
            node = pending.pop()
            found.append(node)
            pending += reversed(node.children)
        return found

    def __len__(self) -> int:
        return len(self.walk())


class Watch:
    """What watches over one search: counts its nodes, keeps its limits, records its tree inside `trace`.

    A search runs inside ``with Watch(state, nodes, deadline) as watch`` and reads ``watch.visited`` at its end.
    The root counts as the first node.

    Args:
        state: the root.
        nodes: the most nodes to visit, or None.
        deadline: says whether the time is up, or None.

    Raises:
        SearchLimit: in the search, when a limit is reached.
        TypeError: the root is text that has still to be read.
    """

    __slots__ = ("_deadline", "_nodes", "_recorder", "_root", "_token", "look_at", "visited")

    def __init__(self, state: State, nodes: int | None = None, deadline: Deadline | None = None) -> None:
        expect_state(state)
        self.visited = 0
        self._nodes = inf if nodes is None else nodes
        self._deadline = deadline
        self.look_at: float = 1
        recorder = _recorder.get()
        self._recorder = None if recorder is None or recorder.is_open else recorder  # none inside another search
        self._root = state
        self._token: Token[Watch | None] | None = None

    def __enter__(self) -> Self:
        self.count()
        if self._recorder:
            self._recorder.open(self._root, "", None)
        self._token = _watch.set(self)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._token:
            _watch.reset(self._token)
        if self._recorder:
            self._recorder.close(None)
        if isinstance(error, RecursionError):
            raise SearchLimit(
                "the game is longer than Python can search to its end: give a depth, or take a smaller board"
            ) from None

    def count(self) -> None:
        """Count one node, and look at the limits when one may be near."""
        self.visited += 1
        if self.visited >= self.look_at:
            self._look()

    def _look(self) -> None:
        if self.visited > self._nodes:
            raise SearchLimit(f"the search reached its limit of {self._nodes:,} nodes")
        if self._deadline and self._deadline():
            raise SearchLimit(f"the search ran out of time after {self.visited:,} nodes")
        if self._recorder is None:
            self.look_at = min(self.visited + _ASK_EVERY if self._deadline else inf, self._nodes + 1)

    def visit(self, search: Callable[..., Score], state: Any, *rest: Any, **named: Any) -> Score:
        """Look at the limits and search one node, which is counted already; inside `trace` record it."""
        self._look()
        if self._recorder is None:
            return search(state, *rest, **named)
        window = (rest[0], rest[1]) if len(rest) > 1 and all(isinstance(r, int | float) for r in rest[:2]) else None
        self._recorder.open(state, search.__name__, window)
        score = None
        try:
            score = search(state, *rest, **named)
        finally:
            self._recorder.close(score)
        return score


def node(search: Callable[Concatenate[_S, _P], Score]) -> Callable[Concatenate[_S, _P], Score]:
    """Mark a function that searches one node: its first argument is the state, it answers with a score.

    Where its next two arguments are numbers they are taken for the window, alpha and beta.
    """

    # Called once a node, so as short as can be: one comparison says whether the watch has anything to do.
    def visit(state: _S, /, *rest: _P.args, **named: _P.kwargs) -> Score:
        watch = _watch.get()
        if watch is None:
            return search(state, *rest, **named)
        watch.visited += 1
        if watch.visited < watch.look_at:
            return search(state, *rest, **named)
        return watch.visit(search, state, *rest, **named)

    def visit_alone(state: _S, /) -> Score:  # the same without a rest, which Python calls in half the time
        watch = _watch.get()
        if watch is None:
            return alone(state)
        watch.visited += 1
        if watch.visited < watch.look_at:
            return alone(state)
        return watch.visit(alone, state)

    alone = cast(Callable[[_S], Score], search)
    takes_more = [parameter.kind for parameter in signature(search).parameters.values()] not in (
        [Parameter.POSITIONAL_ONLY],
        [Parameter.POSITIONAL_OR_KEYWORD],
    )
    chosen = visit if takes_more else cast(Callable[Concatenate[_S, _P], Score], visit_alone)
    update_wrapper(chosen, search)
    return chosen


def trace(search: Callable[[Any], SearchResult], state: State, *, nodes: int = 10_000) -> Node:
    """Return the whole tree that a search walks: its root, with windows, scores and what was left out.

    Args:
        search: a search such as `noughts.search.minimax.minimax`, or your own that uses `@node` and `Watch`.
        state: where to search from; its states compare equal when they are the same.
        nodes: the most nodes to record.

    Raises:
        SearchLimit: the tree has more nodes.
        NoughtsError: the game is over, or the search opened no node.
    """
    recorder = _Recorder(nodes)
    token = _recorder.set(recorder)
    try:
        result = search(state)
    finally:
        _recorder.reset(token)
    if recorder.root is None:
        raise NoughtsError("the search opened no node: expected functions marked with @node, inside a Watch")
    recorder.root.score = result.score
    return recorder.root


class _Recorder:
    """Builds the tree while a search runs."""

    def __init__(self, nodes: int) -> None:
        self.root: Node | None = None
        self._open: list[Node] = []
        self._left = self._most = nodes

    @property
    def is_open(self) -> bool:
        """Whether a search runs."""
        return bool(self._open)

    def open(self, state: Any, name: str, window: tuple[Score, Score] | None) -> None:
        if self._left == 0:
            raise SearchLimit(f"the tree has more than {self._most:,} nodes: trace a later position, or give a limit")
        self._left -= 1
        parent = self._open[-1] if self._open else None
        node = Node(state, None, len(self._open), name, window)
        if parent is None:
            self.root = node
        else:
            moves = (*parent.skipped, *parent.state.moves)  # a child may be searched again, with another window
            node.move = next((m for m in moves if parent.state.play(m) == state), None)
            if node.move is None:
                raise NoughtsError("a node was searched that is no child of its parent: do its states compare equal?")
            parent.children.append(node)
        self._open.append(node)

    def close(self, score: Score | None) -> None:
        if self._open:
            self._open.pop().score = score


_watch: ContextVar[Watch | None] = ContextVar("watch", default=None)
_recorder: ContextVar[_Recorder | None] = ContextVar("recorder", default=None)
