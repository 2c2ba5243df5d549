"""Find the patterns, such as open threes and open fours, that either side's stone would make on each empty cell.

The terms come from Gomoku and Renju, but here they apply to lines of any length:

- a *four* is a line that lacks one stone, so it threatens to win at once;
- an *open four* is two fours in one direction: the opponent can stop only one of them;
- an *open three* is two lines in one direction that lack two stones each: the next stone makes an open four;
- a *threat* is a four or an open three;
- a *fork* is two threats in different directions.

        1   .   X   X   *   .   O     A stone on * makes three in a row on two lines, each lacking two stones: an open
                                      three. Closer to an edge or to another O it would be a single line, and the next
                                      stone would make only a four, which the opponent can stop.

Source: L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, *Go-Moku Solved by New Search Techniques*, 1993, which
lists the patterns as pictures. Here they are derived from the lines of any game. In each direction through a cell,
count the lines without an opposing stone, the stones on the fullest of them, and how many lines are equally full.

The weights of patterns are learned from games (see `noughts.search.pattern_weights`).
"""

from collections.abc import Callable, Iterable
from functools import lru_cache, reduce
from itertools import chain
from operator import and_, itemgetter
from typing import NamedTuple, Self

from noughts.rules.board import Cell, Cells, cells_in
from noughts.rules.game import Game
from noughts.search.pattern_weights import FOUR, KINDS, PATTERN_WEIGHTS, THREAT, kind

_BASE = 8  # the factor by which each further stone makes a line more valuable
_MOST_CELL_PATTERNS = 50_000  # entries of the cache
_CLOSED = -1  # replaces the number of stones on a line that the opponent has blocked

A_THREAT, A_FOUR = KINDS * THREAT, KINDS * FOUR
"""The smallest values of `Patterns.pairs` for a cell where a stone makes a threat or a four."""


def has_patterns(game: Game) -> bool:
    """Return whether pattern searches support a game: any empty cell can be taken, and completing a line wins."""
    return not game.misere and not any(game.needs)


LineCounts = list[int]
"""The number of one side's stones on each line, or `_CLOSED`. An extra last entry is always `_CLOSED`."""
LinePattern = int
"""The pattern that a stone makes in one direction: `KINDS` times its worth plus its kind."""


