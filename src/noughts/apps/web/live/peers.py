"""What the processes at one database say of who is there, to each other: as JSON, through PostgreSQL.

{"process": "…", "games": {"…": [1, 0, 2]}}     so many are there with X, with O, looking on
{"process": "…", "games": {}, "ask": true}      say all again, I am new
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from secrets import token_urlsafe

from noughts.apps.web.live.presence import Counts, Presence
from noughts.rules.errors import NoughtsError

_LOG = logging.getLogger(__name__)
_MOST = 100  # games of one notice, which may have 8,000 bytes
_LARGEST = 1_000_000  # guests; anybody may notify


class Peers:
    """The other processes.

    Args:
        changed: is told of a game at which somebody has come or left.
        notify: gives words to all processes, this one too.
    """

    def __init__(self, changed: Callable[[str], None], notify: Callable[[str], Awaitable[None]]) -> None:
        self.presence = Presence(changed, self._say)
        self._notify = notify
        self._name = token_urlsafe(8)
        self._tasks: set[asyncio.Task[None]] = set()
        self._asks = False  # whether the others are still to be asked

    def heard(self, words: str) -> None:
        """Take in what a process has said; what is none of ours is left alone."""
        try:
            said = json.loads(words)
            process, games = str(said["process"]), said.get("games", {})
            counts = {str(id): _counts(*numbers) for id, numbers in games.items()}
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
            return
        if process == self._name:
            return
        if said.get("ask"):
            self.presence.repeat()
        self.presence.heard(process, counts)

    def linked(self) -> None:
        """Begin to hear the others, now or again."""
        self.presence.again()
        self._asks = True
        self._tell({})

    def _say(self, games: Mapping[str, Counts]) -> None:
        items = list(games.items())
        for start in range(0, max(len(items), 1), _MOST):
            self._tell(dict(items[start : start + _MOST]))

    def _tell(self, games: Mapping[str, Counts]) -> None:
        task = asyncio.ensure_future(self._told(games, self._asks))
        self._asks = False
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _told(self, games: Mapping[str, Counts], asks: bool) -> None:
        """Tell the others; what does not get through is told again later."""
        words = {"process": self._name, "games": games} | ({"ask": True} if asks else {})
        try:
            await self._notify(json.dumps(words))
        except NoughtsError as error:
            _LOG.warning("the other processes are not told who is here: %s", error)
            self._asks |= asks
            self.presence.unsaid(games)


def _counts(x: int, o: int, watching: int) -> Counts:
    counts = int(x), int(o), int(watching)
    if not all(0 <= number < _LARGEST for number in counts):
        raise ValueError("expected small numbers")
    return counts
