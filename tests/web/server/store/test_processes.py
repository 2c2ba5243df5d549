"""Several server processes share one PostgreSQL: each sees the others' changes, and exactly one wins a race."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from noughts.rules.game import Player
from noughts.web.model.errors import StoreFault
from noughts.web.model.roles import Role
from noughts.web.model.stored_class import StoredClass
from noughts.web.model.stored_game import StoredGame, StoredSeat
from noughts.web.server.store import statements
from noughts.web.server.store.store import SQLStore
from noughts.web.store import GameKey
from tests.web.server.store.stores import create, linked_game, loaded, moved, new_game, opened

if TYPE_CHECKING:
    from tests.web.server.store.postgres import Postgres


def with_stores(url: str, scenario: Callable[[SQLStore, SQLStore], Awaitable[None]]) -> None:
    async def main() -> None:
        async with opened(url) as one, opened(url) as other:
            await asyncio.gather(listening(one), listening(other))
            await scenario(one, other)

    asyncio.run(main())


async def listening(store: SQLStore) -> None:
    """Wait until the store receives changes of other processes."""
    async with store.hub.listen("any") as listener, asyncio.timeout(20):
        heard = asyncio.create_task(listener.next_version(0))
        while not heard.done():
            await store.writer.run(lambda writing: writing.execute(text("SELECT pg_notify('noughts', 'any 1')")))
            await asyncio.wait([heard], timeout=0.05)


@pytest.fixture
def url(postgres: "Postgres") -> str:
    return postgres.database()


def test_a_change_in_one_process_reaches_the_other(url: str) -> None:
    async def scenario(one: SQLStore, other: SQLStore) -> None:
        game = await create(one, new_game(), [])
        for turn in range(6):
            here, there = (one, other) if turn % 2 else (other, one)
            async with there.hub.listen(game.id) as listener:
                before = await loaded(there, game.id)
                assert await here.change(before, moved(before))
                started = time.perf_counter()
                assert await listener.next_version(before.version) == before.version + 1
                assert time.perf_counter() - started < 2
            game = await loaded(there, game.id)
            assert len(game.moves) == turn + 1

    with_stores(url, scenario)


def test_invalid_notifications_are_ignored(url: str) -> None:
    async def scenario(one: SQLStore, other: SQLStore) -> None:
        game = await create(one, new_game(), [])
        async with other.hub.listen(game.id) as listener:
            with one.writing.begin() as connection:
                words = [f"{game.id} -1", f"{game.id} ٣", f"{game.id} {'9' * 30}", f"a {game.id} 1 0", "a b c d e"]
                for payload in ["", "nonsense", *words, "[" * 5000]:
                    connection.execute(text("SELECT pg_notify('noughts', :payload)"), {"payload": payload})
            assert await one.change(game, moved(game))
            assert await listener.next_version(1) == 2

    with_stores(url, scenario)


def test_a_version_that_one_process_returned_can_be_loaded_from_the_other(url: str) -> None:
    async def scenario(one: SQLStore, other: SQLStore) -> None:
        game = await create(one, new_game(rules="5,5,4"), [])
        for _ in range(7):
            before = await loaded(other, game.id)
            assert await one.change(before, moved(before))
            access = await other.load(game.id)  # its notification may not have arrived yet
            assert access is not None
            assert access.version == before.version + 1

    with_stores(url, scenario)


def test_a_deletion_in_one_process_reaches_the_other(url: str) -> None:
    async def scenario(one: SQLStore, other: SQLStore) -> None:
        game = await create(one, new_game(), [("me", "own")])
        assert await other.load(game.id)
        async with other.hub.listen(game.id) as listener:
            await one.forget("me", game.id)
            await listener.next_version(99)
        assert await other.load(game.id) is None

    with_stores(url, scenario)


def test_pupils_join_one_class_through_two_processes(url: str) -> None:
    async def scenario(one: SQLStore, other: SQLStore) -> None:
        await one.create_class(StoredClass("abc234", created=1, teachers=("teacher",)))
        async with one.hub.listen("abc234") as listener:

            async def join(store: SQLStore, n: int) -> None:
                await store.change_class("abc234", lambda school: school.join(f"key {n}", f"Pupil {n}"))

            await asyncio.gather(*(join((one, other)[n % 2], n) for n in range(40)))
            async with asyncio.timeout(2):
                version = 1
                while version < 41:
                    version = await listener.next_version(version)
        for store in (one, other):
            school = await store.load_class("abc234")
            assert school is not None
            assert sorted(pupil.name for pupil in school.pupils) == sorted(f"Pupil {n}" for n in range(40))
            assert sorted(pupil.number for pupil in school.pupils) == [*range(1, 41)]

    with_stores(url, scenario)


def test_of_two_changes_in_two_processes_exactly_one_is_stored(url: str) -> None:
    async def scenario(one: SQLStore, other: SQLStore) -> None:
        async def race() -> None:
            game = await create(one, new_game(), [])
            theirs = await loaded(other, game.id)
            done = await asyncio.gather(one.change(game, moved(game, 0)), other.change(theirs, moved(theirs, 8)))
            assert sum(done) == 1
            here, there = await loaded(one, game.id), await loaded(other, game.id)
            assert (here if done[0] else there).moves == ((0,) if done[0] else (8,))
            assert not await one.change(game, moved(game, 4))
            assert not await other.change(theirs, moved(theirs, 4))
            assert await loaded(one, game.id) == await loaded(other, game.id), "the loser can load the winner's change"

        await asyncio.gather(*(race() for _ in range(20)))

    with_stores(url, scenario)


def test_of_two_players_in_two_processes_one_gets_the_seat(url: str) -> None:
    async def scenario(one: SQLStore, other: SQLStore) -> None:
        game = await create(one, linked_game(o=StoredSeat()), [])
        theirs = await loaded(other, game.id)
        ours = one.change(game, game.enter(Player.O, "Ada"), keys=[("Ada", "o")])
        done = await asyncio.gather(ours, other.change(theirs, theirs.enter(Player.O, "Grace"), keys=[("Grace", "o")]))
        assert sum(done) == 1
        roles = [await one.roles(game.id, [name]) for name in ("Ada", "Grace")]
        assert roles == [{"o"} if won else set() for won in done]

    with_stores(url, scenario)


def test_changes_of_the_same_games_in_two_processes_do_not_deadlock(url: str) -> None:
    """Both processes change all games concurrently, in opposite order."""

    async def scenario(one: SQLStore, other: SQLStore) -> None:
        games = [await create(one, new_game(rules="10,10,9"), []) for _ in range(8)]
        made = dict.fromkeys((game.id for game in games), 0)

        async def play(store: SQLStore, game: StoredGame) -> None:
            left = 3
            while left:
                before = await loaded(store, game.id)
                if await store.change(before, moved(before)):
                    made[game.id] += 1
                    left -= 1

        plays = [play(one, game) for game in games] + [play(other, game) for game in reversed(games)]
        await asyncio.wait_for(asyncio.gather(*plays), 60)
        for game in games:
            assert made[game.id] == 6
            access = await one.load(game.id)  # the last notifications may not have arrived yet
            assert access is not None
            assert len(access.moves) == 6

    with_stores(url, scenario)


def test_a_game_that_both_players_remove_at_once_is_deleted(url: str) -> None:
    async def scenario(one: SQLStore, other: SQLStore) -> None:
        for _ in range(5):
            game = await create(one, linked_game(), [("Ada", "x"), ("Grace", "o")])
            async with one.hub.listen(game.id) as listener, asyncio.timeout(10):
                await asyncio.gather(one.forget("Ada", game.id), other.forget("Grace", game.id))
                while await one.load(game.id):
                    await listener.next_version(99)

    with_stores(url, scenario)


def test_the_next_game_reaches_the_other_process(url: str) -> None:
    async def scenario(one: SQLStore, other: SQLStore) -> None:
        game = await create(one, linked_game(), [("Ada", "x")])
        theirs = await loaded(other, game.id)
        after, following = theirs.followed_by(f"{game.id}-next", swap=True)
        async with one.hub.listen(game.id) as listener:
            assert await other.change(theirs, after, following=following, swapped=True)
            await listener.next_version(1)
        assert (await loaded(one, game.id)).next == following.id
        assert await one.roles(following.id, ["Ada"]) == {"o"}

    with_stores(url, scenario)


def test_a_removed_key_is_invalid_in_the_other_process_at_once(url: str) -> None:
    async def scenario(one: SQLStore, other: SQLStore) -> None:
        for _ in range(5):
            game = await create(one, linked_game(), [("Ada", "x"), ("Grace", "o")])
            theirs, roles = await loaded(other, game.id), await other.roles(game.id, ["Ada"])
            assert roles == {"x"}
            async with other.hub.listen(game.id) as listener, asyncio.timeout(10):
                await one.forget("Ada", game.id)
                assert not await other.change(theirs, moved(theirs), hashes=["Ada"], roles=roles), "at once"
                assert not await other.roles(game.id, ["Ada"]), "also later"
                while "again" not in listener.news:  # listeners reload
                    await listener.next_version(99)

    with_stores(url, scenario)


@pytest.mark.parametrize(("who", "role", "stored"), [("Ada", "x", False), ("Grace", "o", True)])
def test_a_change_that_waits_for_a_removal_sees_it(url: str, who: str, role: Role, stored: bool) -> None:
    async def scenario(one: SQLStore, other: SQLStore) -> None:
        game = await create(one, linked_game(), [("Ada", "x"), ("Grace", "o")])
        theirs = await loaded(other, game.id)
        async with asyncio.timeout(20):
            await waits(one, other, theirs)

    async def waits(one: SQLStore, other: SQLStore, game: StoredGame) -> None:
        with one.writing.begin() as forgetting:
            assert not statements.forget(forgetting, "Ada", game.id), "it is still Grace's"
            change = asyncio.create_task(other.change(game, moved(game), hashes=[who], roles=frozenset({role})))
            while not forgetting.execute(text("SELECT count(*) FROM pg_locks WHERE NOT granted")).scalar():
                await asyncio.sleep(0.001)
        assert await change is stored

    with_stores(url, scenario)


@pytest.mark.parametrize(("by", "given"), [(("Ada", "x"), set()), (("Grace", "o"), {"watch"})])
def test_a_key_can_be_added_while_another_is_removed(url: str, by: GameKey, given: set[Role]) -> None:
    async def scenario(one: SQLStore, other: SQLStore) -> None:
        game = await create(one, linked_game(), [("Ada", "x"), ("Grace", "o")])
        async with asyncio.timeout(20):
            with one.writing.begin() as forgetting:
                assert not statements.forget(forgetting, "Ada", game.id), "it is still Grace's"
                giving = asyncio.create_task(other.add_keys(game.id, [("Mary", "watch")], by=by))
                while not forgetting.execute(text("SELECT count(*) FROM pg_locks WHERE NOT granted")).scalar():
                    await asyncio.sleep(0.001)
            await giving
            assert await other.roles(game.id, ["Mary"]) == given

    with_stores(url, scenario)


@pytest.mark.slow
def test_two_servers_share_one_database(url: str, tmp_path: Path) -> None:
    """The other server rejects a removed key at once, and knows about a taken seat."""
    from tests.web.web_server import web_server

    with (
        web_server(tmp_path / "one", database=url) as first,
        web_server(tmp_path / "other", database=url) as second,
        first.client() as one,
        second.client() as other,
    ):
        for _ in range(10):
            made = one.post("/api/v1/games", json={"mode": "link"}).json()
            ada, game = {"authorization": f"Bearer {made['secret']}"}, f"/api/v1/games/{made['id']}"
            seat = other.post(f"/api/v1/seats?link={made['links']['o']}", json={"name": "Grace"}).json()
            grace = {"authorization": f"Bearer {seat['secret']}"}
            assert other.post(f"{game}/moves", json={"ply": 0, "move": "b2"}, headers=ada).status_code == 200
            assert one.post(f"{game}/moves", json={"ply": 1, "move": "a1"}, headers=grace).status_code == 200
            assert other.get(game, headers=ada).json()["you"] == ["x"], "the other server knows the seat"
            assert one.delete(game, headers=ada).status_code == 204
            assert other.post(f"{game}/moves", json={"ply": 2, "move": "c3"}, headers=ada).status_code == 404
            assert other.get(game, headers=ada).status_code == 404
            assert other.get(f"{game}?version=3", headers=grace).json()["ply"] == 2


async def played_on(
    store: SQLStore, acknowledged: dict[str, int], faults: list[StoreFault], stop: asyncio.Event
) -> None:
    """Play games through all faults. Note the acknowledged moves."""
    while not stop.is_set():
        game = new_game(rules="10,10,9")
        try:
            await create(store, game, [])
            acknowledged[game.id] = 0
            for _ in range(50):
                before = await loaded(store, game.id)
                if await store.change(before, moved(before)):
                    acknowledged[game.id] = len(before.moves) + 1
        except StoreFault as error:
            faults.append(error)
            await asyncio.sleep(0.01)


@pytest.mark.slow
@pytest.mark.needs("postgres")
@pytest.mark.parametrize(("way", "times"), [("connections dropped", 20), ("server killed", 10)])
def test_no_acknowledged_move_is_lost_when_the_database_fails(way: str, times: int) -> None:
    """The stores also recover by themselves. This test has a PostgreSQL server of its own."""
    from tests.web.server.store.postgres import Postgres

    server = Postgres()

    async def main() -> None:
        url = server.database()
        acknowledged: dict[str, int] = {}
        faults: list[StoreFault] = []
        stop = asyncio.Event()
        async with opened(url) as one, opened(url) as other:
            tasks = [asyncio.create_task(played_on(store, acknowledged, faults, stop)) for store in (one, other) * 4]
            for _ in range(times):
                faults.clear()
                before = sum(acknowledged.values())
                async with asyncio.timeout(30):
                    while sum(acknowledged.values()) < before + 50:  # the store recovers by itself
                        await asyncio.sleep(0.01)
                if way == "server killed":
                    server.kill()
                    async with asyncio.timeout(30):
                        while not faults:
                            await asyncio.sleep(0.01)
                    assert not (await one.healthy()).writable
                    await asyncio.to_thread(server.start)
                else:
                    await asyncio.to_thread(server.drop_connections)
            for store in (one, other):
                await listening(store)
            stop.set()
            await asyncio.gather(*tasks)
            assert (await one.healthy()).writable
            for error in faults:
                assert "could not be" in str(error)
                assert "\n" not in str(error)
        async with opened(url) as store:
            for id, moves in acknowledged.items():
                assert len((await loaded(store, id)).moves) >= moves

    try:
        asyncio.run(main())
    finally:
        server.stop()
