"""Questions to a class in browsers: a teacher, a projector and four pupils."""

import signal
from pathlib import Path
from typing import Any

import pytest

from tests.browser.looks import WIDE, check_all_sizes, check_page
from tests.browser.people import People, Person
from tests.slowly import few_fast

PHONE = {"width": 360, "height": 740}
FORK = "xo_/_x_/2_o x"
CONNECT = "7_/7_/7_/7_/2_oo3_/2_xx3_ x"
_PLACES = """() => [...document.querySelectorAll('.board, .words, .verdict, h1')].map((one) => {
  const { x, y, width } = one.getBoundingClientRect();
  return [Math.round(x), Math.round(y + scrollY), Math.round(width)];
})"""
_LOST = ["ERR_CONNECTION_RE", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_EMPTY_RESPONSE", "ERR_SOCKET_NOT_CONNECTED"]
_TALL = "document.documentElement.scrollHeight - document.documentElement.clientHeight"


class Room:
    """A class with a teacher, a projector and pupils."""

    def __init__(self, people: People, **options: Any) -> None:
        self.people = people
        self.teacher = people.add(**options)
        self.teacher.goes("/class").clicks("Begin a class").sees("Your class", "#joining")
        self.url = self.teacher.page.url
        link = str(self.teacher.page.get_by_role("link", name="Open the projector view").get_attribute("href"))
        self.projector = people.add(height=720, **options).goes(link)
        self.pupils = [self.joins(name, **options) for name in ("Ada", "Grace", "Mary", "Kim")]

    def joins(self, name: str, **options: Any) -> Person:
        pupil = self.people.add(**{**PHONE, **options}).goes(self.url)
        pupil.page.get_by_label("Your nickname").fill(name)
        return pupil.clicks("Join").sees(f"You are {name}", ".who")

    def asks(self, text: str, kind: str = "Which move?") -> None:
        self.teacher.unfolds("Ask the class")
        self.teacher.page.get_by_label("A position, moves").fill(text)
        before = self.heading
        self.teacher.clicks(kind)
        self.teacher.until(lambda: self.heading != before, "the question")

    @property
    def heading(self) -> str:
        found = self.teacher.page.locator("#asked")
        return str(found.inner_text()) if found.count() else ""


def answers(pupil: Person, cell: str) -> None:
    pupil.cell(cell).click()
    pupil.until(lambda: "your answer" in pupil.labels[cell], f"the answer {cell}")


@pytest.fixture
def room(people: People) -> Room:
    return Room(people)


def test_a_list_of_questions_from_joining_to_the_table(room: Room) -> None:
    teacher, projector, (ada, grace, mary, kim) = room.teacher, room.projector, room.pupils
    room.asks(f"{FORK}\n{CONNECT}")
    for pupil in room.pupils:
        pupil.sees("Where should X move?")
    projector.sees("0 of 4 have answered", ".count")
    still = projector.page.evaluate(_PLACES), ada.page.evaluate(_PLACES)
    for pupil, cell in ((ada, "c1"), (grace, "a3"), (mary, "c1")):
        answers(pupil, cell)
    answers(ada, "a2")
    assert "your answer" not in ada.labels["c1"], "the last answer counts"
    projector.sees("3 of 4 have answered", ".count")
    teacher.sees("No answer yet: Kim", ".missing")
    check_page(projector, "class-question")
    assert projector.page.locator(".cell.share, bdi").count() == 0

    ada.page.reload()
    ada.sees("Your answer: a2")
    grace.goes("/play").goes(room.url).sees("Your answer: a3")
    late = room.joins("Zoë")
    late.sees("Where should X move?")
    projector.sees("3 of 5 have answered", ".count")
    answers(late, "a2")

    teacher.clicks("Show the answer")
    ada.sees("✓ Right! Your answer: a2")
    mary.sees("✗ Your answer: c1. Right: a2, a3")
    kim.sees("Right: a2, a3")
    projector.sees("Right: a2, a3", ".solution").sees("a2 forks", ".reason")
    shown = {name: label for name, label in projector.labels.items() if "%" in label}
    assert {name: label.split(", ", 2)[2] for name, label in shown.items()} == {
        "a2": "right 50%",
        "a3": "right 25%",
        "c1": "25%",
    }
    assert (projector.page.evaluate(_PLACES), ada.page.evaluate(_PLACES)) == still, "nothing moves"
    assert projector.page.locator("bdi").count() == 0
    kim.cell("a2").click(force=True)
    assert "your answer" not in kim.labels["a2"]

    teacher.clicks("Next question")
    ada.sees("Press a column.")
    teacher.clicks("Hints and values: off")
    ada.clicks("Hint").sees("Column e forks", "#hint")
    grace.page.get_by_role("button", name="Hint").wait_for()
    ada.cell("e1").click()
    ada.sees("Your answer: e.")
    grace.cell("b6").click()
    grace.sees("Your answer: b.")
    teacher.clicks("Names on the projector: off").clicks("Show the answer")
    projector.sees("Ada", ".given bdi")

    room.asks("x2_/_o_/_x_ o", "Who wins?")
    for pupil, words in ((ada, "Draw"), (grace, "O wins"), (mary, "Draw"), (kim, "X wins")):
        pupil.clicks(words).sees("Your answer:")
    teacher.clicks("Show the answer")
    projector.sees("50%", ".bars .right .number").sees("Nobody can force a win", ".reason")
    ada.sees("✓ Right! Your answer: Draw")
    check_all_sizes(ada, "class-question-pupil")
    check_all_sizes(teacher, "class-question-teacher")
    check_page(projector, "class-question-shown")
    teacher.clicks("Back to joining")
    projector.sees("Join with your device", "h1")
    ada.sees("Look at the big screen")

    rows = teacher.page.locator("section[aria-labelledby=results] tbody tr").all_inner_texts()
    assert [row.split("\t")[1:] for row in rows] == [["a2, a3", "3 of 4"], ["b, c, d, e", "2 of 2"], ["Draw", "2 of 4"]]
    with teacher.page.expect_download() as download:
        teacher.clicks("Save as CSV, with names")
    assert "Zoë" in Path(download.value.path()).read_text(encoding="utf-8-sig")
    for person in (projector, ada):
        person.page.set_viewport_size({"width": 320, "height": 640})
        person.until(lambda person=person: person.page.evaluate(WIDE) == 0, "no horizontal scrolling")


@pytest.mark.parametrize("text", few_fast([FORK, CONNECT, "qubic", "15,15,5: h8 i9 g7", "cube: b2b"], 2))
def test_the_projector_shows_a_question_without_scrolling(people: People, text: str) -> None:
    room = Room(people)
    room.asks(text)
    room.teacher.clicks("Show the answer")
    room.projector.page.locator(".reason").wait_for()
    for width, height in ((1280, 720), (1920, 1080)):
        room.projector.page.set_viewport_size({"width": width, "height": height})
        room.projector.until(lambda: room.projector.page.evaluate(_TALL) <= 0, "no scrolling")
        check_page(room.projector, f"class-question-{width}")


def test_without_scripts_a_pupil_can_answer(people: People) -> None:
    room = Room(people)
    plain = room.joins("Nell", java_script_enabled=False)
    room.asks(FORK)
    plain.clicks("Reload").sees("Press a square.")
    plain.cell("a2").click()
    plain.sees("Your answer: a2")
    room.projector.sees("1 of 5 have answered", ".count")
    room.teacher.clicks("Show the answer")
    room.projector.sees("Right: a2, a3", ".solution")
    plain.clicks("Reload").sees("✓ Right!")


def test_a_refused_question_keeps_its_reason_and_its_text_while_pupils_come(people: People) -> None:
    teacher = people.add(expected=["400"])
    teacher.goes("/class").clicks("Begin a class").sees("Your class", "#joining")
    field = teacher.page.get_by_label("A position, moves")
    field.fill("xo_/xx/2_o x")
    teacher.clicks("Which move?").sees("The position has 8 cells", "#ask #note")
    ada = people.add(width=360, height=740).goes(teacher.page.url)
    ada.page.get_by_label("Your nickname").fill("Ada")
    ada.clicks("Join").sees("You are Ada", ".who")
    teacher.sees("Ada", ".pupils").sees("The position has 8 cells", "#ask #note")
    assert field.input_value() == "xo_/xx/2_o x"
    field.fill(FORK)
    teacher.clicks("Which move?").sees("Where should X move?").sees_no("#note")
    assert not teacher.page.locator("#ask").get_attribute("open")


def test_from_another_page_a_teacher_asks_what_it_shows(room: Room) -> None:
    teacher = room.teacher
    room.asks(FORK)
    teacher.goes("/analyse?moves=b2,a1").clicks("Ask the class")
    field = teacher.page.get_by_label("A position, moves")
    field.wait_for()
    teacher.until(lambda: teacher.page.evaluate("document.querySelector('#ask').getBoundingClientRect().top") < 400, "")
    teacher.page.wait_for_timeout(700)  # for the event stream, which keeps what is in the field
    assert str(field.input_value()).startswith("/analyse?")
    teacher.clicks("Who wins?")
    room.projector.sees("X moves next. Who wins if both play perfectly?", ".words")
    teacher.until(lambda: field.input_value() == "", "the empty field")


def test_a_question_continues_after_the_server_is_killed(chrome: Any, tmp_path: Path) -> None:
    from tests.web.web_server import web_server

    with web_server(tmp_path) as server:
        people, port = People(chrome, server.address), server.port
        room = Room(people, expected=_LOST)
        ada, grace, *_ = room.pupils
        room.asks(FORK)
        ada.sees("Press a square.")
        answers(ada, "a2")
        grace.sees("Press a square.")
        server.stop(signal.SIGKILL)
        grace.cell("c1").click()
        grace.sees("The server cannot be reached.", "#note")
    with web_server(tmp_path, "--port", str(port)):
        grace.sees("Your answer: c1")
        room.projector.sees("2 of 4 have answered", ".count")
        room.teacher.clicks("Show the answer")
        ada.sees("✓ Right! Your answer: a2")
        people.close()
