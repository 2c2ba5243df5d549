"""Search trees: `@node` records the calls of a search function as a tree.

Mark every function that is called once per node with `@node`, and run the search inside ``with Watch(state, …)``. The
algorithm itself stays as it is in the textbook. The decorator counts the nodes and enforces the limits. Inside `trace`,
it also records the tree.
"""

from collections.abc import Callable
from contextvars import ContextVar, Token
from dataclasses import dataclass, field
from functools import update_wrapper
from inspect import Parameter, signature
from math import inf
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar, cast

from noughts.rules.errors import NoughtsError, short_repr, whole_number
from noughts.rules.position import Score, State, expect_state
from noughts.search.result import Deadline, SearchLimit, SearchResult, position_in

_S = TypeVar("_S")
_P = ParamSpec("_P")

_ASK_EVERY = 256  # nodes between two checks of the deadline


@dataclass(slots=True, repr=False)
class Node:
    """One node of a search tree.

    Attributes:
        state: the state searched.
        move: the move that led here, or None at the root.
        depth: the number of plies below the root.
        search: the name of the function that searched it, such as ``min_value``.
        window: alpha and beta as the function received them, or None for searches without a window.
        score: the score that the function returned, or None while it runs. The functions of minimax return scores for
            MAX, the player to move at the root. The functions of negamax return scores for the player to move at the
            node.
        children: the nodes below it, in the order in which they were searched.
    """

    state: Any
    move: Any = None
    depth: int = 0
    search: str = ""
    window: tuple[Score, Score] | None = None
    score: Score | None = None
    children: list["Node"] = field(default_factory=list)

    def __repr__(self) -> str:
        """Describe the node in one line, without listing the nodes below it."""
        parts = [f"{self.search} after {self.name}".strip() if self.depth else "root"]
        parts += [f"window {self.window}"] if self.window else []
        parts += [
            f"score {self.score:g}" if self.score is not None else "no score yet",
            f"{len(self)} node{'s' * (len(self) > 1)}",
        ]
        return f"<Node: {', '.join(parts)}>"

    def _repr_html_(self) -> str:
        """Show the tree in a notebook. For a large tree, show only the top levels."""
        from noughts.render.tree.traced import node_html

        return node_html(self)

    @property
    def name(self) -> str:
        """The name of the move that led to the node, such as ``b2``, or an empty string at the root."""
        if self.move is None:
            return ""
        position = position_in(self.state)
        return position.name(self.move) if position else str(self.move)

    @property
    def skipped(self) -> tuple[Any, ...]:
        """The moves that were not searched because of a cut-off, the horizon or a transposition table."""
        searched = {child.move for child in self.children}
        return tuple(move for move in self.state.moves if move not in searched)

    @property
    def is_cut(self) -> bool:
        """Whether the search skipped some, but not all, moves of this node."""
        return bool(self.children) and bool(self.skipped)

    def walk(self) -> "list[Node]":
        """Return the node and all nodes below it, in the order in which they were visited."""
        nodes, pending = list[Node](), [self]
        while pending:
            node = pending.pop()
            nodes.append(node)
            pending += reversed(node.children)
        return nodes

    def __len__(self) -> int:
        return len(self.walk())


class Watch:
    """Counts the nodes of a single search, enforces its limits and, inside `trace`, records its tree.

    A search runs inside ``with Watch(state, nodes, deadline) as watch`` and reads ``watch.visited`` at the end. The
    root counts as the first node.

    Args:
        state: the root.
        nodes: the maximum number of nodes to visit, or None for no limit.
        deadline: returns whether the time is up, or None for no deadline.

    Raises:
        SearchLimit: raised during the search when a limit is reached.
        NoughtsError: the root is not a state, or `nodes` is not a whole number of at least 0.
    """

    __slots__ = ("_deadline", "_nodes", "_recorder", "_root", "_token", "look_at", "visited")

    def __init__(self, state: State, nodes: int | None = None, deadline: Deadline | None = None) -> None:
        expect_state(state)
        self.visited = 0
        self._nodes = inf if nodes is None else whole_number(nodes, "the number of nodes")
        self._deadline = deadline
        self.look_at: float = 1
        recorder = _recorder.get()
        self._recorder = (
            None if recorder is None or recorder.is_open else recorder
        )  # a search inside another search is not recorded
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
                "the game is too long for Python to search to its end: limit the depth, or use a smaller board"
            ) from None

    def count(self) -> None:
        """Count one node. Check the limits if the number of nodes has reached `look_at`."""
        self.visited += 1
        if self.visited >= self.look_at:
            self._check_limits()

    def _check_limits(self) -> None:
        if self.visited > self._nodes:
            raise SearchLimit(f"the search reached its limit of {self._nodes:,} nodes")
        if self._deadline and self._deadline():
            raise SearchLimit(f"the search ran out of time after {self.visited:,} nodes")
        if self._recorder is None:
            self.look_at = min(self.visited + _ASK_EVERY if self._deadline else inf, self._nodes + 1)

    def visit(self, search: Callable[..., Score], state: Any, *rest: Any, **named: Any) -> Score:
        """Check the limits, search a node that has already been counted and, inside `trace`, record it."""
        self._check_limits()
        if self._recorder is None:
            return search(state, *rest, **named)
        if (known := self._recorder.recall(search.__name__, state, rest)) is not None:
            return known
        window = (rest[0], rest[1]) if len(rest) > 1 and all(isinstance(r, int | float) for r in rest[:2]) else None
        self._recorder.open(state, search.__name__, window)
        score = None
        try:
            score = search(state, *rest, **named)
        finally:
            self._recorder.close(score)
        return score


