"""`noughts solve`: the winner, results of stopped searches, and errors without the kernel."""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from noughts import Position, analyse, game, solve
from noughts.explain.evaluation_json import evaluation_json
from noughts.terminal.commands.solve.analyse import analysis_text
from noughts.terminal.commands.solve.solve import TABLES
from noughts.terminal.running import effort_words, progress
from tests.terminal.terminal import Terminal, watched

START = [sys.executable, "-m", "noughts", "solve"]
MISSING = 'noughts: this needs the compiled kernel: pip install "noughts[solve]" (in a checkout: make kernel)\n'


def has_kernel() -> bool:
    try:
        import noughts_kernel  # noqa: F401
    except ImportError:
        return False
    return True


needs_kernel = pytest.mark.skipif(not has_kernel(), reason="the kernel is not built: make kernel")


def solved(*args: str) -> Any:
    run = Terminal.run("solve", *args, "--json")
    assert (run.status, run.err) == (0, "")
    return json.loads(run.out)


@pytest.mark.parametrize(
    ("name", "value", "plies"),
    [("3,3,3", "tie", 9), ("4,3,3", "win", 7), ("4,4,4", "tie", 16), ("4,3,3 misere", "lose", 11), ("3x3x3", "win", 7)],
)
def test_small_games_need_no_kernel(name: str, value: str, plies: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "noughts_kernel", None)
    answer = solved(name)
    assert (answer["positionValue"], answer["remoteness"]) == (value, plies)


@needs_kernel
@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((name, "win") for name in ("6,5,4", "6,6,4", "7,5,4")),
        *((name, "tie") for name in ("5,5,4", "6,4,4", "7,7,5", "8,8,6", "9,9,6")),
    ],
)
def test_solve_agrees_with_the_literature(name: str, value: str) -> None:
    answer = solved(name)
    assert answer["positionValue"] == value
    assert answer["moves"][0]["moveValue"] == value
    assert answer["nodes"] > 0
    again = solved(answer["moves"][0]["position"], "--game", name)
    assert again["positionValue"] == {"win": "lose", "tie": "tie"}[value]


@needs_kernel
def test_solve_finds_the_winner_of_weak_games() -> None:
    strong, weak = solved("3,3,3"), solved("3,3,3", "--weak")
    assert (strong["positionValue"], weak["positionValue"]) == ("tie", "win")
    assert weak["weak"]
    assert solved("3,3,3", "--weak", "--turn", "o")["positionValue"] == "tie"
    assert "the weak game. X to move: ▲ win." in Terminal.run("solve", "3,3,3", "--weak").out


@needs_kernel
def test_the_output_of_a_weak_game_names_the_breaker() -> None:
    text = Terminal.run("solve", "7,7,5", "--weak").out
    assert "the weak game. X to move: ■ O holds.\nA best move: d4. There may be others" in text
    assert "O holds" in Terminal.run("solve", "3,3,3", "--weak", "--turn", "o", "--moves").out


def test_a_row_that_does_not_fit_is_a_draw() -> None:
    assert Terminal.run("solve", "3,3,99").out.startswith("3 × 3, no row fits. X to move: ■ draw.\n")


@pytest.mark.parametrize(
    ("args", "ended"),
    [
        (["4,4,4", "--budget", "50"], "Ended by --budget."),
        (["20,20,5 misere", "--time", "0.2"], "Ended by --time."),
        (["10x10x10"], "Ended: the game is too long for Python to search to its end: use a smaller board."),
    ],
    ids=["budget", "time", "depth"],
)
def test_solve_prints_why_it_stopped(args: list[str], ended: str) -> None:
    run = Terminal.run("solve", *args)
    assert run.out.splitlines()[-2] == ended


