"""Slides in a browser: they fit a projector, and keys, edges, boards and the printer work."""

import re
from typing import Any

import pytest

from noughts.web.pages.learn.lessons import lessons
from noughts.web.pages.learn.slides import slides
from tests.browser.looks import check_all_sizes
from tests.browser.people import People, Person
from tests.slowly import few_fast

EVERYONE = [name for name, lesson in lessons().items() if lesson.course == "everyone"]
FIRST = "/learn/1-how-not-to-lose/slides"
TOO_LARGE = "root => [root.scrollWidth - innerWidth, root.scrollHeight - innerHeight]"


def shown(person: Person) -> list[str]:
    """Return the ids of the visible slides."""
    slides = person.page.locator(".slide").all()
    return [slide.get_attribute("id") for slide in slides if slide.is_visible()]


def turns(person: Person, *keys: str) -> str:
    """Press keys, and return the id of the slide."""
    for key in keys:
        person.page.keyboard.press(key)
    (id,) = shown(person)
    return id


@pytest.mark.parametrize("name", few_fast(EVERYONE, 2))
def test_no_slide_scrolls_on_a_projector(people: People, name: str) -> None:
    ada = people.add().goes(f"/learn/{name}/slides")
    for number in range(1, len(slides(lessons()[name])) + 1):
        ada.until(lambda number=number: shown(ada) == [f"slide{number}"], f"slide {number}")
        for width, height in [(1280, 720), (1920, 1080)]:
            ada.page.set_viewport_size({"width": width, "height": height})
            assert ada.page.evaluate(f"({TOO_LARGE})(document.documentElement)") == [0, 0], number
            parts = ada.page.locator(".slide.on .idea :is(p, li, th, .layer):visible")
            assert parts.evaluate_all("all => Math.min(...all.map((one) => one.getBoundingClientRect().top))") > 0
        ada.page.keyboard.press("ArrowRight")


def test_keys_turn_the_slides(people: People) -> None:
    ada = people.add(width=1280, height=720).goes(FIRST)
    assert shown(ada) == ["slide1"]
    assert turns(ada, "ArrowRight", "Space", "PageDown") == "slide4"
    assert turns(ada, "ArrowLeft", "PageUp") == "slide2"
    assert turns(ada, "Shift+Space", "ArrowLeft") == "slide1", "the first slide has none before it"
    assert turns(ada, "End", "ArrowRight") == "slide10"
    assert turns(ada, "Home") == "slide1"
    assert turns(ada, "End") == "slide10"
    ada.page.reload()
    assert shown(ada) == ["slide10"], "a reload stays"


def test_a_press_on_an_edge_turns_the_slide(people: People) -> None:
    ada = people.add(width=1280, height=720).goes(FIRST)
    ada.page.mouse.click(1275, 500)
    ada.until(lambda: shown(ada) == ["slide2"], "the next slide")
    ada.page.mouse.click(5, 100)
    ada.until(lambda: shown(ada) == ["slide1"], "the slide before")


def test_a_board_answers_and_leaves_the_keys_to_the_slides(people: People) -> None:
    ada = people.add(width=1280, height=720).goes(f"{FIRST}#slide3")
    ada.page.locator("#board1-c1").click()
    ada.sees("Yes! a1-b1-c1 is complete: X wins.", ".slide.on [data-reply]")
    assert shown(ada) == ["slide3"]
    assert turns(ada, "ArrowRight", "ArrowRight", "Space", "ArrowLeft") == "slide5"
    ada.page.locator("#board2-a2").click()
    ada.sees("No. Now X plays c1 and wins.", ".slide.on [data-reply]")
    ada.page.reload()
    ada.sees("No. Now X plays c1 and wins.", ".slide.on [data-reply]")
    assert turns(ada, "ArrowLeft", "ArrowLeft") == "slide3"
    ada.sees("X wins.", ".slide.on [data-reply]")


def test_a_board_has_no_lines_of_a_table(people: People) -> None:
    names = people.add().goes("/learn/2-forks/slides").page.locator(".board thead :is(th, td), .board th")
    assert names.count() == 3 * 7
    assert set(names.evaluate_all("all => all.map((one) => getComputedStyle(one).borderBottomWidth)")) == {"0px"}


def test_with_the_tab_key_the_arrows_belong_to_the_board(people: People) -> None:
    ada = people.add(width=1280, height=720).goes(f"{FIRST}#slide3")
    ada.page.locator("#board1-b3").focus()
    assert turns(ada, "ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp") == "slide3"
    ada.keys("Enter").sees("X wins.", ".slide.on [data-reply]")


def test_a_lesson_leads_to_its_slides_and_back(people: People) -> None:
    ada = people.add(width=1280, height=720).goes("/learn/2-forks")
    ada.clicks("Slides for a projector")
    ada.until(lambda: shown(ada) == ["slide1"], "the first slide")
    assert not ada.page.locator(".top").is_visible()
    assert turns(ada, "ArrowRight") == "slide2"
    ada.page.locator(".slide.on .foot a").click()
    ada.page.locator(".lesson").wait_for()
    assert ada.page.locator(".top").is_visible()


def test_without_scripts_all_slides_stand_one_below_the_other(people: People) -> None:
    ada = people.add(java_script_enabled=False).goes(FIRST)
    assert len(shown(ada)) == 10
    ada.page.locator("#board1-c1").click()
    ada.sees("Yes! a1-b1-c1 is complete: X wins.", "#slide3 [data-reply]")
    assert ada.page.url.endswith("?board1=c1#slide3")


def pages(page: Any, **options: Any) -> int:
    """Return the number of pages that the printer gets."""
    return len(re.findall(rb"/Type /Page\b", page.pdf(**options)))


@pytest.mark.parametrize("name", few_fast(EVERYONE, 2))
def test_a_slide_is_a_page_on_paper(people: People, name: str) -> None:
    page = people.add().goes(f"/learn/{name}/slides").page
    for paper in ("A4", "Letter"):
        assert pages(page, format=paper, landscape=True) == len(slides(lessons()[name]))
    page.emulate_media(media="print")
    marks = page.locator(".cell .mark > *").evaluate_all("all => all.map((one) => getComputedStyle(one).animationName)")
    assert {*marks} <= {"none"}, "the marks are there at once"


@pytest.mark.parametrize("place", ["1-how-not-to-lose/slides", "6-bigger-boards/slides?board2=b6#slide6"])
def test_slides_are_accessible(people: People, place: str) -> None:
    check_all_sizes(people.add().goes(f"/learn/{place}"), f"slides-{place[0]}", ((320, 700), (1280, 720)))
