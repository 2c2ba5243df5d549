"""Tidy tree layout: nodes never overlap, parents are centred above their children, and equal subtrees look alike.

The algorithm is by E. Reingold and J. Tilford, *Tidier Drawings of Trees*, 1981, here for nodes of any width and number
of children. As in A. Kennedy, *Drawing Trees*, 1996, the children are packed once to the left and once to the right.
Each child then stands midway between its two positions. ``assets/layout.js`` does the same for the trees that a reader
unfolds.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

_Outline: TypeAlias = list[tuple[float, float]]  # the left and right edge of each level, seen from the subtree's root


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
    """
    order, level = [0], [0] * len(children)
    for node in order:  # parents before their children
        order += children[node]
        for child in children[node]:
            level[child] = level[node] + 1
    x = [0.0] * len(children)  # each node's distance from its parent's centre and, in the end, from the left edge
    outlines: dict[int, _Outline] = {}
    for node in reversed(order):
        below = [outlines.pop(child) for child in children[node]]
        leftward = _pack(below, gap)
        rightward = _pack([[(-right, -left) for left, right in outline] for outline in reversed(below)], gap)
        middles = [(left - right) / 2 for left, right in zip(leftward, reversed(rightward), strict=True)]
        outline: _Outline = []
        for child, spans, middle in zip(children[node], below, middles, strict=True):
            x[child] = middle - (middles[0] + middles[-1]) / 2
            moved = [(left + x[child], right + x[child]) for left, right in spans]
            joined = [(min(a, c), max(b, d)) for (a, b), (c, d) in zip(outline, moved, strict=False)]
            outline = joined + outline[len(moved) :] + moved[len(outline) :]
        outlines[node] = [(-widths[node] / 2, widths[node] / 2), *outline]
    left, right = min(span[0] for span in outlines[0]), max(span[1] for span in outlines[0])
    x[0] = -left
    for node in order:
        for child in children[node]:
            x[child] += x[node]
    return Layout(tuple(x), tuple(level), right - left)


def _pack(outlines: Iterable[_Outline], gap: float) -> list[float]:
    """Return how far to move each subtree to the right, so that it stands beside the earlier subtrees."""
    shifts: list[float] = []
    edges: list[float] = []  # the right edge of each level so far
    for outline in outlines:
        shift = max((edge - left + gap for edge, (left, _) in zip(edges, outline, strict=False)), default=0)
        shifts.append(shift)
        edges[: len(outline)] = [right + shift for _, right in outline]
    return shifts
