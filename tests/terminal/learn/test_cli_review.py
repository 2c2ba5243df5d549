"""`noughts review`; `why`, `hint` and `review` at the prompt; and the reasons in `noughts analyse`."""

import json
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from noughts import read_moves, write_moves, write_sgf
from tests.terminal.terminal import Terminal

GAME = "a1 b1 a3 a2 c3 b3 b2"
THROWN = "b1 throws away the draw: X answers a3, O must block a2, and then c3 forks, threatening b2 and b3."


@pytest.fixture
def sgf(tmp_path: Path) -> Path:
    record = read_moves(f"x: Ada\no: Grace\n{GAME}")
    path = tmp_path / "game.sgf"
    path.write_text(write_sgf(record), encoding="utf-8")
    return path


def test_review_prints_the_mistakes_of_a_game(sgf: Path) -> None:
    run = Terminal.run("review", str(sgf))
    assert (run.status, run.err) == (0, "")
    lines = run.out.splitlines()
    assert lines[0] == "3 × 3, three in a row: X wins, 7 moves. Ada is X; Grace is O."
    assert "  2  O b1 ?  ▼ loss in 6  ■ draw" in lines
    assert "  7  X b2    ▲ win in 1" in lines
    place = lines.index("Move 2, O b1 ?")
    assert lines[place + 1 : place + 5] == ["    a   b   c", " 1  X | ? | .", "   ---+---+---", " 2  . | ! | ."]
    assert THROWN in run.out
    assert "X took the chance: 3. a3." in lines
    assert "What decided the game: move 2, where O's b1 threw away the draw." in lines
    assert "Accuracy: X 3 of 3 (100%), O 0 of 1 (0%)" in lines[-1]


def test_review_prints_json(sgf: Path) -> None:
    answer: Any = json.loads(Terminal.run("review", str(sgf), "--json").out)["games"][0]
    assert (answer["game"], answer["result"], answer["names"]) == ("3,3,3", "X wins", {"x": "Ada", "o": "Grace"})
    assert [move["move"] for move in answer["moves"]] == GAME.split()
    assert [move["mark"] for move in answer["moves"]] == ["", "?", "", "", "", "", ""]
    second = answer["moves"][1]
    assert (second["number"], second["player"], second["position"]) == (2, "o", "x2_/3_/3_ o")
    assert (second["before"], second["after"]) == ({"value": "draw", "plies": 8}, {"value": "loss", "plies": 6})
    assert second["better"]["move"] == "b2"
    assert second["reasons"][0] == {"kind": "lets-win", "line": ["b1", "a3", "a2", "c3", "b3", "b2"]}
    assert answer["accuracy"]["o"] == {"mattered": 1, "kept": 0, "share": 0.0}
    assert answer["unknown"] == []
    assert THROWN in second["text"]


@pytest.mark.parametrize(("moves", "has_numbers"), [("b2 a1 c3", False), ("b2 b1", True)])
def test_the_legend_explains_numbers_only_if_there_are_some(moves: str, has_numbers: bool, tmp_path: Path) -> None:
    file = tmp_path / "moves.txt"
    file.write_text(moves, encoding="utf-8")
    out = Terminal.run("review", str(file)).out
    assert "Values are for the player who made the move." in out
    assert ("The number counts the moves to the end, including this one." in out) is has_numbers


def test_review_reads_move_lists_and_standard_input_and_prints_plain_text(sgf: Path, tmp_path: Path) -> None:
    moves = tmp_path / "moves.txt"
    moves.write_text(write_moves(read_moves(GAME)), encoding="utf-8")
    assert THROWN in Terminal.run("review", str(moves)).out
    plain = Terminal.run("review", str(sgf), "--plain").out
    assert not set("|+▲■▼") & set(plain)
    piped = [sys.executable, "-m", "noughts", "review", "-"]
    for content in (sgf.read_bytes(), GAME.encode()):
        run = subprocess.run(piped, input=content, capture_output=True, timeout=300, check=False)
        assert (run.returncode, run.stderr) == (0, b"")
        assert THROWN in run.stdout.decode()


