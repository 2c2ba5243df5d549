"""Prose: text for a person, wrapped where it is read on a terminal, and as it is in a file or a pipe."""

import re
import sys
from textwrap import fill
from typing import TextIO


def columns(stream: TextIO) -> int:
    """Return how wide a terminal is; 0 for a file or a pipe, where no line is too long."""
    if not stream.isatty():
        return 0
    from shutil import get_terminal_size

    return get_terminal_size().columns


def fitted(text: str, width: int) -> str:
    """Return lines of which those too long for a terminal are wrapped between words; for width 0 the same text.

    What is wrapped goes on below the last column that begins in the left half, or below the first word.
    """
    if not width:
        return text
    return "\n".join(_wrapped(line, width) if visible(line) > width else line for line in text.split("\n"))


def _wrapped(line: str, width: int) -> str:
    column = re.match(r".*  (?=\S)", line[: width // 2])
    indent = " " * (column.end() if column else 0)
    return fill(line, width, subsequent_indent=indent, break_on_hyphens=False, replace_whitespace=False)


def say(text: str, stream: TextIO | None = None) -> None:
    """Print text for a person, on standard output if nothing else is named; on a terminal it is wrapped."""
    stream = stream or sys.stdout
    print(fitted(text, columns(stream)), file=stream, flush=True)


def visible(line: str) -> int:
    """Return how many columns a line takes: colours take none."""
    return len(re.sub(r"\x1b\[[0-9;]*m", "", line))
