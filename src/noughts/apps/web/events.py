"""Server-sent events: that a game has changed, not how; each who listens then asks for what they may see."""

import asyncio
from collections.abc import AsyncIterator

from noughts.apps.web.hub import Hub
from noughts.apps.web.kept import KeptGame

HEARTBEAT = 15.0
"""Seconds between signs of life, by which both ends learn that the other has gone."""

_AGAIN = b"event: again\ndata: look again\n\n"  # nothing has moved, but what is said of the game may have changed


async def event_stream(hub: Hub, game: KeptGame, role: str) -> AsyncIterator[bytes]:
    """Yield the version of a game now and after every change, until the reader leaves or the server closes.

    A reader who is slow misses versions, never the newest: nothing is queued.
    """
    async with hub.listen(game.id, role) as listener:
        version = game.version
        yield b"retry: 1000\n" + _event(version)
        while not listener.closed:
            try:
                async with asyncio.timeout(HEARTBEAT):
                    newest = await listener.next_version(version)
            except TimeoutError:
                yield b": still here\n\n"
            else:
                yield _event(newest) if newest > version else _AGAIN
                version = newest


def _event(version: int) -> bytes:
    return b"event: change\nid: %d\ndata: %d\n\n" % (version, version)
