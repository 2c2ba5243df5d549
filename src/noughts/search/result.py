"""The result of a search: a score for every legal move."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from noughts.rules.errors import NoughtsError
from noughts.rules.position import Position, Score


class SearchLimit(NoughtsError):
    """Raised if a search reaches its node limit, its deadline or Python's recursion limit."""


def position_in(state: Any) -> Position | None:
    """Return the `Position` that underlies a state, or None if it has none."""
    while not isinstance(state, Position) and hasattr(state, "state"):
        state = state.state
    return state if isinstance(state, Position) else None


class ScoreRow(NamedTuple):
    """One move of a result, formatted for display.

    Attributes:
        move: the name of the move, such as ``b2``, or the move as text for games without a board.
        score: the score: ``+3``, ``0`` or ``−2``; ``~ +0.43`` for an estimate; ``≤ +1`` for a bound.
        words: win, draw, loss, estimate or bound.
        best: whether the move is one of the best.
    """

    move: str
    score: str
    words: str
    best: bool


@dataclass(frozen=True)
class SearchResult:
    """The score of every legal move, from the point of view of the player to move.

    Attributes:
        scores: the score of each legal move, in the order of the state's moves.
        visited: the number of nodes searched, including the root.
        exact: whether all scores are proven. If not, scores strictly between -1 and +1 are estimates.
        bounds: the moves whose score is only an upper bound. The search stopped looking at them because it had proved
            that another move is at least as good.
        position: the position that was searched, used to name the moves. None for games without a board. Comparisons
            between results ignore it.
    """

    scores: Mapping[Any, Score]
    visited: int
    exact: bool = True
    bounds: frozenset[Hashable] = frozenset()
    position: Any = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if not self.scores:
            raise NoughtsError("the game is over: there are no moves to score")
        object.__setattr__(self, "scores", MappingProxyType(dict(self.scores)))
        object.__setattr__(self, "position", position_in(self.position))

    def __repr__(self) -> str:
        return f"SearchResult({dict(self.scores)!r}, {self.visited}, {self.exact}, {self.bounds!r})"

    def __str__(self) -> str:
        """Return a table of all moves and their scores, in which the best moves are marked."""
        rows = self.rows
        wide = [max(map(len, column)) for column in zip(*((row.move, row.score) for row in rows), strict=True)]
        lines = [
            f"{row.move:{wide[0]}}  {row.score:>{wide[1]}}  {row.words}{', best' if row.best else ''}" for row in rows
        ]
        return "\n".join([*lines, self.summary])

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show the table in IPython and notebooks, or a single line if the result is inside another container."""
        printer.text(repr(self) if printer.indentation else str(self))

    def _repr_html_(self) -> str:
        """Show the scores in a notebook."""
        from noughts.render.result import result_html

        return result_html(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return SearchResult, (dict(self.scores), self.visited, self.exact, self.bounds, self.position)

    def __hash__(self) -> int:
        return hash((tuple(self.scores.items()), self.visited))

    @property
    def score(self) -> Score:
        """The score of the state that was searched, which equals the score of its best move."""
        return max(self.scores.values())

    @property
    def move(self) -> Any:
        """The first of the best moves."""
        return self.best[0]

    @property
    def best(self) -> tuple[Any, ...]:
        """The moves that are known to be best, in the order in which the state lists its moves."""
        return tuple(m for m, score in self.scores.items() if score == self.score and m not in self.bounds)

    @property
    def rows(self) -> tuple[ScoreRow, ...]:
        """The moves formatted for display, in the order of the state's moves."""
        return tuple(self._row(move, score) for move, score in self.scores.items())

    @property
    def summary(self) -> str:
        """A note that says whose scores these are, whether they are proven, and how many states were searched."""
        player = f"{self.position.turn}'s" if self.position else "those of the player to move"
        kind = "proven" if self.exact else "estimates where they are between −1 and +1"
        bound = " ≤ means that score or less." if self.bounds else ""
        states = f"{self.visited:,} state{' was' if self.visited == 1 else 's were'}"
        return f"Scores are {player}, {kind}.{bound} {states} searched."

    def _row(self, move: Any, score: Score) -> ScoreRow:
        name = self.position.name(move) if self.position and isinstance(move, int) else str(move)
        proven = self.exact or abs(score) >= 1
        shown = score if proven else max(min(round(score, 2), 0.99), -0.99)  # an estimate must not look like a proof
        text = (f"{shown:+g}" if proven else f"{shown:+.2f}").replace("-", "−") if shown else "0"
        if move in self.bounds:
            return ScoreRow(name, f"≤ {text}", "bound", False)
        way = "win" if score >= 1 else "loss" if score <= -1 else "draw"
        return ScoreRow(name, text if proven else f"~ {text}", way if proven else "estimate", move in self.best)


Engine: TypeAlias = Callable[[Position], SearchResult]
"""A function that searches a position. Use `functools.partial` to choose its settings."""
Deadline: TypeAlias = Callable[[], bool]
"""A function that returns whether the time is up. Searches call it from time to time. The caller supplies the clock."""
