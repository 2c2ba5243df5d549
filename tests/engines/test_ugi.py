"""`noughts engine ugi`: questions about the rules, positions, options, searches, and thousands of meaningless lines."""

import time
from random import Random

import pytest

from noughts import game
from noughts.engines.search import BackgroundSearch, run
from noughts.engines.ugi import UgiEngine
from tests.engines.test_gomocup import engine, meaningless


class Talk:
    """An engine with the lines that it has sent."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.engine = UgiEngine(BackgroundSearch("perfect", Random(1)), self.sent.append, game("tictactoe"))

    def __call__(self, *commands: str) -> list[str]:
        """Send commands, one after another, then stop, and return the answers."""
        before = len(self.sent)
        for command in (*commands, "stop"):
            self.engine.receive(command)
        return self.sent[before:]


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_the_first_words(talk: Talk) -> None:
    assert talk("ugi", "isready", "uginewgame") == [
        "id name noughts",
        "id author the noughts authors",
        "option name Game type string default 3,3,3",
        "option name Level type combo default perfect var random var beginner var easy var medium var hard var perfect",
        "ugiok",
        "readyok",
    ]


@pytest.mark.parametrize(
    ("position", "p1turn", "gameover", "result"),
    [
        ("startpos", "true", "false", "none"),
        ("startpos moves b2", "false", "false", "none"),
        ("startpos moves a1 a2 b1 b2 c1", "false", "true", "p1win"),
        ("fen x_x/ooo/x_x x", "true", "true", "p2win"),
        ("fen xox/xxo/o_o x moves b3", "false", "true", "draw"),
    ],
)
def test_questions_about_a_position(talk: Talk, position: str, p1turn: str, gameover: str, result: str) -> None:
    answers = talk(f"position {position}", "query p1turn", "query gameover", "query result")
    assert answers == [f"response {answer}" for answer in (p1turn, gameover, result)]


@pytest.mark.parametrize(
    ("setting", "position", "limit", "move"),
    [
        ("3,3,3", "startpos moves a1 b2 a2 c2", "movetime 1000", "a3"),
        ("4,4,4 gravity", "startpos moves a4 b4 a3 b3 a2 b2", "p1time 1000 p2time 1", "a1"),
        ("connect four", "startpos moves d6 a6 d5 a5 d4 a4 g6", "p1time 1 p1inc 0 p2time 9000 p2inc 10", "a3"),
        ("3,3,3 misere", "fen xx_/oxo/xoo x", "nodes 100", "c1"),
        ("3,3,3", "startpos moves a1 b2 a2 c2", "depth 2", "a3"),
        ("3,3,3", "startpos moves a1 b2 a2 c2", "infinite", "a3"),
        ("3,3,3", "fen xox/xxo/oxo x", "movetime 10", "0000"),
    ],
)
def test_moves_in_every_game_under_every_limit(talk: Talk, setting: str, position: str, limit: str, move: str) -> None:
    answers = talk(f"setoption name Game value {setting}", f"position {position}", f"go {limit}", "isready")
    assert sorted(answers) == [f"bestmove {move}", "readyok"]


def test_an_infinite_search_keeps_its_move_until_stop(talk: Talk) -> None:
    talk.engine.receive("go infinite")
    time.sleep(0.3)
    assert talk.sent == []
    assert talk()[0].startswith("bestmove ")


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("position", "expected startpos or fen and a position, not ''"),
        ("position startpos moves a1 a1", "a1 is taken"),
        ("position startpos foo", "expected startpos or fen and a position, not 'startpos foo'"),
        ("query mood", "unknown question 'mood': expected gameover, p1turn, result"),
        ("setoption name Game value go", "unknown game 'go': "),
        ("setoption name Level value deep", "unknown level 'deep': expected random, beginner, easy, medium, hard"),
        ("setoption name Hash value 1", "unknown option 'Hash': expected Game or Level"),
    ],
)
def test_an_impossible_command_changes_nothing_and_says_why(talk: Talk, command: str, reason: str) -> None:
    talk("position startpos moves b2")
    (said,) = talk(command)
    assert said.startswith(f"info string {reason}")
    assert talk("query p1turn") == ["response false"]


def test_options_change_the_game_and_the_level(talk: Talk) -> None:
    talk("setoption name Level value easy", "setoption name Game value 4,4,3")
    assert talk("ugi")[2].endswith("default 4,4,3")
    assert talk("ugi")[3].startswith("option name Level type combo default easy")


def test_unknown_commands_are_ignored(talk: Talk) -> None:
    assert talk("hello", "UGI", "debug on") == []


@pytest.mark.parametrize("count", [2_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_meaningless_lines_never_end_the_engine(talk: Talk, count: int) -> None:
    words = (
        "ugi|uginewgame|setoption name|setoption name Game value|position|position startpos moves|position fen|query|"
        "query result|go|go nodes 1|go movetime 0|stop|isready|setoption name Game value 3,3,3|position startpos"
    )
    run(talk.engine, meaningless(Random(2), words.split("|"), count))
    assert talk("isready") == ["readyok"]


def test_an_engine_on_the_command_line() -> None:
    given = "ugi\nisready\nposition startpos moves a1 b2 a2 c2\ngo movetime 1000\nquit\nisready\n"
    assert engine("ugi", "--game", "3,3,3", "--level", "easy", given=given)[-2:] == ["readyok", "bestmove a3"]
