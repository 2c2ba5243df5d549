"""Responses with search trees, which are passed on from an engine without parsing them."""

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from noughts.apps.web.engines.analysis_service import AnalysisService
from noughts.apps.web.engines.tree_answers import TreeAnswer, file_chunks, parse_tree
from noughts.apps.web.model.errors import TooLong

PATIENCE = 12.0
"""Seconds to wait for a tree: more than the time limit of an engine."""


async def told(request: Request, task: Mapping[str, Any], patience: float = PATIENCE) -> TreeAnswer:
    """Return a tree with its words.

    Raises:
        NoughtsError: as for `answer`.
    """
    return parse_tree(await answer(request, {**task, "as": "words"}, patience))


async def saved(request: Request, task: Mapping[str, Any], kind: str, name: str) -> Response:
    """Return a tree as a file with this name; the kind is ``page`` or ``picture``.

    Raises:
        NoughtsError: as for `answer`.
    """
    text = await answer(request, {**task, "as": kind}, PATIENCE)
    media = "image/svg+xml" if kind == "picture" else "text/html"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "max-age=300"}
    return StreamingResponse(file_chunks(text), media_type=media, headers=headers)


async def answer(request: Request, task: Mapping[str, Any], patience: float = PATIENCE) -> bytes:
    """Return the answer of an engine as it came.

    Raises:
        NoughtsError: the tree cannot be shown, the engines are busy, or the answer is not ready in time.
    """
    service: AnalysisService = request.app.state.analyst
    text = await service.ask_text(task, request, patience=patience)
    if text is None:
        raise TooLong("The engines need longer for this: try again in a moment.")
    return text
