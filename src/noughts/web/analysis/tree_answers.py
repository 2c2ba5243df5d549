"""Build an engine's answers to tasks about search trees, and parse the answers in the server.

The field ``shape`` of a task names the format of the answer:

- ``document``: the trace or atlas that the explorer plays
- ``words``: the words for the page, followed by the document
- ``page``: a standalone page with the explorer, as a file
- ``picture``: an SVG, as a file
- ``part``: some steps of a story that is too large for one document, beginning with step ``first``

If ``long`` is true, the answer to a story that is too large for one document is its first part.

The server must not parse megabytes of JSON, or all other requests would wait. So `parse_tree` cuts the document out of
the answer without parsing it, and `file_chunks` decodes a Base64 file in chunks.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from typing import Any, TypeAlias

from noughts.explain.story.atlas import MOST_STATES, Atlas
from noughts.explain.story.atlas import atlas as map_atlas
from noughts.explain.story.atlas_format import to_data as atlas_data
from noughts.explain.story.build_story import MOST_NODES, RecordedSearch, whole_story
from noughts.explain.story.playouts import Playouts
from noughts.explain.story.playouts import playouts as run_playouts
from noughts.explain.story.playouts import to_data as playouts_data
from noughts.explain.story.race import Race
from noughts.explain.story.race import race as run_race
from noughts.explain.story.race import to_data as race_data
from noughts.explain.story.settings import StorySettings
from noughts.explain.story.story import Event, Story
from noughts.explain.story.trace_format import to_data as trace_data
from noughts.render.explorer import page
from noughts.render.tree.svg import MOST_DRAWN, tree_svg
from noughts.render.tree.text import searched_words
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Player
from noughts.rules.position import Position
from noughts.search.result import SearchLimit
from noughts.solver.solver import Solver
from noughts.web.model.exploration import most_calls, too_large
from noughts.web.model.task import EngineAnswer, EngineTask

Tree: TypeAlias = Story | Atlas | Race | Playouts

_MOST_SENTENCES = 200
_PART = 120  # steps
_DOCUMENT_KEY = b',"document":'  # inside a JSON string, the quotation marks would be escaped
_FILE_KEY = b'{"file":"'
_CHUNK = 1 << 18  # bytes, a multiple of four


recorded_search = lru_cache(maxsize=3)(RecordedSearch)
"""The latest recorded searches, because their next parts are usually requested soon."""


@dataclass(frozen=True)
class TreeWords:
    """The description of a search tree in words.

    Attributes:
        summary: the result, and how much was searched.
        sentences: the first steps.
        left: the number of steps that are left out.
        undrawn: the reason why there is no picture, or an empty string.
        long: whether the explorer loads the steps part by part.
    """

    summary: str
    sentences: list[str]
    left: int
    undrawn: str
    long: bool


@dataclass(frozen=True)
class TreeAnswer:
    """A search tree from an engine, both described in words and as a JSON document for the explorer."""

    words: TreeWords
    document: bytes


def parse_tree(answer: bytes) -> TreeAnswer:
    """Parse the words in an answer of the shape ``words``. The JSON document in the answer is not parsed."""
    words, _, document = answer.partition(_DOCUMENT_KEY)
    return TreeAnswer(TreeWords(**json.loads(words + b"}")["words"]), document.rstrip()[:-1])


def file_chunks(answer: bytes) -> Iterator[bytes]:
    """Decode the file in an answer of the shape ``page`` or ``picture``, and yield the file in chunks."""
    end = answer.rindex(b'"')
    for start in range(len(_FILE_KEY), end, _CHUNK):
        yield b64decode(answer[start : min(start + _CHUNK, end)])


def trace(task: EngineTask, position: Position) -> EngineAnswer:
    """Answer a task ``trace`` with the steps of a search."""
    settings = _settings(task)
    try:
        if task.get("long") or task.get("shape") == "part":
            search = recorded_search(position, settings, calls=most_calls(position.game))
            if task.get("shape") == "part":
                return trace_data(search.part(task["first"], _part_steps(position)))
            story = search.story() if search.states <= MOST_NODES else search.part(1, _part_steps(position))
            return _answer(task, story, search.part(search.steps, 1).events[-1])
        story = whole_story(position, settings, nodes=task.get("states", MOST_NODES))
        return _answer(task, story, story.events[-1])
    except SearchLimit:
        raise too_large(settings.depth) from None


def atlas(task: EngineTask, position: Position, solver: Solver) -> EngineAnswer:
    """Answer a task ``atlas`` with positions and their scores."""
    plies, states = task.get("plies"), task.get("states", MOST_STATES)
    if (
        task.get("unit") == "depth" and "max" in task
    ):  # the unit counts from the root of the whole tree, not of a branch
        plies, states = None, MOST_STATES  # so send the whole tree, which is small with this unit
    side = Player(task.get("max", position.turn))
    chosen = _chosen(task, ["unit", "order", "seed"])
    return _answer(task, map_atlas(position, maximiser=side, plies=plies, states=states, solver=solver, **chosen))


def race(task: EngineTask, position: Position) -> EngineAnswer:
    """Answer a task ``race`` with a race of minimax and alpha-beta from the same position."""
    settings = _settings(task)
    try:
        return _answer(task, run_race(position, settings, calls=most_calls(position.game)))
    except SearchLimit:
        raise too_large(settings.depth) from None


def playouts(task: EngineTask, position: Position) -> EngineAnswer:
    """Answer a task ``playouts`` with the playouts of Monte Carlo tree search."""
    return _answer(task, run_playouts(position, count=task["playouts"], seed=task.get("seed", 0)))


def _settings(task: EngineTask) -> StorySettings:
    return StorySettings(**_chosen(task, [field.name for field in fields(StorySettings)]))


def _chosen(task: EngineTask, names: Sequence[str]) -> dict[str, Any]:
    """Return the fields of a task that have the given names."""
    return {name: value for name, value in task.items() if name in names}


def _part_steps(position: Position) -> int:
    """Return the number of search steps in one part of a story. On large boards, every step shows more states."""
    return _PART if len(position.moves) <= 20 else _PART // 3


def _answer(task: EngineTask, tree: Tree, last: Event | None = None) -> EngineAnswer:
    """Return a search tree in the shape that a task requests. For a story, `last` is the last step of the search."""
    match task.get("shape", "document"):
        case "page" | "picture" if isinstance(tree, Story) and not tree.is_whole:
            raise NoughtsError("this tree is too large to save: choose a later position or a smaller depth")
        case "page" if not isinstance(tree, Race | Playouts):
            return _file(page(tree))
        case "page" | "picture":
            if reason := _undrawn(tree):
                raise NoughtsError(reason)
            assert isinstance(tree, Story)
            return _file(tree_svg(tree))
        case "words":
            return {"words": asdict(_words(tree, last)), "document": _data(tree)}
    return _data(tree)


def _data(tree: Tree) -> EngineAnswer:
    match tree:
        case Story():
            return trace_data(tree)
        case Atlas():
            return atlas_data(tree)
        case Race():
            return race_data(tree)
        case Playouts():
            return playouts_data(tree)


def _file(text: str) -> EngineAnswer:
    return {"file": b64encode(text.encode()).decode("ascii")}


def _words(tree: Tree, last: Event | None) -> TreeWords:
    match tree:
        case Story():
            assert last
            lines, steps = [event.text for event in tree.events], tree.steps
            summary = f"{last.text} {searched_words(tree).capitalize()}."
        case Atlas():
            lines, summary = tree.advice(), str(_data(tree)["note"])
            steps = len(lines)
        case Race():
            lines, summary, steps = [], tree.summary, 0
        case Playouts():
            lines, steps = [step.text for step in tree.steps], len(tree.steps)
            summary = lines[-1]
    sentences = lines[:_MOST_SENTENCES]
    is_long = isinstance(tree, Story) and not tree.is_whole
    return TreeWords(summary, sentences, steps - len(sentences), _undrawn(tree), long=is_long)


def _undrawn(tree: Tree) -> str:
    """Return the reason why there is no picture of a tree, or an empty string."""
    if isinstance(tree, Race | Playouts):
        return "this tree is shown on the page only"
    if isinstance(tree, Atlas):
        return "a picture shows the steps of a search; a tree that is opened move by move has none"
    if not tree.is_whole:
        return f"a picture shows at most {MOST_DRAWN} states, and this search visits {tree.searched:,}"
    if len(tree.nodes) > MOST_DRAWN:
        return f"a picture shows at most {MOST_DRAWN} states, and this tree has {len(tree.nodes):,}"
    return ""
