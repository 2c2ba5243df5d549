"""Record how a user's function calls itself, to show the search tree of a program that was not written for noughts.

Python reports each call of a function of the user's file. A call belongs to the tree if its function is recursive and
its board can be read: from an argument, from an object, or from a variable of the program.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import nan
from types import CodeType, FrameType
from typing import Any

from noughts.grading.user_code.limits import FAILURES, Stopped

MOST_CALLS = 3_000
"""The maximum number of recorded calls."""

_MOST_NUMBERS = 4  # numbers in the result of a call
_LARGEST = 1e9  # no score is larger


class TooManyCalls(Stopped):
    """Raised inside a user's function when it has called itself too often."""


@dataclass(slots=True)
class RecordedCall:
    """A recorded call of a function in a user's file.

    Attributes:
        function: the number of the function in the order of the first calls.
        parent: the number of the call that it belongs to, or -1.
        cells: the board as text with ``x``, ``o`` and ``_``, or an empty string if the call has no board.
        returned: the numbers that it returned, such as a score, or a move and a score.
        line: the line of its return, counted from the function's first line, which is 0.
    """

    function: int
    parent: int
    cells: str
    returned: tuple[float, ...] = ()
    line: int = 0


@dataclass(frozen=True)
class Recording:
    """The recorded calls of a file's functions.

    Attributes:
        calls: the calls in order.
        functions: the name and the numbers of the first and the last line of each function.
    """

    calls: tuple[RecordedCall, ...]
    functions: tuple[tuple[str, int, int], ...]


def record(run: Callable[[], Any], file: str, marks: tuple[Any, Any], cells: int) -> Recording:
    """Run code, and record every call of a function that is defined in a file.

    Args:
        run: calls the function.
        file: the file.
        marks: the marks of X and of O on its board.
        cells: the number of cells.

    Raises:
        TooManyCalls: there are too many calls.
        Exception: whatever the function raises.
    """
    calls, functions = list[RecordedCall](), dict[CodeType, int]()
    running = list[tuple[FrameType, int]]()

    def watch(frame: FrameType, event: str, value: Any) -> None:
        code = frame.f_code
        if code.co_filename != file or event not in ("call", "return") or code.co_name.startswith("<"):
            return
        if event == "call":
            if len(calls) == MOST_CALLS:
                raise TooManyCalls
            parent = running[-1][1] if running else -1
            found = next(_boards(frame, marks, cells), "")
            calls.append(RecordedCall(functions.setdefault(code, len(functions)), parent, found))
            running.append((frame, len(calls) - 1))
        elif running and running[-1][0] is frame:
            call = calls[running.pop()[1]]
            call.returned, call.line = _numbers(value), frame.f_lineno - code.co_firstlineno

    sys.setprofile(watch)
    try:
        run()
    except FAILURES:
        if len(calls) < MOST_CALLS:
            raise
        raise TooManyCalls from None
    finally:
        sys.setprofile(None)
    lines = [(code.co_name, code.co_firstlineno, _last_line(code)) for code in functions]
    return Recording(tuple(calls), tuple(lines))


def _last_line(code: CodeType) -> int:
    inner = [_last_line(one) for one in code.co_consts if isinstance(one, CodeType)]
    return max([code.co_firstlineno, *inner, *(line for *_, line in code.co_lines() if line)])


def _boards(frame: FrameType, marks: tuple[Any, Any], cells: int) -> Iterator[str]:
    """Yield the boards that the code of a call can read, as text, beginning with the boards in the call's arguments."""
    code = frame.f_code
    count = code.co_argcount + code.co_kwonlyargcount
    arguments = [frame.f_locals.get(name) for name in code.co_varnames[:count]]
    inside = [part for one in arguments if hasattr(one, "__dict__") for part in vars(one).values()]
    used = [frame.f_globals.get(name) for name in code.co_names]
    for value in [*arguments, *inside, *used]:
        try:
            found = _flat(value)
        except FAILURES:  # an object of the user's code with methods that fail
            continue
        if len(found) == cells and all(not isinstance(one, list | tuple | Mapping) for one in found):
            signs = ["x" if _same(one, marks[0]) else "o" if _same(one, marks[1]) else "_" for one in found]
            if len({repr(one) for one in found}) <= cells:
                yield "".join(signs)


def _flat(value: Any, depth: int = 0) -> list[Any]:
    """Return the cells of a board that is a list of cells or rows, a string, a dict or an array."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, str):
        return list(value)
    if not isinstance(value, list | tuple):
        return []
    parts = list(value)
    rows = all(isinstance(part, list | tuple) or (isinstance(part, str) and len(part) > 1) for part in parts)
    return [cell for part in parts for cell in _flat(part, depth + 1)] if rows and depth < 2 and parts else parts


def _same(cell: Any, mark: Any) -> bool:
    return type(cell) is type(mark) and bool(cell == mark)


def _numbers(value: Any) -> tuple[float, ...]:
    """Return the numbers in the result of a call, such as a score, with NaN for everything else."""
    if isinstance(value, Mapping):
        value = tuple(value.values())
    parts = value if isinstance(value, list | tuple) else (value,)
    if len(parts) > _MOST_NUMBERS:
        return ()
    return tuple(_score(part) if type(part) in (int, float) else nan for part in parts)


def _score(number: float) -> float:
    """Return a number as a float if it is small enough to be a score, otherwise NaN."""
    return float(number) if abs(number) < _LARGEST else nan


def read_recording(calls: list[Any], functions: list[Any]) -> Recording:
    """Check a recording that another process has sent as lists, and convert it to a `Recording`.

    Raises:
        TypeError, ValueError, OverflowError: the lists do not describe a recording.
    """
    found = list[RecordedCall]()
    for function, parent, cells, returned, line in calls[:MOST_CALLS]:
        if not (0 <= function < len(functions) and -1 <= parent < len(found) and isinstance(cells, str)):
            raise ValueError("the recording has a call of an unknown function")
        numbers = tuple(_score(float(number)) for number in returned[:_MOST_NUMBERS])
        found.append(RecordedCall(function, int(parent), cells, numbers, int(line)))
    named = [(str(name)[:100], int(first), int(last)) for name, first, last in functions[:MOST_CALLS]]
    return Recording(tuple(found), tuple(named))
