"""Receive the changes that other server processes commit to PostgreSQL (LISTEN and NOTIFY)."""

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
_PAUSE = 0.5  # seconds between attempts to connect

Notification: TypeAlias = tuple[str, int | None]
"""The id of a game with its new version. The version is 0 if the game was deleted, and None if its keys changed."""


class PgListener:
    """A thread that receives PostgreSQL notifications. It calls the functions below in the event loop.

    Args:
        engine: connects to the database.
        on_changes: called with all notifications that arrived together.
        on_message: called with a message that a process sent to its peers.
        on_connected: called with True after each connection, since notifications before it may have been missed, and
            with False after the connection is lost.
    """

    def __init__(
        self,
        engine: Engine,
        on_changes: Callable[[list[Notification]], None],
        on_message: Callable[[str], None],
        on_connected: Callable[[bool], None],
    ) -> None:
        self._engine = engine
        self._on_changes = on_changes
        self._on_message = on_message
        self._on_connected = on_connected
        self._loop = asyncio.get_running_loop()
        self._closing = threading.Event()
        self._wake, self._woken = socket.socketpair()  # the thread waits for the database and for this socket
        self._thread = threading.Thread(target=self._work, name="noughts-listener", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """End the thread."""
        self._closing.set()
        self._wake.send(b"!")
        await asyncio.to_thread(self._thread.join)
        self._wake.close()
        self._woken.close()

    # In the thread.

    def _work(self) -> None:
        with contextlib.suppress(RuntimeError):  # the event loop has ended
            while not self._closing.is_set():
                try:
                    self._listen()
                except psycopg.Error as error:
                    self._loop.call_soon_threadsafe(self._on_connected, False)
                    _LOG.warning("cannot receive the changes of other processes: %s", type(error).__name__)
                    self._closing.wait(_PAUSE)

    def _listen(self) -> None:
        arguments, options = self._engine.dialect.create_connect_args(self._engine.url)
        keepalives = {"connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
        with (
            psycopg.connect(*arguments, **{**keepalives, **options}, autocommit=True) as connection,
            selectors.DefaultSelector() as selector,
        ):
            connection.execute("LISTEN noughts")
            connection.execute("LISTEN noughts_here")
            self._loop.call_soon_threadsafe(self._on_connected, True)
            selector.register(self._woken, selectors.EVENT_READ)
            selector.register(connection.fileno(), selectors.EVENT_READ)
            while not self._closing.is_set():
                connection.pgconn.consume_input()
                changes: list[Notification] = []
                while notify := connection.pgconn.notifies():
                    payload = notify.extra.decode("utf-8", "replace")
                    if notify.relname == b"noughts_here":
                        self._loop.call_soon_threadsafe(self._on_message, payload)
                    else:
                        changes += _parsed(payload)
                if changes:  # one commit can cause many notifications, so wake the event loop once
                    self._loop.call_soon_threadsafe(self._on_changes, changes)
                selector.select()


def _parsed(payload: str) -> list[Notification]:
    """Parse a notification. Return an empty list if it is invalid, since any user of the database can send one."""
    id, _, version = payload.rpartition(" ")
    if version == "keys":
        return [(id, None)]
    return [(id, int(version))] if version.isascii() and version.isdigit() and len(version) < 10 else []
