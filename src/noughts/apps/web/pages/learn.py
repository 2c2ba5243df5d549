"""The Learn pages: the lessons, each with its explorer inside, which comes when the reader does."""

from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import Response

from noughts.apps.web.model.errors import NotFound
from noughts.apps.web.pages.exploration import Exploration
from noughts.apps.web.pages.lessons import StoryPlace, lessons, pictures
from noughts.apps.web.pages.templating import render
from noughts.apps.web.pages.tree_responses import told
from noughts.rules.errors import NoughtsError

router = APIRouter(include_in_schema=False)

_PATIENCE = 8.0  # seconds that a lesson waits for its story


@router.get("/learn")
async def contents(request: Request) -> Response:
    """List the lessons."""
    return render(request, "learn.html", tab="learn", lessons=list(lessons().values()))


@router.get("/learn/pictures/{name}")
async def picture(name: str) -> Response:
    """Give a picture of a lesson."""
    file = pictures().get(name)
    if file is None:
        raise NotFound("there is no such picture")
    return Response(file.read_bytes(), media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


@router.get("/learn/{name}")
async def lesson(request: Request, name: str) -> Response:
    """Show a lesson."""
    known = list(lessons())
    if name not in known:
        raise NotFound("there is no such lesson: /learn lists them all")
    here, shown = known.index(name), lessons()[name]
    return render(
        request,
        "lesson.html",
        tab="learn",
        lesson=shown,
        parts=[part if isinstance(part, str) else await _story(request, part) for part in shown.parts],
        before=lessons()[known[here - 1]] if here else None,
        after=lessons()[known[here + 1]] if here + 1 < len(known) else None,
    )


async def _story(request: Request, place: StoryPlace) -> dict[str, Any]:
    """Return a place for the explorer: where its document is, and the same in words and as a picture."""
    exploration = Exploration.read({"position": place.position, **place.settings})
    query = urlencode(exploration.fields)
    try:
        words = (await told(request, exploration.task, _PATIENCE)).words
    except NoughtsError:  # the engines are busy: the lesson has words of its own
        words = None
    return {"query": query, "told": words}
