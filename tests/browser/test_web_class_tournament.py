"""A tournament of a class, with a teacher, a projector and five pupils, one of whose browsers runs no scripts."""

from typing import Any

import pytest

from tests.browser.looks import check_all_sizes, check_page
from tests.browser.people import People, Person

TYPES = {"pupil": "main[data-page=class-pupil]", "room": "main[data-page=room]"}


class Lesson:
    """A class with a teacher, a projector and pupils."""

    def __init__(self, people: People, *names: str) -> None:
        self.people = people
        self.teacher = people.add()
        self.teacher.goes("/class").clicks("Begin a class")
        self.teacher.page.locator(".joining").wait_for()
        self.url = self.teacher.page.url
        self.projector = people.add(width=1280, height=720)
        link = self.teacher.page.get_by_role("link", name="Open the projector view").get_attribute("href")
        self.projector.goes(f"/{link}")
        self.pupils = {name: self.joins(name) for name in names}

    def joins(self, name: str, **options: Any) -> Person:
        pupil = self.people.add(width=360, height=740, **options)
        pupil.goes(self.url)
        pupil.page.get_by_label("Your nickname").fill(name)
        pupil.clicks("Join").sees("You are in")
        return pupil

    def begins(self) -> None:
        self.teacher.clicks("Set up a tournament").clicks("Begin the tournament")
        self.teacher.page.get_by_role("button", name="Begin round 1").wait_for()

    def begins_round(self, number: int) -> None:
        self.teacher.clicks(f"Begin round {number}")
        self.teacher.sees(f"Round {number} of", "#tournament")


@pytest.fixture
def lesson(people: People) -> Lesson:
    return Lesson(people, "Ada", "Grace", "Mary", "Kim")


def shows(person: Person, kind: str) -> None:
    person.page.locator(TYPES[kind]).wait_for()


def play(x: Person, o: Person, *cells: str) -> None:
    """Let two pupils move in turn."""
    for number, cell in enumerate(cells):
        mover, other = (o, x) if number % 2 else (x, o)
        mover.sees("Your turn")
        mover.cell(cell).click()
        other.until(lambda other=other, number=number: other.moves() > number, f"the move {cell}")


WIN = ("a1", "a2", "b1", "b2", "c1")


def test_a_round_from_the_first_press_to_the_standings(lesson: Lesson) -> None:
    ada, grace, mary, kim = lesson.pupils.values()
    plain = lesson.joins("Plain", java_script_enabled=False)
    lesson.teacher.sees("5 of 5 here", "h2")
    lesson.begins()
    ada.sees("A tournament begins soon")
    lesson.begins_round(1)
    for pupil in (ada, grace, mary, kim):
        shows(pupil, "room")  # the page goes to the game by itself
    lesson.projector.sees("3 games running", "h1")
    plain.clicks("Reload").sees("you play X against the computer")
    plain.clicks("To your game").sees("Your turn")
    plain.cell("b2").click()
    plain.until(lambda: plain.moves() == 2, "the computer's reply")

    wall = lesson.people.add(width=1280, height=720)
    wall.goes(f"{lesson.projector.page.url}/wall")
    play(ada, grace, *WIN[:2])
    wall.until(lambda: wall.page.locator(".n-just").count() == 2, "the last moves on the wall")
    ada.page.reload()
    grace.page.reload()
    play_on = iter(WIN[2:])
    for number, cell in enumerate(play_on):
        mover, other = (grace, ada) if number % 2 else (ada, grace)
        mover.sees("Your turn")
        mover.cell(cell).click()
        other.until(lambda other=other, number=number: other.moves() > number + 2, cell)
    ada.sees("You win!")
    shows(ada, "pupil")  # after a few seconds, it is back by itself
    ada.sees("You won against Grace. Wait for the others.")
    ada.sees("You have 1 point: place 1 of 5.", ".own")
    lesson.projector.sees("2 games running", "h1")

    mary.page.goto("about:blank")
    mary.goes(lesson.url).clicks("To your game")  # left and returned
    play(mary, kim, *WIN)
    plain.clicks("Yes, resign").clicks("Back to the class").sees("Round 1 is over")
    lesson.projector.sees("Round 1 of 3 is over", "h1")
    lesson.teacher.page.get_by_role("button", name="Begin round 2").wait_for()
    standings = lesson.projector.page.locator(".standings li").all_inner_texts()
    assert [" ".join(row.split()) for row in standings][:2] == ["1 Ada 1", "1 Mary 1"]
    wall.sees("Round 1 is over", "h1")

    shows(mary, "pupil")
    lesson.begins_round(2)
    shows(mary, "room")
    for person in (lesson.projector, wall):
        assert person.page.evaluate("document.documentElement.scrollHeight") == 720


