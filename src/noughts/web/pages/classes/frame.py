"""The functions that all pages of a class share."""

from collections.abc import Callable
from dataclasses import dataclass
from time import time_ns
from typing import Any

from starlette.requests import Request

from noughts.web.classes import ClassAccess, class_client
from noughts.web.model.page_games import GAMES
from noughts.web.model.study import MOST_URL
from noughts.web.pages.addresses import base_for_others, works_only_here
from noughts.web.pages.classes.asking import classroom_lessons
from noughts.web.pages.classes.class_view import ClassPage, TeacherPage
from noughts.web.pages.classes.questions import question_boards
from noughts.web.pages.templating import rendered


@dataclass(frozen=True)
class Addresses:
    """The addresses that a page of a class shows.

    Attributes:
        join: the URL with which pupils join.
        short: the same URL without its beginning, to type.
        qr: the URL of its QR code.
        projector: the URL for a projector, if the client may know it.
        teacher: the URL to lead the class from another device, if the client may know it.
        only_here: whether the addresses work only on this computer.
    """

    join: str
    short: str
    qr: str
    projector: str = ""
    teacher: str = ""
    only_here: bool = False


async def see(request: Request) -> ClassAccess:
    """Return the class in the URL of a request, and the client's role in the class."""
    return await class_client(request).see(request.path_params["id"], request.path_params.get("watch", ""))


def part_of(request: Request, access: ClassAccess, page: ClassPage) -> Callable[[], str]:
    """Return a function that renders the changing part of a page for an event stream."""

    def part() -> str:
        return rendered(page.template, page, frame="part.html", note="", tone="", **context_of(request, access, page))

    return part


def path_of(request: Request, access: ClassAccess) -> str:
    """Return the path of the class page that a client sees. A projector has a separate page."""
    path = f"class/{access.school.id}"
    return f"{path}/projector/{request.path_params['watch']}" if access.role == "projector" else path


def context_of(request: Request, access: ClassAccess, page: ClassPage, ask: str | None = None) -> dict[str, Any]:
    """Return the data that all pages of a class share. The current time serves as the version of the data,
    because the version of the class does not change when pupils come and go.

    The field ``ask`` of the URL contains a question from another page. After an invalid question, the argument `ask` is
    the text that the teacher has entered.
    """
    kind = page.template.removesuffix(".html").replace("_", "-")
    version, at = time_ns() // 1_000_000, addresses(request, access)
    context = {"tab": "class", "tab_links": {}, "kind": kind, "version": version, "at": at, "ask": ""}
    if isinstance(page, TeacherPage):
        refused, linked = ask is not None, request.query_params.get("ask", "")[:MOST_URL]
        context |= {"ask": ask or linked, "asking": refused or bool(linked)}
        context |= {"games": GAMES, "game": "tictactoe", "lessons": classroom_lessons()}
    return context | question_boards(page)


def addresses(request: Request, access: ClassAccess) -> Addresses:
    """Return the addresses that this client may see."""
    path = f"class/{access.school.id}"
    join = f"{base_for_others(request)}{path}"
    links = class_client(request).links(access.school) if access.role == "teacher" else {}
    return Addresses(
        join,
        short=join.partition("://")[2],
        qr=f"{path}/qr.svg",
        projector=f"{path}/projector/{links['projector']}" if links else "",
        teacher=f"{base_for_others(request)}{path}/device/{links['teacher']}" if links else "",
        only_here=works_only_here(request),
    )
