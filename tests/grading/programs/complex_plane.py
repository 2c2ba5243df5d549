"""Squares are complex numbers: the centre is 0, the right upper corner is 1+1j. A line is a, a+d, a+2d."""

from functools import lru_cache

PLANE = [x + y * 1j for y in (1, 0, -1) for x in (-1, 0, 1)]
LINES = [frozenset((a, a + d, a + 2 * d)) for a in PLANE for d in (1, 1j, 1 + 1j, 1 - 1j) if a + 2 * d in PLANE]


@lru_cache(maxsize=None)
def worth(mine, yours):
    rest = [z for z in PLANE if z not in mine and z not in yours]
    if any(line <= yours for line in LINES):
        return -1 - len(rest)
    return max((-worth(yours, mine | {z}) for z in rest), default=0)


def choose(mine, yours):
    mine, yours = frozenset(mine), frozenset(yours)
    return max((z for z in PLANE if z not in mine | yours), key=lambda z: -worth(yours, mine | {z}))
