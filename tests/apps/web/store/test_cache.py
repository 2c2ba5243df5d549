"""The caches are bounded, and never return a version known to be outdated."""

import asyncio
import tracemalloc
from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from sqlalchemy import create_engine

from noughts.apps.web.model.roles import Role
from noughts.apps.web.model.stored_game import StoredGame
from noughts.apps.web.store.cache import Cache, memory
from noughts.apps.web.store.reader import CachedReader

ADA, GRACE = frozenset[Role]({"x"}), frozenset[Role]({"o"})


def test_the_least_recently_used_value_is_dropped() -> None:
    cache: Cache[int] = Cache(2)
    for id in "ab":
        cache.put(id, 1)
    cache.get("a")
    cache.put("c", 1)
    assert [cache.get(id) for id in "abc"] == [1, None, 1]
    cache.forget("a")
    cache.forget("unknown")
    assert [cache.get(id) for id in "abc"] == [None, None, 1]
    cache.clear()
    assert (cache.get("c"), cache.size) == (None, 0)


def test_a_cache_is_bounded_by_the_size_of_its_values() -> None:
    cache: Cache[bytes] = Cache(1_000, len)
    for number in range(100):
        cache.put(f"{number}", bytes(number))
        cache.put("same", bytes(2 * number))
        assert cache.size <= 1_000
    kept = [number for number in range(100) if cache.get(f"{number}")]
    assert kept == list(range(100 - len(kept), 100))
    assert cache.size == sum(kept) + 198
    cache.put("too large", bytes(2_000))
    assert cache.get("too large") is None


@pytest.mark.parametrize(("rules", "moves"), [("3,3,3", 4), ("7,6,4", 40), ("20,20,20", 399)])
def test_the_estimated_size_covers_the_real_size(rules: str, moves: int) -> None:
    order = list(range(20 * 20 if moves > 42 else 42 if moves > 9 else 9))
    Random(2).shuffle(order)

    def made() -> StoredGame:
        kept = StoredGame("a" * 22, rules=rules)
        played: list[int] = []
        for cell in order:
            if len(played) < moves and not replace(kept, moves=(*played, cell)).position.is_over:
                played.append(cell)
        return replace(kept, moves=tuple(played))

    def evaluated(game: StoredGame) -> StoredGame:
        fresh = replace(game)
        assert fresh.position.turn
        return fresh

    example = evaluated(made())  # also evaluates the values that all games with these rules share
    tracemalloc.start()
    try:
        games = [evaluated(example) for _ in range(5)]
        really = tracemalloc.get_traced_memory()[0] / len(games)
    finally:
        tracemalloc.stop()
    assert really < memory(games[0]) < 6 * really + 4_000


# Reading through the caches.


class Reader(CachedReader):
    """A reader whose reads return `found`, after they were told to go on."""

    def __init__(self) -> None:
        super().__init__(create_engine("sqlite://"), 100_000)
        self.found: Any = None
        self.go_on = asyncio.Event()
        self.go_on.set()

    async def run(self, read: Callable[..., Any]) -> Any:
        found = self.found
        await self.go_on.wait()
        return found


def with_reader(scenario: Callable[[Reader], Awaitable[None]]) -> None:
    async def main() -> None:
        await scenario(Reader())

    asyncio.run(main())


def game(version: int) -> StoredGame:
    return StoredGame("a", version=version)


def test_an_older_version_that_arrives_late_is_not_cached() -> None:
    async def scenario(reader: Reader) -> None:
        reader.stored(game(3))
        reader.stored(game(2))
        assert await reader.load("a", 0) == game(3)
        reader.changed("a", 5)
        assert (await reader.load("a", 0), reader.newest("a")) == (None, 5)
        reader.stored(game(4))
        assert await reader.load("a", 0) is None
        reader.stored(game(5))
        reader.changed("a", 5)
        assert await reader.load("a", 0) == game(5)

    with_reader(scenario)


@pytest.mark.parametrize("change", [lambda r: r.changed("a", 4), lambda r: r.drop("a"), lambda r: r.deleted("a")])
def test_a_game_that_was_read_before_a_change_is_not_cached(change: Callable[[Reader], None]) -> None:
    async def scenario(reader: Reader) -> None:
        reader.found = game(3)
        reader.go_on.clear()
        reading = asyncio.create_task(reader.load("a", 0))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        change(reader)
        reader.go_on.set()
        assert await reading == game(3)
        reader.found = None
        assert await reader.load("a", 0) is None

    with_reader(scenario)


def test_a_dropped_game_is_read_again() -> None:
    async def scenario(reader: Reader) -> None:
        reader.stored(game(3))
        reader.drop("a")
        assert await reader.load("a", 0) is None
        reader.found = game(3)
        assert await reader.load("a", 0) == game(3)
        reader.found = None
        assert await reader.load("a", 0) == game(3)

    with_reader(scenario)


def test_a_deleted_game_does_not_come_back_but_can_be_created_again() -> None:
    async def scenario(reader: Reader) -> None:
        reader.stored(game(3))
        reader.deleted("a")
        reader.stored(game(4))
        assert (await reader.load("a", 0), reader.newest("a")) == (None, None)
        reader.stored(game(1))
        assert (await reader.load("a", 0), reader.newest("a")) == (game(1), 1)
        reader.deleted("a")
        reader.changed("a", 1)  # another process created it
        assert reader.newest("a") == 1

    with_reader(scenario)


def test_roles_read_before_a_change_are_not_cached() -> None:
    async def scenario(reader: Reader) -> None:
        reader.found = {"Ada": ADA}
        reader.go_on.clear()
        reading = asyncio.create_task(reader.roles_by_key("a", ["Ada"]))
        await asyncio.sleep(0)
        reader.forget_roles("a")
        reader.go_on.set()
        assert await reading == {"Ada": ADA}
        for found, expected in [(GRACE, GRACE), (ADA, GRACE)]:
            reader.found = {"Ada": found}
            assert await reader.roles_by_key("a", ["Ada"]) == {"Ada": expected}
        reader.reset(connected=True)
        assert await reader.roles_by_key("a", ["Ada"]) == {"Ada": ADA}

    with_reader(scenario)


def test_the_number_of_cached_keys_of_a_game_is_bounded() -> None:
    async def scenario(reader: Reader) -> None:
        for number in range(3_000):
            reader.found = {f"{number}": ADA}
            await reader.roles_by_key("a", [f"{number}"])
        reader.found = {}
        assert 0 < len(await reader.roles_by_key("a", map(str, range(3_000)))) <= 500

    with_reader(scenario)
