"""The positions in which a program called its function in its own game.

The board is looked for in the arguments first, and then in the variables of the program. It can be a part of a state.
The mark that is placed after a call shows who was to move.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from noughts.grading.user_code.answers import MAGIC, MAGIC_SUM, READINGS, move_in
from noughts.grading.user_code.marks import EMPTY_MARKS, MARKS, NUMBERED, Mark, Marks, members
from noughts.grading.user_code.probes import good_moves
from noughts.grading.user_code.rehearsal import Moment, Thing, seen
from noughts.rules.board import Move, cell_set, cells_in
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game, Player
from noughts.rules.position import Position

FEWEST = 2
"""The number of different positions that show how a function is called."""
MOST_PARTS = 5
"""The parts of a state that is a tuple, a list or a dict."""
TABLE = 50
"""The entries of a table of the program that has a state for each board, or more."""
ENTRY = "[…]"
"""The end of the place of a state that is an entry of a list, after the name of the list."""
_MOST_CALLS = 0.75  # of the calls, as a share
_PAIR, _STONES, MOVES, _NUMBER = "two sets", "stones", "moves so far", "number to the base 3"
_MADE = (_PAIR, _STONES, MOVES, _NUMBER)
"""The first parts of places without a whole board."""
_MOST_SETS = 8
_LARGE = 3**6  # a number to the base 3 with one of the last stones

_MAGIC, _BITS = "magic square", "bits"
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
    _MAGIC: {number: cell for cell, number in enumerate(MAGIC)},
}
"""Ways to name the cells."""

Path = tuple[str, ...]
"""A place: ``given`` or ``own``, the name of the argument or the variable, and the names of parts."""


@dataclass(frozen=True)
class Example:
    """A call, and the position in which it was made.

    Attributes:
        moment: the call.
        position: the position.
        is_sure: whether the stone that was placed afterwards shows who was to move.
        move: where it was placed, if this can be seen.
    """

    moment: Moment
    position: Position
    is_sure: bool
    move: Move | None = None

    def follows(self, earlier: "Example") -> bool:
        """Return whether a call comes later in the same game than another one."""
        one, two = earlier.position, self.position
        is_more = (one.x | two.x, one.o | two.o) == (two.x, two.o) and one.empty != two.empty
        return self.moment.game == earlier.moment.game and is_more


class Place(NamedTuple):
    """Where the board may be in the calls that a program makes, its marks, and the calls with their positions."""

    path: Path
    marks: Marks
    examples: list[Example]


def examples_in(moments: Sequence[Moment], game: Game, space: Mapping[str, Any], source: str) -> Iterator[Place]:
    """Yield the places where the board may be.

    Args:
        moments: the calls.
        game: the game.
        space: the variables of the program, freshly loaded.
        source: the code of the program.
    """
    first: dict[str, Moment] = {}
    for moment in moments:
        first.setdefault(repr((moment.given, moment.variables)), moment)
    different = list(first.values())
    tables = [(moment.game, _table((moment.given, moment.variables), space)) for moment in different]
    made = list[Place]()
    for path in _board_paths(tables, len(game.board)):
        for found, examples in map(_beginning, _read_positions(different, path, game, space)):
            marks = next(members(space), found) if path[0] in (_PAIR, MOVES) else found  # where stones have no marks
            if path[0] in _MADE:
                made.append(Place(path, marks, examples))
            elif are_enough(examples):
                yield Place(path, marks, examples)
            own = [one for one in examples if one.position.x.bit_count() <= one.position.o.bit_count()]
            if path[0] == _PAIR and len(own) == len(examples):  # perhaps the first set is that of the player to move
                positions = [Position(game, one.position.x, one.position.o, Player.X) for one in own]
                pairs = zip(own, positions, strict=True)
                made.append(Place(path, marks, [replace(one, position=at, is_sure=True) for one, at in pairs]))
    made = [place for place in made if are_enough(place.examples) and (MAGIC_SUM in source or _MAGIC not in place.path)]
    yield from sorted(made, key=lambda place: (_MADE.index(place.path[0]), _mistakes(place)))


def _beginning(read: tuple[Marks, list[Example]]) -> tuple[Marks, list[Example]]:
    """Return marks and examples so that X begins, if the marks are 0 and 1, which do not say who is X."""
    (x, o, empty), examples = read
    more = {one.position.x.bit_count() - one.position.o.bit_count() for one in examples}
    if {repr(x), repr(o)} != {"0", "1"} or not more <= {0, -1} or -1 not in more:
        return read
    turned = [Position(one.position.game, one.position.o, one.position.x, one.position.turn.other) for one in examples]
    return (o, x, empty), [replace(one, position=at) for one, at in zip(examples, turned, strict=True)]


def _mistakes(place: Place) -> float:
    """Return the share of mistakes that the program makes in its own game, if the board is in a certain place."""
    asked = [one for one in place.examples if one.move is not None]
    wrong = [one for one in asked if one.move not in good_moves(one.position)]
    return len(wrong) / len(asked) if asked else 1.0


def are_enough(examples: Sequence[Example]) -> bool:
    """Return whether calls were made in different positions."""
    return len({repr(example.position) for example in examples}) >= FEWEST


def parts_of(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the parts of a state that is an object, a tuple, a list or a dict, with their names or numbers."""
    if isinstance(value, Thing):
        yield from value.parts.items()
    elif isinstance(value, list | tuple) and len(value) <= MOST_PARTS:
        yield from ((str(number), part) for number, part in enumerate(value))
    elif isinstance(value, dict) and len(value) <= MOST_PARTS and all(isinstance(key, str) for key in value):
        yield from value.items()


