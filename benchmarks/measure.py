"""Measure contenders in turns, so that a busy machine slows all of them equally. The result is the median."""

import ctypes
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

# The processor time of this process, if that clock is precise enough.
clock = time.process_time if time.get_clock_info("process_time").resolution < 1e-5 else time.perf_counter


@dataclass
class Contender:
    """Code to measure.

    Attributes:
        name: its name in the table.
        run: runs it once, and returns the number of nodes it searched or games it played, or 0.
        most: the maximum number of runs, for slow code.
        seconds: the time of each run.
        count: the number that the last run returned.
    """

    name: str
    run: Callable[[], int]
    most: int = 1_000_000
    seconds: list[float] = field(default_factory=list)
    count: int = 0

    @property
    def median(self) -> float:
        return median(self.seconds)


def take_turns(contenders: Sequence[Contender], rounds: int, turn: float = 0.1) -> None:
    """Let each contender run in every round, at least once and until `turn` seconds have passed."""
    for _ in range(rounds):
        for contender in contenders:
            spent = 0.0
            while len(contender.seconds) < contender.most:
                start = clock()
                contender.count = contender.run()
                took = clock() - start
                contender.seconds.append(took)
                spent += took
                if spent >= turn:
                    break


def clock_of_children() -> float:
    """Return the processor time of all child processes that have ended."""
    if sys.platform == "win32":
        return time.perf_counter()
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def clock_of_process(pid: int) -> Callable[[], float]:
    """Return a clock of the processor time of a running process. Needs Linux."""
    identity = ctypes.c_int()
    error = ctypes.CDLL(None).clock_getcpuclockid(pid, ctypes.byref(identity))
    if error:
        raise OSError(error, os.strerror(error))
    return lambda: time.clock_gettime(identity.value)


def fresh_processes(commands: dict[str, list[str]], rounds: int) -> dict[str, float]:
    """Return the median seconds that each command takes in a new Python process, from start to exit."""
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(rounds + 1):
        for name, words in commands.items():
            start = clock_of_children()
            run_python(words)
            if number:  # the first round fills the bytecode caches
                seconds[name].append(clock_of_children() - start)
    return {name: median(each) for name, each in seconds.items()}


def run_python(words: list[str], timeout: float | None = None) -> str:
    """Run Python with these arguments and return its output.

    Raises:
        subprocess.TimeoutExpired: it took longer than `timeout` seconds.
        subprocess.CalledProcessError: it exited with an error.
    """
    completed = subprocess.run(
        [sys.executable, *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=timeout,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )
    return completed.stdout
