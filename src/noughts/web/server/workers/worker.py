"""An engine process, which reads tasks and writes answers as lines of JSON.

`noughts.web.server.workers.process` starts it. The web server itself never searches. The process can be killed at any
time. It exits when its pipes are closed, that is, when the server ends. The line ``stop`` ends the current search as if
its time were up. The line gets no answer, and it has no effect if it comes too late. Before its answer, a task can
write intermediate results, as lines of JSON after the word ``step``.

    echo '{"do": "choose", "game": "tictactoe", "position": "o_x/x2_/x2o x"}' |
        python -P -m noughts.web.server.workers.worker
"""

import argparse
import contextlib
import os
import signal

from noughts.system.child_process import private_pipes, questions
from noughts.web.analysis.lines import answer_line, as_line
from noughts.web.analysis.tasks import Tasks

STOP = b"stop\n"
STEP = b"step "

_NICE = 5


def main() -> None:
    """Answer tasks until the server ends."""
    parser = argparse.ArgumentParser(prog="noughts.web.server.workers.worker")
    parser.add_argument("--memory", type=int, default=0, help="limit of the address space in bytes; 0 for no limit")
    _limit_resources(parser.parse_args().memory)
    pipe, answers = private_pipes(errors=True)
    lines = questions(pipe)

    def write(line: bytes) -> None:
        try:
            answers.write(line)
            answers.flush()
        except BrokenPipeError:
            os._exit(0)  # the server has ended

    # During a task, the only line that can come is "stop".
    tasks = Tasks(stopped=lambda: not lines.empty(), show=lambda step: write(STEP + as_line(step)))
    while True:
        if (line := lines.get()) != STOP:
            write(answer_line(tasks, line))


def _limit_resources(memory: int) -> None:
    """Lower the priority of this process, and limit its memory, as far as the system supports it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server stops its engines
    with contextlib.suppress(AttributeError, OSError):
        os.nice(_NICE)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


if __name__ == "__main__":
    main()
