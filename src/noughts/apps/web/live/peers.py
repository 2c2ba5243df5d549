"""Share presence between server processes that use the same PostgreSQL database, as JSON messages.

{"process": "…", "games": {"…": [1, 0, 2]}}     the numbers of guests who play X, play O, and watch
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from secrets import token_urlsafe

from noughts.apps.web.live.presence import Counts, Presence
from noughts.rules.errors import NoughtsError

_LOG = logging.getLogger(__name__)
_MOST = 100  # games in one notification, which is limited to 8,000 bytes
_LARGEST = 1_000_000  # guests: any client of the database can send notifications


class Peers:
    """The other server processes.

    Args:
        changed: called with the id of a game when a guest has arrived or left.
        notify: sends a text to all processes, including this one.
    """

    def __init__(self, changed: Callable[[str], None], notify: Callable[[str], Awaitable[None]]) -> None:
        self.presence = Presence(changed, self._say)
        self._notify = notify
        self._name = token_urlsafe(8)
        self._tasks: set[asyncio.Task[None]] = set()

    def heard(self, text: str) -> None:
        """Handle a message from a process. Ignore invalid messages."""
        try:
            message = json.loads(text)
            process, games = str(message["process"]), message["games"]
            counts = {str(id): _counts(*numbers) for id, numbers in games.items()}
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
            return
        if process != self._name:
            self.presence.heard(process, counts)

    def _say(self, games: Mapping[str, Counts]) -> None:
        items = list(games.items())
        for start in range(0, len(items), _MOST):
            task = asyncio.ensure_future(self._send(dict(items[start : start + _MOST])))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _send(self, games: Mapping[str, Counts]) -> None:
        try:
            await self._notify(json.dumps({"process": self._name, "games": games}))
        except NoughtsError as error:  # `presence` reports these games again
            _LOG.warning("other server processes do not know who is present: %s", error)


def _counts(x: int, o: int, watching: int) -> Counts:
    counts = int(x), int(o), int(watching)
    if not all(0 <= number < _LARGEST for number in counts):
        raise ValueError("expected small numbers")
    return counts
