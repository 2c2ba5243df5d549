"""Benchmarks of tablebases: build time, size and look-ups."""

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
from measure import Contender, take_turns
from report import Bench, Table, figures

from noughts import Game, Position, game
from noughts.solver.tablebase import Tablebase, build

GAMES = ("3,3,3", "4,3,3", "4,4,3 gravity", "4,4,3", "4,4,4", "5,4,4 gravity")
LARGEST = "4,4,4"
SAMPLE = 20_000  # positions from random games
AT_ONCE = 1_000_000


def tables(bench: Bench) -> Table:
    """Time building tables, and looking up positions one at a time and in batches."""
    table = Table("Tables of every position", ("game", "up to symmetry", "build, s", "bytes a position", "probe, µs"))
    table.head += ("in batches, millions a second",)
    table.words = (
        "We built each tablebase on one core. Then we looked up positions from random games, first one at a time in "
        "Python and then in batches of a million."
    )
    with tempfile.TemporaryDirectory() as folder:
        files = {name: Path(folder) / str(number) for number, name in enumerate(GAMES)}
        builds = [Contender(name, building(game(name), file)) for name, file in files.items()]
        take_turns(builds, bench.rounds(3))
        for built in builds:
            with Tablebase.open(files[built.name]) as opened:
                probe, batch = asking(opened, bench)
                each = opened.size / opened.classes
                row = (f"{opened.classes:,}", figures(built.median), figures(each), figures(probe), figures(batch))
            table.rows.append((built.name, *row))
            if built.name == LARGEST:
                bench.judge(f"table of {LARGEST}: seconds to build", built.median, most=60)
                bench.judge(f"table of {LARGEST}: bytes a position, up to symmetry", each, most=2)
                bench.judge(f"table of {LARGEST}: one position, µs", probe, most=5)
                bench.judge(f"table of {LARGEST}: in batches, millions of positions a second", batch, least=5)
    return table


def building(of: Game, file: Path) -> Callable[[], int]:
    def run() -> int:
        build(of, file)
        return 0

    return run


def asking(table: Tablebase, bench: Bench) -> tuple[float, float]:
    """Return the microseconds for one look-up, and the millions of look-ups a second in a batch."""
    positions = sample(table.game)
    x, o = (np.resize([getattr(at, side) for at in positions], AT_ONCE) for side in "xo")
    table.batch(x, o)  # this reads and checks every block of the file

    def one_by_one() -> int:
        for at in positions:
            table.score(at)
        return 0

    probe, batch = Contender("probe", one_by_one), Contender("batch", partial(batched, table, x, o))
    take_turns([probe, batch], bench.rounds(7))
    return probe.median / len(positions) * 1e6, AT_ONCE / batch.median / 1e6


def batched(table: Tablebase, x: "np.typing.NDArray[np.int64]", o: "np.typing.NDArray[np.int64]") -> int:
    return int(table.batch(x, o)[0]) * 0


def sample(of: Game) -> list[Position]:
    """Return positions from random games in random order."""
    random, positions = Random(1), list[Position]()
    while len(positions) < SAMPLE:
        at = Position(of)
        while not at.is_over:
            positions.append(at)
            at = at.play(random.choice(at.moves))
        positions.append(at)
    random.shuffle(positions)
    return positions[:SAMPLE]
