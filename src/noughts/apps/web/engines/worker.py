"""An engine process: it reads tasks, a line of JSON each, and writes the answers, a line of JSON each.

`noughts.apps.web.engines.process` starts it. The web server itself never searches. An engine process may be killed at
any time, and exits when its standard input closes, that is, when the server ends. The line ``stop`` ends the
current search as if its time were up. It has no answer of its own, and has no effect if it comes too late.

    echo '{"do": "choose", "game": "tictactoe", "position": "o_x/x2_/x2o x"}' |
        python -P -m noughts.apps.web.engines.worker
"""

import argparse
import contextlib
import ctypes
import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from noughts.apps.pipes import private_pipes, questions
from noughts.apps.web.engines.tasks import Answer, Tasks
from noughts.apps.web.model.errors import Exhausted
from noughts.rules.errors import NoughtsError

LONGEST = 32 << 20
"""The most bytes of an answer."""

STOP = b"stop\n"
"""The line that tells it that nobody needs the answer any more."""

_DEATH_OF_PARENT = 1  # PR_SET_PDEATHSIG
_NICE = 5


def main() -> None:
    """Answer tasks until the server is gone."""
    parser = argparse.ArgumentParser(prog="noughts.apps.web.engines.worker")
    parser.add_argument("--memory", type=int, default=0, help="the most bytes of address space; 0 for any")
    _be_modest(parser.parse_args().memory)
    pipe, answers = private_pipes(errors=True)
    lines = questions(pipe)
    tasks = Tasks(stopped=lambda: not lines.empty())  # while one task is worked on, no other comes
    while True:
        if (line := lines.get()) != STOP:
            answers.write(answer_line(tasks, line))
            answers.flush()


def answer_line(do: Callable[[object], Answer], line: bytes) -> bytes:
    """Return the line that answers a line: what was asked for, ``error`` for a bad task.

    ``exhausted`` says that there was not memory enough, ``fault`` that there is a bug.
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
    return text if len(text) <= LONGEST else _line({"error": "the answer is too long: take a smaller board"})


def _line(answer: Any) -> bytes:
    return json.dumps(answer, separators=(",", ":")).encode() + b"\n"


def _be_modest(memory: int) -> None:
    """Leave the machine to the server, and take no more memory than allowed; where the system has such limits."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its engines
    with contextlib.suppress(AttributeError, OSError):
        os.nice(_NICE)
    _step_back()
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    if sys.platform == "linux":  # the end of standard input does not wake a stopped process
        with contextlib.suppress(AttributeError, OSError):
            ctypes.CDLL(None).prctl(_DEATH_OF_PARENT, signal.SIGKILL)


def _step_back() -> None:
    """Give way as a session: Linux shares processors among sessions first, and this process is one of its own."""
    for _ in range(10):
        try:
            Path("/proc/self/autogroup").write_text(str(_NICE), encoding="ascii")
        except BlockingIOError:  # on the whole machine this is allowed ten times a second
            time.sleep(0.1)
        except OSError:
            return
        else:
            return


if __name__ == "__main__":
    main()
