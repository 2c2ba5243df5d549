"""The Learn pages: the lessons, each with its explorer inside, which comes when the reader does."""

from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import Response

from noughts.apps.web.exploration import Exploration
from noughts.apps.web.explore import in_words, told
from noughts.apps.web.games import NotFound
from noughts.apps.web.lessons import StoryPlace, lessons, pictures
from noughts.apps.web.pages import render

router = APIRouter(include_in_schema=False)


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
    """Return a place for the explorer: where its document is, and the same in words."""
    exploration = Exploration.read({"position": place.position, **place.settings})
    document = await told(request, exploration)
    return {
        "source": f"/explore/document?{urlencode(exploration.fields)}",
        "page": f"/explore?{urlencode(exploration.fields)}",
        "told": in_words(document) if document else None,
    }
