"""A class in browsers: pupils join, are present, leave and come back, and the teacher changes things."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from noughts.web.live.presence import GRACE
from tests.browser.looks import check_all_sizes
from tests.browser.people import People, Person
from tests.slowly import few_fast
from tests.web.web_server import web_server

_LONG = 20_000  # milliseconds in which an absence is noticed, on a busy machine


def begun(people: People) -> tuple[Person, Person, str]:
    """Return a teacher, a projector on another computer, and the path of the class."""
    teacher = people.add().goes("/class").clicks("Begin a class")
    link = teacher.page.get_by_role("link", name="Open the projector view")
    link.wait_for()
    projector = people.add(width=1280, height=720).goes(str(link.get_attribute("href")))
    return teacher, projector, str(teacher.page.url)


def joined(people: People, path: str, name: str, **options: Any) -> Person:
    pupil = people.add(width=360, height=740, **options).goes(path)
    pupil.page.get_by_label("Your nickname").fill(name)
    return pupil.clicks("Join").sees(f"You are {name}", ".who")


def test_pupils_join_and_everybody_sees_who_is_there(people: People) -> None:
    teacher, projector, path = begun(people)
    ada, grace = joined(people, path, "Ada"), joined(people, path, "Grace", java_script_enabled=False)
    for screen, place in ((teacher, ".pupils"), (projector, ".names")):
        screen.sees("Ada", place).sees("Grace", place)
    teacher.sees("2 of 2 here", "h2").page.wait_for_timeout(1_000 * (GRACE + 2))
    assert teacher.page.locator("h2", has_text="2 of 2 here").count() == 1, "a new pupil stays"
    assert "Grace" not in ada.page.inner_text("body")
    address = projector.page.inner_text(".address")
    assert address == path.partition("://")[2]
    assert grace.page.get_by_role("link", name="Reload").is_visible()


def test_a_pupil_leaves_and_returns_with_the_same_name(people: People) -> None:
    teacher, projector, path = begun(people)
    ada = joined(people, path, "Ada")
    teacher.sees("1 of 1 here", "h2")
    with ada.page.expect_response("**/events"):  # a pupil leaving earlier counts as a visitor without scripts
        ada.page.reload()
    ada.goes("/play")
    teacher.page.locator("h2", has_text="0 of 1 here").wait_for(timeout=_LONG)
    projector.page.locator(".names .away", has_text="Ada").wait_for()
    ada.goes(path).sees("You are Ada", ".who")
    teacher.sees("1 of 1 here", "h2")


def test_two_with_one_nickname_are_told_apart(people: People) -> None:
    teacher, _, path = begun(people)
    joined(people, path, "Ada")
    other = people.add().goes(path)
    other.page.get_by_label("Your nickname").fill("\u202eAda\u200b")
    other.clicks("Join").sees("You are Ada 2", ".who")
    teacher.sees("Ada 2", ".pupils")


def test_the_teacher_renames_and_removes_a_pupil_at_once(people: People) -> None:
    teacher, projector, path = begun(people)
    rude = joined(people, path, "Rude word")
    teacher.page.locator("summary", has_text="Rude word").click()
    teacher.page.get_by_label("Name", exact=True).fill("Kim")
    teacher.clicks("Rename")
    rude.sees("You are Kim", ".who")
    projector.sees("Kim", ".names")
    assert "Rude" not in projector.page.inner_text("body")
    teacher.clicks("Remove")
    rude.page.get_by_label("Your nickname").wait_for()
    projector.page.locator(".names li").wait_for(state="detached")
    rude.page.get_by_label("Your nickname").fill("Rude again")
    rude.clicks("Join").sees("removed you", "#note")
    rude.complaints[:] = [each for each in rude.complaints if "403" not in each]


def test_the_class_ends_for_all(people: People) -> None:
    teacher, projector, path = begun(people)
    ada = joined(people, path, "Ada")
    teacher.unfolds("End the class").clicks("Yes, end it").sees("has ended")
    ada.sees("The class has ended")
    projector.sees("The class has ended", "h1")


def test_a_class_continues_after_a_restart_of_the_server(chrome: Any, tmp_path: Path) -> None:
    with web_server(tmp_path, "--seed", "1") as server:
        group, port = People(chrome, server.address), server.port
        teacher, _, path = begun(group)
        ada = joined(group, path, "Ada")
        teacher.sees("1 of 1 here", "h2")
    with web_server(tmp_path, "--seed", "1", "--port", str(port)):
        for person in (teacher, ada):
            person.page.reload()
        ada.sees("You are Ada", ".who")
        teacher.sees("1 of 1 here", "h2")
        for person, _ in group._all:
            person.complaints.clear()  # the connection was lost
        group.close()


@pytest.fixture(scope="module")
def screens(chrome: Any, site: Any) -> Iterator[dict[str, Person]]:
    """Every page of one class."""
    group = People(chrome, site.address)
    teacher, projector, path = begun(group)
    ada = joined(group, path, "Ada")
    teacher.sees("1 of 1 here", "h2")
    projector.sees("Ada", ".names")
    start, join = (group.add().goes(page) for page in ("/class", path))
    yield {"teacher": teacher, "projector": projector, "pupil": ada, "start": start, "join": join}
    group.close()


@pytest.mark.parametrize("role", few_fast(["teacher", "projector", "pupil", "start", "join"], 2))
def test_the_pages_are_accessible_at_all_sizes(screens: dict[str, Person], role: str) -> None:
    check_all_sizes(screens[role], f"class-{role}")


def test_a_long_name_makes_no_page_wider(people: People) -> None:
    teacher, projector, path = begun(people)
    joined(people, path, "W" * 40)
    for person, place in ((teacher, ".pupils"), (projector, ".names")):
        person.sees("WWW", place).page.set_viewport_size({"width": 320, "height": 700})
        assert person.page.evaluate("document.documentElement.scrollWidth") == 320


def test_the_lobby_fits_on_a_projector(people: People) -> None:
    teacher, projector, path = begun(people)
    for number in range(40):
        headers = {"cookie": f"noughts={number:022}", "origin": path.rpartition("/class")[0]}
        teacher.page.request.post(f"{path}/join", headers=headers, form={"name": f"Ada {number}"})
    projector.page.locator(".names li").nth(39).wait_for()
    for width, height in ((1280, 720), (1920, 1080)):
        projector.page.set_viewport_size({"width": width, "height": height})
        assert projector.page.evaluate("document.documentElement.scrollHeight") <= height
        assert projector.page.locator("img.code").bounding_box()["height"] > 0.7 * height, "the last row can scan it"
    assert re.search(r"\b40\b|\b0\b", projector.page.inner_text(".count"))
