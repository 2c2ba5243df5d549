"""The reasons why a program cannot be graded."""

from noughts.players.opponent import Crash
from noughts.rules.errors import NoughtsError


class NotGradable(NoughtsError):
    """Raised for a program that cannot be graded.

    Attributes:
        reason: the reason in a word, such as ``syntax``, ``input``, ``scores`` or ``not-understood``.
    """

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.reason = reason


class Failed(Crash):
    """Raised when a function crashes or does something forbidden, such as asking for input.

    Attributes:
        reason: the reason in a word, as in `NotGradable`.
    """

    def __init__(self, message: str, reason: str = "crashes") -> None:
        super().__init__(message)
        self.reason = reason


def how_words(name: str) -> str:
    """Return a sentence on how the user can tell noughts how to call a function such as ``Player.best_move``."""
    owner, _, method = name.rpartition(".")
    call = f"{owner}().{method}(…)" if owner else f"{name}(…)"
    after = f"it = {owner}(); it.board = rows; it.{method}()" if owner else f"board = rows; {name}()"
    return (
        f"Say how to call it with --call '{call}', or with what it needs first, such as --call '{after}': rows, cells, "
        "text, player and other names stand for the position"
    )
