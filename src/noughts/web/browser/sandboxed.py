"""Run a student's program in a sandbox: a worker that the browser starts for it. See ``sandbox-worker.js``."""

import signal
import time
from collections.abc import Callable, Iterable


def start(
    post: Callable[[str], object], clock: Callable[[], float], timer: Callable[[float, float], object]
) -> Callable[[Iterable[str]], None]:
    """Return a function that passes the grader's lines to a student's program, and posts the program's answers.

    Args:
        post: sends a line to the grader.
        clock: returns the processor time in seconds.
        timer: sends ``SIGVTALRM`` after a number of seconds, and then at an interval. Zero seconds turn it off.
    """

    def setitimer(which: int, seconds: float, interval: float = 0.0, /) -> tuple[float, float]:
        timer(seconds, interval)
        return 0.0, 0.0

    signal.ITIMER_VIRTUAL, signal.setitimer = 1, setitimer  # Python for browsers has no timer, which `limits` needs
    time.process_time = clock
    from noughts.grading.answering import Answering  # now, because it imports the functions that have been replaced

    answering = Answering()

    def answer(lines: Iterable[str]) -> None:
        for line in lines:
            for one in answering.answers(line.encode()):
                post(one.decode())

    return answer
