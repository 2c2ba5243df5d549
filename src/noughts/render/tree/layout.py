"""Tidy tree layout in linear time.

Nodes never overlap, parents are centred above their children, and equal subtrees look alike.

Source: C. Buchheim, M. Jünger and S. Leipert, *Improving Walker's Algorithm to Run in Linear Time*, 2002, extended to
nodes of any width. Their drawings lean to the left if small subtrees stand between large ones. The tree is therefore
laid out a second time in mirror image, and each node is placed midway between its two positions. The average keeps all
properties of the algorithm because each of them is linear in the positions.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Layout:
    """The positions of the nodes of a tree.

    Attributes:
        x: the centre of each node, measured from the left edge of the drawing.
        level: each node's distance from the root.
        width: the width of the drawing.
    """

    x: tuple[float, ...]
    level: tuple[int, ...]
    width: float

    @property
    def depth(self) -> int:
        """The number of the lowest level. The root is on level 0."""
        return max(self.level)


def tidy(children: Sequence[Sequence[int]], widths: Sequence[float], gap: float = 1) -> Layout:
    """Lay out a tree.

    Args:
        children: the children of each node, in order. Node 0 is the root.
        widths: the width of each node.
        gap: the space between neighbouring nodes.

    Raises:
        ValueError: this is not a tree: a node cannot be reached from the root, or can be reached by two paths.
    """
    order = [0]  # parents before their children
    level, parent, place = [0] * len(children), [-1] * len(children), [0] * len(children)
    for node in order:
        for number, child in enumerate(children[node]):
            level[child], parent[child], place[child] = level[node] + 1, node, number
            order.append(child)
        if len(order) > len(children):
            break
    if sorted(order) != list(range(len(children))):
        raise ValueError("this is not a tree: every node must be reachable from node 0 by exactly one path")
    one = _Walker(children, widths, gap, order, parent, place).run()
    mirrored = [children[node][::-1] for node in range(len(children))]
    turned = [len(children[parent[node]]) - 1 - place[node] if node else 0 for node in range(len(children))]
    two = _Walker(mirrored, widths, gap, order, parent, turned).run()
    middles = [(a - b) / 2 for a, b in zip(one, two, strict=True)]
    left = min(x - width / 2 for x, width in zip(middles, widths, strict=True))
    right = max(x + width / 2 for x, width in zip(middles, widths, strict=True))
    return Layout(tuple(x - left for x in middles), tuple(level), right - left)


class _Walker:
    """One run of the tree layout algorithm.

    The variables have the names used in the paper that is cited at the top of this module.

    A node's position is its `prelim` plus the `mod` of all nodes above it. The left and right contours of a subtree
    follow first and last children from level to level, or a `thread` from a node without children.
    """

    def __init__(
        self,
        children: Sequence[Sequence[int]],
        widths: Sequence[float],
        gap: float,
        order: Sequence[int],
        parent: Sequence[int],
        place: Sequence[int],
    ) -> None:
        self.children, self.parent, self.place, self.order = children, parent, place, order
        self.half = [(width + gap) / 2 for width in widths]
        size = len(children)
        self.prelim, self.mod, self.shift, self.change = [0.0] * size, [0.0] * size, [0.0] * size, [0.0] * size
        self.thread: list[int] = [-1] * size
        self.ancestor = list(range(size))

    def run(self) -> list[float]:
        """Return the centre of each node."""
        for node in reversed(self.order):  # children before parents
            below = self.children[node]
            if not below:
                continue
            default = below[0]
            for child in below:
                self._put_beside(child)
                default = self._apportion(child, default)
            self._execute_shifts(below)
            middle = (self.prelim[below[0]] + self.prelim[below[-1]]) / 2
            self.prelim[node] = middle  # `_put_beside` moves the node together with its children
        x, offset = [0.0] * len(self.order), [0.0] * len(self.order)
        for node in self.order:
            x[node] = self.prelim[node] + offset[node]
            for child in self.children[node]:
                offset[child] = offset[node] + self.mod[node]
        return x

    def _put_beside(self, node: int) -> None:
        """Place a node and its subtree to the right of the previous sibling."""
        number = self.place[node]
        if number:
            before = self.children[self.parent[node]][number - 1]
            middle = self.prelim[node]
            self.prelim[node] = self.prelim[before] + self.half[before] + self.half[node]
            if self.children[node]:
                self.mod[node] = self.prelim[node] - middle

    def _apportion(self, node: int, default: int) -> int:
        """Move a subtree to the right, away from the subtrees to its left.

        Spread the extra space evenly among the siblings in between.
        """
        number = self.place[node]
        if not number:
            return default
        siblings = self.children[self.parent[node]]
        prelim, mod = self.prelim, self.mod
        inner_right, outer_right = node, node
        inner_left, outer_left = siblings[number - 1], siblings[0]
        sum_ir = sum_or = mod[node]
        sum_il, sum_ol = mod[inner_left], mod[outer_left]
        while (left := self._next_right(inner_left)) >= 0 and (right := self._next_left(inner_right)) >= 0:
            inner_left, inner_right = left, right
            outer_left, outer_right = self._next_left(outer_left), self._next_right(outer_right)
            self.ancestor[outer_right] = node
            room = self.half[inner_left] + self.half[inner_right]
            move = prelim[inner_left] + sum_il - prelim[inner_right] - sum_ir + room
            if move > 0:
                first = self.ancestor[inner_left]
                if self.parent[first] != self.parent[node]:
                    first = default
                self._move_subtree(first, node, move)
                sum_ir += move
                sum_or += move
            sum_il, sum_ir = sum_il + mod[inner_left], sum_ir + mod[inner_right]
            sum_ol, sum_or = sum_ol + mod[outer_left], sum_or + mod[outer_right]
        if (left := self._next_right(inner_left)) >= 0 and self._next_right(outer_right) < 0:
            self.thread[outer_right] = left
            mod[outer_right] += sum_il - sum_or
        if (right := self._next_left(inner_right)) >= 0 and self._next_left(outer_left) < 0:
            self.thread[outer_left] = right
            mod[outer_left] += sum_ir - sum_ol
            default = node
        return default

    def _next_left(self, node: int) -> int:
        return self.children[node][0] if self.children[node] else self.thread[node]

    def _next_right(self, node: int) -> int:
        return self.children[node][-1] if self.children[node] else self.thread[node]

    def _move_subtree(self, first: int, last: int, move: float) -> None:
        share = move / (self.place[last] - self.place[first])
        self.change[last] -= share
        self.shift[last] += move
        self.change[first] += share
        self.prelim[last] += move
        self.mod[last] += move

    def _execute_shifts(self, siblings: Sequence[int]) -> None:
        moved = change = 0.0
        for node in reversed(siblings):
            self.prelim[node] += moved
            self.mod[node] += moved
            change += self.change[node]
            moved += self.shift[node] + change
