"""The address of one position, in plain Python: what `noughts.solver.tablebase.index` does for many at a time.

It is used millions of times in a row, so that every step is a look at a list.
"""

from collections.abc import Callable
from typing import TypeAlias

from noughts.rules.board import Cells
from noughts.solver.tablebase.index import Index
from noughts.solver.tablebase.subsets import squeezed

Addresser: TypeAlias = Callable[[Cells, Cells], int]
"""Takes X's and O's stones, none of them off the board or on one cell; returns the address, or -1 if there is none."""


def addresser(index: Index) -> Addresser:
    """Return the function that finds a game's addresses."""
    low, high, firsts, symmetries = index.lookup()
    bits, mask = index.low, (1 << index.low) - 1
    moving: list[list[list[int]]] = [
        [table[number].tolist() for table in index.moving] for number in range(len(index.symmetries))
    ]
    members, pressed, rank = [n.bit_count() for n in range(256)], squeezed(), index.ranks

    lower_ranks: memoryview[int] = rank.lower.data
    is_whole = index.size <= rank.low

    def two_bytes(x: Cells, o: Cells) -> int:
        taken = x | o
        place = low[taken & mask] + high[taken >> bits]
        first = firsts[place]
        if first < 0 or not 0 <= x.bit_count() - o.bit_count() <= 1:
            return -1
        lower, upper = moving[symmetries[place]]
        own, taken = lower[x & 255] | upper[x >> 8], lower[taken & 255] | upper[taken >> 8]
        below = taken & 255
        own = pressed[below << 8 | own & 255] | pressed[taken & 65280 | own >> 8] << members[below]
        return first + lower_ranks[own]

    def three_bytes(x: Cells, o: Cells) -> int:
        taken = x | o
        place = low[taken & mask] + high[taken >> bits]
        first = firsts[place]
        if first < 0 or not 0 <= x.bit_count() - o.bit_count() <= 1:
            return -1
        lower, middle, upper = moving[symmetries[place]]
        own = lower[x & 255] | middle[x >> 8 & 255] | upper[x >> 16]
        taken = lower[taken & 255] | middle[taken >> 8 & 255] | upper[taken >> 16]
        below, between = taken & 255, taken >> 8 & 255
        found = pressed[below << 8 | own & 255] | pressed[between << 8 | own >> 8 & 255] << members[below]
        found |= pressed[taken >> 8 & 65280 | own >> 16] << members[below] + members[between]
        return first + (lower_ranks[found] if is_whole else rank.of_one(found))

    def any_bytes(x: Cells, o: Cells) -> int:
        taken = x | o
        place = low[taken & mask] + high[taken >> bits]
        first = firsts[place]
        if first < 0 or not 0 <= x.bit_count() - o.bit_count() <= 1:
            return -1
        own = moved = found = count = 0
        for number, table in enumerate(moving[symmetries[place]]):
            own |= table[x >> 8 * number & 255]
            moved |= table[taken >> 8 * number & 255]
        while moved:
            found |= pressed[(moved & 255) << 8 | own & 255] << count
            count += members[moved & 255]
            moved >>= 8
            own >>= 8
        return first + (lower_ranks[found] if is_whole else rank.of_one(found))

    return two_bytes if 8 < index.size <= 16 else three_bytes if 16 < index.size <= 24 else any_bytes
