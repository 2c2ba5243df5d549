"""Child processes of noughts that talk to their parent through pipes.

Parent and child send each message as a line of JSON. The child keeps the pipes private, so that other code in the
process cannot write into them. It exits when its parent does, even in the middle of a task.
"""

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

import noughts


def command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a module of noughts with the current Python interpreter."""
    return [sys.executable, "-P", "-m", module, *arguments]


def environment() -> dict[str, str]:
    """Return an environment in which a process started with `command` imports this installation of noughts."""
    root = str(Path(noughts.__file__).parents[1])
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "PYTHONPATH": path}


def private_pipes(*, errors: bool = False) -> tuple[IO[bytes], IO[bytes]]:
    """Return the pipes from and to the parent process, and redirect the standard streams to the null device.

    Args:
        errors: leave standard error as it is.
    """
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1) if errors else (0, 1, 2):
        os.dup2(nowhere, standard)
    return questions, answers


def pump(
    pipe: IO[bytes],
    lines: "queue.Queue[bytes] | queue.SimpleQueue[bytes]",
    *,
    longest: int = -1,
    stopped: threading.Event | None = None,
) -> None:
    """Copy each line from a pipe to a queue, then add an empty line to mark the end.

    Unlike a pipe, a queue can be read with a time limit.

    Args:
        pipe: the pipe.
        lines: the queue. If it has a limited size and is full, nothing is read until it has space.
        longest: the maximum number of bytes of a line. Longer lines are cut into several.
        stopped: an event that ends the copying.
    """
    stopped, line = stopped or threading.Event(), b"-"
    while line and not stopped.is_set():
        try:
            line = pipe.readline(longest)
        except (OSError, ValueError):
            line = b""
        while not stopped.is_set():
            with contextlib.suppress(queue.Full):
                lines.put(line, timeout=0.2)
                break
    with contextlib.suppress(queue.Full):
        lines.put_nowait(b"")


def end_group(process: subprocess.Popen[bytes], reader: threading.Thread | None = None) -> None:
    """End a process that was started in its own session, and all processes that it has started.

    Args:
        process: the process.
        reader: a thread that reads its output, if any. It lasts longer if a process that got away still holds the pipe,
            which then stays open.
    """
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    if reader:
        reader.join(timeout=1)
    for pipe in (process.stdin, None if reader and reader.is_alive() else process.stdout):
        with contextlib.suppress(OSError):
            if pipe:
                pipe.close()


def questions(pipe: IO[bytes]) -> "queue.SimpleQueue[bytes]":
    """Return a queue of lines from the parent. When the parent exits, this process exits at once."""
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    leave = os._exit  # other code in this process may replace it

    def read() -> None:
        pump(pipe, lines)
        leave(0)

    threading.Thread(target=read, daemon=True).start()
    return lines
