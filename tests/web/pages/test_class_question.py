"""Questions to a class: the rights and the view of each role, and the sources of questions."""

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import httpx
import pytest

from noughts.puzzles import SHIPPED, collection
from noughts.rules.notation import t3en
from noughts.web.auth import COOKIE, new_secret
from noughts.web.classes import ClassAccess
from noughts.web.model.quiz import MOST_QUESTIONS, Question
from noughts.web.pages.classes.answers import answers_words
from noughts.web.pages.classes.asking import answered_by, classroom_lessons
from noughts.web.pages.classes.class_view import class_page
from tests.web.web_server import Application, application

FORK = "xo_/_x_/2_o x"
REASON = "a2 forks"
PUZZLES = collection("tictactoe")[:3]


class Person:
    """A separate browser. Its actions go to the class that it has begun or joined."""

    def __init__(self, app: Application, id: str = "", watch: str = "") -> None:
        self.app, self.id, self.secret, self.watch = app, id, new_secret(), watch

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        headers = {"cookie": f"{COOKIE}={self.secret}"} | options.pop("headers", {})
        return self.app.request(method, path, headers=headers, **options)

    def does(self, action: str, **fields: object) -> httpx.Response:
        data = {name: str(value) for name, value in fields.items()}
        return self.request("POST", f"/class/{self.id}/{action}", data=data, headers={"x-part": "1"})

    def joins(self, name: str) -> Self:
        assert self.does("join", name=name).status_code == 200
        return self

    def asks(self, text: str = FORK, kind: str = "move", **fields: object) -> httpx.Response:
        return self.does("ask", question=self.number, text=text, kind=kind, **fields)

    @property
    def number(self) -> int:
        """The number of the current question, as the teacher's forms have it."""
        return int(re.findall(r'name="question" value="(\d+)"', self.page)[0])

    @property
    def page(self) -> str:
        path = f"/class/{self.id}" + (f"/projector/{self.watch}" if self.watch else "")
        return self.request("GET", path).text


class Room:
    """A class with a teacher, two pupils, a projector, a stranger and the teacher of another class."""

    def __init__(self, app: Application) -> None:
        self.app, self.teacher, self.other = app, Person(app), Person(app)
        for each in (self.teacher, self.other):
            each.id = each.request("POST", "/class").headers["location"].rpartition("/")[2]
        self.other.id = id = self.teacher.id
        watch = re.findall(r"/projector/([\w-]+)", self.teacher.page)[0]
        self.ada, self.grace = (Person(app, id).joins(name) for name in ("Ada", "Grace"))
        self.projector, self.stranger = Person(app, id, watch), Person(app, id)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    with application(tmp_path_factory.mktemp("class") / "games.sqlite3") as made:
        yield made


@pytest.fixture
def room(app: Application) -> Room:
    return Room(app)


TEACHERS = ("ask", "next", "reveal", "lobby", "question", "drop", "names")
PUPILS = ("answer", "hint", "values")


@pytest.mark.parametrize("action", [*TEACHERS, *PUPILS])
@pytest.mark.parametrize("role", ["ada", "projector", "stranger", "other", "teacher"])
def test_only_the_teacher_leads_and_only_pupils_answer(room: Room, action: str, role: str) -> None:
    room.teacher.asks()
    room.teacher.does("hints", hints="on")
    before, number = room.teacher.page, 1
    person: Person = getattr(room, role)
    reply = person.does(action, question=number, text=FORK, names="on", cell=3, hints="on")
    allowed = role == "teacher" if action in TEACHERS else role == "ada"
    assert reply.status_code == (200 if allowed else 403)
    if not allowed:
        assert _without_secrets(room.teacher.page) == _without_secrets(before)


def _without_secrets(page: str) -> str:
    return re.sub(r'data-version="\d+"|name="once" value="[^"]*"', "", page)


