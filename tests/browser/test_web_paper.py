"""Worksheets in a browser: the page looks like the printed sheet, and the printer gets only whole boards."""

import re

import pytest

from noughts.explain.exercises.worksheet import worksheet
from noughts.render.worksheet import worksheet_html
from tests.browser.looks import check_all_sizes
from tests.browser.people import People, Person
from tests.slowly import few_fast

LESSON_1 = "count=6&empties=3&trees=2&scores=winner&seed=178"


def pages(person: Person) -> int:
    """Return the number of pages that the printer gets, which is the same on both sizes of paper."""
    a4, letter = (len(re.findall(rb"/Type /Page\b", person.page.pdf(format=paper))) for paper in ("A4", "Letter"))
    assert a4 == letter
    return a4


@pytest.mark.parametrize(
    ("query", "sheet", "key"),
    few_fast(
        [
            (LESSON_1, 2, 2),  # as the lesson plan says
            ("", 2, 2),
            ("count=0&trees=1&seed=21", 1, 1),
            ("count=0&trees=2&algorithm=alphabeta&seed=3&variants=2", 4, 3),
            ("kind=puzzles", 1, 2),
            ("kind=puzzles&theme=fork&level=1&variants=3", 3, 7),
        ],
        2,
    ),
)
def test_a_sheet_and_its_key_have_pages_of_their_own(people: People, query: str, sheet: int, key: int) -> None:
    ada = people.add().goes(f"/paper?{query}")
    assert pages(ada) == sheet
    ada.clicks("Answer key").sees("Answers", ".paper")
    assert pages(ada) == key


def test_four_slips_with_an_exit_question_fill_a_page(people: People) -> None:
    assert pages(people.add().goes("/paper/plans/with-the-page/slips")) == 1


def test_the_page_of_the_command_prints_in_the_same_way(people: People) -> None:
    ada = people.add()
    sheet = worksheet(count=6, empties=3, trees=2, unit="winner", seed=178)
    ada.page.set_content(worksheet_html(sheet))
    assert pages(ada) == 4


def test_the_printer_gets_only_the_sheet_and_does_not_split_boards(people: People) -> None:
    page = people.add().goes(f"/paper?{LESSON_1}").page
    page.emulate_media(media="print")
    for hidden in (".top", ".chooser", "footer", ".preview .actions"):
        assert not page.locator(hidden).first.is_visible(), hidden
    breaks = page.locator(".item, .tree").evaluate_all("all => all.map((one) => getComputedStyle(one).breakInside)")
    assert len(breaks) == 8
    assert set(breaks) == {"avoid"}


def test_a_teacher_chooses_puzzles_and_gets_their_key(people: People) -> None:
    ada = people.add().goes("/learn").clicks("worksheets and lesson plans to print").clicks("Puzzles")
    ada.sees("Puzzles: 3 × 3", ".paper")
    ada.page.get_by_label("Theme").select_option("fork")
    ada.page.get_by_label("Puzzles").fill("3")
    ada.page.get_by_label("Sheet number").fill("8")
    ada.clicks("Show").sees("Sheet 8", ".paper")
    assert ada.page.locator(".item").count() == 3
    ada.clicks("Answer key").sees("Answers", ".paper")
    ada.clicks("Another sheet").sees("Sheet 9", ".paper")
    assert ada.page.locator(".item").count() == 3


def test_print_opens_the_printer(people: People) -> None:
    ada = people.add()
    ada.context.add_init_script("window.print = () => { document.title = 'printed'; };")
    for path in ("/paper", "/paper/plans/by-hand"):
        ada.goes(path).clicks("Print")
        assert ada.page.title() == "printed"


def test_without_scripts_the_form_and_the_key_work(people: People) -> None:
    ada = people.add(java_script_enabled=False).goes("/paper")
    ada.page.get_by_label("Positions").fill("2")
    ada.clicks("Show").sees("Worksheet", ".paper")
    assert ada.page.locator(".item").count() == 2
    assert not ada.page.get_by_role("button", name="Print").is_visible()
    ada.clicks("Answer key").sees("All moves", ".paper")


@pytest.mark.parametrize(
    "path",
    few_fast(
        [
            "/paper",
            "/paper/key?kind=puzzles&game=connect+four&count=2",
            "/paper?count=99",
            "/paper/plans/in-code",
            "/paper/plans/in-code/slips",
        ],
        2,
    ),
)
def test_paper_is_accessible_at_all_sizes(people: People, path: str) -> None:
    ada = people.add(expected=["the server responded with a status of 400"]).goes(path)
    check_all_sizes(ada, "paper" + re.sub(r"\W+", "-", path))
