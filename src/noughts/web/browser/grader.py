"""Grade programs in a browser, as `noughts grade` does. See ``grader.js``, which calls `grader` in a separate worker.

The programs run in sandboxes. Their output is not trusted: see `noughts.grading.conversation`.
"""

import asyncio
import json
import tempfile
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from noughts.grading.asynchronous import grade_file, run
from noughts.grading.classroom.archives import is_zip
from noughts.grading.classroom.entry import Entry, entry_of
from noughts.grading.classroom.handed_in import Submission, class_folder, submissions
from noughts.grading.classroom.page import class_html, student_html
from noughts.grading.classroom.run import STUDENT_SECONDS, Plan, grade_submission, not_graded
from noughts.grading.classroom.settings import Calling, Settings
from noughts.grading.classroom.table import class_csv, class_data, class_text
from noughts.grading.conversation import Ask, Conversation, Heard
from noughts.grading.data import report_data
from noughts.grading.grade import Exam
from noughts.grading.imports import imported_files
from noughts.grading.own_tree import own_tree
from noughts.grading.report import report_text
from noughts.grading.task import Graded, Task
from noughts.grading.user_code.call import parse_call
from noughts.grading.user_code.loading import FILES, split_name
from noughts.grading.user_code.marks import read_marks
from noughts.players.opponent import PlayerFault
from noughts.render.names import printable
from noughts.rules.errors import NoughtsError
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Player
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position
from noughts.web.model.fields import game_field

_SECONDS, _SECONDS_IN_CLASS = 60.0, 20.0  # seconds for a move, as for `noughts grade`
_MOST_SECONDS = 3600
_PATIENCE = 90.0  # seconds for a sandbox to start, and to report that a program is late
_MOST_BYTES = 20 << 20  # bytes of the files that a program can read
_MOST_PROCESSES = 4

Open = Callable[[Any], Any]
"""Opens a sandbox for a program, given its files."""

Progress = Callable[[str, int, int], object]
"""Reports progress: the name of a file or program, the amount done and the total."""


def grader(open_sandbox: Open, processors: int) -> Callable[[Any, str, Progress], Awaitable[str]]:
    """Return a function that grades programs, given the paths and contents of their files. The settings and the result
    are JSON.

    Args:
        open_sandbox: opens a sandbox for a program.
        processors: the number of processors of this computer.
    """

    async def grade(files: Any, settings: str, progress: Progress) -> str:
        try:
            with tempfile.TemporaryDirectory() as place:
                path = _written(files.to_py(), Path(place, "class"))
                grading = _Grading(open_sandbox, max(1, min(processors, _MOST_PROCESSES)), progress)
                of_class = path.is_dir() or is_zip(path)
                fields = json.loads(settings)
                wanted = _Wanted.read(fields, of_class=of_class)
                if "tree" in fields:
                    result = await grading.tree_of(path, wanted, read_position(fields["tree"], wanted.task.game))
                else:
                    result = await (grading.of_class(path, wanted) if of_class else grading.of_file(path, wanted))
        except NoughtsError as error:
            result = {"error": str(error)}
        return json.dumps(result)

    return grade


class Sandbox:
    """A student's program, which runs in a sandbox."""

    def __init__(self, sandbox: Any) -> None:
        self._sandbox, self._heard = sandbox, deque[dict[str, Any]]()

    async def ask(self, ask: Ask) -> Heard:
        """Send lines to the program, and return its next line."""
        if ask.lines or ask.fresh or not self._heard:
            lines = b"\n".join(ask.lines).decode()
            try:
                async with asyncio.timeout(ask.seconds + _PATIENCE):
                    self._heard = deque((await self._sandbox.ask(lines, ask.seconds, ask.fresh)).to_py())
            except TimeoutError:
                return Heard(None, ended="its sandbox does not answer")
        heard = self._heard.popleft()
        if "line" in heard:
            return Heard(str(heard["line"]).encode(errors="replace"), float(heard["seconds"]))
        return Heard(None, ended=heard["ended"])

    def close(self) -> None:
        """End the program."""
        self._sandbox.close()


