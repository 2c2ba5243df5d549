"""The format in which an engine sends a search tree to the server, and how the server reads it.

The field ``shape`` of a task names the format:

- ``document``: the trace or atlas that the explorer plays
- ``words``: the words for the page, followed by the document
- ``page``: a standalone page with the explorer, as a file
- ``picture``: an SVG, as a file
- ``part``: some steps of a tree that is too large for one document, beginning with step ``first``

If ``long`` is true, a tree that is too large for `noughts.tell` is answered with the first part of a long story.

The server must not parse megabytes of JSON, or all other requests would wait. So `parse_tree` cuts the document out of
the answer without parsing it, and `file_chunks` decodes a Base64 file in chunks.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from noughts.explain.story.atlas import MOST_STATES, Atlas, Walk
from noughts.explain.story.atlas_format import to_data as atlas_data
from noughts.explain.story.build_story import MOST_NODES, tell
from noughts.explain.story.long_format import part_data
from noughts.explain.story.long_format import to_data as long_data
from noughts.explain.story.long_story import LongStory
from noughts.explain.story.story import DEFAULT_NUMBERING, Story
from noughts.explain.story.trace_format import to_data as trace_data
from noughts.render.explorer import page
from noughts.render.tree.svg import MOST_DRAWN, tree_svg
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Player
from noughts.rules.position import Position
from noughts.search.result import SearchLimit
from noughts.solver.solver import Solver
from noughts.web.model.exploration import most_calls, too_large
from noughts.web.model.task import EngineAnswer, EngineTask

Tree: TypeAlias = Story | LongStory | Atlas

_MOST_SENTENCES = 200
_PART = 120  # steps
_DOCUMENT_KEY = b',"document":'  # inside a JSON string, the quotation marks would be escaped
_FILE_KEY = b'{"file":"'
_CHUNK = 1 << 18  # bytes, a multiple of four


long_story = lru_cache(maxsize=3)(LongStory)
"""The latest long stories, because their next parts are usually requested soon."""


@dataclass(frozen=True)
class TreeWords:
    """A search tree in words.

    Attributes:
        summary: the result, and how much was searched.
        sentences: the first steps.
        left: the number of steps that are left out.
        undrawn: why there is no picture, or an empty text.
        long: whether the explorer loads the steps part by part.
    """

    summary: str
    sentences: list[str]
    left: int
    undrawn: str
    long: bool


@dataclass(frozen=True)
class TreeAnswer:
    """A search tree for the page: its words, and its trace or atlas as JSON."""

    words: TreeWords
    document: bytes


def parse_tree(answer: bytes) -> TreeAnswer:
    """Parse the answer to a task with ``"shape": "words"``. The document is not parsed."""
    words, _, document = answer.partition(_DOCUMENT_KEY)
    return TreeAnswer(TreeWords(**json.loads(words + b"}")["words"]), document.rstrip()[:-1])


def file_chunks(answer: bytes) -> Iterator[bytes]:
    """Decode the answer to a task with ``"shape": "page"`` or ``"shape": "picture"``, and yield the file in chunks."""
    end = answer.rindex(b'"')
    for start in range(len(_FILE_KEY), end, _CHUNK):
        yield b64decode(answer[start : min(start + _CHUNK, end)])


def trace(task: EngineTask, position: Position) -> EngineAnswer:
    """Return the answer to a task ``trace``: the steps of a search."""
    search = _settings(task, "algorithm", "form", "depth")
    try:
        if task.get("long") or task.get("shape") == "part":
            long = long_story(position, calls=most_calls(position.game), **search)
            if task.get("shape") == "part":
                return part_data(long.part(task["first"], _part_steps(long)))
            if long.searched + long.skipped > MOST_NODES:
                return _answer(task, long)
        numbering = task.get("numbering", DEFAULT_NUMBERING)
        return _answer(task, tell(position, nodes=task.get("states", MOST_NODES), numbering=numbering, **search))
    except SearchLimit:
        raise too_large(search.get("depth")) from None


def atlas(task: EngineTask, position: Position, solver: Solver) -> EngineAnswer:
    """Return the answer to a task ``atlas``: positions with their scores."""
    # A walk scores for the player to move at its root. A branch scores for the same player as the whole tree does.
    side = Player(task.get("max", position.turn))
    root = position if position.is_over else Position(position.game, position.x, position.o, side)
    walk = Walk(root, **_settings(task), solver=solver)
    plies, states = task.get("plies"), task.get("states", MOST_STATES)
    if walk.unit == "depth" and "max" in task:  # the unit counts from the root of the whole tree, not of a branch
        plies, states = None, MOST_STATES  # so send the whole tree: with this unit it is small
    return _answer(task, walk.atlas(position, plies=plies, states=states))


def _settings(task: EngineTask, *more: str) -> dict[str, Any]:
    """Return the settings that traces and atlases share, and others by name, as arguments."""
    return {name: value for name, value in task.items() if name in ("unit", "order", "seed", *more)}


def _part_steps(story: LongStory) -> int:
    """Return the number of steps in a part. On large boards, every step shows more states."""
    return _PART if len(story.position.moves) <= 20 else _PART // 3


def _answer(task: EngineTask, tree: Tree) -> EngineAnswer:
    match task.get("shape", "document"):
        case "page" | "picture" if isinstance(tree, LongStory):
            raise NoughtsError("this tree is too large to save: explore a later position, or a smaller depth")
        case "page":
            assert not isinstance(tree, LongStory)
            return _file(page(tree))
        case "picture":
            if reason := _undrawn(tree):
                raise NoughtsError(reason)
            assert isinstance(tree, Story)
            return _file(tree_svg(tree))
        case "words":
            return {"words": asdict(_words(tree)), "document": _data(tree)}
    return _data(tree)


def _data(tree: Tree) -> EngineAnswer:
    if isinstance(tree, LongStory):
        return long_data(tree, tree.part(0, _part_steps(tree)))
    return trace_data(tree) if isinstance(tree, Story) else atlas_data(tree)


def _file(text: str) -> EngineAnswer:
    return {"file": b64encode(text.encode()).decode("ascii")}


def _words(tree: Tree) -> TreeWords:
    if isinstance(tree, LongStory):
        return _long_words(tree)
    if isinstance(tree, Story):
        lines, states = [event.text for event in tree.events], f"{len(tree.nodes):,}"
        total = states if tree.complete else f"more than {states}"
        summary = f"{lines[-1]} Searched {tree.searched:,} of {total} states."
    else:
        lines, summary = tree.advice(), str(_data(tree)["note"])
    left = max(0, len(lines) - _MOST_SENTENCES)
    return TreeWords(summary, lines[:_MOST_SENTENCES], left, _undrawn(tree), long=False)


def _long_words(story: LongStory) -> TreeWords:
    """Return the words for a search that is too long for one document."""
    last = story.part(story.steps - 1, 1).events[story.steps - 1]
    first = story.part(0, _MOST_SENTENCES)
    total = f" of {story.total:,}" if story.total else ""
    return TreeWords(
        f"{last.text} Searched {story.searched:,}{total} states.",
        [first.events[step].text for step in range(first.end)],
        max(0, story.steps - _MOST_SENTENCES),
        _undrawn(story),
        long=True,
    )


def _undrawn(tree: Tree) -> str:
    """Return the reason why there is no picture of a tree, or an empty text."""
    if isinstance(tree, LongStory):
        return f"a picture shows at most {MOST_DRAWN} states, and this search visits {tree.searched:,}"
    if isinstance(tree, Atlas):
        return "a picture shows the steps of a search; a tree that is opened move by move has none"
    if len(tree.nodes) > MOST_DRAWN:
        return f"a picture shows at most {MOST_DRAWN} states, and this tree has {len(tree.nodes):,}"
    return ""
