"""`noughts values`: who wins, and how soon, for the games of one kind on boards of many sizes."""

import csv
import io
import re
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click

from noughts.explain.evaluation_json import evaluation_json
from noughts.explain.words import abbreviate, plural
from noughts.rules.errors import short_repr
from noughts.rules.game import Game, Player
from noughts.solver.evaluation import Evaluation
from noughts.solver.kernels.limits import MOST_CELLS
from noughts.solver.limit import NODE_LIMIT, Budget
from noughts.solver.values import family, game_value
from noughts.system.writing import check_targets, is_stdout, writing
from noughts.terminal.options import OUTPUT, STDOUT, Seconds, echo_json, force_option, json_option
from noughts.terminal.prose import say
from noughts.terminal.running import INTERRUPTED, Run, effort_words

_SECONDS = 10.0  # seconds for each game, unless the user sets a limit
_COLUMNS = ("kind", "k", "columns", "rows", "value", "plies", "possible", "nodes")
_VARIANTS = ("torus", "exact", "gravity", "misere")  # in the order in which names of games list them
_WINNERS = {1: Player.X.name, 0: "draw", -1: Player.O.name}


class GameValue(NamedTuple):
    """A game with its value, as far as it is known."""

    kind: str
    k: int
    known: Evaluation
    seconds: float
    ended: str  # the reason why the search ended early, or an empty string

    @property
    def board(self) -> tuple[int, int]:
        """The size of the board: the number of columns, then the number of rows."""
        columns, rows = self.known.position.game.board.shape
        return columns, rows

    @property
    def text(self) -> str:
        """The value in a few characters: ``X 9``, ``O 24``, ``X``, ``draw`` or ``?``."""
        value, plies = self.known.value, self.known.distance
        if value is None:
            return "?"
        return f"{_WINNERS[value]} {plies}" if value and plies is not None else _WINNERS[value]

    def row(self) -> list[object]:
        """Return the row of a CSV file that describes this game."""
        known, (low, high) = self.known, self.known.bounds
        value = "unknown" if known.value is None else _WINNERS[known.value]
        plies = known.distance if known.value else None
        possible = " or ".join(_WINNERS[result] for result in range(high, low - 1, -1)) if low < high else ""
        return [self.kind, self.k, *self.board, value, plies, possible, known.nodes]

    def to_data(self) -> dict[str, Any]:
        """Return this game and its value as JSON data, with the field names of `noughts solve --json`."""
        data = evaluation_json(self.known, ended=self.ended) | {"seconds": round(self.seconds, 6)}
        for field in ("position", "turn", "weak", "moves"):
            del data[field]
        columns, rows = self.board
        return {"kind": self.kind, "k": self.k, "columns": columns, "rows": rows, **data}


def _read_kinds(ctx: click.Context, param: click.Parameter, value: str) -> list[str]:
    words = [" ".join(part.lower().replace("misère", "misere").split()) for part in value.split(",")]
    variant = f"({'|'.join(_VARIANTS)})"
    if not all(re.fullmatch(f"plain|{variant}( {variant})*", kind) for kind in words):
        shown = short_repr(value, 20)
        raise click.BadParameter(
            f"expected plain, torus, exact, misere or gravity, as in 'plain,misere torus', not {shown}", ctx, param
        )
    return [" ".join(word for word in ("plain", *_VARIANTS) if word in kind.split()) for kind in words]


def _read_lengths(ctx: click.Context, param: click.Parameter, value: str) -> list[int]:
    if not re.fullmatch(r"\s*[1-9]\d{0,2}\s*(,\s*[1-9]\d{0,2}\s*)*", value, re.ASCII):
        raise click.BadParameter(f"expected numbers such as 3,4,5, not {short_repr(value, 20)}", ctx, param)
    return [*dict.fromkeys(map(int, value.split(",")))]


def _read_sizes(ctx: click.Context, param: click.Parameter, value: str) -> list[tuple[int, int]]:
    size = r"\s*([1-9]\d{0,2})\s*[x×]\s*([1-9]\d{0,2})\s*"
    sizes = [re.fullmatch(size, part, re.ASCII) for part in value.split(",")]
    boards = [(int(found[1]), int(found[2])) for found in sizes if found]
    if len(boards) < len(sizes) or any(columns * rows > MOST_CELLS for columns, rows in boards):
        raise click.BadParameter(
            f"expected columns and rows such as 5x5,10x4, with at most {MOST_CELLS} cells, not {short_repr(value, 20)}",
            ctx,
            param,
        )
    return boards


