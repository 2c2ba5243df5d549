"""Tables as text."""

from collections.abc import Sequence


def table(rows: Sequence[Sequence[str]], sides: str = ">", *, indent: int = 0) -> str:
    """Align the cells of a table in columns that are two spaces apart.

    Args:
        rows: the cells of each row. All rows have the same number of cells.
        sides: the side of each column to which its cells are aligned, ``<`` or ``>``. The last side applies to all
            further columns.
        indent: the number of spaces before each row.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    marks = sides.ljust(len(widths), sides[-1])
    lines = []
    for row in rows:
        cells = [f"{cell:{mark}{width}}" for cell, mark, width in zip(row, marks, widths, strict=True)]
        lines.append((" " * indent + "  ".join(cells)).rstrip())
    return "\n".join(lines)
