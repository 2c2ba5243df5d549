"""Standard input and output, adapted to what the terminal can show."""

import os
import sys
from collections.abc import Callable, Container, Sequence
from contextlib import suppress
from shutil import get_terminal_size
from typing import TypeVar

from noughts.render.board.text import BoardStyle, Room, board_text
from noughts.render.names import printable
from noughts.rules.errors import NoughtsError
from noughts.rules.position import Position
from noughts.rules.tree import GameTree
from noughts.terminal.prompt.suspending import shown_again
from noughts.terminal.prose import say, sentence

_T = TypeVar("_T")


_TALK = 4  # lines that stay free below a board, for messages and the prompt


def room() -> Room | None:
    """Return how much space a board can take up on the terminal, or None if the output is a file or a pipe."""
    if not sys.stdout.isatty():
        return None
    columns, lines = get_terminal_size()
    return Room(columns, max(1, lines - _TALK))


class Quit(Exception):
    """Raised when the player wants to quit."""


class Screen:
    """Standard input and output, adapted to what the terminal can show.

    Attributes:
        plain: whether to use letters and dots only.
        is_interactive: whether a person types the input on a terminal.
    """

    class Answered(Exception):
        """Raised when the player answers a question with a move or a command. The next call to `read` returns the
        answer.
        """

    def __init__(self, plain: bool) -> None:
        colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
        self.plain = plain
        self._style: BoardStyle = "plain" if plain else "box"
        self._colour = colour and not plain
        self._waiting: list[str] = []
        self.is_interactive = sys.stdin.isatty()
        if self.is_interactive:
            with suppress(ImportError):  # this module is missing on Windows
                import readline  # noqa: F401  adds history and editing keys to input()

    def say(self, text: str = "") -> None:
        """Print text, wrapping the lines that are wider than the terminal."""
        say(text)

    def complain(self, text: str) -> None:
        """Print an error message as a sentence, with a capital letter and a full stop."""
        self.say(sentence(text))

    def show_notes(self, notes: Sequence[str], game: GameTree) -> None:
        """Print the warnings about the players of a saved game, and the notes of its file."""
        for note in notes:
            self.say(f"{note} To change it, type level NAME.")
        for note in game.notes:
            self.say(printable(note))

    def read(self, prompt: str) -> str:
        """Show a prompt and return the line that was typed. If the input is a pipe, echo the line.

        Raises:
            EOFError: the input has ended.
            NoughtsError: the input does not have the encoding of `sys.stdin`.
        """
        if self._waiting:
            return self._waiting.pop()
        try:
            with shown_again(prompt):
                line = input(prompt)
        except SystemError:  # Python raises this error when two signals come at once
            raise KeyboardInterrupt from None
        except UnicodeError as error:  # for example, the input is UTF-16 without a byte order mark
            encoding = sys.stdin.encoding
            raise NoughtsError(
                f"cannot read standard input as {encoding} ({error}): set PYTHONIOENCODING to its encoding"
            ) from None
        if not self.is_interactive:
            self.say(line if line.isprintable() else ascii(line))
        return line

    def ask(self, question: str, read: Callable[[str], _T], position: Position, commands: Container[str]) -> _T:
        """Ask a question until the answer is valid.

        Raises:
            Answered: the answer was a move in the position, or a command; `read` returns it next.
            EOFError: the input has ended.
        """
        while True:
            line = self.read(question)
            try:
                return read(line)
            except NoughtsError as error:
                if _is_move(position, line) or line.strip().lower().partition(" ")[0] in commands:
                    self._waiting.append(line)
                    raise Screen.Answered from None
                self.complain(str(error))

    def end_line(self) -> None:
        """End the line after a prompt."""
        self.say()

    def board(
        self,
        position: Position,
        last: int | None,
        marks: dict[int, str] | None = None,
        short_marks: dict[int, str] | None = None,
    ) -> None:
        """Print a board, using a more compact style if the board is too large for the terminal. See `board_text`."""
        drawn = board_text(
            position,
            style=self._style,
            colour=self._colour,
            last=last,
            marks=marks,
            short_marks=short_marks,
            room=room(),
        )
        print(drawn, flush=True)


def _is_move(position: Position, text: str) -> bool:
    try:
        position.play(text)
    except NoughtsError:
        return False
    return True
