"""Presence is known within a moment in all processes. Reloading a page does not make a guest absent."""

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from noughts.web.live.presence import GRACE, LEFT, LOADED, LONG, Guests, Presence
from noughts.web.server.store.store import SQLStore
from tests.web.server.store.stores import opened
from tests.web.serving import Clock, until
from tests.web.web_server import web_server

if TYPE_CHECKING:
    from tests.web.server.store.postgres import Postgres


class Place:
    """A process, with the games that it reported as changed and its messages to other processes."""

    def __init__(self, clock: Clock) -> None:
        self.told: list[str] = []
        self.said: list[str] = []
        self.presence = Presence(self.told.append, clock)

    def news(self) -> list[str]:
        """Return the games where a guest has arrived or left since the last call."""
        self.told.clear()
        self.said = self.presence.pulse()
        return sorted(self.told)

    def reports(self) -> list[str]:
        """Return the lines that the process has sent since the last call, without its name."""
        self.said = self.presence.pulse()
        return [line.partition(" ")[2] for text in self.said for line in text.splitlines()]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def place(clock: Clock) -> Place:
    return Place(clock)


def test_guests_are_counted_by_role(place: Place, clock: Clock) -> None:
    presence = place.presence
    assert presence.at("g") == Guests()
    presence.opened("g", "Ada", {"x", "watch"})
    presence.opened("g", "Mary", {"watch"})
    presence.opened("g", "Mary", {"watch"})
    presence.opened("other", "Grace", {"o"})
    assert presence.at("g") == Guests(x=True, o=False, watching=1, sure=False)
    assert place.news() == ["g", "other"]
    clock.now += GRACE
    assert place.news() == ["g", "other"], "now it is known who is absent"
    assert presence.at("g") == Guests(x=True, o=False, watching=1, sure=True)
    presence.opened("g", "Grace", {"o"})
    assert presence.at("g").o
    assert place.news() == ["g"]
    assert place.news() == []


def test_a_pupil_has_left_after_a_minute_also_if_nobody_else_is_there(place: Place, clock: Clock) -> None:
    presence = place.presence
    assert not presence.has_left("c.1"), "a new process knows of no absence"
    presence.opened("c.1", "Ada", {"x"})
    clock.now += 1000
    place.news()
    assert presence.has_left("c.2")
    assert not presence.has_left("c.1")
    presence.closed("c.1", "Ada")
    clock.now += GRACE
    assert place.news() == ["c.1"], "Ada is away"
    clock.now += LEFT - GRACE - 1
    assert place.news() == []
    assert not presence.has_left("c.1")
    clock.now += 1
    assert place.news() == ["c.1"], "now Ada has left"
    assert presence.has_left("c.1")
    clock.now += 10 * LONG
    assert place.news() == []
    assert presence.has_left("c.1")
    presence.opened("c.1", "Ada", {"x"})
    assert not presence.has_left("c.1"), "Ada is back"


def test_a_player_who_stays_away_is_gone_until_they_come_back(place: Place, clock: Clock) -> None:
    presence = place.presence
    presence.opened("g", "Ada", {"x"})
    presence.opened("g", "Grace", {"o"})
    place.news()
    presence.closed("g", "Grace")
    clock.now += GRACE
    place.news()
    clock.now += LEFT - GRACE
    assert place.news() == ["g"], "a minute is over"
    clock.now += LONG - LEFT - 1
    assert place.news() == []
    assert not presence.at("g").gone
    clock.now += 1
    assert place.news() == ["g"]
    assert presence.at("g").gone == {"o"}
    presence.opened("g", "Grace", {"o"})
    assert place.news() == ["g"]
    assert not presence.at("g").gone


def test_nobody_is_gone_because_this_process_is_new(place: Place, clock: Clock) -> None:
    clock.now += 10 * LONG
    place.presence.opened("g", "Ada", {"x"})
    place.news()
    clock.now += LONG - 1
    place.news()
    assert not place.presence.at("g").gone


def test_a_guest_who_reloads_a_page_stays_present(place: Place, clock: Clock) -> None:
    presence = place.presence
    presence.opened("g", "Ada", {"x"})
    presence.opened("g", "Grace", {"o"})
    clock.now += GRACE
    place.news()
    for _ in range(5):
        presence.closed("g", "Grace")
        clock.now += GRACE * 0.9
        assert place.news() == []
        presence.seen("g", "Grace", {"o"})
        presence.opened("g", "Grace", {"o"})
        assert place.news() == []
    presence.closed("g", "Grace")
    clock.now += GRACE
    assert place.news() == ["g"]
    assert presence.at("g") == Guests(x=True, o=False, watching=0, sure=True)


def test_an_action_of_a_present_guest_changes_nothing(place: Place, clock: Clock) -> None:
    presence = place.presence
    presence.opened("g", "Ada", {"x"})
    clock.now += GRACE
    place.news()
    presence.seen("g", "Ada", frozenset({"x"}))
    assert place.news() == [], "a guest who is present already changes nothing"
    presence.seen("g", "Ada", {"o"})
    assert place.news() == ["g"], "but another role does"
    assert presence.at("g") == Guests(o=True, sure=True)
    presence.closed("g", "Ada")
    presence.seen("g", "Ada", {"o"})
    clock.now += LOADED - 1
    place.news()
    assert presence.at("g").o, "loading a page is enough to stay present"