@pytest.mark.parametrize("role", ["ada", "stranger", "other", "projector"])
@pytest.mark.parametrize("query", ["", "?names=1"])
def test_only_the_teacher_can_save_the_table(room: Room, role: str, query: str) -> None:
    room.teacher.asks()
    path = f"/class/{room.teacher.id}/questions.csv{query}"
    assert getattr(room, role).request("GET", path).status_code == 403
    assert room.teacher.request("GET", path).status_code == 200


def test_before_show_nobody_sees_an_answer_and_pupils_see_only_their_own(room: Room) -> None:
    room.teacher.asks()
    room.ada.does("answer", question=1, cell=2)  # c1, which is wrong
    projector = room.projector.page
    assert "<strong>1 of 2</strong>" in projector
    for page in (projector, room.grace.page, room.ada.page):
        assert REASON not in page
        assert "✓" not in page
        assert "100%" not in page
    assert "Your answer: c1." in room.ada.page
    assert "Your answer" not in room.grace.page
    assert "Ada" not in projector + room.grace.page
    assert "No answer yet: <bdi>Grace</bdi>" in room.teacher.page

    room.teacher.does("reveal", question=1)
    projector = room.projector.page
    assert "<span>100%</span>" in projector
    assert projector.count('class="cell share right h0"') == 2, "both right answers are marked"
    assert REASON in projector
    assert "Ada" not in projector
    assert "✗ Your answer: c1. Right: a2, a3." in room.ada.page
    assert REASON in room.ada.page
    assert "100%" not in room.grace.page, "a pupil sees no spread"
    room.teacher.does("names", names="on")
    assert "<bdi>Ada</bdi>" in room.projector.page


def test_the_view_of_a_pupil_stays_equal_when_another_one_answers(room: Room) -> None:
    room.teacher.asks()

    def view() -> object:
        school = room.app.run(room.app.store.load_class(room.ada.id))
        assert school
        return class_page(ClassAccess(school, "pupil", school.pupils[0]), "class/x", lambda _: True)

    before = view()
    room.grace.does("answer", question=1, cell=3)
    assert view() == before
    room.ada.does("answer", question=1, cell=3)
    assert view() != before


def test_an_answer_after_show_is_refused_kindly_and_repeating_changes_nothing(room: Room) -> None:
    room.teacher.asks()
    assert room.ada.does("answer", question=1, cell=3).status_code == 200
    assert room.ada.does("answer", question=1, cell=3).status_code == 200
    for _ in range(2):
        assert room.teacher.does("reveal", question=1).status_code == 200
    late = room.grace.does("answer", question=1, cell=3)
    assert late.status_code == 409
    assert "This came too late: the answer is on the big screen." in late.text
    assert room.ada.does("answer", question=1, cell=3).status_code == 200, "the same answer, sent again"
    assert room.ada.does("answer", question=2, cell=3).status_code == 409


@pytest.mark.parametrize("fields", [{"cell": 0}, {"cell": 99}, {"cell": "x"}, {"winner": "x"}, {}])
def test_an_impossible_answer_is_refused(room: Room, fields: dict[str, object]) -> None:
    room.teacher.asks()
    reply = room.ada.does("answer", question=1, **fields)
    assert reply.status_code == 400
    assert 'id="note-place"><span class="note refusal"' in reply.text, (
        "in the box above the board, which stays in place"
    )
    assert "0 of 2" in room.projector.page


def test_a_late_pupil_can_answer_and_a_removed_one_does_not_count(room: Room) -> None:
    room.teacher.asks()
    mary = Person(room.app, room.ada.id).joins("Mary")
    mary.does("answer", question=1, cell=3)
    room.ada.does("answer", question=1, cell=2)
    assert "2 of 3" in room.projector.page
    room.teacher.does("remove", pupil=1)
    assert room.ada.does("answer", question=1, cell=3).status_code == 403
    assert "1 of 2" in room.projector.page
    room.teacher.does("reveal", question=1)
    assert "<span>100%</span>" in room.projector.page


