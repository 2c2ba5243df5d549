"""The Learn pages: the lessons, with an explorer wherever a lesson explains a search."""

from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from noughts.apps.web.model.errors import NotFound
from noughts.apps.web.model.exploration import Exploration
from noughts.apps.web.pages.explore import load_tree
from noughts.apps.web.pages.lessons import StoryPlace, lessons, pictures
from noughts.apps.web.pages.templating import render
from noughts.rules.errors import NoughtsError

_TIMEOUT = 8.0  # seconds that a lesson waits for a story


async def contents(request: Request) -> Response:
    """List the lessons."""
    return render(request, "learn.html", tab="learn", lessons=list(lessons().values()))


async def picture(request: Request) -> Response:
    """Return a picture of a lesson."""
    file = pictures().get(request.path_params["name"])
    if file is None:
        raise NotFound("there is no such picture")
    return Response(file.read_bytes(), media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


async def lesson(request: Request) -> Response:
    """Show a lesson."""
    name, known = request.path_params["name"], list(lessons())
    if name not in known:
        raise NotFound("there is no such lesson: see /learn for a list")
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
    """Return the URL query for a story's document, and the story in words."""
    exploration = Exploration.read({"position": place.position, **place.settings})
    try:
        words = (await load_tree(request, exploration, _TIMEOUT)).words
    except NoughtsError:  # the engines are busy: the lesson is shown without the story
        words = None
    return {"query": urlencode(exploration.fields), "tree": words}


routes = [
    Route("/learn", contents),
    Route("/learn/pictures/{name}", picture),
    Route("/learn/{name}", lesson),
]
