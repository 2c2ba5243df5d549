"""Read the students of a class: a table of files and names, a grading worksheet from Moodle, or a Canvas gradebook."""

import csv
import io
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, TypeAlias

from noughts.grading.classroom.labels import Label
from noughts.grading.classroom.names import stem
from noughts.render.names import printable
from noughts.rules.errors import NoughtsError, short_repr

_SEPARATOR = re.compile("[,;\t]")  # a spreadsheet writes semicolons where a comma is the decimal point
_PARTICIPANT = re.compile(r".*?(\d+)")
_NOT_STUDENTS = re.compile(r"\s*(points possible.*|student, test)?", re.IGNORECASE)

Kind: TypeAlias = Literal["files", "moodle", "canvas"]
"""The kind of a roster."""


@dataclass(frozen=True)
class Line:
    """A student on a roster.

    Attributes:
        row: the number of the row in the table.
        name: the student's name.
        keys: what can identify a submission of the student: names of files, a name, or a number.
    """

    row: int
    name: str
    keys: frozenset[str]


@dataclass(frozen=True)
class Roster:
    """The list of students in a class, read from a file.

    Attributes:
        kind: whether the roster is a table of files, or from Moodle or Canvas.
        table: the rows of the table, with the head first, if it has one.
        lines: the students.
        separator: the character between two cells.
    """

    kind: Kind = "files"
    table: tuple[tuple[str, ...], ...] = ()
    lines: tuple[Line, ...] = ()
    separator: str = ","

    def find(self, name: str, label: Label | None = None) -> Line | None:
        """Return the student who handed in the file or folder with this name and label, or None."""
        names = [stem(name), *([label.student] if label else [])]
        keys = [key for one in names for key in (one.casefold(), _squeezed(one), _sorted(one))]
        for wanted in ([label.number] if label and label.number else [], keys):  # two students can have the same name
            if found := [line for line in self.lines if not line.keys.isdisjoint(wanted)]:
                return found[0]
        return None

    def absent(self, found: Collection[Line]) -> list[Line]:
        """Return the students on the roster who did not hand anything in. `found` lists all other students."""
        return [line for line in self.lines if line not in found]


def read_roster(text: str) -> Roster:
    """Parse a roster: a CSV file that uses commas, semicolons or tabs.

    The file is one of these:

    - a table with the columns ``file`` and ``name``. A file can also be given without its ending. Without a head, the
      file comes first.
    - the grading worksheet of an assignment in Moodle, in English, with the columns ``Identifier`` and ``Full name``.
    - the gradebook that Canvas exports, with the columns ``Student`` and ``ID``.

    Raises:
        NoughtsError: a line has no file or no name, a file occurs twice, or the text is not CSV.
    """
    rows, numbers, separator = _rows(text)
    if not rows:
        return Roster()
    head = rows[0]
    if head[:1] == ("Student",) and "ID" in head:
        students = [(row, cells) for row, cells in enumerate(rows) if row and not _NOT_STUDENTS.fullmatch(cells[0])]
        lines = [_line(row, cells[0], cells[head.index("ID")]) for row, cells in students]
        return Roster("canvas", rows, tuple(lines), separator)
    if {"Identifier", "Full name"} <= set(head):
        students = [(row, cells) for row, cells in enumerate(rows) if row]
        name, number = head.index("Full name"), head.index("Identifier")
        lines = [_line(row, cells[name] or cells[number], cells[number]) for row, cells in students]
        return Roster("moodle", rows, tuple(lines), separator)
    return Roster("files", rows, tuple(_files(rows, numbers)), separator)


def _files(rows: tuple[tuple[str, ...], ...], numbers: list[int]) -> list[Line]:
    """Read the students from a table with two columns: the submitted file and the student's name."""
    columns = {"file": 0, "name": 1}
    found: dict[str, Line] = {}
    for row, (number, cells) in enumerate(zip(numbers, rows, strict=True)):
        head = [cell.lower() for cell in cells]
        if row == 0 and not columns.keys().isdisjoint(head):
            for column in columns:
                if column not in head:
                    raise NoughtsError(
                        f"line {number} of the roster has no column {column!r}: expected the columns 'file' "
                        "and 'name', a grading worksheet from Moodle, or a gradebook from Canvas"
                    )
                columns[column] = head.index(column)
            continue
        for column, place in columns.items():
            if not cells[place]:
                raise NoughtsError(
                    f"line {number} of the roster has no {column}: expected a file and a name, "
                    f"not {short_repr(','.join(cells).rstrip(','))}"
                )
        file, name = cells[columns["file"]], cells[columns["name"]]
        key = stem(file).casefold()
        if key in found:
            raise NoughtsError(
                f"line {number} of the roster names {short_repr(stem(file))} again: expected one line for each file"
            )
        found[key] = Line(row, name, frozenset([key]))
    return list(found.values())


def _line(row: int, name: str, number: str) -> Line:
    """Read a student from a row of a Moodle or Canvas roster. In Moodle, a word precedes the number, as in
    ``Participant 123``.
    """
    digits = _PARTICIPANT.fullmatch(number)
    return Line(row, name, frozenset([digits[1] if digits else number, _squeezed(name), _sorted(name)]))


def _squeezed(name: str) -> str:
    """Return a name in lower case without spaces or punctuation, as in Canvas file names."""
    return re.sub(r"[\W_]", "", name).casefold() or name


def _sorted(name: str) -> str:
    """Return the words of a name in alphabetical order, so that it does not matter whether the first name comes first
    or last.
    """
    return " ".join(sorted(re.findall(r"\w+", name.casefold())))


def _rows(text: str) -> tuple[tuple[tuple[str, ...], ...], list[int], str]:
    """Parse CSV. Return the rows that are not blank, padded to equal length, the line number of each row, and the
    separator.
    """
    text = text.removeprefix("\ufeff")
    match = _SEPARATOR.search(text)  # the first cell is a file or a head and contains no separator
    separator = match[0] if match else ","
    reader = csv.reader(io.StringIO(text, newline=None), delimiter=separator, strict=True)
    rows, numbers = list[list[str]](), list[int]()
    try:
        for row in reader:
            cells = [printable(cell).strip() for cell in row]
            if any(cells):
                rows.append(cells)
                numbers.append(reader.line_num)
    except csv.Error as error:
        raise NoughtsError(
            f"line {reader.line_num} of the roster is not CSV ({error}): expected a file and a name, "
            "with quotation marks in pairs"
        ) from None
    width = max(2, *map(len, rows)) if rows else 0
    return tuple(tuple(row + [""] * (width - len(row))) for row in rows), numbers, separator
