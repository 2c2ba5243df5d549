"""`noughts worksheet`: make a worksheet of positions to solve by hand, with answers."""

import shlex
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from random import SystemRandom
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

from noughts.explain.exercises.worksheet import (
    SHEET_ALGORITHMS,
    SHEET_UNITS,
    TREE_ACROSS,
    USUAL_TREES,
    SheetAlgorithm,
    SheetUnit,
    Worksheet,
    across,
    winner_mark,
    worksheet,
)
from noughts.explain.scores import unit_value
from noughts.explain.story.trace_format import to_data
from noughts.explain.words import plural
from noughts.puzzles.sheets import LEVELS, PuzzleSheet, puzzle_sheet, sheets_html, sheets_text
from noughts.puzzles.themes import THEMES
from noughts.render.worksheet import worksheet_html, worksheet_text
from noughts.rules.game import Game
from noughts.rules.notation import t3en
from noughts.solver.evaluation import Evaluation
from noughts.solver.solver import Solver
from noughts.system.writing import check_targets, is_stdout, writing
from noughts.terminal.browser import show_page
from noughts.terminal.options import OUTPUT, STDOUT, echo_json, force_option, json_option, read_game, seed_option
from noughts.terminal.progress import bar
from noughts.terminal.prose import say

MOST_VARIANTS = 100
"""The maximum number of sheets on one page."""


@click.command()
@click.option("--count", "-n", type=int, default=5, show_default=True, help="The number of positions to solve.")
@click.option(
    "--empties", "-e", type=int, default=4, show_default=True, help="The number of empty cells in each position."
)
@click.option("--trees", type=int, help="The number of trees to fill in.  [default: 2, if they fit on a page]")
@click.option("--game", "-g", callback=read_game, default="tictactoe", help="The game.")
@click.option(
    "--algorithm",
    "-a",
    type=click.Choice(SHEET_ALGORITHMS),
    default="minimax",
    show_default=True,
    help="The search in the trees. In the trees of alphabeta, something is always cut off.",
)
@click.option(
    "--scores",
    type=click.Choice(SHEET_UNITS),
    default="ten",
    show_default=True,
    help="The scores: noughts' own, ±1, ±10, or ±(10 − depth in plies from the position). With winner, children "
    "write who wins (X, O or =) instead of a number.",
)
@click.option("--puzzles", is_flag=True, help="A sheet of puzzles: positions in which exactly one move is right.")
@click.option("--theme", type=click.Choice(list(THEMES)), help="Only puzzles with this idea.")
@click.option("--level", type=click.IntRange(1, len(LEVELS)), help="Only puzzles of this level; 1 is the easiest.")
@seed_option
@click.option(
    "--variants",
    type=click.IntRange(1, MOST_VARIANTS),
    default=1,
    help="The number of different sheets, with the seeds SEED, SEED + 1, …  [default: 1]",
)
@click.option(
    "--html",
    type=OUTPUT,
    metavar="FILE",
    help="Write a page to print; - for standard output.",
)
@force_option
@click.option("--open", "show", is_flag=True, help="Open the page in a browser.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    count: int,
    empties: int,
    trees: int | None,
    game: Game,
    algorithm: SheetAlgorithm,
    scores: SheetUnit,
    puzzles: bool,
    theme: str | None,
    level: int | None,
    seed: int | None,
    variants: int,
    html: Path | None,
    force: bool,
    show: bool,
    as_json: bool,
) -> None:
    """Make a worksheet: positions to solve by hand and search trees to fill in, with answers on a separate page.

    In every position some moves are better than others, and no two positions are equal up to symmetry. The same
    seed gives the same worksheet. Without --html, noughts prints the positions and answers as text, without trees.
    --variants makes a different sheet for each pupil: first all sheets, then all answers.

    With --puzzles, the sheet has puzzles that come with noughts, the easiest first. Each is rotated or reflected at
    random, and the answers say why they are right.

    \b
    noughts worksheet --count 5 --empties 4 --seed 1 --html sheet.html
    noughts worksheet --game 4,4,3 --empties 6 --html sheet.html --open
    noughts worksheet --algorithm alphabeta --variants 30 --html class.html
    noughts worksheet --puzzles --theme fork --level 1 -n 12 --variants 30 --html puzzles.html
    """
    _check_options(ctx, puzzles=puzzles)
    if show and (html is None or is_stdout(html)):
        raise click.UsageError("--open needs a page to show: add --html FILE")
    if count == 0 and not as_json and html is None:
        raise click.UsageError("the sheet would be empty: set --count above 0, or add --html FILE for trees")
    check_targets({"--html": html, "--json": STDOUT if as_json else None}, force=force)
    seed = SystemRandom().randrange(10_000) if seed is None else seed
    seeds = range(seed, seed + variants)
    if puzzles:
        solver = Solver(game)
        made = _puzzles(
            [puzzle_sheet(game, count=count, theme=theme, level=level, seed=each, solver=solver) for each in seeds],
            (["--theme", theme] if theme else []) + (["--level", str(level)] if level else []),
        )
    else:
        made = _exercises(
            [
                worksheet(game, count=count, empties=empties, trees=trees, unit=scores, algorithm=algorithm, seed=each)
                for each in seeds
            ],
            is_usual=trees is None,
        )
    if as_json:
        data = made.data()
        echo_json(data[0] if variants == 1 else data)
    elif html is None:
        print(made.text(), end="")
    if html is not None:
        page = made.page()
        with writing(html, force=force) as file:
            file.write(page.encode())
        if not as_json and not is_stdout(html):
            say(f"{html}: {made.summary}.")
            if made.note:
                say(made.note)
        if show:
            show_page(html)


