"""The settings of a story: which of them there are, and which go together."""

from collections.abc import Iterable
from typing import Any

from noughts.explain.scores import UNITS, Unit, check_unit
from noughts.explain.story import NUMBERINGS, ORDERS, Algorithm, Numbering, Order
from noughts.rules.errors import NoughtsError
from noughts.rules.position import Position, expect_state

FORMS_OF: dict[Algorithm, tuple[str, ...]] = {
    "minimax": ("lists", "j", "max-min"),
    "negamax": ("negamax",),
    "alphabeta": ("alphabeta",),
    "transposition": ("transposition",),
    "depth-limited": ("depth-limited",),
}
"""The forms of pseudocode that each algorithm is told with, the usual one first."""


def check_settings(
    position: Any,
    *,
    algorithm: Algorithm,
    form: str | None,
    order: Order,
    unit: Unit,
    numbering: Numbering,
    depth: int | None,
) -> None:
    """Check that a story can be told so.

    Raises:
        TypeError: the state is no position.
        NoughtsError: the game is over, a setting is not known, or it does not go with the algorithm.
    """
    _one_of(algorithm, "algorithm that a story is told of", FORMS_OF)
    if form is not None and form not in FORMS_OF[algorithm]:
        raise NoughtsError(f"{algorithm} is not told with {form!r}: expected {_listed(FORMS_OF[algorithm])}")
    _one_of(order, "order of moves", ORDERS)
    _one_of(numbering, "numbering of states", NUMBERINGS)
    _one_of(unit, "unit of scores", UNITS)
    if depth is not None and algorithm != "depth-limited":
        raise NoughtsError(f"depth is how far depth-limited looks, and {algorithm} looks to the end: leave it out")
    expect_state(position)
    if not isinstance(position, Position):
        kind = type(position).__name__
        raise TypeError(
            f"a story draws boards and names cells, so it needs a Position and not a {kind}: "
            "trace(minimax, state) gives the tree of any game"
        )
    if position.is_over:
        raise NoughtsError("the game is over: there is nothing to search")
    check_unit(unit, position.empty.bit_count())


def _one_of(value: str, what: str, known: Iterable[str]) -> None:
    if value not in known:
        raise NoughtsError(f"{value!r} is no {what}: expected {_listed(known)}")


def _listed(known: Iterable[str]) -> str:
    *most, last = known
    return f"{', '.join(most)} or {last}" if most else last
