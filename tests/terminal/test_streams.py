"""The terminal program with closed, full or badly encoded streams, and with Ctrl-C at any moment.

Each run is a separate process, so most of these tests are marked `slow`.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.terminal.terminal import Terminal

NOUGHTS = [sys.executable, "-m", "noughts"]
COMMANDS = [
    "",
    "play",
    "analyse 9_",
    "solve 3,3,3",
    "explain xox/o2_/3_",
    "explain xox/o2_/3_ --step",
    "arena easy easy -n 1",
    "arena tests/students/flat.py:choose easy -n 1",
    "perft 3,3,3 --depth 2",
    "puzzles --game misere --seed 1",
    "worksheet -n 1 --seed 1",
    "--help",
    "--version",
    "nonsense",
]
needs_dev_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")


def shell(
    command: str, redirection: str, given: bytes = b"", limit: str = "", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the program with a shell redirection such as ``>&-``, and under limits such as ``ulimit -n 20;``."""
    return subprocess.run(
        ["sh", "-c", f'{limit}"$@" {redirection}', "sh", *NOUGHTS, *command.split()],
        input=given,
        capture_output=True,
        timeout=300,
        cwd=Path(__file__).parents[2],
        env=os.environ | environment,
    )


def sentence(run: subprocess.CompletedProcess[bytes], words: str) -> bool:
    """Return whether standard error is one sentence that contains `words`."""
    text = run.stderr.decode()
    return text.startswith("noughts: ") and text.count("\n") == 1 and words in text


def test_a_closed_output_prints_one_sentence() -> None:
    run = shell("analyse 9_", ">&-")
    assert (run.returncode, run.stdout) == (2, b"")
    assert sentence(run, "standard output is closed")


def test_a_line_that_does_not_end_fills_the_memory_and_prints_one_sentence() -> None:
    run = shell("play", "</dev/zero", limit="ulimit -v 500000; ")
    assert (run.returncode, sentence(run, "there is not enough memory")) == (2, True)


@pytest.mark.parametrize("command", [["play", "--level", "easy"], ["explain", "xox/o2_/3_", "--step"]])
def test_input_in_another_encoding_is_an_error_in_one_sentence(command: list[str]) -> None:
    run = Terminal.run(*command, given=b"hi\n", encoding="utf-16")
    assert run.status == 2
    assert run.err == (
        "noughts: cannot read standard input as utf-16 (UTF-16 stream does not start with BOM): "
        "set PYTHONIOENCODING to its encoding\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
class TestStreams:
    """Every command, with each stream closed, full or unread."""

    def test_a_closed_output_is_an_error_in_one_sentence(self, command: str) -> None:
        run = shell(command, ">&-")
        assert (run.returncode, run.stdout) == (2, b"")
        assert sentence(run, "standard output is closed")

    @pytest.mark.parametrize("redirection", ["<&- >&- 2>&-", ">&- 2>&-"])
    def test_closed_output_and_errors_exit_silently(self, command: str, redirection: str) -> None:
        run = shell(command, redirection)
        assert (run.returncode, run.stdout, run.stderr) == (2, b"", b"")

    @pytest.mark.parametrize("redirection", ["<&-", "2>&-", "<&- 2>&-"])
    def test_closed_input_or_errors_do_no_harm(self, command: str, redirection: str) -> None:
        run, usual = shell(command, redirection), shell(command, "</dev/null")
        assert run.returncode == usual.returncode
        assert len(run.stdout.splitlines()) == len(usual.stdout.splitlines())
        assert run.stderr == (b"" if "2>" in redirection else usual.stderr)

    @needs_dev_full
    def test_a_full_output_is_an_error_in_one_sentence(self, command: str) -> None:
        run = shell(command, ">/dev/full")
        assert run.returncode == 2
        assert sentence(run, "unknown command" if command == "nonsense" else "No space left on device")

    @needs_dev_full
    def test_a_full_standard_error_does_no_harm(self, command: str) -> None:
        run = shell(command, "2>/dev/full")
        assert run.returncode == (2 if command == "nonsense" else 0)
        assert bool(run.stdout) == (command != "nonsense")

    def test_a_pipe_without_a_reader_shows_no_traceback(self, command: str) -> None:
        reader, writer = os.pipe()
        os.close(reader)
        words = [*NOUGHTS, *command.split()]
        run = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=writer, stderr=subprocess.PIPE, check=False)
        os.close(writer)
        assert run.returncode == (2 if command == "nonsense" else 0)
        assert bool(run.stderr) == (command == "nonsense")


# Bytes that are invalid in the encoding.


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "given"),
    [
        ("play --plain", b"\xff\nx\nb2\n\xff\xfe\nname \xff\nsave\nquit\n"),
        ("play --friend --name A --name B", b"\xe9\nb2\nquit\n"),
        ("explain xox/o2_/3_ --step", b"\xff\nq\n"),
        ("review -", b"b2 \xff a1\n"),
        ("review -", b"\xff\xfe\xff"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii:strict"])
def test_invalid_bytes_show_no_traceback(command: str, given: bytes, encoding: str) -> None:
    run = shell(command, "", given, PYTHONIOENCODING=encoding)
    assert run.returncode in (0, 2)
    assert b"Traceback" not in run.stderr
    assert run.returncode == 0 or run.stderr.startswith(b"noughts: ")


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        [b"analyse", b"\xff"],
        [b"analyse", b"start", b"-g", b"\xff"],
        [b"review", b"\xff.sgf"],
        [b"check", b"\xff"],
        [b"arena", b"\xff.py:\xff", b"easy"],
        [b"grade", b"tests/students/flat.py:choose", b"--marks", b"\xff\xfe_"],
        [b"\xff"],
        [b"play", b"--\xff"],
    ],
)
def test_invalid_arguments_show_no_traceback(words: list[bytes]) -> None:
    run = subprocess.run(
        [*map(os.fsencode, NOUGHTS), *words], capture_output=True, stdin=subprocess.DEVNULL, timeout=60
    )
    assert run.returncode == 2
    assert sentence(run, "")


# Ctrl-C.


@pytest.mark.slow
@pytest.mark.parametrize("command", ["play", "--help", "solve 7,7,5"])
@pytest.mark.parametrize("times", [1, 3])
def test_ctrl_c_at_any_moment_shows_no_traceback(command: str, times: int) -> None:
    start = "import sys; from noughts.__main__ import main; print('now', flush=True); sys.exit(main())"
    for moment in range(25):
        with subprocess.Popen(
            [sys.executable, "-c", start, *command.split()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as run:
            assert run.stdout
            assert run.stdout.readline() == b"now\n"
            for _ in range(times):
                time.sleep(moment * 0.02 / times)
                run.send_signal(signal.SIGINT)
            _, err = run.communicate(timeout=300)
        if b"Traceback" not in err or b"noughts" in err:  # otherwise the signal came before the program started
            assert err.strip() == b""
            assert run.returncode in (0, 130, -signal.SIGINT)