class Patterns:
    """The patterns that each side could make on each empty cell, updated whenever a stone is placed or removed.

    Attributes:
        worth: for each side, what a stone on each cell is worth, or 0 if the cell is taken. The worth is at least
            `five` if the stone completes a line, at least `open_four` if it makes an open four, and at least `fork` if
            it makes a fork.
        pairs: for each side and cell, the best two kinds of pattern that a stone makes there in different directions,
            as `KINDS` times the best plus the second best, or 0 if the cell is taken. It is at least `A_THREAT` if the
            stone makes a threat and at least `A_FOUR` if it makes a four. `noughts.search.pattern_weights.kind`
            defines the kinds.
    """

    def __init__(self, game: Game, first: Cells, second: Cells) -> None:
        """Find the patterns of a position, given side 0's stones (`first`) and side 1's stones (`second`)."""
        self._tables = tables = _tables(game)
        self.five, self.open_four, self.fork = tables.levels
        self._empty = game.board.cells & ~(first | second)
        self._counts = [tables.count_stones(game, first, second), tables.count_stones(game, second, first)]
        # For each side and cell, the pattern in each direction.
        self._line_patterns: list[list[list[LinePattern]]] = [
            [[tables.line_patterns[pick(counts)] for pick in directions] for directions in tables.directions]
            for counts in self._counts
        ]
        cells = [
            [
                tables.cell_patterns[tuple(patterns)] if self._empty >> cell & 1 else (0, 0)
                for cell, patterns in enumerate(side)
            ]
            for side in self._line_patterns
        ]
        self.worth = [[worth for worth, _ in side] for side in cells]
        self.pairs = [[pair for _, pair in side] for side in cells]
        self._history: list[_Undo] = []

    def play(self, cell: Cell, side: int) -> None:
        """Place a stone for one side."""
        undo = _Undo(self._counts_at(cell), self._cell_values(cell), [])
        self._history.append(undo)
        self._place(cell, side)
        tables, empty = self._tables, self._empty
        (first_counts, second_counts), (first_patterns, second_patterns) = self._counts, self._line_patterns
        for near, direction in tables.near[cell]:
            if not empty >> near & 1:
                continue
            pick = tables.directions[near][direction]
            first, second = first_patterns[near], second_patterns[near]
            before = first[direction], second[direction]
            after = tables.line_patterns[pick(first_counts)], tables.line_patterns[pick(second_counts)]
            if after != before:
                undo.changes.append((near, direction, before, self._cell_values(near)))
                first[direction], second[direction] = after
                self._update_cell(near)

    def undo(self, cell: Cell) -> None:
        """Remove the most recently placed stone, which must be on `cell`."""
        undo = self._history.pop()
        for line, counts in zip(self._tables.changed_by[cell], undo.counts, strict=True):
            self._counts[0][line], self._counts[1][line] = counts
        self._restore_cell(cell, undo.values)
        for near, direction, (first, second), values in undo.changes:
            self._line_patterns[0][near][direction] = first
            self._line_patterns[1][near][direction] = second
            self._restore_cell(near, values)
        self._empty ^= 1 << cell

    def weight(self, side: int, *, to_move: bool) -> int:
        """Return the sum of a side's pattern weights over all empty cells, in thousandths."""
        return sum(map(PATTERN_WEIGHTS[not to_move].__getitem__, self.pairs[side]))

    def promising(self, side: int, width: int) -> list[Cell]:
        """Return the `width` cells that matter most to both sides, best first.

        What a cell is worth to `side` counts slightly more than what it is worth to the other side.
        """
        both = [6 * own + 5 * other for own, other in zip(self.worth[side], self.worth[1 - side], strict=True)]
        cells = (cell for cell in self._tables.centre_first if both[cell])
        return sorted(cells, key=both.__getitem__, reverse=True)[:width]

    def open_fours(self, side: int) -> list[Cell]:
        """Return the cells where a stone makes an open four.

        Two fours that lack the same cell, as in X X . . X X, are not an open four.
        """
        cells = [cell for cell, worth in enumerate(self.worth[side]) if self.open_four <= worth < self.five]
        return [cell for cell in cells if self.four_cells(cell, side).bit_count() > 2]

    def four_cells(self, cell: Cell, side: int) -> Cells:
        """Return the empty cells of the fours that a stone on `cell` would make, including `cell` itself."""
        counts, lines, needed = self._counts[side], self._tables.cells, self._tables.k - 2
        return self._empty & _union(lines[line] for line in self._tables.lines_at[cell] if counts[line] == needed)

    def stops(self, side: int) -> tuple[Cells, Cells]:
        """Return the empty cells shared by all open fours that a side could make, and the empty cells of any of them.

        One stone can stop all of these open fours only on a shared cell.
        """
        zones = [self.four_cells(cell, side) for cell in self.open_fours(side)]
        return reduce(and_, zones, self._empty if zones else 0), _union(zones)

    def _place(self, cell: Cell, side: int) -> None:
        """Count a stone on every line that it changes. The cell is no longer empty, so clear its patterns."""
        own, other = self._counts[side], self._counts[1 - side]
        for line in self._tables.lines_at[cell]:
            own[line] += own[line] != _CLOSED
            other[line] = _CLOSED
        for line in self._tables.lines_beside[cell]:
            own[line] = _CLOSED
        self._restore_cell(cell, (0, 0, 0, 0))
        self._empty ^= 1 << cell

    def _update_cell(self, cell: Cell) -> None:
        """Recompute what a stone on a cell is worth to each side, using the current patterns in all directions."""
        cell_patterns, (first, second) = self._tables.cell_patterns, self._line_patterns
        self.worth[0][cell], self.pairs[0][cell] = cell_patterns[tuple(first[cell])]
        self.worth[1][cell], self.pairs[1][cell] = cell_patterns[tuple(second[cell])]

    def _counts_at(self, cell: Cell) -> list[tuple[int, int]]:
        first, second = self._counts
        return [(first[line], second[line]) for line in self._tables.changed_by[cell]]

    def _cell_values(self, cell: Cell) -> tuple[int, int, int, int]:
        return self.worth[0][cell], self.worth[1][cell], self.pairs[0][cell], self.pairs[1][cell]

    def _restore_cell(self, cell: Cell, values: tuple[int, int, int, int]) -> None:
        self.worth[0][cell], self.worth[1][cell], self.pairs[0][cell], self.pairs[1][cell] = values


