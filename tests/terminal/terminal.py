"""Run the terminal program in tests, in this process or on a pseudo-terminal."""

import contextlib
import io
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from dataclasses import dataclass

import pytest

from noughts.terminal.program import run


@dataclass
class Terminal:
    """The exit status, standard output and standard error of a run."""

    status: int
    out: str
    err: str

    @classmethod
    def run(cls, *args: str, given: str | bytes = "", encoding: str = "utf-8") -> "Terminal":
        """Run the program in this process with the given arguments, input and encoding."""
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding, newline="\n") for _ in range(2))
        with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            file = io.StringIO(given) if isinstance(given, str) else io.TextIOWrapper(io.BytesIO(given), encoding)
            patch.setattr("sys.stdin", file)
            status = run(list(args))
        out.seek(0)
        err.seek(0)
        return cls(status, out.read(), err.read())


def watched(*args: str) -> str:
    """Run the program with standard error on a terminal, and return the text shown there."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "noughts", *args]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, env=os.environ | {"TERM": "xterm"}) as run:
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # the program has exited
            while more := os.read(ours, 4096):
                shown += more
        run.communicate(timeout=300)
    os.close(ours)
    assert run.returncode == 0
    return shown.decode()


class Pty:
    """A program on a pseudo-terminal."""

    def __init__(self, args: list[str], size: tuple[int, int] = (80, 24), env: dict[str, str] | None = None) -> None:
        pid, self.handle = pty.fork()
        if pid == 0:
            termios.tcsetwinsize(0, size[::-1])
            for name in ("COLUMNS", "LINES"):  # readline sets them
                os.unsetenv(name)
            os.environ.update({"TERM": "xterm"} | (env or {}))
            os.execv(sys.executable, args)
        self.pid, self.seen = pid, ""

    def until(self, text: str, seconds: float = 10) -> str:
        """Read until a text appears."""
        end = time.monotonic() + seconds
        while text not in self.seen and time.monotonic() < end:
            if select.select([self.handle], [], [], 0.1)[0]:
                try:
                    self.seen += os.read(self.handle, 65536).decode(errors="replace")
                except OSError:
                    break
        assert text in self.seen, self.seen
        return self.seen

    def type(self, text: str) -> None:
        """Send keys as soon as the program reads its input."""
        time.sleep(0.2)
        self.seen = ""
        os.write(self.handle, text.encode())

    def status(self) -> int:
        """Wait until the program exits, and return its exit status."""
        end = time.monotonic() + 10
        while time.monotonic() < end:
            if select.select([self.handle], [], [], 0.05)[0]:
                with contextlib.suppress(OSError):
                    self.seen += os.read(self.handle, 65536).decode(errors="replace")
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
        os.kill(self.pid, signal.SIGKILL)
        raise AssertionError("the program did not end")
