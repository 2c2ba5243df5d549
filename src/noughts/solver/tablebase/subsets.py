"""Compute the ranks of many sets at once, and the images of sets under symmetries.

A subset of `s` places is a number: bit `p` is set if place `p` is in it. The sets with `k` members, sorted by these
numbers, have the ranks 0, 1, 2 and so on (colexicographic order):

    places 3210   0011  0101  0110  1001  1010  1100      s = 4, k = 2
    rank             0     1     2     3     4     5      of 0110: C(2, 2) + C(1, 1) = 2
"""

from functools import cache, lru_cache
from itertools import chain
from math import comb

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
"""An array of sets or other numbers."""

_WHOLE = 20  # places that one table can rank; higher places have a separate table


def popcounts(places: int) -> NDArray[np.int8]:
    """Return the sizes of all ``2 ** places`` subsets of ``range(places)``."""
    result = np.zeros(1 << places, np.int8)
    for place in range(places):
        result[1 << place : 2 << place] = result[: 1 << place] + 1
    return result


@cache
def squeezed() -> tuple[int, ...]:
    """Return a table for renumbering the members of a set `own` within a larger set `taken`.

    The renumbered set is at the index ``taken << 8 | own``.
    """
    result = [[0] * 256]
    for taken in range(1, 256):
        place, highest = 1 << taken.bit_count() - 1, 1 << taken.bit_length() - 1
        before = result[taken ^ highest]
        result.append([before[own] | (place if own & highest else 0) for own in range(256)])
    return tuple(chain.from_iterable(result))


@lru_cache(maxsize=64)
def subsets(s: int, k: int) -> NDArray[np.uint32]:
    """Return all sets of `k` out of `s` places, in ascending order. The array is read-only."""
    if k == 0 or k == s:
        result = np.array([(1 << s) - 1 if k else 0], np.uint32)
    else:
        result = np.concatenate([subsets(s - 1, k), subsets(s - 1, k - 1) | np.uint32(1 << (s - 1))])
    result.flags.writeable = False
    return result


class Ranks:
    """Ranks the subsets of ``range(places)``. The subsets of the same size have the ranks 0, 1, 2 and so on."""

    def __init__(self, places: int, whole: int = _WHOLE) -> None:
        self.low = min(places, whole)
        self.lower = _ranks(self.low, 0)
        self.members = popcounts(max(self.low, places - self.low))
        # The contribution of an upper place depends on the number of members in the lower places.
        self.upper = [_ranks(places - self.low, below, self.low) for below in range(self.low + 1)]
        self._uppers = np.concatenate(self.upper)
        self._high = places - self.low

    def count(self, sets: Ints) -> Ints:
        """Return the size of each set."""
        result: Ints = self.members[sets & ((1 << self.low) - 1)].astype(np.int64)
        return result + self.members[sets >> self.low] if self._high else result

    def of_one(self, one: int) -> int:
        """Return the rank of one set among all sets of the same size."""
        low = one & ((1 << self.low) - 1)
        return int(self.lower[low] + self.upper[self.members[low]][one >> self.low])

    def of(self, sets: Ints) -> Ints:
        """Return the rank of each set among all sets of the same size."""
        if not self._high:
            return self.lower[sets]
        low = sets & ((1 << self.low) - 1)
        above = self.members[low].astype(np.int64) << self._high
        result: Ints = self.lower[low] + self._uppers[above | (sets >> self.low)]
        return result


def _ranks(places: int, below: int, first: int = 0) -> Ints:
    """For each subset of ``range(places)``, return what its members contribute to the rank of a larger set.

    In the larger set, these members are moved up by `first` places, and `below` other members are lower.
    """
    result = np.zeros(1 << places, np.int64)
    members = popcounts(places)
    for place in range(places):
        half = 1 << place
        more = np.array([comb(first + place, below + n + 1) for n in range(places + 1)], np.int64)
        result[half : 2 * half] = result[:half] + more[members[:half]]
    return result


def relabelled(sets: Ints, targets: Ints) -> Ints:
    """Return the images of all sets under each mapping of places. Each mapping has its own row in the result.

    Args:
        sets: the sets, as subsets of `s` places.
        targets: one row of `s` numbers for each mapping: the bit that replaces the member in each place.
    """
    ways, places = targets.shape
    result = np.zeros((ways, len(sets)), np.int64)
    for first in range(0, places, 8):  # eight places at a time, with one table for each mapping
        count = min(8, places - first)
        table = np.zeros((ways, 1 << count), np.int64)
        for place in range(count):
            half = 1 << place
            np.bitwise_or(table[:, :half], targets[:, first + place, None], out=table[:, half : 2 * half])
        part = table.take((sets >> first) & ((1 << count) - 1), axis=1)
        result = part if first == 0 else np.bitwise_or(result, part, out=result)
    return result
