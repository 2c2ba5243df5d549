"""The errors that noughts raises on purpose. Each message is one sentence that says what is wrong and what to do."""


class NoughtsError(ValueError):
    """The base class of the errors that noughts raises for bad input."""


class RulesError(NoughtsError):
    """Raised for a board, a game or a position that cannot exist."""


class IllegalMove(NoughtsError):
    """Raised for a move that the rules do not allow."""


class NotationError(NoughtsError):
    """Raised for text that cannot be parsed."""


class BadFile(NoughtsError):
    """Raised for a file that is damaged or has invalid content."""
