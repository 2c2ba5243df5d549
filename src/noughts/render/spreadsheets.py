"""Tables for spreadsheets, which run a cell as a formula if it begins with certain characters."""

import csv
import io
from collections.abc import Iterable

_FORMULA = ("=", "+", "-", "@", "\t", "＝", "＋", "－", "＠")  # spreadsheets convert full-width characters


def safe(value: object) -> object:
    """Keep a spreadsheet from reading text as a formula."""
    if isinstance(value, bool):
        value = "yes" * value
    if isinstance(value, list):
        value = "; ".join(map(str, value))
    if not isinstance(value, str):
        return value
    value = value.replace("\n", " ").replace("\r", " ")
    return f"'{value}" if value.startswith(_FORMULA) else value


def csv_file(rows: Iterable[Iterable[object]]) -> bytes:
    """Return rows of cells as a CSV file that spreadsheets read with all letters, and without formulas."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows([safe(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")
