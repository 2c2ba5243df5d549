"""The cache: never older than what was heard of, and bounded."""

from noughts.apps.web.cache import Cache
from noughts.apps.web.kept import KeptGame


def game(version: int, id: str = "a") -> KeptGame:
    return KeptGame(id, version=version)


def test_a_late_older_value_is_not_taken_in() -> None:
    cache = Cache(5)
    cache.put(game(3))
    cache.put(game(2))
    assert cache.get("a") == game(3)
    cache.told("a", 5)
    assert cache.get("a") is None
    cache.put(game(4))
    assert cache.get("a") is None
    cache.put(game(5))
    cache.told("a", 5)
    assert cache.get("a") == game(5)


def test_what_is_in_doubt_is_read_anew() -> None:
    cache = Cache(5)
    cache.doubt("a")
    cache.put(game(3))
    cache.doubt("a")
    assert cache.get("a") is None
    cache.put(game(3))
    assert cache.get("a") == game(3)


def test_a_deleted_game_does_not_come_back() -> None:
    cache = Cache(5)
    cache.put(game(3))
    cache.gone("a")
    cache.put(game(3))
    assert cache.get("a") is None


def test_the_game_used_longest_ago_gives_way() -> None:
    cache = Cache(2)
    for id in "ab":
        cache.put(game(1, id))
    cache.get("a")
    cache.put(game(1, "c"))
    assert [cache.get(id) is None for id in "abc"] == [False, True, False]
    cache.clear()
    assert [cache.get(id) for id in "abc"] == [None, None, None]
