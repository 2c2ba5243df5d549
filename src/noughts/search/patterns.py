"""Patterns: for either side and every empty cell, what a stone there would make, such as an open four or an open three.

Source: L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, *Go-Moku Solved by New Search Techniques*, 1993. The
patterns there are a list of pictures; here they follow from the lines of any game. In each direction through a cell
count the lines without a stone of the opponent: how many stones of ours has the fullest, and how many are as full?

        1   .   X   X   *   .   O     A stone on * makes three in a row that lie on two lines, each lacking two: an open
                                      three, and the next stone makes an open four. Nearer to an edge, or to another O,
                                      it would be one line, and a stone on it would end the matter.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from noughts.rules.board import Cell, Cells, members
from noughts.rules.game import Game

_BASE = 8  # how much more a line is worth with one stone more
_CLOSED = -1  # for the stones on a line that the opponent has stopped

Pick = Callable[[list[int]], tuple[int, ...]]


class Patterns:
    """What a stone would make in every cell, kept up to date while stones are put down and taken back.

    Attributes:
        worth: for each side the worth of a stone in every cell; 0 where a stone lies. At least `five` where it
            completes a line, else at least `open_four` where two lines in one direction then lack one stone, else at
            least `fork` where it threatens in two directions: with a line that lacks one stone, or with two that lack
            two.
    """

    def __init__(self, game: Game, first: Cells, second: Cells) -> None:
        """Begin with the stones of the two sides, which are called 0 and 1."""
        self._net = net = _net(game)
        self._free = game.board.cells & ~(first | second)
        self._stones = [net.stones(game, first, second), net.stones(game, second, first)]
        self._before: list[tuple[list[tuple[int, int]], list[tuple[Cell, int, int, int, int, int]]]] = []
        self.five: int = _BASE ** (net.k + 2)
        self.open_four: int = _BASE ** (net.k + 1)
        self.fork: int = 2 * _BASE ** (net.k - 1)
        self.four: int = _BASE ** (net.k - 1)
        self.threat: int = 2 * _BASE ** max(net.k - 2, 0)
        self._found = [[[net.worth[pick(stones)] for pick in d] for d in net.directions] for stones in self._stones]
        self.worth = [[self._worth(f) if self._free >> c & 1 else 0 for c, f in enumerate(two)] for two in self._found]

    def play(self, cell: Cell, side: int) -> None:
        """Put a stone of one side down."""
        mine, theirs = self._stones[side], self._stones[1 - side]
        own, other = self.worth[side], self.worth[1 - side]
        net, ours, others = self._net, self._found[side], self._found[1 - side]
        stones, before = (
            [(mine[line], theirs[line]) for line in net.lines[cell]],
            [(cell, 0, 0, 0, own[cell], other[cell])],
        )
        for line in net.lines[cell]:
            mine[line] += mine[line] != _CLOSED
            theirs[line] = _CLOSED
        own[cell] = other[cell] = 0
        self._free ^= 1 << cell
        free, directions, worth = self._free, net.directions, net.worth
        for near, direction in net.near[cell]:
            if free >> near & 1:
                pick, one, two = directions[near][direction], ours[near], others[near]
                before.append((near, direction, one[direction], two[direction], own[near], other[near]))
                one[direction], two[direction] = worth[pick(mine)], worth[pick(theirs)]
                own[near], other[near] = self._worth(one), self._worth(two)
        self._before.append((stones, before))

    def undo(self, cell: Cell, side: int) -> None:
        """Take the stone back that was put down last."""
        mine, theirs = self._stones[side], self._stones[1 - side]
        own, other = self.worth[side], self.worth[1 - side]
        ours, others = self._found[side], self._found[1 - side]
        stones, before = self._before.pop()
        for line, both in zip(self._net.lines[cell], stones, strict=True):
            mine[line], theirs[line] = both
        own[cell], other[cell] = before[0][4:]
        for near, direction, one, two, own[near], other[near] in before[1:]:
            ours[near][direction], others[near][direction] = one, two
        self._free ^= 1 << cell

    def promising(self, side: int, width: int) -> list[Cell]:
        """Return the cells that are worth most to both sides together, a little more to the one to move; best first."""
        both = [6 * own + 5 * other for own, other in zip(self.worth[side], self.worth[1 - side], strict=True)]
        return sorted((c for c in self._net.centre_first if both[c]), key=both.__getitem__, reverse=True)[:width]

    def open_fours(self, side: int) -> list[Cell]:
        """Return the cells where a stone really leaves two that complete a line: not so in X X . . X X."""
        own = self.worth[side]
        return [c for c, worth in enumerate(own) if self.open_four <= worth < self.five and self._leaves_two(c, side)]

    def _leaves_two(self, cell: Cell, side: int) -> bool:
        stones, lines, least = self._stones[side], self._net.cells, self._net.k - 2
        found = _union(lines[number] for number in self._net.lines[cell] if stones[number] == least)
        return (found & self._free & ~(1 << cell)).bit_count() > 1

    def _worth(self, found: list[int]) -> int:
        """Return the worth of a cell, of what is found in each direction."""
        total = sum(found)
        if total < 2 * self.threat:
            return total
        if (most := max(found)) >= self.open_four:
            return most
        return max(total, self.fork) if sum(one >= self.threat for one in found) > 1 else total


class _Worth(dict[tuple[int, ...], int]):
    """What a stone is worth in one direction, by the stones that the lines there have already."""

    def __init__(self, k: int) -> None:
        self._k = k

    def __missing__(self, stones: tuple[int, ...]) -> int:
        most, k = max(stones) + 1, self._k
        if most >= k:
            worth: int = _BASE ** (k + 2)
        elif most == k - 1 and stones.count(most - 1) > 1:
            worth = _BASE ** (k + 1)
        else:
            worth = sum(_BASE ** (1 + s) for s in stones if s != _CLOSED)
        self[stones] = worth
        return worth


class _Net(NamedTuple):
    """The lines of a game, by number, as seen from its cells."""

    k: int
    cells: tuple[Cells, ...]
    lines: list[list[int]]
    near: list[list[tuple[Cell, int]]]
    directions: list[list[Pick]]
    worth: _Worth
    centre_first: list[Cell]

    def stones(self, game: Game, mine: Cells, theirs: Cells) -> list[int]:
        """Return how many stones each line has, a short line as if it had more; and at the end one that is closed."""
        return [_CLOSED if line & theirs else self.k - (line & ~mine).bit_count() for line in game.lines] + [_CLOSED]


@lru_cache(maxsize=4)
def _net(game: Game) -> _Net:
    cells = range(len(game.board))
    lines: list[list[int]] = [[] for _ in cells]
    for number, line in enumerate(game.lines):
        for cell in members(line):
            lines[cell].append(number)
    groups = [_directions(game, lines[cell]) for cell in cells]
    near: list[list[tuple[Cell, int]]] = [[] for _ in cells]
    for cell in cells:
        for direction, group in enumerate(groups[cell]):
            others = _union(game.lines[number] for number in group) & ~(1 << cell)
            for other in members(others):
                near[other].append((cell, direction))
    closed = len(game.lines)  # beside a single line, as a pick of one is no tuple
    directions: list[list[Pick]] = [[itemgetter(*group, closed) for group in at] for at in groups]
    k = max((line.bit_count() for line in game.lines), default=1)
    middle = [(side - 1) / 2 for side in game.board.shape]
    away = [sum(abs(x - m) for x, m in zip(point, middle, strict=True)) for point in game.board.points]
    return _Net(k, tuple(game.lines), lines, near, directions, _Worth(k), sorted(cells, key=away.__getitem__))


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
