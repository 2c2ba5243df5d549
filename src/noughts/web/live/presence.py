"""The guests who are present at a game, in all server processes. A guest is present while a page of the game is open,
and for a moment afterwards.

Reloading a page closes its event stream for a moment. So a guest stays present for a few seconds after closing the last
page. A page without JavaScript has no event stream, so a guest who loads one counts as present for five minutes. Other
processes report their guests, at once when they change and again every few seconds. A report that is not repeated
expires.

A report has a line for each game: the process, the game, and the numbers of guests who play X, play O, and watch.

    f3Jx0Q 8Jx1hYk0QvWn3sZr5tUb7A 1 0 2
"""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from secrets import token_urlsafe
from typing import TypeAlias

GRACE = 4.0
"""The seconds for which a guest without an open page stays present."""
LOADED = 300.0
"""The seconds for which a guest who loads a page stays present without opening an event stream."""
LONG = 120.0
"""The seconds after which a player who is absent counts as gone."""
LEFT = 60.0
"""The seconds after which a pupil who is absent has left: see `Presence.has_left`."""
PULSE = 0.25
"""The seconds between two calls of `Presence.pulse`."""
_REPEAT = 3.0  # seconds between two reports of the same guests to other processes
_EXPIRY = 10.0  # seconds for which a report of another process counts
_MOST = 100  # games in one report, since PostgreSQL limits a notification to 8,000 bytes

GuestCounts: TypeAlias = tuple[int, int, int]
"""The numbers of guests who play X, play O, and watch."""


@dataclass(frozen=True)
class Guests:
    """The people present at one game.

    Attributes:
        x, o: whether the players are present.
        watching: the number of guests who watch.
        sure: whether enough time has passed to know who is absent.
        gone: the players, ``x`` or ``o``, who have been absent for two minutes.
    """

    x: bool = False
    o: bool = False
    watching: int = 0
    sure: bool = False
    gone: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Guest:
    """A guest of a game, with the number of open pages. If no page is open, `until` says how long the guest stays
    present."""

    roles: frozenset[str]
    pages: int = 0
    until: float = 0.0


@dataclass(slots=True)
class _Room:
    """The guests of a game in this process, and the state that was last reported to listeners and other processes."""

    since: float
    guests: dict[str, _Guest] = field(default_factory=dict)
    announced: Guests | None = None
    reported: GuestCounts | None = None
    next_report: float = 0.0

    @property
    def counts(self) -> GuestCounts:
        x = o = watching = 0
        for guest in self.guests.values():
            x, o, watching = x + ("x" in guest.roles), o + ("o" in guest.roles), watching + guest.roles.isdisjoint("xo")
        return x, o, watching


class Presence:
    """Tracks the guests who are present at each game.

    Args:
        changed: called with the id of a game when a guest has arrived or left.
        clock: returns the time in seconds.
    """

    def __init__(
        self,
        changed: Callable[[str], None],
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._changed = changed
        self._clock = clock or asyncio.get_running_loop().time
        self._process = token_urlsafe(8)
        self._began = self._pulsed = self._clock()
        self._rooms: dict[str, _Room] = {}
        self._last: dict[str, dict[str, float]] = {}  # when each player of each game was last present
        self._others: dict[str, dict[str, tuple[GuestCounts, float]]] = {}  # by game and process, with the expiry

    def seen(self, id: str, who: str, roles: Collection[str], seconds: float = LOADED) -> None:
        """Note that a guest has loaded a page of a game, or has acted in the game."""
        guest = self._guest(id, who, roles)
        guest.until = max(guest.until, self._clock() + seconds)

    def opened(self, id: str, who: str, roles: Collection[str]) -> None:
        """Note that a guest has opened an event stream. Call `closed` when the stream ends."""
        self._guest(id, who, roles).pages += 1

    def closed(self, id: str, who: str) -> None:
        """Note that an event stream of a guest has ended."""
        guest = self._rooms[id].guests[who]
        guest.pages -= 1
        guest.until = self._clock() + GRACE

    def at(self, id: str) -> Guests:
        """Return the people who are present at a game."""
        room = self._rooms.get(id)
        x, o, watching = room.counts if room else (0, 0, 0)
        for (more_x, more_o, more), _ in self._others.get(id, {}).values():
            x, o, watching = x + more_x, o + more_o, watching + more
        present, now, last = {"x": bool(x), "o": bool(o)}, self._clock(), self._last.get(id, {})
        gone = frozenset(role for role, time in last.items() if not present[role] and time + LONG <= now)
        return Guests(bool(x), bool(o), watching, room is not None and room.since + GRACE <= now, gone)

    def has_left(self, id: str) -> bool:
        """Return whether the player X has been absent for a minute. Listeners are notified when the minute is over."""
        if self.at(id).x:
            return False
        return self._last.get(id, {}).get("x", self._began) + LEFT <= self._clock()

    def heard(self, report: str) -> None:
        """Handle a report of guests from a server process. Ignore an invalid report, since any user of the database can
        send one.
        """
        for line in report.splitlines():
            try:
                process, id, *numbers = line.split()
                x, o, watching = map(int, numbers)
            except ValueError:
                return
            if process != self._process:
                self._others.setdefault(id, {})[process] = (x, o, watching), self._clock() + _EXPIRY

    def pulse(self) -> list[str]:
        """Announce guests who have arrived or left, and return the reports for the other processes."""
        now, lines = self._clock(), list[str]()
        for id, reports in list(self._others.items()):
            self._others[id] = {process: report for process, report in reports.items() if report[1] > now}
            if not self._others[id]:
                del self._others[id]
        for id, room in list(self._rooms.items()):
            room.guests = {who: guest for who, guest in room.guests.items() if guest.pages or guest.until > now}
            if (counts := room.counts) != room.reported or room.next_report <= now:
                room.reported, room.next_report = counts, now + _REPEAT
                lines.append(" ".join(map(str, (self._process, id, *counts))))
            if not room.guests:
                del self._rooms[id]
                self._changed(id)
            elif (guests := self.at(id)) != room.announced:
                room.announced = guests
                self._changed(id)
        recent = {id for id, times in self._last.items() if max(times.values()) + LONG > now}
        self._last = {id: self._seen_last(id, now) for id in {*self._rooms, *self._others, *recent}}
        for id, times in self._last.items():
            if any(self._pulsed < time + LEFT <= now for time in times.values()):
                self._changed(id)
        self._pulsed = now
        return ["\n".join(lines[start : start + _MOST]) for start in range(0, len(lines), _MOST)]

    def _seen_last(self, id: str, now: float) -> dict[str, float]:
        """Return the times at which the players of a game were last present. A player whom this process has never seen
        counts as present now.
        """
        before, here = self._last.get(id, {}), self.at(id)
        return {role: now if present else before.get(role, now) for role, present in (("x", here.x), ("o", here.o))}

    def _guest(self, id: str, who: str, roles: Collection[str]) -> _Guest:
        room = self._rooms.setdefault(id, _Room(self._clock()))
        guest = room.guests.setdefault(who, _Guest(frozenset()))
        guest.roles = frozenset(roles)
        return guest
