"""A custom game as form fields. The fields describe its board, the length of a winning row, and its variants."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import prod
from typing import Self

from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game, kinds
from noughts.web.model.page_games import MOST_CELLS

VARIANTS = ("gravity", "misere", "torus", "exact")
"""The variants that a person can choose."""

OWN = ("custom", "nearest")
"""The value of a form's field ``game`` if the form's sizes describe the game, or the nearest possible game."""

_MOST = {"columns": 20, "rows": 20, "layers": 5, "k": 9}
_WORDS = {"columns": "columns", "rows": "rows", "layers": "layers", "k": "in a row"}
_SHORTEST = 2  # marks in a row


@dataclass(frozen=True)
class OwnGame:
    """A custom game, with the size of its board, the length of a winning row, and its variants.

    Attributes:
        columns, rows, layers: the sides of the board.
        k: how many in a row win.
        variants: the names of its variants.
    """

    columns: int = 3
    rows: int = 3
    layers: int = 1
    k: int = 3
    variants: frozenset[str] = frozenset()

    @classmethod
    def of(cls, rules: Game) -> Self:
        """Return the custom game that describes these rules."""
        columns, rows, layers = (*rules.board.shape, 1, 1)[:3]
        variants = frozenset(kinds(rules)) & {*VARIANTS}
        return cls(columns, rows, layers, min(line.bit_count() for line in rules.lines), variants)

    @classmethod
    def read(cls, fields: Mapping[str, str]) -> Self:
        """Parse a custom game from the fields of a form. The game may still be impossible, as `name` reports.

        Raises:
            NoughtsError: a size is missing or invalid.
        """
        sizes = {}
        for name, most in _MOST.items():
            text = fields.get(name, "").strip() or "1" * (name == "layers")
            if not text:
                raise NoughtsError("choose the game: the numbers of columns and rows, and how many in a row")
            if not re.fullmatch("[0-9]{1,2}", text) or not cls._least(name) <= int(text) <= most:
                raise NoughtsError(f"a board has {cls._least(name)} to {most} {_WORDS[name]}, not {text[:20]}")
            sizes[name] = int(text)
        return cls(**sizes, variants=frozenset(name for name in VARIANTS if fields.get(name)))

    @property
    def name(self) -> str:
        """The name of the game.

        Raises:
            NoughtsError: the board is too large for the page, or no row fits on it.
        """
        sides = " × ".join(map(str, self._sides if self.layers > 1 else self._sides[:2]))
        if (cells := prod(self._sides)) > MOST_CELLS:
            raise NoughtsError(
                f"a board of {sides} has {cells:,} squares, and the page shows at most {MOST_CELLS}: "
                "choose a smaller board"
            )
        if self.k > max(self._sides):
            raise NoughtsError(
                f"{self.k} in a row do not fit on a board of {sides}: choose a shorter row or a larger board"
            )
        size = f"{self.columns}x{self.rows}x{self.layers}" if self.layers > 1 else f"{self.columns},{self.rows}"
        return " ".join([f"{size},{self.k}", *(name for name in VARIANTS if name in self.variants)])

    @property
    def nearest(self) -> Self:
        """The nearest possible game, in which the winning row fits on the board."""
        board = self if max(self._sides) >= _SHORTEST else replace(self, columns=_SHORTEST)
        return replace(board, k=min(board.k, max(board._sides)))

    @property
    def choices(self) -> dict[str, list[int]]:
        """The possible values of each size while the other sizes do not change. A shorter side may shorten the winning
        row.
        """
        choices = {"k": [*range(_SHORTEST, min(_MOST["k"], max(self._sides)) + 1)]}
        sides = {"columns": self.columns, "rows": self.rows, "layers": self.layers}
        for name in sides:
            changed = {number: [*(sides | {name: number}).values()] for number in range(1, _MOST[name] + 1)}
            choices[name] = [n for n, to in changed.items() if prod(to) <= MOST_CELLS and max(to) >= _SHORTEST]
        return {name: sorted({*choices[name], getattr(self, name)}) for name in _MOST}

    @property
    def _sides(self) -> tuple[int, int, int]:
        return self.columns, self.rows, self.layers

    @staticmethod
    def _least(name: str) -> int:
        return _SHORTEST if name == "k" else 1
