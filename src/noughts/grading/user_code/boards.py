"""Python code for the kinds of boards that a user's function can take, and the search for boards in a program's
variables.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from noughts.grading.user_code.answers import flat

NAMED = (
    r".*(board|grid|state|rows|cells|squares|fields?|game|position|table|feld|brett|tabla|tablero|tabuleiro|plateau|grille|"
    r"plansza|tahta|griglia|bord|raster|spiel|juego|jeu|jogo).*|b|s|t"
)
"""A pattern for the names of boards, in lower case and without underscores."""

PAIRS_1 = "dict(zip([(r + 1, c + 1) for r, c in pairs], cells))"
_DICTS: tuple[str, ...] = (
    *("dict(enumerate(cells, 1))", "dict(zip(pairs, cells))", "dict(enumerate(cells))", PAIRS_1),
    *("dict(zip(words, cells))", "{str(n): mark for n, mark in enumerate(cells, 1)}", "dict(zip(names, cells))"),
    *("{name.upper(): mark for name, mark in zip(names, cells)}", "{str(n): mark for n, mark in enumerate(cells)}"),
)
FULL_BOARDS: tuple[str, ...] = (
    *("rows", "cells", "[empty, *cells]", _DICTS[0], "text", "list(map(''.join, rows))"),
    *("tuple(cells)", "tuple(map(tuple, rows))", *_DICTS[1:], "sum(mark * 3**n for n, mark in enumerate(cells))"),
)
"""Boards that contain every cell."""
ARRAYS = ("array(rows)", "array(cells)")
SPARSE_BOARDS = (
    *("{pairs[c]: mark for c, mark in stones}", "dict(stones)", "{c + 1: mark for c, mark in stones}"),
    "{tuple(n + 1 for n in pairs[c]): mark for c, mark in stones}",
)
"""Boards that contain only the stones."""
STONES = (
    *("set({})", "{{c + 1 for c in {}}}", "{}", "[c + 1 for c in {}]", "{{pairs[c] for c in {}}}"),
    *("[tuple(n + 1 for n in pairs[c]) for c in {}]", "{{tuple(n + 1 for n in pairs[c]) for c in {}}}"),
    *("[pairs[c] for c in {}]", "sum(1 << c for c in {})", "frozenset({})", "frozenset(c + 1 for c in {})"),
)
"""The cells of one player."""
RARE_STONES = (
    *("{{names[c].upper() for c in {}}}", "[names[c].upper() for c in {}]", "{{names[c] for c in {}}}"),
    "frozenset(magic[c] for c in {})",
)
"""The cells of one player in rare forms, which only a program's own game can show."""
MAGIC = ("{{magic[c] for c in {}}}", "[magic[c] for c in {}]")
STATES = (
    *("(rows, player)", "(cells, player)", "(tuple(cells), player)", "(tuple(map(tuple, rows)), player)"),
    "(text, player)",
)
HISTORIES = (
    *("history", "[c + 1 for c in history]", "[pairs[c] for c in history]", "[names[c] for c in history]"),
    *("[tuple(n + 1 for n in pairs[c]) for c in history]", "''.join(map(str, history))"),
    *("''.join(str(c + 1) for c in history)", "''.join(names[c] for c in history)"),
    *("[magic[c] for c in history]", "[names[c].upper() for c in history]"),
)
_MOST = 3  # the most variables that may be boards


def like(value: object, cells: int) -> Sequence[str]:
    """Return Python code for boards of the same form as a program's board, or an empty tuple if the form is unknown."""
    if hasattr(value, "tolist"):
        return ARRAYS[:1] if getattr(value, "ndim", 1) > 1 else ARRAYS[1:]
    if isinstance(value, dict):
        return _like_dict(list(value)) or (*_DICTS, *SPARSE_BOARDS)
    if isinstance(value, str):
        return ("text",) if len(value) == cells else ()
    if not isinstance(value, list | tuple) or len(flat(value)) not in (cells, cells + 1):
        return ()
    if not isinstance(value[0], list | tuple | str) or (isinstance(value[0], str) and len(value) >= cells):
        return (
            ("[empty, *cells]",) if len(value) > cells else ("tuple(cells)" if isinstance(value, tuple) else "cells",)
        )
    if isinstance(value[0], str):
        return ("list(map(''.join, rows))",)
    return ("rows" if isinstance(value, list) else "tuple(map(tuple, rows))",)


def _like_dict(keys: Sequence[Any]) -> Sequence[str]:
    if not keys:
        return ()
    if all(isinstance(key, tuple) for key in keys):
        return (PAIRS_1,) if min(keys) == (1, 1) else ("dict(zip(pairs, cells))",)
    if all(isinstance(key, int) for key in keys):
        return ("dict(enumerate(cells, 1))",) if min(keys) == 1 else ("dict(enumerate(cells))",)
    return _DICTS[4:]


def empty_marks(values: Sequence[object], cells: int) -> frozenset[str]:
    """Return the `repr` of the marks of empty cells, given a program's variables before the first move."""
    found = [set(map(repr, flat(value))) for value in values if like(value, cells)]
    return frozenset(mark for marks in found if len(marks) == 1 for mark in marks)


def value_of(name: str, variables: Mapping[str, Any]) -> Any:
    """Return the value of a variable or an attribute, such as ``game.board``, or None if it does not exist."""
    first, *rest = name.split(".")
    value = variables.get(first)
    for part in rest:
        value = getattr(value, part, None)
    return value


def variables_of(thing: object) -> dict[str, Any]:
    """Return the attributes of an object as a dict."""
    slots = getattr(type(thing), "__slots__", ())
    return getattr(thing, "__dict__", None) or {key: getattr(thing, key, None) for key in slots}


def board_names(space: Mapping[str, Any], cells: int) -> list[str]:
    """Return the names of the variables whose values look like a board. Names such as board come first."""
    found = []
    for name, value in list(space.items()):
        named = re.fullmatch(NAMED, name.replace("_", "").lower()) is not None and len(name) > 1
        if name.startswith("__") or callable(value) or isinstance(value, int | float):
            continue
        with suppress(Exception):
            if type(value).__module__ == space.get("__name__"):  # an object of a class of the program
                found += [(True, f"{name}.{attribute}") for attribute in board_names(variables_of(value), cells)]
            marks = flat(value) if value is not None else []
            is_board = len(marks) in (cells, cells + 1) and (
                len(set(map(str, marks))) < 4 or {*"2345678"} <= {*map(str, marks)}
            )
            if is_board and (named or not isinstance(value, str)):
                found.append((not named, name))
            elif named and (value is None or (isinstance(value, list | dict) and not value)):
                found.append((True, name))
    return [name for _, name in sorted(found, key=lambda pair: pair[0])][:_MOST]
