"""Long stories as JSON, for the explorer, which loads their steps part by part.

A document is a trace (see `noughts.explain.story.trace_format`) with these differences:

- ``steps``, ``searched`` and ``total`` are the numbers of steps, of searched states, and of states in the whole tree.
  ``total`` is null if the tree is too large to count.
- ``counts`` holds the numbers of states that minimax and alpha-beta search in all, or null.
- Instead of all nodes and events, ``part`` holds those of the first part.

In a part, ``first`` and ``end`` limit its steps, counted from 0. Each event has its step in ``at``. Each node has its
first step in ``asked``, the step that returns its score in ``done``, and the step that skips it in ``cut``, or null.
``pushes`` is the number of children whose scores it receives.
"""

from typing import Any

from noughts.explain.story.long_story import LongStory, Part
from noughts.explain.story.trace_format import board_data, event_data, node_data
from noughts.rules.notation import t3en

FORMAT = "noughts-long-trace"
VERSION = 1


def to_data(story: LongStory, part: Part) -> dict[str, Any]:
    """Convert a long story and its first part to JSON-compatible data."""
    shows_mover = story.presentation.shows_mover_view
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": board_data(story.position),
        "position": t3en(story.position),
        "algorithm": story.algorithm,
        **({} if story.depth is None else {"depth": story.depth}),
        "order": story.order,
        **({} if story.seed is None else {"seed": story.seed}),
        "unit": story.unit,
        "numbering": "visit",
        "view": "mover" if shows_mover else "max",
        "windowed": story.presentation.has_window,
        "pseudocode": {"form": story.form.name, "title": story.form.title, "lines": list(story.form.text)},
        "steps": story.steps,
        "searched": story.searched,
        "total": story.total,
        "counts": {
            "minimax": story.pace.minimax and story.pace.minimax.total,
            "alphabeta": story.pace.alphabeta and story.pace.alphabeta.total,
        },
        "part": part_data(part),
    }


def part_data(part: Part) -> dict[str, Any]:
    """Convert a part to JSON-compatible data."""
    return {
        "first": part.first,
        "end": part.end,
        "nodes": [
            {
                **node_data(each.node),
                "asked": each.asked,
                "done": each.done,
                "cut": each.cut,
                "pushes": each.pushes,
            }
            for each in part.nodes
        ],
        "events": [{**event_data(event), "at": at} for at, event in part.events.items()],
    }