class _Undo(NamedTuple):
    """The data needed to take back a stone.

    Attributes:
        counts: the stones of either side on the lines that it changed, before it was placed.
        values: the entries of its cell in `Patterns.worth` and `Patterns.pairs`.
        changes: for each line pattern that changed: its cell and direction, its previous value for either side, and the
            previous worth and pairs of its cell.
    """

    counts: list[tuple[int, int]]
    values: tuple[int, int, int, int]
    changes: list[tuple[Cell, int, tuple[LinePattern, LinePattern], tuple[int, int, int, int]]]


def is_fork(pair: int) -> bool:
    """Return whether a value from `Patterns.pairs` means a fork, that is, threats in at least two directions."""
    return pair % KINDS >= THREAT


class _Levels(NamedTuple):
    """The least that a stone is worth if it completes a line, makes an open four or makes a fork."""

    five: int
    open_four: int
    fork: int

    @classmethod
    def of(cls, k: int) -> Self:
        """Return the levels for a game with lines of `k` cells."""
        return cls(_BASE ** (k + 2), _BASE ** (k + 1), 2 * _BASE ** (k - 1))


class _LinePatterns(dict[tuple[int, ...], LinePattern]):
    """A cache that maps the stone counts of the lines in one direction to the pattern that a new stone makes."""

    def __init__(self, k: int, levels: _Levels) -> None:
        self._k, self._levels = k, levels

    def __missing__(self, counts: tuple[int, ...]) -> LinePattern:
        open_lines = [count for count in counts if count != _CLOSED]
        fullest = max(counts)
        equally_full = counts.count(fullest)
        if fullest + 1 >= self._k:
            worth = self._levels.five
        elif fullest + 2 == self._k and equally_full > 1:
            worth = self._levels.open_four
        else:
            worth = sum(_BASE ** (1 + count) for count in open_lines)
        pattern = self[counts] = KINDS * worth + kind(self._k, fullest, equally_full, len(open_lines))
        return pattern


