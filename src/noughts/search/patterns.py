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
            completes a line, else at least `open_four` where two cells then do, else at least `fork` where it
            threatens in two directions: with a line that lacks one stone, or with two that lack two.
    """

    def __init__(self, game: Game, first: Cells, second: Cells) -> None:
        """Begin with the stones of the two sides, which are called 0 and 1."""
        self._net = net = _net(game)
        self._free = game.board.cells & ~(first | second)
        self._stones = [net.stones(game, first, second), net.stones(game, second, first)]
        self._before: list[tuple[list[tuple[int, int]], list[tuple[Cell, int, int]]]] = []
        self.five: int = _BASE ** (net.k + 2)
        self.open_four: int = _BASE ** (net.k + 1)
        self.fork: int = 2 * _BASE ** (net.k - 1)
        self.threat: int = 2 * _BASE ** max(net.k - 2, 0)
        cells = range(len(game.board))
        self.worth = [[self._worth(side, c) if self._free >> c & 1 else 0 for c in cells] for side in (0, 1)]

    def play(self, cell: Cell, side: int) -> None:
        """Put a stone of one side down."""
        mine, theirs = self._stones[side], self._stones[1 - side]
        ours, others = self.worth[side], self.worth[1 - side]
        lines = self._net.lines[cell]
        stones, worth = [(mine[line], theirs[line]) for line in lines], [(cell, ours[cell], others[cell])]
        for line in lines:
            mine[line] += mine[line] != _CLOSED
            theirs[line] = _CLOSED
        ours[cell] = others[cell] = 0
        self._free ^= 1 << cell
        for near in self._net.near[cell]:
            if self._free >> near & 1:
                worth.append((near, ours[near], others[near]))
                ours[near], others[near] = self._worth(side, near), self._worth(1 - side, near)
        self._before.append((stones, worth))

    def undo(self, cell: Cell, side: int) -> None:
        """Take the stone back that was put down last."""
        mine, theirs = self._stones[side], self._stones[1 - side]
        ours, others = self.worth[side], self.worth[1 - side]
        stones, worth = self._before.pop()
        for line, (own, other) in zip(self._net.lines[cell], stones, strict=True):
            mine[line], theirs[line] = own, other
        for near, own, other in worth:
            ours[near], others[near] = own, other
        self._free ^= 1 << cell

    def promising(self, side: int, width: int) -> list[Cell]:
        """Return the cells that are worth most to both sides together, a little more to the one to move; best first."""
        both = [6 * own + 5 * other for own, other in zip(self.worth[side], self.worth[1 - side], strict=True)]
        return sorted((c for c in self._net.centre_first if both[c]), key=both.__getitem__, reverse=True)[:width]

    def _worth(self, side: int, cell: Cell) -> int:
        stones, worth = self._stones[side], self._net.worth
        found = [worth[pick(stones)] for pick in self._net.directions[cell]]
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
    lines: list[list[int]]
    near: list[tuple[Cell, ...]]
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
    near = [tuple(c for c in members(_union(game.lines[n] for n in lines[cell])) if c != cell) for cell in cells]
    closed = len(game.lines)  # beside a single line, as a pick of one is no tuple
    directions: list[list[Pick]] = [[itemgetter(*g, closed) for g in _directions(game, lines[c])] for c in cells]
    k = max((line.bit_count() for line in game.lines), default=1)
    middle = [(side - 1) / 2 for side in game.board.shape]
    away = [sum(abs(x - m) for x, m in zip(point, middle, strict=True)) for point in game.board.points]
    return _Net(k, lines, near, directions, _Worth(k), sorted(cells, key=away.__getitem__))


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
