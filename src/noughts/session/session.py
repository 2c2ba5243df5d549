"""A series of games between two seats, shared by every front-end. A session performs no input or output."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import NamedTuple, TypeAlias

from noughts.explain.reasons.kinds import Reason
from noughts.explain.reasons.reasons import reasons
from noughts.explain.reasons.sentences import hint, why
from noughts.explain.review.review import Review, review
from noughts.players.match import MatchResult
from noughts.players.opponent import Choice
from noughts.rules.board import Move, cells_in
from noughts.rules.errors import IllegalMove, NoughtsError
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.rules.record import Record, ended_by, ended_in
from noughts.rules.tactics import with_turn
from noughts.rules.tree import GameTree
from noughts.search.result import Deadline
from noughts.session.seats import Seat
from noughts.solver.analyse import analyse
from noughts.solver.evaluation import Evaluation
from noughts.solver.limit import Limit
from noughts.solver.policy import interactive_nodes
from noughts.solver.solver import Solver

__all__ = ["Seat", "Session", "ending_text", "plies_to_redo", "plies_to_undo"]

StopsAt: TypeAlias = Callable[[Position], bool]
"""A function that tells whether undo and redo can stop in a position, usually because it is a person's turn."""


class _Left(NamedTuple):
    """A game that was left for another one, and the data needed to continue the game that was left."""

    seats: tuple[Seat, Seat]
    x: int
    record: Record
    resumed: GameTree | None
    score: MatchResult
    is_counted: bool
    earlier: "_Left | None"


