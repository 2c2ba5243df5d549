"""Read the roster of a class: a table that gives the name of the student for each file."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping

from noughts.grading.user_code.loading import FILES
from noughts.render.names import printable
from noughts.rules.errors import NoughtsError, short_repr

ARCHIVES = (".zip", ".7z", ".rar", ".tar.gz", ".tar.xz", ".tar", ".tgz")
"""The endings of archives, which noughts does not unpack."""

_SEPARATOR = re.compile("[,;\t]")  # a spreadsheet writes semicolons where a comma is the decimal point


def read_roster(text: str) -> dict[str, str]:
    """Parse a roster: CSV with the columns ``file`` and ``name``, separated by commas, semicolons or tabs.

    A file can also be given without its ending. Without a head, the file comes first.

    Raises:
        NoughtsError: a line has no file or no name, a file occurs twice, or the text is not CSV.
    """
    rows = _rows(text)
    names: dict[str, str] = {}
    columns = {"file": 0, "name": 1}
    for place, (line, row) in enumerate(rows):
        head = [cell.lower() for cell in row]
        if place == 0 and not columns.keys().isdisjoint(head):
            for column in columns:
                if column not in head:
                    raise NoughtsError(
                        f"line {line} of the roster has no column {column!r}: expected the columns file and name"
                    )
                columns[column] = head.index(column)
            continue
        for column, number in columns.items():
            if not "".join(row[number : number + 1]):
                raise NoughtsError(
                    f"line {line} of the roster has no {column}: expected a file and a name, "
                    f"not {short_repr(','.join(row))}"
                )
        file = stem(row[columns["file"]])
        if file in names:
            raise NoughtsError(
                f"line {line} of the roster names {short_repr(file)} again: expected one line for each file"
            )
        names[file] = row[columns["name"]]
    return names


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the cells of each line that is not blank."""
    text = text.removeprefix("\ufeff")
    separator = _SEPARATOR.search(text)  # the first cell is a file or a head, which have none of them
    reader = csv.reader(io.StringIO(text, newline=None), delimiter=separator[0] if separator else ",", strict=True)
    try:
        for row in reader:
            cells = [printable(cell).strip() for cell in row]
            if any(cells):
                yield reader.line_num, cells
    except csv.Error as error:
        raise NoughtsError(
            f"line {reader.line_num} of the roster is not CSV ({error}): expected a file and a name, "
            "with quotation marks in pairs"
        ) from None


def stem(name: str) -> str:
    """Return the name of a submission without its ending."""
    ending = next((ending for ending in (*FILES, *ARCHIVES) if name.lower().endswith(ending)), "/")
    return name[: -len(ending)] if name.lower().endswith(ending) else name


def absent(roster: Mapping[str, str], handed_in: Iterable[str]) -> list[str]:
    """Return the students on a roster who handed in nothing, given the names of the submissions."""
    there = {stem(name) for name in handed_in}
    return [student for file, student in roster.items() if file not in there]
