"""The page of a game by link: a friend who stays away, and the clocks."""

from dataclasses import replace

import pytest

from noughts.rules.errors import NoughtsError
from noughts.rules.game import Player
from noughts.web.live.presence import Guests
from noughts.web.model.access import Access
from noughts.web.model.errors import Forbidden
from noughts.web.model.new_game import NewGame
from noughts.web.model.stored_game import StoredGame
from noughts.web.pages.play.room import present_words, room_part

GONE = Guests(x=True, sure=True, gone=frozenset("o"))


def begun(moves: str = "4", **fields: str) -> StoredGame:
    """Return a game by link in which both friends have their seats."""
    game = NewGame("link", name="Ada", **fields).new_game("a" * 22).enter(Player.O, "Grace")
    return replace(game, moves=tuple(map(int, moves.split())))


def test_a_player_may_claim_the_win_from_a_friend_who_has_to_move_and_is_gone() -> None:
    game = begun()
    won = game.claim(Player.X, GONE.gone)
    assert (won.result, won.ended, won.version) == ("x", "o forfeited", game.version + 1)
    assert present_words(game, {Player.X}, GONE)["gone"] == "Grace has been away for 2 minutes. Claim the win, or wait."
    assert "Claim the win</button>" in room_part(Access(game, frozenset({"x"})), GONE)


@pytest.mark.parametrize(
    ("game", "player", "gone"),
    [
        (begun(), Player.X, ""),  # the friend is here, or was here a moment ago
        (begun(), Player.O, "o"),
        (begun("4 0"), Player.X, "o"),  # it is the player's own turn
        (begun("4 0 3 1 5"), Player.X, "o"),  # the game is over
        (replace(begun(), ended="draw agreed"), Player.X, "o"),
        (NewGame("link").new_game(), Player.X, "o"),  # nobody has joined
    ],
)
def test_otherwise_no_win_can_be_claimed(game: StoredGame, player: Player, gone: str) -> None:
    with pytest.raises(NoughtsError):
        game.claim(player, frozenset(gone))
    assert present_words(game, {player}, replace(GONE, gone=frozenset(gone)))["gone"] == ""


def test_a_spectator_is_offered_nothing() -> None:
    assert present_words(begun(), (), GONE)["gone"] == ""
    with pytest.raises(Forbidden):
        Access(begun(), frozenset({"watch"})).expect_player()
