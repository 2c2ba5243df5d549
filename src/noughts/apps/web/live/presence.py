"""Who is there: whose page of a game is open, or was a moment ago; in this process and in the others.

A page that is loaded anew is away for a moment, which nobody is told of: somebody is there until a few seconds after
their last page has closed. A page without scripts holds no stream of events open: who has loaded one counts as there
for a minute. What the other processes say of themselves is taken as it is, as long as they give signs of life.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

GRACE = 4.0
"""Seconds that somebody may be away without being missed."""
LOADED = 60.0
"""Seconds for which who has loaded a page counts as there, if they never open a stream."""
_PULSE = 0.25  # seconds between two looks at what has changed
_SIGN = 5.0  # seconds between signs of life
_SILENT = 20.0  # seconds after which a process that gives none is thought dead

Counts: TypeAlias = tuple[int, int, int]
"""How many are there who have X, who have O, and who only look on."""


@dataclass(frozen=True)
class Company:
    """Who is there, at one game: those with X, with O, those who look on; and whether that is known for sure yet."""

    x: bool = False
    o: bool = False
    watching: int = 0
    sure: bool = False


@dataclass(slots=True)
class _Guest:
    """Somebody at a game: as whom, with how many open pages; with none, until when they count as there."""

    roles: frozenset[str]
    pages: int = 0
    until: float = 0.0


@dataclass(slots=True)
class _Process:
    """What another process has said of itself."""

    heard: float
    games: dict[str, Counts] = field(default_factory=dict)


class Presence:
    """Who is at which game.

    Args:
        changed: is told of a game at which somebody has come or left.
        say: tells the other processes which games have how many guests here now, every so often also without news.
        clock: the time, in seconds.
    """

    def __init__(
        self,
        changed: Callable[[str], None],
        say: Callable[[Mapping[str, Counts]], None] | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._changed = changed
        self._say = say
        self._clock = clock or asyncio.get_running_loop().time
        self._guests: dict[str, dict[str, _Guest]] = {}
        self._since: dict[str, float] = {}
        self._others: dict[str, _Process] = {}
        self._told: dict[str, Company] = {}
        self._said: dict[str, Counts] = {}
        self._owed: set[str] = set()  # games of which others may not have heard what was said
        self._look: set[str] = set()  # games at which something may have changed
        self._leaving: set[tuple[str, str]] = set()  # guests with no page open
        self._young: set[str] = set()  # games of which it is not known yet who comes
        self._next_sign = 0.0

    def seen(self, id: str, who: str, roles: Collection[str], seconds: float = LOADED) -> None:
        """Note that somebody has loaded a page of a game, or done something there."""
        known = self._guests.get(id, {}).get(who)
        if known and known.pages and known.roles == roles:
            return  # as with every move
        guest = self._guest(id, who, roles)
        if not guest.pages:
            guest.until = max(guest.until, self._clock() + seconds)
            self._leaving.add((id, who))

    def opened(self, id: str, who: str, roles: Collection[str]) -> None:
        """Note that somebody has opened a page that stays open; to be followed by `closed`."""
        self._guest(id, who, roles).pages += 1
        self._leaving.discard((id, who))

    def closed(self, id: str, who: str) -> None:
        """Note that somebody's page has closed."""
        guest = self._guests[id][who]
        guest.pages -= 1
        if not guest.pages:
            guest.until = self._clock() + GRACE
            self._leaving.add((id, who))

    def at(self, id: str) -> Company:
        """Return who is at a game."""
        counts = [self._here(id), *(process.games.get(id, (0, 0, 0)) for process in self._others.values())]
        x, o, watching = map(sum, zip(*counts, strict=True))
        return Company(bool(x), bool(o), watching, id in self._since and id not in self._young)

    def heard(self, process: str, games: Mapping[str, Counts]) -> None:
        """Take in what another process says: how many guests games have there."""
        known = self._others.setdefault(process, _Process(self._clock()))
        known.heard = self._clock()
        for id, counts in games.items():
            known.games[id] = counts
            if not any(counts):
                del known.games[id]
            self._look.add(id)

    def again(self) -> None:
        """Begin anew with the others: news of theirs, and of ours, may have been missed."""
        for process in self._others.values():
            self._look.update(process.games)
        self._others.clear()
        self.repeat()

    def repeat(self) -> None:
        """Say all again: another process may not have heard it."""
        self.unsaid([*self._said, *self._guests])
        self._next_sign = 0.0

    def unsaid(self, ids: Iterable[str]) -> None:
        """Say of these games again who is there, with the next sign of life: what was said has not got through."""
        self._owed.update(ids)

    async def work(self) -> None:
        """Look, every so often, at what has changed, and pass it on; until it is cancelled."""
        while True:
            await asyncio.sleep(_PULSE)
            self.pulse()

    def pulse(self) -> None:
        """Look at what has changed, and pass it on."""
        now = self._clock()
        for id, who in [each for each in self._leaving if self._guests[each[0]][each[1]].until <= now]:
            self._leaving.discard((id, who))
            del self._guests[id][who]
            self._look.add(id)
        for id in [id for id in self._young if self._since[id] + GRACE <= now]:
            self._young.discard(id)
            self._look.add(id)
        for name in [name for name, process in self._others.items() if process.heard + _SILENT <= now]:
            self._look.update(self._others.pop(name).games)
        looked, self._look = self._look, set()
        for id in looked:
            if id in self._guests and not self._guests[id]:  # nobody here needs to know any more
                del self._guests[id], self._since[id]
                self._young.discard(id)
                self._told.pop(id, None)
            elif id in self._guests and (company := self.at(id)) != self._told.get(id):
                self._told[id] = company
                self._changed(id)
        if self._say:
            self._pass_on(looked, now)

    def _pass_on(self, looked: Collection[str], now: float) -> None:
        news = {id: here for id in looked if (here := self._here(id)) != self._said.get(id, (0, 0, 0))}
        if self._say and (news or ((self._said or self._owed) and self._next_sign <= now)):
            news |= {id: self._here(id) for id in self._owed}  # also that nobody is there any more
            self._owed.clear()
            self._say(news)
            self._next_sign = now + _SIGN
            self._said = {id: here for id, here in (self._said | news).items() if any(here)}

    def _guest(self, id: str, who: str, roles: Collection[str]) -> _Guest:
        if id not in self._guests:
            self._guests[id], self._since[id] = {}, self._clock()
            self._young.add(id)
        guest = self._guests[id].setdefault(who, _Guest(frozenset()))
        guest.roles = frozenset(roles)
        self._look.add(id)
        return guest

    def _here(self, id: str) -> Counts:
        guests = self._guests.get(id, {}).values()
        x, o = ("x" in guest.roles for guest in guests), ("o" in guest.roles for guest in guests)
        return sum(x), sum(o), sum(not {"x", "o"} & guest.roles for guest in guests)
