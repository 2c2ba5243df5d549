"""Count the positions in a tier by score, both in total and up to symmetry.

Burnside's lemma: the number of orbits of a group is the average number of fixed points of its members.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from noughts.solver.tablebase.index import Index, Tier, taken_cells
from noughts.solver.tablebase.subsets import Ints, relabelled

_AT_ONCE = 1 << 20


@dataclass(frozen=True, eq=False)
class Counts:
    """The number of positions stored with each entry value, from 0 to 255.

    The value 0 means "not a reachable position", so its count is 0.

    Attributes:
        positions: the number of positions.
        classes: the number of positions up to symmetry.
    """

    positions: Ints
    classes: Ints


def count(index: Index, tier: Tier, entries: NDArray[np.uint8]) -> Counts:
    """Count the positions in a tier, given its entries."""
    rows = entries.reshape(len(tier.sets), tier.width)
    keeps = np.array([index.moved(tier.sets, s) == tier.sets for s in range(len(index.symmetries))])
    sizes = keeps.sum(axis=0)
    positions, classes = np.zeros(256, np.int64), np.zeros(256, np.int64)
    for size in np.unique(sizes).tolist():
        group = np.flatnonzero(sizes == size)
        here = _histogram(rows, group)
        positions += here * (len(index.symmetries) // size)
        for symmetry in range(1, len(keeps)):
            here += _fixed(index, tier, rows, symmetry, group[keeps[symmetry, group]])
        classes += here // size
    positions[0] = classes[0] = 0
    return Counts(positions, classes)


def _histogram(rows: NDArray[np.uint8], chosen: Ints) -> Ints:
    counted = np.zeros(256, np.int64)
    height = max(1, _AT_ONCE // rows.shape[1])
    for begin in range(0, len(chosen), height):
        counted += np.bincount(rows[chosen[begin : begin + height]].ravel(), minlength=256)
    return counted


def _fixed(index: Index, tier: Tier, rows: NDArray[np.uint8], symmetry: int, chosen: Ints) -> Ints:
    """For each entry value, count the positions in the chosen classes that a symmetry leaves unchanged."""
    counted = np.zeros(256, np.int64)
    height = max(1, _AT_ONCE // tier.width)
    for begin in range(0, len(chosen), height):
        some = chosen[begin : begin + height]
        images = index.symmetries[symmetry][taken_cells(tier.sets[some], tier.stones)]
        targets = np.int64(1) << np.take_along_axis(tier.places[some], images, axis=1)
        for left in range(0, tier.width, _AT_ONCE):
            columns = slice(left, left + _AT_ONCE)
            masks = tier.masks[columns].astype(np.int64)
            kept = relabelled(masks, targets) == masks
            counted += np.bincount(rows[some, columns][kept], minlength=256)
    return counted
