"""`noughts grade FILE:FUNCTION`: grade your own function in every position of a game."""

import sys
from contextlib import suppress
from datetime import date
from pathlib import Path

import click

from noughts.engines.driver import default_seconds, external_engine, is_engine
from noughts.grading.classroom.entry import Entry, entry_of
from noughts.grading.classroom.labels import System
from noughts.grading.classroom.page import student_html
from noughts.grading.data import report_data
from noughts.grading.grade import Exam
from noughts.grading.processes import grade_engine, grade_file
from noughts.grading.report import report_text
from noughts.grading.sandbox import NO_SANDBOX, bubblewrap
from noughts.grading.task import Graded, Task
from noughts.grading.user_code.call import parse_call
from noughts.grading.user_code.failures import NotGradable
from noughts.grading.user_code.loading import FILES, split_name
from noughts.grading.user_code.marks import read_marks
from noughts.render.names import printable
from noughts.rules.errors import NoughtsError, short_repr
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.system.writing import check_target, is_stdout, writing
from noughts.terminal.commands.grade_class import ClassOptions, grade_folder, is_class
from noughts.terminal.options import (
    OUTPUT,
    FileName,
    Seconds,
    echo_json,
    engine_log_option,
    force_option,
    game_option,
    json_option,
    plain_option,
    processors,
    read_side,
)
from noughts.terminal.progress import bar, time_left
from noughts.terminal.prompt.screen import room
from noughts.terminal.prose import say

INPUT = FileName(path_type=Path, exists=True, dir_okay=False)
"""The type of an option that names a file to read."""


@click.command()
@click.argument("function", metavar="FILE[:FUNCTION]|FOLDER|ZIP|engine:COMMAND|lines:COMMAND")
@game_option
@click.option("--side", callback=read_side, metavar="x|o", help="Grade only the positions with this side to move.")
@click.option("--value-only", is_flag=True, help="Accept slow wins and quick losses.")
@click.option("--quick", is_flag=True, help="Grade a sample of the positions, in which nearly all mistakes show.")
@click.option(
    "--seconds",
    type=Seconds(),
    help="The time limit per move. Loading a file has at least 30 seconds.  "
    "[default: 60, also for lines:, or 20 for a class, or 1 for engine:]",
)
@engine_log_option
@click.option("--marks", help="The marks for X, O and empty cells on your board, such as XO_ or 1,-1,0 or X,O,None.")
@click.option(
    "--call",
    metavar="PYTHON",
    help="How to call your function, such as 'best_move(rows, player)'. The guide lists all names.",
)
@click.option(
    "--jobs", "-j", type=click.IntRange(1, 64), help="The number of processes.  [default: one for each processor]"
)
@click.option("--html", type=OUTPUT, metavar="FILE", help="Write the report as a page to print.")
@click.option("--csv", type=OUTPUT, metavar="FILE", help="For a class: write the results as a table.")
@click.option(
    "--gradebook",
    type=click.Choice(["moodle", "canvas"]),
    help="For a class: write the table of --csv as Moodle or Canvas imports points.",
)
@click.option("--function", "name", metavar="NAME", help="For a class: the name of the function in every file.")
@click.option(
    "--shared",
    type=INPUT,
    multiple=True,
    metavar="FILE.py",
    help="For a class: a file that all programs may import, and that is not graded itself.",
)
@click.option(
    "--class",
    "settings",
    type=INPUT,
    metavar="FILE.toml",
    help="For a class: the points for each result, and how to call the programs.",
)
@click.option(
    "--roster",
    type=INPUT,
    metavar="FILE.csv",
    help="For a class: the students, by file, as a grading worksheet from Moodle, or as a gradebook from Canvas.",
)
@click.option("--limit", type=Seconds(), help="For a class: the time limit for all files of a student.  [default: 120]")
@click.option("--anonymous", is_flag=True, help="For a class: number the students instead of naming them.")
@click.option("--resume", is_flag=True, help="For a class: use the results of the last time for unchanged files.")
@force_option
@plain_option
@json_option
def command(
    function: str,
    game: Game | None,
    side: Player | None,
    value_only: bool,
    quick: bool,
    seconds: float | None,
    marks: str | None,
    call: str | None,
    jobs: int | None,
    html: Path | None,
    csv: Path | None,
    gradebook: System | None,
    name: str | None,
    shared: tuple[Path, ...],
    settings: Path | None,
    roster: Path | None,
    limit: float | None,
    anonymous: bool,
    resume: bool,
    force: bool,
    plain: bool,
    as_json: bool,
) -> int:
    """Grade your own function, such as a minimax search, or another program in every position that can be reached.

    The file is a Python file or a notebook. The function, or method, takes a board in any common form, such as a list
    of rows of 'X', 'O' and ' '. It returns a row and a column, an index, or a name such as b2. noughts tries different
    ways to call it. Without a function, noughts finds the function that chooses moves. If the function counts its nodes
    in a global variable or an attribute named nodes, calls, count or similar, the report shows the number.

    engine:COMMAND grades an engine that speaks UGI or Gomocup's protocol. lines:COMMAND grades a program in any
    language: for each line of moves, such as a1 b2 c3, it prints its move. In games with more than 150,000 positions,
    such as connect four, noughts grades a sample.

    The exit status is 0 if every move is best: it keeps the value, wins soonest and loses latest. Otherwise it is 1.

    For a folder or a ZIP file, noughts grades what each student handed in: a Python file, a notebook, a folder or an
    archive, also as Moodle and Canvas pack them. The exit status is 0, whatever the results. Ctrl-C keeps the results
    so far. To run the command again, add --resume to use the results of the last time for unchanged files, or --force
    to begin again.

    \b
    noughts grade mine.py:best_move
    noughts grade lab.ipynb:Player.choose --quick
    noughts grade mine.py:minimax --value-only --side x
    noughts grade mine.py --html report.html
    noughts grade 'lines:node mine.js'
    noughts grade mine.py --game '7,6,4 gravity'
    noughts grade homework --quick --csv marks.csv --html report.html
    """
    options = ClassOptions(csv, html, settings, roster, gradebook, name or "", shared, limit, anonymous, resume, force)
    of_class = is_class(function)
    if not of_class and options.only_for_a_class:
        raise click.UsageError("--csv and the other options for a class need a folder of programs")
    if is_engine(function) and (marks or call or jobs):
        raise click.UsageError("--marks, --call and --jobs are for functions, not for other programs")
    if not (of_class or is_engine(function)):
        _expect_program(function)
    if as_json and is_stdout(html) and not of_class:
        raise click.UsageError("--json and --html - both write to standard output: write the page to a file")
    if marks is not None:
        read_marks(marks)
    if call is not None:
        parse_call(call)
    seconds = seconds or (20 if of_class else default_seconds(function))
    game = game or named_game("tictactoe")
    task = Task(game, side, seconds, marks, Exam.of(game, side, quick=quick), value_only)
    if of_class:
        jobs = jobs or processors()
        return grade_folder(Path(function), task, options, call=call, jobs=jobs, as_json=as_json)
    if html:
        check_target(html, force=force)
    try:
        graded = _graded(function, task, call, jobs or processors())
    except NoughtsError as error:
        if html:
            reason = printable(str(error))
            _write_page(Entry(_title(function), "", "not-graded", reason, getattr(error, "reason", "")), html, force)
        if as_json:
            with suppress(BrokenPipeError):
                reason = getattr(error, "reason", "not-understood")
                echo_json(
                    {"function": function, "graded": False, "passed": False, "error": str(error), "reason": reason}
                )
        raise
    if html and not graded.interrupted:
        _write_page(entry_of(graded, _title(function), ""), html, force)
    with suppress(BrokenPipeError):  # the exit status does not depend on who reads the report
        if as_json:
            echo_json(report_data(graded, function, value_only=value_only))
        elif not is_stdout(html):
            say(_text(graded, function, plain))
    if not (is_engine(function) or bubblewrap()):
        say(f"Note: {NO_SANDBOX}", sys.stderr)
    return 130 if graded.interrupted else 0 if graded.passed else 1


