"""Trees as an engine makes them: the document that the explorer plays, the same with words, as a page, as a picture.

All that takes long is done here, in a process that serves nobody. What is to be taken apart by the server, which must
not read megabytes of JSON, is laid out for it: the words stand before the document, a file is in Base64. See
`noughts.apps.web.pages.tree_responses`.
"""

from base64 import b64encode
from collections.abc import Callable
from typing import Any, cast

from noughts.apps.web.engines.task import Task
from noughts.apps.web.model.exploration import too_large
from noughts.explain.atlas import MOST_STATES, Atlas, Walk
from noughts.explain.atlas_format import to_data as atlas_data
from noughts.explain.build_story import MOST_NODES, tell
from noughts.explain.story import DEFAULT_NUMBERING, Story
from noughts.explain.trace_format import to_data as trace_data
from noughts.render.explorer import page
from noughts.render.tree_svg import MOST_DRAWN, tree_svg
from noughts.rules.errors import NoughtsError
from noughts.rules.position import Position
from noughts.search.result import SearchLimit
from noughts.solver.solver import Solver

AS = ("document", "words", "page", "picture")
"""What can be made of a tree; ``words`` is the document with its words."""

_MOST_SENTENCES = 200
_MOST_PLIES = 1_000


def trace(task: Task) -> dict[str, Any]:
    """Return the steps of a search."""
    position, order, unit = task.position(), task.order(), task.unit("ten")
    states = task.number("states", MOST_NODES, least=1, most=MOST_NODES)

    def told(algorithm: str, **settings: Any) -> Story:
        return tell(position, algorithm=cast(Any, algorithm), unit=unit, nodes=states, **order, **settings)

    algorithm, form = task.text("algorithm", "minimax"), task.text("form", "") or None
    depth = task.number("depth", least=1, most=_MOST_PLIES, optional=True)
    try:
        story = told(algorithm, form=form, depth=depth, numbering=task.text("number", DEFAULT_NUMBERING))
    except SearchLimit:
        raise _too_large(algorithm, told) from None
    return _made(task, story)


def atlas(task: Task, solver: Solver) -> dict[str, Any]:
    """Return positions with their scores."""
    position, unit = task.position(), task.unit("ten")
    # The root of a walk says whose scores are shown: a branch of a larger tree shows those of its root.
    side = task.side("max", position.turn)
    root = position if position.is_over else Position(position.game, position.x, position.o, side)
    walk = Walk(root, unit=unit, **task.order(), solver=solver)
    plies = task.number("plies", least=1, most=_MOST_PLIES, optional=True)
    states = task.number("states", MOST_STATES, least=1, most=MOST_STATES)
    if unit == "depth" and task.text("max", ""):  # counts from the root, which a branch does not know
        plies, states = None, MOST_STATES  # but such trees are small enough whole
    return _made(task, walk.atlas(position, plies=plies, states=states))


def _made(task: Task, told: Story | Atlas) -> dict[str, Any]:
    """Return what a task wants of a tree."""
    match task.choice("as", AS, "document"):
        case "page":
            return _file(page(told))
        case "picture":
            if reason := _undrawn(told):
                raise NoughtsError(reason)
            assert isinstance(told, Story)
            return _file(tree_svg(told))
        case "words":
            return {"words": _words(told), "document": _data(told)}
    return _data(told)


def _data(told: Story | Atlas) -> dict[str, Any]:
    return trace_data(told) if isinstance(told, Story) else atlas_data(told)


def _file(text: str) -> dict[str, Any]:
    return {"file": b64encode(text.encode()).decode("ascii")}


def _words(told: Story | Atlas) -> dict[str, Any]:
    """Return a tree in words: a summary, the first sentences, how many were left out, and why there is no picture."""
    if isinstance(told, Story):
        lines, states = [event.text for event in told.events], f"{len(told.nodes):,}"
        of = states if told.complete else f"more than {states}"
        summary = f"{lines[-1]} Searched {told.searched:,} of {of} states."
    else:
        lines, summary = told.advice(), str(_data(told)["note"])
    return {
        "summary": summary,
        "sentences": lines[:_MOST_SENTENCES],
        "left": max(0, len(lines) - _MOST_SENTENCES),
        "undrawn": _undrawn(told),
    }


def _undrawn(told: Story | Atlas) -> str:
    """Return why there is no picture of a tree; nothing where there is one."""
    if isinstance(told, Atlas):
        return "a picture shows the steps of a search; a tree that is opened move by move has none"
    if len(told.nodes) > MOST_DRAWN:
        return f"a picture shows at most {MOST_DRAWN} states, and this tree has {len(told.nodes):,}"
    return ""


def _too_large(algorithm: str, told: Callable[[str], Story]) -> NoughtsError:
    """Return what to do instead of telling every step: first a table, where the tree is small enough with one."""
    less = "a smaller depth"
    if algorithm != "depth-limited":
        try:
            count = told("transposition").searched
            less = f"transposition, whose table leaves {count:,} states to search, or depth-limited"
        except SearchLimit:  # too large with a table too
            less = "depth-limited"
    return too_large(less)
