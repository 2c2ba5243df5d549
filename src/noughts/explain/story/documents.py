"""The shared parts of traces and atlases: their first fields, their schemas, and their JSON text."""

import json
from importlib import resources
from typing import Any

from noughts.explain.story.pseudocode import Form
from noughts.explain.words import discs_fall
from noughts.rules.board import coordinate
from noughts.rules.notation import t3en
from noughts.rules.position import Position


def head_data(kind: str, version: int, start: Position, form: Form) -> dict[str, Any]:
    """Return the first fields of a document for the explorer: its format, the position, and the pseudocode."""
    return {
        "format": kind,
        "version": version,
        "game": _board_data(start),
        "position": t3en(start),
        "pseudocode": {"form": form.name, "title": form.title, "lines": list(form.text)},
    }


def json_text(data: Any, indent: int | None = None) -> str:
    """Convert data to JSON text. Without indentation, the text is on one line without spaces."""
    separators = None if indent else (",", ":")
    return json.dumps(data, indent=indent, separators=separators, ensure_ascii=False)


def read_schema(name: str) -> dict[str, Any]:
    """Return a JSON Schema, given the name of its file."""
    text = resources.files("noughts.explain.story").joinpath(name).read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def _board_data(start: Position) -> dict[str, Any]:
    """Return the data that a viewer needs to draw boards: cell names and coordinates, but no rules.

    If discs fall, viewers draw columns, and a move is named by its column.
    """
    board = start.game.board
    shape = (*board.shape, 1)[: max(2, len(board.shape))]
    return {
        "name": start.game.name,
        "shape": list(shape),
        "points": [list(point) for point in board.points],
        "cells": list(board.names),
        "columns": [coordinate(0, x) for x in range(shape[0])],
        "rows": [coordinate(1, y) for y in range(shape[1])],
        **({"falls": True} if discs_fall(start.game) else {}),
    }
