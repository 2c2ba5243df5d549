"""Several processes that serve at one socket: started, started again when one dies, stopped together."""

import multiprocessing
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess

from noughts.rules.errors import NoughtsError

_PATIENCE = 6.0  # seconds that a process has to stop by itself
_SHORT_LIFE = 2.0  # seconds; who lives no longer than that did not start
_TRIES = 3  # short lives in a row, of all together


def supervise(count: int, work: Callable[[socket.socket], None], bound: socket.socket) -> None:
    """Keep so many processes at work until Ctrl-C or SIGTERM.

    Args:
        count: how many.
        work: what each does; can be pickled.
        bound: the socket at which they serve.

    Raises:
        NoughtsError: they die as soon as they are started.
    """
    context = multiprocessing.get_context("spawn")
    stop = threading.Event()

    def start() -> tuple[BaseProcess, float]:
        process = context.Process(target=work, args=(bound,))
        process.start()
        return process, time.monotonic()

    before = {number: signal.signal(number, lambda *_: stop.set()) for number in (signal.SIGINT, signal.SIGTERM)}
    running = [start() for _ in range(count)]
    short = 0
    try:
        while not stop.wait(0.2):
            for place, (process, since) in enumerate(running):
                if process.is_alive():
                    continue
                short = short + 1 if time.monotonic() - since < _SHORT_LIFE else 0
                if short >= _TRIES:
                    raise NoughtsError("the processes that serve end as soon as they are started: see what they said")
                running[place] = start()
    finally:
        for process, _ in running:
            process.terminate()
        deadline = time.monotonic() + _PATIENCE
        for process, _ in running:
            process.join(max(0.0, deadline - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()
        for number, handler in before.items():
            signal.signal(number, handler)
