"""Server-sent events that keep the pages of games and classes up to date.

An event names a version, not the change. The client then requests the game as its roles allow, unless the event has
brought the new part of its page. A slow client can miss versions, but never the newest one, so no queue is needed.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from sse_starlette import EventSourceResponse

from noughts.rules.errors import NoughtsError
from noughts.web.live.hub import Hub
from noughts.web.live.presence import Presence
from noughts.web.model.access import Access
from noughts.web.model.errors import NotFound

EventFields: TypeAlias = dict[str, str | int]
"""The fields of a server-sent event."""

_TOGETHER = 0.05  # seconds in which changes of a class are collected, after the client that made them has its response
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
    at: str = "",
    others: Collection[str] = (),
) -> AsyncIterator[EventFields]:
    """Yield the events of a game until the server stops or the client no longer has access to the game.

    Args:
        hub: announces changes of games.
        presence: knows who is present. The client of a linked game is present as long as the stream is open.
        access: the client's access to the game.
        guest: identifies the client: the hash of its secret.
        see: loads the access again, before every event.
        room: return the data of the events for the page of a game played by link, as the roles allow: ``part`` is the
            new part of the page, sent instead of the version, and ``company`` is sent when a guest comes or leaves. If
            there are no data, the event is not sent.
        at: another place where the client is present as long as the stream is open, or empty.
        others: other places whose changes can change the game.
    """

    def event(name: str) -> EventFields | None:
        data = room[name](access) if name in room else ""
        return {"event": name, "data": data} if data else None

    game = access.game
    async with (
        hub.listen(game.id, *others) as listener,
        present(presence, game.id if game.linked else "", guest, access.roles),
        present(presence, at, guest, ["x"]),
    ):
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


class Sight(NamedTuple):
    """A client's view of several games or of a class.

    Attributes:
        places: the ids of the games and classes in view. A change in any of these games can change the view.
        view: a value that changes exactly when the client sees something new.
        part: returns the part of the page.
    """

    places: frozenset[str]
    view: object
    part: Callable[[], str]


async def parts_of(
    hub: Hub, presence: Presence, look: Callable[[], Awaitable[Sight]], *, at: str, guest: str
) -> AsyncIterator[EventFields]:
    """Yield the changing part of a page at once, and again whenever the client's view changes, until the server stops.

    Args:
        hub: announces changes.
        presence: knows who is present.
        at: where the client is present as long as the stream is open, or empty.
        guest: identifies the client: the hash of its secret.
        look: returns what the client sees now. A NoughtsError ends the events, and the client connects again.
    """
    sight, shown, listener = await look(), None, None
    async with present(presence, at, guest, ["x"]):
        while not (listener and listener.closed):
            async with hub.listen(*(places := sight.places)) as listener:
                while not listener.closed and sight.places == places:
                    try:
                        sight = await look()
                    except NotFound:
                        yield _AGAIN
                        return
                    except NoughtsError:
                        return
                    if sight.view != shown:
                        yield {"event": "part", "data": sight.part(), "retry": 1000}
                        shown = sight.view
                    if sight.places == places:
                        await listener.changed()
                        await asyncio.sleep(_TOGETHER)


@asynccontextmanager
async def present(presence: Presence, id: str, guest: str, roles: Collection[str]) -> AsyncIterator[None]:
    """Count a guest as present at a game or another place while this context is open. With an empty id, do nothing."""
    if not id:
        yield
        return
    presence.opened(id, guest, roles)
    try:
        yield
    finally:
        presence.closed(id, guest)
