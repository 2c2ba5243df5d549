"""What is explored, a frozen value: a position and how its tree is told; read from an address, written as one."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal, Self, TypeAlias, cast

from noughts.apps.web.engines.tree_answers import too_large
from noughts.apps.web.model.stored_game import page_game
from noughts.apps.web.pages.fields import game_field, position_field
from noughts.explain.scores import Unit, check_unit
from noughts.explain.settings import FORMS_OF, check_settings
from noughts.explain.story import DEFAULT_NUMBERING, DEFAULT_ORDER, Algorithm, Numbering, Order
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game
from noughts.rules.notation import position as read_position
from noughts.rules.notation import t3en
from noughts.rules.position import Position

Way: TypeAlias = Literal[Algorithm, "moves"]
"""An algorithm that is told step by step, or the tree opened move by move."""

FIRST = "o_x/x2_/x2o x"
"""What is explored where nobody says what: the position of the lessons."""

MOST_EMPTY = 100
"""With more empty cells no search is told but one that looks a single move ahead: others would be too large."""

_MOST_SEED = 2**64
_MOST_DEPTH = 1_000
_LONGEST = 2_000  # characters of a field
_GROWTH = ((16, 3), (64, 2))  # up to so many moves a depth that can still be told


@dataclass(frozen=True)
class Exploration:
    """A position, and how its tree is told.

    Attributes:
        position: the root.
        way: the algorithm, or move by move.
        form: the pseudocode; empty for the usual one.
        order: in which moves are tried.
        seed: of the order random.
        unit: in which scores are shown.
        numbering: of the states.
        depth: of depth-limited; None for what suits the board.
    """

    position: Position
    way: Way = "minimax"
    form: str = ""
    order: Order = DEFAULT_ORDER
    seed: int = 0
    unit: Unit = "ten"
    numbering: Numbering = DEFAULT_NUMBERING
    depth: int | None = None

    @classmethod
    def read(cls, fields: Mapping[str, str]) -> Self:
        """Return what an address asks for.

        A form names in ``of`` the game it was made for: where another game has been chosen in it since, the position
        in it is out of date, as are settings that belong to another algorithm.

        Raises:
            NoughtsError: a field cannot be read; the sentence says what was expected.
        """
        asked = {name: value.strip() for name, value in fields.items() if value.strip()}
        for name, value in asked.items():
            if len(value) > _LONGEST:
                raise NoughtsError(f"{name[:20]!r} has {len(value):,} characters: expected at most {_LONGEST:,}")
        named, of = game_field(asked), asked.get("of")
        game = page_game(named or "tictactoe")
        text = position_field(fields) or ("" if named else FIRST)
        text = "" if of and page_game(of) != game else text
        way = asked.get("algorithm", "minimax")
        if way != "moves" and way not in FORMS_OF:
            raise NoughtsError(f"{way[:20]!r} is no algorithm to explore: expected {', '.join(FORMS_OF)} or moves")
        found = cls(
            _position(text, game),
            cast(Way, way),
            asked.get("form", ""),
            cast(Order, asked.get("order", DEFAULT_ORDER)),
            _number(asked, "seed", _MOST_SEED) or 0,
            cast(Unit, asked.get("scores", "ten")),
            cast(Numbering, asked.get("number", DEFAULT_NUMBERING)),
            _number(asked, "depth", _MOST_DEPTH, least=1),
        )
        return found.fitting if of else found

    @classmethod
    def readable(cls, fields: Mapping[str, str]) -> Self:
        """Return what of an address can be read, for the page that says what cannot: that is left out.

        In place of a position that cannot be read there is the one that was explored before, ``was``.
        """
        kept: dict[str, str] = {}
        for name in (*_PLACE, *_NAMES, "was", "position", "start"):
            if name in fields:
                field = "position" if name == "was" else name
                with suppress(NoughtsError):
                    cls.read({**kept, field: fields[name]})
                    kept[field] = fields[name]
        return cls.read(kept).fitting

    @property
    def fitting(self) -> Self:
        """The same without settings that belong to another algorithm or order."""
        return replace(
            self,
            form=self.form if self.form in self.forms else "",
            depth=self.depth if self.way == "depth-limited" else None,
            seed=self.seed if self.order == "random" else 0,
        )

    @property
    def by_moves(self) -> Self:
        """The same, opened move by move."""
        return replace(self, way="moves").fitting

    def check(self) -> None:
        """Check that it can be explored.

        Raises:
            NoughtsError: the game is over, or a setting is not known or goes with another algorithm.
        """
        told: Algorithm = "minimax" if self.way == "moves" else self.way
        check_settings(
            self.position,
            algorithm=told,
            form=self.form or None,
            order=self.order,
            unit=self.unit,
            numbering=self.numbering,
            depth=self.depth if self.way != "moves" else None,
        )

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms of pseudocode that there are, the usual one first."""
        return () if self.way == "moves" else FORMS_OF[self.way]

    @property
    def horizon(self) -> int:
        """How far depth-limited looks."""
        moves = len(self.position.moves)
        return self.depth or next((depth for most, depth in _GROWTH if moves <= most), 1)

    def expect_few_steps(self) -> None:
        """Check that it is worth while to begin telling steps.

        Raises:
            NoughtsError: the board is so large that they would be too many.
        """
        limited = self.way == "depth-limited"
        deep = self.way != "moves" and not (limited and self.horizon == 1)
        if deep and self.position.empty.bit_count() > MOST_EMPTY:
            raise too_large("a smaller depth" if limited else "depth-limited")

    @property
    def fields(self) -> dict[str, str]:
        """Return the fields of the address, those that have their usual value left out."""
        usual = Exploration(self.position)
        found = {"game": self.position.game.name, "position": t3en(self.position)}
        if found == {"game": "3,3,3", "position": FIRST}:
            found = {}
        elif found["game"] == "3,3,3":
            del found["game"]
        for name, field in _NAMES.items():
            if (value := getattr(self, field)) != getattr(usual, field):
                found[name] = str(value)
        return found

    def play(self, text: str) -> Self:
        """Return the same after a move, given as the number of its cell.

        Raises:
            NoughtsError: it is no move here.
        """
        if not (text.isascii() and text.isdigit() and len(text) <= 6):
            raise NoughtsError("cell is the number of a cell")
        return replace(self, position=self.position.play(int(text)))

    @property
    def task(self) -> dict[str, Any]:
        """The question to an engine: the steps, or where it is opened move by move its first plies."""
        if self.way == "moves":
            return self.branch(self.position)
        told = {"do": "trace", **self._root, "algorithm": self.way, "number": self.numbering}
        if self.form:
            told["form"] = self.form
        if self.way == "depth-limited":
            told["depth"] = self.horizon
        return told

    def branch(self, position: Position) -> dict[str, Any]:
        """Return the question what lies at and below a position of this tree, for as many plies as are soon shown."""
        states = max(_SOON, len(position.moves) + 1)
        return {
            "do": "atlas",
            **self._root,
            "position": t3en(position),
            "max": self.position.turn.value,
            "states": states,
        }

    @property
    def _root(self) -> dict[str, Any]:
        return {
            "game": self.position.game.name,
            "position": t3en(self.position),
            "order": self.order,
            "order_seed": self.seed,
            "unit": self.unit,
        }


_PLACE = ("game", "custom", "of")
_SOON = 400  # positions of an atlas: on a board of 3 × 3 the first three plies
_NAMES = {
    "algorithm": "way",
    "form": "form",
    "order": "order",
    "seed": "seed",
    "scores": "unit",
    "number": "numbering",
    "depth": "depth",
}


def branch_position(fields: Mapping[str, str], exploration: Exploration) -> Position:
    """Return the position at which a branch of a tree is to be opened: the fields ``board`` and ``turn``.

    Raises:
        NoughtsError: it cannot be read, or the unit has no room for it.
    """
    text = f"{fields.get('board', '')[:_LONGEST]} {fields.get('turn', '')[:5]}"
    found = read_position(text, exploration.position.game)
    check_unit(exploration.unit, exploration.position.empty.bit_count())
    return found


def _position(text: str, game: Game) -> Position:
    return read_position(text, game) if text else Position(game)


def _number(fields: Mapping[str, str], name: str, most: int, *, least: int = 0) -> int | None:
    text = fields.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and least <= int(text) <= most):
        raise NoughtsError(f"{name} is a whole number from {least} to {most:,}")
    return int(text)
