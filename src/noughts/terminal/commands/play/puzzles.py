"""`noughts puzzles`: solve puzzles in the terminal, make them, check them, and find them in games."""

import sys
import time
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from random import Random

import click

from noughts.explain.words import join_or, plural
from noughts.puzzles.collections import collection, every, puzzle_of_the_day, read, with_id, write
from noughts.puzzles.find import find
from noughts.puzzles.make import POOL, make
from noughts.puzzles.progress import next_puzzle
from noughts.puzzles.prove import prove
from noughts.puzzles.puzzle import Puzzle
from noughts.puzzles.themes import THEMES
from noughts.rules.errors import BadFile, NoughtsError
from noughts.rules.files.encoding import decoded
from noughts.rules.game import Game
from noughts.solver.solver import Solver
from noughts.system.writing import check_target, is_stdout, writing
from noughts.terminal.options import (
    OUTPUT,
    FileName,
    echo_json,
    force_option,
    game_option,
    get_random,
    json_option,
    lenient_option,
    plain_option,
    read_files,
    read_game,
    seed_option,
)
from noughts.terminal.progress import bar
from noughts.terminal.prompt.puzzle_prompt import PuzzlePrompt, Task
from noughts.terminal.prompt.screen import Quit, Screen
from noughts.terminal.prose import say
from noughts.terminal.running import INTERRUPTED

_MOST = 10_000  # the most puzzles that one command makes

_file = click.argument("file", type=FileName(allow_dash=True))
_to = click.option(
    "--to",
    "target",
    type=OUTPUT,
    default="-",
    metavar="FILE",
    help="Write the puzzles to FILE.  [default: standard output]",
)


@click.group(invoke_without_command=True)
@click.option("--game", "-g", callback=read_game, help="Only puzzles of this game.")
@click.option("--theme", "-t", type=click.Choice(list(THEMES)), help="Only puzzles with this idea.")
@click.option("--rating", "-r", type=int, help="Puzzles about as hard as this, from 400 to more than 2,000.")
@click.option("--id", "--set", "ids", metavar="ID[,ID…]", help="These puzzles, in this order.")
@click.option("--from", "source", type=FileName(path_type=Path), help="Puzzles from a file that make or find wrote.")
@seed_option
@plain_option
@click.pass_context
def command(
    ctx: click.Context,
    game: Game | None,
    theme: str | None,
    rating: int | None,
    ids: str | None,
    source: Path | None,
    seed: int | None,
    plain: bool,
) -> int:
    """Solve puzzles: positions in which exactly one move is right.

    The first one is today's puzzle, the same for everyone. The next ones suit your rating. With --game, --theme,
    --rating or --from, they begin at once. On a terminal, noughts keeps your rating and what you have solved.

    \b
    noughts puzzles
    noughts puzzles --game 'connect four' --theme zugzwang
    noughts puzzles --set x8ah74,z2r3cv
    """
    chosen = (game, theme, rating, source)
    if ctx.invoked_subcommand:
        if ids or plain or seed is not None or any(value is not None for value in chosen):
            raise click.UsageError(f"put the options after {ctx.invoked_subcommand}")
        return 0
    if ids and any(value is not None for value in chosen):
        raise click.UsageError("--id names the puzzles: leave out --game, --theme, --rating and --from")
    prompt = PuzzlePrompt(Screen(plain))
    if ids:
        named = [with_id(id) for id in ids.split(",") if id.strip()]
        if not named:
            raise click.UsageError(
                "name at least one puzzle: expected six letters and digits, as in --set x8ah74,z2r3cv"
            )
        tasks = _named(named)
    else:
        puzzles = _suitable(game, theme, source)
        is_daily = all(value is None for value in chosen)
        tasks = _endless(prompt, puzzles, get_random(seed), rating, date.today() if is_daily else None)
    return _run(prompt, tasks)


def _run(prompt: PuzzlePrompt, tasks: Iterator[Task]) -> int:
    """Let the user solve puzzles, and return the exit status."""
    status = 0
    try:
        prompt.run(tasks)
    except Quit:
        pass
    except (EOFError, KeyboardInterrupt) as end:
        prompt.screen.end_line()
        status = INTERRUPTED if isinstance(end, KeyboardInterrupt) else 0
    if prompt.summary:
        prompt.screen.say(prompt.summary)
    return status


def _suitable(game: Game | None, theme: str | None, source: Path | None) -> list[Puzzle]:
    """Return the puzzles of a game or a file, all or only those with a theme.

    Raises:
        NoughtsError: there are none.
    """
    puzzles: Sequence[Puzzle]
    if source:
        puzzles = [puzzle for puzzle in _read(str(source)) if game in (None, puzzle.position.game)]
    else:
        puzzles = collection(game) if game else every()
    found = [puzzle for puzzle in puzzles if theme is None or theme in puzzle.themes]
    if not found:
        themes = [name for name in THEMES if any(name in puzzle.themes for puzzle in puzzles)]
        advice = f": expected the theme {join_or(themes)}" if themes else ""
        raise NoughtsError(f"there are no such puzzles{advice}")
    return found


