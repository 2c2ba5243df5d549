"""Print human-readable text: wrapped to the width of a terminal, but unchanged in a file or a pipe."""

import re
import sys
from textwrap import fill
from typing import TextIO


def columns(stream: TextIO) -> int:
    """Return the width of the terminal. For files and pipes, return 0, because their lines can have any length."""
    if not stream.isatty():
        return 0
    from shutil import get_terminal_size

    return get_terminal_size().columns


def fitted(text: str, width: int) -> str:
    """Wrap the lines that are wider than the terminal. If the width is 0, return the text unchanged.

    A continuation line is indented to the last column that begins in the left half of its line.
    """
    if not width:
        return text
    return "\n".join(_wrapped(line, width) if visible(line) > width else line for line in text.split("\n"))


def _wrapped(line: str, width: int) -> str:
    column = re.match(r".*  (?=\S)", line[: width // 2])
    indent = " " * (column.end() if column else 0)
    return fill(line, width, subsequent_indent=indent, break_on_hyphens=False, replace_whitespace=False)


def say(text: str, stream: TextIO | None = None) -> None:
    """Print human-readable text, wrapping it if the output is a terminal. The default stream is standard output."""
    stream = stream or sys.stdout
    print(fitted(text, columns(stream)), file=stream, flush=True)


def sentence(error: str) -> str:
    """Return an error message as a sentence, with a capital letter and a full stop."""
    starts_with_cell = re.match(r"[a-z]+[0-9]", error)
    return f"{error if starts_with_cell else error[:1].upper() + error[1:]}{'' if error.endswith(('?', '.')) else '.'}"


def visible(line: str) -> int:
    """Return the number of columns that a line takes up, ignoring colour codes."""
    return len(re.sub(r"\x1b\[[0-9;]*m", "", line))