def test_a_hint_is_for_pupils_whose_teacher_allows_it(room: Room) -> None:
    room.teacher.asks()
    assert ">Hint<" not in room.ada.page
    assert room.ada.does("hint", question=1).status_code == 403
    room.teacher.does("hints", hints="on")
    assert ">Hint<" in room.ada.page
    assert REASON in room.ada.does("hint", question=1).text
    assert REASON not in room.grace.page
    room.teacher.does("hints", hints="off")
    assert REASON not in room.ada.page


@pytest.mark.parametrize("kind", ["move", "winner"])
def test_values_are_for_pupils_whose_teacher_allows_it(room: Room, kind: str) -> None:
    room.teacher.asks(FORK, kind)
    assert ">Values<" not in room.ada.page
    assert room.ada.does("values", question=1).status_code == 403
    room.teacher.does("hints", hints="on")
    assert ">Values<" in room.ada.page
    page = room.ada.does("values", question=1).text
    assert 'aria-label="a3, empty, win in 3' in page
    assert ">Values<" not in page
    assert "win in" not in room.grace.page
    room.ada.does("answer", question=1, cell=8, winner="x")
    room.teacher.does("reveal", question=1)
    assert "win in" not in room.ada.page, "the right answers are marked instead"
    room.teacher.does("hints", hints="off")


def test_who_wins_is_answered_with_three_buttons(room: Room) -> None:
    room.teacher.asks("x2_/_o_/_x_ o", "winner")
    assert room.ada.page.count('name="winner"') == 3
    (form,) = re.findall(r'<form[^>]*/answer".*?</form>', room.ada.page, re.DOTALL)
    assert 'name="cell"' not in form, "a press on the board sends nothing"
    room.ada.does("answer", question=1, winner="draw")
    room.grace.does("answer", question=1, winner="o")
    assert room.ada.does("answer", question=1, winner="tie").status_code == 400
    room.teacher.does("reveal", question=1)
    assert "✓ Right! Your answer: Draw." in room.ada.page
    assert "✗ Your answer: O. Right: Draw." in room.grace.page
    projector = room.projector.page
    assert projector.count("50%</td>") == 2
    assert "Nobody can force a win: it is a draw." in projector


def test_in_connect_four_an_answer_is_a_column(room: Room) -> None:
    room.teacher.asks("connect four: d d")
    assert "Press a column." in room.ada.page
    room.ada.does("answer", question=1, cell=3)  # the highest cell of column d
    assert "Your answer: d." in room.ada.page


def test_a_list_runs_one_after_another_with_a_question_in_between(room: Room) -> None:
    lesson = classroom_lessons()[0]
    room.teacher.does("ask", question=0, lesson=lesson.name)
    assert lesson.boards[0].question in room.projector.page
    assert "2 more questions." in room.teacher.page
    room.teacher.asks(FORK)
    room.teacher.does("next", question=1)  # of a page that is out of date
    assert room.teacher.number == 2
    room.teacher.does("next", question=2)
    assert lesson.boards[1].question in room.projector.page
    room.teacher.does("drop")
    assert "Next question" not in room.teacher.page
    room.teacher.does("lobby")
    assert "Join with your device" in room.projector.page
    assert "Look at the big screen" in room.ada.page
    assert room.ada.does("answer", question=3, cell=3).status_code == 409
    room.teacher.does("question")
    assert lesson.boards[1].question in room.projector.page


IDS = [puzzle.id for puzzle in PUZZLES]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (IDS[0], 1),
        (",".join(IDS), 3),
        ("\n".join(IDS), 3),
        (f"http://localhost/puzzles?set={','.join(IDS)}", 3),
        (f"/puzzles/{IDS[1]}", 1),
        ("/puzzles", 1),
        ("/learn/2-forks", 3),
        ("/analyse?moves=b2,a1,c1&at=2", 1),
        ("/explore?position=o_x/x2_/x2o+x", 1),
        ("b2 a1", 1),
        (f"{FORK}\nxx_/_o_/3_ o\n7_/7_/7_/7_/2_oo3_/2_xx3_ x", 3),  # the last one is connect four
        (f"{FORK}\n{IDS[0]}\n/learn/2-forks", 5),
        ("", 1),
    ],
)
def test_questions_come_from_positions_puzzles_lessons_and_links(room: Room, text: str, count: int) -> None:
    reply = room.teacher.asks(text)
    assert reply.status_code == 200
    waiting = re.search(r"(\d+) more question", reply.text)
    assert 1 + (int(waiting[1]) if waiting else 0) == count


