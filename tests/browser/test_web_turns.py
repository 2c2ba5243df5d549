"""From one page to another without reloading: tabs, links, forms, and the browser's Back and Forward."""

import re
from typing import Any

import pytest

from tests.browser.looks import check_page
from tests.browser.people import People, Person
from tests.slowly import few_fast

TABS = {
    "Play": "/play",
    "Puzzles": "/puzzles",
    "Analyse": "/analyse",
    "Explore": "/explore",
    "Games": "/games",
    "Learn": "/learn",
}

_STYLES = """[...document.querySelectorAll('link[rel=stylesheet]')]
  .filter((link) => link.media !== 'not all').map((link) => link.getAttribute('href'))"""
_STREAMS = """
window.streams = [];
window.EventSource = class extends EventSource {
  constructor(url) { super(url); window.streams.push(this); }
};
"""
_OPEN = "window.streams.filter(({ readyState }) => readyState !== EventSource.CLOSED).map(({ url }) => url)"


def comes(people: People, path: str, **options: Any) -> Person:
    """Add a user whose browser loads one whole page, and then only parts."""
    person = people.add(**options)
    person.context.add_init_script(_STREAMS)
    person.goes(path).page.locator("[data-tools]:visible").wait_for()  # the script has run
    person.page.evaluate("window.stays = true")
    return person


def stays(person: Person) -> bool:
    """Return whether the page has not been loaded again."""
    return bool(person.page.evaluate("window.stays === true"))


def tab(person: Person, words: str) -> Any:
    """Return the link to a tab."""
    return person.page.get_by_role("navigation", name="Pages").get_by_role("link", name=words, exact=True)


def turns(person: Person, words: str) -> Person:
    """Press a tab, and wait for its page."""
    tab(person, words).click()
    return arrives(person, TABS[words])


def arrives(person: Person, path: str) -> Person:
    """Wait until the page with this address is shown without having been loaded as a whole.

    The tabs add what the pages show to their addresses.
    """
    person.until(lambda: re.split("[?#]", person.page.url)[0] == person.address + path, f"the address {path}")
    person.until(lambda: person.page.locator("#part[aria-busy]").count() == 0, "the page")
    assert stays(person)
    return person


def scroll(person: Person) -> float:
    return float(person.page.evaluate("scrollY"))


def test_tabs_are_turned_without_reloading(people: People) -> None:
    ada, whole = comes(people, "/", reduced_motion="reduce"), people.add(reduced_motion="reduce")
    for _ in range(2):
        for words in TABS:
            turns(ada, words)
            assert ada.page.locator("header [aria-current=page]").all_inner_texts() == [words]
            assert ada.focus == "main"
            assert ada.announced == ada.page.title().removesuffix(" · noughts")
            whole.goes(ada.page.url)
            assert ada.page.title() == whole.page.title()
            assert ada.page.evaluate(_STYLES) == whole.page.evaluate(_STYLES), "the same styles, in the same order"


@pytest.mark.parametrize("words", few_fast(TABS, 2))
def test_axe_finds_nothing_on_arrival(people: People, words: str) -> None:
    ada = comes(people, "/api/docs", reduced_motion="reduce")
    check_page(turns(ada, words), f"turned-{words}")
    assert stays(ada)


def test_back_and_forward_return_to_the_place_on_the_page(people: People) -> None:
    ada = comes(people, "/learn")
    ada.page.evaluate("scrollTo(0, 500)")
    ada.page.locator("a[href='learn/2-forks']").evaluate("(link) => link.click()")  # Playwright would scroll
    arrives(ada, "/learn/2-forks").sees("orks", "h1")
    assert scroll(ada) == 0
    ada.page.evaluate("scrollTo(0, 300)")
    ada.page.get_by_role("link", name="All lessons").evaluate("(link) => link.click()")
    arrives(ada, "/learn")
    assert scroll(ada) == 0
    for direction, path, place in (
        ("back", "/learn/2-forks", 300),
        ("back", "/learn", 500),
        ("forward", "/learn/2-forks", 300),
        ("forward", "/learn", 0),
    ):
        ada.page.evaluate(f"history.{direction}()")
        arrives(ada, path)
        ada.until(lambda place=place: scroll(ada) == place, f"the place {place} of {path}")
    ada.page.evaluate("scrollTo(0, 400)")
    ada.page.reload()
    ada.until(lambda: scroll(ada) == 400, "the place after a reload")


def test_pages_are_turned_with_the_keyboard(people: People) -> None:
    ada = comes(people, "/learn")
    tab(ada, "Play").press("Enter")
    arrives(ada, "/play").keys("Tab")
    assert ada.focus == "Computer", "the first control of the page"
    skip = ada.page.get_by_role("link", name="Skip to the board")
    for _ in range(2):  # the address names the board already at the second time
        skip.press("Enter")
        ada.keys("Tab")
        assert ada.focus == "b2"
    assert ada.page.url.endswith("/play#board")
    ada.keys("Enter")
    ada.until(lambda: ada.moves() == 2, "the computer's move")
    assert stays(ada)


