"""What is known about a position and its moves: the result type of every solver, analysis and table.

A *value* is who wins with best play: 1 for a win, 0 for a draw and -1 for a loss. The *distance* is the number of plies
to the end of the game under best play. Values, distances and scores of a position are for the player to move. Values,
distances and scores of a move are for the player making the move.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from noughts.rules.board import Move
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Player
from noughts.rules.position import Position, Score
from noughts.rules.record import result_text
from noughts.rules.tactics import sign


class Bounds(NamedTuple):
    """Proven bounds on a value. A win is 1, a draw 0 and a loss -1."""

    low: int = -1
    high: int = 1

    @property
    def value(self) -> int | None:
        """The value, or None if it is not known."""
        return self.low if self.low == self.high else None

    def __neg__(self) -> Bounds:
        """Return the bounds on the value from the opponent's point of view."""
        return Bounds(-self.high, -self.low)

    def __and__(self, other: Bounds) -> Bounds:
        """Combine two pairs of bounds on the same value."""
        return Bounds(max(self.low, other.low), min(self.high, other.high))


OPEN = Bounds()
"""The bounds on an unknown value."""


def distance(score: Score, empty: int) -> int:
    """Return the number of plies to the end of the game, given a proven score and the number of empty cells.

    A drawn game ends with a full board.
    """
    return empty - (int(abs(score)) - 1) if score else empty


def timed_score(value: int, plies: int, empty: int) -> int:
    """Return the score of a position, given its value and its distance. The function `distance` does the reverse."""
    return value * (1 + empty - plies)


@dataclass(frozen=True)
class MoveEvaluation:
    """What is known about one move.

    Attributes:
        move: the move.
        position: the position after it.
        bounds: the proven bounds on its value.
        distance: the number of plies to the end of the game, including this move. None if it is unknown.
        estimate: a guess between -1 and 1 from looking ahead, or None if no estimate was made. If the value is proven,
            the estimate only ranks the move among moves with the same score.
        traps: the opponent's replies that lose. None if they are unknown.
    """

    move: Move
    position: Position
    bounds: Bounds = OPEN
    distance: int | None = None
    estimate: Score | None = None
    traps: tuple[Move, ...] | None = None

    @property
    def name(self) -> str:
        """The move's name, such as ``b2``."""
        return self.position.name(self.move)

    @property
    def value(self) -> int | None:
        """Who wins after the move: 1 if its player wins, 0 for a draw, -1 for a loss, or None if nothing is proven."""
        return self.bounds.value

    @property
    def result(self) -> int:
        """The proven value of a move."""
        return _proven(self.bounds)

    @property
    def score(self) -> Score | None:
        """The score of the move: an exact score, a bare value (1, 0 or -1), an estimate, or None.

        The score is exact if the value and the distance are proven, and a bare value if only the value is proven.
        Otherwise, it is the estimate, if there is one.
        """
        return _score(self.bounds, self.distance, self.estimate, self.position.empty.bit_count() + 1)

    @property
    def replies(self) -> int:
        """The number of replies that the opponent has."""
        return len(self.position.moves)

    @property
    def losing(self) -> int | None:
        """The number of the opponent's replies that lose, or None if it is unknown."""
        return None if self.traps is None else len(self.traps)

    @property
    def rank(self) -> tuple[float, float, float]:
        """The sort key for the moves of a position: score, number of losing replies, estimate. Higher is better."""
        lowest = float("-inf")
        score, estimate = (lowest if known is None else known for known in (self.score, self.estimate))
        return score, self.losing or 0, estimate

    def combined(self, other: MoveEvaluation) -> MoveEvaluation:
        """Combine two evaluations of the same move. An estimate outside the proven bounds becomes the nearest bound."""
        bounds = self.bounds & other.bounds
        guess = other.estimate if self.estimate is None else self.estimate
        if guess is not None and bounds.value is None:
            guess = max(bounds.low, min(bounds.high, guess))
        plies = other.distance if self.distance is None else self.distance
        traps = other.traps if self.traps is None else self.traps
        return replace(self, bounds=bounds, distance=plies, estimate=guess, traps=traps)