def test_a_guest_with_one_of_two_pages_open_is_present(place: Place, clock: Clock) -> None:
    presence = place.presence
    for _ in range(2):
        presence.opened("g", "Ada", {"x"})
    presence.closed("g", "Ada")
    clock.now += 10 * GRACE
    place.news()
    assert presence.at("g").x


def test_a_guest_without_scripts_is_present_for_a_while(place: Place, clock: Clock) -> None:
    presence = place.presence
    presence.seen("g", "Ada", {"x"})
    clock.now += LOADED - 1
    place.news()
    assert presence.at("g").x
    clock.now += 1
    place.news()
    assert presence.at("g") == Guests()


def test_games_without_guests_are_forgotten(place: Place, clock: Clock) -> None:
    presence = place.presence
    for number in range(100):
        presence.opened(f"g{number}", "Ada", {"x"})
        presence.closed(f"g{number}", "Ada")
    place.news()
    clock.now += LONG
    place.news()
    assert not any(kept for kept in vars(presence).values() if isinstance(kept, dict | set))


def test_processes_report_changes_at_once_and_all_guests_again_and_again(place: Place, clock: Clock) -> None:
    presence = place.presence
    assert place.reports() == [], "without guests there are no messages"
    presence.opened("g", "Ada", {"x"})
    assert place.reports() == ["g 1 0 0"]
    assert place.reports() == []
    presence.opened("h", "Ada", {"x"})
    assert place.reports() == ["h 1 0 0"]
    clock.now += 6
    assert place.reports() == ["g 1 0 0", "h 1 0 0"], "because a report may be lost"
    presence.closed("g", "Ada")
    clock.now += GRACE
    assert "g 0 0 0" in place.reports()


def test_many_games_are_reported_in_several_messages(place: Place) -> None:
    for number in range(250):
        place.presence.opened(f"{number:022}", "Ada", {"x"})
    assert len(place.reports()) == 250
    assert max(map(len, place.said)) < 8_000, "the limit of PostgreSQL"


def test_a_report_counts_until_it_is_replaced_or_expires(place: Place, clock: Clock) -> None:
    presence = place.presence
    presence.opened("g", "Ada", {"x"})
    clock.now += GRACE
    place.news()
    presence.heard("other g 0 1 2\nother elsewhere 1 1 0")
    assert place.news() == ["g"], "the other game has no guests in this process"
    assert presence.at("g") == Guests(x=True, o=True, watching=2, sure=True)
    presence.heard("other g 0 0 1")
    assert presence.at("g") == Guests(x=True, o=False, watching=1, sure=True)
    for _ in range(5):
        clock.now += 6
        presence.heard("other g 0 0 1")
        place.news()
        assert presence.at("g").watching == 1
    clock.now += 10
    assert place.news() == ["g"], "it has been silent for too long"
    assert presence.at("g").watching == 0


@pytest.mark.parametrize(
    "words", ["", "nonsense", "a g", "a g 1 2", "a g 1 2 3 4", "a g x 0 0", "a g 1e9 0 0", "[" * 9_000]
)
def test_invalid_and_own_reports_are_ignored(place: Place, words: str) -> None:
    presence = place.presence
    presence.opened("g", "Ada", {"x"})
    place.news()
    presence.heard(words)
    presence.heard(place.said[0])
    assert presence.at("g") == Guests(x=True)


async def company(store: SQLStore, id: str, x: bool, o: bool, watching: int) -> None:
    """Wait until exactly these guests are present at a game."""
    async with asyncio.timeout(30), store.hub.listen(id) as listener:
        while True:
            there = store.presence.at(id)
            if (there.x, there.o, there.watching) == (x, o, watching):
                return
            await listener.next_version(99)


@pytest.mark.slow
def test_two_processes_know_each_others_guests(postgres: "Postgres") -> None:
    url = postgres.database()

    async def main() -> None:
        async with opened(url) as one, opened(url) as other:
            one.presence.opened("g", "Ada", {"x"})
            one.presence.opened("g", "Mary", {"watch"})
            other.presence.opened("g", "Grace", {"o"})
            await company(one, "g", x=True, o=True, watching=1)
            await company(other, "g", x=True, o=True, watching=1)
            async with opened(url) as third:  # a process that starts late learns everything
                third.presence.opened("g", "Emmy", {"watch"})
                for store in (one, other, third):
                    await company(store, "g", x=True, o=True, watching=2)
                third.presence.closed("g", "Emmy")
                other.presence.closed("g", "Grace")
                for store in (one, third):
                    await company(store, "g", x=True, o=False, watching=1)

    asyncio.run(main())


@pytest.mark.slow
def test_a_page_shows_who_is_present_at_another_server(postgres: "Postgres", tmp_path: Path) -> None:
    url = postgres.database()
    with (
        web_server(tmp_path / "one", database=url) as first,
        web_server(tmp_path / "other", database=url) as second,
        first.browser() as ada,
        second.browser() as grace,
    ):
        page = ada.send("/play/invite", name="Ada", side="x").headers["location"]
        links = re.findall(r'id="link-([xoh]|watch)" readonly value="[^"]*(/seat/[^"]*)"', ada.get(page).text)
        assert grace.send(dict(links)["o"], name="Grace").headers["location"] == page
        grace.get(page)
        until(lambda: '<span id="there">Grace is here.</span>' in ada.get(page).text)
        until(lambda: '<span id="there">Ada is here.</span>' in grace.get(page).text)
        with second.browser() as mary:
            mary.send(dict(links)["watch"])
            mary.get(page)
            until(lambda: '<span id="watching">1 watching</span>' in ada.get(page).text)
