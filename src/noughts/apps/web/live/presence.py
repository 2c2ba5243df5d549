"""Who is present at a game: the guests whose page is open now or was a moment ago, in all server processes.

Reloading a page closes its event stream for a moment. So a guest stays present for a few seconds after closing the last
page. A page without JavaScript has no event stream, so a guest who loads one counts as present for a minute. Other
processes report their guests, at once when they change and again every few seconds. A report that is not repeated
expires.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TypeAlias

GRACE = 4.0
"""The seconds for which a guest without an open page stays present."""
LOADED = 60.0
"""The seconds for which a guest who loads a page stays present without opening an event stream."""
_PULSE = 0.25  # seconds between two checks for changes
_REPEAT = 3.0  # seconds between two reports of all games to other processes
_EXPIRY = 10.0  # seconds for which a report of another process counts

Counts: TypeAlias = tuple[int, int, int]
"""The numbers of guests who play X, play O, and watch."""


@dataclass(frozen=True)
class Company:
    """Who is present at one game.

    Attributes:
        x, o: whether the players are present.
        watching: the number of guests who watch.
        sure: whether enough time has passed to know who is absent.
    """

    x: bool = False
    o: bool = False
    watching: int = 0
    sure: bool = False


@dataclass(slots=True)
class _Guest:
    """A guest of a game, with the number of open pages. Without any, `until` says how long it stays present."""

    roles: frozenset[str]
    pages: int = 0
    until: float = 0.0


class Presence:
    """The guests of all games.

    Args:
        changed: called with the id of a game when a guest has arrived or left.
        say: reports to the other processes how many guests some games have here.
        clock: returns the time in seconds.
    """

    def __init__(
        self,
        changed: Callable[[str], None],
        say: Callable[[Mapping[str, Counts]], None] = lambda _: None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._changed = changed
        self._say = say
        self._clock = clock or asyncio.get_running_loop().time
        self._guests: dict[str, dict[str, _Guest]] = {}
        self._since: dict[str, float] = {}
        self._others: dict[str, dict[str, tuple[Counts, float]]] = {}  # by game and process, with the expiry
        self._announced: dict[str, Company] = {}
        self._look: set[str] = set()  # games to check for changes
        self._news: set[str] = set()  # games to report to other processes
        self._leaving: set[tuple[str, str]] = set()  # guests without an open page
        self._settling: set[str] = set()  # games whose guests may still be arriving
        self._next_report = 0.0

    def seen(self, id: str, who: str, roles: Collection[str], seconds: float = LOADED) -> None:
        """Note that a guest has loaded a page of a game, or has done something there."""
        known = self._guests.get(id, {}).get(who)
        if known and known.pages and known.roles == roles:
            return  # nothing changes, as with most moves
        guest = self._guest(id, who, roles)
        if not guest.pages:
            guest.until = max(guest.until, self._clock() + seconds)
            self._leaving.add((id, who))

    def opened(self, id: str, who: str, roles: Collection[str]) -> None:
        """Note that a guest has opened an event stream. Call `closed` when it ends."""
        self._guest(id, who, roles).pages += 1
        self._leaving.discard((id, who))

    def closed(self, id: str, who: str) -> None:
        """Note that an event stream of a guest has ended."""
        guest = self._guests[id][who]
        guest.pages -= 1
        if not guest.pages:
            guest.until = self._clock() + GRACE
            self._leaving.add((id, who))

    def at(self, id: str) -> Company:
        """Return who is present at a game."""
        counts = [self._here(id), *(counts for counts, _ in self._others.get(id, {}).values())]
        x, o, watching = map(sum, zip(*counts, strict=True))
        return Company(bool(x), bool(o), watching, id in self._since and id not in self._settling)

    def heard(self, process: str, games: Mapping[str, Counts]) -> None:
        """Handle a report from another process: the numbers of its guests by game."""
        for id, counts in games.items():
            self._others.setdefault(id, {})[process] = counts, self._clock() + _EXPIRY
            self._look.add(id)

    async def work(self) -> None:
        """Check for changes and report them repeatedly, until cancelled."""
        while True:
            await asyncio.sleep(_PULSE)
            self.pulse()

    def pulse(self) -> None:
        """Check for changes and report them."""
        now = self._clock()
        for id, who in [each for each in self._leaving if self._guests[each[0]][each[1]].until <= now]:
            self._leaving.discard((id, who))
            del self._guests[id][who]
            self._look.add(id)
            self._news.add(id)
        for id in [id for id in self._settling if self._since[id] + GRACE <= now]:
            self._settling.discard(id)
            self._look.add(id)
        self._expire(now)
        looked, self._look = self._look, set()
        for id in looked:
            if id in self._guests and not self._guests[id]:  # it has no guests here any more
                del self._guests[id], self._since[id]
                self._settling.discard(id)
                self._announced.pop(id, None)
            elif id in self._guests and (company := self.at(id)) != self._announced.get(id):
                self._announced[id] = company
                self._changed(id)
        self._report(now)

    def _expire(self, now: float) -> None:
        """Forget reports that have not been repeated."""
        for id, reports in list(self._others.items()):
            for process in [process for process, (_, expiry) in reports.items() if expiry <= now]:
                del reports[process]
                self._look.add(id)
            if not reports:
                del self._others[id]

    def _report(self, now: float) -> None:
        """Report changes to the other processes, and from time to time all games with guests."""
        if self._next_report <= now:
            self._news.update(self._guests)
            self._next_report = now + _REPEAT
        if self._news:
            self._say({id: self._here(id) for id in self._news})
            self._news.clear()

    def _guest(self, id: str, who: str, roles: Collection[str]) -> _Guest:
        if id not in self._guests:
            self._guests[id], self._since[id] = {}, self._clock()
            self._settling.add(id)
        guest = self._guests[id].setdefault(who, _Guest(frozenset()))
        guest.roles = frozenset(roles)
        self._look.add(id)
        self._news.add(id)
        return guest

    def _here(self, id: str) -> Counts:
        guests = self._guests.get(id, {}).values()
        x, o = ("x" in guest.roles for guest in guests), ("o" in guest.roles for guest in guests)
        return sum(x), sum(o), sum(not {"x", "o"} & guest.roles for guest in guests)