def names_marks(path: Path) -> bool:
    """Return whether a place has two sets, whose names say that they are those of X and of O."""
    half = (len(path) - 2) // 2
    first, second = path[1 + half].lower(), path[-1].lower()
    return path[0] == _PAIR and "x" in first and "o" in second and first.replace("x", "o") == second


def _parts(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    yield path, value
    for name, part in parts_of(value):
        yield from _parts(part, (*path, name))


def _table(state: tuple[Mapping[str, Any], Mapping[str, Any]], space: Mapping[str, Any]) -> dict[Path, Any]:
    """Return every part of a state by its place. A number can stand for a state in a list of the program."""
    given, variables = state
    found = dict(pair for key, value in given.items() for pair in _parts(value, ("given", key)))
    for path, value in [*found.items()]:
        for name, listed in space.items() if type(value) is int else ():
            if type(listed) is list and len(listed) > TABLE and 0 <= value < len(listed):
                found[(*path, name + ENTRY)] = seen(listed[value])
    found |= dict(pair for key, value in variables.items() for pair in _parts(value, ("own", key)))
    return found | dict(_pairs(found)) | dict(_stones(found)) | dict(_moves(found)) | dict(_numbers(found))


def _pairs(table: Mapping[Path, Any]) -> Iterator[tuple[Path, list[Any]]]:
    """Yield boards that two lists or sets of cells stand for."""
    places = {path: value for path, value in table.items() if isinstance(value, list | set | frozenset)}
    bits = {path: cells_in(value) for path, value in table.items() if type(value) is int and 0 <= value < 1 << 9}
    for keys in (*_KEYS, _BITS):
        cells = bits if keys == _BITS else {path: _cells(value, keys) for path, value in places.items()}
        known = [(path, some) for path, some in cells.items() if some is not None]
        for (path, xs), (other, os) in combinations(known[:_MOST_SETS], 2):
            if path[:-1] == other[:-1] and not {*xs} & {*os}:
                yield (
                    (_PAIR, keys, *path, *other),
                    ["X" if cell in xs else "O" if cell in os else " " for cell in range(9)],
                )


def _stones(table: Mapping[Path, Any]) -> Iterator[tuple[Path, list[Any]]]:
    """Yield boards of which a dict has only the stones."""
    for path, value in table.items():
        for keys in _KEYS if isinstance(value, dict) else ():
            if (cells := _cells(value, keys)) is not None:
                marks = dict(zip(cells, value.values(), strict=True))
                yield (_STONES, keys, *path), [marks.get(cell, " ") for cell in range(9)]


def _moves(table: Mapping[Path, Any]) -> Iterator[tuple[Path, list[Any]]]:
    """Yield boards after the moves in a list, of which X made the first one."""
    for path, value in table.items():
        for keys in _KEYS if isinstance(value, list | tuple) else ():
            if (cells := _cells(value, keys)) is not None:
                yield (MOVES, keys, *path), ["XO"[cells.index(c) % 2] if c in cells else " " for c in range(9)]


def _numbers(table: Mapping[Path, Any]) -> Iterator[tuple[Path, list[int]]]:
    """Yield boards that a number to the base 3 stands for."""
    for path, value in table.items():
        if type(value) is int and 0 <= value < 3**9:
            yield (_NUMBER, *path), [value // 3**cell % 3 for cell in range(9)]


def _cells(stones: Iterable[Any], keys: str) -> list[int] | None:
    """Return the cells of some stones, or None if they are not cells of a 3 × 3 board."""
    numbers = _KEYS[keys]
    found = [numbers.get(stone) if type(stone) in (int, str, tuple) else None for stone in stones]
    cells = [cell for cell in found if cell is not None]
    return cells if len(cells) == len(found) == len({*cells}) < 9 else None


def _marks_on(value: Any, cells: int) -> Sequence[list[Any]]:
    """Return the marks of all cells on what may be a board. There are several ways to read one entry too many."""
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


def _board_paths(tables: Sequence[tuple[int, Mapping[Path, Any]]], cells: int) -> list[Path]:
    """Return where the board may be: in the arguments first, and then in the variables.

    Args:
        tables: for each call, the number of the game, and what is in each place.
        cells: the number of cells of the board.
    """
    found: dict[Path, int] = {}
    for path in dict.fromkeys(path for _, table in tables for path in table):
        values = [table[path] for _, table in tables if path in table]
        is_board = all(_marks_on(value, cells) for value in values)
        if path[0] in _MADE and len(values) < _MOST_CALLS * len(tables):  # a person may have taken an impossible cell
            continue
        numbers = [table.get(path[1:]) for _, table in tables] if path[0] == _NUMBER else [_LARGE]
        if not any(type(number) is int and number >= _LARGE for number in numbers):
            continue
        if path[0] == MOVES and not _grows([(game, table[path[2:]]) for game, table in tables if path in table]):
            continue
        if is_board and len(set(map(repr, values))) > 1:
            found[path] = len(values)
    return sorted(found, key=lambda path: (("given", "own", *_MADE).index(path[0]), -found[path]))


def _grows(lists: Sequence[tuple[int, Sequence[Any]]]) -> bool:
    """Return whether the lists of each game are longer and longer, as lists of the moves so far are."""
    return all(
        len(one) < len(two) and two[: len(one)] == one for (game, one), (other, two) in pairwise(lists) if game == other
    )


def _read_positions(
    moments: Sequence[Moment], path: Path, game: Game, space: Mapping[str, Any]
) -> Iterator[tuple[Marks, list[Example]]]:
    """Yield the marks that boards may have, and the position of each call."""
    seen_so = [(moment, _table((moment.given, moment.variables), space)) for moment in moments]
    known = [(moment, table[path]) for moment, table in seen_so if path in table]
    options: dict[str, tuple[Marks, list[_Board]]] = {}
    for way in range(len(_marks_on(known[0][1], len(game.board)))):
        boards = []
        for moment, value in known:
            marks_now = _marks_on(value, len(game.board))[way]
            ways = [_marks_on(_table(state, space).get(path), len(game.board)) for state in _afterwards(moment, path)]
            later = [some[way] for some in ways if len(some) > way]
            changed = [marks for marks in later if repr(marks) != repr(marks_now)]
            boards.append(_Board(moment, marks_now, next(iter(changed or later), None)))
        for number in dict.fromkeys(moment.game for moment in moments):
            own = [board for board in boards if board.moment.game == number]
            known_boards = [part for board in own for part in (board.marks, board.later) if part]
            for marks in _marks_for(known_boards) if known_boards else ():
                options[f"{way} {marks}"] = marks, _readable(boards, marks)
    most = max((len(readable) for _, readable in options.values()), default=0)
    likely = [(marks, readable) for marks, readable in options.values() if 2 * len(readable) >= most]
    for marks, readable in sorted(likely, key=lambda pair: -len(pair[1])):
        yield marks, _examples(readable, marks, game)


def _afterwards(moment: Moment, path: Path) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield the states after a call: the next one that was seen, and the answer, if it is a new state."""
    if moment.later:
        yield moment.later
    kind, name = next(pair for pair in pairwise(path) if pair[0] in ("given", "own"))
    yield ({name: moment.answer}, {}) if kind == "given" else ({}, {name: moment.answer})


class _Board(NamedTuple):
    """The marks on a board in a call, and afterwards, if they are known."""

    moment: Moment
    marks: list[Any]
    later: list[Any] | None

    def stones(self, marks: Marks) -> tuple[int, int]:
        """Return the cells of X and of O."""
        x, o = (cell_set(c for c, m in enumerate(self.marks) if repr(m) == repr(stone)) for stone in marks[:2])
        return x, o

    def follows(self, earlier: "_Board", marks: Marks) -> bool:
        """Return whether a board comes later in the same game than another one."""
        (x, o), (first_x, first_o) = self.stones(marks), earlier.stones(marks)
        is_more = not (first_x & ~x or first_o & ~o) and (x, o) != (first_x, first_o)
        return self.moment.game == earlier.moment.game and is_more


def _readable(boards: Sequence[_Board], marks: Marks) -> list[_Board]:
    """Return the boards that have these marks, without those of games that have others as well."""
    number = NUMBERED.get(marks[2])
    odd = set()
    for board in boards:
        for cell, mark in enumerate(board.marks):
            if repr(mark) not in (repr(marks[0]), repr(marks[1]), repr(number(cell) if number else marks[2])):
                odd.add(board.moment.game)
    counts = [tuple(cells.bit_count() for cells in board.stones(marks)) for board in boards]
    return [
        board for board, (x, o) in zip(boards, counts, strict=True) if board.moment.game not in odd and abs(x - o) < 2
    ]


def _examples(boards: Sequence[_Board], marks: Marks, game: Game) -> list[Example]:
    """Return the positions of some calls, without those in which the game is over."""
    more = [x.bit_count() - o.bit_count() for x, o in (board.stones(marks) for board in boards)]
    starts: dict[int, set[int]] = {}
    for board, ahead in zip(boards, more, strict=True):
        starts.setdefault(board.moment.game, set()).add(ahead)
    placed = _placed(boards, marks, game)
    found = []
    for board, ahead, (stone, move) in zip(boards, more, placed, strict=True):
        x, o = board.stones(marks)
        signs = starts[board.moment.game]
        first = None if {1, -1} <= signs or signs == {0} else Player.X if 1 in signs else Player.O
        if ahead and stone and (stone is Player.X) != (ahead < 0):
            continue  # a person has put a stone on another one
        usual = first or Player.X if not ahead else Player.O if ahead > 0 else Player.X
        position = None
        with suppress(NoughtsError):  # two lines, after a mistake of the program
            position = Position(game, x, o, stone or usual)
        if position and not position.is_over:
            found.append(Example(board.moment, position, bool(stone or ahead or first), move if stone else None))
    return found


def _placed(boards: Sequence[_Board], marks: Marks, game: Game) -> list[tuple[Player | None, Move | None]]:
    """Return whose stone was placed after each call, and where, if this can be seen."""
    stones = {repr(mark): player for player, mark in zip(Player, marks[:2], strict=True)}
    placed: list[tuple[Player | None, Move | None]] = []
    for board in boards:
        after = board.later or board.marks
        changed = [cell for cell, mark in enumerate(after) if repr(mark) != repr(board.marks[cell])]
        placed.append((stones.get(repr(after[changed[0]])), changed[0]) if len(changed) == 1 else (None, None))
    pairs = [(n, one, two) for n, (one, two) in enumerate(pairwise(boards)) if two.follows(one, marks)]
    if any(stone for stone, _ in placed) or not pairs:
        return placed
    empty = Position(game)
    for reading in READINGS:  # the cell of the answer has the function's stone in the next call
        cells = [move_in(one.moment.answer, reading, empty) for _, one, _ in pairs]
        own = [
            stones.get(repr(two.marks[cell])) if cell is not None and two.marks[cell] != one.marks[cell] else None
            for cell, (_, one, two) in zip(cells, pairs, strict=True)
        ]
        if own and all(own):
            always = own[0] if len({*own}) == 1 else None
            found = {n: (player, cell) for (n, _, _), player, cell in zip(pairs, own, cells, strict=True)}
            return [found.get(number, (always, None)) for number in range(len(boards))]
    return placed


def _marks_for(boards: Sequence[list[Any]]) -> Iterator[Marks]:
    """Yield the marks that may be those on some boards, the most common first."""
    kinds: dict[str, Any] = {}
    for board in boards:
        kinds |= {repr(mark): mark for mark in board}
    numbered = [key for key, number in NUMBERED.items() if _is_numbered(boards, number)]
    options: list[tuple[Mark, list[Any]]] = [
        (key, [v for k, v in kinds.items() if not any(repr(NUMBERED[key](c)) == k for c in range(len(boards[0])))])
        for key in numbered
    ]
    empties = sorted(kinds.values(), key=lambda mark: EMPTY_MARKS.index(mark) if mark in EMPTY_MARKS else 99)
    options += [(empty, [v for k, v in kinds.items() if k != repr(empty)]) for empty in empties if len(kinds) == 3]
    for empty, stones in options:
        if len(stones) != 2:
            continue
        known = [repr(marks[:2]) for marks in MARKS]
        ranked = [repr(pair) for pair in (tuple(stones), tuple(stones[::-1]))]
        ranks = [known.index(pair) if pair in known else len(known) for pair in ranked]
        x, o = stones if ranks[0] <= ranks[1] else stones[::-1]
        yield x, o, empty


def _is_numbered(boards: Sequence[list[Any]], number: Any) -> bool:
    """Return whether empty cells hold their numbers: some do, and no cell holds the number of another one."""
    own = [sum(repr(mark) == repr(number(cell)) for cell, mark in enumerate(board)) for board in boards]
    names = {repr(number(cell)) for cell in range(len(boards[0]))}
    return all(own) and all(sum(repr(mark) in names for mark in b) == n for b, n in zip(boards, own, strict=True))
