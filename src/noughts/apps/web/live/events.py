"""Server-sent events for one game: its newest version after every change, and who is present.

An event names a version, not the change. The client then requests the game as its roles allow, unless the event has
brought the new part of its page. A slow client can miss versions, but never the newest one, so no queue is needed.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from types import MappingProxyType
from typing import TypeAlias

from sse_starlette import EventSourceResponse

from noughts.apps.web.live.hub import Hub
from noughts.apps.web.live.presence import Presence
from noughts.apps.web.model.roles import Role
from noughts.apps.web.model.stored_game import StoredGame
from noughts.rules.errors import NoughtsError

Event: TypeAlias = dict[str, str | int]
"""The fields of a server-sent event."""


def sse(events: AsyncIterator[Event]) -> EventSourceResponse:
    """Return a response that streams events until the client leaves or the events end."""
    return EventSourceResponse(events, sep="\n")


async def changes_of(
    hub: Hub,
    presence: Presence,
    game: StoredGame,
    roles: frozenset[Role],
    guest: str,
    load: Callable[[str], Awaitable[StoredGame | None]],
    room: Mapping[str, Callable[[], Awaitable[str]]] = MappingProxyType({}),
) -> AsyncIterator[Event]:
    """Yield the events of a game until the server stops.

    Args:
        hub: announces changes of games.
        presence: knows who is present. The client of a linked game is present as long as the stream is open.
        game: the game, as the client has it.
        roles: the roles of the client.
        guest: identifies the client: the hash of its secret.
        load: loads the game again, because it may have changed before the stream began to listen.
        room: return the data of the events for the page of a game by link, as the client's roles allow: ``part`` is
            the new part of the page, sent instead of the version, and ``company`` is sent when a guest comes or leaves.
            If there are no data, the event is not sent.
    """
    async with hub.listen(game.id) as listener, _present(presence, game, roles, guest):
        try:
            latest = await load(game.id)
        except NoughtsError:  # the client connects again
            return
        if not latest:
            listener.tell(0, "again")
        version = (latest or game).version
        yield _change(version) | {"retry": 1000}
        if event := await _event("company", room):
            yield event
        while not listener.closed:
            newest = await listener.next_version(version)
            if newest > version:
                version = newest
                part = await _event("part", room)
                yield part | {"id": str(version)} if part else _change(version)
            elif "again" in listener.news:
                yield {"event": "again", "data": "look again"}
            if "company" in listener.news and (event := await _event("company", room)):
                yield event


def _change(version: int) -> Event:
    return {"id": str(version), "event": "change", "data": str(version)}


async def _event(name: str, room: Mapping[str, Callable[[], Awaitable[str]]]) -> Event | None:
    try:
        data = await room[name]() if name in room else ""
    except NoughtsError:  # for example, the game was deleted: the page finds out when it loads the game
        return None
    return {"event": name, "data": data} if data else None


@asynccontextmanager
async def _present(presence: Presence, game: StoredGame, roles: frozenset[Role], guest: str) -> AsyncIterator[None]:
    if not game.linked:
        yield
        return
    presence.opened(game.id, guest, roles)
    try:
        yield
    finally:
        presence.closed(game.id, guest)
