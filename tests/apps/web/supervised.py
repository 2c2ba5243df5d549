"""A program whose processes do nothing but live or die: `python -m tests.apps.web.supervised HOW DIRECTORY`.

Each process says with a file in the directory that it has begun, ``begun-PID``. ``never``: all die at once. ``first``:
the first one lives, all others die at once. ``ever``: all live.
"""

import os
import socket
import sys
import threading
from functools import partial
from pathlib import Path

from noughts.apps.web.workers import supervise
from noughts.rules.errors import NoughtsError


def work(how: str, directory: Path, _: socket.socket) -> None:
    """Live, or die."""
    (directory / f"begun-{os.getpid()}").touch()
    if how == "never":
        return
    if how == "first":
        try:
            os.close(os.open(directory / "first", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return
    threading.Event().wait()


if __name__ == "__main__":
    try:
        with socket.create_server(("127.0.0.1", 0)) as bound:
            supervise(3, partial(work, sys.argv[1], Path(sys.argv[2])), bound)
    except NoughtsError as error:
        raise SystemExit(f"noughts: {error}") from None
