"""`noughts worksheet`: a sheet of positions to solve by hand, with answers."""

import shlex
import webbrowser
from pathlib import Path
from random import SystemRandom
from typing import Any

import click

from noughts.apps.cli.common import OUTPUT, SCORES_HELP, echo_json, force_option, json_option, read_game, seed_option
from noughts.apps.cli.prose import say
from noughts.apps.writing import Kind, begins, check_target, is_stdout, writing
from noughts.explain.scores import UNITS, Unit, unit_value
from noughts.explain.trace_format import to_data
from noughts.explain.words import plural
from noughts.explain.worksheet import TREE_ACROSS, Worksheet, across, worksheet
from noughts.render.worksheet import worksheet_html, worksheet_text
from noughts.rules.game import Game
from noughts.rules.notation import t3en
from noughts.solver.analysis import Analysis

WORKSHEET = Kind(
    "a worksheet that noughts made",
    begins(
        r'<!doctype html>\s+<html lang="en"><head><meta charset="utf-8"><title>Worksheet: .*<style>\s+@page\{size:A4;'
    ),
)
"""A file that ``--html`` writes."""


@click.command()
@click.option("--count", "-n", type=int, default=5, show_default=True, help="How many positions to solve.")
@click.option("--empties", "-e", type=int, default=4, show_default=True, help="How many cells of each are empty.")
@click.option("--trees", type=int, help="How many trees to fill in.  [default: 2, where a page has room for them]")
@click.option("--game", "-g", callback=read_game, default="tictactoe", help="The game.")
@click.option("--scores", type=click.Choice(UNITS), default="ten", show_default=True, help=SCORES_HELP)
@seed_option
@click.option(
    "--html",
    type=OUTPUT,
    metavar="FILE",
    help="Write a page to print. A dash as FILE is standard output.",
)
@force_option
@click.option("--open", "show", is_flag=True, help="Open the page in a browser.")
@json_option
def command(
    count: int,
    empties: int,
    trees: int | None,
    game: Game,
    scores: Unit,
    seed: int | None,
    html: Path | None,
    force: bool,
    show: bool,
    as_json: bool,
) -> None:
    """Make a sheet of positions to solve by hand, and of trees to fill in, with answers on a page of their own.

    In every position it matters which move is made, and no two are alike up to symmetry. The same seed gives
    the same sheet. Without --html the positions and their answers are printed as text, and no trees.

    \b
    noughts worksheet --count 5 --empties 4 --seed 1 --html sheet.html
    noughts worksheet --game 4,4,3 --empties 6 --html sheet.html --open
    """
    if show and (html is None or is_stdout(html)):
        raise click.UsageError("--open shows the page that --html FILE writes: give both")
    if as_json and is_stdout(html):
        raise click.UsageError("only one of --html and --json can go to standard output")
    if count == 0 and not as_json and html is None:
        raise click.UsageError(
            "without --html there are no trees, so there would be nothing: give --count or --html FILE"
        )
    if html:
        check_target(html, WORKSHEET, force=force)
    seed = SystemRandom().randrange(10_000) if seed is None else seed
    sheet = worksheet(game, count=count, empties=empties, trees=trees, unit=scores, seed=seed)
    if as_json:
        echo_json(_json(sheet))
    elif html is None:
        print(worksheet_text(sheet), end="")
    if html is None:
        return
    made = len(sheet.trees)
    words = f"noughts worksheet --count {count} --empties {empties} --trees {made} --scores {scores} --seed {seed}"
    if game.name != "3,3,3":
        words += f" --game {shlex.quote(game.name)}"
    page = worksheet_html(sheet, command=words)
    with writing(html, WORKSHEET, force=force) as file:
        file.write(page.encode())
    if is_stdout(html):
        return
    if not as_json:
        say(f"{html}: {plural(count, 'position')} and {plural(made, 'tree')}, seed {seed}.")
        if trees is None and made < 2:
            say(_few(game))
    if show and not webbrowser.open(html.absolute().as_uri()):
        say(f"No browser was found: open {html} yourself.")


def _few(game: Game) -> str:
    """Say why a sheet has fewer trees than usual."""
    if across(game) > TREE_ACROSS:
        return f"The boards of {game} are too wide for trees that one can read on a page."
    return f"Not enough positions of {game} were found for more trees."


def _json(sheet: Worksheet) -> dict[str, Any]:
    """Return the sheet for programs: each position with what its moves are worth, each tree as a trace."""

    def question(found: Analysis) -> dict[str, Any]:
        values = {move.name: unit_value(move.score, move.distance, sheet.unit) for move in found.moves}
        best = max(values.values())
        names = [name for name in values if values[name] == best]
        return {"position": t3en(found.position), "best": sorted(names), "value": best, "moves": values}

    return {
        "game": sheet.game.name,
        "seed": sheet.seed,
        "unit": sheet.unit,
        "questions": [question(found) for found in sheet.questions],
        "trees": [to_data(story) for story in sheet.trees],
    }
