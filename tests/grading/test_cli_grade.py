"""`noughts grade`: its report on good and bad functions, including functions that crash, hang or exit."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from noughts import Game, game, position
from noughts.grading import conversation, sandbox
from noughts.grading.conversation import Ask, Heard, ProcessEnded
from noughts.grading.worker import Process, Worker
from noughts.players.opponent import Choice, TimeOut
from noughts.rules.position import Position
from tests.slowly import few_fast
from tests.terminal.terminal import Terminal

STUDENTS = Path(__file__).parents[1] / "students"
SMALL = "3,3,3 gravity"  # a small game, because these tests do not need more positions
MARKS = ("--marks", "XO ")  # the marks on the boards, because these tests need not detect them


def grade(student: str, *args: str) -> Terminal:
    """Grade a function from tests/students."""
    return Terminal.run("grade", str(STUDENTS / student), *args)


def graded(student: str, *args: str) -> tuple[int, Any]:
    """Grade a function from tests/students, and return the exit status and the report as JSON."""
    done = grade(student, *args, "--json")
    return done.status, json.loads(done.out)


def test_a_flawless_function_passes() -> None:
    done = grade("flat.py:choose")
    assert done.status == 0
    lines = done.out.splitlines()
    assert lines[0] == "Passed: flawless, the best move in each of 4,520 positions."
    assert "Called as choose(cells, player, opponent) with 'X', 'O' and ''." in lines
    assert any(line.split()[-3:] == ["2,358", "of", "2,358"] for line in lines), "all wins in one move"
    assert "simplest" not in done.out
    assert done.err == ("" if sandbox.bubblewrap() else f"Note: {sandbox.NO_SANDBOX}\n")


def test_the_report_for_programs() -> None:
    status, report = graded("infers.py:minimax", "--quick")
    assert status == 1
    assert (report["passed"], report["keepsValue"], report["flawless"], report["complete"]) == (
        False,
        True,
        False,
        True,
    )
    assert (report["sampledFrom"], sum(report["positions"]["asked"].values())) == (4520, 614)
    wins, late = report["winsInOne"], [f for f in report["findings"] if f["bestValue"] == "win" == f["value"]]
    assert wins["there"] - wins["taken"] == sum(finding["bestDistance"] == 1 for finding in late) > 0
    assert sum(report["faults"].values()) == len(report["findings"])
    first = report["findings"][0]
    where = position(first["position"])
    assert first["kind"] == "slowWin"
    assert first["value"] == first["bestValue"] == "win"
    assert first["distance"] > first["bestDistance"]
    assert where.play(first["move"]).outcome is None
    assert all(where.play(best).is_over for best in first["best"])


@pytest.mark.slow
def test_value_only_accepts_slow_wins_and_counts_them() -> None:
    assert grade("infers.py:minimax").status == 1
    done = grade("infers.py:minimax", "--value-only")
    assert done.status == 0
    assert done.out.startswith("Passed: it never gives a win or a draw away")
    assert "(392 of them won in one move)" in done.out
    assert "Cause:" not in done.out
    report = graded("infers.py:minimax", "--value-only")[1]
    assert (sum(report["faults"].values()), report["findings"], report["causes"]) == (0, [], [])
    assert report["accepted"] > 392


def test_the_simplest_mistake_is_drawn_and_explained() -> None:
    done = grade("in_place.py:computer_turn")
    assert done.status == 1
    assert "It can be beaten." in done.out.splitlines()[0]
    at = done.out.index("The simplest fault")
    shown = done.out[at:]
    assert "? its answer, ! best" in shown
    board = shown.splitlines()[2:9]
    assert sum(line.count("?") for line in board) == 1
    assert any("!" in line for line in board)
    assert "It answered " in shown
    assert "The best move is " in shown
    assert " replies " in shown


def test_plain_output_has_no_box_drawing_characters() -> None:
    out = grade("taken.py:move", "--plain", "-g", SMALL, *MARKS).out
    assert out.isascii() or set(out) - set(map(chr, range(128))) == {"×"}
    assert "---" not in out


@pytest.mark.skipif(sys.platform == "win32", reason="no such file names")
def test_a_program_that_errs_by_chance_does_not_pass(tmp_path: Path) -> None:
    for name in ("rows.py", "lines.py"):
        shutil.copy(STUDENTS / name, tmp_path)
    file = tmp_path / "sometimes.py"
    file.write_text(
        "import random\nfrom rows import best_move, free\ndef computer_move(board, player):\n"
        " return free(board)[0] if random.random() < 0.3 else best_move(board, player)\n"
    )
    done = Terminal.run("grade", f"{file}:computer_move", "--quick", "--jobs", "1")
    assert done.status == 1
    assert done.out.startswith("Not passed: it gives a win or a draw away in "), done.out


@pytest.mark.parametrize("command", [("grade",), ("arena", "random", "-n", "2")])
def test_control_characters_in_the_name_of_a_file_are_not_printed(tmp_path: Path, command: tuple[str, ...]) -> None:
    file = tmp_path / "a\x1b[31m.py"
    file.write_text("def move(board):\n    return board.index(' ')\n")
    done = Terminal.run(*command, f"{file}:move", "-g", SMALL)
    assert " [31m.py:move" in done.out
    assert "\x1b" not in done.out


def test_a_function_can_be_graded_for_one_side() -> None:
    status, report = graded("taken.py:move", "--side", "o", "-g", SMALL, *MARKS)
    assert status == 1
    assert report["side"] == "o"
    assert report["positions"]["asked"] == {"x": 0, "o": report["positions"]["reachable"]}
    assert set(report["lines"]) == {"o"}
    assert all(finding["position"].endswith(" o") for finding in report["findings"])


def test_boards_with_exchanged_colours_do_not_fill_the_cache_of_a_one_sided_function(tmp_path: Path) -> None:
    file = tmp_path / "memo.py"
    file.write_text(
        "LINES = (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)\n"
        "memo = {}\n"
        "def value(b, mine):\n"
        "    if str(b) not in memo:\n"
        "        memo[str(b)] = search(b, mine)\n"
        "    return memo[str(b)]\n"
        "def search(b, mine):\n"
        "    won = [p for p in 'XO' for line in LINES if all(b[c] == p for c in line)]\n"
        "    if won or ' ' not in b:\n"
        "        return (10 + b.count(' ')) * (won.count('O') - won.count('X'))\n"
        "    return (max if mine else min)(value(after(b, c, 'XO'[mine]), not mine) for c in free(b))\n"
        "def free(b):\n"
        "    return [c for c in range(9) if b[c] == ' ']\n"
        "def after(b, c, p):\n"
        "    return [*b[:c], p, *b[c + 1:]]\n"
        "def best_move(b):\n"
        "    return max(free(b), key=lambda c: value(after(b, c, 'O'), False))\n"
    )
    done = Terminal.run("grade", str(file), "--quick", "--jobs", "1", "--json")
    report = json.loads(done.out)
    assert (report["flawless"], report["alwaysPlays"]) == (True, "o")


def test_the_report_names_the_marks_of_a_one_sided_function() -> None:
    done = grade("one_side.py:computer_move", "--quick")
    assert done.status == 0
    assert "; it always plays O." in done.out
    assert graded("one_side.py:computer_move", "--quick")[1]["alwaysPlays"] == "o"


@pytest.mark.parametrize(
    ("body", "call", "marks"),
    [
        ("def move(xs): return min(set(range(9)) - xs)", "move({*xs, *os})", None),
        ("def move(board): return board.index(' ')", "move(cells)", "XO "),
    ],
)
def test_the_data_has_marks_if_the_call_uses_them(tmp_path: Path, body: str, call: str, marks: str | None) -> None:
    file = tmp_path / "mine.py"
    file.write_text(body)
    _, report = graded(f"{file}:move", "--quick", "--call", call)
    assert (report["call"], report["marks"], report["alwaysPlays"]) == (call, marks, None)


def test_only_a_win_that_is_kept_counts_as_slow(tmp_path: Path) -> None:
    file = tmp_path / "first.py"
    file.write_text("def move(board):\n    return board.index(' ')\n")
    report, text = graded(f"{file}:move", *MARKS)[1], grade(f"{file}:move", *MARKS).out
    rows = {
        line[9:43].strip(): [line[2:9].strip(), *map(int, re.findall(r"\d+", line[43:].replace(",", "")))]
        for line in text.splitlines()
        if line.startswith(("  slow ", "  FAULT ", "  ok "))
    }
    mark, taken, there = rows["takes a win in one move"][:3]
    assert (mark, {"there": there, "taken": taken}) == ("FAULT", report["winsInOne"]), "some are given away"
    given_away = sum(finding["bestValue"] == "win" and finding["kind"] == "value" for finding in report["findings"])
    slow = report["faults"]["slowWin"]
    kept = report["won"] - given_away
    assert given_away > 0
    assert slow > 0
    assert rows["wins soonest if it keeps the win"] == ["slow", kept - slow, kept, slow]


def test_protocols_and_abstract_classes_are_not_worth_a_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from abc import ABC, abstractmethod\nfrom typing import Protocol\n"
        "class Player(Protocol):\n    def best_move(self, board: list[str]) -> int: ...\n"
        "class Base(ABC):\n    @abstractmethod\n    def choose_move(self, board): ...\n"
        "    def best_move(self, board):\n        return self.choose_move(board)\n"
        "class First(Base):\n    def choose_move(self, board):\n        return board.index(' ')\n"
    )
    _, report = graded(str(file), "-g", SMALL)
    assert (report["found"], report["notJudged"]) == ("First.best_move", [])


@pytest.mark.slow
def test_marks_can_be_fixed_for_a_one_sided_function() -> None:
    status, report = graded("one_side.py:computer_move", "--marks", "XO ")
    assert status == 1
    assert report["onlySide"] == "o"
    assert graded("one_side.py:computer_move", "--marks", "XO ", "--side", "o")[0] == 0


@pytest.mark.slow
def test_the_report_counts_the_calls_of_the_function() -> None:
    nodes = graded("flat.py:choose")[1]["nodes"]
    assert nodes["start"] == 16_168, "the start, and the 16,167 moves between the 5,478 positions"
    assert nodes["total"] > nodes["start"]
    assert graded("prints.py:move", "-g", "2,2,2")[1]["nodes"] == {"start": None, "total": None}


@pytest.mark.slow
def test_a_plain_minimax_passes() -> None:
    status, report = graded("plus_minus_one.py:best_move")
    assert status == 1
    assert report["nodes"]["start"] == 549_946
    assert report["winsInOne"]["there"] - report["winsInOne"]["taken"] == 392
    assert report["keepsValue"]
    assert [report["lines"][side]["lost"] for side in "xo"] == [0, 0]


@pytest.mark.slow
@pytest.mark.parametrize("student", ["underscore.py:find_best_move", "state_depth_player.py:minimax"])
def test_plain_searches_in_other_styles_pass(student: str) -> None:
    status, report = graded(student)
    assert report["keepsValue"]
    assert status == (0 if student.startswith("underscore") else 1)


@pytest.mark.slow
def test_a_minimax_that_copies_its_boards_finishes_in_time() -> None:
    status, report = graded("copies.py:minimax", "--value-only")
    assert status == 0
    assert report["faults"]["timeOut"] == 0


def test_moves_and_loading_a_file_have_time_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[tuple[bool, float]] = []
    asked = Process.ask

    def ask(self: Process, ask: Ask) -> Heard:
        limits.append((ask.fresh, ask.seconds))
        return asked(self, ask)

    monkeypatch.setattr(Process, "ask", ask)
    assert grade("prints.py:move", "-g", "2,2,2").status == 0
    assert set(limits) == {(True, 60), (False, 60)}
    limits.clear()
    assert grade("prints.py:move", "-g", "2,2,2", "--seconds", "2").status == 0
    assert set(limits) == {(True, 30), (False, 30), (False, 2)}


@pytest.mark.parametrize(
    ("function", "message"),
    [
        ("leaves", "leaves() ends the program: SystemExit: 3 (ends.py, line 9)"),
        pytest.param("exits", "exits() ends the program: SystemExit: bye (ends.py, line 15)", marks=pytest.mark.slow),
        pytest.param("deep", "deep() calls itself without end (RecursionError", marks=pytest.mark.slow),
    ],
)
@pytest.mark.slow
def test_a_function_that_exits_does_not_stop_the_report(function: str, message: str) -> None:
    status, report = graded(f"ends.py:{function}")
    assert status == 1
    assert report["complete"]
    assert report["faults"]["crash"] == 1
    crash = next(finding for finding in report["findings"] if finding["kind"] == "crash")
    assert crash["said"].startswith(message)


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
def test_a_process_that_hangs_is_asked_no_more(processes: int) -> None:
    began = time.monotonic()
    status, report = graded("hangs.py:move", "--seconds", "0.3", "--jobs", str(processes))
    assert status == 1
    assert report["faults"]["timeOut"] == processes
    assert not report["complete"]
    assert report["lines"] == {}
    late = "1 answer did not" if processes == 1 else "2 answers did not"
    assert f"{late} come in time" in report["verdict"]
    said = [f["said"] for f in report["findings"] if f["kind"] == "timeOut"]
    assert all(re.fullmatch(r"move\(.*\) did not answer within 0.3 seconds", text) for text in said)
    assert time.monotonic() - began < 60


@pytest.mark.parametrize("name", ["MINE.PY", "mine.Py", "LAB.IPYNB"])
def test_the_ending_of_a_file_can_be_in_upper_case(tmp_path: Path, name: str) -> None:
    code = "def move(board):\n    return board.index(' ')\n"
    notebook = json.dumps({"cells": [{"cell_type": "code", "source": code}]})
    (tmp_path / "class" / "ada").mkdir(parents=True)
    for file in (tmp_path / "class" / name, tmp_path / "class" / "ada" / name):
        file.write_text(notebook if name == "LAB.IPYNB" else code)
        assert grade(f"{file}:move", "-g", "2,2,2").status == grade(str(file), "-g", "2,2,2").status == 0
    assert "2 students: flawless 2." in grade(str(tmp_path / "class"), "-g", "2,2,2").out


def test_output_of_the_function_stays_out_of_the_report() -> None:
    done = grade("prints.py:move", "-g", "2,2,2")
    assert "thinking" not in done.out + done.err
    assert "WELCOME" not in done.out.upper()


@pytest.mark.parametrize(
    ("student", "message"),
    [
        ("stubborn.py:score", "score() returns scores such as 0 and -1, not moves"),
        ("stubborn.py:needs", "needs() returned 0: expected a function that takes the board and returns (row, column)"),
        ("stubborn.py:nothing", "nothing() takes no board"),
        ("stubborn.py:always_none", "always_none() returned None, not a move"),
        ("rows.py:nix", "rows.py has no function 'nix': its functions are other, free, value, after, best_move"),
        ("stubborn.py", "score() returns scores such as 0 and -1, not moves"),
        ("nowhere.py:move", "there is no file nowhere.py in"),
        ("a" * 300 + ".py:move", "there is no file " + "a" * 40 + "… in"),
        ("rows.py:" + "a" * 300, f"rows.py has no function '{'a' * 40}…': its functions are"),
        ("rows.txt:move", "expected file.py:function, such as mine.py:best_move"),
    ],
)
def test_a_file_that_cannot_be_graded_gives_a_one_sentence_error(student: str, message: str) -> None:
    done = grade(student)
    assert done.status == 2
    assert not done.out
    assert done.err.startswith("noughts: ")
    assert message in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("student", "message"),
    [("stubborn.py:nothing", "nothing() takes no board"), ("nowhere.py:move", "there is no file nowhere.py in")],
)
def test_a_file_that_cannot_be_graded_gives_a_report_as_json(student: str, message: str) -> None:
    status, report = graded(student)
    assert status == 2
    assert (report["graded"], report["passed"]) == (False, False)
    assert message in report["error"]


def test_a_game_loop_at_the_end_of_the_file_is_left_out_and_listed() -> None:
    status, report = graded("variants/loop_input.py", "--quick")
    assert (status, report["found"], report["sampledFrom"]) == (0, "best_move", 4520)
    assert report["leftOut"][0] == 'line 9: name = input("Your name? ") (it asks for input)'
    assert "Left out: line 3: name = input(" in grade("asks.py", "-g", "2,2,2").out


def test_a_mistake_in_the_form_of_the_answers_is_named_with_the_verdict_after_its_correction() -> None:
    done = grade("variants/swapped.py", "--quick")
    assert done.status == 1
    assert done.out.startswith(
        "Not passed yet: it returns the column before the row. Apart from that: the best move in each of 614 "
        "positions. Only a sample of 614 of the 4,520 positions was graded."
    )
    status, report = graded("variants/prints.py", "--quick")
    assert (status, report["reason"]) == (2, "prints")


def test_the_json_names_the_cause_with_its_boards() -> None:
    status, report = graded("variants/plain_no_diagonal.py", "--quick")
    (cause,) = report["causes"]
    assert (status, cause["key"], cause["explains"]) == (1, "unseen-line", len(report["findings"]))
    assert cause["sentence"] == "It never sees the diagonal c1, b2, a3."
    assert cause["examples"] == report["findings"][:2]


def test_several_functions_that_choose_moves_are_listed(tmp_path: Path) -> None:
    body = "(board):\n    return board.index(' ')\n"
    (tmp_path / "two.py").write_text(f"def best_move{body}def find_best_move{body}")
    done = Terminal.run("grade", str(tmp_path / "two.py"), "-g", "2,2,2")
    lines = done.err.splitlines()
    assert lines[0] == (
        "noughts: 2 functions in two.py choose moves, best_move, find_best_move: name one of them after a colon"
    )
    assert [line.split("   called as ")[0] for line in lines[1:]] == ["  two.py:best_move", "  two.py:find_best_move"]


def test_a_crash_is_reported_once_with_its_line_whatever_the_number_of_processes() -> None:
    reports = []
    for jobs in ("1", "3"):
        status, report = graded("crashes.py:move", "-j", jobs, "-g", SMALL, "--marks", "XO.")
        assert (status, report["complete"]) == (1, True)
        del report["seconds"]
        reports.append(report)
    assert reports[0] == reports[1]
    assert reports[0]["faults"]["crash"] == 1
    crash = next(finding for finding in reports[0]["findings"] if finding["kind"] == "crash")
    assert crash["position"] == "3_/3_/3_ x"
    assert crash["said"] == "move() crashed: IndexError: list index out of range (crashes.py, line 5)"
    assert crash["move"] is None


@pytest.mark.parametrize("option", ["--json", "--plain"])
def test_the_exit_status_does_not_depend_on_a_reader_that_is_gone(option: str) -> None:
    function = str(STUDENTS / "taken.py:move")
    reader, writer = os.pipe()
    os.close(reader)
    command = [
        sys.executable,
        "-m",
        "noughts",
        "grade",
        function,
        "-g",
        "2,2,2",
        *MARKS,
        "--call",
        "move(rows, player)",
        option,
    ]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, timeout=300, check=False)
    os.close(writer)
    note = "" if sandbox.bubblewrap() else f"Note: {sandbox.NO_SANDBOX}\n"
    assert (done.returncode, done.stderr) == (1, note.encode())


def test_a_deleted_current_folder_is_an_error_in_one_sentence(tmp_path: Path) -> None:
    gone, words = tmp_path / "gone", ["grade", "x.py:f"]
    code = f"import os, sys; from noughts.terminal.program import run; os.rmdir(os.getcwd()); sys.exit(run({words}))"
    gone.mkdir()
    done = subprocess.run([sys.executable, "-c", code], cwd=gone, capture_output=True, text=True, check=False)
    message = "noughts: cannot find 'x.py': the current folder has been deleted\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


@pytest.mark.slow
def test_a_large_game_is_rejected() -> None:
    done = grade("own.py:result", "-g", "7,6,4 gravity")
    assert done.status == 2
    assert "has more than 150,000 unfinished positions" in done.err


@pytest.mark.parametrize("args", [["--marks", "XX"], ["--side", "z"], ["--seconds", "0"], ["--seconds", "x"]])
def test_wrong_options_give_a_one_sentence_error(args: list[str]) -> None:
    done = grade("rows.py:best_move", *args)
    assert done.status == 2
    assert done.err.startswith("noughts: ")


def test_a_file_that_hangs_on_import_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "_LEAST", 1.0)
    (tmp_path / "loop.py").write_text("while True:\n    try:\n        while 1: pass\n    except:\n        pass\n")
    done = Terminal.run("grade", f"{tmp_path / 'loop.py'}:move", "--seconds", "0.1")
    assert done.status == 2
    assert done.err.splitlines()[-1] == (
        "noughts: loop.py took more than 1 seconds while the file was loaded: remove any endless loop, or allow more "
        "time with --seconds"
    )


@pytest.mark.parametrize("function", few_fast(["", "best_move"]))
def test_a_function_that_never_returns_is_named(function: str) -> None:
    status, report = graded(f"variants/endless.py:{function}".removesuffix(":"), "--quick", "--seconds", "0.3")
    assert (status, report["graded"], report["reason"]) == (2, False, "endless")
    late = "endless.py took more than 30 seconds while noughts tried"  # on a busy computer
    tried = [f"{late} {what}: remove any endless loop" for what in ("best_move()", "its functions")]
    assert report["error"].startswith(("best_move() does not return within 6 seconds", *tried))


def test_the_call_of_a_verdict_can_be_given() -> None:
    _, report = graded("variants/with_score_and_depth.py", "--quick")
    given = graded("variants/with_score_and_depth.py", "--quick", "--call", report["call"], "--marks", report["marks"])
    assert given[1]["call"] == report["call"]
    assert given[1]["faults"] == report["faults"]


@pytest.mark.parametrize("student", ["stale_cache.py", "cache_without_player.py"])
def test_answers_that_depend_on_earlier_ones_are_named_and_get_no_other_cause(student: str) -> None:
    _, report = graded(student, "--quick", "--jobs", "1")
    assert report["faults"]["value"] > 0
    (cause,) = report["causes"]
    assert cause["key"] == "varies"
    assert re.search(
        "asked about the first of these boards and no other, it plays [abc][123], which is right", cause["sentence"]
    )
    for side in "xo":  # asked in one role only, the program makes no mistake
        assert graded(student, "--quick", "--jobs", "1", "--side", side)[0] == 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("best_move(rows", "cannot read the call 'best_move(rows': '(' was never closed"),
        ("await best_move(rows)", "cannot read the call 'await best_move(rows)': 'await' outside function"),
        ("((((", "cannot read the call '((((': '(' was never closed"),
        ("best_move(rows" + " " * 1000 + ")", " is too long: expected at most 1,000 characters"),
        ("best_move(row, player)", "the call 'best_move(row, player)' uses the unknown name row: expected a name from"),
        (
            "x = best_move(rows)",
            "the call 'x = best_move(rows)' has no answer: expected an expression, as in best_move(",
        ),
        ("worst_move(rows)", "plain_perfect.py has no function 'worst_move': its functions are best_move"),
    ],
)
def test_a_call_that_cannot_be_used_gives_a_one_sentence_error(call: str, message: str) -> None:
    done = grade("variants/plain_perfect.py", "--call", call)
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("\n") == 1


def test_a_function_that_ends_the_program_is_not_confused_with_a_file_that_does(tmp_path: Path) -> None:
    (tmp_path / "exits.py").write_text("import os\ndef move(board):\n    os._exit(3)\n")
    (tmp_path / "aborts.py").write_text("import os\ndef move(board):\n    os.abort()\n")
    for file, message in (
        ("exits.py:move", "move() ends the program: SystemExit: 3 (exits.py, line 3)"),
        ("aborts.py:move", "move() ended the whole program (STATUS) while noughts tried move()"),
    ):
        done = Terminal.run("grade", f"{tmp_path / file}", "--quick", *MARKS)
        assert done.status == 2
        assert re.sub(r"(signal|exit status) \d+", "STATUS", done.err.splitlines()[-1]) == f"noughts: {message}"


def test_sleep_is_skipped(tmp_path: Path) -> None:
    (tmp_path / "sleepy.py").write_text(
        "import time\ndef move(board):\n    time.sleep(60)\n    return board.index(' ')\n"
    )
    done = Terminal.run("grade", f"{tmp_path / 'sleepy.py'}:move", "-g", "2,2,2", "--seconds", "5")
    assert done.status == 0, "on 2 × 2 any play is perfect"


@pytest.mark.slow
def test_ctrl_c_prints_the_report_so_far(tmp_path: Path) -> None:
    student, signs = tmp_path / "slow.py", tmp_path / "it hangs now"
    student.write_text(
        "from pathlib import Path\n"
        "def move(board):\n"
        "    while board.count(' ') == 5:\n"
        f"        Path({str(signs)!r}).touch()\n"
        "    return board.index(' ')\n"
    )
    grading = subprocess.Popen(
        [sys.executable, "-m", "noughts", "grade", f"{student}:move"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | {"PATH": ""},  # without bubblewrap, because the function writes a file
    )
    while not signs.exists() and grading.poll() is None:
        time.sleep(0.05)
    grading.send_signal(signal.SIGINT)
    out, err = grading.communicate(timeout=300)
    assert grading.returncode == 130, err
    assert err == f"Note: {sandbox.NO_SANDBOX}\n"
    assert out.startswith("Not finished: ended after ")
    assert "of 4,520 positions; " in out.splitlines()[0]
    assert "answers with a legal move" in out


class TestWorker:
    """The worker process in which the graded function runs."""

    tictactoe: Game = game("tictactoe")

    def test_a_worker_that_ended_is_replaced(self) -> None:
        start = Position(self.tictactoe)
        with Worker(f"{STUDENTS / 'hostile' / 'disturbs.py'}:dies", self.tictactoe, seconds=5) as player:
            words = player.words
            with pytest.raises(ProcessEnded, match="dies\\(\\) ended the whole program"):
                player(start, Random(0))
            assert player(start.play("b2"), Random(0)) == Choice(0)
            assert player.words == words

    def test_a_worker_that_does_not_answer_is_killed(self) -> None:
        start = Position(self.tictactoe).play("a1")
        with Worker(f"{STUDENTS / 'hangs.py'}:move", self.tictactoe, seconds=0.2, marks="XO ") as player:
            with pytest.raises(TimeOut):
                player(start, Random(0))
            assert player(Position(self.tictactoe), Random(0)) == Choice(0)

    @pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at the processes in /proc")
    def test_processes_started_by_the_function_are_killed_with_it(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sandbox, "bubblewrap", lambda: None)  # with bubblewrap, they have numbers of their own
        (tmp_path / "starts.py").write_text(
            "import subprocess, pathlib\n"
            "child = subprocess.Popen(['sleep', '100'])\n"
            "pathlib.Path(__file__).with_name(f'child {child.pid}').touch()\n"
            "def move(board):\n    return board.index(' ')\n"
        )
        with Worker(f"{tmp_path / 'starts.py'}:move", self.tictactoe, seconds=5):
            pids = [int(path.name.split()[1]) for path in tmp_path.glob("child *")]
            assert pids
            assert all(map(_runs, pids))
        deadline = time.monotonic() + 20
        while any(map(_runs, pids)) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not any(map(_runs, pids))

    @pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at the processes in /proc")
    def test_the_worker_ends_when_its_parent_is_killed(self) -> None:
        code = (
            "from random import Random; from noughts import Position, game; from noughts.grading.worker import Worker\n"
            f"w = Worker({str(STUDENTS / 'hangs.py')!r} + ':move', game('tictactoe'), seconds=100, marks='XO ')\n"
            "print(w.process.child.pid, flush=True); w(Position(game('tictactoe')).play('a1'), Random(0))"
        )
        parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, encoding="utf-8")
        assert parent.stdout
        pid = int(parent.stdout.readline())
        parent.kill()
        parent.wait()
        parent.stdout.close()
        deadline = time.monotonic() + 20
        while _runs(pid) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not _runs(pid)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False