@needs_kernel
@pytest.mark.parametrize(
    ("name", "budget", "best"),
    [
        ("7,7,5", 8_000, "A best move: {}. There may be others."),
        ("7,7,4", 60_000, "A best move: {}. There may be others."),
        ("5,5,3", 100, "{} wins. It is not known yet whether another move wins sooner."),
    ],
)
def test_an_interrupted_search_lists_the_moves_that_it_knows(name: str, budget: int, best: str) -> None:
    lines = Terminal.run("solve", name, "--moves", "--budget", str(budget)).out.splitlines()
    *known, unknown = [line.split() for line in lines if line.startswith("  ")]
    assert lines[1] == best.format(known[0][0])
    assert unknown[1] == "moves"
    assert len(known) + int(unknown[0]) == len(game(name).board)
    assert {cell for cell, *_ in known} <= {*Position(game(name)).game.board.names}


@needs_kernel
@pytest.mark.parametrize("name", ["8,8,5", "8,7,4 gravity"])
@pytest.mark.parametrize("threads", ["1", "3"])
@pytest.mark.parametrize("budget", [0, 1, 17, 1000, 12_345])
def test_solve_keeps_its_node_budget_exactly(name: str, threads: str, budget: int) -> None:
    nodes = solved(name, "--budget", str(budget), "--threads", threads)["nodes"]
    assert nodes == budget if threads == "1" else nodes <= budget


@pytest.mark.parametrize("name", ["2x2x2x2", "4,4,4", "3,3,3 gravity"])
@pytest.mark.parametrize("budget", [2**63 - 1, 2**64, 10**40])
def test_a_budget_of_more_than_64_bits_is_accepted(name: str, budget: int) -> None:
    unlimited, answer = solved(name), solved(name, "--budget", str(budget))
    assert (answer["positionValue"], answer["nodes"]) == (unlimited["positionValue"], unlimited["nodes"])


@needs_kernel
@pytest.mark.parametrize("name", ["6,5,4", "5,5,4 gravity"])
def test_the_memory_does_not_change_the_answer(name: str) -> None:
    answers = [solved(name, "--megabytes", size) for size in ("1", "2000")]
    assert [answer["positionValue"] for answer in answers] == [solved(name)["positionValue"]] * 2


@needs_kernel
def test_with_less_memory_more_nodes_are_searched_again() -> None:
    less, more = (solved("5,5,4 gravity", "--megabytes", size) for size in ("1", "64"))
    assert less["nodes"] > more["nodes"]


@pytest.mark.parametrize("size", ["0", "-1", "2000000", "much"])
def test_the_memory_must_be_a_possible_number(size: str) -> None:
    run = Terminal.run("solve", "3,3,3", "--megabytes", size)
    assert run.status == 2
    assert "--megabytes" in run.err


def test_solve_keeps_its_node_budget_without_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "noughts_kernel", None)
    assert [solved("4,4,4", "--budget", str(most))["nodes"] for most in (0, 1, 50, 2000)] == [0, 1, 50, 2000]


def test_solve_json_has_the_fields_of_analyse() -> None:
    answer = solved("o_x/x2_/x2o", "--moves")
    analysed = json.loads(Terminal.run("analyse", "o_x/x2_/x2o", "--json").out)
    for field in ("game", "position", "turn", "positionValue", "remoteness"):
        assert answer[field] == analysed[field]
    fields = ("move", "row", "column", "position", "moveValue", "remoteness")
    assert [{f: m[f] for f in fields} for m in answer["moves"]] == [
        {f: m[f] for f in fields} for m in analysed["moves"]
    ]


def test_solve_prints_the_winner_in_words() -> None:
    lines = Terminal.run("solve", "o_x/x2_/x2o", "--moves").out.splitlines()
    assert lines[:2] == ["3 × 3, three in a row. X to move: ▲ win in 1.", "Best move: b2."]
    assert lines[3:6] == ["  b2  ▲ win in 1", "  b1  ▼ loss in 2", "  c2  ▼ loss in 2"]
    assert len(Terminal.run("solve", "3,3,3").out.splitlines()) == 3, "moves are listed only with --moves"
    assert "X to move: win in 1." in Terminal.run("solve", "o_x/x2_/x2o", "--plain").out
    assert Terminal.run("solve", "xxx/oo_/3_").out == "3 × 3, three in a row. The game is over: X wins.\n"


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["3,3,3", "--budget", "0"], "X to move: it is unknown who wins.\n"),
        (["4,4,4", "--budget", "100", "--moves"], "moves  unknown"),
    ],
    ids=["none", "few"],
)
def test_small_budgets_work_without_the_kernel(args: list[str], expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "noughts_kernel", None)
    run = Terminal.run("solve", *args)
    assert run.status == 0
    assert expected in run.out


