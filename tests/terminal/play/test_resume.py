"""`noughts play --load` and `load`: a saved game continues with its players."""

import random
from pathlib import Path

import pytest

from noughts import GameTree, Position, Record, game, player, read_games
from noughts.players.opponent import Opponent
from noughts.session import game_files
from noughts.session.seats import Seat, saved_seats
from noughts.session.session import Session
from tests.terminal.terminal import Terminal

FORMS = ["game.sgf", "game.txt"]


def play(*args: str, lines: str = "") -> list[str]:
    """Play a game; each argument is one line of input. Return the lines of the output."""
    run = Terminal.run("play", *args, given="\n".join(lines.split(" | ")) + "\n")
    assert (run.status, run.err) == (0, "")
    return run.out.splitlines()


def saved(path: Path, x: str, o: str, name: str = "tictactoe") -> str:
    """Save a game between two players, and return the path of the file."""
    game_files.save(GameTree.of(Record(Position(game(name)), (4,), (x, o))), path)
    return str(path)


OTHER = (
    "(;GM[1]FF[4]AP[Board:2]SZ[3]EV[Cup]RE[B+T]PB[Ada]PW[Grace]"
    ";B[bb]BL[9](;W[aa]TR[aa]\n[bb];B[ca]WL[4])(;W[cc]N[other]))"
)


def test_the_data_of_other_programs_survives_the_terminal(tmp_path: Path) -> None:
    file, copy = tmp_path / "game.sgf", tmp_path / "copy.sgf"
    file.write_text(OTHER, encoding="utf-8")
    play("--load", str(file), lines=f"save {copy} | quit")
    assert read_games(copy.read_bytes()) == read_games(OTHER)
    play("--load", str(file), lines=f"a3 | c2 | save {copy} | save {copy} | c3 | save {copy} | quit")
    (tree,) = read_games(copy.read_bytes())
    assert tree.main_line.move_names == ("b2", "a1", "c1", "a3", "c2", "c3")
    assert tree.root.properties == ("AP[Board:2]", "EV[Cup]"), "the game goes on, so the result is not known"
    assert tree.node((4, 0)).properties == ("TR[aa]\n[bb]",)
    assert tree.node((4, 8)).properties == ("N[other]",)
    play("--load", str(file), lines=f"undo | save {copy} | save {copy} | quit")
    assert read_games(copy.read_bytes())[0].main_line.move_names == ("b2", "a1")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "options",
    [
        ["--level", "easy", "--name", "Ada"],
        ["--level", "hard", "--side", "o"],
        ["--level", "medium", "--name", "Ada [x]: \\", "--side", "o", "--begins", "o"],
        ["--level", "minimax:depth=2"],
        ["--level", "mcts:simulations=20,exploration=1.5", "--side", "o"],
        ["--name", "Ada", "--name", "Grace"],
        ["--friend"],
        ["--game", "7,6,4 gravity", "--level", "random"],
        ["--game", "4,4,4", "--level", "perfect", "--position", "_x2_/_o2_/4_/4_ x"],
    ],
    ids=" ".join,
)
def test_a_loaded_game_continues_with_its_players(options: list[str], form: str, tmp_path: Path) -> None:
    file = str(tmp_path / form)
    before = play(*options, lines=f"1 | save {file} | moves | quit")
    after = play("--load", file, lines="moves | quit")
    assert after[0] == before[0], "the same sides, levels and game"
    assert [line for line in before if line.startswith("1.")] == [line for line in after if line.startswith("1.")]


