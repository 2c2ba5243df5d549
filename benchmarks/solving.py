"""Benchmarks of solving: compared with other programs, on large boards, and the time to stop a search."""

import threading
import time
from collections.abc import Callable
from random import Random
from statistics import median

import peers
import solvers
from measure import Contender, clock, take_turns
from report import Bench, Table, figures

from noughts import Position, game
from noughts.rules.tactics import completing_moves
from noughts.solver.kernels.general import GeneralKernel
from noughts.solver.kernels.mnk import MnkKernel
from noughts.solver.limit import Budget

SIDE_BY_SIDE = ("3,3,3", "4,3,3", "4,4,4")
LIMIT = 60  # the time limit in seconds for one solver on one game
LONG = 5  # a solver that takes longer than these seconds runs only once

GOALS = {"5,5,4": 0.05, "6,5,4": 0.05, "6,6,4": 0.05, "7,7,5": 0.02, "8,7,5": 1.5, "9,8,6": 0.01, "9,9,6": 0.3}
"""The large boards, and the goal in seconds for the kernel to solve each."""

LONGEST, LONGEST_GOAL, LONGEST_GOAL_TWO = "8,8,5", 60, 35
CONNECT_FOUR = {8: 4, 10: 10, 12: 30, 14: 100, 16: 100, 20: 100, 24: 100}
"""The plies of the random positions of connect four, and the number of positions of each."""

STOPS, STOP_GOAL = 200, 20  # the goal in milliseconds


def side_by_side(bench: Bench) -> Table:
    """Time all solvers on the empty boards of small games, in turns and in separate processes."""
    limit = 2 if bench.quick else LIMIT
    names = list(solvers.contenders())
    took: dict[tuple[str, str], list[float]] = {(name, shape): [] for name in names for shape in SIDE_BY_SIDE}
    given_up, values = set[tuple[str, str]](), dict[str, int]()
    for _ in range(bench.rounds(3)):
        for shape, name in ((shape, name) for shape in SIDE_BY_SIDE for name in names):
            each = took[name, shape]
            if (name, shape) in given_up or (each and each[-1] > LONG):
                continue
            result = solvers.solved(name, shape, limit)
            if result is None:
                given_up.add((name, shape))
                continue
            each.append(result[0])
            if values.setdefault(shape, result[1]) != result[1]:
                raise AssertionError(f"{name} says that {shape} is worth {result[1]}, not {values[shape]}")

    head = (cell for shape in SIDE_BY_SIDE for cell in (f"{shape}, ms", "times as long"))
    table = Table("Solving, side by side", ("the value of the empty board", *head))
    table.words = (
        "Each solver ran in its own process with empty caches. The times exclude process start-up. "
        f"“> {1000 * limit:,.0f}” means that a solver did not finish within {limit} s. "
        "All solvers that finished found the same values."
    )
    best = {shape: median(took[names[0], shape]) for shape in SIDE_BY_SIDE if took[names[0], shape]}
    for name in names:
        row = [name]
        for shape in SIDE_BY_SIDE:
            seconds, more = (median(took[name, shape]), "") if took[name, shape] else (limit, "> ")
            row += [more + figures(seconds * 1000), more + figures(seconds / best[shape]) if shape in best else "–"]
        table.rows.append(tuple(row))
    if solvers.HAS_KERNEL and "4,4,4" in best:
        bench.judge(f"4,4,4 by {names[0]}, ms", best["4,4,4"] * 1000, most=1)
    return table


def large_boards(bench: Bench) -> Table:
    """Time the kernel on the empty boards of large games; on the longest one only with --long."""
    table = Table("Solving large boards", ("the value of the empty board", "result for X", "s", "nodes"))
    table.words = (
        "`MnkKernel.bounds` computed each value on one core with empty caches. `noughts solve` visits more nodes, "
        "because it also looks for a best move, and on small boards for the fastest win."
    )
    if not solvers.HAS_KERNEL:
        return table
    values: dict[str, str] = {}

    def solving(shape: str) -> Callable[[], int]:
        start = Position(game(shape))

        def solve() -> int:
            effort = Budget()
            value = MnkKernel(start.game).bounds(start, effort).value
            values[shape] = "draw" if value == 0 else "win"
            return effort.nodes

        return solve

    goals = GOALS | ({LONGEST: LONGEST_GOAL} if bench.long else {})
    contenders = [Contender(shape, solving(shape), most=1 if shape == LONGEST else 99) for shape in goals]
    take_turns(contenders, bench.rounds(5))
    for contender in contenders:
        shape = contender.name
        table.rows.append((shape, values[shape], figures(contender.median), f"{contender.count:,}"))
        bench.judge(f"{shape} by the kernel, s", contender.median, most=goals[shape])
    if bench.long:
        start, effort = Position(game(LONGEST)), Budget()
        began = time.perf_counter()
        MnkKernel(start.game).bounds(start, effort, threads=2)
        seconds = time.perf_counter() - began
        table.rows.append((f"{LONGEST} with two threads", values[LONGEST], figures(seconds), f"{effort.nodes:,}"))
        table.words += " With two threads, the time is wall-clock time."
        bench.judge(f"{LONGEST} by two threads of the kernel, s", seconds, most=LONGEST_GOAL_TWO)
    return table


