"""Processes of this machine that run functions. One that dies is replaced.

They talk to their parent through the pipes of their standard streams. Nothing listens, so no other user can reach them.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from noughts.rules.errors import NoughtsError

_T = TypeVar("_T")


class Died(NoughtsError):
    """Raised if a process died before it returned the result of a function."""


class Processes(Executor):
    """Runs functions in processes, one at a time in each. A process is started when it is first needed.

    Ctrl-C does not reach these processes. They end when this process does, even if it is killed.

    Args:
        count: the number of processes.
        tries: how often to run a function whose process dies. After that, it raises `Died`.
    """

    def __init__(self, count: int, *, tries: int = 3) -> None:
        self.count = count
        self._calls: SimpleQueue[tuple[Future[Any], bytes] | None] = SimpleQueue()
        self._processes = [_Process(tries) for _ in range(count)]
        self._threads = [
            threading.Thread(target=self._serve, args=[process], daemon=True) for process in self._processes
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, work: Callable[..., _T], /, *arguments: Any, **named: Any) -> Future[_T]:
        """Run a function, which the process imports by its name, and return its future result."""
        future: Future[_T] = Future()
        self._calls.put((future, pickle.dumps(partial(work, *arguments, **named))))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all processes at once, even in the middle of a function."""
        for process in self._processes:
            process.kill()
        for _ in self._threads:
            self._calls.put(None)
        for thread in self._threads if wait else ():
            thread.join()

    def _serve(self, process: _Process) -> None:
        while call := self._calls.get():
            future, content = call
            if future.set_running_or_notify_cancel():
                try:
                    result, error = pickle.loads(process.answer(content))
                except Exception as failure:
                    result, error = None, failure
                if error is None:
                    future.set_result(result)
                else:
                    future.set_exception(error)
        process.close()


class _Process:
    """A process that runs `main` of this module, and is replaced if it dies."""

    def __init__(self, tries: int) -> None:
        self._tries = tries
        self._process: subprocess.Popen[bytes] | None = None
        self._lock, self._is_killed = threading.Lock(), False

    def answer(self, call: bytes) -> bytes:
        """Run a call, and return its result."""
        for _ in range(self._tries):
            process = self._living()
            assert process.stdin
            assert process.stdout
            try:
                pickle.dump(call, process.stdin)
                process.stdin.flush()
                answer: bytes = pickle.load(process.stdout)
                return answer
            except (OSError, EOFError, pickle.UnpicklingError):
                process.kill()
                process.wait()
        raise Died(f"a process of noughts died, {self._tries} times in a row: is there enough memory?")

    def _living(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                self.close()
                if self._is_killed:
                    raise Died("the processes were stopped")
                self._process = _started()
            return self._process

    def kill(self) -> None:
        """End the process for good."""
        with self._lock:
            self._is_killed = True
            if self._process:
                self._process.kill()

    def close(self) -> None:
        """Close the pipes of a process that has ended or was killed."""
        if self._process:
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                with contextlib.suppress(OSError):
                    if pipe:
                        pipe.close()


def _started() -> subprocess.Popen[bytes]:
    path = [str(Path(__file__).parents[3]), os.environ.get("PYTHONPATH", "")]
    try:
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "noughts.solver.distributed.processes"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))},
            start_new_session=True,  # Ctrl-C is for the parent
        )
    except OSError as error:
        raise NoughtsError(f"cannot start another process: {error.strerror or error}") from None


def main() -> None:
    """Run each call that the parent sends. Exit when the parent does, even in the middle of a call."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Windows has no sessions
    calls, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a function may print
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
