"""The changes that clients can make to a game. Each function returns a `Change`, which takes the client's access to a
game and returns the changed game.

`noughts.web.games.Client.change` stores the result. It may call the function again if another request was faster.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import TypeAlias

from noughts.rules.board import Cell
from noughts.rules.game import Player
from noughts.web.auth import new_secret
from noughts.web.model.access import Access
from noughts.web.model.errors import Forbidden
from noughts.web.model.stored_game import Offer, StoredGame


@dataclass(frozen=True)
class Changed:
    """A game after a change, and the next game if the change begins one."""

    after: StoredGame
    following: StoredGame | None = None
    swapped: bool = False


Change: TypeAlias = Callable[[Access], Changed]
"""Returns the game after a change, or the same game to change nothing. It raises a NoughtsError if the change is not
allowed."""


def move(ply: int, cell: Cell | str, version: int | None = None) -> Change:
    """Make a move after `ply` other moves. Repeating the request changes nothing.

    If `version` is given, repeating the request changes nothing even after the move was taken back.
    """

    def change(access: Access) -> Changed:
        number = access.game.game.board.cell(cell) if isinstance(cell, str) else cell
        if version is not None and ply == len(access.game.moves):
            access.at(version)
        return Changed(access.game.play(access.people, ply, number, access.now))

    return change


def undo(version: int) -> Change:
    """Take back a move of a game on one screen."""
    return lambda access: Changed(access.at_one_screen(version, replied=True).undo())


def redo(version: int) -> Change:
    """Redo a move that was taken back."""
    return lambda access: Changed(access.at_one_screen(version).redo())


def resign() -> Change:
    """Resign a game played by link, even if the other player changes the game at the same moment. Repeating the request
    changes nothing."""
    return lambda access: Changed(access.game.resign(access.expect_player(), access.now))


def claim(version: int, gone: Collection[str]) -> Change:
    """Claim the win of a game played by link. The other player must be to move and have been away for two minutes."""

    def change(access: Access) -> Changed:
        player, game = access.expect_player(), access.at(version)
        return Changed(game.claim(player, gone, access.now))

    return change


def offer(version: int, offer: Offer) -> Change:
    """Ask the other player for a takeback, a draw or a rematch. A draw or a rematch takes effect when both players have
    asked for one.
    """

    def change(access: Access) -> Changed:
        player, game = access.expect_player(), access.at(version)
        if game.offer == offer != "takeback" and game.offered_by == player.other.value:
            return _next(game, swap=True) if offer == "rematch" else Changed(game.grant(player, access.now))
        return Changed(game.ask(player, offer))

    return change


def answer(version: int, *, yes: bool) -> Change:
    """Grant or decline the other player's offer, or withdraw the client's own offer."""

    def change(access: Access) -> Changed:
        player, offer = access.expect_player(), access.game.offer
        if yes and offer == "rematch" and access.game.offered_by == player.value:
            raise Forbidden("the other player has to answer")
        game = access.at(version)
        if not yes:
            return Changed(game.withdraw(player))
        return _next(game, swap=True) if offer == "rematch" else Changed(game.grant(player, access.now))

    return change


def next_game(version: int, *, swap: bool) -> Change:
    """Begin the next game. If the next game has already begun, nothing changes.

    The players of a game played by link need to agree to a rematch first.
    """

    def change(access: Access) -> Changed:
        if access.game.next:
            return Changed(access.game)
        game = access.at(version)
        access.expect_seat()
        if game.linked and not (game.offer == "rematch" and Player(game.offered_by) not in access.players):
            raise Forbidden("a rematch needs the other player's consent: ask for it first")
        return _next(game, swap=swap) if game.moves or swap else Changed(game)

    return change


def reset(version: int) -> Change:
    """Set the score of a game on one screen to 0. If the game is over, the change begins the next game."""

    def change(access: Access) -> Changed:
        game = access.at_one_screen(version, replied=True)
        if not game.is_over:
            return Changed(game.without_score())
        begun = _next(game, swap=False)
        return replace(begun, following=begun.following and replace(begun.following, score=(0, 0, 0), streak=0))

    return change


def _next(game: StoredGame, *, swap: bool) -> Changed:
    return Changed(*game.followed_by(new_secret(), swap=swap), swap)
