"""A game as it is kept: a frozen value, and what can be done with it; no clock, no chance, no storage.

Every change gives a new value whose version is one higher. Whoever stores it does so only if the version before is
still the one that is stored: of two who change the same game at once, one is told to look again.
Long, because all that can be done with a game stands here, a method each.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, Self, TypeAlias

from noughts.apps.names import clean_name, isolated
from noughts.apps.web.model.errors import Forbidden, Outdated
from noughts.rules.board import Cell, cells_in
from noughts.rules.errors import IllegalMove, NoughtsError
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position
from noughts.rules.record import Record

MOST_CELLS = 400
"""The most cells of a board on the page."""

_LOOKS_ON = "who only looks on makes no move"

Offer: TypeAlias = Literal["", "takeback", "rematch"]


@dataclass(frozen=True)
class Seat:
    """Who has X or O: a name, and the level of a computer player. A seat that waits for a friend has neither."""

    name: str = ""
    level: str = ""

    @property
    def open(self) -> bool:
        """Whether the seat waits for somebody."""
        return not self.name


@dataclass(frozen=True)
class StoredGame:
    """A game as it is kept.

    Attributes:
        id: names the game in addresses.
        series: the first of the games that followed each other, from which secret links are derived.
        version: one higher after every change.
        rules: the game's name.
        start: the first position, as text; empty for the empty board with X to move.
        moves: the cells taken, in order.
        undone: the moves taken back, the last of them first to be made again.
        x, o: who plays.
        linked: whether the two sit at two screens, each with a secret link of their own.
        offer: what one of them has asked the other for.
        offered_by: which of them, ``x`` or ``o``; empty without an offer, or a refusal of one.
        refused: what they had asked for last, if the other has refused it; until the next change.
        next: the game that followed this one; nothing here changes after that.
        score: the games before this one: won by who has X now, won by who has O now, drawn.
        created, updated: when, in milliseconds since 1970.
    """

    id: str
    series: str = ""
    version: int = 1
    rules: str = "3,3,3"
    start: str = ""
    moves: tuple[Cell, ...] = ()
    undone: tuple[Cell, ...] = ()
    x: Seat = Seat("X")
    o: Seat = Seat("O")
    linked: bool = False
    offer: Offer = ""
    offered_by: str = ""
    refused: Offer = ""
    next: str = ""
    score: tuple[int, int, int] = (0, 0, 0)
    created: int = 0
    updated: int = 0

    @cached_property
    def game(self) -> Game:
        """The rules."""
        return page_game(self.rules)

    @cached_property
    def record(self) -> Record:
        """The game as it was played."""
        first = read_position(self.start, self.game) if self.start else Position(self.game)
        return Record(first, self.moves, (self.x.name, self.o.name))

    @cached_property
    def worked_out(self) -> dict[str, bytes]:
        """What others have worked out of this game and will need again: it stays true, as nothing here changes."""
        return {}

    @property
    def position(self) -> Position:
        """The position now."""
        return self.record.position

    def seat(self, player: Player) -> Seat:
        """Return who has X or O."""
        return self.x if player is Player.X else self.o

    @property
    def result(self) -> str:
        """``x``, ``o`` or ``tie`` when the game is over, else empty."""
        outcome = self.position.outcome
        if outcome is None:
            return ""
        return outcome.winner.value if outcome.winner else "tie"

    @property
    def tally(self) -> tuple[int, int, int]:
        """The running score with this game, once it is over."""
        x, o, drawn = self.score
        return x + (self.result == "x"), o + (self.result == "o"), drawn + (self.result == "tie")

    @property
    def computer_moves(self) -> bool:
        """Whether a computer player is to move."""
        return self._computer_at(self.position) and not self.next

    @property
    def both_computers(self) -> bool:
        """Whether two computer players meet."""
        return bool(self.x.level and self.o.level)

    # What can be done. Each returns the game after it, or raises NoughtsError.

    def play(self, players: Collection[Player], ply: int, cell: Cell) -> Self:
        """Return the game after a move; asked a second time for the same move, the game as it is.

        Args:
            players: whose moves may be made by who asks.
            ply: how many moves were made before this one, so that no request counts twice.
            cell: the cell to take.

        Raises:
            Forbidden: it is another player's turn, or the friend has not come yet.
            Outdated: the game has gone on since.
            IllegalMove: the move is not legal.
        """
        if 0 <= ply < len(self.moves) and self.moves[ply] == cell:
            if self.record.positions[ply].turn not in players:
                raise Forbidden("it is not your turn")
            return self
        if ply != len(self.moves):
            raise Outdated("the game has gone on in the meantime: look at the board again")
        self._goes_on()
        position = self.position
        if reason := position.why_illegal(cell):
            raise IllegalMove(reason)
        if position.turn not in players:
            looks_on = not players and not self.computer_moves
            raise Forbidden(_LOOKS_ON if looks_on else f"it is not your turn: {position.turn} is to move")
        if self.x.open or self.o.open:
            raise Forbidden("your friend has not come yet: send the link first")
        after = self._after(moves=(*self.moves, cell), undone=(), offer="", offered_by="")
        after.__dict__.update(game=self.game, record=self.record.play(cell))  # known: no move is played again
        return after

    def undo(self, player: Player | None = None) -> Self:
        """Return the game without the last move and, where a computer made it, the ones before, to a person's.

        Args:
            player: take back the last move of this player, and what came after it.

        Raises:
            IllegalMove: there is no move to take back.
        """
        self._goes_on()
        positions, plies = self.record.positions, 1
        while plies <= len(self.moves) and (
            positions[-1 - plies].turn is not player if player else self._computer_answered(positions[-1 - plies])
        ):
            plies += 1
        if plies > len(self.moves):
            raise IllegalMove("there is no move to take back")
        left = len(self.moves) - plies
        undone = (*self.undone, *reversed(self.moves[left:]))
        return self._after(moves=self.moves[:left], undone=undone, offer="", offered_by="")

    def redo(self) -> Self:
        """Return the game with the moves made again that were taken back, to a person's turn.

        Raises:
            IllegalMove: no move was taken back.
        """
        self._goes_on()
        if not self.undone:
            raise IllegalMove("there is no move to redo")
        moves, undone, position = list(self.moves), list(self.undone), self.position
        while True:
            moves.append(undone.pop())
            position = position.play(moves[-1])
            if not undone or not self._computer_answered(position):
                break
        return self._after(moves=tuple(moves), undone=tuple(undone))

    def enter(self, player: Player, name: str) -> Self:
        """Return the game with somebody in a seat that was open.

        Raises:
            Outdated: somebody else was quicker.
        """
        seat = self.seat(player)
        if not seat.open:
            raise Outdated(f"{isolated(seat.name)} has this seat already")
        taken = Seat(clean_name(name, str(player)))
        return self._after(x=taken) if player is Player.X else self._after(o=taken)

    def ask(self, player: Player, offer: Offer) -> Self:
        """Return the game in which a player has asked the other for a takeback or a rematch.

        Raises:
            NoughtsError: there is nothing to take back, the game is not over yet, or the other has not come.
        """
        self._goes_on()
        if self.x.open or self.o.open:
            raise NoughtsError("your friend has not come yet: send the link first")
        if offer == "rematch" and not self.position.is_over:
            raise NoughtsError("the game is not over yet: a rematch comes after it")
        if offer == "takeback":
            self.undo(player)
        return self._after(offer=offer, offered_by=player.value)

    def withdraw(self, player: Player) -> Self:
        """Return the game without the offer: who has made it takes it back, or the other refuses it."""
        self._goes_on()
        if not self.offer:
            raise Outdated("there is nothing to answer any more")
        if self.offered_by == player.value:
            return self._after(offer="", offered_by="")
        return self._after(offer="", refused=self.offer)

    def grant(self, player: Player) -> Self:
        """Return the game after the takeback that the other player has asked for.

        Raises:
            Forbidden: the offer is one's own.
            Outdated: there is none any more.
        """
        self._goes_on()
        if self.offer != "takeback":
            raise Outdated("there is nothing to answer any more")
        if self.offered_by == player.value:
            raise Forbidden("it is the other player who answers")
        return replace(self.undo(player.other), undone=())

    def followed_by(self, id: str, *, swap: bool) -> tuple[Self, Self]:
        """Return this game, closed, and the one that follows it with the running score; sides change on request."""
        self._goes_on()
        x, o, drawn = self.tally
        following = replace(
            self,
            id=id,
            version=1,
            moves=(),
            undone=(),
            x=self.o if swap else self.x,
            o=self.x if swap else self.o,
            offer="",
            offered_by="",
            refused="",
            score=(o, x, drawn) if swap else (x, o, drawn),
            created=0,
            updated=0,
        )
        return self._after(next=id, offer="", offered_by=""), following

    def _after(self, **changes: object) -> Self:
        if self.refused:  # which has been seen by now
            changes = {"refused": "", "offered_by": "", **changes}
        return replace(self, version=self.version + 1, **changes)  # type: ignore[arg-type]

    def _goes_on(self) -> None:
        if self.next:
            raise Outdated("the next game has begun: this one is closed")

    @property
    def was_answered(self) -> bool:
        """Whether a computer has made the last move, against a person."""
        return bool(self.moves) and not self.both_computers and self._computer_at(self.record.positions[-2])

    def _computer_at(self, position: Position) -> bool:
        return not position.is_over and bool(self.seat(position.turn).level)

    def _computer_answered(self, position: Position) -> bool:
        return self._computer_at(position) and not self.both_computers


def page_game(name: str) -> Game:
    """Return the game of a name, if its board is one for the page.

    Raises:
        NoughtsError: the name names no game, or one whose board is too large for the page.
    """
    if len(name) > 60:
        raise NoughtsError("the name of a game has at most 60 characters")
    game = named_game(name)
    if len(game.board) > MOST_CELLS or len(game.board.shape) > 3:
        raise NoughtsError(f"a board on the page has at most {MOST_CELLS} cells, in a plane or in space")
    if not game.lines:
        raise NoughtsError(f"nobody could ever complete a row in {game.name}: take fewer in a row, or a larger board")
    return game


def winning_line(position: Position) -> tuple[Cell, ...]:
    """Return the cells of the line that ended the game; none where there is none."""
    return cells_in(position.outcome.line) if position.outcome else ()
