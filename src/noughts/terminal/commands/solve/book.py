"""`noughts book`: build and check an opening book."""

import sys
from pathlib import Path

import click

from noughts.explain.words import plural
from noughts.rules.errors import BadFile, NoughtsError
from noughts.rules.game import Game
from noughts.solver.book import Book, build, verify
from noughts.solver.book.book import MOST_PLIES
from noughts.solver.book.shipped import shipped_file
from noughts.solver.kernels.limits import MOST_MEGABYTES
from noughts.solver.limit import Budget
from noughts.system.writing import check_target, writing
from noughts.terminal.options import FileName, echo_json, force_option, json_option, read_game
from noughts.terminal.progress import bar
from noughts.terminal.prose import say
from noughts.terminal.running import INTERRUPTED, Run

_file = click.argument("file", type=FileName(path_type=Path, dir_okay=False))


@click.group()
def command() -> None:
    """Build and check an opening book: the exact scores of the first positions of a game. Needs the compiled kernel.

    \b
    noughts book build 'connect four' connect-four.book
    noughts book verify connect-four.book
    """


@command.command("build")
@click.argument("game", callback=read_game)
@_file
@click.option(
    "--ply",
    type=click.IntRange(0, MOST_PLIES),
    default=5,
    show_default=True,
    help="The last ply of the book.",
)
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="The number of threads.")
@click.option(
    "--megabytes",
    type=click.IntRange(1, MOST_MEGABYTES),
    default=1024,
    show_default=True,
    help="The memory of each thread.",
)
@force_option
@json_option
def build_command(game: Game, file: Path, ply: int, threads: int, megabytes: int, force: bool, as_json: bool) -> int:
    """Build the book of GAME and write it to FILE.

    Every solved position is added to FILE.part at once. If the build is interrupted, run the same command again to
    continue. The book of connect four up to ply 5 takes about an hour of processor time.
    """
    check_target(file, force=force)
    ledger = file.with_name(f"{file.name}.part")
    solved = "reading the solved positions"

    def progress(done: int, total: int) -> None:
        nonlocal solved
        solved = f"solving: {done:,} of {plural(total, 'position')}"

    def work() -> Book | None:
        return build(game, ply, ledger, threads=threads, megabytes=megabytes, budget=effort, progress=progress)

    effort = Budget()
    try:
        book = Run(work, effort, lambda seconds: f"{solved} in {seconds:.0f} s").answer(None)
    except OSError as error:
        raise NoughtsError(f"cannot write {error.filename or ledger}: {error.strerror or error}") from None
    if book is None:
        say(f"Stopped; the solved positions are kept in {ledger}. Run the command again to continue.", sys.stderr)
        return INTERRUPTED
    data = book.to_bytes()
    with writing(file, force=force) as stream:
        stream.write(data)
    ledger.unlink()
    if as_json:
        echo_json({**_facts(file, book), "bytes": len(data)})
    else:
        print(f"{file}: {game} up to ply {ply}, {plural(len(book), 'position')} up to symmetry, {len(data):,} bytes.")
        print(f"To verify the entries: noughts book verify {file}")
    return 0


@command.command("verify")
@click.argument("file", type=FileName(path_type=Path, dir_okay=False), required=False)
@click.option(
    "--sample",
    type=click.IntRange(0),
    default=3,
    show_default=True,
    help="Positions of the last ply to search.",
)
@json_option
def verify_command(file: Path | None, sample: int, as_json: bool) -> int:
    """Check every entry in FILE against the entries one move later. Without FILE, check the book of connect four that
    comes with noughts.

    No entries follow those of the last ply: a random sample of them is searched again.

    The exit status is 0 if all entries are correct, otherwise 1.
    """
    facts, fault = {}, None
    file = file or shipped_file("7,6,4 gravity")
    try:
        book = Book.read(file)
        facts = _facts(file, book)
        with bar() as show:
            checked = verify(book, sample=sample, progress=lambda done, total: show("verifying", done, total))
        message = f"{file} is correct: {book.game} up to ply {book.ply}, {plural(checked, 'entry')} checked."
    except BadFile as error:
        fault = message = f"{file}: {error}"
    except OSError as error:
        raise NoughtsError(f"cannot read {file}: {error.strerror or error}") from None
    if as_json:
        echo_json({"file": str(file), **facts, "passed": fault is None, "fault": fault})
    else:
        print(f"noughts: {message}" if fault else message, file=sys.stderr if fault else sys.stdout)
    return 1 if fault else 0


def _facts(file: Path, book: Book) -> dict[str, object]:
    return {"file": str(file), "game": book.game.name, "ply": book.ply, "positions": len(book)}