@pytest.mark.parametrize(
    ("x", "o", "options", "expected"),
    [
        ("Ada", "Computer (easy)", ["--level", "hard"], "Ada is X; Computer (hard) is O."),
        ("Ada", "Computer (easy)", ["--side", "o"], "Ada is O; Computer (easy) is X."),
        ("Ada", "Computer (easy)", ["--name", "Bo"], "Bo is X; Computer (easy) is O."),
        ("Ada", "Computer (easy)", ["--friend"], "Ada is X; Second player is O."),
        ("Computer (easy)", "You", [], "You are O; Computer (easy) is X."),
        ("Computer (easy)", "You", ["--name", "Bo", "--name", "Cy"], "Bo is X; Cy is O."),
        ("Computer X (easy)", "Computer O (hard)", [], "Computer X (easy) is X; Computer O (hard) is O."),
        ("Computer X (easy)", "Computer O (hard)", ["--side", "x"], "You are X; Computer O (hard) is O."),
        ("Computer", "Ada", [], "Ada is O; Computer (perfect) is X."),
        ("Ada", "Grace", [], "Ada is X; Grace is O."),
        ("Ada", "Grace", ["--name", "Bo"], "Bo is X; Grace is O."),
        ("Ada", "Grace", ["--level", "easy"], "Ada is X; Computer (easy) is O."),
        ("Ada", "Grace", ["--side", "o"], "Grace is O; Computer (perfect) is X."),
        ("Ada", "", [], "Ada is X; Computer (perfect) is O."),
        ("", "Ada", [], "Ada is O; Computer (perfect) is X."),
        ("", "", [], "You are X; Computer (perfect) is O."),
        ("", "", ["--side", "o", "--level", "easy"], "You are O; Computer (easy) is X."),
        (
            "Ada",
            "Computer (easy)",
            ["--watch", "hard", "easy"],
            "Computer X (hard) plays X; Computer O (easy) plays O.",
        ),
        ("A\x1b[2Jda" + "x" * 50, "Computer (easy)", [], f"A [2Jda{'x' * 33} is X; Computer (easy) is O."),
    ],
)
def test_options_override_the_saved_players(x: str, o: str, options: list[str], expected: str, tmp_path: Path) -> None:
    shown = play("--load", saved(tmp_path / "game.txt", x, o), "--seed", "1", *options, lines="quit")
    assert shown[0].startswith(expected)


@pytest.mark.parametrize("level", ["gpt", "minimax:depht=2", "evil.py:move"])
def test_a_player_that_cannot_be_loaded_is_replaced_by_the_default(level: str, tmp_path: Path) -> None:
    file = saved(tmp_path / "game.sgf", f"Computer ({level})", "Ada", "4,4,4")
    shown = play("--load", file, lines="quit")
    assert shown[0].startswith(
        f"The saved game names the player {level!r}, which was not loaded. The computer plays at level strong"
    )
    assert shown[1].startswith("Ada is O; Computer (strongest) is X.")
    assert play("--load", file, "--level", "easy", lines="quit")[0].startswith("Ada is O; Computer (easy) is X.")


def test_loading_a_game_never_runs_code(tmp_path: Path) -> None:
    code, ran = tmp_path / "code.py", tmp_path / "ran"
    code.write_text(f"open({str(ran)!r}, 'w')\ndef move(board): return board.index(' ')\n")
    file = saved(tmp_path / "game.sgf", f"Computer ({code}:move)", "Ada")
    play("--load", file, lines="quit")
    play("--friend", lines=f"load {file} | quit")
    assert not ran.exists()


def test_load_at_the_prompt_restores_the_players(tmp_path: Path) -> None:
    theirs, bare = saved(tmp_path / "a.sgf", "Computer (easy)", "Ada"), tmp_path / "bare.txt"
    bare.write_text("b2 a1")
    shown = play("--level", "hard", "--name", "Bo", lines=f"load {theirs} | load {bare} | quit")
    assert shown[0].startswith("Bo is X; Computer (hard) is O.")
    greetings = [line for line in shown if "The game is" in line]
    assert [greeting.partition(".")[0] for greeting in greetings] == [
        "Bo is X; Computer (hard) is O",
        "Ada is O; Computer (easy) is X",
        "Ada is O; Computer (easy) is X",  # a file without names keeps the players
    ]


def test_the_score_continues_with_the_same_players_and_restarts_with_others() -> None:
    session = Session((Seat("Ada"), Seat("Grace")), Position(game("tictactoe")), random.Random(1))
    for move in ("a1", "b1", "a2", "b2", "a3"):
        session.play(move)
    record = session.record
    session.resume(GameTree.of(record), (Seat("Ada"), Seat("Grace")), 0)
    assert session.score.wins(0) == 1
    session.resume(GameTree.of(record), (Seat("Ada"), Seat("Bo")), 0)
    assert session.score.wins(0) == 0


def test_loading_keeps_a_player_who_is_already_in_the_game() -> None:
    own = Seat("Computer", Opponent("mine.py:move", player("easy").choose))
    seats, notes = saved_seats(Record(Position(game("tictactoe")), (), ("Ada", own.title)), known=[own])
    assert seats == (Seat("Ada"), own)
    assert not notes


def test_saving_to_the_loaded_file_needs_no_confirmation(tmp_path: Path) -> None:
    file = saved(tmp_path / "game.sgf", "Ada", "Grace")
    assert f"Saved to {file}: 2 moves, unfinished." in play("--load", file, lines=f"a1 | save {file} | quit")
    assert f"Saved to {file}: 3 moves, unfinished." in play("--friend", lines=f"load {file} | c3 | save {file} | quit")
    other = saved(tmp_path / "other.sgf", "Ada", "Grace")
    shown = play("--load", file, lines=f"save {other} | quit")
    assert f"{other} exists. To overwrite it, type save {other} again." in shown