def test_a_file_can_have_a_list(room: Room) -> None:
    path, fields = f"/class/{room.teacher.id}/ask", {"question": "0", "kind": "winner", "text": ""}
    file = {"file": ("list.txt", f"{FORK}\n\nx2_/_o_/_x_ o\n".encode())}
    assert room.teacher.request("POST", path, data=fields, files=file).status_code == 303
    assert "1 more question." in room.teacher.page
    assert room.ada.page.count('name="winner"') == 3


def test_too_many_questions_are_refused(room: Room) -> None:
    reply = room.teacher.asks(",".join([IDS[0]] * (MOST_QUESTIONS + 1)))
    assert reply.status_code == 400
    assert f"at most {MOST_QUESTIONS} questions" in reply.text


@pytest.mark.parametrize(
    "text",
    ["xxx/oo_/3_ o", f"{FORK}\nnonsense", "nonsense", "/learn/99", "/puzzles/zzzzzz", "/play/nothing", "/class/abc"],
)
def test_a_text_that_is_no_question_is_refused_and_stays_in_its_field(room: Room, text: str) -> None:
    reply = room.teacher.asks(text)
    assert 400 <= reply.status_code < 500
    assert 'class="note refusal"' in reply.text.partition('<details id="ask" open>')[2], "beside the field"
    assert text in reply.text
    assert room.teacher.number == 0


def test_a_link_from_another_page_fills_the_field(room: Room) -> None:
    begun = room.teacher.request("POST", "/class")
    assert f"class={begun.headers['location'].rpartition('/')[2]}" in begun.headers["set-cookie"]
    cookies = {"cookie": f"{COOKIE}={room.teacher.secret}; class={room.teacher.id}"}
    page = room.teacher.request("GET", "/analyse?moves=b2,a1", headers=cookies).text
    link = re.findall(rf'href="(class/{room.teacher.id}\?ask=[^"]*)"', page)[0]
    assert "moves=b2,a1" not in link
    assert link.endswith("#ask")
    room.teacher.asks()
    assert '<details id="ask">' in room.teacher.page, "folded, because there is a question"
    page = room.teacher.request("GET", f"/{link}").text
    assert "/analyse?moves=b2%2Ca1</textarea>" in page.partition('<details id="ask" open>')[2]
    assert "Ask the class" not in room.teacher.request("GET", "/analyse?moves=b2,a1").text
    assert "<textarea" not in room.ada.request("GET", f"/{link}").text, "pupils do not ask"


def test_every_board_of_the_lessons_has_an_answer(room: Room) -> None:
    for lesson in classroom_lessons():
        for place in lesson.boards:
            room.teacher.does("ask", question=room.teacher.number, lesson=f"{lesson.name} {place.number}")
            room.teacher.does("reveal", question=room.teacher.number)
            page = room.projector.page
            assert re.search(r"<strong>Right: [^<]+</strong></p>\s*<p class=\"reason\">[^<]", page), place


@pytest.mark.parametrize("name", SHIPPED)
def test_a_puzzle_is_asked_with_its_task_and_its_answers(room: Room, name: str) -> None:
    puzzle = collection(name)[0]
    room.teacher.asks(puzzle.id)
    assert puzzle.task in room.ada.page
    room.teacher.does("reveal", question=1)
    question = Question("move", puzzle.position.game.name, t3en(puzzle.position), "")
    right = answers_words(question, [puzzle.position.name(move) for move in sorted(puzzle.answers)])
    assert f"<strong>Right: {right}</strong>" in room.projector.page


