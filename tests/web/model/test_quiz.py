"""The questions of a class and their answers, as values."""

import json
from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.rules.errors import NoughtsError
from noughts.web.model.errors import Forbidden, Outdated
from noughts.web.model.quiz import MOST_QUESTIONS, WINNERS, Question, Quiz, answering
from noughts.web.model.stored_class import StoredClass
from noughts.web.pages.classes.answers import results, shares

FORK = Question("move", "3,3,3", "xo_/_x_/2_o x", "Where should X move?", right=("a2", "a3"), reason="a2 forks.")
WHO = Question("winner", "3,3,3", "9_ x", "Who wins?", right=("draw",))
FOUR = Question("move", "7,6,4 gravity", "42_ x", "Where should X move?")
PUPILS = 6


def school(**changes: object) -> StoredClass:
    joined = reduce(lambda one, n: one.join(f"key {n}", f"Pupil {n}"), range(1, PUPILS + 1), StoredClass("abc234"))
    return replace(joined, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "possible", "impossible"),
    [
        (FORK, FORK.board.move_names, ("a1", "b1", "d4", "x", "")),
        (WHO, WINNERS, ("a1", "X", "tie", "")),
        (FOUR, tuple(f"{column}6" for column in "abcdefg"), ("a1", "a", "h6")),
    ],
)
def test_an_answer_is_a_legal_move_or_a_result(
    question: Question, possible: tuple[str, ...], impossible: tuple[str, ...]
) -> None:
    assert set(question.choices) == set(possible)
    for answer in possible:
        assert question.answered(1, answer).answers == {1: answer}
    for answer in impossible:
        with pytest.raises(NoughtsError):
            question.answered(1, answer)


ANSWERS = st.lists(st.tuples(st.integers(1, PUPILS), st.sampled_from(FORK.choices)))


@given(ANSWERS, st.sets(st.integers(1, PUPILS)))
def test_only_the_last_answer_of_each_pupil_counts(given: list[tuple[int, str]], here: set[int]) -> None:
    question = reduce(lambda one, answer: one.answered(*answer), given, FORK)
    last = dict(given)
    assert question.answers == last
    counts = question.count(range(1, PUPILS + 1))
    assert counts.total() == len(last)
    answered, expected = answering(range(1, PUPILS + 1), here, question)
    assert (answered, expected) == (len(last), len(here | last.keys()))
    assert answered <= expected


@given(ANSWERS, st.sets(st.integers(1, PUPILS)))
def test_shares_and_results_agree_and_leave_out_removed_pupils(given: list[tuple[int, str]], removed: set[int]) -> None:
    question = reduce(lambda one, answer: one.answered(*answer), given, FORK)
    room = reduce(lambda one, number: one.remove(number), removed, school(quiz=Quiz((question,))))
    left = {pupil: answer for pupil, answer in question.answers.items() if pupil not in removed}
    spread = shares(question, room, names=True)
    assert sum(share.count for share in spread) == len(left)
    assert {share.answer for share in spread} == {*left.values(), *FORK.right}
    assert not left or abs(sum(share.percent for share in spread) - 100) <= len(spread)
    assert {name for share in spread for name in share.names} == {f"Pupil {number}" for number in left}
    (result,) = results(room)
    assert result.answered == len(left)
    assert result.correct == sum(share.count for share in spread if share.right)


@given(ANSWERS, st.sets(st.integers(1, PUPILS)), st.booleans())
def test_a_class_is_stored_with_all_of_its_questions(
    given: list[tuple[int, str]], hinted: set[int], shown: bool
) -> None:
    question = reduce(lambda one, answer: one.answered(*answer), given, FORK)
    question = replace(reduce(lambda one, pupil: one.hinting(pupil), hinted, question), shown=shown)
    before = school(quiz=Quiz((WHO, question), (FOUR,), names=True), showing="question")
    assert StoredClass.from_data(json.loads(json.dumps(before.to_data()))) == before


def test_a_class_that_was_stored_before_there_were_questions_has_none() -> None:
    data = school().to_data()
    del data["quiz"], data["showing"]
    assert StoredClass.from_data(data) == school()


def test_an_answer_can_be_changed_until_the_answers_are_shown() -> None:
    room = school().ask(0, FORK)
    ada, *_ = room.pupils
    room = room.answer(ada, 1, "c1").answer(ada, 1, "a2")
    assert room.answer(ada, 1, "a2") is room, "repeating an answer changes nothing"
    shown = room.reveal(1)
    assert shown.reveal(1) is shown
    assert shown.answer(ada, 1, "a2") is shown
    with pytest.raises(Outdated, match="too late"):
        shown.answer(ada, 1, "a3")
    with pytest.raises(Outdated):
        shown.ask(1, WHO).answer(ada, 1, "a3")  # a press that was meant for the last question
    with pytest.raises(Outdated):
        room.show("lobby").answer(ada, 1, "a3")
    assert shown.show("lobby").show("question").showing == "question"


def test_questions_are_asked_once_and_one_in_between_goes_first() -> None:
    room = school().ask(0, FORK, [WHO, FOUR])
    assert room.ask(0, FORK, [WHO, FOUR]) is room, "the form was sent twice"
    between = room.ask(1, WHO, [FORK])
    assert between.quiz.waiting == (FORK, WHO, FOUR)
    assert between.go_on(1, FORK) is between
    following = between.go_on(2, FORK)
    assert (following.quiz.number, following.quiz.waiting) == (3, (WHO, FOUR))
    assert following.go_on(2, FORK) is following
    assert following.without_waiting().quiz.waiting == ()
    assert following.without_waiting().go_on(3, FORK).quiz.number == 3, "nothing waits"
    with pytest.raises(NoughtsError, match="at most"):
        room.ask(1, WHO, [WHO] * (MOST_QUESTIONS - 3))
    with pytest.raises(Forbidden):
        room.end().ask(1, WHO)
    with pytest.raises(Forbidden):
        room.end().go_on(1, WHO)
    assert school().show("question").showing == "lobby", "there is no question to show"


def test_a_hint_needs_the_teachers_permission() -> None:
    room = school().ask(0, FORK)
    ada, *_ = room.pupils
    with pytest.raises(Forbidden, match="switched hints off"):
        room.hint(ada, 1)
    allowed = room.with_hints(True).hint(ada, 1)
    assert allowed.quiz.current.hinted == (ada.number,)
    assert allowed.hint(ada, 1) is allowed
    with pytest.raises(Outdated):
        allowed.hint(ada, 2)


def test_the_points_of_a_pupil_count_shown_questions_only() -> None:
    room = school().ask(0, FORK)
    ada, grace, *_ = room.pupils
    room = room.answer(ada, 1, "a3").answer(grace, 1, "c1")
    assert room.quiz.right(ada.number) == 0
    room = room.reveal(1)
    assert (room.quiz.right(ada.number), room.quiz.right(grace.number)) == (1, 0)
