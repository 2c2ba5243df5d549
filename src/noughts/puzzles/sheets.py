"""Sheets of puzzles to print, with the answers and the reasons at the end."""

from dataclasses import dataclass
from functools import cached_property
from html import escape
from random import Random
from typing import Any

from noughts.explain.words import discs_fall, game_words, join_or, naming_of
from noughts.puzzles.collections import collection
from noughts.puzzles.puzzle import Puzzle
from noughts.puzzles.themes import THEMES
from noughts.puzzles.verdict import judge
from noughts.render.board.text import board_text
from noughts.render.paper import (
    PrintedSheets,
    cell_names,
    is_wide,
    made_with,
    paragraphs,
    printed_board,
    printed_page,
    sheet_head,
    table_of_answers,
)
from noughts.rules.errors import NoughtsError
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game
from noughts.solver.solver import Solver

LEVELS: tuple[range, ...] = (
    range(700),
    range(700, 900),
    range(900, 1200),
    range(1200, 1600),
    range(1600, 10_000),
)
"""The ratings of the puzzles of each level, from 1 on."""

MOST_PUZZLES = 100
"""The maximum number of puzzles on a sheet."""


@dataclass(frozen=True)
class PuzzleSheet:
    """A sheet of puzzles, the easiest first.

    Attributes:
        game: the game.
        seed: the random seed. The same seed gives the same sheet.
        puzzles: the puzzles, each rotated or reflected at random.
        solver: a solver of the game, which finds the reasons for the answers.
    """

    game: Game
    seed: int
    puzzles: tuple[Puzzle, ...]
    solver: Solver

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """Why each answer is right, in a sentence or two."""
        naming = naming_of(self.game)
        return tuple(judge(puzzle, puzzle.line[0], solver=self.solver, naming=naming).words for puzzle in self.puzzles)

    @property
    def answers(self) -> tuple[tuple[str, ...], ...]:
        """The names of the right moves of each puzzle."""
        naming = naming_of(self.game)
        return tuple(tuple(naming.moves(self.game.board, sorted(puzzle.answers))) for puzzle in self.puzzles)

    def to_data(self) -> dict[str, Any]:
        """Return the sheet as JSON-compatible data."""
        each = zip(self.puzzles, self.answers, self.reasons, strict=True)
        puzzles = [
            {"id": puzzle.id, **puzzle.to_data(), "answers": list(answers), "reason": reason}
            for puzzle, answers, reason in each
        ]
        return {"game": self.game.name, "seed": self.seed, "puzzles": puzzles}


def puzzle_sheet(
    game: Game | str = "tictactoe",
    *,
    count: int = 12,
    theme: str | None = None,
    level: int | None = None,
    seed: int = 0,
    solver: Solver | None = None,
) -> PuzzleSheet:
    """Make a sheet of puzzles that come with noughts. No two puzzles are equal up to symmetry.

    Args:
        game: the game or its name.
        count: the number of puzzles.
        theme: only puzzles with this idea, one of `THEMES`.
        level: only puzzles of this level, from 1 to 5. See `LEVELS`.
        seed: the random seed.
        solver: a solver of the game, whose earlier results are used. By default, a new one.

    Raises:
        NoughtsError: a number is out of range, or there are too few such puzzles.
    """
    game = named_game(game)
    if not 1 <= count <= MOST_PUZZLES:
        raise NoughtsError(f"a sheet can have 1 to {MOST_PUZZLES} puzzles, not {count}")
    if theme is not None and theme not in THEMES:
        raise NoughtsError(f"unknown theme {theme!r}: expected {join_or(list(THEMES))}")
    if level is not None and not 1 <= level <= len(LEVELS):
        raise NoughtsError(f"unknown level {level}: expected 1 to {len(LEVELS)}")
    random, pool = Random(seed), list(collection(game))
    fitting = [
        puzzle
        for puzzle in pool
        if (theme is None or theme in puzzle.themes) and (level is None or puzzle.rating in LEVELS[level - 1])
    ]
    if len(fitting) < count:
        raise NoughtsError(
            f"there are only {len(fitting)} of {count} such puzzles of {game}: choose fewer, "
            "or another theme, level or game"
        )
    chosen = sorted(random.sample(fitting, count), key=lambda puzzle: (puzzle.rating, puzzle.id))
    rotated = tuple(puzzle.image(random.choice(game.symmetries)) for puzzle in chosen)
    return PuzzleSheet(game, seed, rotated, solver or Solver(game))


