"""Measuring: contenders take turns, so that a busy machine slows all alike, and the median counts."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

# The time of this process alone, where its clock is fine enough.
clock = time.process_time if time.get_clock_info("process_time").resolution < 1e-5 else time.perf_counter


@dataclass
class Contender:
    """Something to be measured.

    Attributes:
        name: what it is called in the table.
        run: does it once, and returns how many nodes it searched or games it played; 0 for nothing to count.
        most: the most runs, for what is slow.
        seconds: what each run took.
        count: what the last run returned.
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
    """Run each contender once a round, and again while its turn has not lasted so many seconds."""
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
    """Return the processor's time of all processes that this one has started and that have ended."""
    if sys.platform == "win32":
        return time.perf_counter()
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def fresh_processes(commands: dict[str, list[str]], rounds: int) -> dict[str, float]:
    """Return the median of the seconds that each command takes from start to end, Python started anew each time."""
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(rounds + 1):
        for name, words in commands.items():
            start = clock_of_children()
            run_python(words)
            if number:  # the first round fills the caches of compiled code
                seconds[name].append(clock_of_children() - start)
    return {name: median(each) for name, each in seconds.items()}


def run_python(words: list[str], timeout: float | None = None) -> str:
    """Run Python with these arguments and return what it prints.

    Raises:
        subprocess.TimeoutExpired: it took longer than `timeout` seconds.
        subprocess.CalledProcessError: it failed.
    """
    done = subprocess.run(
        [sys.executable, *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=timeout,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )
    return done.stdout
