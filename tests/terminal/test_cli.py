"""The terminal program: its output, its exit status, and one-sentence errors without a traceback."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from noughts import match, read_games
from noughts.__main__ import main
from noughts.players.opponent import Opponent
from noughts.players.tournament import Tournament
from noughts.system.signals import ended_in_order
from tests.terminal.terminal import Terminal, watched

START = [sys.executable, "-m", "noughts"]
ROOT = Path(__file__).parents[2]
STUDENTS = ROOT / "tests" / "students"


# The three boards of the course sheets, with the best move by row and column from 0 and its value.
SHEETS = [("oxx/xxo/_o_", "x", (2, 0), "win"), ("ox_/oxx/_ox", "x", (0, 2), "win"), ("oxx/xoo/_ox", "x", (2, 0), "tie")]


@pytest.mark.parametrize(("board", "turn", "best", "value"), SHEETS)
def test_analyse_solves_the_course_sheets(board: str, turn: str, best: tuple[int, int], value: str) -> None:
    answer: Any = json.loads(Terminal.run("analyse", board, "--turn", turn, "--scores", "ten", "--json").out)
    assert (answer["moves"][0]["row"], answer["moves"][0]["column"]) == best
    assert answer["positionValue"] == answer["moves"][0]["moveValue"] == value
    assert answer["score"] == {"win": 10, "tie": 0}[value]
    text = Terminal.run("analyse", f"{board} {turn}", "--scores", "ten").out
    assert f"(row {best[0]}, column {best[1]}, counted from 0)" in text
    assert ("win in 1 (+10)" if value == "win" else "draw (0)") in text


def test_analyse_prints_moves_best_first_in_plain_words() -> None:
    out = Terminal.run("analyse", "o_x/x2_/x2o").out
    assert "X to move: ▲ win in 1." in out
    lines = [line.split() for line in out.splitlines()[-5:-2]]
    assert [line[0] for line in lines] == ["b2", "b1", "c2"], "best first"
    assert lines[1][1:5] == lines[2][1:5] == ["▼", "loss", "in", "2"]


def test_analyse_accepts_moves_and_sgf() -> None:
    def analysed(*args: str) -> str:
        return Terminal.run("analyse", *args).out.partition("\nSearched")[0]

    expected = analysed("o2_/_x_/3_ x")
    for text in ("b2 a1", "1. b2 a1 (1... c1 {or so})", "(;GM[1]SZ[3];B[bb];W[aa])"):
        assert analysed(text) == expected
    assert "move 2: b2 is taken" in Terminal.run("analyse", "b2 b2").err
    columns = [analysed(text, "--game", "4,4,4 gravity") for text in ("b4 b3 c4", "bbc", "2 2 3")]
    assert columns[0] == columns[1] == columns[2] != ""


@pytest.mark.parametrize("command", [["review"], ["check"], ["play", "--load"], ["solve", "3,3,3", "--proof"]])
def test_an_empty_file_name_is_an_error(command: list[str]) -> None:
    run = Terminal.run(*command, "")
    assert (run.status, run.out) == (2, "")
    assert "the file name is empty" in run.err


@pytest.mark.parametrize(
    ("encoding", "line"),
    [
        ("ascii", "  b1  v loss in 2 (-10)"),
        ("cp1252", "  b1  v loss in 2 (-10)"),
        ("utf-8", "  b1  ▼ loss in 2 (−10)"),
    ],
)
def test_characters_that_the_encoding_lacks_become_plain_ones(encoding: str, line: str) -> None:
    assert f"\n{line}  " in Terminal.run("analyse", "o_x/x2_/x2o", "--scores", "ten", encoding=encoding).out


@pytest.mark.parametrize(
    ("unit", "scores"),
    [("one", [1, -1, -1]), ("ten", [10, -10, -10]), ("depth", [9, -8, -8]), ("noughts", [3, -2, -2])],
)
def test_units_course_prints_row_column_and_score(unit: str, scores: list[int]) -> None:
    answer = json.loads(Terminal.run("analyse", "o_x/x2_/x2o", "--json", "--scores", unit).out)
    assert [move["score"] for move in answer["moves"]] == scores


def test_analyse_json_uses_the_field_names_of_gamesman() -> None:
    answer = json.loads(Terminal.run("analyse", "o_x/x2_/x2o", "--json").out)
    assert answer["position"] == "o_x/x2_/x2o x"
    assert (answer["positionValue"], answer["remoteness"]) == ("win", 1)
    assert [(m["move"], m["moveValue"], m["remoteness"], m["deltaRemoteness"]) for m in answer["moves"]] == [
        ("b2", "win", 0, 0),
        ("b1", "lose", 1, 0),
        ("c2", "lose", 1, 0),
    ]


def test_analyse_prints_how_many_replies_lose() -> None:
    answer = json.loads(Terminal.run("analyse", "start", "--json").out)
    losing = {move["move"]: (move["losingReplies"], move["replies"]) for move in answer["moves"]}
    corners = {"a1", "c1", "a3", "c3"}
    assert losing == {name: (7 if name in corners else 4, 8) for name in losing}
    assert len(losing) == 9
    assert {move["move"] for move in answer["moves"][:4]} == corners, "moves after which more replies lose come first"


def test_an_analysis_says_how_long_it_took() -> None:
    text = Terminal.run("analyse", "o_x/x2_/x2o").out
    assert re.search(r"\n\nSearched 5 states in [0-9.]+ ms\.\n$", text)
    began = time.perf_counter()
    answer = json.loads(Terminal.run("analyse", "o_x/x2_/x2o", "--json").out)
    assert answer["nodes"] == 5
    assert 0 < answer["seconds"] < time.perf_counter() - began
    assert "Searched" not in Terminal.run("analyse", "xxx/oo_/3_").out


@pytest.mark.parametrize(
    ("board", "counts"),
    [
        ("xx_/x__/___ x", "3 X and 0 O with X to move"),
        ("xx_/x__/___ o", "3 X and 0 O with O to move"),
        ("oo_/o__/x__ o", "1 X and 3 O with O to move"),
        ("xxx/___/___ o", "3 X and 0 O with O to move"),
    ],
)
def test_analyse_remarks_on_stone_counts_that_cannot_occur(board: str, counts: str) -> None:
    expected = f"{counts} cannot come up in play; the board is taken as it is.\n"
    text = Terminal.run("analyse", board)
    assert (text.status, text.out.count(expected), text.err) == (0, 1, "")
    data = Terminal.run("analyse", board, "--json")
    assert (data.status, json.loads(data.out)["position"][-1], data.err) == (0, board[-1], expected)


@pytest.mark.parametrize("board", ["start", "xo_/___/___ x", "xo_/_x_/___", "oo_/x__/___ x", "xo_/_o_/___ x"])
def test_analyse_accepts_stone_counts_that_can_occur(board: str) -> None:  # X or O may have moved first
    assert "cannot come up" not in Terminal.run("analyse", board).out


def test_a_finished_game_can_be_analysed() -> None:
    answer = json.loads(Terminal.run("analyse", "xxx/oo_/3_", "--json").out)
    assert (answer["positionValue"], answer["remoteness"], answer["moves"]) == ("lose", 0, [])
    assert "The game is over: X wins." in Terminal.run("analyse", "xxx/oo_/3_").out


@pytest.mark.slow
def test_the_analysis_of_a_large_board_is_marked_as_an_estimate() -> None:
    run = Terminal.run("analyse", "start", "--game", "15,15,5", "--seconds", "0.2")
    assert run.status == 0
    assert "estimates" in run.out
    answer = json.loads(Terminal.run("analyse", "start", "--game", "gomoku", "--seconds", "0.2", "--json").out)
    assert answer["positionValue"] == "undecided"
    assert -1 < answer["estimate"] < 1


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["analyse", "xx"], "expected 3 rows of 3"),
        (["analyse", "abc/___/___"], "expected x, o or _"),
        (["analyse", "xxx/ooo/___"], "both X and O have completed a line"),
        (["analyse", "xxx/xxx/xxx"], "whose turn"),
        (["analyse", "start", "--turn", "z"], "expected x or o"),
        (["analyse", "start", "--game", "9999,9999,5"], "at most"),
        (["analyse", "start", "--game", "chess"], "expected columns"),
        (["analyse", "start", "--scores", "hundred"], "'noughts', 'one', 'ten', 'depth'"),
        (["analyse", "start", "--game", "4,4,3", "--scores", "depth"], "at most 9 more plies"),
        (["analyse"], "Missing argument"),
        (["analyse", "start", "--seconds", "0"], "range"),
        (["analyse", "start", "--seconds", "nan"], "number of seconds"),
        (["arena", "random", "random", "--seconds", "inf"], "number of seconds"),
        (["arena", "random", "random", "--seconds", "1e300"], "number of seconds"),
        (["perft", "3,3"], "unknown game"),
        (["perft", "tictactoe", "--depth", "-1"], "range"),
        (["count", "0,3,3"], "at least 1"),
        (["arena", "perfect"], "expected 2 to 100 players, not 1"),
        (["arena", "perfect", "stranger"], "expected random, beginner, easy"),
        (["arena", "minimax:dept=2", "hard"], "expected depth"),
        (["arena", "minimax:depth=no", "hard"], "expected a whole number"),
        pytest.param(
            ["arena", "minimax", "hard", "-n", "1", "--game", "4,4,4", "--seed", "1"],
            "set a depth",
            marks=pytest.mark.slow,
            id="arena minimax hard --game 4,4,4",
        ),
        (["analyse", "[[1,0,3],[0,0,0],[0,0,0]]"], "board[0][2] is 3: expected 1 for X, -1 or 2 for O"),
        (["analyse", "4455 -2"], "'4455' is not a move: expected a name from a1 to c3"),
        (["analyse", "4455 -2", "--game", "connect four"], "-2 after the moves '4455' looks like a score"),
        (["play", "--position", "zzz"], "'zzz' is not a position or a list of moves: expected rows"),
        (["analyse", "b2 q9"], "'q9' is not a move: expected"),
        (["play", "--level", "stranger"], "expected random, beginner, easy"),
        (["play", "--load", "no such file"], "no such file"),
        (["play", "--watch", "hard", "easy", "--friend"], "--watch cannot be combined with"),
        (["play", "--name", "a", "--name", "b", "--name", "c"], "use --name at most twice"),
        (
            ["analyse", "o_x/x2_/x2o", "x"],
            'unexpected extra argument (x): put a position with its player in quotes, as in "o_x/x2_/x2o x"',
        ),
        (["nonsense"], "unknown command 'nonsense': expected play, tui, puzzles, web, site, analyse"),
        (["--nonsense"], "No such option"),
    ],
    ids=" ".join,
)
def test_bad_input_prints_one_sentence_on_standard_error(args: list[str], message: str) -> None:
    run = Terminal.run(*args)
    assert run.status == 2
    assert run.out == ""
    assert run.err.startswith("noughts: ")
    assert message in run.err
    assert len(run.err.splitlines()) == 1
    assert "Traceback" not in run.err


def test_perft_counts_move_sequences() -> None:
    out = Terminal.run("perft").out.split()
    assert out[1::2] == ["1", "9", "72", "504", "3,024", "15,120", "54,720", "148,176", "200,448", "127,872"]
    assert json.loads(Terminal.run("perft", "4,3,3", "--depth", "4", "--json").out)["perft"] == [
        1,
        12,
        132,
        1320,
        11880,
    ]


def test_count_counts_positions_and_games() -> None:
    answer = json.loads(Terminal.run("count", "tictactoe", "--json").out)
    assert (answer["positions"], answer["upToSymmetry"], answer["sequences"]) == (5478, 765, 549946)
    assert answer["games"] == {"x": 131184, "o": 77904, "draw": 46080}
    assert answer["finishedPositions"] == {"x": 626, "o": 316, "draw": 16}
    assert answer["finishedUpToSymmetry"] == {"x": 91, "o": 44, "draw": 3}
    text = Terminal.run("count").out
    assert "255,168 games ended in 958 positions: 626 won by X, 316 by O, 16 drawn." in text


def test_perfect_against_perfect_always_draws() -> None:
    answer = json.loads(Terminal.run("arena", "perfect", "perfect", "-n", "60", "--seed", "7", "--json").out)
    assert (answer["games"], answer["draws"]) == (60, 60)


def test_an_arena_repeats_with_its_seed_and_swaps_seats() -> None:
    args = ("arena", "random", "easy", "-n", "40", "--seed", "3", "--json")
    assert Terminal.run(*args).out == Terminal.run(*args).out
    answer = json.loads(Terminal.run(*args).out)
    assert sum(player["wins"] for player in answer["players"]) + answer["draws"] == 40
    assert all(player["wins"] == player["winsAsX"] + player["winsAsO"] for player in answer["players"])
    fixed = json.loads(Terminal.run(*args, "--no-swap").out)["players"]
    assert fixed[0]["winsAsO"] == fixed[1]["winsAsX"] == 0


def test_a_tournament_prints_elo_with_error_bars_and_saves_its_games(tmp_path: Path) -> None:
    file, crashes = tmp_path / "games.sgf", f"{STUDENTS / 'crashes.py'}:move"
    run = Terminal.run("arena", "perfect", "random", crashes, "-n", "4", "--seed", "1", "--sgf", str(file))
    lines = run.out.splitlines()
    assert (run.status, lines[0]) == (0, "12 games")
    assert lines[2].split() == ["Elo", "±", "won", "drawn", "lost", "score"]
    assert lines[3].split()[0] == "perfect"
    elos = [float(line.split()[-6]) for line in lines[3:6]]  # a name can have spaces
    assert elos == sorted(elos, reverse=True)
    games = read_games(file.read_bytes())
    assert len(games) == 12
    assert "Game 12 of 12" in Terminal.run("review", str(file)).out
    faults = [tree.root.comment for tree in games if tree.root.comment]
    assert faults
    assert f"lost {len(faults)} games through errors. The first error: {faults[0]}." in run.out
    answer = json.loads(Terminal.run("arena", "easy", "random", "perfect", "-n", "2", "--seed", "1", "--json").out)
    assert [row["player"] for row in answer["players"]] == ["easy", "random", "perfect"]
    assert {"elo", "eloError", "wins", "draws", "losses"} <= answer["players"][0].keys()
    assert [match["players"] for match in answer["matches"]] == [[0, 1], [0, 2], [1, 2]]


@pytest.mark.parametrize("option", ["--no-swap", "--json"])
def test_an_interrupted_tournament_has_no_ratings_of_players_that_have_not_met(
    monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    def interrupt(players: list[Opponent], *, progress: Callable[[Tournament], None], **more: object) -> None:
        progress(Tournament(("a", "b", "c", "d"), {(0, 1): match("perfect", "random", games=4, seed=1)}))
        raise KeyboardInterrupt

    monkeypatch.setattr("noughts.terminal.commands.play.arena.tournament", interrupt)
    run = Terminal.run("arena", "perfect", "random", "easy", "hard", "-n", "4", option)
    assert run.status == 130
    if option == "--json":
        elos = [player["elo"] for player in json.loads(run.out)["players"]]
        assert [elo is None for elo in elos] == [False, False, True, True]
        return
    lines = run.out.splitlines()
    assert lines[0] == "4 games of 24, interrupted"
    assert [line.split() for line in lines[5:7]] == [["c", "0", "0", "0"], ["d", "0", "0", "0"]]
    assert lines[-1] == "Too few games for an Elo rating of c and d."


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["easy", "hard", "--sgf", "-", "--json"], "only one of --sgf and --json can go to standard output"),
        (["easy", "hrad"], "unknown player 'hrad'"),
    ],
)
def test_wrong_arguments_of_an_arena(args: list[str], message: str) -> None:
    run = Terminal.run("arena", *args)
    assert run.status == 2
    assert message in run.err


@pytest.mark.slow
def test_arena_shows_progress_on_a_terminal() -> None:
    assert "Playing" in watched("arena", "minimax", "minimax", "-n", "4")


def test_the_seed_of_an_arena_also_seeds_functions_that_draw_moves() -> None:
    chance = f"{STUDENTS / 'chance.py'}:move"

    def games(seed: str) -> str:
        return Terminal.run("arena", chance, "random", "-n", "30", "--seed", seed, "--json").out

    assert games("3") == games("3")
    assert json.loads(games("3"))["games"] == 30
    assert games("3") != games("4")


def test_a_function_that_hangs_loses_the_game() -> None:
    hangs = f"{STUDENTS / 'hangs.py'}:move"
    run = Terminal.run("arena", "alphabeta", hangs, "-n", "1", "--seconds", "0.2")
    assert run.status == 0
    assert run.out.startswith("1 game\n")
    error = "move(cells) did not answer within 0.2 seconds."
    assert f"{hangs} lost 1 game through errors. The first error: {error}" in run.out


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at the processes in /proc")
def test_an_interrupted_arena_leaves_no_process(tmp_path: Path) -> None:
    student = tmp_path / "hangs.py"
    student.write_text(
        "import os, pathlib\n"
        "def move(board):\n"
        "    while board.count(' ') == 9:\n"
        "        pathlib.Path(__file__).with_name(f'process {os.getpid()}').touch()\n"
        "    return board.index(' ')\n"
    )
    alone = os.environ | {"PATH": ""}  # without bubblewrap, because the function writes a file
    command = [*START, "arena", f"{student}:move", "random"]
    arena = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=alone)
    while not (processes := [*tmp_path.glob("process *")]) and arena.poll() is None:
        time.sleep(0.05)
    arena.send_signal(signal.SIGINT)
    out, _ = arena.communicate(timeout=300)
    assert arena.returncode == 130
    assert out.startswith("0 games of 100, interrupted")
    assert not Path("/proc", processes[0].name.split()[1]).exists()


def test_without_a_terminal_noughts_shows_a_game_and_exits_with_0() -> None:
    run = subprocess.run(START, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0
    assert run.stderr == ""
    assert "Perfect" in run.stdout
    assert "wins with" in run.stdout or "A draw." in run.stdout


def test_help_lists_every_command_and_version_prints_the_version() -> None:
    run = Terminal.run("--help")
    assert run.status == 0
    for command in ("play", "puzzles", "analyse", "arena", "grade", "perft", "count"):
        assert command in run.out
        if command != "grade":
            assert Terminal.run(command, "--help").status == 0
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert Terminal.run("--version").out == f"noughts {version}\n"


def test_a_closed_pipe_is_not_an_error() -> None:
    run = subprocess.run(
        f"'{sys.executable}' -m noughts perft 4,3,3 | head -1", shell=True, capture_output=True, text=True, check=False
    )
    assert run.stdout == "  0  1\n"
    assert run.stderr == ""


@pytest.mark.parametrize(
    "command",
    [
        ["play"],
        ["count", "4,4,4"],
        ["arena", "perfect", "perfect", "-n", "100000"],
    ],
)
@pytest.mark.slow
def test_ctrl_c_exits_without_a_traceback(command: list[str]) -> None:
    process = subprocess.Popen(
        [*START, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    time.sleep(2)  # until the search has started
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "Traceback" not in out + err
    if command[0] == "count":
        assert out.startswith("ply  positions")
        assert out.endswith("\nInterrupted: later plies are not counted.\n")


@pytest.mark.slow
def test_an_interrupted_arena_prints_the_results_so_far() -> None:
    process = subprocess.Popen(
        [*START, "arena", "hard", "perfect", "-n", "1000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    time.sleep(2)  # until the search has started
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=300)
    assert "games of 1,000,000, interrupted" in out


@pytest.mark.slow
def test_an_interrupted_analysis_prints_what_is_known() -> None:
    process = subprocess.Popen(
        [*START, "analyse", "start", "--game", "8,8,4 gravity", "--seconds", "600"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    time.sleep(2)  # until the search has started
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "Looks best: " in out
    assert err == ""


def test_without_click_the_error_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text("raise ModuleNotFoundError('no click', name='click')")
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    run = subprocess.run(START, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=env, check=False)
    assert run.returncode == 2
    assert run.stderr == "noughts: click is missing. Install it: pip install click rich\n"


@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_during_a_callback_ends_the_program(name: str, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python ignores errors in callbacks, such as those of weak references and `__del__`."""
    ends: list[int] = []

    def run() -> int:
        class Thing:
            def __del__(self) -> None:
                signal.raise_signal(getattr(signal, name))

        with ended_in_order():
            Thing()
        return 0

    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)  # restored after the test
    monkeypatch.setattr("noughts.terminal.program.run", run)
    monkeypatch.setattr("os._exit", ends.append)
    with contextlib.suppress(SystemExit):
        main()
    assert ends[:1] == [status]
