"""`noughts engine gomocup`: every command, errors, clocks, and thousands of meaningless lines."""

import io
import subprocess
import sys
import time
from functools import partial
from random import Random

import pytest

from noughts import Limit, Position
from noughts.engines.gomocup import GomocupEngine
from noughts.engines.search import LONGEST_LINE, BackgroundSearch, lines, run, share, usable
from noughts.players.levels import level_chooser
from noughts.solver.solver import Solver

FAST = "INFO timeout_turn 200"


class Talk:
    """An engine with the lines that it has sent."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.engine = GomocupEngine(BackgroundSearch("perfect", Random(1)), self.sent.append)

    def __call__(self, *commands: str) -> list[str]:
        """Send commands, one after another, and return the answers. Each search is ended by YXSTOP."""
        before = len(self.sent)
        for command in commands:
            self.engine.receive(command)
        self.engine.receive("YXSTOP")
        return self.sent[before:]


@pytest.fixture
def talk() -> Talk:
    return Talk()


def point(text: str) -> tuple[int, int]:
    x, y = text.split(",")
    return int(x), int(y)


def is_on(move: str, size: int) -> bool:
    x, y = point(move)
    return 0 <= x < size and 0 <= y < size


@pytest.mark.parametrize("size", ["3", "15", "20"])
def test_start_is_answered_with_ok_alone(talk: Talk, size: str) -> None:
    assert talk(f"START {size}") == ["OK"]
    (move,) = talk(FAST, "BEGIN")
    assert is_on(move, int(size))


def test_a_rectangular_board_has_columns_first(talk: Talk) -> None:
    assert talk("RECTSTART 7,4", "INFO win_length 4") == ["OK"]
    (move,) = talk("BOARD", "6,0,1", "6,1,1", "6,2,1", "DONE")
    assert move == "6,3"


@pytest.mark.parametrize(
    ("length", "stones", "winning"),
    [(5, range(4), {"4,7"}), (4, range(1, 4), {"0,7", "4,7"}), (3, range(1, 3), {"0,7", "3,7"})],
)
def test_a_win_is_taken_for_every_length_of_a_line(talk: Talk, length: int, stones: range, winning: set[str]) -> None:
    talk("START 15", f"INFO win_length {length}")
    (move,) = talk("BOARD", *(f"{x},7,1" for x in stones), *(f"{2 * x},0,2" for x in stones), "DONE")
    assert move in winning


def test_a_game_is_played_to_its_end_and_restarted(talk: Talk) -> None:
    talk("START 3", "INFO win_length 3", FAST)
    taken = {point(*talk("BEGIN"))}
    free = [(x, y) for y in range(3) for x in range(3)]
    for _ in range(4):
        mine = next(p for p in free if p not in taken)
        (answer,) = talk(f"TURN {mine[0]},{mine[1]}")
        taken.add(mine)
        if answer.startswith("ERROR"):
            break
        assert point(answer) not in taken
        taken.add(point(answer))
    assert talk(f"TURN {taken.pop()[0]},0")[0].startswith("ERROR")
    assert talk("RESTART") == ["OK"]
    assert len(talk("BEGIN")) == 1


def test_a_stone_is_taken_back(talk: Talk) -> None:
    talk("START 5", "YXBOARD", "0,0,1", "1,0,2", "DONE")
    assert talk("TAKEBACK 1,0", "TAKEBACK 0,0") == ["OK", "OK"]
    assert is_on(talk("BEGIN")[0], 5)


def test_yxboard_sets_a_position_without_thinking(talk: Talk) -> None:
    assert talk("START 15", "YXBOARD", *(f"{x},7,2" for x in range(3)), "0,0,1", "1,0,1", "DONE") == ["OK"]
    assert talk("TURN 3,7") == ["4,7"]


@pytest.mark.parametrize(
    ("commands", "reason"),
    [
        (["BEGIN"], "there is no board yet: send START first"),
        (["TURN 0,0"], "there is no board yet: send START first"),
        (["START"], "expected 1 or 2 whole numbers, not ''"),
        (["START 0"], "expected a board of 1 to 1024 cells, as in START 15"),
        (["START 5000"], "expected a board of 1 to 1024 cells, as in START 15"),
        (["START x"], "expected 1 or 2 whole numbers, not 'x'"),
        (["START 5", "TURN 5,0"], "5,0 is not on the board: expected column,row, counted from 0"),
        (["START 5", "TURN -1,0"], "-1,0 is not on the board: expected column,row, counted from 0"),
        (["START 5", "TURN 1"], "expected 2 whole numbers, not '1'"),
        (["START 5", "YXBOARD", "0,0,2", "DONE", "TURN 0,0"], "0,0 is taken: expected an empty cell"),
        (["START 5", "YXBOARD", "0,0,2", "DONE", "BEGIN"], "BEGIN needs an empty board: send BOARD, or RESTART first"),
        (["START 5", "TAKEBACK 0,0"], "this cell is empty: expected the cell of a stone"),
        (
            ["START 5", "BOARD", "0,0,3", "DONE"],
            "expected 1 or 2 after a cell, not 3: noughts has no forbidden cells",
        ),
        (["START 5", "BOARD", *(f"{x},0,2" for x in range(5)), "DONE"], "the game is over: send RESTART"),
        (
            ["START 5", "INFO rule 4", "BEGIN"],
            "noughts plays only rule 0 (five or more in a row win) and rule 1 (exactly five): send INFO rule 0",
        ),
    ],
)
def test_an_impossible_command_gets_an_error_with_the_reason(talk: Talk, commands: list[str], reason: str) -> None:
    assert talk(*commands)[-1] == f"ERROR {reason}"


def test_an_error_in_a_board_leaves_the_position_as_it_was(talk: Talk) -> None:
    talk("START 5", "YXBOARD", "0,0,2", "DONE", "BOARD", "0,1,1", "0,1,2", "DONE")
    assert talk("TAKEBACK 0,0", "TAKEBACK 0,1")[-2:] == ["OK", "ERROR this cell is empty: expected the cell of a stone"]


def test_unknown_commands_and_information(talk: Talk) -> None:
    assert talk("HELLO there", "swap2board") == ["UNKNOWN HELLO", "UNKNOWN SWAP2BOARD"]
    assert talk("INFO", "INFO evaluate 1,1", "INFO folder /tmp", "INFO max_memory 0", "INFO game_type x", "STOP") == []
    (about,) = talk("about")
    assert about.startswith('name="noughts", version="')


@pytest.mark.parametrize("milliseconds", [0, 50, 200, 500, 1000])
def test_the_move_comes_in_time(talk: Talk, milliseconds: int) -> None:
    talk("START 15", f"INFO timeout_turn {milliseconds}")
    before, began = len(talk.sent), time.monotonic()
    talk.engine.receive("BEGIN")
    while len(talk.sent) == before and time.monotonic() < began + 5:
        time.sleep(0.001)
    # The search has 5% and 30 ms in hand. This allows for a busy computer that runs the tests.
    assert time.monotonic() - began < milliseconds / 1000 + 0.5


@pytest.mark.parametrize("moves", ["", "h8 i9 i8 g8", "h8 g9 h10 i7 i9 g7 f8 g11"])
@pytest.mark.parametrize("seconds", [0.05, 0.35])
def test_a_search_notices_the_end_of_its_time(moves: str, seconds: float) -> None:
    """The seconds are processor time, so that other programs do not matter."""
    position = Position("15,15,5")
    for move in moves.split():
        position = position.play(move)
    most = 1.2 * seconds + 0.05  # on a busy computer, the same work takes more time of the processor
    for _ in range(5):  # the garbage collector may take its time once
        began = time.process_time()
        limit = Limit(10**12, 0.6 * seconds, partial(is_past, began + 0.9 * seconds))
        choose = level_chooser("perfect", solver=Solver(position.game), limit=limit)
        assert position.why_illegal(choose(position, Random(1)).move) is None
        if (took := time.process_time() - began) < most:
            break
    assert took < most


def is_past(seconds: float) -> bool:
    return time.process_time() > seconds


def test_the_time_is_shared_out() -> None:
    empty = Position("15,15,5")
    assert usable(1) == pytest.approx(0.92)
    assert usable(0.02) == 0
    assert 1 < share(60, empty) <= 60 / 30 < share(60, Position("3,3,3"))
    assert share(0.1, empty, increment=5) == 0.1
    assert share(-3, empty) == 0


@pytest.mark.parametrize("ending", [["YXSTOP"], ["stop"], ["INFO rule 0", "RESTART", "YXSTOP"]])
def test_a_search_stops_at_once_and_its_move_is_sent_first(talk: Talk, ending: list[str]) -> None:
    talk("START 15", "INFO timeout_turn 60000")
    talk.engine.receive("BEGIN")
    time.sleep(0.05)
    began = time.monotonic()
    sent = talk(*ending)
    assert time.monotonic() - began < 0.5
    assert is_on(sent[0], 15)
    assert sent[1:] == ["OK"] * ("RESTART" in ending)


def engine(*args: str, given: str) -> list[str]:
    """Run an engine in a process of its own, which may end while it searches, and return the lines that it sends."""
    command = [sys.executable, "-m", "noughts", "engine", *args]
    done = subprocess.run(command, input=given.encode(), capture_output=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode().splitlines()


def test_an_engine_on_the_command_line() -> None:
    about, ok, move = engine("gomocup", given="ABOUT\r\nSTART 20\r\n\r\nBEGIN\r\nEND\r\nABOUT\r\n")
    assert ok == "OK"
    assert about.startswith('name="noughts"')
    assert is_on(move, 20)


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_every_end_of_a_line_is_understood_at_once(end: str) -> None:
    command = [sys.executable, "-m", "noughts", "engine", "gomocup"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        for given, answer in (("START 15", b"OK\n"), ("HELLO", b"UNKNOWN HELLO\n"), ("END", b"")):
            process.stdin.write(f"{given}{end}".encode())
            process.stdin.flush()
            assert process.stdout.readline() == answer  # before anything else is sent


def test_a_long_line_is_read_in_pieces_and_the_last_one_needs_no_end() -> None:
    assert list(lines(io.BytesIO(b"x" * 200_000 + b"\n\r\n \xff \nEND"))) == [
        *("x" * LONGEST_LINE,) * 3,
        "x" * (200_000 - 3 * LONGEST_LINE),
        "\ufffd",
        "END",
    ]


@pytest.mark.parametrize("protocol", ["gomocup", "ugi"])
def test_the_end_of_input_ends_a_running_search_at_once(protocol: str) -> None:
    words = {
        "gomocup": ("START 8\nINFO timeout_turn 60000\nBEGIN\n", "OK"),
        "ugi": ("setoption name Game value 8,8,5\nisready\ngo infinite\n", "readyok"),
    }
    commands, ready = words[protocol]
    with subprocess.Popen(
        [sys.executable, "-m", "noughts", "engine", protocol],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(commands)
        process.stdin.flush()
        assert process.stdout.readline() == f"{ready}\n"
        time.sleep(0.3)
        began = time.monotonic()
        process.stdin.close()
        assert process.wait(5) == 0
        # It takes about 0.1 seconds. The rest is for a busy computer that runs the tests.
        assert time.monotonic() - began < 2


def meaningless(random: Random, words: list[str], count: int) -> io.BytesIO:
    """Return a file of random lines: commands with odd arguments, and characters in any order."""

    def line() -> str:
        arguments = random.choices(
            ["", "0", "-1", "7,7", "3,3,1", "9" * 5000, "x", "٣", "\0", "[{[]}]"], k=random.randrange(3)
        )
        if random.random() < 0.2:
            return "".join(map(chr, random.choices(range(1, 300), k=random.randrange(20))))
        return " ".join([random.choice(words), *arguments])

    return io.BytesIO("".join(line() + random.choice(["\n", "\r", "\r\n"]) for _ in range(count)).encode())


GOMOCUP = "START 5|RECTSTART 4,3|RESTART|BEGIN|TURN|BOARD|DONE|YXBOARD|TAKEBACK|INFO|ABOUT|YXSTOP|0,0,1|1,2,2"
GOMOCUP_INFO = "INFO timeout_turn 0|INFO win_length|INFO rule|INFO rule 0|INFO win_length 3|INFO time_left 0"


@pytest.mark.parametrize("count", [2_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_meaningless_lines_never_end_the_engine(talk: Talk, count: int) -> None:
    run(talk.engine, meaningless(Random(1), f"{GOMOCUP}|{GOMOCUP_INFO}".split("|"), count))
    assert talk("DONE", "INFO rule 0", "INFO win_length 5", "INFO timeout_turn 0", "START 15")[-1] == "OK"
    assert is_on(talk("BEGIN")[0], 15)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_search_that_fails_is_answered_by_a_quick_guess(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.engines.search.level_chooser", lambda *args, **options: lambda *question: None)
    talk("START 15", "INFO timeout_turn 60000")
    talk.engine.receive("BEGIN")
    ends = time.monotonic() + 5
    while len(talk.sent) < 2 and time.monotonic() < ends:
        time.sleep(0.01)
    assert is_on(talk.sent[1], 15)
