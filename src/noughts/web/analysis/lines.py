"""Tasks and answers as lines of JSON, which engines on every host read and write."""

import json
import logging
import traceback
from collections.abc import Callable, Mapping
from typing import Any

from noughts.rules.errors import NoughtsError
from noughts.web.model.errors import Exhausted, WorkerDied
from noughts.web.model.task import EngineAnswer

_LOG = logging.getLogger(__name__)

LONGEST_ANSWER = 32 << 20  # bytes


def answer_line(do: Callable[[Any], EngineAnswer], line: bytes) -> bytes:
    """Run the task that a line of JSON describes, and return the answer as another line.

    After a failure, the answer has a single field: ``error`` if the task is invalid, ``exhausted`` if the memory was
    too small, or ``fault``, a traceback, if there is a bug.
    """
    try:
        task = json.loads(line)
    except (ValueError, RecursionError):
        return as_line({"error": "a task is a line of JSON"})
    try:
        text = as_line(do(task))
    except Exhausted as error:
        return as_line({"exhausted": str(error)})
    except NoughtsError as error:
        return as_line({"error": str(error)})
    except Exception:
        return as_line({"fault": traceback.format_exc()})
    return text if len(text) <= LONGEST_ANSWER else as_line({"error": "the answer is too long: choose a smaller board"})


def as_line(answer: Any) -> bytes:
    """Return an answer as a line of JSON."""
    return json.dumps(answer, separators=(",", ":")).encode() + b"\n"


def checked(answer: bytes, task: Mapping[str, object]) -> bytes:
    """Return an engine's answer, or raise the error that the answer reports. A bug in the engine is logged."""
    if answer.startswith(b'{"error":'):
        raise NoughtsError(json.loads(answer)["error"])
    if answer.startswith(b'{"exhausted":'):
        raise Exhausted(json.loads(answer)["exhausted"])
    if answer.startswith(b'{"fault":'):
        _LOG.error("an engine failed at %s\n%s", dict(task), json.loads(answer)["fault"])
        raise WorkerDied("the engine failed because of a bug, which was logged")
    return answer
