"""Annotate each call of a search with its result, whether the result is exact, and why the call stopped."""

from dataclasses import dataclass, field
from math import inf
from typing import Any

from noughts.explain.story.presentation import Presentation
from noughts.explain.story.pseudocode import MinimaxPlayer
from noughts.explain.story.story import Bound, StoryNode
from noughts.rules.position import Position, Score
from noughts.search.tree import Node


@dataclass(slots=True)
class Call:
    """A call of the search function, and its result. Equal calls share one object, which can occur often in the tree.

    Attributes:
        state: the state that is searched: a position, perhaps wrapped to order its moves or to ignore distances.
        node: the state's node without its place in the tree: its number is 0.
        calls: the calls that it makes. Call i belongs to move i of the state.
        best: the score that the search returned, from MAX's point of view.
        known: the bounds from the transposition table that narrowed the window. They are infinite if the table had
            none.
        chosen: the index of the chosen move, or None.
        starts: when it makes each call, in steps since its own first step.
        steps: the number of its steps, with those of the calls below.
        states: the number of states that it searches.
        unsearched: the number of states below it that it does not search, as far as the story includes them.
    """

    state: Any
    node: StoryNode
    calls: list["Call"]
    best: Score
    known: tuple[Score, Score] = (-inf, inf)
    chosen: int | None = None
    starts: list[int] = field(default_factory=list)
    steps: int = 0
    states: int = 0
    unsearched: int = 0


def annotate(traced: Node, calls: list[Call], presentation: Presentation, horizon: float) -> Call:
    """Return the call that a node of the search tree records, with its score, bound, window, and reason for ending.

    Args:
        traced: the node.
        calls: the calls below it.
        presentation: how scores are shown.
        horizon: the depth at which states are evaluated.
    """
    role: MinimaxPlayer = "min" if traced.depth % 2 else "max"
    node = StoryNode(0, None, "", position_of(traced.state), role, traced.depth, searched=True)
    sign = -1 if role == "min" and presentation.search_scores_by_mover else 1
    assert traced.score is not None
    call = Call(traced.state, node, calls, sign * traced.score)
    alpha, beta = _window(traced, presentation)
    if node.position.is_over:
        outcome = node.position.outcome
        node.end = "win" if outcome and outcome.winner else "draw"
    elif calls:
        low, high = _window(traced.children[0], presentation)
        call.known = low if low > alpha else -inf, high if high < beta else inf
        _conclude(call)
    elif traced.depth >= horizon:
        node.end = "horizon"
    else:
        node.end = "table"
        node.bound = "<=" if call.best <= alpha else ">=" if call.best >= beta else "="
    if presentation.has_window:
        node.alpha, node.beta = presentation.display_limit(alpha), presentation.display_limit(beta)
    node.score = presentation.display_score(call.best, role)
    return call


def position_of(state: Any) -> Position:
    """Return the position that a state wraps."""
    while not isinstance(state, Position):
        state = state.state
    return state


def _conclude(call: Call) -> None:
    """Record which move a call chooses, whether there was a cut-off, and whether the score is exact or a bound."""
    node, best = call.node, call.best
    cut = len(call.calls) < len(call.state.moves)
    node.end = "cut" if cut else None
    candidates = [index for index, below in enumerate(call.calls) if below.best == best]
    bounds = [call.calls[index].node.bound for index in candidates]
    call.chosen = candidates[bounds.index("=") if "=" in bounds else 0]
    more: Bound = ">=" if node.role == "max" else "<="
    less: Bound = "<=" if node.role == "max" else ">="
    if cut or ("=" not in bounds and more in bounds):  # the last move may cause a cut, too
        node.bound = more
    elif "=" not in bounds:
        node.bound = less
    low, high = call.known
    if (node.bound == "<=" and best <= low) or (node.bound == ">=" and best >= high):
        node.bound = "="


def _window(traced: Node, presentation: Presentation) -> tuple[Score, Score]:
    """Return alpha and beta at the beginning of a state's search, from MAX's point of view."""
    alpha, beta = traced.window or (-inf, inf)
    return (-beta, -alpha) if traced.depth % 2 and presentation.search_scores_by_mover else (alpha, beta)
