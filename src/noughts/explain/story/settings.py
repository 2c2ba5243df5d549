"""The settings of a story, with the allowed values and combinations."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from noughts.explain.scores import UNITS, Unit, check_unit
from noughts.explain.story.pseudocode import FORMS, Form, to_depth
from noughts.explain.story.story import (
    DEFAULT_NUMBERING,
    DEFAULT_ORDER,
    NUMBERINGS,
    ORDERS,
    Algorithm,
    Numbering,
    Order,
)
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


@dataclass(frozen=True)
class StorySettings:
    """The settings of a story: the search, and the way to describe it. `noughts.tell` describes each setting."""

    algorithm: Algorithm = "minimax"
    form: str | None = None
    order: Order = DEFAULT_ORDER
    seed: int = 0
    unit: Unit = "ten"
    numbering: Numbering = DEFAULT_NUMBERING
    depth: int | None = None

    def check(self, position: Any) -> None:
        """Check the settings for a position's story.

        Raises:
            NoughtsError: the state is not a position, the game is over, a setting is unknown, or it does not fit the
                algorithm.
        """
        _check_value("algorithm", self.algorithm, FORMS_OF)
        if self.form is not None and self.form not in FORMS_OF[self.algorithm]:
            other = f", or the algorithm {ALGORITHM_OF[self.form]}" if self.form in ALGORITHM_OF else ""
            expected = f"{join_or(FORMS_OF[self.algorithm])}{other}"
            raise NoughtsError(f"{self.algorithm} has no pseudocode {short_repr(self.form)}: expected {expected}")
        _check_value("order of moves", self.order, ORDERS)
        _check_value("numbering of states", self.numbering, NUMBERINGS)
        _check_value("unit of scores", self.unit, UNITS)
        if self.depth is not None:
            whole_number(self.depth, "the depth", 1)
        expect_state(position)
        if not isinstance(position, Position):
            kind = type(position).__name__
            raise NoughtsError(
                f"a story needs a Position, not a {kind}, because it draws boards: "
                "for the search tree of any other game, use trace(minimax, state)"
            )
        if position.is_over:
            raise NoughtsError("the game is over: there is nothing to search")
        check_unit(self.unit, position.empty.bit_count())


def _check_value(name: str, value: str, allowed: Iterable[str]) -> None:
    names = list(allowed)
    if value not in names:
        raise NoughtsError(f"unknown {name} {short_repr(value)}: expected {join_or(names)}")