@dataclass
class Session:
    """A series of games between the same seats, with undo, redo and a running score.

    A new game keeps the previous game: `undo` at the beginning of the new game brings the previous game back.

    Attributes:
        seats: the two players, seats 0 and 1.
        start: the first position of every game.
        random: the random numbers for the computer players.
        x: the seat that plays X in this game, 0 or 1.
        stop: returns whether an analysis has to end at once and return its partial results.
        solver: solves positions for hints and values. The computer players can share it.
        record: the game being played.
        score: the results of the finished games.
        kept: the game as a file contains it, if the session continues a saved game.
    """

    seats: tuple[Seat, Seat]
    start: Position
    random: Random
    x: int = 0
    stop: Deadline | None = None
    solver: Solver | None = None
    record: Record = field(init=False)
    score: MatchResult = field(init=False)
    kept: GameTree | None = field(init=False, default=None)
    _undone: list[Move] = field(init=False, default_factory=list)
    _counted: bool = field(init=False, default=False)
    _resumed: GameTree | None = field(init=False, default=None)
    _left: _Left | None = field(init=False, default=None)
    _analysis: Evaluation | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.score = MatchResult((self.seats[0].name, self.seats[1].name))
        self._begin()

    # The state of the game.

    @property
    def position(self) -> Position:
        """The current position."""
        return self.record.position

    @property
    def is_over(self) -> bool:
        """Whether the game is over, on the board or because a person has resigned."""
        return self.record.is_over

    @property
    def tree(self) -> GameTree:
        """The game with the variations, comments and properties of the file from which it was resumed."""
        return _tree(self.record, self._resumed)

    @property
    def last(self) -> Move | None:
        """The last move, or None if no move has been made."""
        return self.record.moves[-1] if self.record.moves else None

    @property
    def mover(self) -> Seat:
        """The seat whose turn it is."""
        return self.seat_of(self.position.turn)

    @property
    def awaits_person(self) -> bool:
        """Whether the game is waiting for a person's move."""
        return not self.is_over and self.mover.computer is None

    @property
    def awaits_computer(self) -> bool:
        """Whether the game is waiting for a computer player's move."""
        return not self.is_over and self.mover.computer is not None

    @property
    def can_undo(self) -> bool:
        """Whether a person's move can be taken back, or the previous game can be brought back."""
        return self._has_person_moved or self._left is not None

    @property
    def unfinished(self) -> GameTree | None:
        """The last unfinished game, current or earlier, in which a person has moved, or None."""
        if self._has_person_moved and not self.is_over:
            return self.tree
        left = self._left
        while left and left.record.is_over:
            left = left.earlier
        return _tree(left.record, left.resumed) if left else None

    @property
    def unsaved(self) -> GameTree | None:
        """The last unfinished game, or None if there is no such game or if a file contains it."""
        game = self.unfinished
        return None if game == self.kept else game

    @property
    def can_redo(self) -> bool:
        """Whether there are moves to redo."""
        return bool(self._undone)

    @property
    def prompt(self) -> str:
        """The prompt for a move, such as ``Your move, Ada (X)``."""
        name = "" if self.mover.name == "You" else f", {self.mover.name}"
        return f"Your move{name} ({self.position.turn})"

    @property
    def ending(self) -> str:
        """A sentence that says how the game ended, or an empty string if the game is not over."""
        winner = self.record.winner
        name = self.seat_of(winner).title if winner else ""
        if self.record.ended and winner:
            return f"{self.seat_of(winner.other).title} resigned. {_wins(name)}."
        return ending_text(self.position, name)

    def seat_of(self, player: Player) -> Seat:
        """Return the seat that plays the given side, X or O."""
        return self.seats[self.x if player is Player.X else 1 - self.x]

    def wins(self, player: Player) -> int:
        """Return the number of games won by the seat that plays this side in the current game."""
        return self.score.wins(self.x if player is Player.X else 1 - self.x)

    # Games and players.

    def new(self, start: Position | None = None, seats: tuple[Seat, Seat] | None = None) -> None:
        """Start a new game, optionally from a different first position or with new players.

        If the current game is unfinished, it does not count towards the running score. With new players, the running
        score is reset.

        Args:
            start: the first position. By default, that of the previous game.
            seats: the players of X and O. By default, the current players stay.
        """
        self._leave()
        self.start = start or self.start
        if seats:
            self.seats, self.x = seats, 0
        self._begin()
        if seats:
            self._reset_score()

    def swap(self) -> None:
        """Start a new game with X and O swapped."""
        self._leave()
        self.x = 1 - self.x
        self._begin()

    def resume(self, game: GameTree, seats: tuple[Seat, Seat] | None = None, x: int = 0) -> None:
        """Continue a saved game. Later games also start from the first position of the saved game.

        With new players, the running score is reset.

        Args:
            game: the game.
            seats: the players. By default, the current players stay.
            x: the number of the seat that plays X from now on, 0 or 1.
        """
        self._leave()
        titles = [seat.title for seat in self.seats]
        self.start = game.start
        if seats:
            self.seats, self.x = seats, x
        self._begin(game.main_line.moves)
        self._resumed = game
        if [seat.title for seat in self.seats] != titles:
            self._reset_score()

    def seat(self, number: int, seat: Seat) -> None:
        """Replace the player in seat 0 or 1, and reset the running score."""
        seat = seat.at(self.start.game)
        self.seats = (seat, self.seats[1]) if number == 0 else (self.seats[0], seat)
        self.record = replace(self.record, names=self._names())
        self._reset_score()

    # Moves.

    def play(self, move: Move | str) -> None:
        """Make a move for the side to move.

        Raises:
            IllegalMove: the move is not legal.
        """
        self.record = self.record.play(move)
        self._undone.clear()
        self._count()

    def play_person(self, move: Move | str) -> None:
        """Make a person's move.

        Raises:
            IllegalMove: the move is not legal, or a computer player is to move.
        """
        if self.awaits_computer:
            raise IllegalMove(f"it is not your turn: {self.mover.title} is to move")
        self.play(move)

    def play_computer(self) -> Choice:
        """Let the computer player choose and make its move.

        Raises:
            PlayerFault: a user's own function crashed, or did not return a legal move.
            SearchLimit: the player cannot search this position within its limits.
        """
        computer = self.mover.computer
        if computer is None:
            raise ValueError(f"{self.mover.name} is a person: call play() with their move")
        choice = computer.choose(self.position, self.random)
        self.play(choice.move)
        return choice

    def resign(self) -> None:
        """Let a person resign: the one to move or, during the computer's turn, its opponent.

        Raises:
            IllegalMove: the game is over, no move has been made, or no person plays.
        """
        person = next((side for side in (self.position.turn, self.position.turn.other) if self._is_person(side)), None)
        if self.is_over or not self.record.moves or person is None:
            raise IllegalMove("there is no game to resign" if person else "only a person can resign")
        self.record = ended_by(self.record, ended_in(person, "resigned"))
        self._undone.clear()
        self._count()

    def undo(self) -> int:
        """Take back a person's last move and the computer's reply to it. Return how many plies were taken back.

        A resignation is taken back alone. If the game was finished, its result no longer counts. If no person has
        moved in this game, bring back the previous game and return 0.

        Raises:
            IllegalMove: there is no move to take back, and no previous game.
        """
        if self.record.ended:
            self._uncount()
            self.record = replace(self.record, ended="")
            return 0
        plies = plies_to_undo(self.record, self._person_moves)
        if not plies and self._left:
            self.seats, self.x, record, resumed, self.score, is_counted, left = self._left
            self.start = record.start
            self._begin(record.moves)
            self._resumed, self._counted, self._left = resumed, is_counted, left
            return 0
        if not plies:
            raise IllegalMove("there is no move to take back")
        self._uncount()
        self._undone += reversed(self.record.moves[-plies:])
        self.record = self.record.back(plies)
        return plies

    def redo(self) -> int:
        """Redo moves that were taken back, until it is a person's turn. Return how many plies were redone.

        Raises:
            IllegalMove: no move was taken back.
        """
        plies = plies_to_redo(self.position, self._undone, self._person_moves)
        if not plies:
            raise IllegalMove("there is no move to redo")
        for _ in range(plies):
            self.record = self.record.play(self._undone.pop())
        self._count()
        return plies

    # Evaluation.

    def analyse(self, turn: Player | None = None) -> Evaluation:
        """Return the value of every move for the player to move, or for the side given by `turn`.

        Raises:
            NoughtsError: the game is over.
        """
        position = self.position
        if self.is_over:
            raise NoughtsError("the game is over: there is no move to recommend")
        if turn is not None:
            position = with_turn(position, turn)
        return self._analyse(position)

    def hint(self, analysis: Evaluation) -> str:
        """Return a sentence with the best move of an analysis and the reason for it."""
        return hint(analysis, self._reasons(analysis, analysis.best[0].move))

    def why(self, cell: Move | None = None) -> str:
        """Explain why a move was good or bad. By default, explain the last move.

        A cell stands for the move on it, whether or not that move has been made.

        Raises:
            IllegalMove: the cell is not a legal move, or there is no last move.
        """
        record = self.record
        if cell is None and not record.moves:
            raise IllegalMove("no move has been made yet: name a cell")
        if cell is not None and cell not in record.moves:
            self.position.expect_legal(cell)
            analysis = self._analyse(self.position)
            return why(analysis, cell, self._reasons(analysis, cell))
        place = len(record.moves) - 1 if cell is None else record.moves.index(cell)
        position, move = record.positions[place], record.moves[place]
        analysis = self._analyse(position)
        subject = f"{position.turn}'s {record.move_names[place]}"
        return why(analysis, move, self._reasons(analysis, move), subject=subject)

    def review(self) -> Review:
        """Return a review of the moves so far."""
        return review(self.record, Limit(stop=self.stop), solver=self._solver_for(self.position.game))

    def _solver_for(self, game: Game) -> Solver:
        if self.solver is None or self.solver.game != game:
            self.solver = Solver(game)
        return self.solver

    def _analyse(self, position: Position) -> Evaluation:
        if self._analysis is not None and self._analysis.position == position:
            return self._analysis
        analysis = analyse(position, Limit("interactive", stop=self.stop), solver=self._solver_for(position.game))
        if not (self.stop and self.stop()):
            self._analysis = analysis
        return analysis

    def _reasons(self, analysis: Evaluation, move: Move) -> tuple[Reason, ...]:
        position = analysis.position
        limit = Limit(interactive_nodes(position), stop=self.stop)
        return reasons(position, move, self._solver_for(position.game), analysis=analysis, limit=limit)

    def _person_moves(self, position: Position) -> bool:
        return self._is_person(position.turn)

    def _is_person(self, side: Player) -> bool:
        return self.seat_of(side).computer is None

    @property
    def _has_person_moved(self) -> bool:
        return plies_to_undo(self.record, self._person_moves) > 0

    def _leave(self) -> None:
        """If a person has moved in the current game, keep this game so that `undo` can bring it back."""
        if self._has_person_moved:
            self._left = _Left(self.seats, self.x, self.record, self._resumed, self.score, self._counted, self._left)

    def _begin(self, moves: tuple[Move, ...] = ()) -> None:
        """Begin a game, or continue one after some moves."""
        self.seats = self.seats[0].at(self.start.game), self.seats[1].at(self.start.game)
        self.record = Record(self.start, moves, self._names())
        self._undone.clear()
        self._counted, self._resumed = False, None

    def _names(self) -> tuple[str, str]:
        return self.seat_of(Player.X).title, self.seat_of(Player.O).title

    def _reset_score(self) -> None:
        self.score = MatchResult((self.seats[0].name, self.seats[1].name))

    def _count(self) -> None:
        if self.is_over and not self._counted and self.record.moves:
            self._tally(1)
            self._counted = True

    def _uncount(self) -> None:
        if self._counted:
            self._tally(-1)
            self._counted = False

    def _tally(self, times: int) -> None:
        won, winner = self.record.winner, None
        if won:
            winner = self.x if won is Player.X else 1 - self.x
        self.score.games[self.x, winner] += times


