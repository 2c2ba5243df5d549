"""Trees for the page and the API, as they come from an engine: passed on, and not read here.

A trace may have megabytes. Reading it would hold up everybody's moves, so its words come before it in the same answer,
and what is to be saved as a file is decoded a piece at a time.
"""

import json
from base64 import b64decode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import Request
from fastapi.responses import Response, StreamingResponse

from noughts.apps.web.engines.analysis_service import Analyst
from noughts.apps.web.model.errors import TooLong

PATIENCE = 12.0
"""Seconds that a reader waits: an engine has ten."""

_DOCUMENT = b',"document":'  # as a key: in a text the quotation marks would be escaped
_FILE = b'{"file":"'
_PIECE = 1 << 18  # bytes, a multiple of four


@dataclass(frozen=True)
class Told:
    """A tree as the page shows it.

    Attributes:
        words: its ``summary``, ``sentences``, how many are ``left``, and why it is ``undrawn``, nothing if it is not.
        document: the trace or the atlas, as JSON.
    """

    words: Mapping[str, Any]
    document: bytes


async def told(request: Request, task: Mapping[str, Any], patience: float = PATIENCE) -> Told:
    """Return a tree with its words.

    Raises:
        NoughtsError: as `answer`.
    """
    text = await answer(request, {**task, "as": "words"}, patience)
    words, _, document = text.partition(_DOCUMENT)
    return Told(json.loads(words + b"}")["words"], document.rstrip()[:-1])


async def saved(request: Request, task: Mapping[str, Any], kind: str, name: str) -> Response:
    """Return a tree as a file to save: ``page`` or ``picture``, by this name.

    Raises:
        NoughtsError: as `answer`.
    """
    text = await answer(request, {**task, "as": kind}, PATIENCE)
    media = "image/svg+xml" if kind == "picture" else "text/html"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "max-age=300"}
    return StreamingResponse(_pieces(text), media_type=media, headers=headers)


async def answer(request: Request, task: Mapping[str, Any], patience: float = PATIENCE) -> bytes:
    """Return an engine's answer as it came.

    Raises:
        NoughtsError: it cannot be told, the engines are busy, or it did not come in time.
    """
    analyst: Analyst = request.app.state.analyst
    found = await analyst.ask_text(task, request, patience=patience)
    if found is None:
        raise TooLong("The engines need longer for this: look again in a moment.")
    return found


def _pieces(text: bytes) -> Iterator[bytes]:
    """Yield a file from the answer that it stands in."""
    begin, end = len(_FILE), text.rindex(b'"')
    for place in range(begin, end, _PIECE):
        yield b64decode(text[place : min(place + _PIECE, end)])
