"""`noughts tablebase`: build, query and check a table of every position of a game."""

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import click

from noughts.explain.evaluation_json import evaluation_json
from noughts.explain.reasons.reasons import reasons
from noughts.explain.scores import value_words
from noughts.explain.words import plural
from noughts.render.table import table as table_text
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.solver.analyse import analyse
from noughts.solver.evaluation import distance
from noughts.system.writing import check_target
from noughts.terminal.commands.solve.analyse import analysis_text
from noughts.terminal.options import (
    FileName,
    echo_json,
    force_option,
    get_position,
    json_option,
    plain_option,
    read_game,
    turn_option,
)
from noughts.terminal.progress import bar

if TYPE_CHECKING:
    from noughts.solver.tablebase import Tablebase

_file = click.argument("file", type=FileName(path_type=Path, dir_okay=False))


@click.group()
def command() -> None:
    """Build, query and check a table of every position of a game. Needs NumPy.

    \b
    noughts tablebase build 4,4,4 444.table
    noughts tablebase probe 444.table 'x3_/_o2_/4_/4_'
    noughts tablebase verify 444.table
    """


@command.command("build")
@click.argument("game", callback=read_game)
@_file
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="The number of threads.")
@force_option
@json_option
def build_command(game: Game, file: Path, threads: int, force: bool, as_json: bool) -> int:
    """Build the table of GAME and write it to FILE. The table holds the score of every position that can be reached.

    Finished parts are kept next to FILE. If the build is interrupted, run the same command again to continue.

    At the end, noughts plays random games and checks their positions against the rules. `verify` checks every entry.
    The exit status is 0 if the comparison succeeds, otherwise 1.
    """
    tables = _tables()
    check_target(file, force=force, is_regular=True)
    try:
        with bar() as show:
            tables.build(game, file.resolve() if file.is_symlink() else file, threads=threads, progress=show)
    except OSError as error:
        raise NoughtsError(f"{error.filename or file}: {error.strerror or error}{_kept(file)}") from None
    except KeyboardInterrupt:
        print(f"\nStopped{_kept(file)}.", file=sys.stderr)
        raise

    def built(table: "Tablebase") -> str:
        from noughts.solver.tablebase.verify import GAMES, play_games

        play_games(table, Random(1))
        start = Position(game)
        score = table.score(start)
        value = value_words(score, distance(score, start.empty.bit_count()), shape=False)
        return (
            f"{file}: {game}, a {value} for X, who moves first. {plural(table.positions, 'position')}, "
            f"{table.classes:,} up to symmetry, in {plural(table.size, 'byte')}.\n"
            f"{GAMES} random games agree with the rules. To verify every entry: noughts tablebase verify {file}"
        )

    return _run_check(file, built, as_json)


@command.command("probe")
@_file
@click.argument("position")
@turn_option
@plain_option
@json_option
def probe_command(file: Path, position: str, turn: Player | None, plain: bool, as_json: bool) -> None:
    """Look up POSITION in FILE, and show the value of the position and of every move in it."""
    with _tables().Tablebase.open(file) as table:
        board = get_position(position, table.game, turn)
        table.score(board)  # raises an error if the table does not hold the position
        solver = table.solver()
        analysis = analyse(board, solver=solver)
        best = () if board.is_over else reasons(board, analysis.moves[0].move, solver, analysis=analysis)
        if as_json:
            echo_json(evaluation_json(analysis, best))
        else:
            print(analysis_text(analysis, best, None, plain))


@command.command("check")
@_file
@json_option
def check_command(file: Path, as_json: bool) -> int:
    """Detect changed bytes in FILE by comparing its content with its checksums.

    The exit status is 0 if the file is intact, otherwise 1.
    """

    def check(table: "Tablebase") -> str:
        with bar() as show:
            table.check(lambda done, blocks: show("checking", done, blocks))
        return f"{file} is intact: {table.game}, {plural(table.blocks, 'block')}, SHA-256 {table.sha256}."

    return _run_check(file, check, as_json)


