"""Types for policies and their answers, and three built-in policies: `uniform`, `optimal` and `quickest`."""

from collections.abc import Callable, Hashable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from numbers import Rational, Real
from operator import index
from typing import Any, TypeAlias

from noughts.oracle.draws import followed
from noughts.oracle.truth import value
from noughts.players.opponent import Choice, Opponent, PlayerFault
from noughts.players.registry import player
from noughts.rules.board import Move
from noughts.rules.errors import IllegalMove, NotationError, short_repr
from noughts.rules.game import Game
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.search.result import SearchResult
from noughts.solver.canonical import SymmetryCache
from noughts.solver.solver import Solver

TOLERANCE = Fraction(1, 1_000_000)
"""How far the sum of probabilities may differ from 1 if at least one of the probabilities is a float."""

PolicyOutput: TypeAlias = Move | str | Choice | SearchResult | Mapping[Any, Any]
"""A policy's answer in one position: a move, or the probabilities of moves.

A move is the number or the name of a cell. A `Choice` stands for its move, and a search result for its first best move.

A mapping gives the probabilities of moves as int, `Fraction`, `Decimal` or float. Missing moves have probability 0. A
float stands for the decimal number that Python prints: 0.1 is 1/10. The probabilities must add up to 1. If some
probabilities are floats, the sum may be off by a millionth, and the difference is added to the most likely move.
"""

Policy: TypeAlias = Callable[[Position], PolicyOutput] | Mapping[Position, PolicyOutput] | Opponent | str
"""A policy: a function that takes a position, a mapping with positions as keys, or a player.

A string is the name of a player, as in `noughts.player`. The probabilities of a player's moves are exact (see
`noughts.oracle.policy_of`). Each calculation calls a function at most once per position.
"""

Asked: TypeAlias = Callable[[Position], Mapping[Move, Fraction]]
"""Returns the probabilities of the moves in an unfinished position. Zeros are left out. The probabilities sum to 1."""


def uniform(position: Position) -> dict[Move, Fraction]:
    """Play at random: every legal move is equally likely."""
    return _evenly(position.moves)


def optimal(position: Position, solver: Solver | None = None) -> dict[Move, Fraction]:
    """Play perfectly: every move that keeps the result (win, draw or loss) is equally likely.

    Raises:
        SearchLimit: the position is too hard to solve.
    """
    return _evenly(tuple(move.move for move in value(position, solver=solver).keeping))


def quickest(position: Position, solver: Solver | None = None) -> dict[Move, Fraction]:
    """Play perfectly, and win as soon or lose as late as possible: all moves with the best score are equally likely.

    Raises:
        SearchLimit: the position is too hard to solve.
    """
    return _evenly(tuple(move.move for move in value(position, solver=solver).optimal))


EVEN: tuple[Policy, ...] = (uniform, optimal, quickest)
"""The policies that treat symmetric positions alike."""


def _evenly(moves: tuple[Move, ...]) -> dict[Move, Fraction]:
    return {move: Fraction(1, len(moves)) for move in moves}


def chances(policy: Policy, position: Position) -> dict[Move, Fraction]:
    """Return the probability of each move that a policy can choose in an unfinished position.

    Raises:
        PlayerFault: the argument is not a policy, or the policy returns no move, an illegal move or invalid
            probabilities, or it has no answer for this position.
        NoughtsError: no player has this name.
        IllegalMove: the game is over.
    """
    if position.is_over:
        raise IllegalMove(f"{in_position(position)} the game is over: expected an unfinished position")
    return dict(asking(policy, position.game)(position))


