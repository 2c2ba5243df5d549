"""Find the arguments of a function and the variables of its program that may hold the board.

A board can be a part of a state. It can also be two sets of cells, a dict of the stones, the list of the moves so far,
or a number.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

from noughts.grading.user_code.answers import MAGIC
from noughts.grading.user_code.rehearsal import Thing, seen
from noughts.rules.board import cells_in

MOST_PARTS = 5
"""The maximum number of parts of a state that is a tuple, a list or a dict."""
TABLE = 50
"""A list with more entries than this can be a table of the program, with a state for each board."""
ENTRY = "[…]"
"""The ending of a list's name in the path to one of the list's entries."""
PAIR, _STONES, MOVES, _NUMBER = "two sets", "stones", "moves so far", "number to the base 3"
MADE = (PAIR, _STONES, MOVES, _NUMBER)
"""The first parts of paths to values from which a board can be computed."""
MAGIC_KEYS, _BITS = "magic square", "bits"
_MOST_CALLS = 0.75  # the maximum share of the calls
_MOST_SETS = 8
_LARGE = 3**6  # a number in base 3 with one of the last stones
_PAIRS = [(row, column) for row in range(3) for column in range(3)]
_KEYS: dict[str, dict[Any, int]] = {
    "from 0": {key: cell for cell, pair in enumerate(_PAIRS) for key in (cell, pair)},
    "from 1": {key: cell for cell, (row, column) in enumerate(_PAIRS) for key in (cell + 1, (row + 1, column + 1))},
    "names": {
        key: cell
        for cell, (row, column) in enumerate(_PAIRS)
        for name in ["abc"[column] + str(row + 1)]
        for key in (name, name.upper())
    },
    MAGIC_KEYS: {number: cell for cell, number in enumerate(MAGIC)},
}
"""Ways to name the cells."""

Path = tuple[str, ...]
"""The path to a value: ``given`` or ``own``, the name of the argument or the variable, and the names of parts."""


def parts_of(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the parts of an object, a tuple, a list or a dict, each with its name or number."""
    if isinstance(value, Thing):
        yield from value.parts.items()
    elif isinstance(value, list | tuple) and len(value) <= MOST_PARTS:
        yield from ((str(number), part) for number, part in enumerate(value))
    elif isinstance(value, dict) and len(value) <= MOST_PARTS and all(isinstance(key, str) for key in value):
        yield from value.items()


def names_marks(path: Path) -> bool:
    """Return whether the board is stored in two sets of cells whose names say that they belong to X and to O."""
    half = (len(path) - 2) // 2
    first, second = path[1 + half].lower(), path[-1].lower()
    return path[0] == PAIR and "x" in first and "o" in second and first.replace("x", "o") == second


