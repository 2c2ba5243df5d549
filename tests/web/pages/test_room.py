"""The page of a game by link: a friend who stays away, and the clocks."""

import re
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from noughts.rules.errors import NoughtsError
from noughts.rules.game import Player
from noughts.web import games
from noughts.web.auth import COOKIE, new_secret
from noughts.web.live.presence import Guests
from noughts.web.model.access import Access
from noughts.web.model.errors import Forbidden
from noughts.web.model.new_game import NewGame
from noughts.web.model.stored_game import StoredGame
from noughts.web.pages.play.room import present_words, room_part
from tests.web.web_server import Application, application

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
        (NewGame("link").new_game(), Player.X, "o"),  # the friend has not joined
    ],
)
def test_otherwise_no_win_can_be_claimed(game: StoredGame, player: Player, gone: str) -> None:
    with pytest.raises(NoughtsError):
        game.claim(player, frozenset(gone))
    assert present_words(game, {player}, replace(GONE, gone=frozenset(gone)))["gone"] == ""


MINUTE = 60_000


def test_each_player_has_a_clock_that_runs_while_they_think() -> None:
    game = begun("", clock="3")
    assert (game.left(Player.X, 5), game.left(Player.O, 5)) == (3 * MINUTE, 3 * MINUTE)
    game = game.play([Player.X], 0, 4, now=10 * MINUTE)
    assert game.left(Player.X, 11 * MINUTE) == 3 * MINUTE, "the first move takes no time"
    game = game.play([Player.O], 1, 0, now=11 * MINUTE)
    assert (game.left(Player.X, 11 * MINUTE), game.left(Player.O, 12 * MINUTE)) == (3 * MINUTE, 2 * MINUTE)
    asked = game.ask(Player.O, "takeback")
    granted = asked.grant(Player.X, now=12 * MINUTE)
    assert (granted.left(Player.X, 20 * MINUTE), granted.left(Player.O, 13 * MINUTE)) == (2 * MINUTE, MINUTE)
    first = (
        begun("", clock="3").play([Player.X], 0, 4, now=MINUTE).ask(Player.X, "takeback").grant(Player.O, 2 * MINUTE)
    )
    assert first.since == 0, "no clock runs before the first move"
    _, following = replace(game, ended="draw agreed").followed_by("b" * 22, swap=True)
    assert (following.left(Player.X, 0), following.left(Player.O, 0), following.since) == (3 * MINUTE, 3 * MINUTE, 0)


def test_a_player_whose_time_is_up_has_lost() -> None:
    game = begun("", clock="1").play([Player.X], 0, 4, now=MINUTE)
    assert game.at(2 * MINUTE - 1) is game
    lost = game.at(2 * MINUTE)
    assert (lost.ended, lost.result, lost.since) == ("o lost on time", "x", 0)
    assert lost.left(Player.O, 9 * MINUTE) == 0
    resigned = game.resign(Player.X, now=MINUTE + 15_000)
    assert resigned.left(Player.O, 9 * MINUTE) == 45_000, "a clock shows the remaining time"
    assert begun("4").at(10**15).ended == "", "without clocks, no player loses on time"
    part = room_part(Access(game, frozenset({"o"}), now=MINUTE + 15_000), Guests())
    assert 'class="clock runs" data-left="45000">0:45</td>' in part
    assert "lost on time. You win!" in room_part(Access(lost, frozenset({"x"}), now=2 * MINUTE), Guests())


def test_spectators_share_a_page_with_running_clocks() -> None:
    """With hundreds of spectators, rendering the page again for each of them would delay all other requests."""
    game = begun("", clock="1").play([Player.X], 0, 4, now=MINUTE)
    first, same, later = (
        room_part(Access(game, frozenset({"watch"}), now=MINUTE + ms), Guests()) for ms in (1_000, 1_099, 1_100)
    )
    assert first is same
    assert ('data-left="59000"' in first, 'data-left="58900"' in later) == (True, True)


def test_the_server_ends_a_game_whose_time_is_up(app: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    headers = [{"cookie": f"{COOKIE}={new_secret()}"} for _ in range(2)]
    invited = app.request("POST", "/play/invite", headers=headers[0], data={"side": "x", "clock": "1"})
    path = invited.headers["location"]
    seat = re.findall(r'value="[^"]*(/seat/[^"]+)"', app.request("GET", path, headers=headers[0]).text)[0]
    app.request("POST", seat, headers=headers[1], data={"name": "Grace"})
    app.request("POST", f"{path}/move", headers=headers[0], data={"ply": "0", "cell": "4"})
    assert "Your turn" in app.request("GET", path, headers=headers[1]).text
    later = time.time_ns() + 61 * 10**9
    monkeypatch.setattr(games, "time_ns", lambda: later)
    refused = app.request("POST", f"{path}/move", headers=headers[1], data={"ply": "1", "cell": "0"})
    assert refused.status_code == 409
    assert "You lost on time" in app.request("GET", path, headers=headers[1]).text


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    with application(tmp_path_factory.mktemp("room") / "games.sqlite3", seed=1) as made:
        yield made


def test_a_spectator_is_offered_nothing() -> None:
    assert present_words(begun(), (), GONE)["gone"] == ""
    with pytest.raises(Forbidden):
        Access(begun(), frozenset({"watch"})).expect_player()