@dataclass(frozen=True)
class Evaluation:
    """What is known about a position and its moves, best move first. A finished game has no moves.

    Moves with the same score are ordered by the number of losing replies, highest first: the more replies lose, the
    easier it is for the opponent to go wrong.

    Attributes:
        position: the position.
        bounds: the proven bounds on its value.
        distance: the number of plies to the end of the game, or None if it is unknown.
        moves: the moves about which anything is known, best first.
        nodes: the number of nodes searched.
        ended: why the search ended before all was proved, or an empty string.
        weak: whether this is about the weak (Maker–Breaker) game, in which only X can win.
    """

    position: Position
    bounds: Bounds = OPEN
    distance: int | None = None
    moves: tuple[MoveEvaluation, ...] = ()
    nodes: int = 0
    ended: str = ""
    weak: bool = False

    @classmethod
    def of_finished(cls, position: Position, *, weak: bool = False) -> Evaluation:
        """Return the evaluation of a finished game, which follows from the rules."""
        result = sign(position.score)
        return cls(position, Bounds(result, result), 0, nodes=1, weak=weak)

    def __str__(self) -> str:
        """Return a table: the value of the position, then what is known about each move, the best move first."""
        lines = [f"{self.summary}."]
        rows = [(move.name, _words(move), _replies(move)) for move in self.moves]
        if rows:
            names, words = (max(len(row[column]) for row in rows) for column in (0, 1))
            lines += [f"{name:{names}}  {value:{words}}  {replies}".rstrip() for name, value, replies in rows]
        return "\n".join(lines)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show the table in IPython and notebooks, or a single line if it is inside another container."""
        printer.text(repr(self) if printer.indentation else str(self))

    def _repr_svg_(self) -> str:
        """In a notebook, show the board with what is known about each move, and the number of nodes below."""
        from noughts.render.board.svg import board_svg

        return board_svg(self.position, evaluation=self, caption=f"{self.summary}. Nodes: {self.nodes:,}")

    @property
    def summary(self) -> str:
        """The value of the position in a few words, such as ``X to move: win in 3``."""
        if self.position.is_over:
            return f"The game is over: {result_text(self.position)}".rstrip(".")
        return f"{self.position.turn} to move: {_worth(self.bounds, self.distance, self.estimate) or 'not solved'}"

    @property
    def value(self) -> int | None:
        """Who wins: 1 for the player to move, 0 for a draw, -1 for the opponent, or None if nothing is proven.

        An opening book can know it before a move is proven to keep it (see `is_best_proven`).
        """
        return self.bounds.value

    @property
    def result(self) -> int:
        """The proven value of a position."""
        return _proven(self.bounds)

    @property
    def estimate(self) -> Score | None:
        """The score of the best move, if the value of the position is not proven and any move has an estimate."""
        is_estimated = self.value is None and any(move.estimate is not None for move in self.moves)
        return self.moves[0].score if is_estimated else None

    @property
    def score(self) -> Score | None:
        """The score of the position. The definition is the same as for `MoveEvaluation.score`."""
        return _score(self.bounds, self.distance, self.estimate, self.position.empty.bit_count())

    @cached_property
    def exact(self) -> bool:
        """Whether the scores of all legal moves are proven, including their distances."""
        return len(self.moves) == len(self.position.moves) and all(move.distance is not None for move in self.moves)

    def combined(self, other: Evaluation) -> Evaluation:
        """Combine two evaluations of the same position, including their estimates."""
        moves = {move.move: move for move in other.moves}
        moves |= {move.move: move.combined(moves.get(move.move, move)) for move in self.moves}
        every = Bounds(*map(max, zip(*(move.bounds for move in moves.values()), strict=True))) if moves else OPEN
        bounds = self.bounds & other.bounds & (every if len(moves) == len(self.position.moves) else Bounds(every.low))
        plies = other.distance if self.distance is None else self.distance
        return replace(self, bounds=bounds, distance=plies, moves=tuple(moves.values())).ranked()

    def ranked(self) -> Evaluation:
        """Return this evaluation with the best moves first.

        A move that is proven to keep the value and the distance comes first. Then come moves that cannot lose, open
        moves, and lost moves, each by `MoveEvaluation.rank`.
        """
        value, plies = self.value, self.distance
        is_reached = bool(self.keeping)

        def order(move: MoveEvaluation) -> tuple[float, ...]:
            is_best = move.value is not None and move.value == value and None is not plies == move.distance
            is_worse = move.value is not None and value is not None and move.value < value and not is_reached
            safety = 1 if move.value is None else 2 if move.value < 0 else 0
            return not is_best, is_worse, safety, *(-part for part in move.rank)

        return replace(self, moves=tuple(sorted(self.moves, key=order)))

    @property
    def scores(self) -> Mapping[Move, Score]:
        """The scores of the moves that have one, best first."""
        return {move.move: move.score for move in self.moves if move.score is not None}

    @property
    def is_best_proven(self) -> bool:
        """Whether the first move is proven to keep the value of the position and, if it is known, the distance."""
        return self.value is not None and all(
            move.value == self.value and self.distance in (None, move.distance) for move in self.moves[:1]
        )

    @property
    def best(self) -> tuple[MoveEvaluation, ...]:
        """The best moves. Ties are broken by the number of replies that lose, then by the estimates."""
        first = [move.rank for move in self.moves[:1] if move.score is not None]
        return tuple(move for move in self.moves if move.rank in first) or self.moves[:1]

    @property
    def optimal(self) -> tuple[MoveEvaluation, ...]:
        """The moves with the best score. The best moves win as soon as possible, or lose as late as possible."""
        return tuple(move for move in self.moves if move.score == self.score)

    @property
    def keeping(self) -> tuple[MoveEvaluation, ...]:
        """The moves that are proven to keep the value of the position."""
        return tuple(move for move in self.moves if move.value is not None and move.value == self.value)


def _proven(bounds: Bounds) -> int:
    if bounds.value is None:
        raise NoughtsError("it is not proven who wins: see `value` and `bounds`")
    return bounds.value


def _score(bounds: Bounds, plies: int | None, estimate: Score | None, empty: int) -> Score | None:
    if bounds.value is None:
        return estimate
    return bounds.value if plies is None else timed_score(bounds.value, plies, empty)


def _words(move: MoveEvaluation) -> str:
    return _worth(move.bounds, move.distance, move.estimate) or "unknown"


def _worth(bounds: Bounds, plies: int | None, estimate: Score | None) -> str:
    match bounds.value:
        case None:
            return "" if estimate is None else f"about {estimate:+.2f}".replace("-", "−")
        case 0:
            return "draw"
        case value:
            return ("win" if value > 0 else "loss") + ("" if plies is None else f" in {plies}")


def _replies(move: MoveEvaluation) -> str:
    if not move.losing or move.value == 1:
        return ""
    return " ".join(losing_replies(move.position.turn, move.replies, move.losing))


def losing_replies(player: Player, replies: int, losing: int) -> tuple[str, str]:
    """Say how many of a player's replies lose, in two short lines, such as ``7 of O's 8`` and ``replies lose``."""
    if not losing:
        return (f"none of {player}'s", "replies loses") if replies > 1 else (f"{player}'s only", "reply does not lose")
    if replies == 1:
        return f"{player}'s only", "reply loses"
    return f"{losing} of {player}'s {replies}", "replies lose" if losing > 1 else "replies loses"


def best_first(moves: Iterable[MoveEvaluation]) -> tuple[MoveEvaluation, ...]:
    """Sort moves by what is proven: quick wins and slow losses come first."""
    return tuple(
        sorted(
            moves,
            key=lambda move: (
                -move.bounds.low,
                -move.bounds.high,
                move.distance is None,
                (move.distance or 0) * (move.value or 0),
            ),
        )
    )
