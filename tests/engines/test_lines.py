"""Programs in any language that read and print lines of moves, correctly or wrongly."""

import json
import shlex
import shutil
import sys
from pathlib import Path
from random import Random

import pytest

from noughts import NoughtsError, Position
from noughts.engines import protocols
from noughts.engines.driver import external_engine
from noughts.players.opponent import Crash, ExtraOutput, IllegalAnswer, PlayerFault, TimeOut
from tests.terminal.terminal import Terminal

FIRST_FREE = """
import sys
for line in sys.stdin:
    print(next(c + r for r in "123" for c in "abc" if c + r not in line.split()), flush=True)
"""
ANSWER = "import sys, time\nfor line in sys.stdin:\n    {answer}"


def lines(code: str) -> str:
    """Return the name of a player that runs this code."""
    return f"lines:{shlex.join([sys.executable, '-c', code])}"


def test_a_program_gets_the_moves_so_far_and_answers_with_its_own(tmp_path: Path) -> None:
    log = tmp_path / "read.txt"
    code = FIRST_FREE.replace("    print", f"    open({str(log)!r}, 'a').write(line); print")
    position = Position("3,3,3")
    with external_engine(lines(code)) as program:
        for move in ("a1", "b1", "c1"):
            choice = program(position, Random(1))
            assert position.game.board.names[choice.move] == move
            position = position.play(choice.move)
    assert log.read_text(encoding="utf-8") == "\na1\na1 b1\n"


def test_the_moves_so_far_follow_the_rules_of_gravity() -> None:
    position = Position("7,6,4 gravity").play("d6").play("d5").play("c6").play("d4")
    code = ANSWER.format(answer='print("g6" if line.split()[-1] == "d4" else "a6", flush=True)')
    with external_engine(lines(code)) as program:
        assert position.name(program(position, Random(1)).move) == "g6"


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        ("time.sleep(60)", TimeOut, "did not answer within .* flush the output"),
        ("sys.exit()", Crash, "ended: read lines until the input ends"),
        ("1 / 0", Crash, r"ended \(ZeroDivisionError: division by zero\)$"),
        ("print('a1', flush=True)", IllegalAnswer, "a1 is taken"),
        ("print('I play a2', flush=True)", ExtraOutput, "printed 'I play a2': print only a cell such as b2"),
    ],
)
def test_a_faulty_program(monkeypatch: pytest.MonkeyPatch, answer: str, error: type[PlayerFault], message: str) -> None:
    monkeypatch.setattr(protocols, "_TO_START", 0.5 if error is TimeOut else 10)
    with external_engine(lines(ANSWER.format(answer=answer)), 0.1) as program, pytest.raises(error, match=message):
        program(Position("3,3,3").play("a1"), Random(1))


def test_a_program_that_finds_no_move() -> None:
    code = ANSWER.format(answer="print(None if 'a1' in line else 'a1', flush=True)")
    with external_engine(lines(code)) as program:
        program(Position("3,3,3"), Random(1))
        with pytest.raises(IllegalAnswer, match=r"printed 'None': .* expected a name from a1 to c3"):
            program(Position("3,3,3").play("a1"), Random(1))


def test_a_program_that_prints_more_than_its_move() -> None:
    code = ANSWER.format(answer="print('a2\\nthinking', flush=True)")
    with external_engine(lines(code)) as program:
        program(Position("3,3,3"), Random(1))
        with pytest.raises(IllegalAnswer, match=r"printed 'thinking': "):  # the line may still be on its way
            program(Position("3,3,3"), Random(1))


def test_a_program_is_started_again_after_it_has_ended() -> None:
    with external_engine(lines("print(['a1', 'b2'][len(input()) > 0])")) as program:
        assert program(Position("3,3,3"), Random(1)).move == 0
        with pytest.raises(Crash):
            program(Position("3,3,3"), Random(1))
        assert program(Position("3,3,3").play("a1"), Random(1)).move == 4


# On the command line


def test_grading_a_program() -> None:
    done = Terminal.run("grade", lines(FIRST_FREE), "--game", "3,2,2", "--json")
    report = json.loads(done.out)
    assert done.status == 1
    assert report["engine"] == "a program that reads and prints lines of moves"
    assert (report["faults"]["illegal"], report["complete"]) == (0, True)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("print('Hello', flush=True); input()", "printed 'Hello': print only a cell"),
        ("raise SystemExit('no such file: an error')", "ended (no such file: an error)"),
        ("pass", "read lines until the input ends"),
    ],
)
def test_no_verdict_on_a_program_that_answers_nothing(code: str, reason: str) -> None:
    done = Terminal.run("grade", lines(code), "--game", "2,2,2")
    assert (done.status, done.out) == (2, "")
    assert reason in done.err


def test_playing_and_matches() -> None:
    toy = lines(FIRST_FREE)
    assert "a1" in Terminal.run("play", "--level", toy, "--side", "o", "--plain", given="quit\n").out
    done = Terminal.run("arena", toy, "easy", "-n", "2", "--seed", "1", "--json")
    assert json.loads(done.out)["players"][0]["faults"] == []


def test_a_command_is_needed() -> None:
    with pytest.raises(NoughtsError, match="expected a command after lines:, as in lines:node mine"):
        external_engine("lines:")


@pytest.mark.parametrize(("program", "file"), [("node", "first_free.js"), ("java", "FirstFree.java")])
def test_the_examples_in_other_languages(program: str, file: str) -> None:
    if not shutil.which(program):
        pytest.skip(f"needs {program}, which `make test` does not install")
    path = Path(__file__).parents[2] / "docs" / "guide" / file
    done = Terminal.run("grade", f"lines:{program} {shlex.quote(str(path))}", "--json")
    report = json.loads(done.out)
    assert report["verdict"].startswith("Not passed: it gives a win or a draw away in 1,869 positions, out of 4,520.")
    assert [cause["key"] for cause in report["causes"]] == ["no-search"]
