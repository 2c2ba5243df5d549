"""Server-sent events for one game: its newest version after every change, and who is present.

An event names a version, not the change. The client then requests the game as its roles allow, unless the event has
brought the new part of its page. A slow client can miss versions, but never the newest one, so no queue is needed.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from types import MappingProxyType
from typing import TypeAlias

from sse_starlette import EventSourceResponse

from noughts.rules.errors import NoughtsError
from noughts.web.live.hub import Hub
from noughts.web.live.presence import Presence
from noughts.web.model.access import Access
from noughts.web.model.errors import NotFound

EventFields: TypeAlias = dict[str, str | int]
"""The fields of a server-sent event."""

_AGAIN: EventFields = {"event": "again", "data": "look again"}


def sse(events: AsyncIterator[EventFields]) -> EventSourceResponse:
    """Return a response that streams events until the client leaves or the events end."""
    return EventSourceResponse(events, sep="\n")


async def changes_of(
    hub: Hub,
    presence: Presence,
    access: Access,
    guest: str,
    see: Callable[[], Awaitable[Access]],
    room: Mapping[str, Callable[[Access], str]] = MappingProxyType({}),
) -> AsyncIterator[EventFields]:
    """Yield the events of a game until the server stops or the client has no access to the game any more.

    Args:
        hub: announces changes of games.
        presence: knows who is present. The client of a linked game is present as long as the stream is open.
        access: the client's access to the game.
        guest: identifies the client: the hash of its secret.
        see: loads the access again, before every event.
        room: return the data of the events for the page of a game by link, as the client's roles allow: ``part`` is
            the new part of the page, sent instead of the version, and ``company`` is sent when a guest comes or leaves.
            If there are no data, the event is not sent.
    """

    def event(name: str) -> EventFields | None:
        data = room[name](access) if name in room else ""
        return {"event": name, "data": data} if data else None

    async with hub.listen(access.game.id) as listener, _present(presence, access, guest):
        version = heard = 0
        while not listener.closed:
            try:
                access = await see()
            except NotFound:  # the game was deleted, or the client has removed it
                yield _AGAIN
                return
            except NoughtsError:  # the client connects again
                return
            newest, first = access.game.version, not version
            if first:
                yield _change(newest) | {"retry": 1000}
            elif newest > version:
                part = event("part")
                yield part | {"id": str(newest)} if part else _change(newest)
            elif "again" in listener.news:
                yield _AGAIN
            if (first or "company" in listener.news) and (company := event("company")):
                yield company
            version = max(version, newest)
            heard = await listener.next_version(max(version, heard))


def _change(version: int) -> EventFields:
    return {"id": str(version), "event": "change", "data": str(version)}


@asynccontextmanager
async def _present(presence: Presence, access: Access, guest: str) -> AsyncIterator[None]:
    game = access.game
    if not game.linked:
        yield
        return
    presence.opened(game.id, guest, access.roles)
    try:
        yield
    finally:
        presence.closed(game.id, guest)