def node(search: Callable[Concatenate[_S, _P], Score]) -> Callable[Concatenate[_S, _P], Score]:
    """Mark a function as one that searches a single node.

    The function takes the state as its first argument and returns its score. If the next two arguments are numbers,
    they are recorded as the window: alpha and beta.
    """

    # This runs once per node, so it is short: one comparison decides whether the watch has anything to do.
    def visit(state: _S, /, *rest: _P.args, **named: _P.kwargs) -> Score:
        watch = _watch.get()
        if watch is None:
            return search(state, *rest, **named)
        watch.visited += 1
        if watch.visited < watch.look_at:
            return search(state, *rest, **named)
        return watch.visit(search, state, *rest, **named)

    def visit_alone(state: _S, /) -> Score:  # a call without further arguments takes half the time
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
    """Run a search and return the root of its tree. Each node records its window, its score and the skipped moves.

    Args:
        search: a search such as `noughts.search.minimax.minimax`, or your own that uses `@node` and `Watch`.
        state: the state to search. States of the same position must compare equal (``==``).
        nodes: the maximum number of nodes to record.

    Raises:
        SearchLimit: the tree has more than `nodes` nodes.
        NoughtsError: the game is over, the search recorded no nodes, or it is not a function.
    """
    if not callable(search):
        raise NoughtsError(f"expected a search such as noughts.minimax, not {short_repr(search)}")
    return _record(search, state, _Recorder(whole_number(nodes, "the number of nodes")))


def trace_shared(search: Callable[[Any], SearchResult], state: State, *, calls: int) -> Node:
    """Run a search and return the root of its tree, in which equal subtrees are the same object.

    A call with the same arguments as an earlier call is not run again. So the tree of tic-tac-toe, with 549,946 nodes,
    needs only 5,478 objects. In return, a node does not know the move that led to it: child i of a node belongs to
    move i of its state. Never walk such a tree node by node.

    Args:
        search: `minimax`, `negamax` or `alphabeta`: a search that tries all moves in order, and whose calls depend on
            their arguments alone.
        state: the state to search.
        calls: the maximum number of different calls.

    Raises:
        SearchLimit: the search needs more than `calls` different calls.
        NoughtsError: the game is over.
    """
    return _record(search, state, _SharingRecorder(calls))


def _record(search: Callable[[Any], SearchResult], state: State, recorder: "_Recorder") -> Node:
    token = _recorder.set(recorder)
    try:
        result = search(state)
    finally:
        _recorder.reset(token)
    if recorder.root is None:
        raise NoughtsError("the search recorded no nodes: mark its functions with @node and run it inside a Watch")
    recorder.root.score = result.score
    return recorder.root


class _Recorder:
    """Records the tree of a search."""

    def __init__(self, nodes: int) -> None:
        self.root: Node | None = None
        self._open: list[Node] = []
        self._left = self._most = nodes

    @property
    def is_open(self) -> bool:
        """Whether a search is running."""
        return bool(self._open)

    def open(self, state: Any, name: str, window: tuple[Score, Score] | None) -> None:
        if self._left == 0:
            raise SearchLimit(
                f"the tree has more than {self._most:,} nodes: trace a later position, or allow more nodes"
            )
        self._left -= 1
        parent = self._open[-1] if self._open else None
        node = Node(state, None, len(self._open), name, window)
        if parent is None:
            self.root = node
        else:
            moves = (*parent.skipped, *parent.state.moves)  # a child may be searched again with another window
            node.move = next((m for m in moves if parent.state.play(m) == state), None)
            if node.move is None:
                raise NoughtsError(
                    "the search visited a state that no move of its parent leads to: check that states of the same "
                    "position compare equal (==)"
                )
            parent.children.append(node)
        self._open.append(node)

    def close(self, score: Score | None) -> None:
        if self._open:
            self._open.pop().score = score

    def recall(self, name: str, state: State, rest: tuple[object, ...]) -> Score | None:
        """Return the score of a call that has been recorded before, or None to run the call."""
        return None


class _SharingRecorder(_Recorder):
    """Records the tree of a search, and runs calls with equal arguments only once."""

    def __init__(self, nodes: int) -> None:
        super().__init__(nodes)
        self._known: dict[tuple[object, ...], Node] = {}
        self._key: tuple[object, ...] = ()

    def recall(self, name: str, state: State, rest: tuple[object, ...]) -> Score | None:
        self._key = (name, state, rest)
        node = self._known.get(self._key)
        if node is None:
            return None
        self._open[-1].children.append(node)
        return node.score

    def open(self, state: Any, name: str, window: tuple[Score, Score] | None) -> None:
        if self._left == 0:
            raise SearchLimit(f"the search needs more than {self._most:,} different calls")
        self._left -= 1
        node = Node(state, None, len(self._open), name, window)
        if self._open:
            self._open[-1].children.append(node)
            self._known[self._key] = node
        else:
            self.root = node
        self._open.append(node)


_watch: ContextVar[Watch | None] = ContextVar("watch", default=None)
_recorder: ContextVar[_Recorder | None] = ContextVar("recorder", default=None)
