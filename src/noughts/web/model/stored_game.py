"""A stored game as a frozen value, with the operations that return its next version.

Every operation returns a new value whose version is one higher. It is stored only if the previous version is still the
current one. If two requests change a game at the same time, one request gets an error.
"""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, Self, TypeAlias

from noughts.render.names import clean_name, isolated
from noughts.rules.board import Cell, cells_in
from noughts.rules.errors import IllegalMove, NoughtsError
from noughts.rules.game import Game, Player
from noughts.rules.notation import position as read_position
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.rules.record import Ended, Record, ended_in, ended_text, way_of
from noughts.rules.tree import MOST_NODES, GameTree
from noughts.rules.tree_reader import read_tree
from noughts.session.session import ending_text, plies_to_redo, plies_to_undo
from noughts.web.model.errors import Forbidden, Outdated
from noughts.web.model.page_games import page_game

UNNAMED = ("Host", "Guest")
"""The stored names of people who give no name in a game played by link. Pages show “you” and “your friend” instead."""

Offer: TypeAlias = Literal["", "takeback", "draw", "rematch"]


@dataclass(frozen=True)
class StoredSeat:
    """The seat of a player, with a name, and with a level for a computer player. A seat that is free for a friend has
    neither.
    """

    name: str = ""
    level: str = ""

    @property
    def open(self) -> bool:
        """Whether the seat is free for a friend."""
        return not self.name


