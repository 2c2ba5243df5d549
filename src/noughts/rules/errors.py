"""The errors that noughts raises on purpose. Each message is one sentence that says what is wrong and what to do."""


class NoughtsError(ValueError):
    """The base class of the errors that noughts raises for bad input."""


class RulesError(NoughtsError):
    """A board, a game or a position that cannot exist."""


class IllegalMove(NoughtsError):
    """A move that the rules do not allow."""


class NotationError(NoughtsError):
    """Text that cannot be parsed."""


class BadFile(NoughtsError):
    """A file that is damaged or has invalid content."""
