"""Server-sent events for one game: its newest version after every change, and who is present.

An event names a version, not the change. The client then requests the game as its roles allow. A slow client can miss
versions, but never the newest one, so no queue is needed.
"""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeAlias

from sse_starlette import EventSourceResponse

from noughts.apps.web.live.hub import Hub
from noughts.apps.web.live.presence import Presence
from noughts.apps.web.model.roles import Role
from noughts.apps.web.model.stored_game import StoredGame
from noughts.rules.errors import NoughtsError

Event: TypeAlias = dict[str, str | int]
"""The fields of a server-sent event."""

PING_SECONDS = 15
"""The seconds between comments that keep a quiet connection open."""


def sse(events: AsyncIterator[Event]) -> EventSourceResponse:
    """Return a response that streams events until the client leaves or the events end."""
    return EventSourceResponse(events, ping=PING_SECONDS, sep="\n", headers={"Cache-Control": "no-store"})


async def changes_of(
    hub: Hub,
    presence: Presence,
    game: StoredGame,
    roles: frozenset[Role],
    guest: str,
    load: Callable[[str], Awaitable[StoredGame | None]],
    company: Callable[[], Awaitable[dict[str, str]]] | None = None,
) -> AsyncIterator[Event]:
    """Yield the events of a game until the server stops.

    Args:
        hub: announces changes of games.
        presence: knows who is present. The client of a linked game is present as long as the stream is open.
        game: the game, as the client has it.
        roles: the roles of the client.
        guest: identifies the client: the hash of its secret.
        load: loads the game again, because it may have changed before the stream began to listen.
        company: returns the texts that say who is present, by the id of their element in the page. By default, no such
            events are sent.
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
        if event := await _company_event(company):
            yield event
        while not listener.closed:
            newest = await listener.next_version(version)
            if newest > version:
                version = newest
                yield _change(version)
            elif "again" in listener.news:
                yield {"event": "again", "data": "look again"}
            if "company" in listener.news and (event := await _company_event(company)):
                yield event


def _change(version: int) -> Event:
    return {"id": str(version), "event": "change", "data": str(version)}


async def _company_event(company: Callable[[], Awaitable[dict[str, str]]] | None) -> Event | None:
    if company is None:
        return None
    try:
        return {"event": "company", "data": json.dumps(await company())}
    except NoughtsError:  # for example, the game was deleted: the page finds out when it loads the game
        return None


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
