"""A series of games between two people or computers, as any front-end sees it: no input, no output."""

from dataclasses import dataclass, field
from random import Random

from noughts.apps.seats import Seat
from noughts.explain.kinds import Reason
from noughts.explain.reasons import reasons
from noughts.explain.review import Review, review
from noughts.explain.sentences import hint, why
from noughts.players.match import MatchResult
from noughts.players.opponent import Choice
from noughts.rules.board import Move, cells_in
from noughts.rules.errors import IllegalMove, NoughtsError
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.rules.record import Record
from noughts.solver.analysis import Analysis, analyse, everyday_nodes
from noughts.solver.solver import Solver

__all__ = ["Seat", "Session"]


@dataclass
class Session:
    """Games in a row from one first position, with undo and redo, and the running score.

    Attributes:
        seats: the two who play, 0 and 1.
        start: the first position of every game.
        random: draws whatever the computer players draw.
        x: who has X now, 0 or 1.
        record: the game being played.
        score: how the finished games ended.
    """

    seats: tuple[Seat, Seat]
    start: Position
    random: Random
    x: int = 0
    record: Record = field(init=False)
    score: MatchResult = field(init=False)
    _undone: list[Move] = field(init=False, default_factory=list)
    _counted: bool = field(init=False, default=False)
    _solver: Solver | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.score = MatchResult((self.seats[0].name, self.seats[1].name))
        self.new()

    @property
    def position(self) -> Position:
        """The position now."""
        return self.record.position

    def seat_of(self, player: Player) -> Seat:
        """Return who has X or O."""
        return self.seats[self.x if player is Player.X else 1 - self.x]

    @property
    def mover(self) -> Seat:
        """Who is to move."""
        return self.seat_of(self.position.turn)

    @property
    def last(self) -> Move | None:
        """The last move, if there was one."""
        return self.record.moves[-1] if self.record.moves else None

    @property
    def ending(self) -> str:
        """How the game ended, such as ``You win with X: a1, b2, c3.``; empty while it goes on."""
        position, outcome = self.position, self.position.outcome
        if outcome is None or outcome.winner is None:
            return "A draw." if outcome else ""
        seat = self.seat_of(outcome.winner)
        line = ", ".join(position.game.board.names[cell] for cell in cells_in(outcome.line))
        how = f": {outcome.winner.other} completed {line}" if position.game.misere else f": {line}"
        verb = "win" if seat.name == "You" else "wins"
        return f"{seat.title} {verb} with {outcome.winner}{how if line else ''}."

    def new(self, start: Position | None = None) -> None:
        """Begin a new game, from another first position if one is given. A game that was not over is not counted."""
        self.start = start or self.start
        self._begin(Record(self.start, (), self._names()))

    def swap(self) -> None:
        """Begin a new game in which X and O have changed seats."""
        self.x = 1 - self.x
        self.new()

    def resume(self, record: Record, seats: tuple[Seat, Seat] | None = None, x: int = 0) -> None:
        """Go on with a saved game. Its first position is also that of the next games; new players start a new score.

        Args:
            record: the game.
            seats: who plays on; otherwise those who play now.
            x: which of the new players has X.
        """
        before = [seat.title for seat in self.seats]
        self.start = record.start
        if seats:
            self.seats, self.x = seats, x
        self._begin(Record(record.start, record.moves, self._names()))
        if [seat.title for seat in self.seats] != before:
            self.score = MatchResult((self.seats[0].name, self.seats[1].name))

    def seat(self, number: int, seat: Seat) -> None:
        """Let somebody else take seat 0 or 1; the running score begins anew."""
        seat = seat.at(self.start.game)
        self.seats = (seat, self.seats[1]) if number == 0 else (self.seats[0], seat)
        self.score = MatchResult((self.seats[0].name, self.seats[1].name))

    def play(self, move: Move | str) -> None:
        """Make a move for whoever is to move.

        Raises:
            IllegalMove: the move is not legal.
        """
        self.record = self.record.play(move)
        self._undone.clear()
        self._count()

    def think(self) -> Choice:
        """Return the move that the computer player to move chooses, without making it.

        Raises:
            PlayerFault: somebody's own player crashed or chose what is no legal move.
            SearchLimit: the player cannot search this position.
        """
        computer = self.mover.computer
        if computer is None:
            raise ValueError(f"{self.mover.name} is a person, and chooses alone")
        return computer.choose(self.position, self.random)

    def undo(self) -> int:
        """Take back the last move, and with it a computer's, until a person is to move. Return how many plies.

        A finished game that is taken back no longer counts.

        Raises:
            IllegalMove: there is no move to take back.
        """
        plies = 1
        while plies <= len(self.record.moves) and self._computer_moves(self.record.positions[-1 - plies]):
            plies += 1
        if plies > len(self.record.moves):
            raise IllegalMove("there is no move to take back")
        if self._counted:
            self._tally(-1)
            self._counted = False
        self._undone += reversed(self.record.moves[-plies:])
        self.record = self.record.back(plies)
        return plies

    def redo(self) -> int:
        """Make the moves again that were taken back, until a person is to move. Return how many plies.

        Raises:
            IllegalMove: no move was taken back.
        """
        if not self._undone:
            raise IllegalMove("there is no move to make again")
        plies = 0
        while self._undone and (not plies or self._computer_moves(self.position)):
            self.record = self.record.play(self._undone.pop())
            plies += 1
        self._count()
        return plies

    def analyse(self, turn: Player | None = None) -> Analysis:
        """Return what every move is worth, for the player to move or, if asked, for the other.

        Raises:
            NoughtsError: the game is over.
        """
        position = self.position
        if position.is_over:
            raise NoughtsError("the game is over: there is no move to recommend")
        if turn is not None:
            position = Position(position.game, position.x, position.o, turn)
        return self._analysed(position)

    def hint(self, analysis: Analysis) -> str:
        """Return the move that an analysis recommends, and the reason, in words."""
        return hint(analysis, self._reasons(analysis, analysis.best[0].move))

    def why(self, cell: Move | None = None) -> str:
        """Return in words why a move was good or bad: the last one, or that which took a cell, or would take it.

        Raises:
            IllegalMove: no move took the cell, and none can now; or there is no last move.
        """
        record = self.record
        if cell is None and not record.moves:
            raise IllegalMove("no move has been made yet: name a cell too")
        if cell is not None and cell not in record.moves:
            if reason := self.position.why_illegal(cell):
                raise IllegalMove(reason)
            analysis = self._analysed(self.position)
            return why(analysis, cell, self._reasons(analysis, cell))
        place = len(record.moves) - 1 if cell is None else record.moves.index(cell)
        position, move = record.positions[place], record.moves[place]
        analysis = self._analysed(position)
        subject = f"{position.turn}'s {record.move_names[place]}"
        return why(analysis, move, self._reasons(analysis, move), subject)

    def review(self) -> Review:
        """Return what every move of the game so far gave away."""
        return review(self.record, self._solver_for(self.position.game))

    def _solver_for(self, game: Game) -> Solver:
        if self._solver is None or self._solver.game != game:
            self._solver = Solver(game)
        return self._solver

    def _analysed(self, position: Position) -> Analysis:
        return analyse(position, self._solver_for(position.game), nodes=everyday_nodes(position))

    def _reasons(self, analysis: Analysis, move: Move) -> tuple[Reason, ...]:
        position = analysis.position
        solver, nodes = self._solver_for(position.game), everyday_nodes(position)
        return reasons(position, move, solver, analysis=analysis, nodes=nodes)

    def _computer_moves(self, position: Position) -> bool:
        return self.seat_of(position.turn).computer is not None

    def _names(self) -> tuple[str, str]:
        return self.seat_of(Player.X).title, self.seat_of(Player.O).title

    def _begin(self, record: Record) -> None:
        self.record = record
        self.seats = self.seats[0].at(record.start.game), self.seats[1].at(record.start.game)
        self._undone.clear()
        self._counted = False

    def _count(self) -> None:
        if self.position.is_over and not self._counted and self.record.moves:
            self._tally(1)
            self._counted = True

    def _tally(self, times: int) -> None:
        outcome = self.position.outcome
        winner = None
        if outcome and outcome.winner:
            winner = self.x if outcome.winner is Player.X else 1 - self.x
        self.score.games[self.x, winner] += times
