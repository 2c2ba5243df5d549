"""Cache a player's replies, each with the range of random numbers that leads to it."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from noughts.adapters.boards import Indices
from noughts.adapters.streams import UInts
from noughts.oracle.draws import NUMBERS
from noughts.rules.board import Move

MOST = 100_000
"""When this many replies are kept, which take at most about 80 MB, all replies are forgotten."""

UNKNOWN: Move = -1
"""Stands for a reply that is not known yet."""

_WIDTH = 32  # the maximum number of ranges for a position in the arrays


class Kept:
    """The cached replies of one player, keyed by the name of the position.

    For each position, there is a list with the last number of each range, and a list with the replies. Arrays hold a
    copy, for looking up many positions at once. A position with too many ranges is only in the lists.
    """

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self._count = 0
        self._rows: dict[bytes, int] = {}
        self._lists = [([NUMBERS - 1], [UNKNOWN])]  # row 0 stands for the positions without a row
        self._last: UInts = np.full((64, _WIDTH), NUMBERS - 1, np.uint64)
        self._replies: NDArray[np.int16] = np.full((64, _WIDTH), UNKNOWN, np.int16)

    def find(self, name: bytes, number: int) -> Move:
        """Return the cached reply that a random number leads to in a position, or `UNKNOWN`."""
        last, replies = self._lists[self._rows.get(name, 0)]
        return replies[bisect_left(last, number)]

    def find_all(self, names: Sequence[bytes], numbers: UInts) -> Indices:
        """Return the cached replies in many positions. In a position with very many ranges, the reply can also be
        `UNKNOWN`.
        """
        rows = np.fromiter(map(self._rows.get, names, repeat(0)), np.intp, len(names))
        places = (self._last.take(rows, axis=0) >= numbers[:, None]).argmax(axis=1)
        replies: Indices = self._replies[rows, places].astype(np.intp)
        return replies

    def add(self, name: bytes, number: int, part: tuple[int, int], reply: Move) -> None:
        """Cache a reply that was unknown.

        Args:
            name: the position.
            number: the random number.
            part: the range of numbers around it that lead to this reply, and the end of the range. If some numbers have
                replies already (on large boards, a level finds better moves the more it has searched), these stay.
            reply: the reply.
        """
        if self._count >= MOST:
            self._clear()
        self._count += 1
        row = self._rows.setdefault(name, len(self._lists))
        if row == len(self._lists):
            self._lists.append(([NUMBERS - 1], [UNKNOWN]))
        ends, replies = self._lists[row]
        place = bisect_left(ends, number)  # the ends of a range with unknown replies
        before = [part[0] - 1] if part[0] > (ends[place - 1] + 1 if place else 0) else []
        last = min(part[1] - 1, ends[place])
        rest = place + (ends[place] == last)
        ends[place:rest] = [*before, last]
        replies[place:rest] = [*(UNKNOWN for _ in before), reply]
        if row >= len(self._last):
            self._last = np.concatenate([self._last, np.full_like(self._last, NUMBERS - 1)])
            self._replies = np.concatenate([self._replies, np.full_like(self._replies, UNKNOWN)])
        if len(ends) <= _WIDTH:
            self._last[row, : len(ends)] = ends
            self._replies[row, : len(ends)] = replies
        else:
            self._replies[row] = UNKNOWN
