"""Build the tree of a story and annotate each state with its search results."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Any

from noughts.explain.story.presentation import Presentation
from noughts.explain.story.pseudocode import Role
from noughts.explain.story.story import Bound, Numbering, StoryNode
from noughts.rules.position import Position, Score
from noughts.search.result import SearchLimit
from noughts.search.tree import Node


@dataclass(slots=True)
class NodeBuilder:
    """A state of the tree while its `StoryNode` is being built.

    Attributes:
        state: the state that was searched: a position, perhaps wrapped to order its moves or to ignore distances.
        move: the move that leads to this state, or None at the root.
        depth: plies below the root.
        parent: the parent state, or None at the root.
        traced: the search's record of this state, or None if the search never visited it.
        children: the child states, in move order.
        story_node: the node of the story, or None until the states are numbered.
        best: the score that the search returned, from MAX's point of view.
        known: the bounds from the transposition table that narrowed the window. They are infinite if the table had
            none.
    """

    state: Any
    move: int | None
    depth: int
    parent: "NodeBuilder | None"
    traced: Node | None
    children: list["NodeBuilder"] = field(default_factory=list)
    story_node: StoryNode | None = None
    best: Score = 0
    known: tuple[Score, Score] = (-inf, inf)

    @property
    def node(self) -> StoryNode:
        """The state's node in the story. Call `number_nodes` before you use this property."""
        assert self.story_node, "call number_nodes first"
        return self.story_node

    @property
    def searched(self) -> list["NodeBuilder"]:
        """The children that the search visited."""
        return [child for child in self.children if child.traced is not None]  # a node's length is that of its tree


def build_tree(state: Any, root: Node, *, whole: bool, horizon: float, most: int) -> NodeBuilder:
    """Build the tree of all states that the search visited or skipped.

    Args:
        state: the root's state.
        root: the trace of the search.
        whole: whether to include everything below the skipped states, or only the topmost of them.
        horizon: the maximum depth of the tree.
        most: the maximum number of states in the tree.

    Raises:
        SearchLimit: the tree has more than `most` states.
    """
    budget = most
    top = NodeBuilder(state, None, 0, None, root)
    pending = [top]
    while pending:
        builder = pending.pop()
        budget -= 1
        if budget < 0:
            raise SearchLimit(f"the tree has more than {most:,} states: explain a later position")
        traced_children = None if builder.traced is None else builder.traced.children
        if builder.depth >= horizon or not (traced_children or whole):
            continue
        traced = {node.move: node for node in traced_children or ()}
        builder.children = [
            NodeBuilder(builder.state.play(move), move, builder.depth + 1, builder, traced.get(move))
            for move in builder.state.moves
        ]
        pending += reversed(builder.children)
    return top


def number_nodes(top: NodeBuilder, numbering: Numbering, names: tuple[str, ...]) -> list[NodeBuilder]:
    """Number the states, create their story nodes, and return them with parents before children.

    Args:
        top: the root.
        numbering: whether to number the states level by level or in the order of the search.
        names: the names of the cells.
    """
    by_visit = list(_walk(top))
    by_level = sorted(by_visit, key=lambda builder: builder.depth)
    order = by_level if numbering == "level" else sorted(by_visit, key=lambda builder: builder.traced is None)
    for number, builder in enumerate(order, 1):
        role: Role = "min" if builder.depth % 2 else "max"
        move = "" if builder.move is None else names[builder.move]
        state = builder.state
        while not isinstance(state, Position):
            state = state.state
        builder.story_node = StoryNode(number, None, move, state, role, builder.depth)
    for builder in by_level:
        builder.node.parent = builder.parent.node.id if builder.parent else None
        builder.node.children = [child.node.id for child in builder.children]
    return by_level


def annotate(builder: NodeBuilder, presentation: Presentation, horizon: float) -> None:
    """Record the search results of a state: score, bound, window, reason for ending, and chosen child.

    Annotate the children first. A state that the search did not visit is left unchanged.
    """
    node, traced = builder.node, builder.traced
    if traced is None:
        return
    node.searched = True
    # Convert from the search's point of view to MAX's.
    sign = -1 if node.role == "min" and presentation.search_scores_by_mover else 1
    assert traced.score is not None
    builder.best = sign * traced.score
    alpha, beta = _window(builder, presentation)
    if node.position.is_over:
        outcome = node.position.outcome
        node.end = "win" if outcome and outcome.winner else "draw"
    elif builder.searched:
        _annotate_from_children(builder, presentation, alpha, beta)
    elif builder.depth >= horizon:
        node.end = "horizon"
    else:
        node.end = "table"
        node.bound = "<=" if builder.best <= alpha else ">=" if builder.best >= beta else "="
    if presentation.has_window:
        node.alpha, node.beta = presentation.display_limit(alpha), presentation.display_limit(beta)
    node.score = presentation.display_score(builder.best, node.role)


def _annotate_from_children(builder: NodeBuilder, presentation: Presentation, alpha: Score, beta: Score) -> None:
    """Record which child was chosen, whether there was a cut-off, and whether the score is exact or a bound."""
    node, best, searched = builder.node, builder.best, builder.searched
    cut = len(searched) < len(builder.state.moves)
    node.end = "cut" if cut else None
    candidates = [child.node for child in searched if child.best == best]
    exact = [child for child in candidates if child.bound == "="]
    node.chosen = (exact or candidates)[0].id
    more: Bound = ">=" if node.role == "max" else "<="
    less: Bound = "<=" if node.role == "max" else ">="
    if cut or (not exact and any(child.bound == more for child in candidates)):  # the last move may cause a cut, too
        node.bound = more
    elif not exact:
        node.bound = less
    low, high = _window(searched[0], presentation)
    builder.known = low if low > alpha else -inf, high if high < beta else inf
    if (node.bound == "<=" and best <= builder.known[0]) or (node.bound == ">=" and best >= builder.known[1]):
        node.bound = "="


def _window(builder: NodeBuilder, presentation: Presentation) -> tuple[Score, Score]:
    """Return the values of alpha and beta with which a state was searched, from MAX's point of view."""
    assert builder.traced is not None
    alpha, beta = builder.traced.window or (-inf, inf)
    return (-beta, -alpha) if builder.depth % 2 and presentation.search_scores_by_mover else (alpha, beta)


def _walk(builder: NodeBuilder) -> Iterator[NodeBuilder]:
    """Yield a state and all states below it, depth first."""
    yield builder
    for child in builder.children:
        yield from _walk(child)
