"""The benchmarks: each function measures one table and compares it with the goals."""

import inspect
import os
import tempfile
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import browser
import peers
import students
from measure import Contender, fresh_processes, run_python, take_turns
from report import Bench, Table, figures
from solvers import HAS_KERNEL

from noughts import (
    IgnoreDistance,
    Ordered,
    Position,
    Solver,
    alphabeta,
    analyse,
    canonical,
    centre_first,
    game,
    minimax,
    negamax,
    player,
    playout,
    playouts,
    tell,
    transposition,
)
from noughts.explain.story.atlas import atlas
from noughts.render.explorer import page as explorer_page
from noughts.search import minimax as textbook
from noughts.solver.evaluation import distance

GAME = game("tictactoe")
EMPTY = Position(GAME)


def first_move(bench: Bench) -> Table:
    """Time all programs that find the first move on 3 × 3."""

    def student(search: Callable[[], students.InPlace | students.Copying]) -> Callable[[], int]:
        def run() -> int:
            searcher = search()
            searcher.best_move(students.empty_grid())
            return searcher.nodes

        return run

    def visited(search: Callable[[], Any]) -> Callable[[], int]:
        return lambda: int(search().visited)

    def score() -> int:
        solver = Solver(GAME)
        solver.score(EMPTY)
        return solver.visited

    baseline = Contender("a student's minimax: nested lists, in place", student(students.InPlace))
    plain = Contender("`minimax`", visited(lambda: minimax(EMPTY)))
    everyday = Contender("`Solver(game).score`", score)
    contenders = [
        baseline,
        Contender("the same, with new lists for every move", student(lambda: students.Copying(students.new_lists))),
        Contender("the same, with `deepcopy` for every move", student(students.Copying), most=0 if bench.quick else 3),
        plain,
        Contender("`negamax`", visited(lambda: negamax(EMPTY))),
        Contender("`alphabeta`", visited(lambda: alphabeta(EMPTY))),
        Contender("`alphabeta`, scores ±1", visited(lambda: alphabeta(IgnoreDistance(EMPTY)))),
        Contender("`alphabeta`, centre first", visited(lambda: alphabeta(Ordered(EMPTY, centre_first)))),
        Contender("`transposition`", visited(lambda: transposition(EMPTY))),
        Contender("`transposition`, mirror images as one", visited(lambda: transposition(EMPTY, key=canonical))),
        everyday,
        Contender("`analyse`: all moves, with losing replies", visited(lambda: analyse(EMPTY))),
        Contender('`load("perfect").choose`', visited(lambda: player("perfect").choose(EMPTY, Random(1)))),
        *peers.searches(),
    ]
    take_turns(contenders, bench.rounds(9))
    first = Contender("`Solver(game).score`, the first call of a new process", lambda: 0)
    code = (
        "import time; from noughts import Position, Solver, game; position = Position(game('tictactoe'))\n"
        "start = time.process_time(); solver = Solver(position.game); solver.score(position)\n"
        "print(time.process_time() - start, solver.visited)"
    )
    for _ in range(bench.rounds(15)):
        seconds, nodes = run_python(["-c", code]).split()
        first.seconds.append(float(seconds))
        first.count = int(nodes)
    contenders.insert(contenders.index(everyday) + 1, first)

    table = Table("The first move on 3 × 3", ("by a full search", "times as fast", "ms", "nodes", "runs"))
    table.words = "Every run starts with a new table, a new solver and a new player, so all caches are empty."
    for contender in contenders:
        if contender.seconds:
            count = f"{contender.count:,}" if contender.count else "–"
            ratio = figures(baseline.median / contender.median)
            runs = f"{len(contender.seconds):,}"
            table.rows.append((contender.name, ratio, figures(contender.median * 1000), count, runs))
    bench.judge(f"{everyday.name}, times as fast as a student's minimax", baseline.median / everyday.median, least=1000)
    bench.judge(f"{plain.name}, times as slow as a student's", plain.median / baseline.median, most=3)
    return table


