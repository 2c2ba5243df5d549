"""The room of a game by link: resigning, draws, takebacks and rematches, seen by both players and a spectator."""

from typing import Any

import pytest

from tests.browser.looks import check_all_sizes
from tests.browser.people import People, Person
from tests.browser.test_web_link import invite, join, watch
from tests.slowly import few_fast

_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    const shifted = (shift) => shift.sources.map(({ node }) => node?.outerHTML?.slice(0, 80));
    for (const shift of list.getEntries()) shifts.push([shift.value, ...shifted(shift)]);
  }).observe({ type: 'layout-shift', buffered: false });
}"""
_PLACES = """() => [...document.querySelectorAll('.during > *, .board, .people')].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y + scrollY, width, height];
})"""
_SMALL = """() => [...document.querySelectorAll('#part button, #part a, #part summary, #part input:not([type=hidden])')]
  .filter((one) => !one.closest('.board') && one.checkVisibility())
  .map((one) => [one.innerText || one.id, one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 43.9)
  .map(([name, box]) => `${name}: ${box.width} x ${box.height}`)"""
_BUTTONS = ("Take back", "Offer a draw", "Resign")


def seated(people: People, **options: Any) -> tuple[Person, Person, Person]:
    """Return three people: Ada with X, Grace with O, and the spectator Mary."""
    ada, grace, mary = (people.add(**options) for _ in range(3))
    links = invite(ada)
    join(grace, links["o"], "Grace")
    watch(mary, links["h"])
    ada.sees("Your turn")
    return ada, grace, mary


def plays(mover: Person, cell: str, *others: Person) -> None:
    """Play a move, and wait until the others see it."""
    number = mover.moves() + 1
    mover.cell(cell).click()
    for person in (mover, *others):
        person.until(lambda person=person: person.moves() == number, f"the move {cell}")


def all_see(ada: str, grace: str, mary: str, people: tuple[Person, Person, Person]) -> None:
    for person, words in zip(people, (ada, grace, mary), strict=True):
        person.until(lambda person=person, words=words: person.status == words, words)


def test_a_game_is_drawn_by_agreement_and_the_rematch_is_resigned(people: People) -> None:
    three = ada, grace, mary = seated(people)
    all_see("Your turn", "Ada’s turn", "Ada’s turn", three)
    plays(ada, "b2", grace, mary)
    all_see("Grace’s turn", "Your turn", "Grace’s turn", three)

    ada.clicks("Offer a draw").sees("You offered a draw.", "#offer")
    mary.sees("Ada offers a draw.", "#offer")
    assert mary.page.locator(".deeds button").count() == 0
    grace.sees("Ada offers a draw. Do you agree?", "#offer").clicks("No")
    ada.sees("Grace said no to a draw.", "#note")
    ada.clicks("Take back")
    grace.sees("Ada wants to take a move back. Is that OK?", "#offer").clicks("Yes")
    mary.until(lambda: mary.moves() == 0, "the takeback")
    plays(ada, "a1", grace, mary)
    grace.clicks("Offer a draw")
    ada.sees("Grace offers a draw. Do you agree?", "#offer").clicks("Yes")
    all_see("Draw agreed", "Draw agreed", "Draw agreed", three)
    assert grace.score == ["0", "0", "1"]
    grace.cell("c3").click(force=True)
    assert grace.moves() == 1, "no moves after the end"

    grace.clicks("Rematch")
    ada.sees("Grace wants a rematch. Play again?", "#offer").clicks("Yes")
    all_see("Grace’s turn", "Your turn", "Grace’s turn", three)
    plays(grace, "b2", ada, mary)
    assert ada.page.get_by_text("Yes, resign").is_hidden(), "it asks first"
    ada.page.locator("#resign summary").click()
    ada.keys("Escape")
    assert ada.page.get_by_text("Yes, resign").is_hidden()
    ada.page.locator("#resign summary").click()
    ada.clicks("Yes, resign")
    all_see("You resigned. Grace wins.", "Ada resigned. You win!", "Ada resigned. Grace wins.", three)
    for person in three:
        person.until(lambda person=person: person.score == ["1", "0", "1"], "the score")
        person.page.get_by_role("link", name="Review this game").wait_for()
        person.page.reload()
    all_see("You resigned. Grace wins.", "Ada resigned. You win!", "Ada resigned. Grace wins.", three)
    ada.goes("/games").sees("Ada resigned. Grace wins.", ".how")


def test_a_running_game_shows_the_board_and_the_people_and_nothing_else(people: People) -> None:
    ada, grace, _ = seated(people)
    for person in (ada, grace):
        names = [
            name.strip() for name in person.page.locator("#part :is(button, a, summary):visible").all_inner_texts()
        ]
        assert [name for name in names if name] == [*_BUTTONS, "Links"]
        person.sees("Get 3 in a row to win", ".goal")
    assert "Review" not in ada.page.content()
    assert not {"analyse?", "hint=", "values="} & set(ada.page.content().split('"'))


def test_nothing_jumps_during_a_game(people: People) -> None:
    three = ada, grace, mary = seated(people, width=360, height=740)
    for person in three:
        person.sees("1 watching", "#watching")
        person.page.evaluate(_SHIFTS)
    watch(people.add(), str(ada.page.locator("#link-watch").input_value()))
    for person in three:
        person.sees("2 watching", "#watching")
    places = ada.page.evaluate(_PLACES)
    plays(ada, "b2", grace, mary)
    grace.clicks("Offer a draw")
    ada.sees("Grace offers", "#offer").clicks("No")
    grace.sees("Ada said no", "#note")
    plays(grace, "a1", ada, mary)
    ada.clicks("Take back")
    grace.sees("Ada wants", "#offer").clicks("No")
    ada.page.locator("#resign summary").click()
    ada.clicks("Yes, resign")
    all_see("You resigned. Grace wins.", "Ada resigned. You win!", "Ada resigned. Grace wins.", three)
    grace.clicks("Rematch")
    ada.sees("Grace wants a rematch", "#offer")
    assert ada.page.evaluate(_PLACES) == places
    for person in three:
        assert person.page.evaluate("window.shifts") == []


def test_the_game_on_the_screen_is_the_one_that_friends_play(people: People) -> None:
    ada, grace = people.add(), people.add()
    ada.goes("/play").page.get_by_role("button", name="Connect four").click()
    ada.until(lambda: len(ada.labels) == 42, "the board")
    ada.clicks("Friend by link").clicks("Create a link")
    link = str(ada.page.locator(".link input").first.input_value())
    join(grace, link, "Grace").sees("turn")
    assert len(grace.labels) == 42


def test_the_server_chooses_a_random_side_by_default(people: People) -> None:
    ada, grace = people.add(), people.add()
    ada.goes("/play?mode=link")
    assert ada.page.locator("[name=side]:checked").input_value() == "random"
    invite(ada, side="Random")
    link = str(ada.page.locator(".link input").first.input_value())
    join(grace, link, "Grace").sees("turn")
    assert sorted(ada.names) == ["Ada", "Grace"]


def test_people_who_give_no_name_are_called_you_and_your_friend(people: People) -> None:
    ada, grace, mary = people.add(), people.add(width=360, height=740), people.add()
    links = invite(ada, "", side="O")
    grace.goes(links["x"]).sees("Your friend invites you to play", "h1").sees("you move first", ".seat")
    join(grace, links["x"], "").sees("Your turn")
    ada.sees("Your friend’s turn").sees("Your friend is here.", "#there")
    watch(mary, links["h"]).sees("X’s turn")
    assert (grace.names, ada.names, mary.names) == (["You", "Your friend"], ["Your friend", "You"], ["X", "O"])
    assert "(you)" not in ada.page.locator(".players").inner_text()
    grace.page.locator("#resign summary").click()
    grace.clicks("Yes, resign").sees("You resigned. Your friend wins.")
    ada.sees("Your friend resigned. You win!").clicks("Rematch")
    grace.sees("Your friend wants a rematch.", "#offer").clicks("Yes")
    ada.until(lambda: ada.names == ["You", "Your friend"], "the swapped sides")
    ada.goes("/games").sees("X v O", ".list")


def test_a_stranger_cannot_take_the_seat_of_a_guest(people: People) -> None:
    ada, guest, stranger = people.add(), people.add(), people.add()
    link = invite(ada)["o"]
    stranger.goes(link)
    join(guest, link, "").sees("Ada’s turn")
    assert guest.names == ["Ada", "You"]
    ada.until(lambda: ada.names == ["Ada", "Your friend"], "the guest")
    guest.goes(link)
    assert "/play/" in guest.page.url, "the guest goes straight to the game"
    late = stranger.other_tab()
    late.goes(link)
    assert late.page.locator("#part button").all_inner_texts() == ["Watch"]


def test_of_two_people_with_the_same_link_the_slower_one_can_watch(people: People) -> None:
    ada, grace, slow = people.add(), people.add(), people.add(expected=["409"])
    link = invite(ada)["o"]
    slow.goes(link)
    join(grace, link, "Grace")
    slow.page.get_by_label("Your name").fill("Eve")
    slow.clicks("Play").sees("This seat is taken: you can watch the game.", ".note")
    slow.clicks("Watch").sees("Ada’s turn")


def test_the_invitation_can_be_shared_and_says_that_only_this_computer_can_open_it(people: People) -> None:
    ada, grace = people.add(), people.add()
    ada.context.add_init_script("navigator.share = (shared) => { window.shared = shared; return Promise.resolve(); };")
    grace.context.add_init_script("delete Navigator.prototype.share;")
    link = invite(ada)["o"]
    ada.clicks("Share")
    assert ada.page.evaluate("window.shared") == {"text": "Play tic-tac-toe with me", "url": link}
    assert ada.page.inner_text("#part").count("--share") == 1
    assert ada.page.locator("#part img.qr:visible").count() == 1
    invite(grace)
    assert grace.page.get_by_role("button", name="Share").count() == 0, "there is no share sheet"
    for path in ("/play?mode=computer", "/games", "/learn"):
        assert "--share" not in grace.goes(path).page.inner_text("body")


@pytest.mark.parametrize("state", few_fast(["invitation", "seat", "turn", "offer", "over"], 2))
def test_the_room_is_accessible_and_easy_to_touch(people: People, state: str) -> None:
    ada, grace = people.add(), people.add()
    links = invite(ada)
    person = ada
    if state == "seat":
        person = grace.goes(links["o"])
    elif state != "invitation":
        join(grace, links["o"], "Grace")
        plays(ada, "b2", grace)
    if state == "offer":
        grace.clicks("Offer a draw")
        ada.sees("Grace offers", "#offer")
        grace.sees("You offered", "#offer")
    elif state == "over":
        grace.page.locator("#resign summary").click()
        grace.clicks("Yes, resign")
        ada.sees("You win!")
    check_all_sizes(person, f"room-{state}")
    person.page.set_viewport_size({"width": 360, "height": 740})
    for details in person.page.locator("#part details").all():
        details.evaluate("one => { one.open = true; }")
    assert person.page.evaluate(_SMALL) == []
