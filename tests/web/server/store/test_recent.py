"""The cache of games in memory: a change removes the old version, and a slow read never brings it back."""

import pytest

from noughts.web.model.new_game import NewGame
from noughts.web.model.roles import Role
from noughts.web.server.store.recent import Recent

PLAYER: frozenset[Role] = frozenset({"own"})
NOBODY: frozenset[Role] = frozenset()


def test_a_game_is_known_with_the_keys_that_were_read() -> None:
    recent, game = Recent(2), NewGame().new_game("a")
    recent.read(recent.changes, game, {"mine": PLAYER, "other": NOBODY})
    assert recent.game("a") is game
    assert recent.roles("a", ["mine", "other"]) == {"mine": PLAYER, "other": NOBODY}
    assert recent.roles("a", ["mine", "third"]) is None
    assert recent.roles("b", ["mine"]) is None


def test_a_change_replaces_the_game_and_a_change_of_keys_forgets_it() -> None:
    recent, game = Recent(2), NewGame().new_game("a")
    recent.read(recent.changes, game, {"mine": PLAYER})
    after = game.play(frozenset({game.position.turn}), 0, 4)
    recent.changed(after)
    assert recent.game("a") is after
    assert recent.roles("a", ["mine"]) == {"mine": PLAYER}
    recent.forget("a")
    assert recent.game("a") is None
    assert recent.roles("a", ["mine"]) is None


@pytest.mark.parametrize(
    ("changed", "is_kept"),
    [("", True), ("b", True), ("a", False), ("ab", False), ("bc", True), ("abc", False), ("bcd", False)],
)
def test_a_read_that_began_before_a_change_of_the_game_is_not_kept(changed: str, is_kept: bool) -> None:
    recent, game = Recent(2), NewGame().new_game("a")
    began = recent.changes
    for id in changed:  # of more than two games, it does not know which have changed
        recent.forget(id)
    recent.read(began, game, {"mine": PLAYER})
    assert (recent.game("a") is game) == is_kept


def test_the_oldest_games_make_room_and_none_is_kept_with_a_limit_of_0() -> None:
    for most in (0, 1, 2):
        recent = Recent(most)
        for id in "abc":
            recent.read(recent.changes, NewGame().new_game(id), {"mine": PLAYER})
        assert [id for id in "abc" if recent.game(id)] == list("abc")[3 - most :]