@pytest.mark.parametrize("head", ["x: {}\no: Grace\n{}", "(;GM[4]RU[3,3,3]PB[{}]PW[Grace];B[bb])"])
def test_control_characters_in_names_are_not_printed(head: str, tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_text(head.format("A\x1b[1m\a a", "b2"), encoding="utf-8")
    run = Terminal.run("review", str(file))
    assert (run.status, run.err) == (0, "")
    assert "1 move. A [1m a is X; Grace is O.\n" in run.out


def test_review_names_the_game(tmp_path: Path) -> None:
    moves = tmp_path / "moves.txt"
    moves.write_text("a1 b2 c1", encoding="utf-8")
    out = Terminal.run("review", str(moves), "--game", "misere").out
    assert "a1 throws away the draw: O answers" in out
    assert "then X must complete a row" in out


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "contains no moves: expected a game to review"),
        ("b2 b2", "b2 is taken"),
        ("(;GM[4]SZ[three])", "SZ[three] is not the size of a board"),
        ("d9 b2", "is not a move"),
        ("hello", "cannot read 'hello': expected a position, a list of moves such as b2 a1 c3, SGF, or the name of"),
        ("o_x/x2_/x2o x", "contains no moves: expected a game to review"),
        ("(;SZ[3];B[bb])\n(;SZ[3];B[bb];W[bb])", "game 2 of 2: line 2, column 15: move 2: b2 is taken"),
        (
            "# A title\n\nSome words.\n\nMore words.",
            "cannot read '# A title Some words. More words.': expected a position",
        ),
        ("b2 b2\n*\na1\n*", "game 1 of 2: move 2: b2 is taken"),
        (None, "No such file"),
    ],
)
def test_bad_input_prints_one_sentence(content: str | None, message: str, tmp_path: Path) -> None:
    file = tmp_path / "game"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    run = Terminal.run("review", str(file))
    assert (run.status, run.out) == (2, "")
    assert message in run.err
    assert len(run.err.splitlines()) == 1


COLLECTION = "(;SZ[3]PB[Ada];B[bb];W[aa];B[ca])\n(;SZ[3];B[aa])\n(;SZ[15]RU[Renju]RE[W+R];B[hh];W[ii])"


def test_all_games_of_a_file_are_reviewed(tmp_path: Path) -> None:
    file = tmp_path / "games.sgf"
    file.write_text(COLLECTION, encoding="utf-8")
    run = Terminal.run("review", str(file), "--seconds", "0.5")
    assert (run.status, run.err) == (0, "")
    assert [line for line in run.out.splitlines() if line.startswith("Game ")] == [
        f"Game {number} of 3" for number in (1, 2, 3)
    ]
    assert "Note: This is a game of renju, read as five in a row" in run.out
    assert "X resigned" in run.out.partition("Game 3 of 3")[2]
    data = json.loads(Terminal.run("review", str(file), "--seconds", "0.5", "--json").out)
    assert [game["result"] for game in data["games"]] == ["unfinished", "unfinished", "X resigned"]
    assert [len(game["notes"]) for game in data["games"]] == [0, 0, 1]
    one = Terminal.run("review", str(file), "--game-number", "1")
    assert "Ada is X" in one.out
    assert "Game 1 of" not in one.out
    assert (
        "there is no game 4: expected a number from 1 to 3"
        in Terminal.run("review", str(file), "--game-number", "4").err
    )


def test_analyse_reads_a_game_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "games.sgf"
    file.write_text(COLLECTION, encoding="utf-8")
    first = Terminal.run("analyse", str(file), "--game-number", "1")
    typed = Terminal.run("analyse", "b2 a1 c1")
    assert first.out.partition("Searched")[0] == typed.out.partition("Searched")[0]
    assert "there are 3 games in this file: choose one with --game-number" in Terminal.run("analyse", str(file)).err
    assert "cannot read nothing.sgf: No such file" in Terminal.run("analyse", "nothing.sgf").err
    assert "work only with a file" in Terminal.run("analyse", "b2 a1", "--lenient").err
    third = json.loads(Terminal.run("analyse", str(file), "--game-number", "3", "--seconds", "0.5", "--json").out)
    assert "renju" in third["notes"][0]


@pytest.mark.parametrize("command", ["review", "analyse"])
def test_a_damaged_file_is_read_leniently_on_demand(command: str, tmp_path: Path) -> None:
    file = tmp_path / "damaged.sgf"
    file.write_bytes("(;CA[GBK]SZ[3]PB[镕]\n;B[bb]C[a [b] c]\n;W[aa];B[]".encode("gbk"))
    strict = Terminal.run(command, str(file))
    assert (strict.status, strict.out) == (2, "")
    assert "line 2, column 15: 'c]' is not SGF" in strict.err
    lenient = Terminal.run(command, str(file), "--lenient")
    assert lenient.status == 0
    assert "Note: line 3, column 8: B[] is a pass: this game has no passes (skipped" in lenient.out


