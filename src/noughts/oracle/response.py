"""The best response to a policy, and the policy's exploitability.

These games have perfect information, so backward induction finds the best response. If the responding side is to move,
it chooses the move with the highest expected result. If the policy is to move, it averages over the policy's moves.

For exploitability, see M. Lanctot and others, *OpenSpiel: A Framework for Reinforcement Learning in Games*, 2019.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from noughts.oracle.expected import Chances, ending
from noughts.oracle.policies import Asked, Policy, asking
from noughts.oracle.walks import LIMIT, Following, Start, against_anything, shown, start_value, starting
from noughts.rules.board import Move
from noughts.rules.game import Player
from noughts.rules.position import Position


@dataclass(frozen=True)
class BestResponse:
    """One side's best response to a policy.

    Attributes:
        start: the position in which the games start.
        side: the side that the response plays. The policy plays the other side.
        chances: the exact probability of each result.
        game_value: the result for this side in perfect play: 1 for a win, 0 for a draw, -1 for a loss.
        moves: the response's move in every position that can arise against the policy and has this side to move. If
            several moves are equally good, the response makes the first of these moves. The mapping is itself a policy.
    """

    start: Position
    side: Player
    chances: Chances
    game_value: int
    moves: Mapping[Position, Move] = field(repr=False, hash=False)

    @property
    def result(self) -> Fraction:
        """The expected result for this side, from -1 to 1. No other response has a higher expected result."""
        return self.chances.result(self.side)

    @property
    def gain(self) -> Fraction:
        """The expected result minus the value of the game. The gain is 0 against a perfect policy."""
        return self.result - self.game_value

    def __str__(self) -> str:
        return f"{self.side} gains {shown(self.gain)}: {self.chances}"


@dataclass(frozen=True)
class Exploitability:
    """How much a best response gains against a policy, when the policy plays X and when it plays O.

    Attributes:
        as_x: the best response when the policy plays X.
        as_o: the best response when the policy plays O.
    """

    as_x: BestResponse
    as_o: BestResponse

    @property
    def x(self) -> Fraction:
        """How far the policy's expected result as X can fall below the value of the game."""
        return self.as_x.gain

    @property
    def o(self) -> Fraction:
        """How far the policy's expected result as O can fall below the value of the game."""
        return self.as_o.gain

    @property
    def both(self) -> Fraction:
        """The mean of `x` and `o`, which OpenSpiel calls exploitability."""
        return self.nash_conv / 2

    @property
    def nash_conv(self) -> Fraction:
        """The sum of `x` and `o`, which OpenSpiel calls NashConv."""
        return self.x + self.o

    def __str__(self) -> str:
        return f"exploitable as X by {shown(self.x)}, as O by {shown(self.o)}, on average by {shown(self.both)}"


def best_response(policy: Policy, start: Start = "tictactoe", *, side: Player, limit: int = LIMIT) -> BestResponse:
    """Return one side's best response to a policy.

    Args:
        policy: the policy of the other side.
        start: the position or game in which the games start.
        side: the side that the response plays.
        limit: the maximum number of unfinished positions.

    Raises:
        PlayerFault: the policy returned an invalid answer, as in `chances`.
        SearchLimit: there are more positions than the limit, or the start cannot be solved within the limit. Then the
            policy is not called.
    """
    first = starting(start)
    asked = asking(policy, first.game)
    return _best_response(asked, first, Player(side), limit, start_value(first, limit))


def exploitability(policy: Policy, start: Start = "tictactoe", *, limit: int = LIMIT) -> Exploitability:
    """Measure how much a best response gains against a policy when the policy plays X and when it plays O.

    The gain is the difference between the expected result of the response and the value of the game.

    Args:
        policy: the policy, which is tested as X and as O.
        start: the position or game in which the games start.
        limit: the maximum number of unfinished positions for each side.

    Raises:
        PlayerFault: the policy returned an invalid answer, as in `chances`.
        SearchLimit: there are more positions than the limit, or the start cannot be solved within the limit. Then the
            policy is not called.
    """
    first = starting(start)
    asked, value = asking(policy, first.game), start_value(first, limit)
    as_x, as_o = (_best_response(asked, first, side, limit, value) for side in (Player.O, Player.X))
    return Exploitability(as_x, as_o)


def _best_response(asked: Asked, first: Position, side: Player, limit: int, value: int) -> BestResponse:
    following = against_anything(first, limit, asked, side.other)
    moves = _respond(following, asked, side)

    def both(position: Position) -> Mapping[Move, Fraction]:
        return {moves[position]: Fraction(1)} if position.turn is side else asked(position)

    game_value = value if first.turn is side else -value
    return BestResponse(first, side, ending(first, following, both), game_value, moves)


def _respond(following: Following, asked: Asked, side: Player) -> dict[Position, Move]:
    """Find a side's best moves by backward induction."""
    best: dict[Position, Move] = {}
    results: dict[Position, Fraction] = {}  # the expected result for the side

    def worth(position: Position) -> Fraction:
        if position.outcome:
            winner = position.outcome.winner
            return Fraction((winner is side) - (winner is side.other))
        return results[position]

    for position in reversed(following):
        after = {move: worth(reached) for move, reached in following[position].items()}
        if position.turn is side:
            best[position] = max(after, key=after.__getitem__)
            results[position] = after[best[position]]
        else:
            results[position] = sum((chance * after[move] for move, chance in asked(position).items()), Fraction())
    return best
