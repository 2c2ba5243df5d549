"""A client's access to a game, with checks that depend on the game and on the client's roles."""

from dataclasses import dataclass

from noughts.rules.game import Player
from noughts.web.model.errors import Forbidden, Outdated
from noughts.web.model.roles import Role, players_of
from noughts.web.model.stored_game import StoredGame


@dataclass(frozen=True)
class Access:
    """A game, a client's roles in the game, and the time of the request in milliseconds since 1970."""

    game: StoredGame
    roles: frozenset[Role]
    now: int = 0

    @property
    def players(self) -> frozenset[Player]:
        """The players (X, O or both) whose seats the client has."""
        return players_of(self.roles)

    @property
    def people(self) -> frozenset[Player]:
        """The human players that the client may move for."""
        return frozenset(player for player in self.players if not self.game.seat(player).level)

    def expect_seat(self) -> None:
        """Raise Forbidden if the client is just a spectator."""
        if not self.players:
            raise Forbidden("spectators cannot do this")

    def expect_player(self) -> Player:
        """Return the client's player in a game played by link. If the client has both seats, return the player to move.

        Raises:
            Forbidden: the client has no seat, or the game is played on one screen.
        """
        mine = [player for player in Player if player in self.players]
        if not self.game.linked or not mine:
            raise Forbidden("only the two players in a game by link can do this")
        turn = self.game.position.turn
        return turn if turn in mine else mine[0]

    def at(self, version: int) -> StoredGame:
        """Return the game if it still has this version, or else raise Outdated.

        So repeating a request has no effect.
        """
        if self.game.version != version:
            raise Outdated("the game has changed in the meantime: look at the board again")
        return self.game

    def at_one_screen(self, version: int, *, replied: bool = False) -> StoredGame:
        """Return the game if it is played on one screen and still has this version.

        Args:
            version: the version that the client has seen.
            replied: also accept the next version if the only change is a computer player's reply. The reply can arrive
                while a person presses Undo.

        Raises:
            Forbidden: the game is played by link, or the client is a spectator.
            Outdated: the game has another version.
        """
        if self.game.linked:
            raise Forbidden("ask the other player for a takeback")
        self.expect_seat()
        game = self.game
        if replied and game.version == version + 1 and not game.undone and game.computer_replied:
            return game
        return self.at(version)
