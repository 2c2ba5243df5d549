"""Faults of SQLite: clients get an error, no acknowledged change is lost, and the store recovers."""

import asyncio
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from noughts.web.model.errors import StoreFault
from noughts.web.model.stored_game import StoredGame, StoredSeat
from noughts.web.server.store.database import engine
from noughts.web.server.store.store import SQLStore
from noughts.web.server.store.writer import Writer
from tests.web.server.store.stores import create, loaded, moved, new_game, opened, with_store


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite3'}?timeout=0.1"


class Driver:
    """Creates connections whose disk can become full or whose file can become read-only."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._made: list[sqlite3.Connection] = []
        self._always: list[str] = []

    def __call__(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=0.1, check_same_thread=False)
        self._made.append(connection)
        for statement in self._always:
            connection.execute(statement)
        return connection

    def always(self, *statements: str) -> None:
        """Run these statements on all connections, including later ones."""
        self._always = list(statements)
        for connection in self._made:
            for statement in statements:
                try:
                    connection.execute(statement)
                except sqlite3.ProgrammingError:
                    continue  # the connection is already closed


async def played(store: SQLStore, acknowledged: dict[str, int], faults: list[str], games: int = 40) -> None:
    """Play games concurrently. Note the acknowledged moves and the faults."""

    async def play(game: StoredGame) -> None:
        try:
            await create(store, game, [])
            acknowledged[game.id] = 0
            for _ in range(9):
                before = await loaded(store, game.id)
                assert await store.change(before, moved(before))
                acknowledged[game.id] += 1
        except StoreFault as error:
            faults.append(str(error))

    await asyncio.gather(*(play(new_game(rules="20,20,5", x=StoredSeat("Ada " * 50))) for _ in range(games)))


async def check(store: SQLStore, acknowledged: dict[str, int]) -> None:
    for id, moves in acknowledged.items():
        assert len((await loaded(store, id)).moves) >= moves


@pytest.mark.parametrize(
    ("broken", "healed", "reason"),
    [
        (["PRAGMA max_page_count=1"], ["PRAGMA max_page_count=1000000"], "the disk is full"),
        (["PRAGMA query_only=ON"], ["PRAGMA query_only=OFF"], "the database is read-only"),
    ],
)
def test_the_store_recovers_from_a_full_disk_and_a_read_only_file(
    tmp_path: Path, url: str, broken: list[str], healed: list[str], reason: str
) -> None:
    driver = Driver(tmp_path / "games.sqlite3")
    acknowledged: dict[str, int] = {}
    faults: list[str] = []

    async def scenario(store: SQLStore) -> None:
        await played(store, acknowledged, faults, 3)
        assert acknowledged
        assert not faults
        driver.always(*broken)
        await played(store, acknowledged, faults)
        assert set(faults) == {f"the game could not be saved: {reason}; try again"}
        await check(store, acknowledged)
        for _ in range(2):  # after the refused change, and after an attempt of its own
            health = await store.healthy()
            assert (health.writable, reason in health.reason) == (False, True)
            store.writer.tried -= 60
        driver.always(*healed)
        faults.clear()
        await played(store, acknowledged, faults)
        assert not faults, "the store has recovered"
        assert (await store.healthy()).writable
        await check(store, acknowledged)

    with_store(url, scenario, creator=driver)
    with_store(url, lambda store: check(store, acknowledged))


def test_the_store_recovers_from_a_lock_by_another_program(tmp_path: Path, url: str) -> None:
    acknowledged: dict[str, int] = {}
    faults: list[str] = []

    async def scenario(store: SQLStore) -> None:
        await played(store, acknowledged, faults, 3)
        other = sqlite3.connect(tmp_path / "games.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        await played(store, acknowledged, faults, 10)
        assert set(faults) == {"the game could not be saved: another program has locked the database; try again"}
        await check(store, acknowledged)
        other.execute("ROLLBACK")
        other.close()
        faults.clear()
        await played(store, acknowledged, faults, 10)
        assert not faults

    with_store(url, scenario)
    with_store(url, lambda store: check(store, acknowledged))


def test_a_small_change_on_a_disk_that_is_nearly_full_does_not_hide_that_others_fail(tmp_path: Path, url: str) -> None:
    driver = Driver(tmp_path / "games.sqlite3")

    async def scenario(store: SQLStore) -> None:
        game = await create(store, new_game(), [])
        driver.always("PRAGMA max_page_count=1")  # no more than there are
        with pytest.raises(StoreFault, match="the disk is full"):
            await create(store, new_game(lines=" " * 20_000), [])
        assert await store.change(game, moved(game))
        assert "the disk is full" in (await store.healthy()).reason
        driver.always("PRAGMA max_page_count=1000000")
        assert await store.change(game := await loaded(store, game.id), moved(game))
        assert (await store.healthy()).writable

    with_store(url, scenario, creator=driver)


@pytest.mark.skipif(os.name != "posix", reason="Windows does not let an open file be moved")
@pytest.mark.parametrize("ending", ["", "-wal", "-shm"])
@pytest.mark.parametrize("way", ["renamed", "deleted", "replaced", "renamed and put back"])
def test_no_move_is_acknowledged_after_a_file_is_gone(tmp_path: Path, url: str, ending: str, way: str) -> None:
    file, aside = tmp_path / f"games.sqlite3{ending}", tmp_path / "aside.sqlite3"

    async def scenario(store: SQLStore) -> None:
        game = await create(store, new_game(), [])
        assert (await store.healthy()).writable
        if way == "deleted":
            file.unlink()
        else:
            file.rename(aside)
        if way == "replaced":
            file.write_bytes(b"")
        for _ in range(2):
            with pytest.raises(StoreFault, match=rf"{file.name} was moved, deleted"):
                await store.change(game, moved(game))
            with pytest.raises(StoreFault, match=rf"{file.name} was moved, deleted"):
                await create(store, new_game(), [])
            health = await store.healthy()
            assert (health.writable, "was moved" in health.reason) == (False, True)
            assert file.exists() == ((way != "deleted" and not aside.exists()) or way == "replaced")
            if way == "renamed and put back":
                aside.rename(file) if aside.exists() else None

    with_store(url, scenario)


@pytest.mark.skipif(os.name != "posix", reason="Windows does not let an open file be moved")
@pytest.mark.parametrize("gone", ["-wal", "-shm"])
def test_moves_are_saved_from_a_deleted_log_even_if_the_server_is_killed(tmp_path: Path, url: str, gone: str) -> None:
    acknowledged: dict[str, int] = {}

    async def scenario(store: SQLStore) -> None:
        await played(store, acknowledged, [], 3)
        (tmp_path / f"games.sqlite3{gone}").unlink()
        with pytest.raises(StoreFault):
            await create(store, new_game(), [])
        shutil.copy(tmp_path / "games.sqlite3", tmp_path / "killed.sqlite3")

    with_store(url, scenario)
    assert len(acknowledged) == 3
    with_store(f"sqlite:///{tmp_path / 'killed.sqlite3'}", lambda store: check(store, acknowledged))


@pytest.mark.skipif(os.name != "posix", reason="Windows does not let a mapped file be truncated")
@pytest.mark.parametrize("ending", ["", "-wal"])
@pytest.mark.parametrize("part", [0.0, 0.5])
def test_no_move_is_acknowledged_after_a_file_is_truncated(tmp_path: Path, url: str, ending: str, part: float) -> None:
    file = tmp_path / f"games.sqlite3{ending}"

    async def scenario(store: SQLStore) -> None:
        game = await create(store, new_game(), [])
        os.truncate(file, int(part * file.stat().st_size))
        with pytest.raises(StoreFault, match=rf"{file.name} was .* truncated"):
            await store.change(game, moved(game))

    with_store(url, scenario)


def test_another_program_can_make_the_files_smaller(tmp_path: Path, url: str) -> None:
    file = tmp_path / "games.sqlite3"

    async def scenario(store: SQLStore) -> None:
        game = await create(store, new_game(), [])
        with closing(sqlite3.connect(file)) as other:
            other.execute("CREATE TABLE large AS SELECT randomblob(100000)")
            assert other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone() == (0, 0, 0)
            assert file.with_name(f"{file.name}-wal").stat().st_size == 0
            game = await create(store, new_game(), [])
            before = file.stat().st_size
            other.execute("DROP TABLE large")
            other.execute("VACUUM")
            assert other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone() == (0, 0, 0)
            assert file.stat().st_size < before
        assert await store.change(game, moved(game))

    with_store(url, scenario)


@pytest.mark.skipif(os.name != "posix", reason="Windows does not let an open file be moved")
def test_all_acknowledged_moves_are_there_after_the_file_is_put_back(tmp_path: Path, url: str) -> None:
    """The last moves are still in the write-ahead log, which was not moved."""
    file, aside = tmp_path / "games.sqlite3", tmp_path / "aside.sqlite3"
    acknowledged: dict[str, int] = {}

    async def scenario(store: SQLStore) -> None:
        faults: list[str] = []
        await played(store, acknowledged, faults, 3)
        file.rename(aside)
        await played(store, acknowledged, faults, 3)
        assert len(faults) == 3

    with_store(url, scenario)
    aside.rename(file)
    with_store(url, lambda store: check(store, acknowledged))
    assert len(acknowledged) == 3


def test_no_move_is_acknowledged_if_the_file_is_renamed_during_the_commit(tmp_path: Path, url: str) -> None:
    async def scenario(store: SQLStore) -> None:
        games = [await create(store, new_game(), []) for _ in range(5)]
        event.listen(store.writing, "commit", lambda _: (tmp_path / "games.sqlite3").rename(tmp_path / "aside"))
        done = await asyncio.gather(*(store.change(game, moved(game)) for game in games), return_exceptions=True)
        assert all(isinstance(outcome, StoreFault) for outcome in done)

    with_store(url, scenario)


def test_damage_is_reported_from_the_first_error_on(tmp_path: Path, url: str) -> None:
    games = [new_game() for _ in range(300)]

    async def filled(store: SQLStore) -> None:
        await asyncio.gather(*(create(store, game, [(f"key {game.id}", "own")]) for game in games))

    async def scenario(store: SQLStore) -> None:
        assert (await store.healthy()).writable
        with (tmp_path / "games.sqlite3").open("r+b") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(size // 2)
            file.write(b"\xff" * (size // 3))
        done = await asyncio.gather(*(store.load(game.id) for game in games), return_exceptions=True)
        faults = {str(outcome) for outcome in done if isinstance(outcome, Exception)}
        assert faults == {"the games could not be read: the database is damaged"}
        for _ in range(2):
            health = await store.healthy()
            assert (health.writable, "damaged" in health.reason) == (False, True)

    with_store(url, filled)
    with_store(url, scenario)


@pytest.mark.parametrize("which", range(1, 7))
def test_an_error_at_any_statement_stores_all_of_a_change_or_nothing(tmp_path: Path, url: str, which: int) -> None:
    """Storing the next game takes five statements: begin or lock, change, create, copy keys, commit. One fails."""
    statements = 5

    async def main() -> None:
        async with opened(url) as store:
            game = await create(store, new_game(), [("a", "x"), ("b", "o"), ("c", "watch")])
            access = 0

            def fail(*_: object) -> None:
                nonlocal access
                access += 1
                if access == which:
                    raise OperationalError("any", {}, sqlite3.OperationalError("disk I/O error"))

            event.listen(store.writing, "before_cursor_execute", fail)
            event.listen(store.writing, "commit", fail)
            after, following = game.followed_by("next", swap=False)
            if which <= statements:
                with pytest.raises(StoreFault, match="the disk reports an error"):
                    await store.change(game, after, following=following)
                assert not (await loaded(store, game.id)).next
                assert not await store.load("next")
                assert not await store.roles("next", ["a"])
            assert await store.change(game, after, following=following), "the store has recovered"
            assert (await loaded(store, game.id)).next == "next"
            assert await store.load("next")
            assert await store.roles("next", ["a", "b", "c"]) == {"x", "o", "watch"}

    asyncio.run(main())


def test_a_request_times_out_when_the_database_does_not_answer(tmp_path: Path, url: str) -> None:
    async def main() -> None:
        writing = engine(url, writes=True)
        writer = Writer(writing, timeout=0.05)
        wait = asyncio.Event()
        loop = asyncio.get_running_loop()

        def hang(_: Any) -> None:
            asyncio.run_coroutine_threadsafe(wait.wait(), loop).result()

        with pytest.raises(StoreFault, match="does not answer"):
            await writer.run(hang)
        wait.set()
        assert await writer.run(lambda _: 7) == 7
        await writer.close()
        writing.dispose()

    asyncio.run(main())


@pytest.mark.parametrize("error", [ZeroDivisionError, KeyError])
def test_an_error_in_one_change_does_not_affect_the_others(url: str, error: type[Exception]) -> None:
    async def main() -> None:
        writing = engine(url, writes=True)
        writer = Writer(writing)

        def wrong(_: Any) -> None:
            raise error

        right: Callable[[Any], int] = lambda _: 7  # noqa: E731
        done = await asyncio.gather(writer.run(right), writer.run(wrong), writer.run(right), return_exceptions=True)
        assert (done[0], type(done[1]), done[2]) == (7, error, 7)
        await writer.close()
        writing.dispose()

    asyncio.run(main())


def test_changes_that_arrive_during_a_commit_are_committed_together(url: str) -> None:
    async def main() -> None:
        writing = engine(url, writes=True)
        commits: list[None] = []
        event.listen(writing, "commit", lambda _: commits.append(None))
        writer, going_on = Writer(writing), threading.Event()
        first = asyncio.create_task(writer.run(lambda _: going_on.wait()))
        await asyncio.sleep(0)  # the commit has begun, or is about to begin
        while writer.waiting:
            await asyncio.sleep(0.001)
        during = [asyncio.create_task(writer.run(lambda _: 1)) for _ in range(3)]
        await asyncio.sleep(0)
        going_on.set()
        assert await first
        assert await asyncio.gather(*during) == [1, 1, 1]
        assert len(commits) == 2
        await writer.close()
        writing.dispose()

    asyncio.run(main())
