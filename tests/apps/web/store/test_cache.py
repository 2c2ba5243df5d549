"""The caches are bounded, and never return a version known to be outdated."""

import tracemalloc
from dataclasses import replace
from random import Random

import pytest

from noughts.apps.web.model.roles import Role
from noughts.apps.web.model.stored_game import StoredGame
from noughts.apps.web.store.cache import GameCache, RoleCache

ADA, GRACE = frozenset[Role]({"x"}), frozenset[Role]({"o"})


def game(version: int, id: str = "a") -> StoredGame:
    return StoredGame(id, version=version)


def test_the_cache_ignores_an_older_version_that_arrives_late() -> None:
    cache = GameCache(100_000)
    cache.put(game(3))
    cache.put(game(2))
    assert cache.get("a") == game(3)
    cache.note("a", 5)
    assert cache.get("a") is None
    cache.put(game(4))
    assert cache.get("a") is None
    cache.put(game(5))
    cache.note("a", 5)
    assert cache.get("a") == game(5)


def test_a_dropped_game_is_read_again() -> None:
    cache = GameCache(100_000)
    cache.drop("a")
    cache.put(game(3))
    cache.drop("a")
    assert cache.get("a") is None
    cache.put(game(3))
    assert cache.get("a") == game(3)


def test_a_deleted_game_does_not_come_back() -> None:
    cache = GameCache(100_000)
    cache.put(game(3))
    cache.delete("a")
    cache.put(game(3))
    assert cache.get("a") is None


def test_a_deleted_game_can_be_created_again() -> None:
    cache = GameCache(100_000)
    cache.put(game(3))
    cache.delete("a")
    cache.forget("a")
    cache.put(game(1))
    assert (cache.get("a"), cache.newest("a")) == (game(1), 1)
    cache.delete("a")
    cache.note("a", 1)  # another process created it
    cache.put(game(1))
    assert cache.get("a") == game(1)


def test_the_least_recently_used_game_is_evicted() -> None:
    cache = GameCache(10_000)
    for id in "ab":
        cache.put(game(1, id))
    cache.get("a")
    cache.put(game(1, "c"))
    assert [cache.get(id) is None for id in "abc"] == [False, True, False]
    cache.clear()
    assert [cache.get(id) for id in "abc"] == [None, None, None]


def test_the_cache_is_bounded_by_size() -> None:
    cache, long = GameCache(1_000_000), tuple(range(400))
    for number in range(100):
        cache.put(StoredGame(f"long {number}", moves=long))
        cache.put(StoredGame(f"short {number}"))
        assert cache.size <= 1_000_000
    kept = [number for number in range(100) if cache.get(f"long {number}")]
    assert 3 < len(kept) < 10
    assert kept == list(range(100 - len(kept), 100))
    for number in range(100):
        cache.delete(f"long {number}")
        cache.note(f"short {number}", 2)
    assert cache.size < 100_000, "dropped games take no memory"
    cache.clear()
    assert cache.size == 0


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
    cache = GameCache(1_000_000)
    cache.put(games[0])
    assert really < cache.size < 6 * really + 4_000


# The role cache.


def test_the_roles_in_recently_used_games_are_cached() -> None:
    roles = RoleCache(2)
    for id in "ab":
        roles.put(id, {"Ada": ADA}, 0)
    assert roles.get("a", "Ada") == ADA
    roles.put("c", {"Ada": ADA}, 0)
    assert [roles.get(id, "Ada") for id in "abc"] == [ADA, None, ADA]


def test_the_number_of_cached_keys_of_a_game_is_bounded() -> None:
    roles = RoleCache(2)
    for number in range(10_000):
        roles.put("a", {f"{number}": ADA}, 0)
    assert 0 < sum(roles.get("a", f"{number}") == ADA for number in range(10_000)) <= 500


def test_roles_read_before_a_change_are_not_cached() -> None:
    roles = RoleCache(2)
    before = roles.generation
    roles.put("a", {"Ada": ADA}, before)
    roles.forget("a")
    assert roles.get("a", "Ada") is None
    roles.put("a", {"Ada": ADA}, before)
    assert roles.get("a", "Ada") is None
    roles.put("a", {"Ada": GRACE}, roles.generation)
    assert roles.get("a", "Ada") == GRACE
    roles.clear()
    assert roles.get("a", "Ada") is None
