"""The random numbers of environments. Each environment has its own stream, which depends only on its seed.

A stream is the generator SplitMix64 (Steele, Lea and Flood, 2014). Its state is a single number, so a batch draws for
all of its boards at once.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.adapters.boards import Indices
from noughts.oracle.draws import NUMBERS

UInts: TypeAlias = NDArray[np.uint64]

_LAST = NUMBERS - 1
_STEP = 0x9E3779B97F4A7C15


class Stream:
    """The random numbers of one environment.

    Args:
        seed: any whole number. Only its remainder modulo `NUMBERS` matters.
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _LAST

    def draw(self) -> int:
        """Return the next number, which is below `NUMBERS`."""
        self._state = self._state + _STEP & _LAST
        number: int = _mixed(self._state)
        return number


class Streams:
    """The random numbers of a batch of environments."""

    def __init__(self, count: int) -> None:
        self._states: UInts = np.zeros(count, np.uint64)

    def seed(self, first: int, which: Indices) -> None:
        """Restart the given streams: stream i then has the same numbers as ``Stream(first + i)``."""
        self._states[which] = which.astype(np.uint64) + np.uint64(first & _LAST)

    def draw(self, which: Indices) -> UInts:
        """Return the next number of each of the given streams."""
        states = self._states[which] + np.uint64(_STEP)
        self._states[which] = states
        numbers: UInts = _mixed(states)
        return numbers


def _mixed(state: Any) -> Any:
    """Return the random number for a state, or the random numbers for an array of states."""
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _LAST
    state = (state ^ state >> 27) * 0x94D049BB133111EB & _LAST
    return state ^ state >> 31
