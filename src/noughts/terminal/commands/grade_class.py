"""`noughts grade FOLDER`: grade the programs of a class, and write the results as CSV and as a page to print."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from threading import Event
from typing import NamedTuple

import click

from noughts.explain.words import plural
from noughts.grading.classroom.anonymous import hidden
from noughts.grading.classroom.archives import is_zip
from noughts.grading.classroom.entry import Entry
from noughts.grading.classroom.gradebook import Gradebook, gradebook
from noughts.grading.classroom.handed_in import class_folder, submissions
from noughts.grading.classroom.labels import System
from noughts.grading.classroom.names import readable
from noughts.grading.classroom.page import class_html
from noughts.grading.classroom.roster import Roster, read_roster
from noughts.grading.classroom.run import STUDENT_SECONDS, Plan, grade_class
from noughts.grading.classroom.settings import USUAL, Rubric, Settings, read_settings
from noughts.grading.classroom.store import Store
from noughts.grading.classroom.table import class_csv, class_data, class_text
from noughts.grading.sandbox import NO_SANDBOX, bubblewrap
from noughts.grading.task import Task
from noughts.render.names import clean_name, printable
from noughts.rules.errors import NoughtsError, cut
from noughts.rules.untrusted import read_bytes
from noughts.system.writing import check_targets, is_stdout, writing
from noughts.terminal.options import STDOUT, ctrl_c_sets, echo_json
from noughts.terminal.progress import bar, time_left
from noughts.terminal.prose import say

_LARGEST_SETTINGS, _LARGEST_ROSTER = 20_000, 1_000_000  # bytes; tomllib takes quadratic time for dotted keys


class ClassOptions(NamedTuple):
    """The options of `noughts grade` for a class."""

    csv: Path | None
    html: Path | None
    settings: Path | None
    roster: Path | None
    gradebook: System | None
    function: str
    shared: tuple[Path, ...]
    limit: float | None
    anonymous: bool
    resume: bool
    force: bool

    @property
    def only_for_a_class(self) -> bool:
        """Whether the user gave an option that is only for a class."""
        return any(self._replace(html=None, force=False))

    @property
    def overwrites(self) -> bool:
        """Whether to overwrite existing files. With ``--resume``, the files of the last run are overwritten."""
        return self.force or self.resume


def is_class(name: str) -> bool:
    """Return whether the argument of `noughts grade` stands for a class because it is a folder or a ZIP file."""
    with suppress(OSError, ValueError):
        return bool(name.strip()) and (Path(name).is_dir() or is_zip(Path(name)))
    return False


def grade_folder(path: Path, task: Task, options: ClassOptions, *, call: str | None, jobs: int, as_json: bool) -> int:
    """Grade every submission in a folder or a ZIP file, print a table, write the files, and return the exit status."""
    outputs = [path for path in (options.csv, options.html, STDOUT if as_json else None) if path]
    files = [path for path in outputs if not is_stdout(path)]
    if options.resume and not files:
        raise click.UsageError("--resume needs the file that the last run wrote: add --csv FILE or --html FILE")
    if options.gradebook and not options.csv:
        raise click.UsageError("--gradebook needs the name of the table: add --csv FILE")
    if options.gradebook and options.anonymous:
        raise click.UsageError("--gradebook needs the names of the students: leave out --anonymous")
    kept = files[0].with_name(f"{files[0].name}.results") if files else None
    if kept and kept.exists() and not options.overwrites:
        raise NoughtsError(
            f"{kept} has the results of an earlier run: add --resume to use them, or --force to begin again"
        )
    targets = {"--csv": options.csv, "--html": options.html, "--json": STDOUT if as_json else None}
    check_targets({**targets, "the results file": kept}, force=options.overwrites)
    settings = Settings()
    if options.settings:
        settings = read_settings(_read(options.settings, "class file", _LARGEST_SETTINGS))
    if call:
        settings = replace(settings, calling=settings.calling._replace(call=call))
    roster = read_roster(_read(options.roster, "roster", _LARGEST_ROSTER)) if options.roster else Roster()
    plan = Plan(task, options.limit or STUDENT_SECONDS, settings, options.function, roster)
    with class_folder(path) as folder:
        besides = [file for file in (*files, kept, options.settings, options.roster) if file]
        handed_in = submissions(folder, options.shared, roster, besides)
        settings.check(one.name for one in handed_in)
        title = clean_name(readable(path.resolve().name.removesuffix(".zip")), "class")
        book = None
        if options.gradebook:
            numbers = any(one.label and one.label.system == options.gradebook and one.label.number for one in handed_in)
            rubric = settings.rubric or USUAL
            book = gradebook(options.gradebook, roster, rubric, settings.assignment, title, has_numbers=numbers)
        store = Store(kept, task.game, resume=options.resume) if kept else None
        if not bubblewrap():
            say(f"Note: {NO_SANDBOX}", sys.stderr)
        stop = Event()
        with ctrl_c_sets(stop):
            with bar() as show:
                entries, interrupted = grade_class(
                    handed_in,
                    plan,
                    jobs=jobs,
                    store=store,
                    watch=lambda done, total, left, name: show(
                        f"grading{f' {cut(name)}' if name else ''}{time_left(left)}", done, total
                    ),
                    stop=stop,
                )
            if options.anonymous:
                entries = hidden(entries)
            _write(entries, title, plan, book, options)
            with suppress(BrokenPipeError):
                if as_json:
                    students = class_data(entries, _rubric(plan, book))
                    echo_json({"folder": str(path), "complete": not interrupted, "students": students})
                elif len(files) == len(outputs):
                    print(class_text(entries, _rubric(plan, book)))
                    _tell(entries, len(handed_in), book, files, interrupted=bool(store and interrupted))
    return 130 if interrupted else 0


def _rubric(plan: Plan, book: Gradebook | None) -> Rubric | None:
    return book.rubric if book else plan.settings.rubric


def _tell(
    entries: Sequence[Entry], total: int, book: Gradebook | None, files: Sequence[Path], *, interrupted: bool
) -> None:
    """Say which files were written, who is not in the gradebook, and whether the grading was stopped."""
    if book and (left_out := book.left_out(entries)):
        say(f"Without points in the gradebook: {', '.join(left_out)}.")
    if files:
        say(printable(f"Written: {', '.join(map(str, files))}."))
    if interrupted:
        done = sum(entry.grade != "not-handed-in" for entry in entries)
        say(f"Stopped after {done} of {plural(total, 'student')}. To continue, add --resume.")


def _write(entries: Sequence[Entry], title: str, plan: Plan, book: Gradebook | None, options: ClassOptions) -> None:
    task, rubric = plan.task, _rubric(plan, book)
    note = "Each program was asked for its move in every position."
    if population := task.exam.population:
        note = f"Each program was asked in a sample of {len(task.where):,} of {population}."
    if options.csv:
        with writing(options.csv, force=options.overwrites) as file:
            file.write((book.csv(entries) if book else class_csv(entries, rubric)).encode())
    if options.html:
        page = class_html(entries, title=title, rubric=rubric, note=note, date=f"{date.today():%Y-%m-%d}")
        with writing(options.html, force=options.overwrites) as file:
            file.write(page.encode())


def _read(path: Path, what: str, most: int) -> str:
    try:
        return read_bytes(path, most).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NoughtsError(f"the {what} {cut(path.name)} is not text: save it as UTF-8") from None
    except OSError as error:
        raise NoughtsError(f"cannot read the {what} {cut(str(path))}: {error.strerror}") from None