def _expect_program(function: str) -> None:
    """Check that an argument names a program; otherwise, raise an error that says what to do."""
    if ":" in function or function.strip().lower().endswith(FILES):
        return
    path = Path(function)
    if function.strip() and path.is_file():
        raise NotGradable(
            f"{printable(path.name)} is not a Python file: grade a program in another language by the command that "
            "runs it, as in 'lines:java FirstFree.java'",
            "other-language",
        )
    raise NoughtsError(
        f"there is no file or folder {short_repr(function)}: expected a file such as mine.py, or a folder"
    )


def _title(function: str) -> str:
    """Return the name of a program for a page: its file, or the command of an engine."""
    return printable(function if is_engine(function) else split_name(function)[0].name)


def _write_page(result: Entry, html: Path, force: bool) -> None:
    """Write the page with the result of one program."""
    with writing(html, force=force) as file:
        file.write(student_html(result, date=f"{date.today():%Y-%m-%d}").encode())


def _graded(function: str, task: Task, call: str | None, processes: int) -> Graded:
    """Grade a function or an engine, show the progress, and return the result."""
    with bar() as show:

        def watch(done: int, total: int, left: float | None) -> None:
            show(f"grading{time_left(left)}", done, total)

        if is_engine(function):
            return grade_engine(external_engine(function, task.seconds), task, watch=watch)
        return grade_file(function, task, call=call, processes=processes, watch=watch)


def _text(graded: Graded, function: str, plain: bool) -> str:
    """Return the result of grading a program as text."""
    has_name = is_engine(function) or split_name(function)[1]
    name = printable(function if has_name else f"{function}:{graded.ready.name}")
    return report_text(graded, name, plain=plain, room=room())
