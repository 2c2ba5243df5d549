"""Other programs as players: both protocols, and engines that lie, hang, crash, chatter or leave processes behind."""

import contextlib
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from noughts import NoughtsError, Position, player
from noughts.engines import protocols
from noughts.engines.driver import ExternalEngine
from noughts.players.opponent import Crash, IllegalAnswer, TimeOut
from tests.terminal.terminal import Terminal

GOMOCUP = """
import sys, time, subprocess
def say(text): print(text, flush=True)
for line in sys.stdin:
    word = line.split()[0]
    if word.startswith("START"): say("OK")
    if word in ("BEGIN", "DONE"):
        {answer}
"""
UGI = """
import sys
taken = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi": print("id name toy\\nugiok", flush=True)
    if words[0] == "isready": print("readyok", flush=True)
    if words[0] == "position": taken = words[3:]
    if words[0] == "go":
        print("info depth 1 score 3", flush=True)
        print("bestmove", next(c + r for r in "123" for c in "abc" if c + r not in taken), flush=True)
"""
FIVE = Position("7,7,5")


def python(code: str) -> str:
    """Return the command that runs this code."""
    return shlex.join([sys.executable, "-c", code])


def noughts(*args: str) -> str:
    return shlex.join([sys.executable, "-m", "noughts", "engine", *args])


def is_running(process: int) -> bool:
    """Return whether a process runs. A process that has ended is listed until its parent notices."""
    with contextlib.suppress(OSError):
        os.kill(process, 0)
        stat = Path(f"/proc/{process}/stat")
        return not (stat.exists() and ") Z " in stat.read_text())
    return False


@contextlib.contextmanager
def answering(answer: str, seconds: float = 0.5) -> Iterator[ExternalEngine]:
    """Run an engine that runs this code to answer with a move."""
    with ExternalEngine(python(GOMOCUP.format(answer=answer)), seconds=seconds) as engine:
        yield engine


@pytest.mark.parametrize(
    ("protocol", "start", "move"),
    [
        ("gomocup", FIVE.play("a1").play("a2").play("b1").play("b2").play("c1").play("c2").play("d1").play("g7"), "e1"),
        ("ugi", Position("3,3,3").play("a1").play("b2").play("a2").play("c2"), "a3"),
        ("ugi", Position("4,4,4 gravity").play("a4").play("b4").play("a3").play("b3").play("a2").play("b2"), "a1"),
        ("ugi", Position("3,3,3 misere").play("a1").play("b2").play("c3").play("a3").play("c2"), "b1"),
    ],
    ids=["gomocup", "ugi", "ugi with gravity", "ugi misere"],
)
def test_our_own_engines_are_players(protocol: str, start: Position, move: str) -> None:
    with ExternalEngine(noughts(protocol, "--game", "3,3,3"), seconds=0.5) as engine:
        cell = engine(start, Random(1)).move
        assert start.why_illegal(cell) is None
        if move in ("e1", "a3", "a1"):
            assert start.game.board.names[cell] == move


def test_a_game_is_played_to_its_end_and_another_one_after_it() -> None:
    with ExternalEngine(noughts("gomocup", "--level", "random"), seconds=0.2) as engine:
        for game in ("5,5,5", "6,5,5"):
            position = Position(game)
            while not position.is_over:
                position = position.play(engine(position, Random(1)).move)
        assert engine.words == "an engine that speaks Gomocup's protocol"


def test_an_engine_that_knows_one_game_gets_moves_from_the_empty_board() -> None:
    position = Position("3,3,3")
    with ExternalEngine(python(UGI)) as engine:
        for move in ("a1", "b1", "c1"):
            choice = engine(position, Random(1))
            assert position.game.board.names[choice.move] == move
            position = position.play(choice.move)
        assert engine.remark == "depth 1 score 3"


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        ("time.sleep(60)", TimeOut, "did not answer within 1.1 seconds"),
        pytest.param(
            "[say('MESSAGE on and on') for _ in iter(int, 1)]",
            TimeOut,
            "did not answer within 1.1 seconds",
            marks=pytest.mark.slow,
        ),
        ("print('x' * 10_000_000); time.sleep(60)", TimeOut, "did not answer within 1.1 seconds"),
        ("sys.exit()", Crash, "ended"),
        ("say('0,0')", IllegalAnswer, "made an illegal move: a1 is taken"),
        ("say('7,0')", IllegalAnswer, "made an illegal move: 7,0 is not on the board"),
    ],
)
def test_a_faulty_engine_loses_in_limited_time(answer: str, error: type[Exception], message: str) -> None:
    began = time.monotonic()
    with answering(answer, seconds=0.1) as engine, pytest.raises(error, match=message):
        engine(FIVE.play("a1"), Random(1))
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    "answer",
    [
        "say('MESSAGE deep'); say('DEBUG x'); say('ERROR nothing'); say(' 3 , 2 ')",
        "say('SUGGEST 3,2'); say(next(sys.stdin).split()[1])",
        "sys.stdout.write('UNKNOWN INFO\\r\\n3,2\\r\\n'); sys.stdout.flush()",
    ],
)
def test_what_an_engine_may_say_before_its_move(answer: str) -> None:
    with answering(answer) as engine:
        assert engine(FIVE, Random(1)).move == FIVE.cell("d3")


