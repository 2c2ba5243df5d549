"""What a search answers: a score for every legal move."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

from noughts.rules.errors import NoughtsError
from noughts.rules.position import Position, Score


class SearchLimit(NoughtsError):
    """A search came to a limit it was given (nodes, deadline) or that Python has (depth of the stack)."""


@dataclass(frozen=True)
class SearchResult:
    """A score for every legal move, seen by the player who makes it.

    Attributes:
        scores: the score of each legal move, in the order of the state's moves.
        visited: how many nodes were searched, the root counted.
        exact: whether the scores are proven; otherwise those strictly between -1 and +1 are estimates.
        bounds: the moves whose score is only known to be that or less: the search proved that another
            move is at least as good, and left them.
    """

    scores: Mapping[Any, Score]
    visited: int
    exact: bool = True
    bounds: frozenset[Hashable] = frozenset()

    def __post_init__(self) -> None:
        if not self.scores:
            raise NoughtsError("the game is over: there is no move to score")
        object.__setattr__(self, "scores", MappingProxyType(dict(self.scores)))

    def __repr__(self) -> str:
        return f"SearchResult({dict(self.scores)!r}, {self.visited}, {self.exact}, {self.bounds!r})"

    def _repr_html_(self) -> str:
        """Show the scores in a notebook."""
        from noughts.render.result import result_html

        return result_html(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return SearchResult, (dict(self.scores), self.visited, self.exact, self.bounds)

    def __hash__(self) -> int:
        return hash((tuple(self.scores.items()), self.visited))

    @property
    def score(self) -> Score:
        """The score of the state searched: the best of its moves."""
        return max(self.scores.values())

    @property
    def move(self) -> Any:
        """The first of the best moves."""
        return self.best[0]

    @property
    def best(self) -> tuple[Any, ...]:
        """The moves known to be best, in the order of the state's moves."""
        return tuple(m for m, score in self.scores.items() if score == self.score and m not in self.bounds)


Engine: TypeAlias = Callable[[Position], SearchResult]
"""An engine is a function. Its settings are set by `functools.partial`."""
Deadline: TypeAlias = Callable[[], bool]
"""Says whether the time is up. Searches ask it now and then; the clock is its maker's."""