def values(bench: Bench) -> Table:
    """Time the value of the empty board of several games."""
    names = ["3,3,3", "4,3,3", "4,4,3", "4,4,4", "3x3x3", "4,4,3 gravity", "5,4,4"][: 6 if bench.quick else 7]

    def solve(name: str) -> int:
        solver = Solver(game(name))
        solver.score(Position(solver.game))
        return solver.visited

    contenders = [Contender(name, partial(solve, name)) for name in names]
    take_turns(contenders, bench.rounds(5))
    table = Table("The value of the empty board", ("game", "result for X", "ms", "nodes"))
    table.words = "A *win in n* takes *n* plies. For each game, a new `Solver` computed the score."
    for contender in contenders:
        start = Position(game(contender.name))
        score = Solver(start.game).score(start)
        plies = distance(score, start.empty.bit_count())
        value = f"{'win' if score > 0 else 'loss'} in {plies}" if score else "draw"
        table.rows.append((contender.name, value, figures(contender.median * 1000), f"{contender.count:,}"))
    return table


def random_games(bench: Bench) -> Table:
    """Time games of random moves on 3 × 3."""
    random, count = Random(1), 100 if bench.quick else 2000

    def stepping() -> int:
        for _ in range(count):
            position = EMPTY
            while not position.is_over:
                position = position.play(random.choice(position.moves))
        return count

    def one_by_one() -> int:
        for _ in range(count):
            playout(EMPTY, random)
        return count

    def in_bulk() -> int:
        return playouts(EMPTY, count, random).total()

    def lists() -> int:
        for _ in range(count):
            students.random_game(random)
        return count

    baseline = Contender("a student's nested lists", lists)
    stepped = Contender("`Position.play`, with all its checks", stepping)
    bulk = Contender("`playouts`, all at once", in_bulk)
    contenders = [baseline, stepped, Contender("`playout`, game by game", one_by_one), bulk]
    contenders += peers.random_games(count, random)
    take_turns(contenders, bench.rounds(9))
    table = Table("Random games on 3 × 3", ("", "times as fast", "games a second"))
    for contender in contenders:
        games = f"{contender.count / contender.median:,.0f}"
        table.rows.append((contender.name, figures(baseline.median / contender.median), games))
    for contender, least in ((stepped, 25_000), (bulk, 200_000)):
        bench.judge(f"{contender.name}: random games a second", contender.count / contender.median, least=least)
    return table


def start_up(bench: Bench) -> Table:
    """Time new processes from start to exit."""
    commands = {
        "`python -c pass`": ["-c", "pass"],
        "`from noughts import Position, minimax`": ["-c", "from noughts import Position, minimax"],
        "`noughts --help`": ["-m", "noughts", "--help"],
        "`noughts analyse o_x/x2_/x2o`": ["-m", "noughts", "analyse", "o_x/x2_/x2o"],
    }
    python, package, helped, analysed = commands
    kernel, solved = "`import noughts_kernel`", "`noughts solve 7,7,5`"
    if HAS_KERNEL:
        commands |= {kernel: ["-c", "import noughts_kernel"], solved: ["-m", "noughts", "solve", "7,7,5"]}
    took = {name: seconds * 1000 for name, seconds in fresh_processes(commands, bench.rounds(25)).items()}
    table = Table("Start-up", ("a new process", "ms over Python's own", "ms"))
    for name, ms in took.items():
        table.rows.append((name, figures(ms - took[python]), figures(ms)))
    bench.judge(f"{package}, ms over Python's own start", took[package] - took[python], most=40)
    bench.judge(f"{helped}, ms over Python's own start", took[helped] - took[python], most=150)
    bench.judge(f"{analysed}, ms in all", took[analysed], most=300)
    if HAS_KERNEL:
        bench.judge(f"{kernel}, ms over Python's own start", took[kernel] - took[python], most=20)
        bench.judge(f"{solved}, ms in all", took[solved], most=300)
    return table


