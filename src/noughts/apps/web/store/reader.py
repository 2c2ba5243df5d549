"""Reading in threads of their own: the event loop waits for no disk."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from noughts.apps.web.model.errors import StoreFault
from noughts.apps.web.store.writer import fault

T = TypeVar("T")

_THREADS = 4


class Reader:
    """The threads that read.

    Args:
        engine: the way to the database, statement by statement.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._threads = ThreadPoolExecutor(_THREADS, "noughts-reader")
        self._closing = False

    async def run(self, read: Callable[[Connection], T]) -> T:
        """Return what this function reads, called in one of the threads.

        Raises:
            StoreFault: the database cannot be read.
        """
        if self._closing:
            raise StoreFault("the games could not be read: the server is stopping; try again")
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._connected, read)
        except DBAPIError as error:
            raise fault(error, "the games could not be read") from error
        except SQLAlchemyError as error:  # no connection was free in time
            raise StoreFault("the games could not be read: the database does not answer; try again") from error

    async def close(self) -> None:
        """Let those end that read, and refuse what comes later."""
        self._closing = True
        await asyncio.to_thread(self._threads.shutdown)

    def _connected(self, read: Callable[[Connection], T]) -> T:
        try:
            with self._engine.connect() as connection:
                return read(connection)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        with self._engine.connect() as connection:  # it had been lost since it was used last, and others with it
            return read(connection)
