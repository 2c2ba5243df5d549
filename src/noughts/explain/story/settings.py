"""The settings of a story, with the allowed values and combinations."""

from collections.abc import Iterable
from typing import Any

from noughts.explain.scores import UNITS, Unit, check_unit
from noughts.explain.story.pseudocode import FORMS, Form, to_depth
from noughts.explain.story.story import NUMBERINGS, ORDERS, Algorithm, Numbering, Order
from noughts.explain.words import join_or
from noughts.rules.errors import NoughtsError, short_repr, whole_number
from noughts.rules.position import Position, expect_state

FORMS_OF: dict[Algorithm, tuple[str, ...]] = {
    "minimax": ("lists", "j", "max-min"),
    "negamax": ("negamax",),
    "alphabeta": ("alphabeta",),
    "transposition": ("transposition",),
}
"""The names of the pseudocode forms for each algorithm, the default first."""

ALGORITHM_OF = {form: algorithm for algorithm, forms in FORMS_OF.items() for form in forms}
"""The algorithm of each pseudocode form."""


def pseudocode_of(algorithm: Algorithm, form: str | None, depth: int | None) -> Form:
    """Return the pseudocode of a search. Without a form, return the default one."""
    chosen = FORMS[form or FORMS_OF[algorithm][0]]
    return chosen if depth is None else to_depth(chosen)


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
    """Check the settings of a story.

    Raises:
        NoughtsError: the state is not a position, the game is over, a setting is unknown, or it does not fit the
            algorithm.
    """
    _check_value("algorithm", algorithm, FORMS_OF)
    if form is not None and form not in FORMS_OF[algorithm]:
        other = f", or the algorithm {ALGORITHM_OF[form]}" if form in ALGORITHM_OF else ""
        expected = f"{join_or(FORMS_OF[algorithm])}{other}"
        raise NoughtsError(f"{algorithm} has no pseudocode {short_repr(form)}: expected {expected}")
    _check_value("order of moves", order, ORDERS)
    _check_value("numbering of states", numbering, NUMBERINGS)
    _check_value("unit of scores", unit, UNITS)
    if depth is not None:
        whole_number(depth, "the depth", 1)
    expect_state(position)
    if not isinstance(position, Position):
        kind = type(position).__name__
        raise NoughtsError(
            f"a story needs a Position, not a {kind}, because it draws boards: "
            "for the search tree of any other game, use trace(minimax, state)"
        )
    if position.is_over:
        raise NoughtsError("the game is over: there is nothing to search")
    check_unit(unit, position.empty.bit_count())


def _check_value(name: str, value: str, allowed: Iterable[str]) -> None:
    names = list(allowed)
    if value not in names:
        raise NoughtsError(f"unknown {name} {short_repr(value)}: expected {join_or(names)}")
