"""Why not every step of a search is told, and what can be done instead: one sentence, wherever it is said."""

from noughts.rules.errors import NoughtsError

_INSTEAD = ": open it move by move, take"


def too_large(less: str) -> NoughtsError:
    """Return the refusal of a tree that is too large.

    Args:
        less: what to take that is told all the same, such as ``a smaller depth``.
    """
    return NoughtsError(f"the tree is too large to tell every step{_INSTEAD} {less}, or explain a later position")


def opened_instead(said: str) -> str:
    """Return the same sentence where what it recommends first was done: the tree is opened move by move."""
    return said.replace(_INSTEAD, ", so it is opened move by move. Or take")
