"""Run functions in processes on this machine. A process that dies is replaced.

The processes talk to their parent through the pipes of their standard streams. They open no port, so no other user can
reach them.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from typing import Any, TypeVar

from noughts.rules.errors import NoughtsError
from noughts.system.child_process import command, environment, private_pipes

_T = TypeVar("_T")


class Died(NoughtsError):
    """Raised if a process died before it returned the result of a function."""


class Processes(ThreadPoolExecutor):
    """Runs functions in processes. Each process runs one function at a time. A process is started when it is first
    needed.

    Each thread of the pool has a process. Ctrl-C does not reach the processes. They end when this process does, even if
    it is killed.

    Args:
        count: the number of processes.
        tries: how often to run a function whose process dies. After that, it raises `Died`.
    """

    def __init__(self, count: int, *, tries: int = 3) -> None:
        super().__init__(count)
        self.count, self._tries = count, tries
        self._lock, self._is_over = threading.Lock(), False
        self._started: dict[int, subprocess.Popen[bytes]] = {}  # the last process of each thread

    def submit(self, work: Callable[..., _T], /, *arguments: Any, **named: Any) -> Future[_T]:
        """Run a function in a process, which imports the function by its name. Return a future of the result."""
        return super().submit(self._answer, pickle.dumps(partial(work, *arguments, **named)))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all processes at once, even in the middle of a function."""
        with self._lock:
            self._is_over = True
            for process in self._started.values():
                process.kill()
        super().shutdown(wait, cancel_futures=cancel_futures)
        for process in self._started.values() if wait else ():
            _close(process)

    def _answer(self, call: bytes) -> Any:
        """Run a call in the process that belongs to this thread, and return its result."""
        for _ in range(self._tries):
            process = self._living()
            assert process.stdin
            assert process.stdout
            try:
                pickle.dump(call, process.stdin)
                process.stdin.flush()
                answer = pickle.load(process.stdout)
            except (OSError, EOFError, pickle.UnpicklingError):
                process.kill()
                process.wait()
                continue
            result, error = pickle.loads(answer)
            if error is not None:
                raise error
            return result
        raise Died(f"a process of noughts died, {self._tries} times in a row: is there enough memory?")

    def _living(self) -> subprocess.Popen[bytes]:
        """Return the process that belongs to this thread. If this process has died or does not exist, start one."""
        thread = threading.get_ident()
        with self._lock:
            process = self._started.get(thread)
            if process is None or process.poll() is not None:
                if process:
                    _close(process)
                if self._is_over:
                    raise Died("the processes were stopped")
                process = self._started[thread] = _start()
            return process


def _close(process: subprocess.Popen[bytes]) -> None:
    """Close the pipes of a process that has ended or was killed."""
    with contextlib.suppress(OSError), process:
        pass


def _start() -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command("noughts.cluster.processes"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(),
            start_new_session=True,  # Ctrl-C is for the parent
        )
    except OSError as error:
        raise NoughtsError(f"cannot start another process: {error.strerror or error}") from None


def main() -> None:
    """Run each call that the parent sends. Exit when the parent exits, even in the middle of a call."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Windows has no sessions
    calls, answers = private_pipes(errors=True)
    waiting: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        try:
            while True:
                waiting.put(pickle.load(calls))
        finally:
            os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    while True:
        answer: tuple[Any, Exception | None]
        try:
            answer = pickle.loads(waiting.get())(), None
        except Exception as error:
            answer = None, error
        pickle.dump(pickle.dumps(answer), answers)
        answers.flush()


if __name__ == "__main__":
    main()
