"""The errors that noughts raises on purpose. Each message is one sentence that says what is wrong and what to do.

This module also has the checks of arguments that many functions share.
"""

from copy import copy
from operator import index
from typing import Self


class NoughtsError(ValueError):
    """The base class of the errors that noughts raises for bad input.

    Attributes:
        where: the place of the problem in a longer text, such as ``move 3``. Empty by default.
    """

    where = ""

    def __str__(self) -> str:
        problem = super().__str__()
        return f"{self.where}: {problem}" if self.where else problem

    def at(self, where: str) -> Self:
        """Return a copy of this error whose message also says where the problem is, such as ``move 3``."""
        error = copy(self)
        error.where = f"{where}: {self.where}" if self.where else where
        return error


class RulesError(NoughtsError):
    """Raised for a board, a game or a position that cannot exist."""


class HangingStone(RulesError):
    """Raised for a stone above an empty cell in a game with gravity.

    Attributes:
        column: the letter of the stone's column. It is empty on a board with layers.
    """

    def __init__(self, problem: str, column: str = "") -> None:
        super().__init__(problem)
        self.column = column


class IllegalMove(NoughtsError):
    """Raised for a move that the rules do not allow."""


class CellTaken(IllegalMove):
    """Raised for a move to a cell that is not empty.

    Attributes:
        cell: the name of the cell.
        owner: the player whose stone is there, ``X`` or ``O``.
    """

    def __init__(self, problem: str, cell: str = "", owner: str = "") -> None:
        super().__init__(problem)
        self.cell, self.owner = cell, owner


class HangingMove(IllegalMove):
    """Raised for a move above an empty cell in a game with gravity.

    Attributes:
        column: the letter of the move's column. It is empty on a board with layers.
    """

    def __init__(self, problem: str, column: str = "") -> None:
        super().__init__(problem)
        self.column = column


class NotationError(NoughtsError):
    """Raised for text that cannot be parsed.

    Attributes:
        found: what is wrong with the text.
        expected: what was expected instead. It can be empty.
    """

    def __init__(self, found: str, expected: str = "") -> None:
        super().__init__(f"{found}: expected {expected}" if expected else found)
        self.found, self.expected = found, expected


class UnknownGame(NotationError):
    """Raised for a saved game whose rules are not known from its name.

    Attributes:
        name: the name of the game.
    """

    def __init__(self, problem: str, name: str = "") -> None:
        super().__init__(problem)
        self.name = name


class BadFile(NoughtsError):
    """Raised for a file that is damaged or has invalid content."""


def cut(text: str, most: int = 40) -> str:
    """Shorten a text for an error message. A shortened text ends with an ellipsis."""
    return text if len(text) <= most else f"{text[:most]}…"


def short_repr(value: object, most: int = 40) -> str:
    """Return the repr of a value for an error message, on one line. The function `cut` shortens a long repr."""
    if isinstance(value, str):
        return cut(repr(cut(value, most)), most + 3)  # leaves room for the quotes and the ellipsis
    return cut(" ".join(repr(value).split()), most)


def whole_number(number: object, what: str, least: int = 0) -> int:
    """Return an argument as an int. NumPy's integers are accepted, too. True and False are not accepted.

    Args:
        number: the argument.
        what: what the number is, as in ``the depth``, for the error message.
        least: the smallest number allowed.

    Raises:
        NoughtsError: the argument is not a whole number, or is less than `least`.
    """
    try:
        whole = least - 1 if isinstance(number, bool) else index(number)  # type: ignore[arg-type]
    except TypeError:
        whole = least - 1
    if whole < least:
        raise NoughtsError(f"expected a whole number of at least {least} as {what}, not {short_repr(number)}")
    return whole


def expect_random(random: object) -> None:
    """Check that an argument generates random numbers, as a `random.Random` does.

    Raises:
        NoughtsError: the argument is something else, such as a seed.
    """
    if not all(hasattr(random, name) for name in ("random", "choice", "shuffle")):
        raise NoughtsError(f"expected a generator such as random.Random(1), not {short_repr(random)}")
