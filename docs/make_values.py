"""Write the tables of docs/guide/values.md from the values that `noughts values` has computed.

Run `python docs/make_values.py` after a change of a file in docs/values. A test fails when the page is out of date.
"""

import csv
import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE / "guide" / "values.md"
TABLE = re.compile(r"(<!-- table: ([^\n]+) (\d+) -->\n).*?(<!-- end -->\n)", re.DOTALL)

Row = dict[str, str]
Key = tuple[str, int, int, int]  # kind, k, columns, rows


def read(name: str) -> dict[Key, Row]:
    """Return the rows of a file in docs/values by their game."""
    with (HERE / "values" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return {
            (row["kind"], int(row["k"]), int(row["columns"]), int(row["rows"])): row for row in csv.DictReader(file)
        }


def cell(found: Row | None, published: Row | None) -> str:
    """Return one value as Markdown. The part of the value that was published before is bold."""
    if found is None:
        return ""
    value, plies = found["value"].replace("unknown", "?"), found["plies"]
    if published is None or value not in (published["value"], "?"):
        return f"{value} {plies}".rstrip()
    if value == "?":
        return f"? (**{published['value']}**)"
    return f"**{value} {plies}**" if plies and published["plies"] else f"**{value}** {plies}".rstrip()


def table(kind: str, k: int) -> str:
    """Return the values of one kind and one k as a Markdown table, with the columns of the boards across."""
    published = read("published")
    found = {key[2:]: row for key, row in read("values").items() if key[:2] == (kind, k)}
    across, down = ([*range(1, max(board[axis] for board in found) + 1)] for axis in (0, 1))
    lines = ["| rows ↓ columns → | " + " | ".join(map(str, across)) + " |", "|---:|" + "---|" * len(across)]
    for rows in down:
        cells = [cell(found.get((columns, rows)), published.get((kind, k, columns, rows))) for columns in across]
        lines.append(f"| {rows} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def page(text: str) -> str:
    """Return the text of the page with new tables."""
    return TABLE.sub(lambda match: f"{match[1]}\n{table(match[2], int(match[3]))}\n{match[4]}", text)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
