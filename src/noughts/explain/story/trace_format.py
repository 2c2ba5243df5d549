"""Traces: stories as JSON, for viewers and other programs. `trace.schema.json` describes version 1 of the format.

A part of a story is a trace, too, with only some of the steps. An infinite alpha or beta is null. Boards have one
character per cell, row by row.
"""

from dataclasses import asdict
from typing import Any

from noughts.explain.story.documents import head_data, json_text, read_schema
from noughts.explain.story.settings import pseudocode_of
from noughts.explain.story.story import Event, Quiz, Story, StoryNode
from noughts.rules.errors import NotationError, cut
from noughts.rules.gallery import game
from noughts.rules.notation import cell_string, position
from noughts.rules.position import Position
from noughts.rules.untrusted import check_types, parse_json

FORMAT = "noughts-trace"
VERSION = 1


def schema() -> dict[str, Any]:
    """Return the JSON Schema of traces."""
    return read_schema("trace.schema.json")


def to_data(story: Story) -> dict[str, Any]:
    """Convert a story to JSON-compatible data, which `from_data` reads back."""
    return {
        **head_data(FORMAT, VERSION, story.position, story.form),
        "algorithm": story.algorithm,
        **({} if story.depth is None else {"depth": story.depth}),
        "order": story.order,
        **({} if story.seed is None else {"seed": story.seed}),
        "unit": story.unit,
        "numbering": story.numbering,
        "view": story.view,
        "windowed": story.windowed,
        "steps": story.steps,
        "searched": story.searched,
        "minimax": story.minimax,
        "alphabeta": story.alphabeta,
        "first": story.first,
        "nodes": [node_data(node) for node in story.nodes],
        "events": [event_data(event) for event in story.events],
    }


def to_json(story: Story, *, indent: int | None = None) -> str:
    """Convert a story to JSON text."""
    return json_text(to_data(story), indent)


def from_json(text: str) -> Story:
    """Read a story from JSON text.

    Raises:
        NotationError: the text is not a valid trace of a whole story. The message says why.
    """
    return from_data(parse_json(text))


def from_data(data: Any) -> Story:
    """Read a story from data in the format that `to_data` returns.

    Raises:
        NotationError: the data is not a valid trace of a whole story. The message says why.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise NotationError(f"this is not a trace: expected an object with format {FORMAT!r}")
    if data.get("version") != VERSION:
        raise NotationError(f"this trace has version {data.get('version')!r}: expected {VERSION}")
    try:
        story = _story(data)
        _check_types(story)
        _check_numbers(story)
        _check_derived(story, data)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise NotationError(f"this trace is incomplete: {type(error).__name__} {cut(str(error), 100)}") from None
    except ValueError as error:
        raise NotationError(f"this trace is invalid: {error}") from None
    return story


def _story(data: dict[str, Any]) -> Story:
    """Read a story without checking it."""
    start = position(data["position"], game(data["game"]["name"]))
    return Story(
        start,
        data["algorithm"],
        pseudocode_of(data["algorithm"], data["pseudocode"]["form"], data.get("depth")),
        data["order"],
        data["unit"],
        data["numbering"],
        tuple(_node(item, start) for item in data["nodes"]),
        tuple(map(_event, data["events"])),
        data["steps"],
        data["searched"],
        data["minimax"],
        data["alphabeta"],
        data.get("seed"),
        data.get("depth"),
        data["first"],
    )


def _check_types(story: Story) -> None:
    check_types(Story, [story])
    check_types(StoryNode, story.nodes)
    check_types(Event, story.events)
    check_types(Quiz, [event.quiz for event in story.events if event.quiz])


def _check_numbers(story: Story) -> None:
    """Check that all steps are present, and that they refer only to existing states."""
    numbers = [node.id for node in story.nodes]
    named = {1, *(number for node in story.nodes for number in (node.parent, node.chosen, *node.children))}
    named |= {number for event in story.events for number in (event.node, event.child, *event.skipped)}
    if numbers != list(range(1, len(numbers) + 1)) or not named <= {None, *numbers}:
        raise NotationError("the numbers of its states do not match")
    if [event.step for event in story.events] != list(range(1, story.steps + 1)):
        raise NotationError(f"it does not have all steps from 1 to {cut(str(story.steps), 20)}, in order")


def _check_derived(story: Story, data: dict[str, Any]) -> None:
    """Check the fields that the search algorithm determines."""
    for name, value in {"windowed": story.windowed, "view": story.view}.items():
        if data[name] != value:
            raise NotationError(f"{name} is {data[name]!r}, expected {value!r} for {story.algorithm}")


def node_data(node: StoryNode) -> dict[str, Any]:
    """Convert a state to JSON-compatible data."""
    outcome = node.position.outcome
    line = outcome.line if outcome else 0
    return {
        "id": node.id,
        "parent": node.parent,
        "move": node.move,
        "board": cell_string(node.position),
        "turn": node.position.turn.value,
        "role": node.role,
        "depth": node.depth,
        "children": node.children,
        "searched": node.searched,
        "score": node.score,
        "bound": node.bound,
        "alpha": node.alpha,
        "beta": node.beta,
        "end": node.end,
        "winner": outcome.winner.value if outcome and outcome.winner else None,
        "line": [cell for cell in range(len(node.position.game.board)) if line >> cell & 1],
        "reason": node.reason,
        "chosen": node.chosen,
        "asked": node.asked,
        "done": node.done,
        "cut": node.cut,
    }


def _node(data: dict[str, Any], start: Position) -> StoryNode:
    stones = {mark: sum(1 << c for c, m in enumerate(data["board"]) if m == mark) for mark in "xo"}
    turn = start.turn if data["turn"] == start.turn.value else start.turn.other
    fields = {key: value for key, value in data.items() if key not in ("board", "turn", "winner", "line")}
    return StoryNode(position=Position(start.game, stones["x"], stones["o"], turn), **fields)


def event_data(event: Event) -> dict[str, Any]:
    """Convert a step to JSON-compatible data."""
    data = asdict(event)
    lists: dict[str, Any] = {key: list(data[key]) for key in ("scores", "bounds", "skipped")}
    quiz = data.pop("quiz")
    if quiz:
        lists["quiz"] = {"question": quiz["question"], "choices": list(map(list, quiz["choices"]))}
    return {**data, **lists, "variables": [list(variable) for variable in event.variables]}


def _event(data: dict[str, Any]) -> Event:
    lists = {key: tuple(data[key]) for key in ("scores", "bounds", "skipped")}
    variables = tuple((str(name), str(value)) for name, value in data["variables"])
    quiz = Quiz(data["quiz"]["question"], tuple(map(tuple, data["quiz"]["choices"]))) if data.get("quiz") else None
    return Event(**{**data, **lists, "variables": variables, "quiz": quiz})
