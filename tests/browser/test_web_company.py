"""A game by link: whether the friend is there, who looks on, and that one is told when the friend says no."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

import pytest

from noughts.apps.web.live.presence import GRACE
from tests.browser.people import People, Person
from tests.browser.test_web_link import invites, invites_without_scripts, looks_on, takes

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


def reads(person: Person, script: str, name: str) -> None:
    """Have a page note what it says from now on."""
    person.page.evaluate(f"() => {{ {script} }}")
    assert isinstance(noted(person, name), list)


def noted(person: Person, name: str) -> list[str]:
    return [str(each) for each in person.page.evaluate(f"window.{name}")]


@contextmanager
def heard(person: Person) -> Iterator[None]:
    """Do something, and wait until the page that comes hears of changes: who leaves it then is missed soon."""
    with person.page.expect_response(lambda answer: answer.url.endswith("/events")):
        yield


@pytest.mark.slow
def test_it_is_seen_whether_the_friend_is_there_and_who_looks_on(people: People) -> None:
    ada, grace, mary = people.comes(), people.comes(), people.comes()
    links = invites(ada)
    assert ada.page.locator(THERE).inner_text() == "", "the status says that nobody has come yet"
    reads(ada, _READ_OUT, "readOut")
    with heard(grace):
        takes(grace, links["o"], "Grace")
    ada.sees("Grace is here.", THERE)
    grace.sees("Ada is here.", THERE)
    ada.until(lambda: any("Grace is here." in said for said in noted(ada, "readOut")), "it is read out")
    assert not any("away" in said for said in noted(ada, "readOut"))

    looks_on(mary, links["h"]).sees("Ada is here. Grace is here.", THERE)
    ada.sees("1 watching", WATCHING)
    second = mary.other_tab()
    second.goes(mary.page.url).sees("1 watching", WATCHING)
    looks_on(people.comes(), links["h"]).sees("2 watching", WATCHING)
    ada.sees("2 watching", WATCHING)

    reads(ada, _SHOWN, "shown")
    quick = True
    for _ in range(2):
        began = monotonic()
        with heard(grace):
            grace.page.reload()
        grace.sees("Ada is here.", THERE)
        quick = quick and monotonic() - began < GRACE
    if quick:
        assert set(noted(ada, "shown")) == {"Grace is here."}, "who loads their page anew is not missed"
    else:
        ada.sees("Grace is here.", THERE)
    where = grace.page.url
    grace.goes("/games")
    ada.sees("Grace is away.", THERE)
    ada.until(lambda: ada.said == "Grace is away.", "it is read out")
    grace.goes(where)
    ada.sees("Grace is here.", THERE)
    said = noted(ada, "readOut")
    assert not any("watching" in each for each in said), "who looks on is not read out"
    came, went = (sum(words in each for each in said) for words in ("Grace is here.", "Grace is away."))
    assert came == went + 1, said
    assert went == 1 or not quick, said
    ada.presses("a1")
    grace.until(lambda: grace.moves() == 1, "the move")
    assert ada.page.locator(THERE).inner_text() == "Grace is here."


@pytest.mark.slow
def test_after_a_rematch_both_are_still_there(people: People) -> None:
    ada, grace = people.comes(), people.comes()
    takes(grace, invites(ada)["o"], "Grace")
    for number, (cell, mover) in enumerate(zip(["a1", "b2", "a2", "b1", "a3"], [ada, grace] * 3, strict=False), 1):
        mover.cell(cell).click()
        for person in (ada, grace):
            person.until(lambda person=person, number=number: person.moves() == number, f"{cell} is seen")
    reads(ada, _READ_OUT, "readOut")
    ada.clicks("Ask for a rematch")
    grace.sees("asks for a rematch", ".offer").clicks("Yes")
    for person in (ada, grace):
        person.until(lambda person=person: person.names == ["Grace", "Ada"], "the rematch")
    ada.sees("Grace is here.", THERE)
    grace.sees("Ada is here.", THERE)
    assert not any("away" in said for said in noted(ada, "readOut"))


@pytest.mark.slow
def test_who_asked_is_told_when_it_is_refused(people: People) -> None:
    ada, grace, mary = people.comes(), people.comes(), people.comes()
    links = invites(ada)
    takes(grace, links["o"], "Grace <b>")
    looks_on(mary, links["h"])
    ada.presses("a1")
    grace.sees("Your move, Grace <b> (O).").presses("b2")
    ada.until(lambda: ada.moves() == 2, "the answer")
    ada.clicks("Ask to take back")
    mary.sees("Ada asks", ".offer")
    grace.sees("Ada asks", ".offer").clicks("No").sees_no(".offer")
    ada.sees("Grace <b> said no: the move stays.", "#note")
    ada.until(lambda: "Grace <b> said no: the move stays." in ada.said, "it is read out")
    mary.sees_no(".offer")
    assert not grace.note
    assert not mary.note, "it is between the two"
    ada.page.reload()
    ada.sees("Grace <b> said no: the move stays.", "#note")
    ada.presses("a2").sees_no("#note")
    grace.until(lambda: grace.moves() == 3, "the next move")
    grace.presses("b1")
    ada.until(lambda: ada.moves() == 4, "the answer")
    ada.presses("a3")
    grace.sees("Ada wins", "#status").clicks("Ask for a rematch")
    ada.sees("asks for a rematch", ".offer").clicks("No")
    grace.sees("Ada said no to a rematch.", "#note")
    grace.clicks("Ask for a rematch").sees_no("#note")


def test_without_scripts_it_is_said_when_the_page_is_loaded(people: People) -> None:
    ada, grace = (people.comes(java_script_enabled=False) for _ in range(2))
    invites_without_scripts(ada, grace)
    grace.sees("Ada is here.", THERE)
    ada.page.reload()
    ada.sees("Grace is here.", THERE)
    ada.page.locator('.board button[aria-label^="a1,"]').click()
    ada.clicks("Ask to take back")
    grace.page.reload()
    grace.sees("Ada asks", ".offer").clicks("No")
    ada.page.reload()
    ada.sees("Grace said no: the move stays.", "#note")