def play(lines: str, *args: str) -> str:
    run = Terminal.run("play", "--friend", *args, given="\n".join(lines.split(" | ")) + "\n")
    assert (run.status, run.err) == (0, "")
    return run.out


def test_why_explains_the_last_move_or_a_given_cell() -> None:
    out = play("why | a1 | b1 | why | why b2 | why a1 | why z9 | why b1")
    assert "No move has been made yet: name a cell." in out
    assert "O's b1 throws away the draw: X answers a2, O must block a3, and then b2 forks" in out
    assert "b2 wins in 5: O must block c3, and then a2 forks, threatening c2 and a3." in out
    assert "X's a1 keeps the draw; O must then answer b2: the other 7 replies lose." in out
    assert "'z9' is not a cell of this board" in out
    assert out.count("O's b1 throws away the draw") == 2, "for a taken cell, why explains the move that took it"


def test_why_explains_stones_of_the_first_position_and_finished_games() -> None:
    assert "b1 is taken: X has a stone there." in play("why b1", "--position", "ox_/x2_/x2o o")
    out = play("a1 | b1 | a2 | b2 | a3 | why | why c3")
    assert "X's a3 wins at once: a1-a2-a3 is complete." in out
    assert "The game is over: X has won." in out
    assert "d4" in play("why d", "--game", "4,4,3 gravity")


@pytest.mark.parametrize("text", ["b2 a1\n\n" * 100, "(;SZ[3];B[bb])\n" * 100])
def test_a_file_of_many_games_is_read_for_a_limited_time(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = count()
    monkeypatch.setattr(time, "thread_time", lambda: next(clock))
    path = tmp_path / "games.txt"
    path.write_text(text)
    run = Terminal.run("review", str(path))
    assert (run.status, run.out) == (2, "")
    assert "takes too long to read" in run.err


def test_hint_gives_a_reason() -> None:
    assert "b2 wins at once: c1-b2-a3 is complete. (" in play("hint", "--position", "o_x/x2_/x2o x")
    assert "c1 is forced: it blocks a1-b1-c1" in play("hint", "--position", "xx_/_o_/3_ o")


def test_review_works_at_the_prompt() -> None:
    out = play(f"review | {GAME.replace(' ', ' | ')} | review")
    assert "There are no moves to review." in out
    assert "Press Enter for a new game, or type review, swap, undo" in out
    assert f"Move 2, O: {THROWN}" in out
    assert "Accuracy: X 3 of 3 (100%), O 0 of 1 (0%)" in out


def test_analyse_says_why_the_best_move_is_good() -> None:
    assert (
        "\na2 forks: it threatens c2 and a3, and O can block only one.\n" in Terminal.run("analyse", "xo_/_x_/2_o").out
    )
    answer = json.loads(Terminal.run("analyse", "xo_/_x_/2_o", "--json").out)
    assert answer["reason"] == "a2 forks: it threatens c2 and a3, and O can block only one."
    fork = next(reason for reason in answer["reasons"] if reason["kind"] == "forks")
    assert fork["cells"] == ["c2", "a3"]
    assert fork["rows"] == [["a2", "b2", "c2"], ["a1", "a2", "a3"]]
    over = json.loads(Terminal.run("analyse", "xxx/oo_/3_", "--json").out)
    assert (over["reason"], over["reasons"]) == ("", [])


def test_review_writes_the_game_as_a_moving_picture(sgf: Path, tmp_path: Path) -> None:
    picture = tmp_path / "game.svg"
    run = Terminal.run("review", str(sgf), "--svg", str(picture))
    assert "What decided the game" in run.out
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert "The moves: a1, b1, a3" in picture.read_text(encoding="utf-8")
    assert "--force" in Terminal.run("review", str(sgf), "--svg", str(picture)).err
    assert Terminal.run("review", str(sgf), "--svg", str(picture), "--force").status == 0
    assert "name a file" in Terminal.run("review", str(sgf), "--svg", "-").err


def test_a_picture_shows_one_game(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text("game: 3,3,3\n\nb2 a1\n\ngame: 3,3,3\n\na1 b2\n", encoding="utf-8")
    run = Terminal.run("review", str(games), "--svg", str(tmp_path / "game.svg"))
    assert "--game-number" in run.err
    assert Terminal.run("review", str(games), "--game-number", "2", "--svg", str(tmp_path / "game.svg")).status == 0