@dataclass(frozen=True)
class _Wanted:
    """The settings for grading a file or a class."""

    task: Task
    call: str | None
    function: str
    fatal: tuple[str, ...] = ()  # the submissions that stopped the grader before

    @classmethod
    def read(cls, fields: Mapping[str, str], *, of_class: bool) -> "_Wanted":
        """Read the settings from the fields of the form.

        Raises:
            NoughtsError: a field is invalid.
        """
        game = named_game(game_field(fields) or "tictactoe")
        side, marks, call = fields.get("side"), fields.get("marks") or None, fields.get("call") or None
        if marks:
            read_marks(marks)
        if call:
            parse_call(call)
        turn = Player(side.upper()) if side else None
        exam = Exam.of(game, turn, quick=bool(fields.get("quick")))
        seconds = _seconds(fields["seconds"]) if "seconds" in fields else _SECONDS_IN_CLASS if of_class else _SECONDS
        task = Task(game, turn, seconds, marks, exam, value_only=bool(fields.get("value_only")))
        return cls(task, call, fields.get("function", ""), tuple(fields.get("fatal", "").splitlines()))


@dataclass(frozen=True)
class _Clock:
    """The time limit for grading a submission."""

    end: float

    @property
    def passed(self) -> bool:
        """Whether the time limit has passed."""
        return time.monotonic() >= self.end

    is_over = passed


