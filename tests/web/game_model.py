"""A model of the server: the statuses that it should return, derived from the rules and the keys alone.

Every action returns the HTTP status that the server should return, and changes the model if that is 200.
"""

from dataclasses import dataclass, field, replace

from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.web.model.roles import link_secret

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
    ended: str = ""
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
        (x, o, drawn), winner = self.score, self.winner
        if not self.is_over:
            return self.score
        return x + (winner is Player.X), o + (winner is Player.O), drawn + (winner is None)

    @property
    def is_over(self) -> bool:
        return bool(self.ended) or self.position.is_over

    @property
    def winner(self) -> Player | None:
        if self.ended:
            return {"x resigned": Player.O, "o resigned": Player.X}.get(self.ended)
        outcome = self.position.outcome
        return outcome.winner if outcome else None

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
        if ply != len(self.moves) or self.following or self.ended or cell not in position.moves:
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
        if self.offer == offer != "takeback" and self.offered_by is side.other:
            return self.answer(secret, version, True, id)
        if version != self.version or self.following:
            return OUTDATED
        if self.waits or self.offer or (offer == "rematch" and not self.is_over):
            return MALFORMED
        if offer == "takeback" and (self.ended or self._before_last_of(side) is None):
            return OUTDATED
        if offer == "draw" and self.is_over:
            return OUTDATED
        self._changed()
        self.offer, self.offered_by = offer, side
        return OK

    def answer(self, secret: str, version: int, yes: bool, id: str) -> int:
        if refused := self._seated(secret):
            return refused
        side = self.side(secret)
        if yes and self.offer == "rematch":
            return FORBIDDEN if self.offered_by is side else self.next(secret, version, swap=True, id=id, agreed=True)
        if version != self.version or self.following or not self.offer:
            return OUTDATED
        if yes:
            if self.offered_by is side:
                return FORBIDDEN
            if self.offer == "draw":
                self.ended = "draw agreed"
                self.undone.clear()
                return self._changed()
            del self.moves[self._before_last_of(side.other) :]
            self.undone.clear()
            return self._changed()
        offer, asker = self.offer, self.offered_by
        self._changed()
        if asker is not side:
            self.refused, self.offered_by = offer, asker
        return OK

    def resign(self, secret: str) -> int:
        if refused := self._seated(secret):
            return refused
        ended = f"{self.side(secret).value} resigned"
        if self.ended == ended:
            return OK
        if self.following:
            return OUTDATED
        if self.waits:
            return MALFORMED
        if self.is_over:
            return OUTDATED
        self.ended = ended
        self.undone.clear()
        return self._changed()

    def _seated(self, secret: str) -> int:
        if not self.roles(secret):
            return UNKNOWN
        return 0 if self.linked and self.players(secret) else FORBIDDEN

    def _before_last_of(self, player: Player) -> int | None:
        """Return the number of moves before a player's last move."""
        turns = [position.turn for position in self.positions()[:-1]]
        return max((ply for ply, turn in enumerate(turns) if turn is player), default=None)

    def next(self, secret: str, version: int, *, swap: bool, id: str, agreed: bool = False) -> int:
        """Begin the next game. If it is new, its id is `id`. After a finished game, the other player begins it."""
        if not self.roles(secret):
            return UNKNOWN
        if self.following:
            return OK if self.following.roles(secret) else UNKNOWN
        if version != self.version:
            return OUTDATED
        mine = self.players(secret)
        agreed = agreed or not self.linked or (self.offer == "rematch" and self.offered_by not in mine)
        if not mine or not agreed:
            return FORBIDDEN
        if not self.moves and not swap:
            return OK
        x, o, drawn = self.tally
        other = {"x": "o", "o": "x"} if swap else {}
        self.following = replace(
            self,
            id=id,
            begins=self.begins.other if self.is_over and not swap else self.begins,
            version=1,
            moves=[],
            undone=[],
            offer="",
            offered_by=None,
            refused="",
            ended="",
            seats={player: self.seats[player.other if swap else player] for player in Player},
            keys={(holder, other.get(role, role)) for holder, role in self.keys},
            score=(o, x, drawn) if swap else (x, o, drawn),
        )
        return self._changed()

    def enter(self, link: str, secret: str, name: str) -> int:
        """Enter this game by a link. It must be the latest game that the link leads to."""
        role = min(self.roles(link))  # a host who took the friend's seat by the link has two roles
        if role not in ("x", "o"):
            self.spectators |= {secret} - {holder for holder, _ in self.keys}
            self.keys.add((secret, role))
            return OK
        player = Player(role)
        private = {(secret, role)}
        private |= {(link_secret(secret, self.series, key), key) for key in (role, "watch")}  # type: ignore[arg-type]
        if not self.seats[player]:
            self.seats[player] = name
            self.version += 1
            self.keys.remove((link, role))
            private = {key for key in private if key != (link, role)} | {(link, "watch")}
        self.keys |= private
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