def test_an_engine_is_started_again_after_a_fault() -> None:
    code = "say('3,2') if len(sys.argv) and 'DONE' in line else sys.exit()"
    with answering(code) as engine:
        with pytest.raises(Crash):
            engine(FIVE, Random(1))
        assert engine(FIVE.play("a1"), Random(1)).move == FIVE.cell("d3")


def test_an_engine_that_starts_only_once_loses_and_the_match_goes_on(tmp_path: Path) -> None:
    marker = tmp_path / "started"
    once = f"import pathlib\nmarker = pathlib.Path({str(marker)!r})\nif marker.exists(): sys.exit()\nmarker.touch()\n"
    code = UGI.replace("taken = []", f"{once}taken = []").replace('print("bestmove"', 'sys.exit("bestmove"')
    done = Terminal.run("arena", f"engine:{python(code)}", "random", "--games", "4", "--seed", "1", "--json")
    assert done.status == 0
    data = json.loads(done.out)
    assert [one["losses"] for one in data["players"]] == [4, 0]
    assert "cannot be started again" in " ".join(map(str, data["players"][0]["faults"]))


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_processes_of_an_engine_end_with_it() -> None:
    with answering("say('MESSAGE %d' % subprocess.Popen(['sleep', '60']).pid); say('3,2')") as engine:
        engine(FIVE, Random(1))
        child = int(engine.remark)
        assert is_running(child)
    ends = time.monotonic() + 5
    while is_running(child) and time.monotonic() < ends:
        time.sleep(0.01)
    assert not is_running(child)


@pytest.mark.parametrize(
    ("command", "game", "reason"),
    [
        ("", "3,3,3", "expected a command after engine:, as in engine:pbrain-rapfi, not ''"),
        ("'", "3,3,3", 'expected a command after engine:, as in engine:pbrain-rapfi, not "\'"'),
        ("./no-such-engine", "3,3,3", "cannot run './no-such-engine': No such file or directory"),
        (python("pass"), "7,7,5", r"the engine does not play 7,7,5 \(.* ended\): expected UGI or Gomocup's protocol"),
        (python("input(); print('UNKNOWN ugi'); input()"), "4,4,4 gravity", "Gomocup's protocol is for five in a row"),
        (python("[print('ERROR', input()) for _ in 'ab']; input()"), "15,15,5", "ERROR START 15"),
        (python("import time; time.sleep(60)"), "7,7,5", "did not answer within 0.3 seconds"),
    ],
)
def test_programs_that_are_no_engines(monkeypatch: pytest.MonkeyPatch, command: str, game: str, reason: str) -> None:
    monkeypatch.setattr(protocols, "_TO_START", 0.3 if "sleep" in command else 10)
    with pytest.raises(NoughtsError, match=reason):
        ExternalEngine(command).start(Position(game).game)


# On the command line


