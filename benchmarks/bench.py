"""`make bench`: compare the speed of noughts with a student's minimax and other programs.

OpenSpiel and easyAI take part if installed, and Pascal Pons' solver of connect four if the environment variable
`NOUGHTS_PONS` holds the path of its program. The script prints tables and writes docs/benchmarks.md.
"""

import argparse
import os
import platform
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

import peers
from report import Bench, Table
from sections import environments, first_move, node_mark, opponents, pages, random_games, start_up, stories, values
from solvers import HAS_KERNEL
from solving import connect_four, large_boards, side_by_side, stops
from tables import tables as every_position
from without_server import without_server

import noughts

SECTIONS: tuple[Callable[[Bench], Table], ...] = (
    *(first_move, values, side_by_side, connect_four, large_boards, stops),
    *(random_games, environments, opponents, start_up, node_mark, stories, pages, without_server, every_position),
)

WEB = "The web server under load"

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"

WORDS = """\
This page compares the speed of noughts with its goals and with other programs. The programs take turns in the same run,
so a busy machine slows all of them equally. The tables show median processor times. Times differ on other machines, but
the ratios are similar.
"""


def page(bench: Bench, tables: Sequence[Table]) -> str:
    """Return the text of docs/benchmarks.md."""
    command = "```console\n$ make bench\n```"
    parts = ["# Benchmarks", WORDS.rstrip(), command, f"`make bench` generated this page with {setting()}."]
    return "\n\n".join([*parts, *(table.markdown() for table in (bench.goals, *tables))]) + "\n"


def web_section() -> str:
    """Return the section on the web server from the last run with --web; empty if there was none."""
    written = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    _, heading, section = written.partition(f"\n## {WEB}\n")
    return heading + section


def under_load(bench: Bench) -> None:
    """Load-test the web server, and write the results at the end of the page."""
    from web_load import table  # needs Linux and the packages of the web page

    measured = table(bench, WEB)
    print(measured.text())
    if not bench.quick:
        rest = PAGE.read_text(encoding="utf-8").removesuffix(web_section())
        PAGE.write_text(f"{rest}\n{measured.markdown()}\n", encoding="utf-8")


def setting() -> str:
    """Return the names and versions of all programs that take part, and the number of cores."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    kernel = f"noughts-kernel {version('noughts-kernel')}" if HAS_KERNEL else None
    others = peers.open_spiel(), peers.easy_ai(), peers.pons()
    programs = filter(None, [f"noughts {noughts.__version__}", kernel, *others])
    return f"{', '.join(programs)} and {python} on {os.cpu_count()} cores"


def main() -> None:
    """Run the benchmarks, print the tables and write the page."""
    parser = argparse.ArgumentParser(description="Measure noughts and write docs/benchmarks.md.")
    parser.add_argument("--quick", action="store_true", help="measure everything once, and write nothing")
    parser.add_argument("--web", action="store_true", help="only load-test the web server; needs a quiet machine")
    parser.add_argument("--long", action="store_true", help="solve 8,8,5 too, which takes minutes")
    options = parser.parse_args()
    bench = Bench(options.quick, options.long)
    if options.web:
        under_load(bench)
        return
    print(setting())
    tables = []
    for section in SECTIONS:
        tables.append(section(bench))
        print("\n" + tables[-1].text(), flush=True)
    print("\n" + bench.goals.text())
    print(f"\n{WEB}: measured separately, with --web")
    if not bench.quick:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(page(bench, tables) + web_section(), encoding="utf-8")
        print(f"\nwritten to {PAGE.relative_to(PAGE.parents[1])}")


if __name__ == "__main__":
    main()
