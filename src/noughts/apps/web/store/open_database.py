"""An open database: its SQLAlchemy engines, reader, writer, file lock and health."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from time import perf_counter
from typing import Any, Self

from sqlalchemy import ExceptionContext, event

from noughts.apps.web.model.errors import StoreFault
from noughts.apps.web.store import statements
from noughts.apps.web.store.database import engine, redacted, sqlite_path
from noughts.apps.web.store.faults import is_damage
from noughts.apps.web.store.migrations import prepare
from noughts.apps.web.store.reader import CachedReader
from noughts.apps.web.store.sqlite_file import SQLiteFile
from noughts.apps.web.store.writer import Writer

_DAMAGED = "the database is damaged: stop the server, then start it again to see how to recover"


class OpenDatabase:
    """A database that this process has opened. Create it with `open`.

    Attributes:
        reader: reads games and roles through caches.
        writer: commits changes.
        writing: the writer's SQLAlchemy engine.
        reading: the readers' SQLAlchemy engine.
        shared: whether other processes may have the database open, too.
        schema: the name of the schema.
    """

    reader: CachedReader
    writer: Writer
    schema: str

    def __init__(self, url: str, creator: Callable[[], Any] | None) -> None:
        self.shared = sqlite_path(url) is None
        self.writing = engine(url, writes=True, creator=creator)
        self.reading = engine(url, writes=False, creator=creator)
        self._url = url
        self._damaged = False
        self._stack = AsyncExitStack()

    @classmethod
    async def open(cls, url: str, creator: Callable[[], Any] | None, *, waiting: int, cached: int) -> Self:
        """Open a database, as `Store.open` describes."""
        async with AsyncExitStack() as stack:
            path = sqlite_path(url)
            file = SQLiteFile(path) if path else None
            if file:
                stack.callback(file.close)
            database = cls(url, creator)
            for each in (database.writing, database.reading):
                stack.callback(each.dispose)
                event.listen(each, "handle_error", database._note_damage)
                if file:
                    event.listen(each, "do_connect", lambda *_: file.check())  # SQLite would create a missing file
            database.schema = await asyncio.to_thread(prepare, database.writing)
            database.reader = CachedReader(database.reading, cached)
            stack.push_async_callback(database.reader.close)
            check = file.check if file else lambda: None
            database.writer = Writer(database.writing, check=check, waiting=waiting)
            stack.push_async_callback(database.writer.close)
            database._stack = stack.pop_all()
        return database

    async def close(self) -> None:
        """Store the waiting changes, finish the current reads, and close the database."""
        await self._stack.aclose()

    async def health(self) -> dict[str, Any]:
        """Report whether the database stores changes and is undamaged, how long a commit takes, and its size."""
        started = perf_counter()
        try:
            await self.writer.run(statements.touch)
            size = await self.reader.run(statements.size)
            if self._damaged:
                raise StoreFault(_DAMAGED)
        except StoreFault as error:
            return {"writable": False, "reason": str(error), "schema": self.schema, "database": redacted(self._url)}
        commit_ms = round(1000 * (perf_counter() - started), 2)
        return {"writable": True, "commit_ms": commit_ms, "schema": self.schema, "bytes": size}

    def _note_damage(self, context: ExceptionContext) -> None:
        self._damaged = self._damaged or is_damage(context.original_exception)
