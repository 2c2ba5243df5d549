"""What is remembered of keys: no more than asked for, and never across a change."""

from noughts.apps.web.model.roles import Role
from noughts.apps.web.store.cache import RoleCache

ADA, GRACE = frozenset[Role]({"x"}), frozenset[Role]({"o"})


def test_the_games_used_last_are_remembered() -> None:
    roles = RoleCache(2)
    for id in "ab":
        roles.put(id, {"Ada": ADA}, 0)
    assert roles.get("a", "Ada") == ADA
    roles.put("c", {"Ada": ADA}, 0)
    assert [roles.get(id, "Ada") for id in "abc"] == [ADA, None, ADA]


def test_of_a_game_that_many_look_at_not_all_keys_are_remembered() -> None:
    roles = RoleCache(2)
    for number in range(10_000):
        roles.put("a", {f"{number}": ADA}, 0)
    assert 0 < sum(roles.get("a", f"{number}") == ADA for number in range(10_000)) <= 500


def test_what_was_read_before_a_change_is_not_taken_in() -> None:
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