def test_what_is_not_proven_is_best_known_or_unknown() -> None:
    question = Question("move", "15,15,5", "15_/" * 14 + "15_ x", "Where should X move?")
    move = {"position": "", "moveValue": "undecided", "remoteness": None}
    analysis: Any = {
        "positionValue": "undecided",
        "estimate": 0.2,
        "hint": "h8 looks best.",
        "moves": [move | {"move": "h8", "best": True}, move | {"move": "a1"}],
    }
    asked = answered_by(analysis, question)
    assert (asked.right, asked.proven) == (("h8",), False)
    for estimate, right in ((0.2, "x"), (-0.2, "o"), (0.0, "draw")):
        who = answered_by(analysis | {"estimate": estimate}, Question("winner", "15,15,5", question.position, ""))
        assert (who.right, who.proven) == ((right,), False)


@pytest.mark.parametrize(
    ("text", "right", "reason"),
    [
        ("9_ x", 9, "Every move keeps the draw."),
        (FORK, 2, "a2 forks"),
        ("x2_/_x_/3_ x", 1, "c3 wins at once"),  # every other move wins, too, but later
        ("x_o/_o_/x_x o", 4, "Every move loses."),
    ],
)
def test_every_move_that_keeps_the_value_is_right_unless_one_wins_at_once(
    room: Room, text: str, right: int, reason: str
) -> None:
    room.teacher.asks(text)
    page = room.teacher.does("reveal", question=1).text
    assert page.count("cell share right") == right
    assert reason in page


def test_the_table_has_no_names_unless_the_teacher_wants_them_and_no_formulas(room: Room) -> None:
    evil = Person(room.app, room.ada.id).joins("=1+1")
    room.teacher.asks()
    room.ada.does("answer", question=1, cell=3)
    evil.does("answer", question=1, cell=2)
    room.teacher.does("reveal", question=1)
    path = f"/class/{room.ada.id}/questions.csv"
    plain = room.teacher.request("GET", path)
    assert plain.headers["content-type"].startswith("text/csv")
    assert "attachment" in plain.headers["content-disposition"]
    assert "Ada" not in plain.text
    (row,) = csv.DictReader(io.StringIO(plain.content.decode("utf-8-sig")))
    assert (row["number"], row["question"]) == ("1", "Where should X move?")
    assert (row["right"], row["answered"], row["correct"], row["answers"]) == ("a2, a3", "2", "1", "c1: 1; a2: 1")
    named = room.teacher.request("GET", f"{path}?names=1").content.decode("utf-8-sig")
    first, last = csv.DictReader(io.StringIO(named))
    assert (first["Ada"], first["Grace"], first["'=1+1"]) == ("a2", "", "c1")
    assert (last["Ada"], last["Grace"], last["'=1+1"]) == ("1", "0", "0")
    room.teacher.does("end")
    assert room.teacher.request("GET", path).status_code == 200, "also after the class"


def test_without_scripts_a_form_leads_back_to_the_page(room: Room) -> None:
    room.teacher.asks()
    reply = room.ada.request("POST", f"/class/{room.ada.id}/answer", data={"question": "1", "cell": "3"})
    assert (reply.status_code, reply.headers["location"]) == (303, f"/class/{room.ada.id}")
    assert "Your answer: a2." in room.ada.page
    assert ">Reload</a>" in room.ada.page


def test_a_question_survives_a_restart_of_the_server(tmp_path: Path) -> None:
    with application(tmp_path / "games.sqlite3") as app:
        room = Room(app)
        room.teacher.asks(f"{FORK}\n9_ x")
        room.ada.does("answer", question=1, cell=3)
    with application(tmp_path / "games.sqlite3") as again:
        for person in (room.teacher, room.ada, room.grace, room.projector):
            person.app = again
        assert "Your answer: a2." in room.ada.page
        room.grace.does("answer", question=1, cell=2)
        room.teacher.does("reveal", question=1)
        assert room.projector.page.count("<span>50%</span>") == 2
        room.teacher.does("next", question=1)
        assert room.teacher.number == 2
