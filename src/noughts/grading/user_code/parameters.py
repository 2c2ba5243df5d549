"""Detect the meaning of each parameter of a user's function from the name of the parameter.

A parameter whose name says nothing has the role ``unknown``; trial calls show what it means.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from inspect import Parameter, signature
from typing import Any, TypeAlias

from noughts.rules.errors import NoughtsError

Roles: TypeAlias = Mapping[str, str]
"""Maps each parameter that noughts passes to its role: board, depth, player, …"""

_ROLES = {
    "depth": r".*depth.*|level|ply|plies|(empties|spots|moves)?left",
    "alpha": r"alpha.*",
    "beta": r"beta.*",
    "random": r"random|rng|rand",
    "maximizing": r".*maxi.*|.*ismax.*|max|maxplayer|maxturn|is(ai|bot|comp|computer|player|my)s?(turn|move)?|myturn",
    "x turn": r"(is)?xs?(turn|tomove|next|plays|moves)|isx",
    "moves": r"(available|empty|possible|legal|valid|free|open)(cells?|moves?|spots?|squares?|positions?|actions?)"
    r"|moves|actions",
    "opponent": r"opp.*|you|foe|other.*|enemy.*|rival.*|adversary.*|hu|human.*|(hu|user)(player|mark|letter|symbol)",
    "player": r"(cur|current|ai|comp|computer|cpu|my|own|bot|this|active|the)?"
    r"(player|mark|marker|symbol|letter|turn|piece|token|sign|side|tile|char|team|colou?r)?"
    r"(player|mark|marker|symbol|letter|piece|token|sign|char|id|tomove)?|me|myself|who|xo|xoro",
    "size": r"(board)?size|n|gridsize|boardlength",
}
"""For each role, a pattern that matches the names of its parameters in lower case and without underscores."""

GUESSES = ("player", "opponent", "depth", "maximizing")
"""The roles that a parameter with the role ``unknown`` may have, the most common one first."""

_CELLS = r"(cells|stones|moves|positions|squares|spots|marks|fields|places|set|list)"
_APART = (
    {"x stones": rf"xs?{_CELLS}?", "o stones": rf"os?{_CELLS}?"},
    {
        "my stones": rf"mine|(my|own|ai|bot|comp|computer|player){_CELLS}",
        "opponent's stones": rf"theirs|(your|opp|opponent|human|user|enemy)s?{_CELLS}",
    },
)
"""For each role, a pattern for the names of its parameters, if a function takes the cells of the two players apart."""

BOARD_NAME = r".*(board|grid|state|cells|squares|fields?|game|position|table|feld|brett)|b$"
"""A pattern that matches the names of boards in lower case."""


_CELL = r".*(cell|row|col|pos|move|square|spot|place|zug|feld|ind?x).*|[ijrcxy]"
"""A pattern that matches the names of cells in lower case. A function that takes a cell does not choose one."""


class UnknownParameters(NoughtsError):
    """Raised for a function with parameters that noughts does not know, or without a board."""


def roles(function: Callable[..., Any], name: str) -> Roles:
    """Return the role of each parameter of a function. Parameters with a default value are left out.

    No parameter has the role ``board`` if the function finds its board elsewhere, or takes the cells of the two players
    apart. One parameter can be ``unknown``.

    Raises:
        UnknownParameters: several parameters have unknown names.
    """
    named = _parameters(function, name)
    by_name = {p.name: _role(p.name) for p in named if p.default is Parameter.empty}
    apart = _apart(by_name)
    if apart and all((by_name | apart).values()):
        return by_name | apart
    if "" not in by_name.values():  # the board may have a default value
        by_name |= {p.name: "" for p in named if not _role(p.name) and "" not in by_name.values()}
    unknown = [parameter for parameter, role in by_name.items() if not role]
    boards = [parameter for parameter in unknown if re.match(BOARD_NAME, parameter.lower())] or unknown
    unknown = [*boards[:1], *(parameter for parameter in unknown if parameter not in boards[:1])]
    guessed = dict.fromkeys(unknown[1:], "unknown")
    if len(guessed) > 1 or any(re.fullmatch(_CELL, parameter.lower()) for parameter in guessed):
        raise UnknownParameters(unknown_words(name, by_name | guessed))
    players = [parameter for parameter, role in by_name.items() if role == "player"]
    own = [parameter for parameter in players if re.match(r"ai|bot|comp|cpu|my|me|cur|own|this", parameter.lower())]
    others = {parameter: "opponent" for parameter in players if own and parameter not in own}
    return by_name | dict.fromkeys(unknown[:1], "board") | guessed | others


def unknown_words(name: str, roles: Roles) -> str:
    """Describe a function that cannot be called because of its first parameter with the role ``unknown``."""
    parameter = next(parameter for parameter, role in roles.items() if role == "unknown")
    return (
        f"{name}({', '.join(roles)}) has the unknown parameter {parameter!r}: expected depth, player, opponent, "
        "is_max, alpha, beta, moves or random. Give the parameter a default value, or write a function that takes only "
        "the board"
    )


def constructor_roles(owner: type) -> Roles:
    """Return the role of each parameter of a class that has no default value. A name has the role ``name``.

    Raises:
        NoughtsError: a parameter has an unknown name.
    """
    try:
        named = _parameters(owner, owner.__name__)
    except NoughtsError:
        named = []  # a class without a constructor of its own
    by_name = {p.name: "name" if p.name == "name" else _role(p.name) for p in named if p.default is Parameter.empty}
    unknown = [parameter for parameter, role in by_name.items() if not role]
    boards = {parameter: "board" for parameter in unknown if re.match(BOARD_NAME, parameter.lower())}
    if len(unknown) > len(boards):
        raise NoughtsError(
            f"{owner.__name__}({', '.join(p.name for p in named)}) cannot be constructed: expected a class without "
            "arguments, or with the mark of its player"
        )
    return by_name | boards


def _parameters(function: Callable[..., Any], name: str) -> list[Parameter]:
    try:
        parameters = signature(function).parameters.values()
    except TypeError:
        raise NoughtsError(f"{name} is not callable: expected a function that takes a board") from None
    except ValueError:  # a function of Python itself, such as max
        raise NoughtsError(f"the parameters of {name} are unknown: expected a function that takes a board") from None
    return [p for p in parameters if p.kind not in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)]


def _apart(names: Iterable[str]) -> dict[str, str]:
    """Return the roles of the two parameters that take the cells of the two players, or an empty dict."""
    for patterns in _APART:
        found = {name: role for role, p in patterns.items() for name in names if re.fullmatch(p, _plain(name))}
        if list(found.values()) == list(patterns):
            return found
    return {}


def _role(name: str) -> str:
    return next((role for role, pattern in _ROLES.items() if re.fullmatch(pattern, _plain(name))), "")


def _plain(name: str) -> str:
    return name.replace("_", "").lower()