def asking(policy: Policy, game: Game) -> Asked:
    """Convert any policy to a cached function that maps a position to the probabilities of its moves.

    Raises:
        NoughtsError: no player has this name.
        PlayerFault: the argument is not a policy.
    """
    solver = Solver(game)
    own: list[tuple[Policy, Asked]] = [
        (uniform, uniform),
        (optimal, partial(optimal, solver=solver)),
        (quickest, partial(quickest, solver=solver)),
    ]
    for known, ask in own:
        if policy is known:
            return cache(ask)  # the answers of these policies need no checks
    answer: Callable[[Position], Any]
    if isinstance(policy, str):
        policy = player(policy)
    if isinstance(policy, Opponent):
        answer = partial(followed, policy)
    elif isinstance(policy, Mapping):
        answer = partial(_looked_up, policy)
    elif callable(policy):
        answer = policy
    else:
        raise PlayerFault(
            f"{short_repr(policy)} is not a policy: expected a function, a mapping with positions as keys, or a player"
        )

    @cache
    def asked(position: Position) -> dict[Move, Fraction]:
        return _read(answer(position), position)

    return asked


def likeness(game: Game, *policies: Policy) -> Callable[[Position], Hashable] | None:
    """Return a function that maps symmetric positions to the same key.

    Return None if a policy might treat symmetric positions differently.
    """
    if not all(any(policy is even for even in EVEN) for policy in policies) or len(game.board.shape) > 3:
        return None  # boards of four or more dimensions have too many symmetries
    images = SymmetryCache(game.symmetries)
    return lambda position: (*images.smallest(position.x, position.o), position.turn)


def _looked_up(policy: Mapping[Position, PolicyOutput], position: Position) -> PolicyOutput:
    if position not in policy:
        raise PlayerFault(
            f"{in_position(position)} the policy has no answer: expected an answer for every reachable position"
        )
    return policy[position]


def _read(answer: Any, position: Position) -> dict[Move, Fraction]:
    if isinstance(answer, Choice | SearchResult):
        answer = answer.move
    if not isinstance(answer, Mapping):
        return {_legal(answer, position): Fraction(1)}
    chances: dict[Move, Fraction] = {}
    for move, number in answer.items():
        if chance := _chance(number, move, position):
            cell = _legal(move, position)
            chances[cell] = chances.get(cell, Fraction()) + chance
    rest = 1 - sum(chances.values(), Fraction())
    if rest:
        has_floats = any(not isinstance(number, Rational | Decimal) for number in answer.values())
        if not has_floats or not -TOLERANCE <= rest <= TOLERANCE:
            total = float(1 - rest) if has_floats else 1 - rest
            raise PlayerFault(f"{in_position(position)} the policy's probabilities add up to {total}, not 1")
        chances[max(chances, key=chances.__getitem__)] += rest
    return chances


def _legal(move: Any, position: Position) -> Move:
    """Convert a move returned by a policy to a cell."""
    try:
        if isinstance(move, bool):
            raise TypeError
        cell = position.cell(move) if isinstance(move, str) else index(move)
    except (TypeError, NotationError):
        raise PlayerFault(
            f"{in_position(position)} the policy returned {short_repr(move)}, which is not a move: expected a "
            "cell's number or name, or moves with their probabilities"
        ) from None
    if reason := position.why_illegal(cell):
        raise PlayerFault(f"{in_position(position)} the policy returned {short_repr(move)}, but {reason}")
    return cell


def _chance(number: Any, move: Any, position: Position) -> Fraction:
    """Convert a probability to a fraction. A float counts as the decimal that Python prints: 0.1 becomes 1/10."""
    chance: Fraction | None = None
    try:
        if type(number) is Fraction:
            chance = number
        elif isinstance(number, Rational) and not isinstance(number, bool):
            chance = Fraction(int(number.numerator), int(number.denominator))
        elif isinstance(number, Decimal):
            chance = Fraction(number)
        elif isinstance(number, Real) and not isinstance(number, bool):
            chance = Fraction(repr(float(number)))
    except (ValueError, OverflowError):  # the value is not a number, or is infinite
        chance = None
    if chance is None or chance < 0:
        raise PlayerFault(
            f"{in_position(position)} the policy gives {short_repr(move)} the probability {short_repr(number)}: "
            "expected a number from 0 to 1"
        )
    return chance


def in_position(position: Position) -> str:
    """Describe a position in words that can begin an error message about a policy."""
    return f"in the position {t3en(position)} of {position.game}"