def _check_options(ctx: click.Context, *, puzzles: bool) -> None:
    """Reject options that only sheets of the other kind (puzzles or exercises) have."""
    others = ("empties", "trees", "algorithm", "scores") if puzzles else ("theme", "level")
    for name in others:
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--{name} {'cannot be combined with' if puzzles else 'works only with'} --puzzles")


class _Made(NamedTuple):
    """The generated sheets, in every output format: JSON data, text, and a page to print.

    Attributes:
        data: returns each sheet as JSON data.
        text: returns the sheets as text.
        page: returns the sheets as a page to print.
        summary: describes the sheets in a few words.
        note: a sentence to add, or an empty string.
    """

    data: Callable[[], list[dict[str, Any]]]
    text: Callable[[], str]
    page: Callable[[], str]
    summary: str
    note: str = ""


def _exercises(sheets: Sequence[Worksheet], *, is_usual: bool) -> _Made:
    """Return sheets of positions and search trees in every output format. If there are fewer trees than usual, a note
    says why.
    """
    return _Made(
        lambda: [_json(sheet) for sheet in sheets],
        lambda: worksheet_text(*sheets),
        lambda: worksheet_html(*sheets, command=_command_line(sheets)),
        _summary(f"{plural(len(sheets[0].questions), 'position')} and {plural(_fewest_trees(sheets), 'tree')}", sheets),
        _why_few_trees(sheets) if is_usual else "",
    )


def _puzzles(sheets: Sequence[PuzzleSheet], options: Sequence[str]) -> _Made:
    """Return sheets of puzzles in every output format. `options` are the options that selected the puzzles."""
    with bar() as show:
        for number, sheet in enumerate(sheets):
            show("explaining the answers", number, len(sheets))
            _ = sheet.reasons
    sheet = sheets[0]
    words = ["noughts", "worksheet", "--puzzles", *options, "--count", str(len(sheet.puzzles))]
    words += ["--seed", str(sheet.seed), *["--variants", str(len(sheets))] * (len(sheets) > 1)]
    words += ["--game", sheet.game.name] * (sheet.game.name != _USUAL["--game"])
    return _Made(
        lambda: [sheet.to_data() for sheet in sheets],
        lambda: sheets_text(*sheets),
        lambda: sheets_html(*sheets, command=shlex.join(words)),
        _summary(plural(len(sheet.puzzles), "puzzle"), sheets),
    )


def _summary(content: str, sheets: Sequence[Worksheet | PuzzleSheet]) -> str:
    """Describe a number of sheets in a few words, given a description of the content of one sheet."""
    if len(sheets) > 1:
        return f"{len(sheets)} sheets of {content}, seeds {sheets[0].seed} to {sheets[-1].seed}"
    return f"{content}, seed {sheets[0].seed}"


_USUAL = {"--trees": None, "--algorithm": "minimax", "--variants": 1, "--game": "3,3,3"}


def _command_line(sheets: Sequence[Worksheet]) -> str:
    """Return the command that makes the same sheets again."""
    sheet, trees = sheets[0], {len(sheet.trees) for sheet in sheets}
    options = {
        "--count": len(sheet.questions),
        "--empties": sheet.empties,
        "--trees": trees.pop() if len(trees) == 1 else None,
        "--scores": sheet.unit,
        "--seed": sheet.seed,
        "--algorithm": sheet.algorithm,
        "--variants": len(sheets),
        "--game": sheet.game.name,
    }
    words = [(option, str(value)) for option, value in options.items() if value != _USUAL.get(option, "")]
    return shlex.join(["noughts", "worksheet", *chain.from_iterable(words)])


def _fewest_trees(sheets: Sequence[Worksheet]) -> int:
    return min(len(sheet.trees) for sheet in sheets)


def _why_few_trees(sheets: Sequence[Worksheet]) -> str:
    """Explain why a worksheet has fewer trees than usual, or return an empty string if it has the usual number."""
    game = sheets[0].game
    if _fewest_trees(sheets) >= USUAL_TREES:
        return ""
    if across(game) > TREE_ACROSS:
        return f"The boards of {game} are too wide for readable trees on a page."
    return f"There are no more trees because too few positions of {game} are suitable."


def _json(sheet: Worksheet) -> dict[str, Any]:
    """Return the worksheet as JSON data, with the value of every move in each position, and a trace for each tree."""

    def question(analysis: Evaluation) -> dict[str, Any]:
        values = {
            move.name: unit_value(analysis.scores[move.move], move.distance, sheet.search_unit)
            for move in analysis.moves
        }
        best = max(values.values())
        names = [name for name in values if values[name] == best]
        here = {"position": t3en(analysis.position), "best": sorted(names), "value": best, "moves": values}
        if sheet.unit == "winner":
            turn = analysis.position.turn
            here["value"] = winner_mark(best, turn)
            here["moves"] = {name: winner_mark(value, turn) for name, value in values.items()}
        return here

    return {
        "game": sheet.game.name,
        "seed": sheet.seed,
        "unit": sheet.unit,
        "algorithm": sheet.algorithm,
        "questions": [question(analysis) for analysis in sheet.questions],
        "trees": [to_data(story) for story in sheet.trees],
    }
