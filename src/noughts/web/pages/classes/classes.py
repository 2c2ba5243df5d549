"""The Class pages, where a teacher begins a class, pupils join it, and a projector shows its progress."""

from collections.abc import Mapping
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from noughts.rules.errors import NoughtsError
from noughts.web.auth import cookies
from noughts.web.classes import ClassAccess, class_client, opponent, place
from noughts.web.live.events import Sight, parts_of, sse
from noughts.web.live.presence import GRACE, LOADED
from noughts.web.model.errors import NotFound, status_of
from noughts.web.model.stored_class import LIFETIME, Pupil
from noughts.web.pages.classes import questions, tournament, wall
from noughts.web.pages.classes.action import Action, leading
from noughts.web.pages.classes.class_view import (
    ClassPage,
    class_page,
)
from noughts.web.pages.classes.frame import addresses, context_of, part_of, path_of, see
from noughts.web.pages.classes.questions import questions_file
from noughts.web.pages.classes.tournament import (
    games_file,
    review_further,
    setup,
    standings_file,
)
from noughts.web.pages.columns import refusal
from noughts.web.pages.forms import PostedForm
from noughts.web.pages.play.seats import qr_code
from noughts.web.pages.templating import LEADS, download, from_script, redirect, render, wants_part

_JOINED = "joined"  # the cookie with the id of the class that the browser has joined


async def _join(request: Request, id: str, form: PostedForm) -> ClassAccess:
    return await class_client(request).join(id, form.get("name", ""))


_ACTIONS: Mapping[str, Action] = {
    "join": _join,
    "lobby": leading(lambda school, _: school.show("lobby")),
    "rename": leading(lambda school, form: school.rename(form.number("pupil"), form.get("name", ""))),
    "remove": leading(lambda school, form: school.remove(form.number("pupil"))),
    "hints": leading(lambda school, form: school.with_hints(form.get("hints") == "on")),
    "end": leading(lambda school, _: school.end()),
    **questions.ACTIONS,
    **tournament.ACTIONS,
}


async def begin_or_join(request: Request) -> Response:
    """Offer to begin a class, to continue the latest one, or to join a class."""
    if id := request.query_params.get("id", "").strip().lower():
        await class_client(request).see(id)
        return redirect(f"/class/{id}")
    latest, joined = await class_client(request).latest(), await _joined(request)
    return render(request, "class.html", tab="class", latest=latest, joined=joined)


async def _joined(request: Request) -> str:
    """Return the id of the class that this browser has joined, or an empty string if that class is over."""
    id = cookies(request).get(_JOINED, "")
    with suppress(NotFound):
        access = await class_client(request).see(id) if id else None
        return id if access and access.pupil and not access.school.ended else ""
    return ""


async def begin(request: Request) -> Response:
    """Begin a class."""
    school = await class_client(request).create()
    return _leads(request, school.id)


def _leads(request: Request, id: str) -> Response:
    """Go to a class that this browser leads. The browser remembers the class, so that other pages offer to ask the
    class questions.
    """
    response = redirect(f"/class/{id}")
    _remember(request, response, LEADS, id)
    return response


def _remember(request: Request, response: Response, name: str, id: str) -> None:
    """Store the id of a class in the browser for as long as the class exists."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, id, max_age=LIFETIME // 1000, httponly=True, samesite="lax", secure=secure)


async def show(request: Request) -> Response:
    """Show a class, as the client's role allows. A client without a role sees a form to join.

    A pupil whose game is over comes with the field ``next``, and goes on to the game of the next round if there is one.
    """
    access = await review_further(request, await see(request))
    if "next" in request.query_params:
        running = _running(access) if access.pupil else ()
        return redirect(f"/play/{running[0]}" if running else f"/class/{access.school.id}")
    return _respond(request, access)


async def events(request: Request) -> Response:
    """Stream the page of a class whenever it changes."""
    client, access = class_client(request), await see(request)
    if request.method == "HEAD":
        return Response(media_type="text/event-stream")

    async def look() -> Sight:
        return _sight(request, await see(request))

    at = place(access.school, access.pupil.number) if access.pupil else ""
    return sse(parts_of(client.store.hub, client.store.presence, look, at=at, guest=client.key))


async def qr(request: Request) -> Response:
    """Draw the QR code of a class's address."""
    access = await class_client(request).see(request.path_params["id"])
    return download(qr_code(addresses(request, access).join), "image/svg+xml")


