"""Measure how often a policy's moves are optimal, and how much the moves give away (the regret)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeAlias, get_args

from noughts.oracle.policies import Asked, Policy, asking
from noughts.oracle.truth import value
from noughts.oracle.walks import LIMIT, Start, against_anything, shown, start_value, starting, walk
from noughts.rules.errors import NoughtsError, short_repr
from noughts.rules.game import Player
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.rules.tactics import sign
from noughts.solver.solver import Solver

Where: TypeAlias = Literal["all", "met"]
"""The positions to evaluate: ``all`` reachable positions, or only the positions ``met`` in games in which the policy
plays one side and the other side may make any move."""


@dataclass(frozen=True)
class Optimality:
    """The quality of a policy's moves. Every position has the same weight.

    Attributes:
        start: the position in which the games start.
        side: the side to move, or None for both.
        where: the kind of positions that were evaluated.
        positions: the number of positions.
        keeping: the expected number of positions in which the policy keeps the value.
        best: the expected number of positions in which the policy makes a best move, which also wins soonest or loses
            latest.
        regrets: the regret in each position where it is not 0. The regret is the value of the position minus the
            expected value of the policy's move if both sides then play perfectly. It lies between 0 and 2. Positions
            with the fewest empty cells come last.
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
        """The share of positions, from 0 to 1, in which the policy keeps the value.

        If there are no positions, the share is 1.
        """
        return self.keeping / self.positions if self.positions else Fraction(1)

    @property
    def best_rate(self) -> Fraction:
        """The share of positions in which the policy's move is best.

        A best move keeps both the value of the position and the distance to the end of the game.
        """
        return self.best / self.positions if self.positions else Fraction(1)

    @property
    def total_regret(self) -> Fraction:
        """The sum of the regrets in all positions."""
        return sum(self.regrets.values(), Fraction())

    @property
    def mean_regret(self) -> Fraction:
        """The mean regret per position."""
        return self.total_regret / self.positions if self.positions else Fraction()

    @property
    def max_regret(self) -> Fraction:
        """The largest regret in any position."""
        return max(self.regrets.values(), default=Fraction())

    @property
    def worst(self) -> Position | None:
        """The position with the largest regret, or None if the regret is 0 in every position.

        Ties go to positions with fewer empty cells.
        """
        return max(reversed(list(self.regrets)), key=lambda position: self.regrets[position], default=None)

    @property
    def first_error(self) -> Position | None:
        """The first mistake: a position in which the policy gives value away, with as many empty cells as possible.
        Print it to see the board.
        """
        return next(iter(self.regrets), None)

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
) -> Optimality:
    """Evaluate a policy in every unfinished position in which the policy has to choose a move.

    Args:
        policy: the policy.
        start: the position or game in which the games start.
        side: evaluate only positions with this side to move. By default, both sides are evaluated. If `where` is
            ``met``, the policy then plays X in some games and O in others.
        where: ``all`` for all reachable positions, ``met`` for positions that can arise if the policy plays one side
            and the other side may make any move.
        limit: the maximum number of unfinished positions.

    Raises:
        PlayerFault: the policy returned an invalid answer, as in `chances`.
        SearchLimit: there are more positions than the limit, or one is too hard to solve. If the start is too hard, the
            policy is not called.
        NoughtsError: the start, the side or `where` is invalid.
    """
    if where not in get_args(Where):
        raise NoughtsError(f"invalid where={short_repr(where)}: expected 'all' or 'met'")
    first = starting(start)
    asked, solver = asking(policy, first.game), Solver(first.game)
    keeping = best = Fraction()
    regrets: dict[Position, Fraction] = {}
    positions = _positions(first, asked, side, where, limit)
    for position in positions:
        exact, chances = value(position, solver=solver).scores, asked(position)
        top = max(exact.values())
        scores = [(exact[move], chance) for move, chance in chances.items()]
        best += sum(chance for score, chance in scores if score == top)
        keeping += sum(chance for score, chance in scores if sign(score) == sign(top))
        if regret := sum((chance * (sign(top) - sign(score)) for score, chance in scores), Fraction()):
            regrets[position] = regret
    return Optimality(first, side, where, len(positions), keeping, best, regrets)


def _positions(first: Position, asked: Asked, side: Player | None, where: Where, limit: int) -> list[Position]:
    sides = list(Player) if side is None else [Player(side)]
    if where == "all":
        return [position for position in walk(first, limit) if position.turn in sides]
    start_value(first, limit)
    positions: list[Position] = []
    for own in sides:
        positions += [position for position in against_anything(first, limit, asked, own) if position.turn is own]
    return sorted(positions, key=lambda position: -position.empty.bit_count())