def sheets_html(*sheets: PuzzleSheet, command: str = "") -> str:
    """Return sheets of puzzles as a self-contained HTML page, for printing in greyscale on A4 or Letter paper.

    All sheets come first. After them come the answers, each sheet's on pages of their own. If there are several sheets,
    the answers begin with a table of all right moves.

    Args:
        sheets: the sheets, at least one, of one game. Each is headed by its seed.
        command: the command that makes the same sheets, to show after the answers.
    """
    return printed_page(printed_puzzles(*sheets, command=command))


def printed_puzzles(*sheets: PuzzleSheet, command: str = "") -> PrintedSheets:
    """Return sheets of puzzles and their answers as HTML. The arguments are those of `sheets_html`."""
    first, several = sheets[0], len(sheets) > 1
    title = f"Puzzles: {game_words(first.game)}"
    rows = [(sheet.seed, [join_or(each) for each in sheet.answers]) for sheet in sheets]
    answers = [_answers(sheet, f"Answers to sheet {sheet.seed}" if several else "Answers") for sheet in sheets]
    return PrintedSheets(
        title,
        is_wide(first.game),
        tuple(_page(sheet, title) for sheet in sheets),
        (*[table_of_answers(rows)][:several], *answers),
        made_with(command, first.seed, len(sheets)),
    )


def _page(sheet: PuzzleSheet, title: str) -> str:
    cards = "".join(
        f'<div class="item"><b>{number}.</b> {puzzle.task}{printed_board(puzzle.position)}'
        '<span class="fill">Move</span></div>'
        for number, puzzle in enumerate(sheet.puzzles, 1)
    )
    head = sheet_head(title, sheet.seed, [instructions(sheet)])
    return f'<section>{head}<div class="items">{cards}</div></section>'


def _answers(sheet: PuzzleSheet, title: str) -> str:
    each = zip(sheet.puzzles, sheet.answers, sheet.reasons, strict=True)
    cards = "".join(
        f'<div class="item"><b>{number}.</b> {join_or(answers)}'
        f"{printed_board(puzzle.position, puzzle.answers)}{paragraphs(_told(puzzle, reason))}</div>"
        for number, (puzzle, answers, reason) in enumerate(each, 1)
    )
    return f'<section><h1>{escape(title)}</h1><div class="items">{cards}</div></section>'


def _told(puzzle: Puzzle, reason: str) -> list[str]:
    """Return the reason for an answer, the rest of the game, and the name of the puzzle."""
    moves = naming_of(puzzle.position.game).moves(puzzle.position.game.board, puzzle.line)
    goes_on = f"The game goes on {' '.join(moves)}. " if len(moves) > 1 else ""
    return [*[reason][: bool(reason)], f"{goes_on}Puzzle {puzzle.id}, rated {puzzle.rating:,}."]


def instructions(sheet: PuzzleSheet) -> str:
    """Return the instructions for pupils."""
    row = f"The player who completes a row {'loses' if sheet.game.misere else 'wins'}"
    asked = "the column of the right move" if discs_fall(sheet.game) else "the cell of the right move"
    names = "" if discs_fall(sheet.game) else f" ({cell_names(sheet.game.board)})"
    twin = " If the board does not change when it is mirrored or turned, the mirrored or turned move is right, too."
    return f"{row}. In each position, exactly one move is right. Write down {asked}{names}.{twin}"


def sheets_text(*sheets: PuzzleSheet) -> str:
    """Return sheets of puzzles as plain text: the positions, a form feed after each sheet, and all answers."""
    lines = list[str]()
    for sheet in sheets:
        lines += [f"Puzzles: {game_words(sheet.game)}" + (f", sheet {sheet.seed}" if len(sheets) > 1 else "")]
        lines += ["", instructions(sheet)]
        for number, puzzle in enumerate(sheet.puzzles, 1):
            lines += ["", f"{number}. {puzzle.task} Move: ______", board_text(puzzle.position, style="plain")]
        lines.append("\f")
    for sheet in sheets:
        lines += [*[""][: sheet is not sheets[0]], f"Answers (seed {sheet.seed})", ""]
        each = zip(sheet.puzzles, sheet.answers, sheet.reasons, strict=True)
        for number, (puzzle, answers, reason) in enumerate(each, 1):
            lines.append(f"{number}. {join_or(answers)}. {' '.join(_told(puzzle, reason))}")
    return "\n".join(lines) + "\n"
