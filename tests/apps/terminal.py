"""A terminal for tests: runs the program in this process, with text as its input."""

import contextlib
import io
from dataclasses import dataclass

import pytest

from noughts.apps.cli import run


@dataclass
class Terminal:
    """What a run of the program left: its exit status, standard output, standard error."""

    status: int
    out: str
    err: str

    @classmethod
    def run(cls, *args: str, given: str = "") -> "Terminal":
        """Run the program with these arguments and this input."""
        out, err = io.StringIO(), io.StringIO()
        with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            patch.setattr("sys.stdin", io.StringIO(given))
            status = run(list(args))
        return cls(status, out.getvalue(), err.getvalue())
