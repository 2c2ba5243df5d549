"""An engine process: it reads tasks and writes answers, each as a line of JSON.

`noughts.web.server.workers.process` starts it. The web server itself never searches. It can be killed at any time. It
exits when its pipes are closed, that is, when the server ends. The line ``stop`` ends the current search as if its time
were up. It gets no answer, and it has no effect if it comes too late. Before its answer, a task can write results so
far, as lines of JSON after the word ``step``.

    echo '{"do": "choose", "game": "tictactoe", "position": "o_x/x2_/x2o x"}' |
        python -P -m noughts.web.server.workers.worker
"""

import argparse
import contextlib
import json
import os
import signal
import traceback
from collections.abc import Callable
from typing import Any

from noughts.rules.errors import NoughtsError
from noughts.system.child_process import private_pipes, questions
from noughts.web.analysis.tasks import Tasks
from noughts.web.model.errors import Exhausted
from noughts.web.model.task import EngineAnswer

LONGEST_ANSWER = 32 << 20  # bytes
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
    tasks = Tasks(stopped=lambda: not lines.empty(), show=lambda step: write(STEP + _line(step)))
    while True:
        if (line := lines.get()) != STOP:
            write(answer_line(tasks, line))


def answer_line(do: Callable[[Any], EngineAnswer], line: bytes) -> bytes:
    """Do the task in a line, and return the line that answers it.

    After a failure, the answer has a single field: ``error`` if the task is invalid, ``exhausted`` if the memory was
    too small, or ``fault``, a traceback, if there is a bug.
    """
    try:
        task = json.loads(line)
    except (ValueError, RecursionError):
        return _line({"error": "a task is a line of JSON"})
    try:
        text = _line(do(task))
    except Exhausted as error:
        return _line({"exhausted": str(error)})
    except NoughtsError as error:
        return _line({"error": str(error)})
    except Exception:
        return _line({"fault": traceback.format_exc()})
    return text if len(text) <= LONGEST_ANSWER else _line({"error": "the answer is too long: choose a smaller board"})


def _line(answer: Any) -> bytes:
    return json.dumps(answer, separators=(",", ":")).encode() + b"\n"


def _limit_resources(memory: int) -> None:
    """Let the server and other programs run first, and limit the memory, as far as the system supports it."""
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