@needs_kernel
@pytest.mark.parametrize("limit", [["--budget", "3000"], ["--time", "0.1"]], ids=" ".join)
def test_a_search_that_runs_out_of_nodes_prints_what_is_known(limit: list[str]) -> None:
    run = Terminal.run("solve", "9,4,4", *limit)
    assert run.status == 0
    assert run.out.startswith("9 × 4, four in a row. X to move: O cannot win; it is unknown whether X wins.\n")
    answer = solved("9,4,4", *limit)
    assert (answer["positionValue"], answer["possible"], answer["moves"]) == ("undecided", ["win", "tie"], [])
    assert "it is unknown whether X wins." in Terminal.run("solve", "8,8,5", "--weak", *limit).out
    other = Terminal.run("solve", "9_/4_x4_/9_/9_ o", "--game", "9,4,4", *limit)
    assert "O to move: it is unknown who wins." in other.out


@needs_kernel
@pytest.mark.parametrize("threads", ["1", "2"])
def test_any_number_of_threads_gives_the_same_answer(threads: str) -> None:
    assert solved("6,5,4", "--threads", threads)["positionValue"] == "win"


@needs_kernel
@pytest.mark.slow
def test_an_interrupted_search_prints_what_is_known() -> None:
    with subprocess.Popen([*START, "9,4,4"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as run:
        time.sleep(4)  # wait until it searches
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=300)
    assert run.returncode == 130
    assert "O cannot win; it is unknown whether X wins." in out
    assert err == "", "no progress is shown in a pipe"


@needs_kernel
def test_solve_shows_progress_on_a_terminal() -> None:
    assert "a second; looking at " in watched("solve", "9,4,4", "--time", "1.5")


@needs_kernel
@pytest.mark.slow
def test_solve_shows_the_values_of_moves_on_a_terminal() -> None:
    shown = watched("solve", "8,8,4 gravity", "--moves", "--time", "1.5")
    assert "moves  unknown" in shown


def test_the_progress_line_shows_nodes_time_and_speed() -> None:
    assert effort_words(1, 0) == "1 node in 0.00 s"
    assert effort_words(3000, 2.0) == "3,000 nodes in 2.00 s, 1,500 a second"
    assert progress(3000, 2.0, "d4 e5") == "3,000 nodes in 2.00 s, 1,500 a second; looking at d4 e5"


@needs_kernel
def test_solve_prints_a_table_of_several_games() -> None:
    run = Terminal.run("solve", "--table", "small", "--budget", "3000")
    rows = run.out.splitlines()
    assert [row.split()[0] for row in rows] == TABLES["small"]
    assert rows[0].split()[1:3] == ["■", "draw"]
    assert rows[1].split()[1:6] == ["▲", "X", "wins", "in", "7"]
    assert "unknown which" in rows[9]
    answers = solved("--table", "small", "--budget", "200")
    assert [answer["game"] for answer in answers] == TABLES["small"]


def test_the_table_of_records_agrees_with_the_guide() -> None:
    guide = (Path(__file__).parents[3] / "docs" / "guide" / "solved-boards.md").read_text(encoding="utf-8")
    assert {*re.findall(r"^\| (\d+,\d+,\d+) \| \S+", guide, re.MULTILINE)} == {*TABLES["records"]}


@needs_kernel
@pytest.mark.slow
def test_the_table_of_small_games_is_solved() -> None:
    values = {answer["game"]: answer["positionValue"] for answer in solved("--table", "small")}
    wins = {"4,3,3", "4,4,3", "6,5,4", "6,6,4", "7,5,4"}
    assert values == {name: "win" if name in wins else "tie" for name in TABLES["small"]}


@needs_kernel
@pytest.mark.parametrize("side", [1, 2, 3])
def test_connect_four_on_a_board_with_a_short_side_is_a_draw(side: int) -> None:
    for other in range(4, 12 - side):
        assert solve(f"{side},{other},4 gravity").value == solve(f"{other},{side},4 gravity").value == 0


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ("4,4,4", "Every move draws."),
        ("xox/oxo/_x_ o", "Every move loses."),
        ("xo_/_x_/__o x", "Best moves: a2 and a3."),
        ("xoo/oxx/x_o x", "Best move: b3."),
    ],
)
def test_moves_that_are_all_equally_good_are_not_listed(start: str, words: str) -> None:
    assert words in Terminal.run("solve", start).out.splitlines()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([], "missing game: add a game, as in noughts solve 7,7,5"),
        (["chess"], "unknown game"),
        (["xx"], "expected 3 rows of 3"),
        (["16,16,5"], "boards of 1 to 128 cells, not 256"),
        (["9999,9999,5"], "at most"),
        (["3,3,3 gravity", "--weak"], "--weak needs plain k in a row, such as 7,7,5, not 3,3,3 gravity"),
        (["3,3,3", "--threads", "0"], "range"),
        (["3,3,3", "--threads", "257"], "range"),
        (["3,3,3", "--budget", "-1"], "range"),
        (["3,3,3", "--time", "0"], "range"),
        (["3,3,3", "--time", "nan"], "number of seconds"),
        (["3,3,3", "--time", "inf"], "number of seconds"),
        (["--table", "large"], "'small', 'records'"),
        (["3,3,3", "--table", "small"], "--table cannot be combined with"),
        (["--table", "small", "--moves"], "--table cannot be combined with"),
        (["3,3,3", "--turn", "z"], "expected x or o"),
    ],
    ids=" ".join,
)
def test_bad_input_prints_one_sentence(args: list[str], message: str) -> None:
    run = Terminal.run("solve", *args)
    assert (run.status, run.out) == (2, "")
    assert message in run.err
    assert run.err.count("\n") == 1
    assert "Traceback" not in run.err