@dataclass(frozen=True)
class StoredGame:
    """A stored game.

    Attributes:
        id: the identifier of the game in URLs.
        series: the id of the first game of a series of rematches. Secret links are derived from it.
        version: a number that increases by one with every change.
        rules: the game's name.
        start: the first position as text. It is empty for the empty board with X to move.
        moves: the cells taken, in order.
        undone: the moves taken back. The last one is redone first.
        x, o: the players.
        linked: whether the players use two screens, each with a secret link.
        ended: how the game ended before it was over on the board, such as ``x resigned``, as in `Record`, or an empty
            text. Such a game has no undone moves.
        lines: the game with its variations, comments and properties as text, if it has any. Only the Analyse page and
            exported files use them.
        offer: what one player has asked the other for.
        offered_by: the player who made the offer, or whose offer was declined, as ``x`` or ``o``. Otherwise empty.
        refused: the last offer if the other player has declined it, until the next change.
        next: the id of the next game. A game with a next game no longer changes.
        score: the results of the games before this one: wins of the current X, wins of the current O, draws.
        streak: how many games in a row a person has won against the computer just before this game.
        clock: the seconds that each player has for a game played by link, or 0 without clocks.
        x_left, o_left: the milliseconds that the players had left when the clock of the player to move was started.
        since: when it was started, in milliseconds since 1970. It is 0 after the game, and before the first
            move unless the game is part of a tournament.
        class_id: the id of the class in whose tournament the game is played, or empty.
        created, updated: times in milliseconds since 1970. Versions of a game that differ only in these are equal.
    """

    id: str
    series: str = ""
    version: int = 1
    rules: str = "3,3,3"
    start: str = ""
    moves: tuple[Cell, ...] = ()
    undone: tuple[Cell, ...] = ()
    x: StoredSeat = StoredSeat("X")
    o: StoredSeat = StoredSeat("O")
    linked: bool = False
    ended: Ended = ""
    lines: str = ""
    offer: Offer = ""
    offered_by: Literal["", "x", "o"] = ""
    refused: Offer = ""
    next: str = ""
    score: tuple[int, int, int] = (0, 0, 0)
    streak: int = 0
    clock: int = 0
    x_left: int = 0
    o_left: int = 0
    since: int = 0
    class_id: str = ""
    created: int = field(default=0, compare=False)
    updated: int = field(default=0, compare=False)

    @cached_property
    def game(self) -> Game:
        """The rules."""
        return page_game(self.rules)

    @cached_property
    def record(self) -> Record:
        """The first position, the moves and the ending."""
        first = read_position(self.start, self.game) if self.start else Position(self.game)
        return Record(first, self.moves, (self.name(Player.X), self.name(Player.O)), self.ended)

    @property
    def tree(self) -> GameTree:
        """The game with its variations and comments. The moves of the game are the main line.

        Parsing long variations takes up to a second, so call this in a thread.
        """
        return self.tree_within(len(self.lines))

    def tree_within(self, most: int) -> GameTree:
        """Return the game's tree, without variations and comments if their text has more than `most` characters."""
        if not self.lines or len(self.lines) > most:
            return GameTree.of(self.record)
        lines = read_tree(self.lines, self.record.start, self.record.names)
        if lines.size + len(self.moves) > MOST_NODES:  # too large for further moves
            return GameTree.of(self.record)
        return lines.add(self.moves).promote(self.moves).ended_by(self.ended)

    @property
    def position(self) -> Position:
        """The current position."""
        return self.record.position

    def seat(self, player: Player) -> StoredSeat:
        """Return the seat of X or O."""
        return self.x if player is Player.X else self.o

    def name(self, player: Player) -> str:
        """Return the name of X or O, or just the mark if the person gave no name. The name of an open seat is empty."""
        name = self.seat(player).name
        return str(player) if self.linked and name in UNNAMED else name

    @cached_property
    def result(self) -> Literal["", "x", "o", "tie"]:
        """The result of a finished game, which is ``x``, ``o`` or ``tie``. The result is empty for an unfinished or
        void game.
        """
        if not self.is_over or self.ended == "void":
            return ""
        return winner.value if (winner := self.record.winner) else "tie"

    @property
    def is_over(self) -> bool:
        """Whether the game is over on the board, by a resignation, or by agreement."""
        return self.record.is_over

    @property
    def ending(self) -> str:
        """The ending of a finished game as a sentence, or an empty text for an unfinished game.

        For example, ``Ada wins with X: a1, b2, c3.``
        """
        winner = isolated(self.name(self.record.winner)) if self.record.winner else ""
        if self.ended and self.record.winner:
            won = f"{winner} {'win' if winner == 'You' else 'wins'}."
            return ended_early(self.ended, isolated(self.name(self.record.winner.other)), won)
        return f"{self.ended.capitalize()}." if self.ended else ending_text(self.position, winner)

    @property
    def tally(self) -> tuple[int, int, int]:
        """The running score, including this game if it is over."""
        x, o, drawn = self.score
        return x + (self.result == "x"), o + (self.result == "o"), drawn + (self.result == "tie")

    @property
    def wins_in_a_row(self) -> int:
        """The number of consecutive wins of a person against the computer, including this game if it is over."""
        if not self.result:
            return self.streak
        is_won = self.result != "tie" and not self.seat(Player(self.result)).level
        return self.streak + 1 if is_won and (self.x.level or self.o.level) else 0

    @property
    def waits_for_friend(self) -> bool:
        """Whether a seat is still open."""
        return self.x.open or self.o.open

    @property
    def computer_moves(self) -> bool:
        """Whether a computer player is to move."""
        return self._computer_at(self.position) and not self.next

    @property
    def computer_replied(self) -> bool:
        """Whether a computer player made the last move, in a game against a person."""
        return bool(self.moves) and not self.both_computers and self._computer_at(self.record.positions[-2])

    @property
    def both_computers(self) -> bool:
        """Whether both players are computers."""
        return bool(self.x.level and self.o.level)

    # Each operation returns the next version of the game, or raises NoughtsError.

    def left(self, player: Player, now: int) -> int:
        """Return the milliseconds that a player has left at a given time. The number is 0 or less if the player's time
        is up."""
        left = self.x_left if player is Player.X else self.o_left
        return left - (now - self.since) if self.since and self.position.turn is player else left

    def at(self, now: int) -> Self:
        """Return the game at a given time. If the clock of the player to move has run out, the game is over."""
        turn = self.position.turn
        if not self.since or self.left(turn, now) > 0:
            return self
        return self._end(ended_in(turn, "lost on time"), now)

    def play(self, players: Collection[Player], ply: int, cell: Cell, now: int = 0) -> Self:
        """Return the game after a move. If the move has been made already, return the game unchanged.

        Args:
            players: the players that the client may move for.
            ply: the number of moves already made, so that repeating a request has no effect.
            cell: the cell to take.
            now: the time in milliseconds since 1970, for the clocks.

        Raises:
            Forbidden: it is another player's turn, or the friend has not joined yet.
            Outdated: the game has changed in the meantime.
            IllegalMove: the move is not legal.
        """
        if 0 <= ply < len(self.moves) and self.moves[ply] == cell:
            if self.record.positions[ply].turn not in players:
                raise Forbidden("it is not your turn")
            return self
        if ply != len(self.moves):
            raise Outdated("the game has changed in the meantime: look at the board again")
        self._expect_open()
        if self.ended:
            raise IllegalMove(f"the game is over: {ended_text(self.ended)}")
        position = self.position
        position.expect_legal(cell)
        if position.turn not in players:
            watches = not players and not self.computer_moves
            raise Forbidden("spectators cannot move" if watches else f"it is not your turn: {position.turn} is to move")
        if self.waits_for_friend:
            raise Forbidden("your friend has not joined yet: send them the link first")
        played = self._changed(moves=(*self.moves, cell), undone=(), offer="", offered_by="")
        return played._timed(self, now)

    def can_undo(self, player: Player | None = None) -> bool:
        """Return whether `undo` can take back a move."""
        return self._plies_to_undo(player) > 0

    def undo(self, player: Player | None = None) -> Self:
        """Return the game without a player's last move and the moves after it. By default, take back the last move of
        any person.

        Raises:
            IllegalMove: there is no move to take back.
        """
        self._expect_open()
        plies = self._plies_to_undo(player)
        if not plies:
            raise IllegalMove("there is no move to take back")
        left = len(self.moves) - plies
        undone = (*self.undone, *reversed(self.moves[left:]))
        return self._changed(moves=self.moves[:left], undone=undone, offer="", offered_by="")

    def redo(self) -> Self:
        """Return the game with moves redone until it is a person's turn.

        Raises:
            IllegalMove: no move was taken back.
        """
        self._expect_open()
        plies = plies_to_redo(self.position, self.undone, self._stops_at)
        if not plies:
            raise IllegalMove("there is no move to redo")
        redone = tuple(reversed(self.undone[-plies:]))
        return self._changed(moves=self.moves + redone, undone=self.undone[:-plies])

    def continuing(self, last: "StoredGame | None") -> Self:
        """Return this new game with the score and the winning streak from the client's last game of the same kind.

        The counts continue for the same game between the same people, or against the same level, even if the sides
        change.
        """
        if not last or not self.continues(last):
            return self
        x, o, drawn = last.tally
        score = (x, o, drawn) if (self.x, self.o) == (last.x, last.o) else (o, x, drawn)
        return replace(self, score=score, streak=last.wins_in_a_row)

    def continues(self, last: "StoredGame") -> bool:
        """Return whether two games count towards the same running score. There is one score for each game, level and
        pair of people."""
        players = {(self.x, self.o), (self.o, self.x)}
        return not last.linked and not last.both_computers and self.rules == last.rules and (last.x, last.o) in players

    def without_score(self) -> Self:
        """Return this unfinished game with a score of 0."""
        self._expect_open()
        self._expect_unfinished()
        return self._changed(score=(0, 0, 0), streak=0)

    def enter(self, player: Player, name: str) -> Self:
        """Return the game with a person in an open seat.

        Raises:
            Outdated: the seat is taken.
        """
        seat = self.seat(player)
        if not seat.open:
            raise Outdated(f"{isolated(self.name(player))} already has this seat")
        taken = StoredSeat(clean_name(name, UNNAMED[1]))
        return self._changed(x=taken) if player is Player.X else self._changed(o=taken)

    def resign(self, player: Player, now: int = 0) -> Self:
        """Return the game after a player resigned. If this player has resigned already, return the game unchanged.

        Raises:
            NoughtsError: the game is over, or the other player has not joined.
        """
        ended: Ended = "x resigned" if player is Player.X else "o resigned"
        if self.ended == ended:
            return self
        self._expect_open()
        self._expect_friend()
        return self._end(ended, now)

    def can_claim(self, player: Player, gone: Collection[str]) -> bool:
        """Return whether a player may claim the win, because the opponent has to move but has been away for a long
        time.
        """
        turn, running = self.position.turn, self.linked and not (self.is_over or self.next or self.class_id)
        return running and turn is player.other and turn.value in gone

    def claim(self, player: Player, gone: Collection[str], now: int = 0) -> Self:
        """Return the game as won by a player whose opponent has to move but has been away for a long time.

        Raises:
            NoughtsError: the opponent has not been away for long, it is not their turn, or the game is over.
        """
        self._expect_open()
        self._expect_friend()
        self._expect_unfinished()
        if not self.can_claim(player, gone):
            raise Forbidden("you can claim the win only while your friend has to move and has been away for 2 minutes")
        return self._end(ended_in(player.other, "forfeited"), now)

    def without(self, gone: Collection[Player], now: int = 0) -> Self:
        """Return a tournament game after these players have left.

        If the player to move has left, this player forfeits the game. If both have left, the game is void.
        """
        turn = self.position.turn
        if self.is_over or turn not in gone:
            return self
        return self.void(now) if turn.other in gone else self._end(ended_in(turn, "forfeited"), now)

    def void(self, now: int = 0) -> Self:
        """Return the game as void, or unchanged if it is over."""
        return self if self.is_over else self._end("void", now)

    def ask(self, player: Player, offer: Offer) -> Self:
        """Return the game with a player's offer of a takeback, a draw or a rematch.

        Raises:
            NoughtsError: the offer makes no sense now, another offer is open, or the other player has not joined.
        """
        self._expect_open()
        self._expect_friend()
        if self.class_id and offer != "draw":
            raise Forbidden(f"there is no {offer} in a tournament")
        if self.seat(player.other).level:
            raise Forbidden("the computer does not answer offers")
        if self.offer:
            raise NoughtsError(f"there is an open offer of a {self.offer}: accept, decline or withdraw it first")
        if offer == "rematch" and not self.is_over:
            raise NoughtsError("the game is not over yet: finish it before you ask for a rematch")
        if offer == "draw":
            self._expect_unfinished()
        if offer == "takeback":
            self.undo(player)
        return self._changed(offer=offer, offered_by=player.value)

    def withdraw(self, player: Player) -> Self:
        """Return the game without its offer. The author withdraws the offer, or the other player declines it."""
        self._expect_open()
        if not self.offer:
            raise Outdated("there is no offer to answer any more")
        if self.offered_by == player.value:
            return self._changed(offer="", offered_by="")
        return self._changed(offer="", refused=self.offer)

    def grant(self, player: Player, now: int = 0) -> Self:
        """Return the game after the takeback or the draw that the other player has asked for.

        Raises:
            Forbidden: the player made the offer.
            Outdated: the offer no longer exists.
        """
        self._expect_open()
        if self.offer not in ("takeback", "draw"):
            raise Outdated("there is no offer to answer any more")
        if self.offered_by == player.value:
            raise Forbidden("the other player has to answer")
        if self.offer == "draw":
            return self._end("draw agreed", now)
        return replace(self.undo(player.other), undone=())._timed(self, now)

    def followed_by(self, id: str, *, swap: bool) -> tuple[Self, Self]:
        """Return this game marked as closed, and the next game with the running score.

        If this game is over and the players do not swap sides, the other player begins the next one.
        """
        self._expect_open()
        first = self.record.start
        if self.result and not swap and not first.x | first.o:
            first = Position(self.game, turn=first.turn.other)
        x, o, drawn = self.tally
        following = type(self)(
            id,
            self.series,
            rules=self.rules,
            start="" if first == Position(self.game) else t3en(first),
            x=self.o if swap else self.x,
            o=self.x if swap else self.o,
            linked=self.linked,
            score=(o, x, drawn) if swap else (x, o, drawn),
            streak=self.wins_in_a_row,
        ).with_clock(self.clock)
        return self._changed(next=id, offer="", offered_by=""), following

    def with_clock(self, seconds: int) -> Self:
        """Return this new game with this many seconds on both clocks."""
        return replace(self, clock=seconds, x_left=1_000 * seconds, o_left=1_000 * seconds)

    def _timed(self, before: Self, now: int) -> Self:
        """Return this game after stopping one player's clock and starting the clock of the player to move."""
        if not self.clock:
            return self
        turn = before.position.turn
        left = {f"{turn.value}_left": before.left(turn, now)}
        return replace(self, since=0 if self.is_over or not self.moves else now, **left)  # type: ignore[arg-type]

    def _changed(self, **changes: object) -> Self:
        if self.refused:  # the page has shown that the offer was declined
            changes = {"refused": "", "offered_by": "", **changes}
        return replace(self, version=self.version + 1, **changes)  # type: ignore[arg-type]

    def _end(self, ended: Ended, now: int) -> Self:
        self._expect_unfinished()
        turn = self.position.turn
        left = {f"{turn.value}_left": max(0, self.left(turn, now))} if self.since else {}
        return self._changed(ended=ended, undone=(), offer="", offered_by="", since=0, **left)

    def _expect_unfinished(self) -> None:
        if self.is_over:
            raise IllegalMove("the game is over")

    def _expect_friend(self) -> None:
        if self.waits_for_friend:
            raise NoughtsError("your friend has not joined yet: send them the link first")

    def _expect_open(self) -> None:
        if self.next:
            raise Outdated("the next game has begun: this game is closed")

    def _plies_to_undo(self, player: Player | None) -> int:
        if self.ended:  # an agreement between the players is final
            return 0

        def is_players_turn(position: Position) -> bool:
            return position.turn is player

        return plies_to_undo(self.record, is_players_turn if player else self._stops_at)

    def _stops_at(self, position: Position) -> bool:
        """Return whether undo and redo may stop in a position. They stop on a person's turn, or anywhere in a game
        between computers.
        """
        return self.both_computers or not self._computer_at(position)

    def _computer_at(self, position: Position) -> bool:
        return bool(self.seat(position.turn).level) and not self.ended and not position.is_over


def ended_early(ended: Ended, loser: str, won: str) -> str:
    """Describe how a player won without completing a line, such as by resignation.

    For example, ``Ada resigned. You win!``

    Args:
        ended: how it ended.
        loser: the name of the loser.
        won: the sentence that says who won. If the ending is unknown, the text is this sentence alone.
    """
    way = way_of(ended)
    return won if way == "won" else f"{loser} {way}. {won}"


def winning_line(position: Position) -> tuple[Cell, ...]:
    """Return the cells of the line that ended the game, or an empty tuple if there is no such line."""
    return cells_in(position.outcome.line) if position.outcome else ()
