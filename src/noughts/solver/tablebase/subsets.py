"""Subsets, many at a time: numbering those of one size, and moving their members about.

A set of some of `s` places is a number, bit `p` set when place `p` is in it. Of the sets with `k` members the first
is numbered 0, and they are numbered in the order of these numbers (the colexicographic order of combinatorics):

    places 3210   0011  0101  0110  1001  1010  1100      s = 4, k = 2
    rank             0     1     2     3     4     5      of 0110: C(2, 2) + C(1, 1) = 2
"""

from functools import cache, lru_cache
from itertools import chain
from math import comb

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
"""Sets, or whatever else counts, one a number."""

_WHOLE = 20  # one table ranks sets of so many places; of more, their upper places are looked up apart


def popcounts(places: int) -> NDArray[np.int8]:
    """Return how many members each set of so many places has."""
    found = np.zeros(1 << places, np.int8)
    for place in range(places):
        found[1 << place : 2 << place] = found[: 1 << place] + 1
    return found


@cache
def squeezed() -> tuple[int, ...]:
    """Return at ``taken << 8 | own`` the cells of `own`, numbered by their places among the taken."""
    found = [[0] * 256]
    for taken in range(1, 256):
        place, highest = 1 << taken.bit_count() - 1, 1 << taken.bit_length() - 1
        before = found[taken ^ highest]
        found.append([before[own] | (place if own & highest else 0) for own in range(256)])
    return tuple(chain.from_iterable(found))


@lru_cache(maxsize=64)
def subsets(s: int, k: int) -> NDArray[np.uint32]:
    """Return all sets of `k` of `s` places, in order; the array must not be changed."""
    if k == 0 or k == s:
        found = np.array([(1 << s) - 1 if k else 0], np.uint32)
    else:
        found = np.concatenate([subsets(s - 1, k), subsets(s - 1, k - 1) | np.uint32(1 << (s - 1))])
    found.flags.writeable = False
    return found


class Ranks:
    """The ranks of sets of up to so many places: their numbers among the sets of equally many members."""

    def __init__(self, places: int, whole: int = _WHOLE) -> None:
        self.low = min(places, whole)
        self.lower = _ranks(self.low, 0)
        self.members = popcounts(max(self.low, places - self.low))
        # What a member of an upper place adds depends on how many members there are among the lower ones.
        self.upper = [_ranks(places - self.low, below, self.low) for below in range(self.low + 1)]
        self._uppers = np.concatenate(self.upper)
        self._high = places - self.low

    def count(self, sets: Ints) -> Ints:
        """Return how many members sets have."""
        found: Ints = self.members[sets & ((1 << self.low) - 1)].astype(np.int64)
        return found + self.members[sets >> self.low] if self._high else found

    def of_one(self, one: int) -> int:
        """Return the rank of one set."""
        low = one & ((1 << self.low) - 1)
        return int(self.lower[low] + self.upper[self.members[low]][one >> self.low])

    def of(self, sets: Ints) -> Ints:
        """Return the ranks of sets."""
        if not self._high:
            return self.lower[sets]
        low = sets & ((1 << self.low) - 1)
        above = self.members[low].astype(np.int64) << self._high
        found: Ints = self.lower[low] + self._uppers[above | (sets >> self.low)]
        return found


def _ranks(places: int, below: int, first: int = 0) -> Ints:
    """Return what the members among so many places, from `first` on, add to the rank with so many members below."""
    found = np.zeros(1 << places, np.int64)
    members = popcounts(places)
    for place in range(places):
        half = 1 << place
        more = np.array([comb(first + place, below + n + 1) for n in range(places + 1)], np.int64)
        found[half : 2 * half] = found[:half] + more[members[:half]]
    return found


def relabelled(sets: Ints, targets: Ints) -> Ints:
    """Return what becomes of each set when its members move, a row for each way of moving them.

    Args:
        sets: the sets, of `s` places.
        targets: a row of `s` for each way: the bits that stand for the member of each place afterwards.
    """
    ways, places = targets.shape
    found = np.zeros((ways, len(sets)), np.int64)
    for first in range(0, places, 8):  # eight places at a time, by a table for each way
        count = min(8, places - first)
        table = np.zeros((ways, 1 << count), np.int64)
        for place in range(count):
            half = 1 << place
            np.bitwise_or(table[:, :half], targets[:, first + place, None], out=table[:, half : 2 * half])
        part = table.take((sets >> first) & ((1 << count) - 1), axis=1)
        found = part if first == 0 else np.bitwise_or(found, part, out=found)
    return found
