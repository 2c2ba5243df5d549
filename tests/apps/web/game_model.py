"""A model of the server: the statuses that it should return, derived from the rules and the keys alone.

Every action returns the HTTP status that the server should return, and changes the model if that is 200.
"""

from dataclasses import dataclass, field, replace

from noughts.apps.web.model.roles import link_secret
from noughts.rules.game import Game, Player
from noughts.rules.position import Position

OK, MALFORMED, FORBIDDEN, UNKNOWN, OUTDATED = 200, 400, 403, 404, 409


@dataclass
class Table:
    """The expected state of a game.

    Attributes:
        keys: pairs of a secret and a role.
        spectators: secrets of people who came to watch. The secret of a link for spectators is not included.
        seats: the names of X and O. The name of an open seat is empty.
        following: the next game, if any.
    """

    id: str
    series: str
    game: Game
    begins: Player
    linked: bool
    seats: dict[Player, str]
    keys: set[tuple[str, str]]
    spectators: frozenset[str] = frozenset()
    score: tuple[int, int, int] = (0, 0, 0)
    version: int = 1
    moves: list[int] = field(default_factory=list)
    undone: list[int] = field(default_factory=list)
    offer: str = ""
    offered_by: Player | None = None
    refused: str = ""
    following: "Table | None" = None
    gone: bool = False

    def positions(self) -> list[Position]:
        found = [Position(self.game, turn=self.begins)]
        for move in self.moves:
            found.append(found[-1].play(move))
        return found

    @property
    def position(self) -> Position:
        return self.positions()[-1]

    @property
    def waits(self) -> bool:
        """Whether a seat is still open."""
        return not all(self.seats.values())

    @property
    def tally(self) -> tuple[int, int, int]:
        outcome, (x, o, drawn) = self.position.outcome, self.score
        if outcome is None:
            return self.score
        return x + (outcome.winner is Player.X), o + (outcome.winner is Player.O), drawn + (outcome.winner is None)

    def roles(self, secret: str) -> set[str]:
        return set() if self.gone else {role for holder, role in self.keys if holder == secret}

    def players(self, secret: str) -> set[Player]:
        roles = self.roles(secret)
        return {player for player in Player if {"own", player.value} & roles}

    def side(self, secret: str) -> Player:
        """Return the player that a seated client represents: the player to move if the client has both seats."""
        mine, turn = self.players(secret), self.position.turn
        return turn if turn in mine else min(mine, key=list(Player).index)

    def _changed(self) -> int:
        self.version += 1
        self.offer, self.offered_by, self.refused = "", None, ""
        return OK

    # Actions.

    def play(self, secret: str, ply: int, cell: int) -> int:
        if not self.roles(secret):
            return UNKNOWN
        mine = self.players(secret)
        if 0 <= ply < len(self.moves) and self.moves[ply] == cell:  # the same move again
            return OK if self.positions()[ply].turn in mine else FORBIDDEN
        position = self.position
        if ply != len(self.moves) or self.following or cell not in position.moves:
            return OUTDATED
        if position.turn not in mine or self.waits:
            return FORBIDDEN
        self.moves.append(cell)
        self.undone.clear()
        return self._changed()

    def undo(self, secret: str, version: int) -> int:
        if refused := self._here(secret, version):
            return refused
        if not self.moves:
            return OUTDATED
        self.undone.append(self.moves.pop())
        return self._changed()

    def redo(self, secret: str, version: int) -> int:
        if refused := self._here(secret, version):
            return refused
        if not self.undone:
            return OUTDATED
        self.moves.append(self.undone.pop())
        self.version += 1
        return OK

    def _here(self, secret: str, version: int) -> int:
        if not self.roles(secret):
            return UNKNOWN
        if self.linked:
            return FORBIDDEN
        return OUTDATED if version != self.version or self.following else 0

    def ask(self, secret: str, version: int, offer: str, id: str) -> int:
        if refused := self._seated(secret):
            return refused
        side = self.side(secret)
        if self.offer == offer == "rematch" and self.offered_by is side.other:
            return self.next(secret, version, swap=True, id=id)
        if version != self.version or self.following:
            return OUTDATED
        if self.waits or (offer == "rematch" and not self.position.is_over):
            return MALFORMED
        if offer == "takeback" and self._before_last_of(side) is None:
            return OUTDATED
        self._changed()
        self.offer, self.offered_by = offer, side
        return OK

    def answer(self, secret: str, version: int, yes: bool, id: str) -> int:
        if refused := self._seated(secret):
            return refused
        side = self.side(secret)
        if yes and self.offer == "rematch":
            return FORBIDDEN if self.offered_by is side else self.next(secret, version, swap=True, id=id)
        if version != self.version or self.following or not self.offer:
            return OUTDATED
        if yes:
            if self.offered_by is side:
                return FORBIDDEN
            del self.moves[self._before_last_of(side.other) :]
            self.undone.clear()
            return self._changed()
        offer, asker = self.offer, self.offered_by
        self._changed()
        if asker is not side:
            self.refused, self.offered_by = offer, asker
        return OK

    def _seated(self, secret: str) -> int:
        if not self.roles(secret):
            return UNKNOWN
        return 0 if self.linked and self.players(secret) else FORBIDDEN

    def _before_last_of(self, player: Player) -> int | None:
        """Return the number of moves before a player's last move."""
        turns = [position.turn for position in self.positions()[:-1]]
        return max((ply for ply, turn in enumerate(turns) if turn is player), default=None)

    def next(self, secret: str, version: int, *, swap: bool, id: str) -> int:
        """Begin the next game. If it is new, its id is `id`."""
        if not self.roles(secret):
            return UNKNOWN
        if self.following:
            return OK if self.following.roles(secret) else UNKNOWN
        if version != self.version:
            return OUTDATED
        mine = self.players(secret)
        if not mine or (self.linked and not (self.offer == "rematch" and self.offered_by not in mine)):
            return FORBIDDEN
        if not self.moves and not swap:
            return OK
        x, o, drawn = self.tally
        other = {"x": "o", "o": "x"} if swap else {}
        self.following = replace(
            self,
            id=id,
            version=1,
            moves=[],
            undone=[],
            offer="",
            offered_by=None,
            refused="",
            seats={player: self.seats[player.other if swap else player] for player in Player},
            keys={(holder, other.get(role, role)) for holder, role in self.keys},
            score=(o, x, drawn) if swap else (x, o, drawn),
        )
        return self._changed()

    def enter(self, link: str, secret: str, name: str) -> int:
        """Enter this game by a link. It must be the latest game that the link leads to."""
        (role,) = self.roles(link)
        if role not in ("x", "o"):
            self.spectators |= {secret} - {holder for holder, _ in self.keys}
            self.keys.add((secret, role))
            return OK
        player = Player(role)
        if not self.seats[player]:
            self.seats[player] = name
            self.version += 1
        elif self.seats[player].casefold() != name.casefold():
            return OUTDATED
        self.keys |= {(secret, role)}
        self.keys |= {(link_secret(secret, self.series, key), key) for key in (role, "watch")}  # type: ignore[arg-type]
        return OK

    def forget(self, secret: str) -> int:
        held = self.roles(secret)
        if not held:
            return UNKNOWN
        if held == {"watch"} and secret not in self.spectators:
            return FORBIDDEN
        sides = held & {"x", "o"}
        self.keys = {(holder, role) for holder, role in self.keys if holder != secret and role not in sides}
        people = {player.value for player in Player if self.seats[player]}
        kept = held == {"watch"} or (sides and any(role in people for _, role in self.keys))
        self.gone = not kept
        return OK