def connect_four(bench: Bench) -> Table:
    """Time the kernel and Pascal Pons' solver on the same random positions of connect four, in turns."""
    table = Table("Connect four, side by side")
    if not solvers.HAS_KERNEL:
        table.words = "Skipped: the kernel is not installed. To install it: `make kernel`."
        return table
    if not peers.pons():
        table.words = (
            "Skipped: this compares the kernel with Pascal Pons' solver. Get it from "
            f"https://github.com/PascalPons/connect4, and set `{peers.PONS}` to the path of its program `c4solver`. "
            "Needs Linux."
        )
        return table
    table.head = ("ply", "positions", "kernel, ms", "Pascal Pons' solver, ms", "times as fast")
    table.words = (
        "`GeneralKernel.score` and [Pascal Pons' solver](https://github.com/PascalPons/connect4) took turns to find "
        "the exact scores of the same random positions, on one core and without an opening book. In each of these "
        "positions, the player to move cannot win at once. The times are mean processor times per position. The times "
        "of the kernel include the call from Python, and the times of the other solver include reading and writing "
        "text. Both solvers started each ply with an empty transposition table, of up to 64 MB for the kernel and 80 "
        "MB for the other solver. All scores agreed."
    )
    for ply, count in CONNECT_FOUR.items():
        positions = random_positions(ply, count // 10 if bench.quick else count)
        if not positions:
            continue
        kernel = GeneralKernel(game("connect four"), megabytes=64)
        ours = theirs = 0.0
        with peers.pons_solver() as pons:
            for columns, position in positions:
                start = clock()
                score = kernel.score(position) or 0
                ours += clock() - start
                their_score, seconds = pons(columns)
                theirs += seconds
                if pons_score(score) != their_score:
                    raise SystemExit(
                        f"The solvers disagree on connect four after {columns}: the score is {their_score} by Pascal "
                        f"Pons' solver and {pons_score(score)} by the kernel."
                    )
        each = (figures(seconds / len(positions) * 1000) for seconds in (ours, theirs))
        table.rows.append((str(ply), str(len(positions)), *each, figures(theirs / ours)))
        bench.judge(f"connect four at ply {ply}, times as fast as Pascal Pons' solver", theirs / ours, least=1)
    return table


def random_positions(ply: int, count: int) -> list[tuple[str, Position]]:
    """Return random positions of connect four in which the player to move cannot win at once.

    Each comes with the columns of its moves, 1 to 7.
    """
    random, start, found = Random(ply), Position(game("connect four")), list[tuple[str, Position]]()
    while len(found) < count:
        position, columns = start, ""
        while len(columns) < ply and not position.is_over:
            move = random.choice(position.moves)
            position, columns = position.play(move), columns + str(position.game.board.points[move][0] + 1)
        if not position.is_over and not completing_moves(position, position.turn):
            found.append((columns, position))
    return found


def pons_score(score: int) -> int:
    """Convert a score of noughts to the scale of Pascal Pons' solver: 22 minus the number of the winner's stones."""
    return (score + 1) // 2 if score > 0 else -((1 - score) // 2)


def stops(bench: Bench) -> Table:
    """Stop searches of the kernel at random moments, and time how long they take to return."""
    count = 20 if bench.quick else STOPS
    head = ("from the stop to the answer", "median, ms", "worst, ms", "worst wall time, ms")
    table = Table("Stopped at random moments", head)
    table.words = (
        f"We stopped each search {count} times, each time after at most 50 ms. Each search reused the results of the "
        "previous search."
    )
    if not solvers.HAS_KERNEL:
        return table
    large, small = Position(game("8,8,5")), Position(game("5,5,4 misere"))
    mnk, general = MnkKernel(large.game), GeneralKernel(small.game)
    searches: dict[str, Callable[[Budget], object]] = {
        "`MnkKernel.bounds` of 8,8,5": lambda effort: mnk.bounds(large, effort),
        "the same, by two threads": lambda effort: mnk.bounds(large, effort, threads=2),
        "`GeneralKernel.score` of 5,5,4 misère": lambda effort: general.score(small, control=effort.control()),
    }
    random, worst = Random(1), 0.0
    for name, search in searches.items():
        used, waited = zip(*(stopped(search, random.uniform(0, 0.05)) for _ in range(count)), strict=True)
        table.rows.append((name, *(figures(seconds * 1000) for seconds in (median(used), max(used), max(waited)))))
        worst = max(worst, *used)
    bench.judge(
        f"the worst time from a stop to the answer, of {count} stops a search, ms", worst * 1000, most=STOP_GOAL
    )
    return table


def stopped(search: Callable[[Budget], object], after: float) -> tuple[float, float]:
    """Stop a search after `after` seconds; return the seconds until it returns, in processor time and wall time."""
    effort = Budget()
    thread = threading.Thread(target=search, args=[effort])
    thread.start()
    time.sleep(after)
    began, wall_began = clock(), time.perf_counter()
    effort.stop()
    thread.join()
    return clock() - began, time.perf_counter() - wall_began
