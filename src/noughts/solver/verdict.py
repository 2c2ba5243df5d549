"""What a solver knows about a position and its moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from noughts.rules.board import Move
from noughts.rules.position import Position, Score
from noughts.rules.record import result_text
from noughts.solver.kernels.mnk import Bounds


def distance(score: Score, empty: int) -> int:
    """Return the number of plies to the end of the game, given a proven score and the number of empty cells.

    A drawn game ends with a full board.
    """
    return empty - (int(abs(score)) - 1) if score else empty


def timed_score(value: int, plies: int, empty: int) -> int:
    """Return the score of a position of known value (1, 0 or -1) and distance: the reverse of `distance`."""
    return value * (1 + empty - plies)


@dataclass(frozen=True)
class MoveVerdict:
    """The known facts about one move.

    Attributes:
        move: the move.
        name: its name.
        bounds: the value of the move for the player who makes it.
        distance: the number of plies to the end of the game under best play, including this move. None if unknown.
    """

    move: Move
    name: str
    bounds: Bounds
    distance: int | None


@dataclass(frozen=True)
class Verdict:
    """Who wins a position with best play, as far as the solver was able to determine.

    Attributes:
        position: the position.
        weak: whether the weak (Maker–Breaker) game was solved, in which only X can win.
        bounds: the value of the position for the player to move.
        distance: the number of plies to the end of the game under best play, or None if unknown.
        moves: the moves whose value is known, best first. If `all_moves` was set, these are all moves; otherwise, they
            are only moves that keep the value of the position.
        nodes: the number of nodes searched.
        failed: the reason if the search gave up before its budget was spent, otherwise an empty string.
        is_one_of_some: whether `moves` holds a single move that keeps the value, although other moves might also keep
            it.
    """

    position: Position
    weak: bool
    bounds: Bounds
    distance: int | None
    moves: tuple[MoveVerdict, ...]
    nodes: int
    failed: str = ""
    is_one_of_some: bool = False

    def __str__(self) -> str:
        """Summarise the verdict in one line, as in ``X to move: win in 3. Moves: b2, c1.``."""
        best = [move.name for move in self.moves if self.value is not None and move.bounds.value == self.value]
        return f"{self._summary}." + (f" Moves: {', '.join(best)}." if best else "")

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show the summary in IPython and notebooks, or the repr if the verdict is inside another container."""
        printer.text(repr(self) if printer.indentation else str(self))

    def _repr_svg_(self) -> str:
        """In a notebook, show the board with what is known about each move, and the number of nodes below."""
        from noughts.render.board.svg import board_svg

        return board_svg(self.position, verdict=self, caption=f"{self._summary}. Nodes: {self.nodes:,}")

    @property
    def _summary(self) -> str:
        if self.position.is_over:
            return f"The game is over: {result_text(self.position)}"
        value = {None: "not solved", 1: "win", 0: "draw", -1: "loss"}[self.value]
        distance = f" in {self.distance}" if self.value and self.distance is not None else ""
        return f"{self.position.turn} to move: {value}{distance}"

    @property
    def value(self) -> int | None:
        """The value for the player to move: 1 for a win, 0 for a draw, -1 for a loss, or None if unknown."""
        return self.bounds.value

    @property
    def score(self) -> Score | None:
        """The score for the player to move (see `noughts.Score`), or None if the value or the distance is unknown."""
        if self.value is None or self.distance is None:
            return None
        return timed_score(self.value, self.distance, self.position.empty.bit_count())
