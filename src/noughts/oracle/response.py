"""The best response to a policy, and how much it gains: exploitability.

A game of the family hides nothing, so the best response chooses, position by position from the end of the game back
to its start, the move with the greatest expected result, where the policy's own moves are averaged.

The word is that of M. Lanctot and others, *OpenSpiel: A Framework for Reinforcement Learning in Games*, 2019.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from noughts.oracle.expected import Chances, ending
from noughts.oracle.policies import Asked, Policy, asking
from noughts.oracle.truth import NODES, result
from noughts.oracle.walks import LIMIT, Following, Start, against_anything, seat, shown, starting
from noughts.rules.board import Move
from noughts.rules.game import Player
from noughts.rules.position import Position
from noughts.solver.solver import Solver


@dataclass(frozen=True)
class BestResponse:
    """The best that one side can play against a policy.

    Attributes:
        start: where the games start.
        side: the side of the response; the policy has the other.
        chances: how the games end, exactly.
        game_value: how the game ends for this side when both play perfectly: 1 won, 0 drawn, -1 lost.
        moves: the response itself: its move in every position that can come up against the policy with this side to
            move, whatever this side plays. Of equally good moves it is the first. It is a policy too.
    """

    start: Position
    side: Player
    chances: Chances
    game_value: int
    moves: Mapping[Position, Move] = field(repr=False, hash=False)

    @property
    def result(self) -> Fraction:
        """The expected result for this side, from -1 to 1: no response has a greater one."""
        return self.chances.result(self.side)

    @property
    def gain(self) -> Fraction:
        """How much that is above the game's value: 0 against a policy that never gives anything away."""
        return self.result - self.game_value

    def __str__(self) -> str:
        return f"{self.side} gains {shown(self.gain)}: {self.chances}"


@dataclass(frozen=True)
class Exploitability:
    """How much can be gained against a policy, whichever side it plays.

    Attributes:
        as_x: the best response to the policy as X; it plays O.
        as_o: the best response to the policy as O; it plays X.
    """

    as_x: BestResponse
    as_o: BestResponse

    @property
    def x(self) -> Fraction:
        """How much the policy as X can lose below the game's value."""
        return self.as_x.gain

    @property
    def o(self) -> Fraction:
        """How much the policy as O can lose below the game's value."""
        return self.as_o.gain

    @property
    def both(self) -> Fraction:
        """The mean of the two, for a policy that has each side as often: OpenSpiel's exploitability."""
        return self.nash_conv / 2

    @property
    def nash_conv(self) -> Fraction:
        """The sum of the two, under the name by which OpenSpiel and others know it."""
        return self.x + self.o

    def __str__(self) -> str:
        return f"exploitable as X by {shown(self.x)}, as O by {shown(self.o)}, on average by {shown(self.both)}"


def best_response(policy: Policy, start: Start = "tictactoe", *, side: Player, limit: int = LIMIT) -> BestResponse:
    """Return the best that one side can play against a policy.

    Args:
        policy: plays the other side. It is asked about the positions that can come up then.
        start: where the games start.
        side: the side of the response.
        limit: the most unfinished positions that can come up.

    Raises:
        PlayerFault: an answer of the policy is none, as in `chances`.
        SearchLimit: more positions can come up, or the start is too hard to solve.
    """
    first = starting(start)
    return _best_response(asking(policy, first.game), first, seat(side), limit)


def exploitability(policy: Policy, start: Start = "tictactoe", *, limit: int = LIMIT) -> Exploitability:
    """Return how much a best response gains against a policy with either side, compared with the game's value.

    Args:
        policy: plays X in one game and O in the other.
        start: where the games start.
        limit: the most unfinished positions that can come up in either.

    Raises:
        PlayerFault: an answer of the policy is none, as in `chances`.
        SearchLimit: more positions can come up, or the start is too hard to solve.
    """
    first = starting(start)
    asked = asking(policy, first.game)
    as_x, as_o = (_best_response(asked, first, side, limit) for side in (Player.O, Player.X))
    return Exploitability(as_x, as_o)


def _best_response(asked: Asked, first: Position, side: Player, limit: int) -> BestResponse:
    following = against_anything(first, limit, asked, side.other)
    moves = _respond(following, asked, side)

    def both(position: Position) -> Mapping[Move, Fraction]:
        return {moves[position]: Fraction(1)} if position.turn is side else asked(position)

    score = Solver(first.game).score(first, nodes=NODES)
    value = result(score) if first.turn is side else -result(score)
    return BestResponse(first, side, ending(first, following, both), value, moves)


def _respond(following: Following, asked: Asked, side: Player) -> dict[Position, Move]:
    """Return the side's best moves, the last position first."""
    best: dict[Position, Move] = {}
    results: dict[Position, Fraction] = {}  # expected, for the side

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
