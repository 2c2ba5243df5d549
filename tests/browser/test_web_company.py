"""Presence in games by link, the number of spectators, and declined requests."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

import pytest

from noughts.web.live.presence import GRACE
from tests.browser.people import People, Person
from tests.browser.test_web_link import invite, invite_without_scripts, join, watch

THERE, WATCHING = "#there", "#watching"
_READ_OUT = """
const spoken = document.getElementById('spoken');
window.readOut = [];
new MutationObserver(() => spoken.textContent && readOut.push(spoken.textContent))
  .observe(spoken, { childList: true, characterData: true, subtree: true });
"""
_SHOWN = """
const place = document.getElementById('there');
window.shown = [place.textContent];
new MutationObserver(() => shown.push(document.getElementById('there').textContent))
  .observe(place.parentElement, { childList: true, characterData: true, subtree: true });
"""


def record(person: Person, script: str, name: str) -> None:
    """Run a script that records texts from now on in the variable `name` of the page."""
    person.page.evaluate(f"() => {{ {script} }}")
    assert isinstance(recorded(person, name), list)


def recorded(person: Person, name: str) -> list[str]:
    return [str(each) for each in person.page.evaluate(f"window.{name}")]


@contextmanager
def events_connected(person: Person) -> Iterator[None]:
    """Wait until the page that opens in this block is connected to the event stream.

    The server notices soon when a connected player leaves.
    """
    with person.page.expect_response(lambda answer: answer.url.endswith("/events")):
        yield


@pytest.mark.slow
def test_presence_and_the_number_of_spectators_are_shown(people: People) -> None:
    ada, grace, mary = people.add(), people.add(), people.add()
    links = invite(ada)
    assert ada.page.locator(THERE).inner_text() == "", "only the status line says that the friend has not joined"
    record(ada, _READ_OUT, "readOut")
    with events_connected(grace):
        join(grace, links["o"], "Grace")
    ada.sees("Grace is here.", THERE)
    grace.sees("Ada is here.", THERE)
    ada.until(lambda: any("Grace is here." in said for said in recorded(ada, "readOut")), "the announcement")
    assert not any("away" in said for said in recorded(ada, "readOut"))

    watch(mary, links["h"]).sees("Ada is here. Grace is here.", THERE)
    ada.sees("1 watching", WATCHING)
    second = mary.other_tab()
    second.goes(mary.page.url).sees("1 watching", WATCHING)
    watch(people.add(), links["h"]).sees("2 watching", WATCHING)
    ada.sees("2 watching", WATCHING)

    record(ada, _SHOWN, "shown")
    quick = True
    for _ in range(2):
        began = monotonic()
        with events_connected(grace):
            grace.page.reload()
        grace.sees("Ada is here.", THERE)
        quick = quick and monotonic() - began < GRACE
    if quick:
        assert set(recorded(ada, "shown")) == {"Grace is here."}, "a player who reloads the page stays present"
    else:
        ada.sees("Grace is here.", THERE)
    where = grace.page.url
    grace.goes("/games")
    ada.sees("Grace is away.", THERE)
    ada.until(lambda: ada.announced == "Grace is away.", "the announcement")
    grace.goes(where)
    ada.sees("Grace is here.", THERE)
    said = recorded(ada, "readOut")
    assert not any("watching" in each for each in said), "spectators are not announced"
    came, went = (sum(words in each for each in said) for words in ("Grace is here.", "Grace is away."))
    assert came == went + 1, said
    assert went == 1 or not quick, said
    ada.presses("a1")
    grace.until(lambda: grace.moves() == 1, "the move")
    assert ada.page.locator(THERE).inner_text() == "Grace is here."


@pytest.mark.slow
def test_both_players_stay_present_in_a_rematch(people: People) -> None:
    ada, grace = people.add(), people.add()
    join(grace, invite(ada)["o"], "Grace")
    for number, (cell, mover) in enumerate(zip(["a1", "b2", "a2", "b1", "a3"], [ada, grace] * 3, strict=False), 1):
        mover.cell(cell).click()
        for person in (ada, grace):
            person.until(lambda person=person, number=number: person.moves() == number, f"the move {cell}")
    record(ada, _READ_OUT, "readOut")
    ada.clicks("Rematch")
    grace.sees("wants a rematch", ".offer").clicks("Yes")
    for person in (ada, grace):
        person.until(lambda person=person: person.names == ["Grace", "Ada"], "the rematch")
    ada.sees("Grace is here.", THERE)
    grace.sees("Ada is here.", THERE)
    assert not any("away" in said for said in recorded(ada, "readOut"))


@pytest.mark.slow
def test_a_player_is_told_that_a_request_was_declined(people: People) -> None:
    ada, grace, mary = people.add(), people.add(), people.add()
    links = invite(ada)
    join(grace, links["o"], "Grace <b>")
    watch(mary, links["h"])
    ada.presses("a1")
    grace.sees("Your turn").presses("b2")
    ada.until(lambda: ada.moves() == 2, "the answer")
    ada.clicks("Take back")
    mary.sees("Ada wants", ".offer")
    grace.sees("Ada wants", ".offer").clicks("No").sees_no(".offer span")
    ada.sees("Grace <b> said no: the move stays.", "#note")
    ada.until(lambda: "Grace <b> said no: the move stays." in ada.announced, "the announcement")
    mary.sees_no(".offer span")
    assert not grace.note
    assert not mary.note, "spectators do not see the answer"
    ada.page.reload()
    ada.sees("Grace <b> said no: the move stays.", "#note")
    ada.presses("a2").sees_no("#note")
    grace.until(lambda: grace.moves() == 3, "the next move")
    grace.presses("b1")
    ada.until(lambda: ada.moves() == 4, "the answer")
    ada.presses("a3")
    grace.sees("You lost").clicks("Rematch")
    ada.sees("wants a rematch", ".offer").clicks("No")
    grace.sees("Ada said no to a rematch.", "#note")
    grace.clicks("Rematch").sees_no("#note")


def test_without_scripts_a_reload_shows_presence_and_declined_requests(people: People) -> None:
    ada, grace = (people.add(java_script_enabled=False) for _ in range(2))
    invite_without_scripts(ada, grace)
    grace.sees("Ada is here.", THERE)
    ada.page.reload()
    ada.sees("Grace is here.", THERE)
    ada.page.locator('.board button[aria-label^="a1,"]').click()
    ada.clicks("Take back")
    grace.page.reload()
    grace.sees("Ada wants", ".offer").clicks("No")
    ada.page.reload()
    ada.sees("Grace said no: the move stays.", "#note")
