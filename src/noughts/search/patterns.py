"""Patterns: for either side and every empty cell, what a stone there would make, such as an open four or an open three.

Source: L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, *Go-Moku Solved by New Search Techniques*, 1993. The
patterns there are a list of pictures; here they follow from the lines of any game. In each direction through a cell
count the lines without a stone of the opponent: how many stones of ours has the fullest, and how many are as full?

        1   .   X   X   *   .   O     A stone on * makes three in a row that lie on two lines, each lacking two: an open
                                      three, and the next stone makes an open four. Nearer to an edge, or to another O,
                                      it would be one line, and a stone on it would end the matter.

How good it is to have all these cells is learned from games: `noughts.search.pattern_weights`.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache, reduce
from itertools import chain
from operator import and_, itemgetter
from typing import NamedTuple, Self

from noughts.rules.board import Cell, Cells, cells_in
from noughts.rules.game import Game
from noughts.search.pattern_weights import FOUR, KINDS, PATTERN_WEIGHTS, THREAT, kind

_BASE = 8  # how much more a line is worth with one stone more
_MOST_SEEN = 50_000  # ways in which directions meet in a cell that are remembered
_CLOSED = -1  # for the stones on a line that the opponent has stopped

A_THREAT, A_FOUR = KINDS * THREAT, KINDS * FOUR
"""The least pairs of cells where a stone makes a threat, and a four."""

Pick = Callable[[list[int]], tuple[int, ...]]


class Patterns:
    """What a stone would make in every cell, kept up to date while stones are put down and taken back.

    Attributes:
        worth: for each side the worth of a stone in every cell; 0 where a stone lies. At least `five` where it
            completes a line, else at least `open_four` where two lines in one direction then lack one stone, else at
            least `fork` where it threatens in two directions.
        pairs: for each side and cell the best two patterns that a stone makes there, in two directions: `KINDS` times
            the best plus the second (see `noughts.search.pattern_weights.kind`); 0 where a stone lies. At least
            `A_THREAT` and `A_FOUR` where it makes one.
    """

    def __init__(self, game: Game, first: Cells, second: Cells) -> None:
        """Begin with the stones of the two sides, which are called 0 and 1."""
        self._net = net = _net(game)
        self._free = game.board.cells & ~(first | second)
        self._stones = [net.stones(game, first, second), net.stones(game, second, first)]
        self._before: list[tuple[list[tuple[int, int]], list[tuple[int, ...]]]] = []
        self.five, self.open_four, self.fork = net.levels
        self._found = [[[net.found[pick(stones)] for pick in d] for d in net.directions] for stones in self._stones]
        seen = [[net.seen[tuple(f)] if self._free >> c & 1 else (0, 0) for c, f in enumerate(s)] for s in self._found]
        self.worth = [[worth for worth, _ in side] for side in seen]
        self.pairs = [[pair for _, pair in side] for side in seen]

    def play(self, cell: Cell, side: int) -> None:
        """Put a stone of one side down."""
        net, mine, theirs = self._net, self._stones[side], self._stones[1 - side]
        own, other, pairs, other_pairs = self._worths_and_pairs(side)
        stones = [(mine[line], theirs[line]) for line in net.lines[cell]]
        before: list[tuple[int, ...]] = [(0, 0, own[cell], other[cell], pairs[cell], other_pairs[cell])]
        for line in net.lines[cell]:
            mine[line] += mine[line] != _CLOSED
            theirs[line] = _CLOSED
        own[cell] = other[cell] = pairs[cell] = other_pairs[cell] = 0
        self._free ^= 1 << cell
        ours, others, free, found, seen = self._found[side], self._found[1 - side], self._free, net.found, net.seen
        for near, direction in net.near[cell]:
            if free >> near & 1:
                pick, one, two = net.directions[near][direction], ours[near], others[near]
                new_one, new_two = found[pick(mine)], found[pick(theirs)]
                if one[direction] != new_one or two[direction] != new_two:
                    was = (own[near], other[near], pairs[near], other_pairs[near])
                    before.append((near, direction, *was, one[direction], two[direction]))
                    one[direction], two[direction] = new_one, new_two
                    own[near], pairs[near] = seen[tuple(one)]
                    other[near], other_pairs[near] = seen[tuple(two)]
        self._before.append((stones, before))

    def undo(self, cell: Cell, side: int) -> None:
        """Take the stone back that was put down last."""
        mine, theirs = self._stones[side], self._stones[1 - side]
        own, other, pairs, other_pairs = self._worths_and_pairs(side)
        ours, others = self._found[side], self._found[1 - side]
        stones, before = self._before.pop()
        for line, both in zip(self._net.lines[cell], stones, strict=True):
            mine[line], theirs[line] = both
        own[cell], other[cell], pairs[cell], other_pairs[cell] = before[0][2:]
        for near, direction, *was, one, two in before[1:]:
            own[near], other[near], pairs[near], other_pairs[near] = was
            ours[near][direction], others[near][direction] = one, two
        self._free ^= 1 << cell

    def _worths_and_pairs(self, side: int) -> tuple[list[int], list[int], list[int], list[int]]:
        return self.worth[side], self.worth[1 - side], self.pairs[side], self.pairs[1 - side]

    def promised(self, side: int, *, moves: bool) -> int:
        """Return what all empty cells together promise to a side that is to move, or is not; in thousandths."""
        return sum(map(PATTERN_WEIGHTS[not moves].__getitem__, self.pairs[side]))

    def promising(self, side: int, width: int) -> list[Cell]:
        """Return the cells that are worth most to both sides together, a little more to the one to move; best first."""
        both = [6 * own + 5 * other for own, other in zip(self.worth[side], self.worth[1 - side], strict=True)]
        return sorted((c for c in self._net.centre_first if both[c]), key=both.__getitem__, reverse=True)[:width]

    def open_fours(self, side: int) -> list[Cell]:
        """Return the cells where a stone really leaves two that complete a line: not so in X X . . X X."""
        own = self.worth[side]
        fours = [c for c, worth in enumerate(own) if self.open_four <= worth < self.five]
        return [cell for cell in fours if self.lacking_one(cell, side).bit_count() > 2]

    def lacking_one(self, cell: Cell, side: int) -> Cells:
        """Return the empty cells of the lines that lack one stone after one in a cell, which is among them."""
        stones, lines, least = self._stones[side], self._net.cells, self._net.k - 2
        return self._free & _union(lines[number] for number in self._net.lines[cell] if stones[number] == least)

    def stops(self, side: int) -> tuple[Cells, Cells]:
        """Return where an answer may stop every open four that a side can make, and all cells that matter to one."""
        found = [self.lacking_one(cell, side) for cell in self.open_fours(side)]
        return reduce(and_, found, self._free if found else 0), _union(found)


def is_fork(pair: int) -> bool:
    """Return whether a stone in a cell with such a pair of kinds threatens in two directions."""
    return pair % KINDS >= THREAT


class _Levels(NamedTuple):
    """The worths from which a stone does what `Patterns.worth` tells."""

    five: int
    open_four: int
    fork: int

    @classmethod
    def of(cls, k: int) -> Self:
        """Return them for lines of so many cells."""
        return cls(_BASE ** (k + 2), _BASE ** (k + 1), 2 * _BASE ** (k - 1))


class _Found(dict[tuple[int, ...], int]):
    """What a stone makes in one direction, `KINDS` times its worth plus its kind, by the stones on the lines there."""

    def __init__(self, k: int, levels: _Levels) -> None:
        self._k, self._levels = k, levels

    def __missing__(self, stones: tuple[int, ...]) -> int:
        lines = [s for s in stones if s != _CLOSED]
        most = max(stones)
        many = stones.count(most)
        if most + 1 >= self._k:
            worth = self._levels.five
        elif most + 2 == self._k and many > 1:
            worth = self._levels.open_four
        else:
            worth = sum(_BASE ** (1 + s) for s in lines)
        found = self[stones] = KINDS * worth + kind(self._k, most, many, len(lines))
        return found


class _Seen(dict[tuple[int, ...], tuple[int, int]]):
    """What a stone in a cell is worth, and its pair of kinds, by what it makes in each direction."""

    def __init__(self, levels: _Levels) -> None:
        self._levels = levels

    def __missing__(self, found: tuple[int, ...]) -> tuple[int, int]:
        worths = [one // KINDS for one in found]
        best, second, *_ = sorted((one % KINDS for one in (*found, 0, 0)), reverse=True)
        if max(worths, default=0) >= self._levels.open_four:
            worth = max(worths)
        elif second >= THREAT:
            worth = max(sum(worths), self._levels.fork)
        else:
            worth = sum(worths)
        if len(self) >= _MOST_SEEN:
            self.clear()
        seen = self[found] = (worth, KINDS * best + second)
        return seen


class _Net(NamedTuple):
    """The lines of a game, by number, as seen from its cells."""

    k: int
    cells: tuple[Cells, ...]
    lines: list[list[int]]
    near: list[list[tuple[Cell, int]]]
    directions: list[list[Pick]]
    levels: _Levels
    found: _Found
    seen: _Seen
    centre_first: list[Cell]

    def stones(self, game: Game, mine: Cells, theirs: Cells) -> list[int]:
        """Return how many stones each line has, a short line as if it had more; and at the end one that is closed."""
        return [_CLOSED if line & theirs else self.k - (line & ~mine).bit_count() for line in game.lines] + [_CLOSED]


@lru_cache(maxsize=4)
def _net(game: Game) -> _Net:
    cells = range(len(game.board))
    lines: list[list[int]] = [[] for _ in cells]
    for number, line in enumerate(game.lines):
        for cell in cells_in(line):
            lines[cell].append(number)
    groups = [_directions(game, lines[cell]) for cell in cells]
    near: list[list[tuple[Cell, int]]] = [[] for _ in cells]
    for cell in cells:
        for direction, group in enumerate(groups[cell]):
            others = _union(game.lines[number] for number in group) & ~(1 << cell)
            for other in cells_in(others):
                near[other].append((cell, direction))
    closed = len(game.lines)  # beside a single line, as a pick of one is no tuple
    directions: list[list[Pick]] = [[itemgetter(*group, closed) for group in at] for at in groups]
    k = max((line.bit_count() for line in game.lines), default=1)
    middle = [(side - 1) / 2 for side in game.board.shape]
    away = [sum(abs(x - m) for x, m in zip(point, middle, strict=True)) for point in game.board.points]
    levels = _Levels.of(k)
    middle_first = sorted(cells, key=away.__getitem__)
    return _Net(k, tuple(game.lines), lines, near, directions, levels, _Found(k, levels), _Seen(levels), middle_first)


def _directions(game: Game, numbers: list[int]) -> list[list[int]]:
    """Return the lines through a cell in groups: two that share another cell too run in the same direction."""
    groups: list[list[int]] = []
    for number in numbers:
        line = game.lines[number]
        same = [group for group in groups if any((line & game.lines[other]).bit_count() > 1 for other in group)]
        groups = [group for group in groups if group not in same] + [[*chain(*same), number]]
    return groups


def _union(lines: Iterable[Cells]) -> Cells:
    found = 0
    for line in lines:
        found |= line
    return found
