"""Run the terminal program in tests, in this process or on a pseudo-terminal."""

import contextlib
import io
import os
import pty
import subprocess
import sys
from dataclasses import dataclass

import pytest

from noughts.apps.cli import run


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
        run.communicate(timeout=60)
    os.close(ours)
    assert run.returncode == 0
    return shown.decode()
