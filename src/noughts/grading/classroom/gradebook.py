"""Write the points of a class as CSV that Moodle or Canvas imports.

Moodle reads the grading worksheet of an assignment. It finds a student by ``Identifier``, and reads ``Grade``,
``Last modified (grade)`` and, if the assignment has feedback comments, ``Feedback comments``. The number in
``Identifier`` is also in the name of the student's folder in the download of all submissions.

Canvas reads a gradebook. It finds a student by ``ID``, ``SIS User ID``, ``SIS Login ID`` or ``Student``, in this order.
The columns after ``Section`` are assignments. The ID is also in the names of the downloaded files.

Sources: Moodle, ``mod/assign/feedback/offline/importgradeslib.php``; Canvas, ``lib/gradebook_importer.rb``.
"""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from noughts.grading.classroom.entry import Entry
from noughts.grading.classroom.labels import System
from noughts.grading.classroom.roster import Roster
from noughts.grading.classroom.settings import Rubric
from noughts.render.spreadsheets import safe
from noughts.rules.errors import NoughtsError, short_repr

_MOODLE = ("Identifier", "Full name", "Grade", "Last modified (grade)", "Feedback comments")
_CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
_READ_ONLY = re.compile(r"(unposted )?(current|final|override) (score|points|grade|status)", re.IGNORECASE)
_ASSIGNMENT = re.compile(r"(.*?)(?: \(\d+\))?")
_SOURCE = {
    "moodle": "the grading worksheet of the assignment, downloaded from Moodle in English",
    "canvas": "the gradebook that Canvas exports",
}


@dataclass(frozen=True)
class Gradebook:
    """A table of students and points to import into Moodle or Canvas.

    Attributes:
        head: the rows that come before the students.
        rows: the row of each student that the system knows, by its number on the roster.
        grade: the number of the column for the points.
        comments: the number of the column for the result in words, or None.
        separator: the character between two cells.
    """

    system: System
    rubric: Rubric
    head: tuple[tuple[str, ...], ...]
    rows: Mapping[int, tuple[str, ...]]
    grade: int
    comments: int | None
    separator: str

    def csv(self, entries: Sequence[Entry]) -> str:
        """Return the gradebook as CSV, with the points of these entries filled in. Rows of other students stay
        unchanged.
        """
        text = io.StringIO()
        table = csv.writer(text, delimiter=self.separator, lineterminator="\n")
        table.writerows(self.head)
        by_row = {entry.row: entry for entry in entries if entry.row is not None}
        if self.rows:
            table.writerows(self._filled(row, by_row.get(number)) for number, row in self.rows.items())
        else:
            table.writerows(self._filled(self._blank(entry), entry) for entry in entries if entry.number)
        return text.getvalue()

    def left_out(self, entries: Sequence[Entry]) -> list[str]:
        """Return the students who are missing from the gradebook, and the students who have no points."""
        there = [entry for entry in entries if entry.grade != "not-handed-in"]
        return [
            entry.student
            for entry in there
            if not self.rubric.words(entry) or (entry.row is None if self.rows else not entry.number)
        ]

    def _blank(self, entry: Entry) -> tuple[str, ...]:
        """Return a new row for a student, with no points yet, for a gradebook that was not made from a roster."""
        number, student = entry.number, str(safe(entry.student))
        if self.system == "moodle":
            return (f"Participant {number}", student, "", "-", "")
        return (student, number, "", "", "", "")

    def _filled(self, row: tuple[str, ...], entry: Entry | None) -> list[str]:
        """Return a student's row with the points filled in. If the student has no points, the row stays unchanged."""
        cells = list(row)
        if entry and (points := self.rubric.words(entry)):
            cells[self.grade] = points
            if self.comments is not None and not cells[self.comments]:
                cells[self.comments] = str(safe(entry.summary))
        return cells


def gradebook(
    system: System, roster: Roster, rubric: Rubric, assignment: str, title: str, *, has_numbers: bool
) -> Gradebook:
    """Return the gradebook of a class, with no points filled in yet.

    Args:
        system: the system that imports it.
        roster: the students. If it comes from this system, its columns are kept.
        rubric: the points.
        assignment: the name of the assignment in Canvas, or an empty string.
        title: the name of the assignment if no other is known.
        has_numbers: whether the names of the files have the numbers of the students.

    Raises:
        NoughtsError: the students cannot be identified, or the assignment or the points do not fit.
    """
    if roster.kind != system:
        if not has_numbers:
            raise NoughtsError(f"cannot identify the students: add --roster with {_SOURCE[system]}")
        if system == "moodle":
            return Gradebook(system, rubric, (_MOODLE,), {}, 2, 4, ",")
        head = ((*_CANVAS, assignment or title), ("    Points Possible", *[""] * (len(_CANVAS) - 1), str(rubric.most)))
        return Gradebook(system, rubric, head, {}, len(_CANVAS), None, ",")
    names = roster.table[0]
    students = {line.row: roster.table[line.row] for line in roster.lines}
    if system == "moodle":
        if missing := [name for name in ("Grade", "Last modified (grade)") if name not in names]:
            raise NoughtsError(f"the roster has no column {missing[0]!r}: expected {_SOURCE[system]}")
        _check_maximum(students, names, rubric)
        comments = names.index("Feedback comments") if "Feedback comments" in names else None
        return Gradebook(system, rubric, (names,), students, names.index("Grade"), comments, roster.separator)
    heads = tuple(row for number, row in enumerate(roster.table) if number not in students)
    return Gradebook(system, rubric, heads, students, _column(names, assignment), None, roster.separator)


def _check_maximum(students: Mapping[int, tuple[str, ...]], names: tuple[str, ...], rubric: Rubric) -> None:
    """Check that no student's points are above Moodle's maximum grade. Moodle silently ignores higher points."""
    column = next((number for number, name in enumerate(names) if name.casefold() == "maximum grade"), None)
    if column is None:
        return
    for row in students.values():
        try:
            most = float(row[column].replace(",", "."))
        except ValueError:
            continue
        if rubric.most > most:
            raise NoughtsError(
                f"the points go up to {rubric.most}, but the maximum grade in Moodle is {most:g}: change [points] in "
                "the class file"
            )


def _column(names: tuple[str, ...], assignment: str) -> int:
    """Return the index of an assignment's column in a gradebook from Canvas. The name may lack the assignment's
    number.
    """
    section = next((number for number, name in enumerate(names) if name == "Section"), None)
    if section is None:
        raise NoughtsError(f"the roster has no column 'Section': expected {_SOURCE['canvas']}")
    columns = {number: name for number, name in enumerate(names) if number > section and not _READ_ONLY.search(name)}
    columns = {number: name for number, name in columns.items() if name}
    if not assignment and len(columns) == 1:
        return next(iter(columns))
    for number, name in columns.items():
        match = _ASSIGNMENT.fullmatch(name)
        if assignment in (name, match and match[1]):
            return number
    known = ", ".join(short_repr(name) for name in columns.values()) or "none"
    raise NoughtsError(
        f"the gradebook has the assignments {known}: add one to the class file, as in assignment = "
        f"{short_repr(next(iter(columns.values()), 'Homework'))}"
    )
