"""What is refused for a while, because it has ended engine after engine."""

import time
from collections import OrderedDict
from collections.abc import Callable

_MOST_REMEMBERED = 1_000


class Quarantine:
    """Counts what tasks have done to engines.

    Args:
        deaths: how many engines a task may end before it is refused.
        seconds: for how long it is then refused; after that all is forgotten.
        clock: the time in seconds.
    """

    def __init__(self, deaths: int = 3, seconds: float = 60.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds, self._clock = deaths, seconds, clock
        self._deaths: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def refuses(self, task: str) -> bool:
        """Return whether a task is refused now."""
        return self._recent(task) >= self._most

    def died(self, task: str) -> None:
        """Note that an engine has died of a task."""
        count = self._recent(task) + 1
        self._deaths[task] = count, self._clock()
        self._deaths.move_to_end(task)
        if len(self._deaths) > _MOST_REMEMBERED:
            self._deaths.popitem(last=False)

    def lived(self, task: str) -> None:
        """Note that an engine has done a task."""
        self._deaths.pop(task, None)

    def _recent(self, task: str) -> int:
        count, last = self._deaths.get(task, (0, 0.0))
        if count and self._clock() - last >= self._seconds:
            del self._deaths[task]
            return 0
        return count
