"""Printable sheets of exercises, as a frozen value for the page *Paper* and for `noughts worksheet`."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, Self, TypeAlias, cast

from noughts.explain.exercises.worksheet import (
    MOST_EMPTIES,
    SHEET_ALGORITHMS,
    SHEET_UNITS,
    SheetAlgorithm,
    SheetUnit,
)
from noughts.explain.words import join_or
from noughts.puzzles.sheets import LEVELS
from noughts.puzzles.themes import THEMES
from noughts.rules.errors import NotationError, NoughtsError
from noughts.rules.gallery import usual_name
from noughts.web.model.fields import whole_number
from noughts.web.model.page_games import page_game
from noughts.web.model.task import EngineTask

SheetKind: TypeAlias = Literal["worksheet", "puzzles"]
"""The kind of a sheet: positions and trees to solve by hand, or puzzles."""

MOST_COUNT = 30
"""The largest number of positions or puzzles on a sheet."""

MOST_TREES = 6
"""The largest number of trees on a sheet."""

MOST_VARIANTS = 30
"""The largest number of sheets that the page prints at once, which is enough for every pupil of a class."""

MOST_CELLS = 64
"""The largest number of cells of a board for positions and trees. Random games rarely fill larger boards."""

_MOST_SEED = 999_999
_COUNTS: Mapping[SheetKind, int] = {"worksheet": 5, "puzzles": 12}


@dataclass(frozen=True)
class Paper:
    """The settings of printable sheets. Fields of the URL have the same names as options of `noughts worksheet`.

    Attributes:
        kind: what is on the sheets.
        game: the name of the game.
        count: the number of positions or puzzles on a sheet.
        empties: the number of empty cells in each position.
        trees: the number of trees on a sheet, or None for as many as fit.
        scores: the unit of the values.
        algorithm: the search whose trees are filled in.
        theme: the theme of the puzzles, or empty for any.
        level: the level of the puzzles, from 1 on, or None for any.
        variants: the number of different sheets.
        seed: the seed of the first sheet. The other sheets have the seeds after it.
    """

    kind: SheetKind = "worksheet"
    game: str = "tictactoe"
    count: int = 5
    empties: int = 4
    trees: int | None = None
    scores: SheetUnit = "ten"
    algorithm: SheetAlgorithm = "minimax"
    theme: str = ""
    level: int | None = None
    variants: int = 1
    seed: int = 1

    @classmethod
    def read(cls, fields: Mapping[str, str]) -> Self:
        """Read the fields of a URL. Fields of the other kind of sheet are ignored.

        Raises:
            NoughtsError: a field is invalid.
        """
        texts = {name: text for name, value in fields.items() if (text := value.strip())}

        def number(name: str, usual: int, most: int, least: int = 0) -> int:
            return whole_number(name, texts[name], most, least=least) if name in texts else usual

        def choice(name: str, usual: str, known: tuple[str, ...]) -> str:
            if (chosen := texts.get(name, usual)) not in known:
                raise NotationError(f"unknown {name} {chosen[:20]!r}: expected {join_or(known)}")
            return chosen

        kind = cast(SheetKind, choice("kind", "worksheet", ("worksheet", "puzzles")))
        game = page_game(texts.get("game", "tictactoe"))
        if kind == "worksheet" and len(game.board) > MOST_CELLS:
            raise NoughtsError(f"the board is too large for a worksheet: expected at most {MOST_CELLS} cells")
        made = cls(
            kind,
            usual_name(game.name),
            number("count", _COUNTS[kind], MOST_COUNT),
            variants=number("variants", 1, MOST_VARIANTS, 1),
            seed=number("seed", 1, _MOST_SEED),
        )
        if kind == "puzzles":
            theme = choice("theme", "", ("", *THEMES)) if "theme" in texts else ""
            return replace(made, theme=theme, level=number("level", 0, len(LEVELS), 1) or None)
        return replace(
            made,
            empties=number("empties", 4, MOST_EMPTIES, 2),
            trees=number("trees", 0, MOST_TREES) if "trees" in texts else None,
            scores=cast(SheetUnit, choice("scores", "ten", SHEET_UNITS)),
            algorithm=cast(SheetAlgorithm, choice("algorithm", "minimax", SHEET_ALGORITHMS)),
        )

    @property
    def fields(self) -> dict[str, str]:
        """The fields of the URL, without default values."""
        usual = replace(Paper(), kind=self.kind, count=_COUNTS[self.kind])
        values = {name: value for name, value in vars(self).items() if value != getattr(usual, name)}
        return {
            **({} if self.kind == "worksheet" else {"kind": self.kind}),
            **{name: str(value) for name, value in values.items()},
            "seed": str(self.seed),
        }

    @property
    def next(self) -> Self:
        """The same settings with the next seeds, for further sheets."""
        return replace(self, seed=(self.seed + self.variants) % (_MOST_SEED + 1))

    @property
    def task(self) -> EngineTask:
        """The engine task that makes the sheets."""
        return {"do": "paper", "game": page_game(self.game).name, "paper": self.fields}
