"""The pipes of a program that runs as an engine, to send lines and to wait for answers with a time limit."""

import contextlib
import queue
import re
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from typing import IO

from noughts.players.opponent import Crash, TimeOut
from noughts.rules.errors import cut

_LONGEST_LINE = 65_536  # bytes of a line
_MOST_LINES = 10_000  # lines that wait to be read; further lines are lost
_TO_READ_ERRORS = 0.5  # seconds to wait for error messages

Log = Callable[[str], None]
"""Receives a line of the conversation with an engine: the seconds since its start, ``<`` or ``>``, and the text."""


class Conversation:
    """Sends lines to an engine and reads its answers. Threads read everything that the engine writes.

    Args:
        process: the engine's process, with pipes as its standard streams.
        name: the engine's name in errors and in the log.
        log: receives each line, or None.

    Attributes:
        remark: the last comment of the engine.
    """

    def __init__(self, process: subprocess.Popen[bytes], name: str, log: Log | None) -> None:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        self._input, self._name, self._log = process.stdin, name, log
        self._began = time.monotonic()
        self._lines: queue.Queue[str | None] = queue.Queue()
        self.remark = ""
        threading.Thread(target=self._read, args=(process.stdout,), daemon=True).start()
        self._error = ""
        self._errors = threading.Thread(target=self._read_errors, args=(process.stderr,), daemon=True)
        self._errors.start()

    def send(self, *lines: str) -> None:
        """Send lines. If the engine has ended, the next call of `answers` reports this."""
        for line in lines:
            self._write_log("<", line)
        with contextlib.suppress(OSError, ValueError):
            self._input.write("".join(f"{line}\n" for line in lines).encode())
            self._input.flush()

    def answers(self, seconds: float) -> Iterator[str]:
        """Yield the lines that the engine sends, without its comments, until the time is up.

        Raises:
            TimeOut: the time is up.
            Crash: the engine has ended.
        """
        ends = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, ends - time.monotonic()))
            except queue.Empty:
                raise TimeOut(f"{self._name} did not answer within {seconds:g} seconds") from None
            if line is None:
                self._errors.join(_TO_READ_ERRORS)
                raise Crash(f"{self._name} ended{self._error and f' ({self._error})'}")
            yield line

    def wait_for(self, answer: str, seconds: float) -> None:
        """Read lines until the engine sends a given line. The errors are the same as for `answers`."""
        for line in self.answers(seconds):
            if line == answer:
                return

    def forget(self) -> list[str]:
        """Discard and return all lines that the engine has sent so far, without the comments."""
        self.remark, forgotten = "", list[str]()
        with contextlib.suppress(queue.Empty):
            while (line := self._lines.get_nowait()) is not None:
                forgotten.append(line)
            self._lines.put(None)  # the engine has ended
        return forgotten

    def end(self, *lines: str) -> None:
        """Send the last lines, and close the engine's input."""
        self.send(*lines)
        with contextlib.suppress(OSError):
            self._input.close()

    def _read(self, output: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), output:
            while line := output.readline(_LONGEST_LINE):
                text = _printable(line.decode(errors="replace"))
                self._write_log(">", text)
                if comment := re.match(r"(?:MESSAGE|info(?: string)?)\s+(.+)", text):
                    self.remark = cut(comment[1], 200)
                elif text and not text.startswith("DEBUG") and self._lines.qsize() < _MOST_LINES:
                    self._lines.put(text)
        self._lines.put(None)

    def _read_errors(self, errors: IO[bytes]) -> None:
        """Keep the line that probably says why the engine ended: the first line that names an error."""
        with contextlib.suppress(OSError, ValueError), errors:
            while line := errors.readline(_LONGEST_LINE):
                text = line.decode(errors="replace")
                if not self._error and re.search("error|exception", text, re.IGNORECASE):
                    self._error = cut(_printable(text), 200)

    def _write_log(self, direction: str, text: str) -> None:
        if self._log:
            self._log(f"{time.monotonic() - self._began:9.3f} {self._name} {direction} {text}")


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text).strip()
