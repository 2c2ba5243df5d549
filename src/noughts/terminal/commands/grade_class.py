"""`noughts grade FOLDER`: grade the programs of a class, and write the results as CSV and as a page to print."""

import csv
import io
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from threading import Event
from typing import NamedTuple

import click

from noughts.explain.words import plural
from noughts.grading.class_report import class_html, class_text
from noughts.grading.classroom import Store, grade_class, readable, submissions
from noughts.grading.processes import Task
from noughts.grading.roster import absent, read_roster
from noughts.grading.rubric import Entry, Rubric, hidden, read_rubric
from noughts.grading.sandbox import NO_SANDBOX, bubblewrap
from noughts.render.names import clean_name, printable
from noughts.rules.errors import NoughtsError, cut
from noughts.rules.notation import t3en
from noughts.rules.untrusted import read_bytes
from noughts.system.writing import check_targets, is_stdout, writing
from noughts.terminal.options import STDOUT, ctrl_c_sets, echo_json
from noughts.terminal.progress import bar, time_left
from noughts.terminal.prose import say

_COLUMNS = (
    *("student", "file", "function", "result", "points", "positions", "kept", "lost", "wins_in_one", "wins_missed"),
    *("nodes_per_move", "seconds", "form_mistakes", "imports_noughts", "first_mistake", "answer", "best", "summary"),
)

_LARGEST_RUBRIC, _LARGEST_ROSTER = 10_000, 1_000_000  # bytes; tomllib takes quadratic time for dotted keys

_FORMULA = ("=", "+", "-", "@", "\t", "＝", "＋", "－", "＠")  # spreadsheets convert full-width characters


class ClassOptions(NamedTuple):
    """The options of `noughts grade` that are for a class alone."""

    csv: Path | None
    html: Path | None
    rubric: Path | None
    roster: Path | None
    function: str
    shared: tuple[Path, ...]
    anonymous: bool
    resume: bool
    force: bool

    @property
    def overwrites(self) -> bool:
        """Whether existing files are overwritten: with ``--resume``, the files of the last time are."""
        return self.force or self.resume


def grade_folder(folder: Path, task: Task, options: ClassOptions, *, value_only: bool, jobs: int, as_json: bool) -> int:
    """Grade every submission in a folder, print a table, write the files, and return the exit status."""
    outputs = [path for path in (options.csv, options.html, STDOUT if as_json else None) if path]
    files = [path for path in outputs if not is_stdout(path)]
    if options.resume and not files:
        raise click.UsageError("--resume needs the file of the last time: add --csv FILE or --html FILE")
    kept = files[0].with_name(f"{files[0].name}.results") if files else None
    if kept and kept.exists() and not options.overwrites:
        raise NoughtsError(
            f"{kept} has the results of an earlier run: add --resume to use them, or --force to begin again"
        )
    targets = {"--csv": options.csv, "--html": options.html, "--json": STDOUT if as_json else None}
    check_targets({**targets, "the file of the results": kept}, force=options.overwrites)
    rubric = read_rubric(_read(options.rubric, "rubric", _LARGEST_RUBRIC)) if options.rubric else None
    roster = read_roster(_read(options.roster, "roster", _LARGEST_ROSTER)) if options.roster else {}
    handed_in = submissions(folder, options.shared)
    store = None
    if kept:
        rules = (task.game.name, task.side, task.seconds, task.marks, task.sampled_from, options.function, value_only)
        store = Store(kept, task, repr(rules), resume=options.resume)
    if not bubblewrap():
        say(f"Note: {NO_SANDBOX}", sys.stderr)
    stop = Event()
    with ctrl_c_sets(stop):
        with bar() as show:
            entries, interrupted = grade_class(
                handed_in,
                task,
                function=options.function,
                value_only=value_only,
                roster=roster,
                jobs=jobs,
                store=store,
                watch=lambda done, total, left: show(f"grading{time_left(left)}", done, total),
                stop=stop,
            )
        missing = absent(roster, [submission.name for submission in handed_in])
        if options.anonymous:
            entries, missing = hidden(entries), [f"{plural(len(missing), 'student')} on the roster"] * bool(missing)
        _write(entries, missing, folder, task, rubric, options)
        with suppress(BrokenPipeError):
            if as_json:
                echo_json({"folder": str(folder), "complete": not interrupted, "students": _json(entries, rubric)})
            elif len(files) == len(outputs):
                _tell(entries, missing, len(handed_in), rubric, files, store if interrupted else None)
    return 130 if interrupted else 0


