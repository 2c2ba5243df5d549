"""A tournament of a class as a frozen value, with the pairings and the results of each round.

Every operation returns the tournament after a change, or the tournament itself if nothing changes. Pupils are numbers,
as in a class. The results are kept here, so the standings need no games.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Any, Literal, Self, TypeAlias

from noughts.players.pairing import Pairing, Standing, round_robin, standings, swiss
from noughts.rules.game import Player
from noughts.web.model.errors import Forbidden

MOST_ROUNDS = 20
LEVEL = "medium"
"""The level of the computer, which plays against a pupil without an opponent."""

_FEWEST = 3  # rounds of a Swiss tournament, if there are enough opponents

System: TypeAlias = Literal["swiss", "all"]
"""Swiss: equal scores meet. All: everyone meets everyone."""

TableResult: TypeAlias = Literal["", "x", "o", "tie", "void"]
"""The result of a game. It is empty as long as the game runs. A void game brings no points."""


@dataclass(frozen=True)
class Table:
    """A pairing in a round of a tournament, with its game.

    Attributes:
        x, o: the pupils. X moves first. Without a second pupil, O is the computer.
        game: the id of the game.
        result: the result.
    """

    x: int
    o: int | None
    game: str
    result: TableResult = ""

    def side(self, pupil: int) -> Player:
        """Return the side, X or O, of one of the two pupils."""
        return Player.X if pupil == self.x else Player.O

    def opponent(self, pupil: int) -> int | None:
        """Return the opponent of one of the two pupils, or None for the computer."""
        return self.o if pupil == self.x else self.x


@dataclass(frozen=True)
class Moment:
    """A move worth showing to the class, because it was one of the best moves or the biggest mistakes.

    Attributes:
        kind: ``best`` or ``turn``.
        weight: how much the move is worth showing. Moves with the largest weight come first.
        words: what happened, in a sentence.
        position: the position before the move, as text.
        cell: the move.
    """

    kind: Literal["best", "turn"]
    weight: float
    words: str
    position: str
    cell: int


@dataclass(frozen=True)
class DayReview:
    """The search for the best moves and the biggest mistakes in all games of a tournament.

    Attributes:
        until: the latest end of the search, in milliseconds since 1970.
        reviewed: the number of games that have been searched.
        moments: the moves most worth showing so far.
        done: whether the search is over.
    """

    until: int
    reviewed: int = 0
    moments: tuple[Moment, ...] = ()
    done: bool = False


@dataclass(frozen=True)
class ClassTournament:
    """A tournament of a class.

    Attributes:
        rules: the name of the game.
        system: how pupils are paired.
        planned: the number of rounds of a Swiss tournament.
        clock: the minutes of each player for a game, or 0 without clocks.
        rounds: the games of each round that has begun.
        over: whether the teacher has ended the tournament.
        review: the moments of the day, if the teacher has asked for them.
    """

    rules: str
    system: System = "swiss"
    planned: int = _FEWEST
    clock: int = 0
    rounds: tuple[tuple[Table, ...], ...] = ()
    over: bool = False
    review: DayReview | None = None

    @property
    def tables(self) -> tuple[Table, ...]:
        """The games of the latest round."""
        return self.rounds[-1] if self.rounds else ()

    @property
    def unfinished(self) -> tuple[Table, ...]:
        """The games of the latest round that are still running."""
        return tuple(table for table in self.tables if not table.result)

    @property
    def games(self) -> Iterator[Table]:
        """All games of the tournament, from the first round to the last."""
        return (table for tables in self.rounds for table in tables)

    def table(self, pupil: int) -> Table | None:
        """Return a pupil's game in the latest round, or None if the pupil has no game."""
        return next((table for table in self.tables if pupil in (table.x, table.o)), None)

    def standings(self, pupils: Sequence[int]) -> tuple[Standing, ...]:
        """Return the standings of these pupils, the best first."""
        return _standings(self.rounds, tuple(pupils))

    def rounds_for(self, pupils: Sequence[int]) -> int:
        """Return the number of rounds for these pupils."""
        return self.planned if self.system == "swiss" else len(pupils) - 1 + len(pupils) % 2

    def is_complete(self, pupils: Sequence[int]) -> bool:
        """Return whether all rounds are played. A Swiss tournament has a planned number of rounds. A round robin ends
        when all pupils have met.
        """
        if self.unfinished or not self.rounds:
            return False
        if self.system == "swiss":
            return len(self.rounds) >= self.planned
        met = {frozenset((table.x, table.o)) for table in self.games}
        return all(frozenset(pair) in met for pair in combinations(pupils, 2))

    # Each operation returns the tournament afterwards, or raises NoughtsError.

    def begin_round(self, pupils: Sequence[int], new_id: Callable[[], str]) -> Self:
        """Return the tournament with a new round.

        Args:
            pupils: the pupils who are present, in the order of joining.
            new_id: returns the id of a new game.

        Raises:
            Forbidden: a round is running, the tournament is over, or no pupil is present.
        """
        if self.over:
            raise Forbidden("the tournament is over")
        if self.unfinished:
            raise Forbidden("this round is not over yet")
        if not pupils:
            raise Forbidden("no pupil is here to play: wait for your pupils")
        tables = tuple(Table(x, o, new_id()) for x, o in self._pairings(pupils))
        return replace(self, rounds=(*self.rounds, tables))

    def with_results(self, results: Mapping[str, TableResult]) -> Self:
        """Return the tournament with these results of running games, keyed by game id. Known results do not change."""
        if not any(table.game in results for table in self.unfinished):
            return self
        tables = (
            table if table.result else replace(table, result=results.get(table.game, "")) for table in self.tables
        )
        return replace(self, rounds=(*self.rounds[:-1], tuple(tables)))

    def end_round(self) -> Self:
        """Return the tournament with its running games declared void."""
        return self.with_results({table.game: "void" for table in self.unfinished})

    def end(self) -> Self:
        """Return the tournament marked as over. Running games become void."""
        return self if self.over else replace(self.end_round(), over=True)

    def _pairings(self, pupils: Sequence[int]) -> tuple[Pairing, ...]:
        played = [Pairing(table.x, table.o) for table in self.games]
        if self.system == "all":
            met = {frozenset(pairing) for pairing in played}
            for number in range(1, len(pupils) + 1):
                pairings = round_robin(pupils, number)
                if met.isdisjoint(map(frozenset, pairings)):
                    return pairings
            return swiss(pupils, played, {})  # pupils have come or left: the remaining pairs meet
        return swiss(pupils, played, {row.player: row.points for row in self.standings(pupils)})

    def to_data(self) -> dict[str, Any]:
        """Return the tournament as JSON-compatible data."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Restore a tournament from the data that `to_data` returns."""
        rounds = tuple(tuple(Table(**table) for table in tables) for tables in data["rounds"])
        review = data["review"]
        if review:
            review = DayReview(**{**review, "moments": tuple(Moment(**moment) for moment in review["moments"])})
        return cls(**{**data, "rounds": rounds, "review": review})


def usual_rounds(pupils: int) -> int:
    """Return a sensible number of rounds for a Swiss tournament, so that at most one pupil can win every round."""
    opponents = pupils - 1 + pupils % 2
    return max(1, min(max(_FEWEST, (pupils - 1).bit_length()), opponents)) if pupils > 1 else _FEWEST


@lru_cache(maxsize=64)
def _standings(rounds: tuple[tuple[Table, ...], ...], pupils: tuple[int, ...]) -> tuple[Standing, ...]:
    return standings(pupils, _results(table for tables in rounds for table in tables))


def _results(tables: Iterable[Table]) -> Iterator[tuple[Pairing, Player | None]]:
    for table in tables:
        if table.result not in ("", "void"):
            yield Pairing(table.x, table.o), None if table.result == "tie" else Player(table.result)
