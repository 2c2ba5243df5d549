"""The judged tree: what a search walked and what it left, numbered, and what it found in every state."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Any

from noughts.explain.manner import Manner
from noughts.explain.pseudocode import Role
from noughts.explain.story import Bound, Numbering, StoryNode
from noughts.rules.position import Position, Score
from noughts.search.result import SearchLimit
from noughts.search.tree import Node


@dataclass(slots=True)
class Draft:
    """A node of the tree before it is numbered: what there is, and what the search made of it.

    Attributes:
        state: what was searched: a position, or one that orders its moves or knows no distance.
        move: the move that leads here; None at the root.
        depth: plies below the root.
        parent: the draft above; None at the root.
        traced: what the search did here; None where it never came.
        children: the drafts below, in the order of the moves.
        told: the state as the story tells it; None until `numbered` sets it. Read it as `node`.
        best: what the search answered, from MAX's point of view.
        known: what the table knew of its score, where that narrowed the window.
    """

    state: Any
    move: int | None
    depth: int
    parent: "Draft | None"
    traced: Node | None
    children: list["Draft"] = field(default_factory=list)
    told: StoryNode | None = None
    best: Score = 0
    known: tuple[Score, Score] = (-inf, inf)

    @property
    def node(self) -> StoryNode:
        """The state as the story tells it."""
        assert self.told, "numbered before it is told"
        return self.told

    @property
    def searched(self) -> list["Draft"]:
        """The children that were searched."""
        return [child for child in self.children if child.traced]


def grown(state: Any, root: Node, *, whole: bool, horizon: float, most: int) -> Draft:
    """Return the tree: what the search walked, and what it did not, wholly or only its topmost states.

    Raises:
        SearchLimit: it has more states than `most`.
    """
    left = most
    top = Draft(state, None, 0, None, root)
    pending = [top]
    while pending:
        draft = pending.pop()
        left -= 1
        if left < 0:
            raise SearchLimit(f"the tree has more than {most:,} states: explain a later position")
        if draft.depth >= horizon or not (draft.traced or whole):
            continue
        if draft.traced and not draft.traced.children and not whole:
            continue
        traced = {node.move: node for node in draft.traced.children} if draft.traced else {}
        draft.children = [
            Draft(draft.state.play(move), move, draft.depth + 1, draft, traced.get(move)) for move in draft.state.moves
        ]
        pending += reversed(draft.children)
    return top


def numbered(top: Draft, numbering: Numbering, names: tuple[str, ...]) -> list[Draft]:
    """Number the states and return them, each after its parent."""
    by_visit = list(_walk(top))
    by_level = sorted(by_visit, key=lambda draft: draft.depth)
    order = by_level if numbering == "level" else sorted(by_visit, key=lambda draft: draft.traced is None)
    for place, draft in enumerate(order, 1):
        role: Role = "min" if draft.depth % 2 else "max"
        move = "" if draft.move is None else names[draft.move]
        state = draft.state
        while not isinstance(state, Position):
            state = state.state
        draft.told = StoryNode(place, None, move, state, role, draft.depth)
    for draft in by_level:
        draft.node.parent = draft.parent.node.id if draft.parent else None
        draft.node.children = [child.node.id for child in draft.children]
    return by_level


def judge(draft: Draft, manner: Manner, horizon: float) -> None:
    """Say what the search found in a state, after its children: score, bound, window, why it ended, what it chose."""
    node, traced = draft.node, draft.traced
    if traced is None:
        return
    node.searched = True
    sign = -1 if node.role == "min" and manner.by_mover else 1  # from the search's point of view to MAX's
    assert traced.score is not None
    draft.best = sign * traced.score
    alpha, beta = _window(draft, manner)
    if draft.state.is_over:
        outcome = node.position.outcome
        node.end = "win" if outcome and outcome.winner else "draw"
    elif draft.searched:
        _judge_by_children(draft, manner, alpha, beta)
    elif draft.depth >= horizon:
        node.end = "horizon"
    else:
        node.end = "table"
        node.bound = "<=" if draft.best <= alpha else ">=" if draft.best >= beta else "="
    if manner.windowed:
        node.alpha, node.beta = manner.limit(alpha), manner.limit(beta)
    node.score = manner.shown(draft.best, node.role)


def _judge_by_children(draft: Draft, manner: Manner, alpha: Score, beta: Score) -> None:
    node, best, searched = draft.node, draft.best, draft.searched
    left = len(searched) < len(draft.state.moves)
    node.end = "cut" if left else None
    taken = [child.node for child in searched if child.best == best]
    exact = [child for child in taken if child.bound == "="]
    node.chosen = (exact or taken)[0].id
    more: Bound = ">=" if node.role == "max" else "<="
    less: Bound = "<=" if node.role == "max" else ">="
    if left or (not exact and any(child.bound == more for child in taken)):  # the last move may cut too
        node.bound = more
    elif not exact:
        node.bound = less
    low, high = _window(searched[0], manner)
    draft.known = low if low > alpha else -inf, high if high < beta else inf
    if (node.bound == "<=" and best <= draft.known[0]) or (node.bound == ">=" and best >= draft.known[1]):
        node.bound = "="


def _window(draft: Draft, manner: Manner) -> tuple[Score, Score]:
    """Return alpha and beta that a state was searched with, from MAX's point of view."""
    assert draft.traced
    alpha, beta = draft.traced.window or (-inf, inf)
    return (-beta, -alpha) if draft.depth % 2 and manner.by_mover else (alpha, beta)


def _walk(draft: Draft) -> Iterator[Draft]:
    yield draft
    for child in draft.children:
        yield from _walk(child)