def _tell(
    entries: Sequence[Entry],
    missing: Sequence[str],
    total: int,
    rubric: Rubric | None,
    files: Sequence[Path],
    store: Store | None,
) -> None:
    """Print the table and say what was written."""
    print(class_text(entries, rubric))
    if missing:
        say(f"Nothing handed in: {', '.join(missing)}.")
    if files:
        say(printable(f"Written: {', '.join(map(str, files))}."))
    if store:
        say(f"Stopped after {len(entries)} of {plural(total, 'student')}. To continue, add --resume.")


def _write(
    entries: Sequence[Entry],
    missing: Sequence[str],
    folder: Path,
    task: Task,
    rubric: Rubric | None,
    options: ClassOptions,
) -> None:
    note = "Each program was asked for its move in every position."
    if task.sampled_from:
        note = f"Each program was asked in a sample of {len(task.where):,} of {task.sampled_from:,} positions."
    if options.csv:
        with writing(options.csv, force=options.overwrites) as file:
            file.write(_csv(entries, rubric).encode())
    if options.html:
        title = clean_name(readable(folder.resolve().name), "class")
        today = f"{date.today():%Y-%m-%d}"
        page = class_html(entries, title=title, rubric=rubric, absent=missing, note=note, date=today)
        with writing(options.html, force=options.overwrites) as file:
            file.write(page.encode())


def _csv(entries: Sequence[Entry], rubric: Rubric | None) -> str:
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(_COLUMNS)
    for row in _json(entries, rubric):
        table.writerow([_safe(row[column]) for column in _COLUMNS])
    return text.getvalue()


def _safe(value: object) -> object:
    """Keep a spreadsheet from reading text as a formula."""
    if isinstance(value, bool):
        value = "yes" * value
    if isinstance(value, list):
        value = "; ".join(map(str, value))
    if not isinstance(value, str):
        return value
    value = value.replace("\n", " ").replace("\r", " ")
    return f"'{value}" if value.startswith(_FORMULA) else value


def _json(entries: Sequence[Entry], rubric: Rubric | None) -> list[dict[str, object]]:
    """Return a row for each entry, with the columns of the CSV file."""
    rows = []
    for entry in entries:
        first = entry.examples[0] if entry.examples else None
        names = first.position.game.board.names if first else ()
        row: dict[str, object] = {
            "student": entry.student,
            "file": entry.file,
            "function": entry.function,
            "result": entry.grade,
            "points": rubric.of(entry) if rubric else None,
            "positions": entry.asked,
            "kept": entry.kept,
            "lost": entry.lost,
            "wins_in_one": entry.wins_in_one,
            "wins_missed": entry.wins_missed,
            "nodes_per_move": None if entry.nodes is None else round(entry.nodes, 1),
            "seconds": entry.seconds,
            "form_mistakes": list(entry.mistakes),
            "imports_noughts": entry.imports_noughts,
            "first_mistake": t3en(first.position) if first else None,
            "answer": None if not first else first.said if first.move is None else names[first.move],
            "best": [names[move] for move in first.best] if first else [],
            "summary": entry.summary,
        }
        rows.append(row)
    return rows


def _read(path: Path, what: str, most: int) -> str:
    try:
        return read_bytes(path, most).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NoughtsError(f"the {what} {cut(path.name)} is not text: save it with the encoding UTF-8") from None
    except OSError as error:
        raise NoughtsError(f"cannot read the {what} {cut(str(path))}: {error.strerror}") from None