@command.command("verify")
@_file
@json_option
def verify_command(file: Path, as_json: bool) -> int:
    """Check every entry in FILE against the rules and against the entries one move earlier and one move later.

    The check shares no code with the builder.

    The exit status is 0 if all entries are correct, otherwise 1.
    """

    def verify(table: "Tablebase") -> str:
        from noughts.solver.tablebase.verify import verify

        with bar() as show:
            verified = verify(table, random=Random(1), progress=lambda done, tiers: show("verifying", done, tiers))
        return (
            f"{file} is correct: {table.game}, {plural(verified.positions, 'position')}, "
            f"{verified.classes:,} up to symmetry, {plural(verified.moves, 'move')} followed."
        )

    return _run_check(file, verify, as_json)


@command.command("stats")
@_file
@json_option
def stats_command(file: Path, as_json: bool) -> None:
    """Count the positions in FILE by the number of stones and by the value for the player to move."""
    with _tables().Tablebase.open(file) as table:
        tiers = [_tier(table, stones) for stones in range(len(table.tiers))]
        if as_json:
            echo_json({**_facts(table), "tiers": tiers})
            return
    keys = ("positions", "upToSymmetry", "finished", "win", "tie", "lose")
    headings = ("stones", "positions", "up to symmetry", "over", "won", "drawn", "lost")
    rows = [[str(tier["stones"]), *(f"{tier[key]:,}" for key in keys)] for tier in tiers]
    rows.append(["sum", *(f"{sum(tier[key] for tier in tiers):,}" for key in keys)])
    print(table_text([headings, *rows]))
    print("\nThe columns won, drawn and lost count unfinished positions, from the point of view of the player to move.")


def _kept(file: Path) -> str:
    """Return text that says where the finished parts of an incomplete build are, or an empty string if there are
    none.
    """
    folder = file.with_name(file.name + ".parts")
    return (
        f"; the finished parts are kept in {folder}. Run the same command again to continue" if folder.is_dir() else ""
    )


def _tables() -> Any:
    """Import `noughts.solver.tablebase`.

    Raises:
        NoughtsError: NumPy is not installed.
    """
    try:
        from noughts.solver import tablebase
    except ModuleNotFoundError as error:
        raise NoughtsError(str(error)) from None
    return tablebase


def _run_check(file: Path, check: "Callable[[Tablebase], str]", as_json: bool) -> int:
    """Run a check of a table, and print the result. Return exit status 1 if the table is wrong, otherwise 0."""
    tables = _tables()
    try:
        with tables.Tablebase.open(file) as table:
            message, facts, fault = check(table), _facts(table), None
    except tables.TableError as error:
        message, facts, fault = str(error), {"file": str(file)}, str(error)
    if as_json:
        echo_json({**facts, "passed": fault is None, "fault": fault})
    else:
        print(f"noughts: {message}" if fault else message, file=sys.stderr if fault else sys.stdout)
    return 1 if fault else 0


def _facts(table: "Tablebase") -> dict[str, Any]:
    return {
        "file": str(table.path),
        "game": table.game.name,
        "positions": table.positions,
        "upToSymmetry": table.classes,
        "bytes": table.size,
        "blocks": table.blocks,
        "sha256": table.sha256,
    }


def _tier(table: "Tablebase", stones: int) -> dict[str, Any]:
    """Count the positions with this many stones, as JSON data. Finished games do not count as wins, ties or losses."""
    counts = table.count(stones)
    left = len(table.game.board) - stones
    scores = {entry - 128: (int(counts.positions[entry]), int(counts.classes[entry])) for entry in range(1, 256)}
    unfinished = {score: n for score, (n, _) in scores.items() if left and abs(score) != left + 1}
    total = sum(n for n, _ in scores.values())
    return {
        "stones": stones,
        "positions": total,
        "upToSymmetry": sum(classes for _, classes in scores.values()),
        "finished": total - sum(unfinished.values()),
        "win": sum(n for score, n in unfinished.items() if score > 0),
        "tie": unfinished.get(0, 0),
        "lose": sum(n for score, n in unfinished.items() if score < 0),
        "scores": {str(score): {"positions": n, "upToSymmetry": c} for score, (n, c) in scores.items() if n},
    }
