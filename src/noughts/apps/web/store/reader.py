"""Read in worker threads, so that the event loop never waits for a disk."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from noughts.apps.web.model.errors import StoreFault
from noughts.apps.web.store.faults import store_fault

T = TypeVar("T")

_THREADS = 4


class Reader:
    """The threads that read.

    Args:
        engine: connects to the database, with autocommit.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._threads = ThreadPoolExecutor(_THREADS, "noughts-reader")
        self._closing = False

    async def run(self, read: Callable[[Connection], T]) -> T:
        """Call a function with a connection in one of the threads, and return its result.

        Raises:
            StoreFault: the database cannot be read.
        """
        if self._closing:
            raise StoreFault("the games could not be read: the server is stopping; try again")
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._read, read)
        except DBAPIError as error:
            raise store_fault(error, "the games could not be read") from error
        except SQLAlchemyError as error:  # the connection pool timed out
            raise StoreFault("the games could not be read: the database does not answer; try again") from error

    async def close(self) -> None:
        """Finish the current reads and reject later ones."""
        self._closing = True
        await asyncio.to_thread(self._threads.shutdown)

    def _read(self, read: Callable[[Connection], T]) -> T:
        try:
            with self._engine.connect() as connection:
                return read(connection)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        with self._engine.connect() as connection:  # the pool's connections were lost since their last use
            return read(connection)