@pytest.mark.parametrize("args", [["7,7,5"], ["3,3,3", "--weak"]], ids=" ".join)
def test_without_the_kernel_the_error_says_what_to_install(args: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "noughts_kernel", None)
    run = Terminal.run("solve", *args)
    assert (run.status, run.out, run.err) == (2, "", MISSING)


def test_solving_three_by_three_does_not_load_the_kernel() -> None:
    code = (
        "import sys; from noughts.terminal.program import run; "
        "status = run(['play', '--watch', 'perfect', 'hard', '--seed', '1']); "
        "run(['analyse', 'start']); "
        "assert not {'noughts_kernel', 'numpy', 'rich'} & {*sys.modules}, 'loaded'; sys.exit(status)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stderr


@needs_kernel
def test_analyse_says_that_the_winner_is_proven() -> None:
    analysis = analyse(Position(game("6,5,4")), 60_000)
    text = analysis_text(analysis, (), None, plain=False)
    assert "X to move: ▲ win." in text
    assert "The result is proven. The number of moves to the end" in text
    answer = evaluation_json(analysis)
    assert (answer["positionValue"], answer["remoteness"]) == ("win", None)
    assert answer["moves"][0]["moveValue"] == "win"


@pytest.mark.parametrize("moves", [(), ("--moves",)])
def test_no_move_is_called_best_before_it_is_proved(moves: tuple[str, ...]) -> None:
    done = Terminal.run("solve", "dddda", "--game", "connect four", "--budget", "0", *moves)
    assert "O to move: ▲ win in 35.\nIt is not known yet which move is best.\n" in done.out
    assert "Ended by --budget." in done.out
    data = json.loads(Terminal.run("solve", "dddda", "--game", "connect four", "--budget", "0", *moves, "--json").out)
    assert (data["positionValue"], data["remoteness"], data["ended"]) == ("win", 35, "--budget")
