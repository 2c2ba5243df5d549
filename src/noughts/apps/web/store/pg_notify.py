"""What other server processes change, heard from PostgreSQL (LISTEN and NOTIFY)."""

import asyncio
import contextlib
import logging
import selectors
import socket
import threading
from collections.abc import Callable
from typing import TypeAlias

import psycopg
from sqlalchemy import Engine

_LOG = logging.getLogger(__name__)
_REST = 0.5  # seconds before it tries again to connect

News: TypeAlias = tuple[str, int | None]


class Relay:
    """A thread that listens to PostgreSQL and passes on, in the event loop, what it hears.

    Args:
        engine: the way to the database.
        heard: called with what has come together: games' ids, each with its version, 0 if it was deleted, None if keys
            to it were given or given up.
        said: called with what processes have said of themselves, as it is.
        linked: called with True when it listens, now or again: news may have been missed before; with False when
            it has lost the connection.
    """

    def __init__(
        self,
        engine: Engine,
        heard: Callable[[list[News]], None],
        said: Callable[[str], None],
        linked: Callable[[bool], None],
    ) -> None:
        self._engine = engine
        self._heard = heard
        self._said = said
        self._linked = linked
        self._loop = asyncio.get_running_loop()
        self._closing = threading.Event()
        self._bell, self._ear = socket.socketpair()  # rung to end the thread, which waits for this and the database
        self._thread = threading.Thread(target=self._work, name="noughts-relay", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """End."""
        self._closing.set()
        self._bell.send(b"!")
        await asyncio.to_thread(self._thread.join)
        self._bell.close()
        self._ear.close()

    # In the relay's thread.

    def _work(self) -> None:
        with contextlib.suppress(RuntimeError):  # the event loop has ended: nobody is left to be told
            while not self._closing.is_set():
                try:
                    self._listen()
                except psycopg.Error as error:
                    self._loop.call_soon_threadsafe(self._linked, False)
                    _LOG.warning("news of other processes are not heard: %s", type(error).__name__)
                    self._closing.wait(_REST)

    def _listen(self) -> None:
        arguments, options = self._engine.dialect.create_connect_args(self._engine.url)
        keepalives = {"connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
        with (
            psycopg.connect(*arguments, **{**keepalives, **options}, autocommit=True) as connection,
            selectors.DefaultSelector() as selector,
        ):
            connection.execute("LISTEN noughts")
            connection.execute("LISTEN noughts_here")
            self._loop.call_soon_threadsafe(self._linked, True)
            selector.register(self._ear, selectors.EVENT_READ)
            selector.register(connection.fileno(), selectors.EVENT_READ)
            while not self._closing.is_set():
                connection.pgconn.consume_input()
                news: list[News] = []
                while notice := connection.pgconn.notifies():
                    if notice.relname == b"noughts_here":
                        self._loop.call_soon_threadsafe(self._said, notice.extra.decode("utf-8", "replace"))
                    else:
                        news += _read(notice.extra)
                if news:  # many come with one commit: the event loop is woken once
                    self._loop.call_soon_threadsafe(self._heard, news)
                selector.select()


def _read(extra: bytes) -> list[News]:
    """Return what a notice says, nothing where it is none of ours: anybody may notify."""
    id, _, what = extra.decode("utf-8", "replace").rpartition(" ")
    if what == "keys":
        return [(id, None)]
    return [(id, int(what))] if what.isascii() and what.isdigit() and len(what) < 10 else []
