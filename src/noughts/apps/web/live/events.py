"""Server-sent events: that a game has changed, not how; each who listens then asks for what they may see.

To a page, who is there is said in words, to be put in place as they are: nothing need be asked for.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from starlette.responses import Response

from noughts.apps.web.asgi import Message, Receive, Scope, Send
from noughts.apps.web.auth import hashed
from noughts.apps.web.live.hub import Listener
from noughts.apps.web.model.access import Access
from noughts.apps.web.store.store import Store
from noughts.rules.errors import NoughtsError

HEARTBEAT = 15.0
"""Seconds between signs of life, by which both ends learn that the other has gone."""

_AGAIN = b"event: again\ndata: look again\n\n"  # nothing has moved, but what is said of the game may have changed


class EventStream(Response):
    """An answer that goes on: the version of a game now and after every change.

    It ends when the reader leaves or the server closes. A reader who is slow misses versions, never the newest: nothing
    is queued.

    Args:
        store: hears of the changes.
        seen: the game as it was loaded.
        secret: of who reads; they are there as long as this goes on.
        company: tells who is there now, by the name of the place in the page; nothing is said of it without.
    """

    media_type = "text/event-stream"

    def __init__(
        self, store: Store, access: Access, secret: str, company: Callable[[], Awaitable[dict[str, str]]] | None = None
    ) -> None:
        super().__init__(headers={"Cache-Control": "no-store"})
        del self.headers["content-length"]
        self._store, self._seen, self._who, self._company = store, access, hashed(secret), company

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell of every change."""
        async with self._listening() as listener:
            leaving = asyncio.create_task(_left(receive))
            leaving.add_done_callback(lambda _: listener.wake(closing=True))
            loop = asyncio.get_running_loop()
            beat = loop.call_later(HEARTBEAT, listener.beat)  # a timer a stream costs less than one a wait
            try:
                version = self._seen.game.version
                await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
                await send(_piece(b"retry: 1000\n" + _event(version) + await self._met()))
                while not listener.closed:
                    newest = await listener.next_version(version)
                    news = _event(newest) if newest > version else _AGAIN if listener.again else b""
                    if listener.company:
                        news += await self._met()
                    await send(_piece(news or b": still here\n\n"))
                    version = newest
                    if beat.when() <= loop.time():
                        beat = loop.call_later(HEARTBEAT, listener.beat)
            finally:
                beat.cancel()
                leaving.cancel()
        await send({"type": "http.response.body", "body": b""})

    @asynccontextmanager
    async def _listening(self) -> AsyncIterator[Listener]:
        """Hear of the changes, and be there, if it is a game by link."""
        game, presence = self._seen.game, self._store.presence
        async with self._store.hub.listen(game.id) as listener:
            if not game.linked:
                yield listener
                return
            presence.opened(game.id, self._who, self._seen.roles)
            try:
                yield listener
            finally:
                presence.closed(game.id, self._who)

    async def _met(self) -> bytes:
        """Return the event that says who is there."""
        if self._company is None:
            return b""
        try:
            said = json.dumps(await self._company()).encode()
        except NoughtsError:  # what there is to say of it, the page is told when it looks again
            return b""
        return b"event: company\ndata: %b\n\n" % said


async def _left(receive: Receive) -> None:
    """Wait until the reader has left."""
    while (await receive())["type"] != "http.disconnect":
        continue


def _piece(body: bytes) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": True}


def _event(version: int) -> bytes:
    return b"event: change\nid: %d\ndata: %d\n\n" % (version, version)