def _named(puzzles: Sequence[Puzzle]) -> Iterator[Task]:
    """Yield the puzzles of a set as tasks, each with a title."""
    for number, puzzle in enumerate(puzzles, 1):
        yield Task(f"Puzzle {number} of {len(puzzles)}" if len(puzzles) > 1 else f"Puzzle {puzzle.id}", puzzle)


def _endless(
    prompt: PuzzlePrompt, puzzles: Sequence[Puzzle], random: Random, rating: int | None, today: date | None
) -> Iterator[Task]:
    """Yield today's puzzle, unless the user has done it, and then puzzles that suit the user's rating."""
    if today:
        puzzle = puzzle_of_the_day(today)
        if prompt.progress.day != today:
            yield Task(f"Today's puzzle, {today.day} {today:%B %Y}", puzzle, today)
        else:
            prompt.screen.say("You have solved today's puzzle.")
    is_told = False
    while True:
        if not is_told and all(puzzle.id in prompt.progress.results for puzzle in puzzles):
            is_told = True
            prompt.screen.say("You have done all of these puzzles. They come again, but no longer count.")
        puzzle = next_puzzle(puzzles, prompt.progress, random, rating)
        yield Task(f"Puzzle {puzzle.id}", puzzle)


@command.command("make")
@click.option("--game", "-g", callback=read_game, default="tictactoe", show_default=True, help="The game.")
@click.option(
    "--count", "-n", type=click.IntRange(1, _MOST), default=10, show_default=True, help="The number of puzzles."
)
@seed_option
@_to
@force_option
def make_command(game: Game, count: int, seed: int | None, target: Path, force: bool) -> None:
    """Make puzzles from games between players of ordinary strength, and write them as lines of JSON.

    Each puzzle is proved by the solver. All are different, also when the board is rotated or reflected, and the easiest
    come first. The same seed gives the same puzzles. Without a seed, it is 0.

    \b
    noughts puzzles make --game 4,4,3 -n 20 --seed 1 --to mine.jsonl
    noughts puzzles --from mine.jsonl
    """
    check_target(target, force=force)
    with bar() as show:
        puzzles = make(game, count, seed=seed or 0, progress=lambda found: show("finding puzzles", found, POOL * count))
    if not puzzles:
        raise NoughtsError(f"found no puzzles of {game}")
    _write(puzzles, target, force=force)
    if len(puzzles) < count:
        say(f"There are only {plural(len(puzzles), 'puzzle')} of {game}.", sys.stderr)


@command.command("check")
@_file
@json_option
def check_command(file: str, as_json: bool) -> None:
    """Prove the puzzles in FILE again with the exact solver: each has one right answer at every move.

    The command also works out their themes and ratings again. It reports the first error, with exit status 1.

    \b
    noughts puzzles check mine.jsonl
    """
    began, puzzles, solver = time.perf_counter(), _read(file), cache(Solver)
    with bar() as show:
        for number, puzzle in enumerate(puzzles):
            show("checking", number, len(puzzles))
            prove(puzzle, solver=solver(puzzle.position.game))
    seconds = time.perf_counter() - began
    if as_json:
        echo_json({"puzzles": len(puzzles), "seconds": round(seconds, 3)})
    else:
        say(f"{plural(len(puzzles), 'puzzle')} proved: each has one right answer at every move ({seconds:.1f} s).")


@command.command("find")
@_file
@game_option
@lenient_option
@_to
@force_option
def find_command(file: str, game: Game | None, lenient: bool, target: Path, force: bool) -> None:
    """Find the puzzles in saved games, and write them as lines of JSON.

    FILE contains one game or more, as for `noughts review`. Use - for standard input. A position is a puzzle if exactly
    one move was right.

    \b
    noughts puzzles find games.sgf --to mine.jsonl
    noughts puzzles --from mine.jsonl
    """
    check_target(target, force=force)
    games, found, solver = read_files(file, game, lenient=lenient), dict[str, Puzzle](), cache(Solver)
    with bar() as show:
        for number, tree in enumerate(games):
            show("finding puzzles", number, len(games))
            for puzzle in find(tree.main_line, solver=solver(tree.start.game)):
                found.setdefault(puzzle.id, puzzle)
    if not found:
        raise NoughtsError("there are no puzzles in these games: in no position was exactly one move right")
    _write(list(found.values()), target, force=force)


def _read(file: str) -> list[Puzzle]:
    """Read the puzzles of a file, or of standard input if the name is a dash.

    Raises:
        NoughtsError: the file cannot be read, or contains no puzzles.
    """
    try:
        puzzles = list(read(decoded(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()).splitlines()))
    except OSError as error:
        raise NoughtsError(f"cannot read {file}: {error.strerror or error}") from None
    except NoughtsError as error:
        raise BadFile(f"{file}, {error}") from None
    if not puzzles:
        raise NoughtsError(f"{file} contains no puzzles")
    return puzzles


def _write(puzzles: Sequence[Puzzle], target: Path, *, force: bool) -> None:
    """Write puzzles to a file, and say so unless it is standard output."""
    with writing(target, force=force) as file:
        file.write("".join(f"{write(puzzle)}\n" for puzzle in puzzles).encode())
    if not is_stdout(target):
        ratings = [puzzle.rating for puzzle in puzzles]
        say(f"{target}: {plural(len(puzzles), 'puzzle')}, rated {min(ratings):,} to {max(ratings):,}.")