async def device(request: Request) -> Response:
    """Ask whether this browser should lead the class. Loading this page changes nothing."""
    school = (await class_client(request).see(request.path_params["id"])).school
    return render(request, "class_device.html", tab="class", id=school.id)


async def lead_here(request: Request) -> Response:
    """Let this browser lead the class."""
    id, link = request.path_params["id"], request.path_params["link"]
    await class_client(request).lead_here(id, link)
    return _leads(request, id)


async def act(request: Request) -> Response:
    """Join, lead or take part in a class. If the action is not possible, show the reason."""
    id, action = request.path_params["id"], request.path_params["action"]
    form = await PostedForm.read(request)
    if action not in _ACTIONS:
        raise NotFound(f"unknown action {action[:20]!r}")
    try:
        access = await _ACTIONS[action](request, id, form)
    except NotFound:
        raise
    except NoughtsError as error:
        ask = form.get("text", "") if action == "ask" else None
        return _respond(request, await see(request), note=refusal(error), status=status_of(error), ask=ask)
    response = _respond(request, access) if wants_part(request) else redirect(f"/class/{id}")
    if action == "end":
        response.delete_cookie(LEADS)
    if access.pupil:
        _remember(request, response, _JOINED, id)
    return response


def _respond(
    request: Request, access: ClassAccess, *, note: str = "", status: int = 200, ask: str | None = None
) -> Response:
    client = class_client(request)
    if access.pupil:
        seconds = GRACE if from_script(request) else LOADED
        client.store.presence.seen(place(access.school, access.pupil.number), client.key, ["x"], seconds)
    page = _page(request, access)
    note, tone = (note, "refusal") if note else ("", "")
    context = context_of(request, access, page, ask)
    return render(request, page.template, page, status=status, note=note, tone=tone, **context)


def _sight(request: Request, access: ClassAccess) -> Sight:
    """Return the view of a class for a client. Only the teacher and a projector see the pupils."""
    school, page = access.school, _page(request, access)
    places = frozenset([school.id, *_people(access), *_running(access)])
    return Sight(places, page, part_of(request, access, page))


def _people(access: ClassAccess) -> list[str]:
    """Return the places whose pupils the page shows as here or away: for a pupil, only the opponent's."""
    school = access.school
    if access.role in ("teacher", "projector"):
        return [place(school, pupil.number) for pupil in school.present]
    other = opponent(school.tournament, access.pupil.number) if access.pupil else None
    return [place(school, other)] if other else []


def _running(access: ClassAccess) -> list[str]:
    """Return the ids of the running games whose results the client will see."""
    tables = access.school.tournament.unfinished if access.school.tournament else ()
    return [table.game for table in tables if not access.pupil or access.pupil.number in (table.x, table.o)]


def _page(request: Request, access: ClassAccess) -> ClassPage:
    presence = class_client(request).store.presence

    def is_here(pupil: Pupil) -> bool:
        return presence.at(place(access.school, pupil.number)).x

    return class_page(access, path_of(request, access), is_here)


routes = [
    Route("/class", begin_or_join),
    Route("/class", begin, methods=["POST"]),
    Route("/class/{id}", show),
    Route("/class/{id}/events", events),
    Route("/class/{id}/qr.svg", qr),
    Route("/class/{id}/questions.csv", questions_file),
    Route("/class/{id}/tournament", setup),
    Route("/class/{id}/tournament.csv", standings_file),
    Route("/class/{id}/tournament.sgf", games_file),
    Route("/class/{id}/wall", wall.show),
    Route("/class/{id}/wall/events", wall.events),
    Route("/class/{id}/projector/{watch}", show),
    Route("/class/{id}/projector/{watch}/events", events),
    Route("/class/{id}/projector/{watch}/wall", wall.show),
    Route("/class/{id}/projector/{watch}/wall/events", wall.events),
    Route("/class/{id}/device/{link}", device),
    Route("/class/{id}/device/{link}", lead_here, methods=["POST"]),
    Route("/class/{id}/{action}", act, methods=["POST"]),
]
