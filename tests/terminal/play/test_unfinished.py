"""No game is lost: an unfinished game is kept and offered next time, and undo brings back a game that was left."""

import os
import random
import signal
import sys
import time
from pathlib import Path

import pytest

from noughts import GameTree, NoughtsError, Position, Record, game, player, read_sgf
from noughts.rules.board import grid
from noughts.rules.game import Game
from noughts.session.session import Seat, Session
from noughts.terminal.kept import games as kept_games
from noughts.terminal.kept.unfinished import Unfinished, keep, load
from tests.terminal.terminal import Pty, Terminal

pytestmark = pytest.mark.usefixtures("state")

PLAY = [sys.executable, "-m", "noughts", "play"]


def play(*args: str, lines: str = "") -> str:
    """Play a game in a pipe; each argument is one line of input. Return the output."""
    run = Terminal.run("play", *args, given="\n".join(lines.split(" | ")) + "\n")
    assert (run.status, run.err) == (0, "")
    return run.out


def quit_by(screen: Pty, way: str) -> int:
    """End a program in one of the ways in which people end it, and return its exit status."""
    if way.startswith("SIG"):
        time.sleep(0.2)
        os.kill(screen.pid, getattr(signal, way))
    else:
        screen.type({"quit": "quit\n", "end of input": "\x04", "Ctrl-C": "\x03"}[way])
    return screen.status()


@pytest.mark.parametrize(
    ("way", "status"), [("quit", 0), ("end of input", 0), ("Ctrl-C", 130), ("SIGTERM", 143), ("SIGHUP", 129)]
)
def test_an_unfinished_game_is_kept_and_offered_next_time(way: str, status: int, state: Path) -> None:
    screen = Pty([*PLAY, "--level", "easy", "--name", "Ada", "--game", "4,4,4"])
    screen.until("Your move, Ada")
    screen.type("b2\n")
    screen.until("(O)")
    screen.until("Your move, Ada (X)")
    assert quit_by(screen, way) == status
    assert ("Your game is kept." in screen.seen) is not way.startswith("SIG")
    (file,) = state.iterdir()
    kept = read_sgf(file.read_text()).main_line
    assert (kept.move_names[0], kept.names, kept.start.game.name) == ("b2", ("Ada", "Computer (easy)"), "4,4,4")

    screen = Pty(PLAY[:-1])  # noughts alone
    screen.until("Play on the full screen?")
    screen.type("n\n")
    asked = screen.until("Continue it? [Y/n]: ")
    assert "Ada against Computer (easy), 4 × 4, four in a row, 2 moves." in " ".join(asked.split())
    screen.type("\n")
    screen.until("Your move, Ada (X)")
    screen.type("moves\n")
    screen.until(f"1. b2 {kept.move_names[1]}")
    screen.type("quit\n")
    assert screen.status() == 0
    assert read_sgf(file.read_text()).main_line == kept


def test_without_a_folder_a_game_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", f"/{'x' * 300}")
    screen = Pty(PLAY)
    screen.until("The last game cannot be continued: cannot read")
    screen.type("\x04")
    assert screen.status() == 0


def test_a_game_that_is_finished_is_no_longer_kept(state: Path) -> None:
    screen = Pty([*PLAY, "--friend"])
    for keys in ("a1\n", "b1\n", "a2\n", "\x04"):
        screen.until("Your move")
        screen.type(keys)
    assert screen.status() == 0
    assert list(state.iterdir())
    screen = Pty(PLAY)
    for keys, prompt in (("y\n", "Continue it?"), ("b2\n", "Your move"), ("a3\n", "Your move"), ("\x04", "Enter")):
        screen.until(prompt)
        screen.type(keys)
    assert screen.status() == 0
    assert not list(state.iterdir())


@pytest.mark.parametrize(
    ("options", "default"),
    [([], "Y/n"), (["--game", "3,3,3"], "Y/n"), (["--game", "misere"], "y/N"), (["--begins", "o"], "y/N")],
)
def test_the_default_is_no_if_the_player_asks_for_another_game(options: list[str], default: str, state: Path) -> None:
    state.mkdir(parents=True)
    (state / "unfinished.sgf").write_text("game: 3,3,3\n1. b2 a1\n2. c3\nunfinished\n")
    screen = Pty([*PLAY, "--friend", *options])
    screen.until(f"Continue it? [{default}]: ")
    screen.type("\n")
    screen.until("Your move")
    screen.type("moves\n")
    screen.until("1. b2 a1  2. c3" if default == "Y/n" else "No moves yet.")
    screen.type("quit\n")
    assert screen.status() == 0


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"", b"b2 b2", b"x" * 3_000_000, b"a1 b1 a2 b2 a3"])
def test_a_damaged_game_is_not_fatal(content: bytes, state: Path) -> None:
    state.mkdir(parents=True)
    (state / "unfinished.sgf").write_bytes(content)
    screen = Pty([*PLAY, "--friend"])
    assert "Continue" not in screen.until("Your move")
    screen.type("b2\n")
    screen.until("(X)")
    screen.type("\x04")
    assert screen.status() == 0
    assert read_sgf((state / "unfinished.sgf").read_text()).main_line.move_names == ("b2",)


