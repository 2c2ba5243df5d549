"""Policies: what they may be, what they may answer, and three that everybody needs."""

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
from noughts.rules.errors import IllegalMove, NotationError
from noughts.rules.game import Game
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.search.result import SearchResult
from noughts.solver.canonical import SymmetryCache
from noughts.solver.solver import Solver

TOLERANCE = Fraction(1, 1_000_000)
"""How far from 1 the sum of probabilities may be where some are floats."""

Answer: TypeAlias = Move | str | Choice | SearchResult | Mapping[Any, Any]
"""What a policy says of one position.

A move is a cell's number or its name. A mapping has the probabilities of moves: whole numbers, `Fraction`, `Decimal`
or float; moves that it leaves out have none. A float is taken for the decimal that Python prints, so that 0.1 is
1/10; where there are floats, the sum may be off by a millionth, and the likeliest move takes up the difference.
Without them it must be 1. A player's `Choice` is its move; a search's result is the first of its best moves.
"""

Policy: TypeAlias = Callable[[Position], Answer] | Mapping[Position, Answer] | Opponent | str
"""What is played in a position: a function, a mapping from all positions that it is asked about, or a player.

A text names a player, as in `noughts.player`. Of a player of noughts all its draws are followed, see
`noughts.oracle.policy_of`. In one calculation a function is asked once a position.
"""

Asked: TypeAlias = Callable[[Position], Mapping[Move, Fraction]]
"""The probabilities of the moves in an unfinished position: those above 0, which sum to 1."""


def uniform(position: Position) -> dict[Move, Fraction]:
    """Play at random: every legal move is equally likely."""
    return _evenly(position.moves)


def optimal(position: Position, solver: Solver | None = None) -> dict[Move, Fraction]:
    """Play perfectly: every move that keeps the result (win, draw or loss) is equally likely.

    Raises:
        SearchLimit: the position is too hard to solve.
    """
    return _evenly(value(position, solver).keeping)


def quickest(position: Position, solver: Solver | None = None) -> dict[Move, Fraction]:
    """Play perfectly and win soonest or lose latest: every such move is equally likely.

    Raises:
        SearchLimit: the position is too hard to solve.
    """
    return _evenly(value(position, solver).best)


EVEN: tuple[Policy, ...] = (uniform, optimal, quickest)
"""The policies here, which play alike in mirror images of a position."""


def _evenly(moves: tuple[Move, ...]) -> dict[Move, Fraction]:
    return {move: Fraction(1, len(moves)) for move in moves}


def chances(policy: Policy, position: Position) -> dict[Move, Fraction]:
    """Return what a policy plays in an unfinished position: the moves it may choose, with their probabilities.

    Raises:
        PlayerFault: it answers with no move, an illegal one, or with probabilities that are none or do not sum to 1;
            or it says nothing about this position, or it is no policy.
        NoughtsError: a text names no player.
        IllegalMove: the game is over.
    """
    if position.is_over:
        raise IllegalMove(f"{_where(position)} the game is over: expected one in which there is a move to choose")
    return dict(asking(policy, position.game)(position))


def asking(policy: Policy, game: Game) -> Asked:
    """Return a policy in one form, whatever its own: the probabilities in a position, asked for once.

    Raises:
        NoughtsError: a text names no player.
        PlayerFault: it is no policy.
    """
    solver = Solver(game)
    own: list[tuple[Policy, Asked]] = [
        (uniform, uniform),
        (optimal, partial(optimal, solver=solver)),
        (quickest, partial(quickest, solver=solver)),
    ]
    for known, ask in own:
        if policy is known:
            return cache(ask)  # which cannot be wrong
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
            f"{_shown(policy)} is no policy: expected a function of a position, a mapping from positions, or a player"
        )

    @cache
    def asked(position: Position) -> dict[Move, Fraction]:
        return _read(answer(position), position)

    return asked


def likeness(game: Game, *policies: Policy) -> Callable[[Position], Hashable] | None:
    """Return a key that mirror images share, where all policies play alike in images of a position; otherwise None."""
    if not all(any(policy is even for even in EVEN) for policy in policies) or len(game.board.shape) > 3:
        return None  # in four dimensions and more there are too many images
    images = SymmetryCache(game.symmetries)
    return lambda position: (*images.smallest(position.x, position.o), position.turn)


def _looked_up(policy: Mapping[Position, Answer], position: Position) -> Answer:
    if position not in policy:
        raise PlayerFault(f"{_where(position)} the policy says nothing: expected a move wherever it can come")
    return policy[position]


def _read(answer: Any, position: Position) -> dict[Move, Fraction]:
    if isinstance(answer, Choice | SearchResult):
        answer = answer.move
    if not isinstance(answer, Mapping):
        return {_legal(answer, position): Fraction(1)}
    found: dict[Move, Fraction] = {}
    for move, number in answer.items():
        if chance := _chance(number, move, position):
            cell = _legal(move, position)
            found[cell] = found.get(cell, Fraction()) + chance
    rest = 1 - sum(found.values(), Fraction())
    if rest:
        has_floats = any(not isinstance(number, Rational | Decimal) for number in answer.values())
        if not has_floats or not -TOLERANCE <= rest <= TOLERANCE:
            total = float(1 - rest) if has_floats else 1 - rest
            raise PlayerFault(f"{_where(position)} the probabilities of the policy sum to {total}, expected 1")
        found[max(found, key=found.__getitem__)] += rest
    return found


def _legal(move: Any, position: Position) -> Move:
    """Return the cell that a policy names."""
    try:
        if isinstance(move, bool):
            raise TypeError
        cell = position.cell(move) if isinstance(move, str) else index(move)
    except (TypeError, NotationError):
        raise PlayerFault(
            f"{_where(position)} the policy answered {_shown(move)}, which is no move: expected a cell's number or "
            "name, or moves with their probabilities"
        ) from None
    if reason := position.why_illegal(cell):
        raise PlayerFault(f"{_where(position)} the policy answered {_shown(move)}, but {reason}")
    return cell


def _chance(number: Any, move: Any, position: Position) -> Fraction:
    """Return a probability as a fraction; a float is the decimal that it is printed as."""
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
    except (ValueError, OverflowError):  # not a number, or infinite
        chance = None
    if chance is None or chance < 0:
        raise PlayerFault(
            f"{_where(position)} the policy gives {_shown(move)} the probability {_shown(number)}: expected a number "
            "from 0 to 1"
        )
    return chance


def _where(position: Position) -> str:
    """Say which position it is, before what is wrong there."""
    return f"in the position {t3en(position)} of {position.game}"


def _shown(value: object) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 40 else f"{text[:39]}…"
