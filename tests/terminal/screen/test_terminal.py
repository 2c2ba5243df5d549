"""The full screen on a real pseudo-terminal: it always leaves the terminal as it was."""

import os
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from noughts import GameTree, Position, Record
from noughts.terminal.kept import settings as kept_settings
from noughts.terminal.kept import unfinished
from noughts.terminal.kept.settings import Settings
from tests.terminal.terminal import Pty, Terminal

TUI = [sys.executable, "-m", "noughts", "tui"]


def opened(*args: str) -> tuple[Pty, list[object]]:
    """Open the screen on a pseudo-terminal, and return it with the terminal's modes before."""
    run = Pty([*TUI, *args])
    before = termios.tcgetattr(run.handle)
    run.until("Your move", 30)
    return run, before


def is_restored(run: Pty, before: list[object]) -> bool:
    """Whether the terminal has its modes back, shows its cursor, and has left the alternate screen."""
    end = run.seen[-2_000:]
    return termios.tcgetattr(run.handle) == before and "\x1b[?1049l" in end and "\x1b[?25h" in end


@pytest.mark.parametrize(("key", "status"), [("q", 0), ("\x11" + "hjkl5" * 200, 0), ("\x03", 130)])
def test_quitting_restores_the_terminal(key: str, status: int) -> None:
    run, before = opened()
    run.type(key)
    assert run.status() == status
    assert is_restored(run, before)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_restores_the_terminal_and_keeps_the_game(number: signal.Signals) -> None:
    run, before = opened()
    run.type("5")
    run.until("Computer (perfect): ", 30)
    os.kill(run.pid, number)
    assert run.status() == 128 + number
    assert is_restored(run, before)
    assert unfinished.load()


def test_a_crash_restores_the_terminal() -> None:
    code = (
        "from noughts.terminal.screen.rooms.play import PlayRoom; from noughts.terminal.program import run\n"
        "PlayRoom.action_hint = lambda self: 1 / 0\n"
        "import sys; sys.exit(run(['tui']))"
    )
    run = Pty([sys.executable, "-c", code])
    before = termios.tcgetattr(run.handle)
    run.until("Your move", 30)
    run.type("t")
    assert run.status() != 0
    assert "ZeroDivisionError" in run.seen
    assert termios.tcgetattr(run.handle) == before
    assert "\x1b[?1049l" in run.seen


def test_suspending_restores_the_terminal_and_resuming_shows_the_board_again() -> None:
    run, before = opened()
    run.type("\x1a")
    _, status = os.waitpid(run.pid, os.WUNTRACED)
    assert os.WIFSTOPPED(status)
    assert termios.tcgetattr(run.handle) == before
    run.seen = ""
    os.kill(run.pid, signal.SIGCONT)
    run.until("Your move", 30)
    run.type("q")
    assert run.status() == 0
    assert is_restored(run, before)


@pytest.mark.parametrize(("args", "shown"), [([], "1. b2"), (["--game", "gomoku"], "15 × 15")])
def test_the_usual_answer_to_the_offer_depends_on_the_game_that_is_asked_for(args: list[str], shown: str) -> None:
    unfinished.keep(GameTree.of(Record(Position(), (4,))))
    run = Pty([*TUI, *args])
    run.until("Continue it", 30)
    run.type("\r")
    run.until(shown, 30)
    run.type("q")
    assert run.status() == 0


def test_the_unfinished_game_is_offered() -> None:
    run, _ = opened()
    run.type("5")
    run.until("Computer (perfect): ", 30)
    run.type("q")
    assert run.status() == 0
    assert "Your game is kept" in run.seen
    run = Pty(TUI)
    run.until("Continue it", 30)
    run.type("\r")
    run.until("1. b2", 30)
    run.type("q")
    assert run.status() == 0


def test_the_unfinished_game_of_your_own_rules_is_offered_with_the_same_game(folder: Path) -> None:
    (folder / "my.py").write_text('from noughts import Game, grid\nmine = Game("mine", grid(3, 3), (0b11011,))\n')
    run, _ = opened("--game", "my.py:mine")
    run.type("9")
    run.until("Computer (perfect): ", 30)
    run.type("q")
    assert run.status() == 0
    assert "with the same --game" in run.seen
    run = Pty(TUI)
    run.until("The last game, mine", 30)
    run.type("q")
    assert run.status() == 0
    run = Pty([*TUI, "--game", "my.py:mine"])
    run.until("Continue it", 30)
    run.type("\x03")
    assert run.status() == 130


def test_play_opens_the_screen_with_its_options() -> None:
    run = Pty(
        [sys.executable, "-m", "noughts", "play", "--screen", "--level", "easy", "--name", "Ada", "--game", "qubic"]
    )
    run.until("Layer d", 30)
    run.until("Ada", 30)
    run.type("q")
    assert run.status() == 0


def test_play_takes_the_name_from_the_settings() -> None:
    kept_settings.keep(Settings(name="Ada"))
    run = Pty([sys.executable, "-m", "noughts", "play", "--screen", "--level", "easy"])
    run.until("Your move, Ada", 30)
    run.type("5q")
    assert run.status() == 0
    assert "run noughts play --screen again." in " ".join(run.seen.split())


def test_without_a_command_the_full_screen_is_offered() -> None:
    for answer, shown, end in (("\r", "Your move", "q"), ("n\r", "Your opponent", "\x04")):
        run = Pty([sys.executable, "-m", "noughts"])
        run.until("Play on the full screen? [Y/n]", 30)
        run.type(answer)
        run.until(shown, 30)
        run.type(end)
        assert run.status() == 0


@pytest.mark.parametrize("term", ["", "dumb"])
def test_a_terminal_without_a_cursor_to_move_gets_no_full_screen(term: str) -> None:
    run = Pty([sys.executable, "-m", "noughts"], env={"TERM": term})
    assert "full screen" not in run.until("Press Enter to accept", 30)
    run.type("\x04")
    assert run.status() == 0
    run = Pty(TUI, env={"TERM": term})
    run.until("can move its cursor", 30)
    assert run.status() == 2


@pytest.mark.parametrize("args", [["tui"], ["play", "--screen"]])
def test_without_a_terminal_or_without_textual_a_sentence_says_what_is_missing(
    args: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    done = Terminal.run(*args)
    assert done.status == 2
    assert "needs a terminal" in done.err
    monkeypatch.setattr("noughts.terminal.screen.start.find_spec", lambda name: None)
    done = Terminal.run(*args)
    assert done.status == 2
    assert done.err == 'noughts: the full screen needs Textual: pip install "noughts[tui]"\n'


def test_other_commands_do_not_import_textual() -> None:
    code = (
        "import sys; from noughts.terminal.program import run; run(['tui', '--help']); print('textual' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True, timeout=300)
    assert done.stdout.endswith("False\n")
