"""The exact probability of each result in a game between two policies."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from noughts.oracle.policies import Asked, Policy, asking, likeness
from noughts.oracle.walks import LIMIT, Following, Start, shown, starting, walk
from noughts.rules.board import Move
from noughts.rules.game import Player
from noughts.rules.position import Position


@dataclass(frozen=True)
class Chances:
    """The probability of each result of a game.

    Attributes:
        x: the probability that X wins.
        draw: the probability of a draw.
        o: the probability that O wins.
    """

    x: Fraction
    draw: Fraction
    o: Fraction

    def win(self, side: Player) -> Fraction:
        """Return the probability that a side wins."""
        return self.x if side is Player.X else self.o

    def result(self, side: Player) -> Fraction:
        """Return the expected result for a side. A win counts as 1, a draw as 0 and a loss as -1."""
        return self.win(side) - self.win(side.other)

    def __str__(self) -> str:
        ends = [("X wins", self.x), ("draw", self.draw), ("O wins", self.o)]
        return ", ".join(f"{name} {shown(chance)} ({float(chance):.1%})" for name, chance in ends)


def expected(x: Policy, o: Policy, start: Start = "tictactoe", *, limit: int = LIMIT) -> Chances:
    """Return the probability of each result when one policy plays X and another plays O.

    If both policies are among `uniform`, `optimal` and `quickest`, symmetric positions are merged, because these
    policies treat them alike.

    Args:
        x: the policy that plays X.
        o: the policy that plays O.
        start: the position or game in which the game starts.
        limit: the maximum number of unfinished positions.

    Raises:
        PlayerFault: a policy returned an invalid answer, as in `chances`.
        SearchLimit: there are more positions than the limit, or `optimal` or `quickest` cannot solve one.
    """
    first = starting(start)
    sides = {Player.X: asking(x, first.game), Player.O: asking(o, first.game)}

    def asked(position: Position) -> Mapping[Move, Fraction]:
        return sides[position.turn](position)

    return ending(first, walk(first, limit, asked, likeness(first.game, x, o)), asked)


def ending(first: Position, following: Following, asked: Asked) -> Chances:
    """Compute the probability of each result from the reachable positions and the probabilities of the moves."""
    ends = {Player.X: Fraction(), None: Fraction(), Player.O: Fraction()}
    chances = {first: Fraction(1)}
    for position, after in following.items():
        if position in chances:  # skip positions that these two policies never reach
            for move, chance in asked(position).items():
                chances[after[move]] = chances.get(after[move], Fraction()) + chances[position] * chance
    for position, chance in chances.items():
        if position.outcome:
            ends[position.outcome.winner] += chance
    return Chances(ends[Player.X], ends[None], ends[Player.O])
