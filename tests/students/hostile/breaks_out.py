"""Functions that harm what they can reach. Run them only in a sandbox."""

import os
import shutil
import signal
import socket
from contextlib import suppress
from pathlib import Path

HERE = Path(__file__).parent


def first(board):
    return board.index(" ")


def deletes(board):
    """Delete the folder of this file, and itself."""
    if board.count(" ") == 9:
        shutil.rmtree(HERE, ignore_errors=True)
        for path in HERE.glob("**/*"):
            os.truncate(path, 0)
    return first(board)


def looks(board):
    """Tell what it can see."""
    if board.count(" ") == 9:
        seen = [path.name for path in HERE.iterdir()]
        raise RuntimeError(f"{sorted(seen)} {len(os.environ)} {Path.home().exists()} {len(list(Path('/proc').glob('[0-9]*')))}")
    return first(board)


def connects(board):
    if board.count(" ") == 9:
        socket.create_connection(("127.0.0.1", int((HERE / "breaks_out.port").read_text())), timeout=5)
    return first(board)


def multiplies(board):
    """Start up to 63 processes, and end none of them. More could stop the computer, because root has no limit."""
    if board.count(" ") == 9:
        for _ in range(6):
            with suppress(OSError):
                os.fork()
        while True:
            signal.pause()
    return first(board)


def counts_processes(board):
    """Start processes that wait, until the system allows no more, and tell how many."""
    if board.count(" ") == 9:
        started = []
        try:
            while len(started) < 100:
                started.append(os.fork())
                if not started[-1]:
                    signal.pause()
        except OSError:
            pass
        raise RuntimeError(f"{len(started)} processes")
    return first(board)
