"""Server-sent events: that a game has changed, not how; each who listens then asks for what they may see."""

import asyncio

from starlette.responses import Response

from noughts.apps.web.asgi import Message, Receive, Scope, Send
from noughts.apps.web.hub import Hub
from noughts.apps.web.kept import KeptGame

HEARTBEAT = 15.0
"""Seconds between signs of life, by which both ends learn that the other has gone."""

_AGAIN = b"event: again\ndata: look again\n\n"  # nothing has moved, but what is said of the game may have changed


class EventStream(Response):
    """An answer that goes on: the version of a game now and after every change.

    It ends when the reader leaves or the server closes. A reader who is slow misses versions, never the newest: nothing
    is queued.

    Args:
        hub: hears of the changes.
        game: the game as it was loaded.
        role: as whom the reader looks.
    """

    media_type = "text/event-stream"

    def __init__(self, hub: Hub, game: KeptGame, role: str) -> None:
        super().__init__(headers={"Cache-Control": "no-store"})
        del self.headers["content-length"]
        self._hub, self._game, self._role = hub, game, role

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell of every change."""
        async with self._hub.listen(self._game.id, self._role) as listener:
            leaving = asyncio.create_task(_left(receive))
            leaving.add_done_callback(lambda _: listener.wake(closing=True))
            loop = asyncio.get_running_loop()
            beat = loop.call_later(HEARTBEAT, listener.beat)  # a timer a stream costs less than one a wait
            try:
                version = self._game.version
                await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
                await send(_piece(b"retry: 1000\n" + _event(version)))
                while not listener.closed:
                    newest = await listener.next_version(version)
                    if newest > version:
                        await send(_piece(_event(newest)))
                    elif listener.again:
                        await send(_piece(_AGAIN))
                    else:
                        await send(_piece(b": still here\n\n"))
                    version = newest
                    if beat.when() <= loop.time():
                        beat = loop.call_later(HEARTBEAT, listener.beat)
            finally:
                beat.cancel()
                leaving.cancel()
        await send({"type": "http.response.body", "body": b""})


async def _left(receive: Receive) -> None:
    """Wait until the reader has left."""
    while (await receive())["type"] != "http.disconnect":
        continue


def _piece(body: bytes) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": True}


def _event(version: int) -> bytes:
    return b"event: change\nid: %d\ndata: %d\n\n" % (version, version)