def _parts(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    yield path, value
    for name, part in parts_of(value):
        yield from _parts(part, (*path, name))


def table_of(state: tuple[Mapping[str, Any], Mapping[str, Any]], space: Mapping[str, Any]) -> dict[Path, Any]:
    """Return every part of a program's state, keyed by its path. A number can be an index into the program's list of
    states.
    """
    given, variables = state
    found = dict(pair for key, value in given.items() for pair in _parts(value, ("given", key)))
    for path, value in [*found.items()]:
        for name, listed in space.items() if type(value) is int else ():
            if type(listed) is list and len(listed) > TABLE and 0 <= value < len(listed):
                found[(*path, name + ENTRY)] = seen(listed[value])
    found |= dict(pair for key, value in variables.items() for pair in _parts(value, ("own", key)))
    return found | dict(_pairs(found)) | dict(_stones(found)) | dict(_moves(found)) | dict(_numbers(found))


def _pairs(table: Mapping[Path, Any]) -> Iterator[tuple[Path, list[Any]]]:
    """Yield the boards that pairs of lists or sets of cells represent."""
    places = {path: value for path, value in table.items() if isinstance(value, list | set | frozenset)}
    bits = {path: cells_in(value) for path, value in table.items() if type(value) is int and 0 <= value < 1 << 9}
    for keys in (*_KEYS, _BITS):
        cells = bits if keys == _BITS else {path: _cells(value, keys) for path, value in places.items()}
        known = [(path, some) for path, some in cells.items() if some is not None]
        for (path, xs), (other, os) in combinations(known[:_MOST_SETS], 2):
            if path[:-1] == other[:-1] and not {*xs} & {*os}:
                yield (
                    (PAIR, keys, *path, *other),
                    ["X" if cell in xs else "O" if cell in os else " " for cell in range(9)],
                )


def _stones(table: Mapping[Path, Any]) -> Iterator[tuple[Path, list[Any]]]:
    """Yield a whole board for each dict that holds the stones and leaves out the empty cells."""
    for path, value in table.items():
        for keys in _KEYS if isinstance(value, dict) else ():
            if (cells := _cells(value, keys)) is not None:
                marks = dict(zip(cells, value.values(), strict=True))
                yield (_STONES, keys, *path), [marks.get(cell, " ") for cell in range(9)]


def _moves(table: Mapping[Path, Any]) -> Iterator[tuple[Path, list[Any]]]:
    """Yield the boards that result from lists of moves in which X moves first."""
    for path, value in table.items():
        for keys in _KEYS if isinstance(value, list | tuple) else ():
            if (cells := _cells(value, keys)) is not None:
                yield (MOVES, keys, *path), ["XO"[cells.index(c) % 2] if c in cells else " " for c in range(9)]


def _numbers(table: Mapping[Path, Any]) -> Iterator[tuple[Path, list[int]]]:
    """Yield the boards that numbers in base 3 represent."""
    for path, value in table.items():
        if type(value) is int and 0 <= value < 3**9:
            yield (_NUMBER, *path), [value // 3**cell % 3 for cell in range(9)]


def _cells(stones: Iterable[Any], keys: str) -> list[int] | None:
    """Convert the names or numbers of cells to cells of a 3 × 3 board, or return None if this is impossible."""
    numbers = _KEYS[keys]
    found = [numbers.get(stone) if type(stone) in (int, str, tuple) else None for stone in stones]
    cells = [cell for cell in found if cell is not None]
    return cells if len(cells) == len(found) == len({*cells}) < 9 else None


def marks_on(value: Any, cells: int) -> Sequence[list[Any]]:
    """Return the marks in all cells, in one list for each way to read a value as a board."""
    if isinstance(value, Thing) and value.kind == "array":
        value = value.parts["cells"]
    if isinstance(value, dict):
        return _marks_of_dict(value, cells)
    if isinstance(value, str) and cells + 1 < len(value) <= cells + 4:
        return [list(value[-cells:]), list(value[:cells])]
    if isinstance(value, str):
        value = list(value)
    if not isinstance(value, list | tuple):
        return []
    if value and all(isinstance(row, list | tuple | str) and len(row) > 1 for row in value):
        value = [mark for row in value for mark in row]
    if any(isinstance(mark, list | tuple | dict | Thing | set) for mark in value):
        return []
    if len(value) == cells + 1:
        return [list(value[1:]), list(value[:-1])]
    return [list(value)] if len(value) == cells else []


def _marks_of_dict(board: dict[Any, Any], cells: int) -> Sequence[list[Any]]:
    keys = list(board)
    if len(keys) != cells or any(isinstance(mark, list | tuple | dict | Thing) for mark in board.values()):
        return []
    if all(type(key) is int for key in keys) or all(isinstance(key, tuple) for key in keys):
        return [[board[key] for key in sorted(keys)]]
    if all(isinstance(key, str) and key.isdigit() for key in keys):
        return [[board[key] for key in sorted(keys, key=int)]]
    if all(isinstance(key, str) and re.fullmatch(r"[A-Ca-c][1-3]", key) for key in keys):
        return [[board[key] for key in sorted(keys, key=lambda key: (key[1], key[0]))]]
    return [list(board.values())]


def board_paths(tables: Sequence[tuple[int, Mapping[Path, Any]]], cells: int) -> list[Path]:
    """Return the paths of values that may be the board, first in the arguments and then in the variables.

    Args:
        tables: for each call, the number of the game, and the value at each path.
        cells: the number of cells of the board.
    """
    found: dict[Path, int] = {}
    for path in dict.fromkeys(path for _, table in tables for path in table):
        values = [table[path] for _, table in tables if path in table]
        is_board = all(marks_on(value, cells) for value in values)
        if path[0] in MADE and len(values) < _MOST_CALLS * len(tables):  # a person may have taken an impossible cell
            continue
        numbers = [table.get(path[1:]) for _, table in tables] if path[0] == _NUMBER else [_LARGE]
        if not any(type(number) is int and number >= _LARGE for number in numbers):
            continue
        if path[0] == MOVES and not _grows([(game, table[path[2:]]) for game, table in tables if path in table]):
            continue
        if is_board and len(set(map(repr, values))) > 1:
            found[path] = len(values)
    return sorted(found, key=lambda path: (("given", "own", *MADE).index(path[0]), -found[path]))


def _grows(lists: Sequence[tuple[int, Sequence[Any]]]) -> bool:
    """Return whether lists grow during each game, as a list of all moves so far does."""
    return all(
        len(one) < len(two) and two[: len(one)] == one for (game, one), (other, two) in pairwise(lists) if game == other
    )
