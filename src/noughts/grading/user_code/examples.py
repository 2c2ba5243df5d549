"""Find the positions in which a program called its function while it played its own game.

The mark that is placed after a call shows who was to move.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

from noughts.grading.user_code.answers import MAGIC_SUM, READINGS, move_in
from noughts.grading.user_code.marks import EMPTY_MARKS, MARKS, NUMBERED, Mark, Marks, members
from noughts.grading.user_code.places import MADE, MAGIC_KEYS, MOVES, PAIR, Path, board_paths, marks_on, table_of
from noughts.grading.user_code.probes import good_moves
from noughts.grading.user_code.rehearsal import Moment
from noughts.rules.board import Cells, Move, cell_set
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game, Player
from noughts.rules.position import Position

FEWEST = 2
"""The number of different positions that show how a function is called."""


@dataclass(frozen=True)
class Example:
    """A call that a user's program makes to its own function, and the position at that moment.

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
        """Return whether this call was made in the same game as an earlier call, after more stones had been placed."""
        one, two = earlier.position, self.position
        return self.moment.game == earlier.moment.game and _has_more((two.x, two.o), (one.x, one.o))


def _has_more(stones: tuple[Cells, Cells], earlier: tuple[Cells, Cells]) -> bool:
    """Return whether X and O still have all their earlier stones, and at least one of them has more."""
    return stones != earlier and not any(before & ~now for now, before in zip(stones, earlier, strict=True))


class Place(NamedTuple):
    """A place that may hold the board in a program's calls: an argument or a variable. `marks` are the marks on this
    board, and `examples` are the positions in the calls.
    """

    path: Path
    marks: Marks
    examples: list[Example]


def examples_in(moments: Sequence[Moment], game: Game, space: Mapping[str, Any], source: str) -> Iterator[Place]:
    """Yield the arguments and variables that may hold the board in a program's calls.

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
    tables = [(moment.game, table_of((moment.given, moment.variables), space)) for moment in different]
    made = list[Place]()
    for path in board_paths(tables, len(game.board)):
        for found, examples in map(_beginning, _read_positions(different, path, game, space)):
            # in these places, stones have no marks
            marks = next(members(space), found) if path[0] in (PAIR, MOVES) else found
            if path[0] in MADE:
                made.append(Place(path, marks, examples))
            elif are_enough(examples):
                yield Place(path, marks, examples)
            own = [one for one in examples if one.position.x.bit_count() <= one.position.o.bit_count()]
            if path[0] == PAIR and len(own) == len(examples):  # the first set may belong to the player to move
                positions = [Position(game, one.position.x, one.position.o, Player.X) for one in own]
                pairs = zip(own, positions, strict=True)
                made.append(Place(path, marks, [replace(one, position=at, is_sure=True) for one, at in pairs]))
    made = [
        place for place in made if are_enough(place.examples) and (MAGIC_SUM in source or MAGIC_KEYS not in place.path)
    ]
    yield from sorted(made, key=lambda place: (MADE.index(place.path[0]), _mistakes(place)))


def _beginning(read: tuple[Marks, list[Example]]) -> tuple[Marks, list[Example]]:
    """If the marks for the players are 0 and 1, decide which is X's, so that X begins. Return the marks and the
    examples.
    """
    (x, o, empty), examples = read
    more = {one.position.x.bit_count() - one.position.o.bit_count() for one in examples}
    if {repr(x), repr(o)} != {"0", "1"} or not more <= {0, -1} or -1 not in more:
        return read
    turned = [Position(one.position.game, one.position.o, one.position.x, one.position.turn.other) for one in examples]
    return (o, x, empty), [replace(one, position=at) for one, at in zip(examples, turned, strict=True)]


def _mistakes(place: Place) -> float:
    """Return the proportion of mistakes among the program's moves in its own game, supposing that this place holds the
    board.
    """
    asked = [one for one in place.examples if one.move is not None]
    wrong = [one for one in asked if one.move not in good_moves(one.position)]
    return len(wrong) / len(asked) if asked else 1.0


def are_enough(examples: Sequence[Example]) -> bool:
    """Return whether the examples show enough different positions."""
    return len({repr(example.position) for example in examples}) >= FEWEST


def _read_positions(
    moments: Sequence[Moment], path: Path, game: Game, space: Mapping[str, Any]
) -> Iterator[tuple[Marks, list[Example]]]:
    """Yield each set of marks that the program's boards may use, with the resulting positions of the calls."""
    seen_so = [(moment, table_of((moment.given, moment.variables), space)) for moment in moments]
    known = [(moment, table[path]) for moment, table in seen_so if path in table]
    options: dict[str, tuple[Marks, list[_Board]]] = {}
    for way in range(len(marks_on(known[0][1], len(game.board)))):
        boards = []
        for moment, value in known:
            marks_now = marks_on(value, len(game.board))[way]
            ways = [marks_on(table_of(state, space).get(path), len(game.board)) for state in _afterwards(moment, path)]
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
    """Yield the possible states of the program after a call: the next recorded state, and a state with the answer as
    the board.
    """
    if moment.later:
        yield moment.later
    kind, name = next(pair for pair in pairwise(path) if pair[0] in ("given", "own"))
    yield ({name: moment.answer}, {}) if kind == "given" else ({}, {name: moment.answer})


class _Board(NamedTuple):
    """The marks on a program's board during a call and, if they are known, after the call."""

    moment: Moment
    marks: list[Any]
    later: list[Any] | None

    def stones(self, marks: Marks) -> tuple[int, int]:
        """Return the set of X's cells and the set of O's cells."""
        x, o = (cell_set(c for c, m in enumerate(self.marks) if repr(m) == repr(stone)) for stone in marks[:2])
        return x, o

    def follows(self, earlier: "_Board", marks: Marks) -> bool:
        """Return whether this board occurs in the same game as an earlier board, with more stones."""
        return self.moment.game == earlier.moment.game and _has_more(self.stones(marks), earlier.stones(marks))


def _readable(boards: Sequence[_Board], marks: Marks) -> list[_Board]:
    """Return the boards of all games in which only the given marks occur."""
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
    """Return the calls with their positions, leaving out calls after the end of the game."""
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
            continue  # a person has put a stone on another stone
        usual = first or Player.X if not ahead else Player.O if ahead > 0 else Player.X
        position = None
        with suppress(NoughtsError):  # the board may have two lines after a mistake of the program
            position = Position(game, x, o, stone or usual)
        if position and not position.is_over:
            found.append(Example(board.moment, position, bool(stone or ahead or first), move if stone else None))
    return found


def _placed(boards: Sequence[_Board], marks: Marks, game: Game) -> list[tuple[Player | None, Move | None]]:
    """For each call, return the player and the cell of the next stone, or None twice if the boards do not show it."""
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
    """Yield the possible marks for X, O and empty cells on these boards, the most common marks first."""
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
    """Return whether empty cells hold their own numbers: some cells do, and no cell holds the number of another
    cell.
    """
    own = [sum(repr(mark) == repr(number(cell)) for cell, mark in enumerate(board)) for board in boards]
    names = {repr(number(cell)) for cell in range(len(boards[0]))}
    return all(own) and all(sum(repr(mark) in names for mark in b) == n for b, n in zip(boards, own, strict=True))
