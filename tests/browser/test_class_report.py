"""The report on a class in a browser: it sorts without a server, by mouse and by keyboard, and prints."""

from pathlib import Path
from typing import Any

import pytest

from noughts.grading.classroom.entry import Entry
from noughts.grading.classroom.page import class_html
from noughts.grading.classroom.settings import USUAL
from tests.browser.chromium import axe


@pytest.fixture
def report(tmp_path: Path) -> str:
    """The address of a report on four students."""
    entries = [
        Entry(
            "Bob", "b.py", "value", "It loses.", asked=9, faults={"value": 3}, wins_in_one=4, wins_missed=1, seconds=2
        ),
        Entry("Zoe", "", "not-handed-in", "nothing was handed in"),
        Entry("ada", "a.py", "flawless", "Passed.", asked=9, wins_in_one=4, seconds=11.0),
        Entry("Cyd", "c.py", "not-graded", "c.py is empty", reason="empty"),
    ]
    (tmp_path / "report.html").write_text(class_html(entries, title="homework", rubric=USUAL))
    return (tmp_path / "report.html").as_uri()


def students(page: Any) -> list[str]:
    """Return the students in the order of the table."""
    return [text.split("\n")[0] for text in page.locator(".sortable tbody th").all_inner_texts()]


@pytest.mark.parametrize(
    ("column", "up"),
    [
        ("Student", ["ada", "Bob", "Cyd", "Zoe"]),
        ("Result", ["ada", "Bob", "Cyd", "Zoe"]),
        ("Positions lost", ["ada", "Bob", "Zoe", "Cyd"]),
        ("Time", ["Bob", "ada", "Zoe", "Cyd"]),
        ("Points", ["Bob", "ada", "Zoe", "Cyd"]),
    ],
)
def test_a_column_sorts_by_its_head_and_empty_cells_stay_last(
    chrome: Any, report: str, column: str, up: list[str]
) -> None:
    page = chrome.new_page()
    page.goto(report)
    head = page.get_by_role("columnheader", name=column)
    button = page.get_by_role("button", name=column)
    button.click()
    assert (students(page), head.get_attribute("aria-sort")) == (up, "ascending")
    button.press("Enter")
    assert head.get_attribute("aria-sort") == "descending"
    known = [name for name in up if column in ("Student", "Result") or name in ("ada", "Bob")]
    assert students(page)[: len(known)] == known[::-1]
    page.close()


def test_without_scripts_the_report_is_complete(chrome: Any, report: str) -> None:
    context = chrome.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(report)
    assert students(page) == ["Bob", "Zoe", "ada", "Cyd"]
    assert page.get_by_role("button").count() == 0
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_report_is_accessible_and_prints_within_the_paper(chrome: Any, report: str, scheme: str) -> None:
    context = chrome.new_context(color_scheme=scheme, viewport={"width": 688, "height": 900})
    page = context.new_page()
    page.goto(report)
    page.evaluate(axe())
    found = page.evaluate("axe.run()")["violations"]
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []
    page.emulate_media(media="print", color_scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= 688
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    context.close()
