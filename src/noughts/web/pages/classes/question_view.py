"""The views of the current question for a pupil, the teacher and a projector. The views hide the answers until the
teacher presses *Show*.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from noughts.web.model.quiz import Question, answering
from noughts.web.model.stored_class import Pupil, StoredClass
from noughts.web.model.task import MoveAnswer
from noughts.web.pages.classes.answers import Result, Share, answer_words, answers_words, results, shares


@dataclass(frozen=True)
class AskedQuestion:
    """The current question for the teacher and a projector.

    Attributes:
        number: its number.
        question: the question itself, without the answers. It has its right answers only when they are shown.
        right: the names of the right answers.
        answered: how many have answered.
        expected: how many answers are expected.
        waiting: how many questions follow.
        shares: the answers, when they are shown.
        missing: the names of the pupils who are present and have not answered, for the teacher.
        given: the answers with the names of the pupils, for the teacher.
        names: whether the projector shows names.
        results: the results of earlier questions and of shown answers, for the teacher.
    """

    number: int
    question: Question
    right: str
    answered: int
    expected: int
    waiting: int
    shares: tuple[Share, ...] = ()
    missing: tuple[str, ...] = ()
    given: tuple[Share, ...] = ()
    names: bool = False
    results: tuple[Result, ...] = ()


def asked_question(school: StoredClass, here: Collection[int], *, leads: bool = False) -> AskedQuestion | None:
    """Return the current question for the teacher, who leads the class, or for a projector."""
    quiz = school.quiz
    if not quiz.number or (school.showing != "question" and not leads):
        return None
    question, pupils = quiz.current, [pupil.number for pupil in school.present]
    answered, expected = answering(pupils, here, question)
    asked = AskedQuestion(
        quiz.number,
        _stripped(question),
        answers_words(question, question.right) if question.shown else "",
        answered,
        expected,
        len(quiz.waiting),
        shares(question, school, names=quiz.names) if question.shown else (),
        names=quiz.names,
    )
    if not leads:
        return asked
    missing = [pupil for pupil in school.present if pupil.number in here and pupil.number not in question.answers]
    given = [share for share in shares(question, school, names=True) if share.count]
    return replace(
        asked,
        missing=tuple(pupil.name for pupil in missing),
        given=tuple(given),
        results=results(school)[: None if question.shown else -1],
    )


def _stripped(question: Question) -> Question:
    """Return a question without the pupils' answers. Unless the answers are shown, leave out the right answers, too."""
    bare = replace(question, answers={}, hinted=(), values=(), valued=())
    return bare if question.shown else replace(bare, right=(), reason="", hint="", proven=True)


@dataclass(frozen=True)
class PupilQuestion:
    """The current question for a pupil.

    Attributes:
        number: its number.
        question: the question itself, without the other pupils' answers. It has its right answers only when they are
            shown.
        mine: the pupil's answer, or empty.
        answer: its name.
        right: the names of the right answers when they are shown.
        correct: whether the pupil's answer is right, when the right answers are shown.
        hint: the hint if the pupil has asked for it and may see it.
        values: the values of all moves if the pupil has asked for them and may see them.
    """

    number: int
    question: Question
    mine: str
    answer: str
    right: str
    correct: bool
    hint: str
    values: tuple[MoveAnswer, ...]


def pupil_question(school: StoredClass, pupil: Pupil) -> PupilQuestion | None:
    """Return the current question for a pupil. The result does not change when other pupils answer."""
    quiz = school.quiz
    if school.showing != "question" or not quiz.number:
        return None
    question = quiz.current
    mine = question.answers.get(pupil.number, "")
    helped = school.hints and not question.shown
    return PupilQuestion(
        quiz.number,
        _stripped(question),
        mine,
        answer_words(question, mine) if mine else "",
        answers_words(question, question.right) if question.shown else "",
        question.shown and mine in question.right,
        question.hint if helped and pupil.number in question.hinted else "",
        question.values if helped and pupil.number in question.valued else (),
    )