def test_the_scripts_of_a_page_work_on_arrival_and_rest_elsewhere(people: People) -> None:
    ada = turns(comes(people, "/learn"), "Explore")
    ada.page.locator(".nx-play").wait_for()
    ada.keys("ArrowRight", "ArrowRight")
    ada.until(lambda: ada.page.url.endswith("#step=3"), "step 3")
    turns(ada, "Analyse")
    ada.keys("ArrowRight", "Space").page.wait_for_timeout(400)
    assert "/analyse" in ada.page.url, "the explorer is gone"
    before = ada.moves()
    ada.presses("b1").page.locator("#part").focus()
    ada.keys("ArrowLeft")
    ada.until(lambda: ada.moves() == before, "the step back")
    turns(ada, "Games").keys("ArrowRight", "u").page.wait_for_timeout(200)
    assert ada.page.url.endswith("/games")
    ada.page.go_back()
    ada.until(lambda: "/analyse?" in ada.page.url and len(ada.labels) == 9, "the study")
    ada.keys("ArrowRight")
    ada.until(lambda: ada.moves() == before + 1, "the step forward")
    ada.page.evaluate("history.go(-4)")
    arrives(ada, "/explore").page.locator(".nx-play").wait_for()
    ada.until(lambda: ada.page.url.endswith("#step=3"), "the step at which the reader left")
    assert stays(ada)


def test_two_computers_stop_when_their_page_is_left(people: People) -> None:
    ada = comes(people, "/play?mode=watch&game=5,5,4").clicks("Start").clicks("Play on")
    ada.until(lambda: ada.moves() > 0, "the first move")
    slow: list[Any] = []
    ada.context.route("**/learn", lambda route: slow.append(route))  # Playwright wraps functions only
    tab(ada, "Learn").click()
    ada.until(lambda: slow, "the request for another page")
    ada.page.wait_for_timeout(1500)
    slow[0].continue_()
    arrives(ada, "/learn").page.wait_for_timeout(1500)
    assert ada.page.url.endswith("/learn")
    ada.page.go_back()
    ada.page.locator("[data-auto][aria-pressed=false]").wait_for()
    assert stays(ada)


def test_streams_are_closed_when_their_page_is_left(people: People) -> None:
    ada = comes(people, "/play?mode=here").presses("b2")
    ada.until(lambda: len(ada.page.evaluate(_OPEN)) == 1, "the stream of the game")
    turns(ada, "Analyse")
    assert ada.page.evaluate(_OPEN) == []
    ada.page.go_back()
    ada.until(lambda: len(ada.page.evaluate(_OPEN)) == 1, "the stream again")
    ada.page.evaluate("history.forward()")
    arrives(ada, "/analyse").unfolds("Another game")
    ada.page.locator("select[name=game]").select_option("7,7,5")
    ada.clicks("Analyse")
    ada.until(lambda: any("analyse/values" in url for url in ada.page.evaluate("streams.map((s) => s.url)")), "values")
    turns(ada, "Learn")
    assert ada.page.evaluate(_OPEN) == []


def test_forms_turn_pages_too(people: People) -> None:
    ada = comes(people, "/analyse").presses("b2").unfolds("Set up the board")
    ada.clicks("Play on with a friend here").sees("O is to move")
    assert ada.moves() == 1
    ada.presses("a1").unfolds("Moves and files").clicks("Analyse").sees("X to move")
    assert ada.moves() == 2
    turns(ada, "Games").page.get_by_label("SGF, lists of moves").fill("b2 a1")
    ada.clicks("Import").sees("to move")
    assert stays(ada)


def test_a_friend_enters_a_room_without_reloading(people: People) -> None:
    ada, grace = comes(people, "/play?mode=link"), people.add()
    ada.clicks("Create a link").page.locator("#links").wait_for()
    grace.goes(ada.page.locator(".invitation input").first.input_value()).page.evaluate("window.stays = true")
    grace.clicks("Play").page.locator("#links").wait_for()
    ada.sees_no(".invitation")
    turns(grace, "Games").page.locator(".who a").click()
    grace.page.locator("#links").wait_for()
    assert stays(ada)
    assert stays(grace)


def test_what_is_no_page_is_left_to_the_browser(people: People) -> None:
    ada = comes(people, "/analyse?moves=b2", expected=["404"])
    ada.unfolds("Save and share")
    with ada.page.expect_download() as download:
        ada.clicks("SGF")
    assert download.value.suggested_filename == "noughts.sgf"
    assert stays(ada)
    ada.page.evaluate("document.querySelector('footer a').href = 'openapi.json'")
    ada.page.locator("footer a").first.click()
    ada.page.wait_for_url("**/openapi.json")
    ada.goes("/api/docs").clicks("Try it out").page.wait_for_url("**/api/docs/try")
    ada.page.get_by_text("← The API of noughts").wait_for()


@pytest.mark.parametrize("fault", ["style", "version"])
def test_the_browser_loads_a_page_that_cannot_be_turned_to(people: People, fault: str) -> None:
    ada = comes(people, "/play", expected=["404", "ERR_FAILED"])

    def newer(route: Any) -> None:
        if "x-part" not in route.request.headers:
            route.continue_()
            return
        response = route.fetch()
        route.fulfill(response=response, body=response.text().replace("static/noughts-", "static/noughts-2"))

    if fault == "style":
        ada.page.route("**/learn-*.css", lambda route: route.abort(), times=1)
    else:
        ada.page.route("**/learn", newer)
    with ada.page.expect_event("domcontentloaded"):
        tab(ada, "Learn").click()
    ada.sees("Learn", "h1")
    assert not stays(ada)
    assert ada.page.url.endswith("/learn")
