"""The slides of the lessons for everyone show the whole lesson, one idea a slide, with boards that answer."""

import pytest

from noughts.web.pages.learn.lessons import BoardPlace, Lesson, lessons
from noughts.web.pages.learn.slides import slides
from tests.web.exploring import Client, Read

BROWSER = Client()
EVERYONE = [lesson for lesson in lessons().values() if lesson.course == "everyone"]


def is_heading(part: object) -> bool:
    return isinstance(part, str) and part.startswith("<h")


def is_paragraph(part: object) -> bool:
    return isinstance(part, str) and part.startswith("<p>") and "<img" not in part


@pytest.mark.parametrize("lesson", EVERYONE, ids=lambda lesson: lesson.name)
def test_the_slides_show_the_whole_lesson_one_idea_each(lesson: Lesson) -> None:
    made = slides(lesson)
    assert [part for slide in made for part in slide.parts] == [part for part in lesson.parts if not is_heading(part)]
    assert all(is_heading(slide.heading) for slide in made)
    assert list(dict.fromkeys(slide.heading for slide in made)) == [part for part in lesson.parts if is_heading(part)]
    for slide in made:
        first, *others = slide.parts
        assert len(others) <= is_paragraph(first), "a paragraph, and perhaps what it introduces"
        assert not any(map(is_paragraph, others))


def test_a_board_stands_with_the_paragraph_that_introduces_it() -> None:
    slide = next(slide for slide in slides(lessons()["2-forks"]) if isinstance(slide.parts[-1], BoardPlace))
    assert "There are two cells where X can make a fork" in str(slide.parts[0])


@pytest.mark.parametrize("lesson", EVERYONE, ids=lambda lesson: lesson.name)
def test_the_page_numbers_its_slides_and_leads_from_each_to_the_next(lesson: Lesson) -> None:
    path = f"learn/{lesson.name}/slides"
    read = Read(BROWSER.get(f"/{path}").text)
    count = len(slides(lesson))
    assert [one["id"] for one in read.all("section")] == [f"slide{number}" for number in range(1, count + 1)]
    assert f"{count} / {count}" in read.text
    assert [link["href"] for link in read.all("a", rel="next")] == [f"./{path}#slide{n}" for n in range(2, count + 1)]
    assert [link["href"] for link in read.all("a", rel="prev")] == [f"./{path}#slide{n}" for n in range(1, count)]
    assert {"href": path, "class": "button"} in Read(BROWSER.get(f"/learn/{lesson.name}").text).all("a")


def test_a_board_answers_on_its_slide() -> None:
    page = BROWSER.get("/learn/1-how-not-to-lose/slides?board1=c1")
    read = Read(page.text)
    assert "Yes! a1-b1-c1 is complete: X wins." in read.text
    assert read.all("form", action="learn/1-how-not-to-lose/slides#slide3")
    assert "1.1" in page.cookies["learned"], "the board is solved in the lesson, too"


@pytest.mark.parametrize("name", ["04-minimax", "nothing"])
def test_other_lessons_have_no_slides(name: str) -> None:
    assert BROWSER.get(f"/learn/{name}/slides").status_code == 404