def test_a_folder_that_cannot_be_written_is_not_fatal(state: Path) -> None:
    state.parent.write_text("a file, not a folder")
    screen = Pty([*PLAY, "--friend"])
    screen.until("Your move")
    screen.type("b2\n")
    screen.until("(X)")
    screen.type("\x04")
    assert screen.status() == 0
    assert "Your game could not be kept: cannot" in screen.seen


def test_no_game_is_offered_or_kept_in_a_pipe_or_if_the_player_declines(state: Path) -> None:
    play("--friend", lines="b2 | a1 | quit")
    assert not state.exists()
    state.mkdir(parents=True)
    kept = "game: 3,3,3\n1. b2 a1\n2. c3\nunfinished\n"
    (state / "unfinished.sgf").write_text(kept)
    assert "unfinished" not in play("--friend", lines="quit")
    screen = Pty([*PLAY, "--friend", "--new"])
    assert "unfinished" not in screen.until("Your move")
    screen.type("quit\n")
    assert screen.status() == 0
    screen = Pty([*PLAY, "--friend"])
    screen.until("Continue it?")
    screen.type("maybe\n")
    screen.until("Unknown answer 'maybe': expected y or n.")
    screen.type("n\n")
    screen.until("Your move")
    screen.type("moves\n")
    screen.until("No moves yet.")
    screen.type("quit\n")
    assert screen.status() == 0
    assert (state / "unfinished.sgf").read_text() == kept, "no other game has been begun"


@pytest.mark.parametrize(("command", "moves"), [("new", 0), ("swap", 0), ("load {file}", 2)])
def test_a_game_that_is_left_comes_back_with_undo(command: str, moves: int, tmp_path: Path) -> None:
    file = tmp_path / "other.txt"
    file.write_text("x: Bo\no: Cy\nc1 c2")
    undo = " | ".join(["undo"] * (moves + 1))
    lines = f"b2 | a1 | {command.format(file=file)} | {undo} | c3 | moves | quit"
    out = play("--name", "Ada", "--name", "Grace", lines=lines)
    assert "To come back to the unfinished game (2 moves), type undo." in out
    assert out.count("Ada is X; Grace is O.") == 2
    assert "moves\n1. b2 a1\n2. c3\n" in out.replace("  2.", "\n2.")


def test_no_game_is_lost_by_new_games() -> None:
    seats = Seat("Ada"), Seat("Computer", player("perfect", first=True))
    session = Session(seats, Position(), random.Random(1))
    assert not session.can_undo
    session.new()
    assert not session.can_undo, "there was no move to lose"
    session.play("b2")
    session.play_computer()
    first = session.record
    session.swap()
    session.swap()
    assert session.unfinished == GameTree.of(first)
    session.play("a1")
    session.play_computer()
    second = session.record
    session.new()
    assert session.unfinished == GameTree.of(second)
    assert session.undo() == 0
    assert session.record == second
    assert session.undo() == 2
    assert session.unfinished == GameTree.of(first)
    assert session.undo() == 0
    assert (session.record, session.x) == (first, 0)


def test_a_finished_game_comes_back_with_its_result() -> None:
    session = Session((Seat("Ada"), Seat("Grace")), Position(), random.Random(1))
    for move in ("a1", "b1", "a2", "b2", "a3"):
        session.play(move)
    session.new()
    assert session.unfinished is None
    session.undo()
    assert (session.ending, session.wins(session.position.turn.other)) == ("Ada wins with X: a1, a2, a3.", 1)
    session.undo()
    assert session.score.played == 0


