"""Several processes that serve at one socket: started, started again when one dies, stopped together.

A process that dies is started again after a pause, which grows while it dies soon after each start; what the others do
is not touched by it. Each process holds one end of a pipe and ends when the other end closes: with its supervisor,
however that ends.
"""

import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from noughts.rules.errors import NoughtsError

_LOG = logging.getLogger(__name__)
_PATIENCE = 6.0  # seconds that a process has to stop by itself
_LONG_LIFE = 10.0  # seconds; who has lived so long is well
_TRIES = 3  # starts that fail in a row, of each process, before it is said that none will ever work
_SHORTEST, _LONGEST = 0.5, 30.0  # seconds until the next start


@dataclass
class _Place:
    """Where a process is at work, or will be: how often one has died there in a row, and when the next is started."""

    process: BaseProcess | None = None
    since: float = 0.0
    deaths: int = 0
    next: float = 0.0
    well: bool = False

    def look(self, now: float) -> None:
        """Take note of how the process is."""
        if self.process is None:
            return
        if self.process.is_alive():
            if now - self.since >= _LONG_LIFE:
                self.well, self.deaths = True, 0
            return
        self.deaths += 1
        self.next = now + pause(self.deaths)
        how, when = self.process.exitcode, f"in {pause(self.deaths):.1f} s" if pause(self.deaths) else "now"
        _LOG.error("process %s, which serves, has ended (%s): another is started %s", self.process.pid, how, when)
        self.process.close()
        self.process = None


def pause(deaths: int) -> float:
    """Return the seconds until a process is started that has died so many times in a row."""
    return 0.0 if deaths <= 1 else min(_SHORTEST * 2.0 ** (deaths - 2), _LONGEST)


def supervise(count: int, work: Callable[[socket.socket], None], bound: socket.socket) -> None:
    """Keep so many processes at work until Ctrl-C or SIGTERM.

    Args:
        count: how many.
        work: what each does; can be pickled.
        bound: the socket at which they serve.

    Raises:
        NoughtsError: not one of them has ever lived for long: all die as soon as they are started. Or one cannot be
            started, for want of memory or otherwise.
    """
    context = multiprocessing.get_context("spawn")
    stop = threading.Event()
    theirs, ours = context.Pipe(duplex=False)  # nothing is ever sent: that `ours` is open says that this process lives
    before = {number: signal.signal(number, lambda *_: stop.set()) for number in (signal.SIGINT, signal.SIGTERM)}
    places = [_Place() for _ in range(count)]
    try:
        while not stop.wait(0.1):
            now = time.monotonic()
            for place in places:
                place.look(now)
                if place.process is None and place.next <= now:
                    started = context.Process(target=_work, args=(theirs, work, bound))
                    started.start()
                    place.process, place.since = started, now
            if not any(place.well for place in places) and all(place.deaths >= _TRIES for place in places):
                raise NoughtsError("the processes that serve end as soon as they are started: see what they said")
    except OSError as error:
        raise NoughtsError(f"no process can be started to serve: {error.strerror or error}") from error
    finally:
        running = [place.process for place in places if place.process is not None]
        for process in running:
            process.terminate()
        deadline = time.monotonic() + _PATIENCE
        for process in running:
            process.join(max(0.0, deadline - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()
        theirs.close()
        ours.close()
        for number, handler in before.items():
            signal.signal(number, handler)


def _work(pipe: Connection, work: Callable[[socket.socket], None], bound: socket.socket) -> None:
    threading.Thread(target=_outlive_nobody, args=(pipe,), name="noughts-supervisor", daemon=True).start()
    work(bound)


def _outlive_nobody(pipe: Connection) -> None:
    """Stop as if told to, as soon as the supervisor has ended; and end at once, if that does not come about."""
    pipe.poll(None)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_PATIENCE)
    os._exit(1)
