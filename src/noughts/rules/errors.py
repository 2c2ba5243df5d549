"""The errors of the rules: each message is one sentence for a person, saying what was expected."""


class NoughtsError(ValueError):
    """What noughts raises for bad input: every error it raises on purpose is one of these."""


class RulesError(NoughtsError):
    """A board, a game or a position that cannot exist."""


class IllegalMove(NoughtsError):
    """A move that the rules do not allow, with the reason."""


class NotationError(NoughtsError):
    """Text that cannot be read, with the place and what was expected there."""


class BadFile(NoughtsError):
    """A file that was read and is not what it says it is: damaged, or wrong."""
