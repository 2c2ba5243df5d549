"""CSV files for spreadsheets, protected from text that a spreadsheet would run as a formula."""

import csv
import io
import re
from collections.abc import Iterable

_FORMULA = re.compile(r"(?:^|(?<=;))(?=\s*[=+\-@\t＝＋－＠])")  # spreadsheets convert full-width characters


def safe(value: object) -> object:
    """Escape text that a spreadsheet would read as a formula.

    Where the decimal sign is a comma, spreadsheets split the lines of a CSV file at semicolons.
    """
    if isinstance(value, bool):
        value = "yes" * value
    if isinstance(value, list):
        value = "; ".join(map(str, value))
    if not isinstance(value, str):
        return value
    return _FORMULA.sub("'", value.replace("\n", " ").replace("\r", " "))


def csv_file(rows: Iterable[Iterable[object]]) -> bytes:
    """Return rows of cells as a CSV file that spreadsheets read without changing letters or running formulas."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows([safe(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")
