"""A process of our own at the other end of two pipes: how it is started, and how it reads and ends with its parent.

Parent and child write one line of JSON a message. The child keeps its pipes to itself, so that nothing else that runs
in it can write between the answers, and ends when its parent does, whatever it is doing at the time.
"""

import contextlib
import os
import queue
import sys
import threading
from pathlib import Path
from typing import IO

import noughts


def command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a module of noughts with this Python."""
    return [sys.executable, "-P", "-m", module, *arguments]


def environment() -> dict[str, str]:
    """Return the environment for such a command: in it this very noughts is found."""
    root = str(Path(noughts.__file__).parents[1])
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "PYTHONPATH": path}


def private_pipes(*, errors: bool = False) -> tuple[IO[bytes], IO[bytes]]:
    """Return the pipes to the parent, in the child. Standard input and output are nowhere from now on.

    Args:
        errors: whether standard error stays where it is.
    """
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1) if errors else (0, 1, 2):
        os.dup2(nowhere, standard)
    return questions, answers


def pump(pipe: IO[bytes], lines: "queue.SimpleQueue[bytes]") -> None:
    """Pass on every line of a pipe, and an empty one at its end: a queue can be waited for with a time limit."""
    with contextlib.suppress(OSError, ValueError):
        for line in pipe:
            lines.put(line)
    lines.put(b"")


def questions(pipe: IO[bytes]) -> "queue.SimpleQueue[bytes]":
    """Return the lines that the parent writes; when the parent is gone, this process ends at once."""
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def read() -> None:
        pump(pipe, lines)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    return lines