@dataclass(frozen=True)
class _Grading:
    """Grades the program in a file, or the submissions of a class."""

    open: Open
    processes: int
    progress: Progress

    async def of_file(self, path: Path, wanted: _Wanted) -> dict[str, Any]:
        """Grade one program. Return the report as text, as JSON data and as an HTML page."""
        if not path.name.lower().endswith(FILES):
            raise NoughtsError(f"{printable(path.name)} is not a Python file: expected a file such as mine.py")
        name, today = printable(path.name), f"{date.today():%Y-%m-%d}"
        text = f"{path}:{wanted.function}".removesuffix(":")
        if name in wanted.fatal:
            raise NoughtsError(f"the grader stopped while it read {name}: its expressions are too deeply nested")
        self.progress(name, 0, 0)
        try:
            graded = await self._graded(text, path.parent, wanted, wanted.call, None)
        except NoughtsError as error:
            reason = printable(str(error).replace(f" in {path.parent}", ""))
            entry = Entry(name, "", "not-graded", reason, getattr(error, "reason", ""))
            data: dict[str, Any] = {"function": name, "graded": False, "passed": False, "error": reason}
            data["reason"] = entry.reason
            return {"name": name, "text": reason, "html": student_html(entry, date=today), "json": data}
        title = f"{name}:{graded.ready.name}"
        return {
            "name": name,
            "text": report_text(graded, title),
            "html": student_html(entry_of(graded, name, ""), date=today),
            "json": report_data(graded, title, value_only=wanted.task.value_only),
        }

    async def tree_of(self, path: Path, wanted: _Wanted, position: Position) -> dict[str, Any]:
        """Return a program's search tree and the correct tree, for the explorer to show side by side."""
        if not path.name.lower().endswith(".py"):
            raise NoughtsError(f"{printable(path.name)} is not a Python file: a tree needs one file such as mine.py")
        if position.is_over:
            raise NoughtsError("the game is over: choose a position in which the game goes on")
        self.progress(printable(path.name), 0, 0)
        text, limit = f"{path}:{wanted.function}".removesuffix(":"), wanted.task.seconds
        conversation = Conversation(text, wanted.task.game, seconds=limit, marks=wanted.task.marks, call=wanted.call)
        program = Sandbox(self.open(_files(path, path.parent)))
        try:
            recording = await run(conversation.record(position), program)
        except PlayerFault as fault:
            raise NoughtsError(str(fault)) from None
        finally:
            program.close()
        return own_tree(recording, position, path.read_text(errors="replace").splitlines())

    async def of_class(self, path: Path, wanted: _Wanted) -> dict[str, Any]:
        """Grade the submission of each student. Return the results as text, JSON data, CSV and a printable HTML
        page.
        """
        settings = Settings(calling=Calling(wanted.call))
        plan = Plan(wanted.task, STUDENT_SECONDS, settings, wanted.function)
        with class_folder(path) as folder:
            handed_in, entries = submissions(folder), list[Entry]()
            for one in handed_in:
                if one.name in wanted.fatal:
                    entries.append(not_graded(one, "the grader stopped while it read this program"))
                    continue
                self.progress(one.name, len(entries), len(handed_in))
                try:
                    entries.append(await self._entry(one, plan, wanted))
                except Exception as error:  # one submission must not end the grading of a class
                    entries.append(not_graded(one, f"{type(error).__name__}: {error}"))
        title, today = printable(path.name.removesuffix(".zip")), f"{date.today():%Y-%m-%d}"
        return {
            "name": title,
            "text": class_text(entries, None),
            "html": class_html(entries, title=title, date=today),
            "csv": class_csv(entries, None),
            "json": {"folder": title, "complete": True, "students": class_data(entries, None)},
        }

    async def _entry(self, one: Submission, plan: Plan, wanted: _Wanted) -> Entry:
        """Grade the submission of one student."""
        clock = _Clock(time.monotonic() + plan.seconds)
        with closing(grade_submission(one, plan, clock)) as steps:
            attempt = next(steps)
            while not isinstance(attempt, Entry):
                call, folder = attempt.calling.call, attempt.program.folder
                try:
                    graded = await self._graded(attempt.text, folder, wanted, call, clock)
                except Exception as error:
                    attempt = steps.throw(error)
                else:
                    attempt = steps.send(graded)
            return attempt

    async def _graded(self, text: str, folder: Path, wanted: _Wanted, call: str | None, clock: _Clock | None) -> Graded:
        """Grade one program, which may read the files of a folder."""
        files = _files(split_name(text)[0], folder)
        name = split_name(text)[0].name

        def watch(done: int, total: int, left: float | None) -> None:
            if not clock:
                self.progress(name, done, total)

        return await grade_file(
            text,
            wanted.task,
            lambda: Sandbox(self.open(files)),
            call=call,
            processes=self.processes,
            watch=watch,
            seconds=max(0.0, clock.end - time.monotonic()) if clock else None,
        )


def _seconds(text: str) -> float:
    try:
        seconds = float(text.replace(",", "."))
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= _MOST_SECONDS:
        raise NoughtsError(
            f"{printable(text)} is not a valid time for a move: expected up to {_MOST_SECONDS} seconds, such as 2.5"
        )
    return seconds


def _written(files: list[tuple[str, Any]], place: Path) -> Path:
    """Write files into a new folder. Return the path of the folder's only file or subfolder, or else of the folder
    itself.
    """
    place.mkdir()
    for name, content in files:
        path = place / name
        if not path.resolve().is_relative_to(place.resolve()):
            raise NoughtsError(f"invalid file name: {printable(name)}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes(content))
    inside = list(place.iterdir())
    return inside[0] if len(inside) == 1 else place


def _files(file: Path, folder: Path) -> Any:
    """Return the files that a program in a sandbox may read, as JavaScript values."""
    from pyodide.ffi import to_js

    left, files = _MOST_BYTES, list[list[Any]]()
    for path in dict.fromkeys([file, *imported_files(file), *folder.rglob("*")]):
        if path.is_file() and (left := left - path.stat().st_size) >= 0:
            files.append([str(path), path.read_bytes()])
    return to_js(files)