def _tree(record: Record, resumed: GameTree | None) -> GameTree:
    """Return a game with the variations, comments and properties of the game that it continues, if any."""
    if resumed is None:
        return GameTree.of(record)
    tree = resumed.add(record.moves).promote(record.moves)
    for child in tree.node(record.moves).children:  # these moves were taken back
        tree = tree.delete((*record.moves, child.move))
    return replace(tree, head=replace(tree.head, names=record.names)).ended_by(record.ended)


def plies_to_undo(record: Record, stops_at: StopsAt) -> int:
    """Return how many plies to take back until `stops_at` accepts the position, or 0 if it never does."""
    earlier = record.positions[-2::-1]
    return next((plies for plies, position in enumerate(earlier, 1) if stops_at(position)), 0)


def plies_to_redo(position: Position, undone: Sequence[Move], stops_at: StopsAt) -> int:
    """Return how many plies to redo until `stops_at` accepts the position, or all of them if it never does.

    Args:
        position: the current position.
        undone: the moves taken back. The last one is redone first.
        stops_at: tells whether redo can stop in a position.
    """
    plies = 0
    for move in reversed(undone):
        position = position.play(move)
        plies += 1
        if stops_at(position):
            break
    return plies


def ending_text(position: Position, winner: str) -> str:
    """Say how a game ended and which line won it. Return an empty string if the game is not over.

    Args:
        position: the last position.
        winner: the winner's name, which is unused after a draw.
    """
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return "A draw." if outcome else ""
    mark = "" if winner == str(outcome.winner) else f" with {outcome.winner}"
    line = ", ".join(position.name(cell) for cell in cells_in(outcome.line))
    reason = f": {outcome.winner.other} completed {line}" if position.game.misere else f": {line}"
    return f"{_wins(winner)}{mark}{reason if line else ''}."


def _wins(winner: str) -> str:
    return f"{winner} {'win' if winner == 'You' else 'wins'}"