def stories(bench: Bench) -> Table:
    """Time building the story of a search, and showing its page."""
    # The largest tree of five cells, with 326 states: no game ends before the board is full.
    five = Position(game("5,1,5"))
    story = tell(five)
    file = Path(tempfile.gettempdir()) / f"noughts-bench-{os.getpid()}.html"

    def whole() -> int:
        file.write_text(explorer_page(tell(five), title="a story"), encoding="utf-8")
        return len(story.nodes)

    def opened() -> int:
        file.write_text(explorer_page(atlas(EMPTY), title="the empty board"), encoding="utf-8")
        return 0

    telling = Contender("`tell`: 326 states, every step with its sentence", lambda: len(tell(five).nodes))
    written = Contender("the same, with its page written", whole)
    lazily = Contender("the page of the empty board, to open move by move", opened)
    take_turns([telling, written, lazily], bench.rounds(9))
    file.unlink(missing_ok=True)
    table = Table("The story of a search", ("", "ms"))
    for contender in (telling, written, lazily):
        table.rows.append((contender.name, figures(contender.median * 1000)))
    bench.judge("a story of 326 states, told and its page written, ms", written.median * 1000, most=100)
    times = browser.page_shown(story, bench.rounds(9))
    if times:
        table.rows.append(("its page in Chromium: first paint", figures(times.paint)))
        table.rows.append(("its page: the tree, as far as it is in view", figures(times.tree)))
        table.rows.append(("its page: all 326 states, most of them out of view", figures(times.whole)))
        table.rows.append(("a step there, the median of all steps", figures(times.step)))
        bench.judge("the page of 326 states: first paint, ms", times.paint, most=200)
        bench.judge("a step there, ms", times.step, most=16)
    painted = browser.tab_painted(["game=3,3,3", "game=5,1,5"], bench.rounds(7))
    for tree, milliseconds in zip(("the empty board", "326 states"), painted, strict=bool(painted)):
        table.rows.append((f"the Explore tab in Chromium, {tree}: first paint", figures(milliseconds)))
        bench.judge(f"the Explore tab, {tree}: first paint, ms", milliseconds, most=200)
    return table


def node_mark(bench: Bench) -> Table:
    """Time minimax with and without `@node` when no trace is recorded."""
    bare = ModuleType("bare")
    exec(inspect.getsource(textbook).replace("@node\n", ""), vars(bare))
    position = EMPTY.play("b2")

    def value(search: Callable[[Any], float]) -> Callable[[], int]:
        return lambda: int(search(position) * 0)

    def result(search: Callable[[Any], Any]) -> Callable[[], int]:
        return lambda: int(search(position).visited * 0)

    bare_value = Contender("`max_value` without the mark", value(bare.max_value))
    marked_value = Contender("`max_value`", value(textbook.max_value))
    bare_result = Contender("`minimax` without the mark", result(bare.minimax))
    marked_result = Contender("`minimax`, which counts nodes and checks limits", result(textbook.minimax))
    contenders = [bare_value, marked_value, bare_result, marked_result]
    take_turns(contenders, bench.rounds(15))
    table = Table("What `@node` costs without a trace", ("after b2", "times as slow", "ms"))
    for contender, without in zip(contenders, [bare_value] * 2 + [bare_result] * 2, strict=True):
        ratio = figures(contender.median / without.median)
        table.rows.append((contender.name, ratio, figures(contender.median * 1000)))
    bench.judge("`@node` outside a `Watch`, times as slow", marked_value.median / bare_value.median, most=1.1)
    bench.judge("`@node` inside a `Watch`, times as slow", marked_result.median / bare_result.median, most=1.1)
    return table


def environments(bench: Bench) -> Table:
    """Time learning environments."""
    return _environments(bench, "Learning environments", "table")


def opponents(bench: Bench) -> Table:
    """Time learning environments in which an agent plays against a level."""
    return _environments(bench, "Learning environments with an opponent", "opponents")


def _environments(bench: Bench, title: str, function: str) -> Table:
    if not (find_spec("gymnasium") and find_spec("pettingzoo")):
        return Table(title, words="Not measured: this needs the extra [rl].")
    measured: Table = getattr(import_module("environments"), function)(bench, title)  # needs NumPy, too
    return measured


def pages(bench: Bench) -> Table:
    """Time the waits of visitors of the web page."""
    title = "The page in a browser"
    visit = browser.visit(bench.rounds(15))
    if not visit:
        return Table(title, words="Not measured: this needs Playwright, Chromium and the extra [web].")
    table = Table(title, ("median in Chromium, with `noughts web` on the same machine", ""))
    for name, measured, most in (
        ("`/` for a new visitor: first paint, ms", visit.cold, 200),
        ("`/` for a new visitor: kB", visit.cold_bytes / 1000, 80),
        ("`/` for a visitor who returns: first paint, ms", visit.warm, 100),
        ("`/` for a visitor who returns: kB", visit.warm_bytes / 1000, 10),
        ("from a press to the own mark, ms", visit.own_mark, 33),  # two frames: one to draw it, one to show it
        ("from a press to the computer's mark on 3 × 3, ms", visit.computer, 80),
        ("from a press to the mark on the friend's screen, ms", visit.friend, 80),
    ):
        table.rows.append((name, figures(measured)))
        bench.judge(f"the page: {name}", measured, most=most)
    return table
