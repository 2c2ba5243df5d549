"""The progress with puzzles in the store, on SQLite and on PostgreSQL."""

import asyncio
from dataclasses import replace

from noughts.puzzles import Progress
from noughts.web.server.store.store import SQLStore
from tests.web.server.store.stores import with_store


def one_more(progress: Progress) -> Progress:
    return replace(progress, streak=progress.streak + 1)


def test_progress_belongs_to_its_key_and_survives_a_restart(url: str) -> None:
    async def changed(store: SQLStore) -> None:
        assert await store.progress("ada") == Progress()
        assert await store.change_progress("ada", one_more) == Progress(streak=1)

    async def found(store: SQLStore) -> None:
        assert await store.progress("ada") == Progress(streak=1)
        assert await store.progress("grace") == Progress()

    with_store(url, changed)
    with_store(url, found)


def test_no_concurrent_change_is_lost(url: str) -> None:
    async def scenario(store: SQLStore) -> None:
        await asyncio.gather(*(store.change_progress("ada", one_more) for _ in range(20)))
        assert (await store.progress("ada")).streak == 20

    with_store(url, scenario)


def test_forgotten_progress_leaves_nothing(url: str) -> None:
    async def scenario(store: SQLStore) -> None:
        await store.change_progress("ada", one_more)
        await store.change_progress("ada", lambda progress: Progress())
        assert await store.progress("ada") == Progress()
        with store.writing.connect() as connection:
            assert not connection.exec_driver_sql("SELECT * FROM progress").all()

    with_store(url, scenario)
