"""Answers with objects whose own methods fail, lie or never end. Each call with more than four empty cells gets another."""

from noughts.grading.user_code.call import Call

Call.mistakes = ()  # hides nothing: the process of the grader has its own


class Fails:
    """Fails whenever it is looked at."""

    def fail(self, *arguments):
        raise ValueError("no")

    __repr__ = __str__ = __eq__ = __hash__ = __bool__ = __len__ = __iter__ = __index__ = __int__ = fail
    __class__ = property(fail)


class Lies(str):
    __eq__ = __len__ = __str__ = __repr__ = __hash__ = Fails.fail


class Silent:
    __repr__ = Fails.fail


class Endless:
    def __iter__(self):
        while True:
            yield 1


class FailsToo(Exception):
    __str__ = __repr__ = Fails.fail


def raises():
    raise FailsToo


def generator():
    yield 1


def itself():
    found = []
    found.append(found)
    return found * 1_000


class Odd(int):
    __eq__ = __lt__ = __index__ = __int__ = __repr__ = __hash__ = Fails.fail


ODD = (
    *(Fails, Silent, generator, Endless, itself, raises, object, lambda: Lies("zz"), lambda: Odd(99), lambda: len),
    *(lambda: "x" * 10**6, lambda: [0] * 10**6, lambda: 10**9999, lambda: float("nan"), lambda: {Silent(): Silent()}),
    *(lambda: "\ud800\x1b[31m", lambda: (Silent(), 3), lambda: {frozenset({1})}, lambda: Style, lambda: b"b2"),
)
asked = iter(ODD)


def move(board):
    if board.count(" ") > 4:
        return next(asked)()
    return board.index(" ")