def test_a_match_with_an_engine_and_its_log(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    toy = f"engine:{python(UGI)}"
    done = Terminal.run("arena", toy, "easy", "-n", "2", "--seed", "1", "--engine-log", str(log), "--json")
    assert done.status == 0
    players = json.loads(done.out)["players"]
    assert (players[0]["player"], players[0]["faults"]) == (toy, [])
    lines = [line.split(maxsplit=2)[2] for line in log.read_text(encoding="utf-8").splitlines()]
    assert lines[0] == "< ugi"
    assert "> bestmove a1" in lines
    assert ExternalEngine.log is None


def test_an_engine_can_be_a_file_of_python(tmp_path: Path) -> None:
    file = tmp_path / "toy.py"
    file.write_text(UGI, encoding="utf-8")
    toy = f"engine:{shlex.join([sys.executable, str(file)])}"
    done = Terminal.run("arena", toy, "easy", "-n", "2", "--seed", "1", "--json")
    assert json.loads(done.out)["players"][0]["faults"] == []
    assert json.loads(Terminal.run("grade", toy, "-g", "3,2,2", "--json").out)["engine"] == "an engine that speaks UGI"
    assert "a1" in Terminal.run("play", "--level", toy, "--side", "o", "--plain", given="quit\n").out


def test_grading_an_engine() -> None:
    done = Terminal.run("grade", f"engine:{python(UGI)}", "--game", "3,2,2", "--json")
    report = json.loads(done.out)
    assert report["engine"] == "an engine that speaks UGI"
    assert report["positions"]["asked"] != {}
    assert Terminal.run("grade", "engine:toy", "--marks", "XO_").err.startswith(
        "noughts: --marks, --call and --jobs are for functions"
    )


def test_playing_against_an_engine() -> None:
    done = Terminal.run("play", "--level", f"engine:{python(UGI)}", "--side", "o", "--plain", given="quit\n")
    assert done.status == 0
    assert "a1" in done.out


@pytest.mark.parametrize("is_json", [False, True])
def test_a_second_opinion_is_labelled_as_not_proved(is_json: bool) -> None:
    done = Terminal.run("analyse", "x_o/___/___ x", "--engine", python(UGI), *["--json"] * is_json)
    assert done.status == 0
    if is_json:
        opinion = json.loads(done.out)["engine"]
        assert opinion | {"name": ""} == {"name": "", "move": "b1", "said": "depth 1 score 3", "proved": False}
    else:
        assert done.out.splitlines()[-1].startswith("Second opinion, not proved: ")
        assert done.out.splitlines()[-1].endswith(' plays b1. It says: "depth 1 score 3".')


def test_what_an_engine_says_cannot_change_the_terminal() -> None:
    loud = UGI.replace("info depth 1 score 3", "info string \\x1b[31mred\\x07")
    done = Terminal.run("analyse", "x_o/___/___ x", "--engine", python(loud))
    assert done.out.splitlines()[-1].endswith(' plays b1. It says: "[31mred".')


def test_a_second_opinion_needs_a_command() -> None:
    done = Terminal.run("analyse", "start", "--engine", "")
    assert (done.status, done.out) == (2, "")
    assert "expected a command" in done.err


def test_a_second_opinion_that_fails_leaves_the_analysis() -> None:
    crashing = UGI.replace('print("bestmove"', 'sys.exit("bestmove"')
    done = Terminal.run("analyse", "xx_/oo_/___ x", "--engine", python(crashing))
    assert done.status == 0
    assert done.out.splitlines()[-1].endswith(" ended (TypeError: sys.exit() takes no keyword arguments).")
    assert "Best move: c1" in done.out


@pytest.mark.parametrize("name", ["engine:cat", "ENGINE: cat"])
def test_only_the_command_line_runs_engines(name: str) -> None:
    with pytest.raises(NoughtsError, match="unknown player"):
        player(name)


def test_an_engine_that_keeps_crashing_is_given_up() -> None:
    crashing = UGI.replace('print("info depth 1 score 3", flush=True)', "sys.exit(1)")
    done = Terminal.run("grade", f"engine:{python(crashing)}", "--game", "3,2,2", "--json")
    report = json.loads(done.out)
    assert (done.status, report["complete"], report["faults"]["crash"]) == (1, False, 3)
    assert report["verdict"].startswith("Not passed: it crashes in 3 positions; ended after 3 of ")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_an_engine_ends_with_noughts(number: signal.Signals, tmp_path: Path) -> None:
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip("the tests were started with this signal ignored, as nohup does")
    known = tmp_path / "process"
    code = f"import os, time\nopen({str(known)!r}, 'w').write(str(os.getpid()))\n" + GOMOCUP.format(
        answer="time.sleep(60)"
    )
    command = [
        sys.executable,
        "-m",
        "noughts",
        "arena",
        f"engine:{python(code)}",
        "easy",
        "-g",
        "5,5,5",
        "--seconds",
        "60",
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as program:
        while program.poll() is None and not (known.exists() and known.read_text()):
            time.sleep(0.01)
        time.sleep(0.3)  # it is asked for a move
        program.send_signal(number)
        assert program.wait(30) == 128 + number
    ends = time.monotonic() + 5
    while is_running(int(known.read_text())) and time.monotonic() < ends:
        time.sleep(0.01)
    assert not is_running(int(known.read_text()))
