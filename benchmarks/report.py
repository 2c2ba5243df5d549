"""Print tables for the terminal and in Markdown, and compare measurements with goals."""

import re
from dataclasses import dataclass, field


@dataclass
class Table:
    """A table with a title and an optional note below it. Numbers are aligned to the right.

    A section that was skipped has no head and no rows, and the note says why.
    """

    title: str
    head: tuple[str, ...] = ()
    rows: list[tuple[str, ...]] = field(default_factory=list)
    words: str = ""

    def text(self) -> str:
        """Return the table as plain text."""
        if not self.head:
            return f"{self.title}\n  {self.words}"
        rows = [self.head, *self.rows]
        widths = [max(len(row[column]) for row in rows) for column in range(len(self.head))]
        lines = ["  ".join(self._placed(row, column, widths) for column in range(len(widths))) for row in rows]
        return "\n".join([self.title, *("  " + line.rstrip() for line in lines)])

    def markdown(self) -> str:
        """Return the table as Markdown."""
        if not self.head:
            return f"## {self.title}\n\n{self.words}"
        rule = ["---:" if self._is_number(column) else "---" for column in range(len(self.head))]
        lines = ["| " + " | ".join(cells) + " |" for cells in (self.head, rule, *self.rows)]
        return "\n\n".join(filter(None, [f"## {self.title}", self.words, "\n".join(lines)]))

    def _placed(self, row: tuple[str, ...], column: int, widths: list[int]) -> str:
        width = widths[column]
        return row[column].rjust(width) if self._is_number(column) else row[column].ljust(width)

    def _is_number(self, column: int) -> bool:
        return all(re.fullmatch(r"(> )?[0-9,.]+|–", row[column]) for row in self.rows)


def figures(number: float) -> str:
    """Return a number with three significant figures, or with all digits before the point."""
    if number == 0:
        return "0"
    digits = 2
    while abs(number) < 10 ** (2 - digits) and digits < 6:
        digits += 1
    while abs(number) >= 10 ** (3 - digits) and digits > 0:
        digits -= 1
    return f"{number:,.{digits}f}"


@dataclass
class Bench:
    """One run of the benchmarks: its options, and the goals with their measurements."""

    quick: bool
    long: bool = False
    goals: Table = field(default_factory=lambda: Table("Goals", ("what", "goal", "measured", "")))

    def rounds(self, many: int) -> int:
        return 1 if self.quick else many

    def judge(self, name: str, measured: float, *, least: float | None = None, most: float | None = None) -> None:
        is_met = (least is None or measured >= least) and (most is None or measured <= most)
        goal = f"≤ {most:,}" if least is None else f"≥ {least:,}"
        self.goals.rows.append((name, goal, figures(measured), "met" if is_met else "**missed**"))