class _CellPatterns(dict[tuple[LinePattern, ...], tuple[int, int]]):
    """A cache that maps a stone's patterns in all directions to its values in `Patterns.worth` and `Patterns.pairs`."""

    def __init__(self, levels: _Levels) -> None:
        self._levels = levels

    def __missing__(self, patterns: tuple[LinePattern, ...]) -> tuple[int, int]:
        worths = [pattern // KINDS for pattern in patterns]
        best, second, *_ = sorted((pattern % KINDS for pattern in (*patterns, 0, 0)), reverse=True)
        if max(worths, default=0) >= self._levels.open_four:
            worth = max(worths)
        elif second >= THREAT:
            worth = max(sum(worths), self._levels.fork)
        else:
            worth = sum(worths)
        if len(self) >= _MOST_CELL_PATTERNS:
            self.clear()
        values = self[patterns] = (worth, KINDS * best + second)
        return values


class _PatternTables(NamedTuple):
    """The lines of a game and the caches for their patterns, shared by all `Patterns` objects of the game.

    Attributes:
        k: the length of the longest line.
        cells: the cells of each line.
        lines_at: for each cell, the numbers of the lines through it.
        lines_beside: for each cell, the numbers of the lines that its stone would make too long (see `Game.beyond`).
        changed_by: for each cell, all these lines.
        near: for each cell, the cells with lines that it changes, each with its own number for their direction.
        directions: for each cell and direction, a function that picks the counts of the lines in that direction.
        levels: the minimum worth of a completed line, an open four and a fork.
        line_patterns: the cache for one direction.
        cell_patterns: the cache for all directions of a cell.
        centre_first: the cells, ordered by their distance from the centre.
    """

    k: int
    cells: tuple[Cells, ...]
    lines_at: list[list[int]]
    lines_beside: list[list[int]]
    changed_by: list[list[int]]
    near: list[list[tuple[Cell, int]]]
    directions: list[list[Callable[[LineCounts], tuple[int, ...]]]]
    levels: _Levels
    line_patterns: _LinePatterns
    cell_patterns: _CellPatterns
    centre_first: list[Cell]

    def count_stones(self, game: Game, mine: Cells, theirs: Cells) -> LineCounts:
        """Return how many stones one side has on each line.

        A line shorter than `k` counts its missing cells as stones.
        """
        beyond = game.beyond or (0,) * len(game.lines)
        counts = [
            _CLOSED if line & theirs or ends & mine else self.k - (line & ~mine).bit_count()
            for line, ends in zip(game.lines, beyond, strict=True)
        ]
        return [*counts, _CLOSED]


@lru_cache(maxsize=4)
def _tables(game: Game) -> _PatternTables:
    cells = range(len(game.board))
    lines_at = _numbers_by_cell(len(cells), game.lines)
    lines_beside = _numbers_by_cell(len(cells), game.beyond)
    groups = [_directions(game, lines_at[cell]) for cell in cells]
    near: list[list[tuple[Cell, int]]] = [[] for _ in cells]
    for cell in cells:
        for direction, group in enumerate(groups[cell]):
            changed_by = _union(sets[number] for sets in (game.lines, game.beyond) if sets for number in group)
            others = changed_by & ~(1 << cell)
            for other in cells_in(others):
                near[other].append((cell, direction))
    closed = len(game.lines)  # an additional line, because itemgetter returns a tuple only for two items or more
    directions: list[list[Callable[[LineCounts], tuple[int, ...]]]] = [
        [itemgetter(*group, closed) for group in at] for at in groups
    ]
    k = max((line.bit_count() for line in game.lines), default=1)
    centre = [(side - 1) / 2 for side in game.board.shape]
    distances = [sum(abs(x - c) for x, c in zip(point, centre, strict=True)) for point in game.board.points]
    levels = _Levels.of(k)
    return _PatternTables(
        k,
        tuple(game.lines),
        lines_at,
        lines_beside,
        [[*at, *beside] for at, beside in zip(lines_at, lines_beside, strict=True)],
        near,
        directions,
        levels,
        _LinePatterns(k, levels),
        _CellPatterns(levels),
        sorted(cells, key=distances.__getitem__),
    )


def _numbers_by_cell(size: int, sets: Iterable[Cells]) -> list[list[int]]:
    """Return, for each cell, the numbers of the sets that contain it."""
    numbers: list[list[int]] = [[] for _ in range(size)]
    for number, members in enumerate(sets):
        for cell in cells_in(members):
            numbers[cell].append(number)
    return numbers


def _directions(game: Game, numbers: list[int]) -> list[list[int]]:
    """Group the lines through a cell by direction: lines that share another cell run in the same direction."""
    groups: list[list[int]] = []
    for number in numbers:
        line = game.lines[number]
        same = [group for group in groups if any((line & game.lines[other]).bit_count() > 1 for other in group)]
        groups = [group for group in groups if group not in same] + [[*chain(*same), number]]
    return groups


def _union(sets: Iterable[Cells]) -> Cells:
    union = 0
    for cells in sets:
        union |= cells
    return union
