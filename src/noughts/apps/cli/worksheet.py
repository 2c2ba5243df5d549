"""`noughts worksheet`: a sheet of positions to solve by hand, with answers."""

import shlex
import webbrowser
from pathlib import Path
from random import SystemRandom
from typing import Any

import click

from noughts.apps.cli.common import echo_json, json_option, plural, read_game, seed_option
from noughts.apps.files import write_text
from noughts.explain.scores import UNITS, Unit, in_unit
from noughts.explain.trace_format import to_data
from noughts.explain.worksheet import Worksheet, worksheet
from noughts.render.worksheet import worksheet_html, worksheet_text
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game
from noughts.rules.notation import t3en
from noughts.solve.analysis import Analysis


@click.command()
@click.option("--count", "-n", type=int, default=5, show_default=True, help="How many positions to solve.")
@click.option("--empties", "-e", type=int, default=4, show_default=True, help="How many cells of each are empty.")
@click.option("--trees", type=int, default=2, show_default=True, help="How many trees to fill in.")
@click.option("--game", "-g", callback=read_game, default="tictactoe", help="The game.")
@click.option(
    "--scores", type=click.Choice(UNITS), default="ten", show_default=True, help="±1, ±10, ±(10 - moves), or ours."
)
@seed_option
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write a page to print.")
@click.option("--open", "show", is_flag=True, help="Open the page in a browser.")
@json_option
def command(
    count: int,
    empties: int,
    trees: int,
    game: Game,
    scores: Unit,
    seed: int | None,
    html: Path | None,
    show: bool,
    as_json: bool,
) -> None:
    """Make a sheet of positions to solve by hand, and of trees to fill in, with answers on a page of their own.

    In every position it matters which move is made, and no two are alike up to symmetry. The same seed gives
    the same sheet. Without --html the positions and their answers are printed as text.

    \b
    noughts worksheet --count 5 --empties 4 --seed 1 --html sheet.html
    noughts worksheet --game 4,4,3 --empties 6 --html sheet.html --open
    """
    if show and not html:
        raise click.UsageError("--open shows the page that --html FILE writes: give both")
    seed = SystemRandom().randrange(10_000) if seed is None else seed
    sheet = worksheet(game, count=count, empties=empties, trees=trees, unit=scores, seed=seed)
    if as_json:
        echo_json(_json(sheet))
    elif html is None:
        print(worksheet_text(sheet), end="")
    if html is None:
        return
    words = f"noughts worksheet --count {count} --empties {empties} --trees {trees} --scores {scores} --seed {seed}"
    if game.name != "3,3,3":
        words += f" --game {shlex.quote(game.name)}"
    try:
        write_text(html, worksheet_html(sheet, command=words))
    except OSError as error:
        raise NoughtsError(f"{html} cannot be written: {error.strerror or error}") from None
    if not as_json:
        print(f"{html}: {plural(count, 'position')} and {plural(trees, 'tree')}, seed {seed}.")
    if show and not webbrowser.open(html.absolute().as_uri()):
        print(f"No browser was found: open {html} yourself.")


def _json(sheet: Worksheet) -> dict[str, Any]:
    """Return the sheet for programs: each position with what its moves are worth, each tree as a trace."""

    def question(found: Analysis) -> dict[str, Any]:
        values = {move.name: int(in_unit(move.score, move.distance, sheet.unit)) for move in found.moves}
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
