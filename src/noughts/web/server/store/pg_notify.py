"""Receive the changes that other server processes commit to PostgreSQL (LISTEN and NOTIFY)."""

import asyncio
import contextlib
import logging
import threading
from typing import Any

import psycopg
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from noughts.web.live.hub import Hub
from noughts.web.live.presence import Presence

_LOG = logging.getLogger(__name__)
_PAUSE = 0.5  # seconds between attempts to connect
_POLL = 0.25  # seconds after which the thread checks whether it should end


class PgListener:
    """A thread that receives PostgreSQL notifications, and passes them to the event loop.

    Args:
        engine: connects to the database in autocommit mode.
        hub: announces changes of games. After each connection, all listeners reload, since notifications before it may
            have been missed.
        presence: hears the reports of other processes.
    """

    def __init__(self, engine: Engine, hub: Hub, presence: Presence) -> None:
        self._engine, self._hub, self._presence = engine, hub, presence
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
            connection.detach()  # this connection will be closed, not returned to the pool
            connection.exec_driver_sql("LISTEN noughts")
            self._loop.call_soon_threadsafe(self._hub.wake)
            while not self._closing.is_set():
                for notify in driver.notifies(timeout=_POLL):
                    self._handle(notify.payload)

    def _handle(self, payload: str) -> None:
        """Handle a notification from PostgreSQL. Ignore an invalid notification, since any user of the database can
        send one.

        A change is the id of a game and its version, ``0`` if it was deleted, or ``keys`` if its keys have changed.
        Anything longer is a report of who is present.
        """
        id, _, version = payload.rpartition(" ")
        if " " in id:
            self._loop.call_soon_threadsafe(self._presence.heard, payload)
        elif version in ("keys", "0"):
            self._loop.call_soon_threadsafe(self._hub.wake, id)
        elif version.isascii() and version.isdigit() and len(version) < 10:
            self._loop.call_soon_threadsafe(self._hub.tell, id, int(version))
