"""`make bench`: how quick noughts is, beside minimax as students write it and, if installed, OpenSpiel.

Prints tables and writes docs/benchmarks.md.
"""

import argparse
import os
import platform
from collections.abc import Sequence
from pathlib import Path

import peers
from report import Bench, Table
from sections import first_move, node_mark, random_games, start_up, stories, values
from tables import tables as every_position

import noughts

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"

WORDS = """\
The contenders take turns in one run, so that a busy machine slows all alike, and medians count. Times are those of the
processor. On another machine they are others; the ratios are much the same.
"""


def page(bench: Bench, tables: Sequence[Table]) -> str:
    """Return docs/benchmarks.md."""
    command = "```console\n$ make bench\n```"
    parts = ["# Measured", command, f"wrote this page, with {setting()}.", WORDS.rstrip()]
    return "\n\n".join([*parts, *(table.markdown() for table in (bench.goals, *tables))]) + "\n"


def setting() -> str:
    """Return what was measured with what."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return ", ".join(
        filter(None, [f"noughts {noughts.__version__}", peers.open_spiel(), python, f"{os.cpu_count()} cores"])
    )


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description="Measure noughts and write docs/benchmarks.md.")
    parser.add_argument("--quick", action="store_true", help="measure everything once, and write nothing")
    bench = Bench(parser.parse_args().quick)
    print(setting())
    tables = []
    for section in (first_move, values, random_games, start_up, node_mark, stories, every_position):
        tables.append(section(bench))
        print("\n" + tables[-1].text(), flush=True)
    print("\n" + bench.goals.text())
    if not bench.quick:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(page(bench, tables), encoding="utf-8")
        print(f"\nwritten to {PAGE.relative_to(PAGE.parents[1])}")


if __name__ == "__main__":
    main()
