"""The browser remembers a learner's progress in a cookie, and the pages show it, also without scripts."""

import asyncio
import re
from typing import Any

import httpx
import pytest

from noughts.explain.exercises.duel import duel
from noughts.explain.exercises.practice import feedback
from noughts.web.pages.learn.lessons import BoardPlace, Lesson, lessons
from noughts.web.pages.learn.progress import BADGES, COOKIE, Learned
from tests.web.exploring import Client

EVERYONE = [lesson for lesson in lessons().values() if lesson.course == "everyone"]
CODE = [lesson for lesson in lessons().values() if lesson.course == "code"]
EXTRA = [lesson for lesson in lessons().values() if lesson.course == "extra"]


class Learner:
    """A browser that keeps its cookies."""

    def __init__(self) -> None:
        self._transport = Client()._transport
        self.cookies = httpx.Cookies()

    def visit(self, path: str, params: dict[str, str] | None = None, method: str = "GET") -> str:
        """Open a page and return its text. A redirection is followed."""
        return str(asyncio.run(self._visit(method, path, params)).text)

    async def _visit(self, method: str, path: str, params: dict[str, str] | None) -> Any:
        async with httpx.AsyncClient(
            transport=self._transport, base_url="http://localhost", follow_redirects=True, cookies=self.cookies
        ) as client:
            answer = await client.request(method, path, params=params)
            self.cookies = client.cookies
            return answer

    def solve(self, lesson: Lesson, board: BoardPlace) -> str:
        return self.visit(f"/learn/{lesson.name}", {f"board{board.number}": solution(board)})


def solution(board: BoardPlace) -> str:
    """Return the fields of the query after a board has been solved."""
    if board.task == "beat":
        tries = draw(board, ())
        assert tries
        return ",".join(map(board.position.name, tries))
    good = [move for move, answer in feedback(board.position, board.task).items() if answer.tone == "good"]
    return board.position.name([*good, *board.position.moves][0])


def draw(board: BoardPlace, tries: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return moves with which the reader draws against Perfect, or None if there are none after these."""
    played = duel(board.position, tries)
    if played.position.is_over:
        return tries if played.is_drawn else None
    found = (draw(board, (*tries, move)) for move in played.position.moves)
    return next(filter(None, found), None)


def marks(page: str) -> list[str]:
    """Return the learner's progress on each card: ``Done``, a count, or nothing."""
    cards = re.findall(r"<li class=\"(?:everyone|challenge|code|extra)\">.*?</li>", page, re.S)
    found = [re.search(r"Done|\d of \d boards solved", card) for card in cards]
    return [match[0] if match else "" for match in found]


def earned(page: str) -> list[str]:
    return re.findall(r"<li class=\"earned\">.*?<b>(.*?)</b>", page)


def test_a_newcomer_has_done_nothing() -> None:
    page = Learner().visit("/learn")
    assert not any(marks(page))
    assert not earned(page)
    assert "Start: How not to lose" in page
    assert "Forget" not in page
    assert all(name in page for name, _ in BADGES.values()), "everybody sees what there is to earn"


def test_a_lesson_is_done_when_its_boards_are_solved() -> None:
    ada, lesson = Learner(), EVERYONE[0]
    for count, board in enumerate(lesson.boards, 1):
        page = ada.solve(lesson, board)
        done = count == len(lesson.boards)
        assert ("You have solved every board." if done else f"{count} of {len(lesson.boards)} boards solved") in page
        assert marks(ada.visit("/learn"))[0] == ("Done" if done else f"{count} of {len(lesson.boards)} boards solved")
    assert "Continue: Forks" in ada.visit("/learn"), "the next lesson"


def test_a_wrong_answer_solves_nothing() -> None:
    ada, lesson = Learner(), EVERYONE[0]
    wrong = next(move for move, told in feedback(lesson.boards[0].position, "move").items() if told.tone == "bad")
    assert "0 of 3 boards solved" in ada.visit(
        f"/learn/{lesson.name}", {"board1": lesson.boards[0].position.name(wrong)}
    )


def test_a_learner_continues_where_they_stopped() -> None:
    ada = Learner()
    ada.visit(f"/learn/{EVERYONE[4].name}")
    assert f"Continue: {EVERYONE[4].title}" in ada.visit("/learn")


def test_a_lesson_for_programmers_is_done_at_its_end() -> None:
    ada = Learner()
    page = ada.visit(f"/learn/{CODE[0].name}")
    following = re.search(r'rel="next" href="(.*?)"', page)
    assert following
    ada.visit("/" + following[1])
    assert marks(ada.visit("/learn"))[len(EVERYONE)] == "Done"
    assert marks(ada.visit("/learn"))[len(EVERYONE) + 1] == ""


def test_an_extra_page_is_done_at_its_end_and_earns_no_badge() -> None:
    ada = Learner()
    for lesson in EXTRA:
        assert "?done=" in ada.visit(f"/learn/{lesson.name}")
        page = ada.visit("/learn", {"done": lesson.number})
    assert marks(page)[-2:] == ["Done", "Done"]
    assert not earned(page)
    assert f"Continue: {EVERYONE[0].title}" in page, "after the last page, the first lesson that is not done"


def test_all_lessons_and_the_challenge_earn_all_badges() -> None:
    ada = Learner()
    for lesson in EVERYONE:
        for board in lesson.boards:
            ada.solve(lesson, board)
    assert "This challenge is done!" in ada.visit(f"/learn/{EVERYONE[-1].name}")
    for lesson in [*CODE, *EXTRA]:
        ada.visit("/learn", {"done": lesson.number})
    page = ada.visit("/learn")
    assert earned(page) == [name for name, _ in BADGES.values()]
    assert f"Once more: {EVERYONE[0].title}" in page
    assert set(marks(page)) == {"Done"}
    assert len(ada.cookies[COOKIE]) < 400


@pytest.mark.parametrize(
    ("number", "board", "badge"), [(1, 0, "First fork"), (2, 0, "Drew with Perfect"), (4, 0, "Detective")]
)
def test_a_board_earns_a_badge(number: int, board: int, badge: str) -> None:
    ada, lesson = Learner(), EVERYONE[number]
    assert f"★ {badge}" in ada.solve(lesson, lesson.boards[board])
    assert earned(ada.visit("/learn")) == [badge]


def test_a_learner_can_start_over() -> None:
    ada = Learner()
    ada.solve(EVERYONE[0], EVERYONE[0].boards[0])
    assert "Forget it all" in ada.visit("/learn")
    page = ada.visit("/learn/forget", method="POST")
    assert "Start: How not to lose" in page
    assert not any(marks(page))


@pytest.mark.parametrize("cookie", ["", "|||", "99.9|x|~55|<b>", "1.1|1.1|fork|nonsense", "~1|~2", "a" * 5000])
def test_a_cookie_that_is_not_valid_is_read_as_far_as_it_is(cookie: str) -> None:
    progress = Learned.read(cookie)
    assert progress == Learned.read(progress.cookie)
    assert set(progress.cookie.split("|")) <= {"", "1.1", "fork", "~1"}


def test_the_moment_when_a_lesson_is_done_is_celebrated_once() -> None:
    ada, lesson = Learner(), EVERYONE[1]
    pages = [ada.solve(lesson, board) for board in (*lesson.boards, lesson.boards[-1])]
    assert ['class="confetti"' in page for page in pages] == [False, False, True, False]
