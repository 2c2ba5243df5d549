"""How good a policy's moves are: how often they are optimal, and how much they give away."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeAlias, get_args

from noughts.oracle.policies import Asked, Policy, asking
from noughts.oracle.truth import result, value
from noughts.oracle.walks import LIMIT, Start, against_anything, seat, shown, starting, walk
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Player
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.solver.solver import Solver

Where: TypeAlias = Literal["all", "met"]
"""The positions that a policy is asked about: all that can be reached in the game, whatever both sides play; or those
that it can meet itself, where its own side follows the policy and the other plays anything."""


@dataclass(frozen=True)
class Evaluation:
    """How good a policy's moves are, every position counting the same.

    Attributes:
        start: where the games start.
        side: the side to move, or None for both.
        where: which positions these are.
        positions: how many.
        keeping: in how many the policy keeps the value; a position in which it does so with some probability counts
            as much of one.
        best: in how many its move is best, the distance counted too: it wins soonest or loses latest.
        regrets: where the policy gives something away: the value of the position less the expected value of the
            policy's move, when both go on perfectly. From 0 to 2; a win counts 1, a draw 0, a loss -1. The
            positions with the fewest empty cells come last.
    """

    start: Position
    side: Player | None
    where: Where
    positions: int
    keeping: Fraction
    best: Fraction
    regrets: Mapping[Position, Fraction] = field(repr=False, hash=False)

    @property
    def optimal_rate(self) -> Fraction:
        """How often the policy keeps the value, from 0 to 1; 1 where there is no position."""
        return self.keeping / self.positions if self.positions else Fraction(1)

    @property
    def best_rate(self) -> Fraction:
        """How often its move is best, the distance counted too."""
        return self.best / self.positions if self.positions else Fraction(1)

    @property
    def total_regret(self) -> Fraction:
        """All that the policy gives away."""
        return sum(self.regrets.values(), Fraction())

    @property
    def mean_regret(self) -> Fraction:
        """What it gives away in a position."""
        return self.total_regret / self.positions if self.positions else Fraction()

    @property
    def max_regret(self) -> Fraction:
        """The most that it gives away in one position."""
        return max(self.regrets.values(), default=Fraction())

    @property
    def worst(self) -> Position | None:
        """The position in which it gives away the most, the simplest of them; None where it gives nothing away."""
        return max(reversed(list(self.regrets)), key=lambda position: self.regrets[position], default=None)

    def __str__(self) -> str:
        side = f" with {self.side} to move" if self.side else ""
        which = {"all": "reachable", "met": "that it can meet"}[self.where]
        worst = f", the most in {t3en(self.worst)}" if self.worst else ""
        return (
            f"{self.positions:,} positions {which}{side}\n"
            f"keeps the value     {float(self.optimal_rate):8.2%}\n"
            f"plays the best      {float(self.best_rate):8.2%}\n"
            f"gives away on average {shown(self.mean_regret)}, at most {shown(self.max_regret)}{worst}"
        )


def evaluate(
    policy: Policy, start: Start = "tictactoe", *, side: Player | None = None, where: Where = "all", limit: int = LIMIT
) -> Evaluation:
    """Return how good a policy's moves are in every unfinished position where it is to move.

    Args:
        policy: the policy.
        start: where the games start.
        side: ask about the positions with this side to move alone. With both sides and ``met``, X's positions are
            those that come up when the policy has X, and O's those when it has O.
        where: ``all`` for the positions that can be reached in the game, ``met`` for those that can come up when the
            policy plays its side and the other side plays anything.
        limit: the most unfinished positions that can come up.

    Raises:
        PlayerFault: an answer of the policy is none, as in `chances`.
        SearchLimit: more positions can come up, or one is too hard to solve.
        NoughtsError: the start, the side or `where` is none.
    """
    if where not in get_args(Where):
        raise NoughtsError(f"{where!r:.40} names no positions: expected 'all' or 'met'")
    first = starting(start)
    asked, solver = asking(policy, first.game), Solver(first.game)
    keeping = best = Fraction()
    regrets: dict[Position, Fraction] = {}
    positions = _positions(first, asked, side, where, limit)
    for position in positions:
        truth, chances = value(position, solver), asked(position)
        scores = [(truth.scores[move], chance) for move, chance in chances.items()]
        best += sum(chance for score, chance in scores if score == truth.score)
        keeping += sum(chance for score, chance in scores if result(score) == truth.result)
        if regret := sum((chance * (truth.result - result(score)) for score, chance in scores), Fraction()):
            regrets[position] = regret
    return Evaluation(first, side, where, len(positions), keeping, best, regrets)


def _positions(first: Position, asked: Asked, side: Player | None, where: Where, limit: int) -> list[Position]:
    sides = list(Player) if side is None else [seat(side)]
    if where == "all":
        return [position for position in walk(first, limit) if position.turn in sides]
    found: list[Position] = []
    for own in sides:
        found += [position for position in against_anything(first, limit, asked, own) if position.turn is own]
    return sorted(found, key=lambda position: -position.empty.bit_count())