def test_an_unfinished_game_of_your_own_is_offered_with_the_same_game(tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    file.write_text('from noughts import Game, grid\nmine = Game("mine", grid(3, 3), (0b11011,))\n', encoding="utf-8")
    screen = Pty([*PLAY, "--level", "easy", "--name", "Ada", "--game", f"{file}:mine"])
    screen.until("Your move, Ada")
    screen.type("c3\n")
    screen.until("(O)")
    screen.until("Your move, Ada (X)")
    screen.type("quit\n")
    screen.until("run noughts play again with the same --game.")
    assert screen.status() == 0

    screen = Pty([*PLAY, "--game", f"{file}:mine"])
    asked = screen.until("Continue it? [Y/n]: ")
    assert "Ada against Computer (easy), 3 × 3, mine, 2 moves." in " ".join(asked.split())
    screen.type("\n")
    screen.until("Your move, Ada (X)")
    screen.type("quit\n")
    assert screen.status() == 0

    screen = Pty([*PLAY, "--game", "4,4,4"])
    shown = " ".join(screen.until("Your opponent").split())
    assert "The last game, mine, has rules of its own. To continue it, run noughts play with the same --game." in shown
    screen.type("quit\n")
    assert screen.status() == 0


@pytest.mark.parametrize("signals", [("SIGINT", "SIGINT"), ("SIGHUP", "SIGTERM"), ("SIGINT", "SIGHUP", "SIGTERM")])
def test_signals_that_come_together_lose_no_game(signals: tuple[str, ...], state: Path) -> None:
    screen = Pty([*PLAY, "--friend"])
    screen.until("Your move")
    screen.type("b2\n")
    screen.until("(O)")
    time.sleep(0.2)
    for name in signals:
        os.kill(screen.pid, getattr(signal, name))
    screen.status()
    assert "Traceback" not in screen.seen
    (file,) = state.iterdir()
    assert read_sgf(file.read_text()).main_line.move_names == ("b2",)


def test_a_file_that_cannot_be_read_is_not_overwritten(state: Path) -> None:
    state.mkdir(parents=True)
    precious = state.parent / "precious.txt"
    precious.write_text("precious")
    (state / "unfinished.sgf").symlink_to(precious)
    keep(GameTree.of(Record(Position(), (4,))))
    assert load()
    assert (state / "unreadable.sgf").read_text() == precious.read_text() == "precious"


def session_after(*moves: str) -> Session:
    session = Session((Seat("Ada"), Seat("Grace")), Position(), random.Random(1))
    for move in moves:
        session.play(move)
    return session


def test_two_programs_at_once_lose_no_game(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(state.parent / "data"))
    first, second = Unfinished("noughts play"), Unfinished("noughts tui", "noughts play --screen --load")
    assert first.end(session_after("b2")) == "Your game is kept. To continue it, run noughts play again."
    said = second.end(session_after("a1"))
    (file,) = kept_games.files()
    assert said.startswith("Another noughts has kept its game, so yours is saved with the other games.")
    assert f"noughts play --screen --load '{file}'." in said
    assert kept_games.load(file)[0].main_line.move_names == ("a1",)
    kept = load()
    assert kept
    assert kept.main_line.move_names == ("b2",)


@pytest.mark.parametrize("moves", [("a1",), ("b2", "b1", "a1", "c1", "c3")])
def test_another_game_moves_the_kept_one_to_the_saved_games(
    moves: tuple[str, ...], state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(state.parent / "data"))
    before = GameTree.of(Record(Position(), (4,)))
    keep(before)
    place, session = Unfinished("noughts tui", "noughts play --screen --load"), session_after(*moves)
    assert not place.end(session_after()), "no other game has been begun"
    said = place.end(session)
    (file,) = kept_games.files()
    assert kept_games.load(file)[0].main_line == before.main_line
    assert "The earlier unfinished game is saved with the other games." in said
    assert f"run noughts play --screen --load '{file}'." in said
    assert load() == session.unfinished
    assert ("Your game is kept. To continue it, run noughts tui again." in said) is bool(session.unfinished)
    place.end(session)  # a signal can come at the same time
    assert kept_games.files() == [file]
    assert load() == session.unfinished


def test_a_game_that_two_programs_continue_is_removed_by_neither(state: Path) -> None:
    keep(GameTree.of(Record(Position(), (4,))))
    first, second = Unfinished("noughts play"), Unfinished("noughts play")
    first.is_resumed = second.is_resumed = True
    assert first.end(session_after("b2", "a1"))
    assert not second.end(session_after("b2", "b1", "a1", "c1", "c3"))
    kept = load()
    assert kept
    assert kept.main_line.move_names == ("b2", "a1")


def test_a_pipe_does_not_stop_the_program(state: Path) -> None:
    state.mkdir(parents=True)
    os.mkfifo(state / "unfinished.sgf")
    for use in (load, lambda: keep(GameTree.of(Position()))):
        with pytest.raises(NoughtsError, match="is not a file"):
            use()


def test_a_custom_game_goes_on_when_it_is_named(state: Path) -> None:
    squares = Game("squares", grid(3, 3), (0b011011, 0b110110))
    keep(GameTree.of(Record(Position(squares), (4,))))
    kept = load(squares)
    assert kept
    assert kept.main_line.start.game == squares
    for other in (None, game("gomoku")):
        with pytest.raises(NoughtsError, match=r"unknown game RU\[squares\]"):
            load(other)