@click.command()
@click.option(
    "--kind",
    "variants",
    callback=_read_kinds,
    default="plain",
    show_default=True,
    metavar="KINDS",
    help="plain, torus, exact, misere or gravity. Separate several with commas; combine two with a space.",
)
@click.option(
    "--k",
    "lengths",
    callback=_read_lengths,
    default="3,4,5",
    show_default=True,
    metavar="NUMBERS",
    help="How many in a row complete a line.",
)
@click.option(
    "--up-to",
    "sizes",
    callback=_read_sizes,
    default="5x5,10x4,4x10",
    show_default=True,
    metavar="SIZES",
    help="The largest boards, as columns x rows. All boards that fit into one of them are solved.",
)
@click.option("--seconds", type=Seconds(), help="The time limit for each game.  [default: 10, or none with --budget]")
@click.option("--budget", type=click.IntRange(min=0), metavar="NODES", help="The node limit for each game.")
@click.option("--csv", "csv_file", type=OUTPUT, metavar="FILE", help="Write the values as CSV.")
@force_option
@json_option
def command(
    variants: list[str],
    lengths: list[int],
    sizes: list[tuple[int, int]],
    seconds: float | None,
    budget: int | None,
    csv_file: Path | None,
    force: bool,
    as_json: bool,
) -> int:
    """Find who wins, and how soon, for k in a row on boards of many sizes, and print a table for each kind and k.

    Games that are not decided within --seconds or --budget are shown as "?". Ctrl-C ends the search and keeps the
    values found so far. Large boards need the compiled kernel: pip install "noughts[solve]".

    \b
    noughts values --kind torus --k 4
    noughts values --kind gravity --k 4 --up-to 7x6 --seconds 60
    noughts values --kind plain,misere --k 3,4 --csv values.csv
    noughts values --kind 'misere torus' --up-to 4x4
    """
    check_targets({"--csv": csv_file, "--json": STDOUT if as_json else None}, force=force)
    if seconds is None and budget is None:
        seconds = _SECONDS
    families = [(kind, k, family(kind, k, sizes)) for kind in dict.fromkeys(variants) for k in lengths]
    for _, _, games in families:
        game_value(games[-1], 0)  # report a missing kernel before the long search
    prints = not as_json and not is_stdout(csv_file)
    total, interrupted, entries = sum(len(games) for _, _, games in families), False, list[GameValue]()
    for kind, k, games in families:
        titles = [f"{game} ({number} of {total})" for number, game in enumerate(games, len(entries) + 1)]
        table, interrupted = _solve_all(kind, k, dict(zip(titles, games, strict=True)), budget, seconds)
        entries += table
        if prints and table:
            print(table_text(table), end="\n\n", flush=True)
        if interrupted:
            break
    if csv_file:
        with writing(csv_file, force=force) as file:
            file.write(csv_text(entries).encode())
    if as_json:
        echo_json([entry.to_data() for entry in entries])
    elif prints:
        _tell(entries, total, csv_file)
    return INTERRUPTED if interrupted else 0


def _solve_all(
    kind: str, k: int, games: Mapping[str, Game], budget: int | None, seconds: float | None
) -> tuple[list[GameValue], bool]:
    """Solve games, each within the limits. Return the values found, and whether Ctrl-C was pressed."""
    table: list[GameValue] = []
    for title, game in games.items():
        effort = Budget(budget)
        run = Run(partial(game_value, game, effort), effort, partial(_status, title, effort))
        try:
            known = run.answer(seconds)
        except KeyboardInterrupt:
            return table, True
        ended = (
            "Ctrl-C"
            if run.interrupted
            else "--seconds"
            if run.timed_out
            else "--budget"
            if known.ended in ("", NODE_LIMIT)
            else known.ended
        )
        is_complete = known.value is not None and known.distance is not None
        if known.value is not None or not run.interrupted:
            table.append(GameValue(kind, k, known, run.seconds, "" if is_complete else ended))
        if run.interrupted:
            return table, True
    return table, False


def _status(title: str, effort: Budget, seconds: float) -> str:
    return f"{title}: {effort_words(effort.nodes, seconds)}"


def table_text(table: Sequence[GameValue]) -> str:
    """Format the values for one kind of game and one k as a table with a title. The numbers of columns run across the
    table.
    """
    across, down = ([*range(1, max(entry.board[axis] for entry in table) + 1)] for axis in (0, 1))
    texts = {entry.board: entry.text for entry in table}
    width = max(4, *map(len, texts.values()))
    lines = [f"{table[0].k} in a row, {table[0].kind}", f"{'':{4 + width - 2}}columns"]
    lines.append("rows" + "".join(f"  {columns:>{width}}" for columns in across))
    for rows in down:
        cells = "".join(f"  {texts.get((columns, rows), ''):>{width}}" for columns in across)
        lines.append(f"{rows:4}{cells}".rstrip())
    return "\n".join(lines)


def csv_text(entries: Sequence[GameValue]) -> str:
    """Return the values of games as CSV. Only wins have a number of plies."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([_COLUMNS, *(entry.row() for entry in entries)])
    return text.getvalue()


def _tell(entries: Sequence[GameValue], total: int, file: Path | None) -> None:
    """Explain the tables, list the undecided games, and name the file that was written."""
    texts = [entry.text for entry in entries]
    wins = next((text for text in texts if " " in text), "")
    if wins:
        winner, plies = wins.split()
        place = "first" if winner == "X" else "second"
        say(f"{wins}: {winner}, the {place} player, wins in {plies} plies (moves of both players together).")
    for player in ("X", "O"):
        if player in texts:
            say(f"{player}: {player} wins, but it is not known how soon.")
    undecided = [entry for entry in entries if entry.known.value is None]
    if undecided:
        say("?: not decided within the limit. To search longer, use --seconds or --budget.")
    if any("gravity" not in entry.kind and entry.board[1] > 1 for entry in entries):
        say("Without gravity, 3 × 4 is the same game as 4 × 3, so each board is listed once.")
    if len(entries) < total:
        say(f"Stopped after {len(entries)} of {plural(total, 'game')}.", sys.stderr)
    if undecided:
        names = [entry.known.position.game.name for entry in undecided]
        say(f"Undecided: {'; '.join(abbreviate(names, 8))}.")
    if file:
        say(f"{file}: {plural(len(entries), 'game')}.")
