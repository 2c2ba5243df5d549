"""Receive the changes that other server processes commit to PostgreSQL (LISTEN and NOTIFY)."""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable
from typing import Any

import psycopg
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

_LOG = logging.getLogger(__name__)
_PAUSE = 0.5  # seconds between attempts to connect
_POLL = 0.25  # seconds after which the thread checks whether it should end


class PgListener:
    """A thread that receives PostgreSQL notifications. It calls the functions below in the event loop.

    Args:
        engine: connects to the database in autocommit mode.
        on_change: called with the id of a game and its new version. The version is 0 if the game was deleted, and None
            if its keys changed.
        on_message: called with a message that a process sent to its peers.
        on_connected: called after each connection, since notifications before it may have been missed.
    """

    def __init__(
        self,
        engine: Engine,
        on_change: Callable[[str, int | None], None],
        on_message: Callable[[str], None],
        on_connected: Callable[[], None],
    ) -> None:
        self._engine = engine
        self._on_change = on_change
        self._on_message = on_message
        self._on_connected = on_connected
        self._loop = asyncio.get_running_loop()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._work, name="noughts-listener", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """End the thread."""
        self._closing.set()
        await asyncio.to_thread(self._thread.join)

    # In the thread.

    def _work(self) -> None:
        with contextlib.suppress(RuntimeError):  # the event loop has ended
            while not self._closing.is_set():
                try:
                    self._listen()
                except (DBAPIError, psycopg.Error, UnicodeError) as error:
                    _LOG.warning("cannot receive the changes of other processes: %s", type(error).__name__)
                    self._closing.wait(_PAUSE)

    def _listen(self) -> None:
        with self._engine.connect() as connection:
            driver: Any = connection.connection.driver_connection
            connection.detach()  # it will be closed, not returned to the pool
            connection.exec_driver_sql("LISTEN noughts")
            connection.exec_driver_sql("LISTEN noughts_here")
            self._loop.call_soon_threadsafe(self._on_connected)
            while not self._closing.is_set():
                for notify in driver.notifies(timeout=_POLL):
                    self._handle(notify.channel, notify.payload)

    def _handle(self, channel: str, payload: str) -> None:
        """Handle a notification. Ignore an invalid one, since any user of the database can send notifications."""
        id, _, version = payload.rpartition(" ")
        if channel == "noughts_here":
            self._loop.call_soon_threadsafe(self._on_message, payload)
        elif version == "keys":
            self._loop.call_soon_threadsafe(self._on_change, id, None)
        elif version.isascii() and version.isdigit() and len(version) < 10:
            self._loop.call_soon_threadsafe(self._on_change, id, int(version))