def test_the_end_of_a_tournament(lesson: Lesson) -> None:
    ada, grace, mary, kim = lesson.pupils.values()
    lesson.begins()
    lesson.begins_round(1)
    play(ada, grace, "a1", "c1", "b2", "c3", "b1", "b3", "a3", "c2")
    lesson.teacher.clicks("Yes, end the round").sees("Round 1 of 3 is over", "#tournament")
    assert not lesson.teacher.page.get_by_role("button", name="Yes, end the tournament").is_visible(), "a second press"
    mary.sees("This game brings no points")
    lesson.projector.sees("no points", ".pairings")
    lesson.teacher.clicks("Yes, end the tournament").sees("Final standings", "#tournament")
    lesson.teacher.clicks("Find the turning points")
    for person in (lesson.teacher, lesson.projector):
        person.sees("and turned a draw into a loss.", ".moments")
    for name in ("Standings (CSV)", "All games (SGF)"):
        with lesson.teacher.page.expect_download() as download:
            lesson.teacher.clicks(name)
        assert "Ada" in download.value.path().read_text()
    lesson.teacher.clicks("Close the tournament")
    lesson.projector.page.locator("img.code").wait_for()
    kim.page.goto(lesson.url)
    kim.sees("You are in")
    lesson.teacher.clicks("Back to the tournament").sees("Final standings", "#tournament")


def test_one_board_of_the_wall_is_large_and_then_all_again(lesson: Lesson) -> None:
    lesson.begins()
    lesson.begins_round(1)
    teacher = lesson.teacher
    teacher.page.set_viewport_size({"width": 1280, "height": 720})
    teacher.clicks("All boards")
    teacher.page.locator("#board-2").click()
    teacher.sees("Mary – Kim", "figcaption")
    shows(lesson.pupils["Mary"], "room")
    lesson.pupils["Mary"].presses("b2")
    teacher.until(lambda: teacher.page.locator(".large .n-just").count() == 1, "the move on the large board")
    teacher.page.locator(".large a").click()
    teacher.until(lambda: teacher.page.locator(".wall li").count() == 2, "all boards")
    check_page(teacher, "class-wall")
    teacher.clicks("Standings").sees("Round 1 of 3", "#tournament")


def test_the_pages_of_a_tournament_are_accessible(lesson: Lesson) -> None:
    ada = lesson.pupils["Ada"]
    lesson.teacher.clicks("Set up a tournament")
    lesson.teacher.page.get_by_role("button", name="Begin the tournament").wait_for()
    check_all_sizes(lesson.teacher, "class-tournament-setup")
    lesson.teacher.clicks("Begin the tournament")
    lesson.begins_round(1)
    shows(ada, "room")
    check_all_sizes(ada, "class-tournament-room")
    check_all_sizes(lesson.teacher, "class-tournament-teacher")
    check_all_sizes(lesson.projector, "class-tournament-projector")
    ada.clicks("Back to the class").sees("you play X")
    check_all_sizes(ada, "class-tournament-pupil")
