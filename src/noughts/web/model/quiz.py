"""The questions that a teacher asks a class, and the pupils' answers, as frozen values.

An answer is the name of a cell, or of a result: ``x``, ``o`` or ``draw``.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, Self, TypeAlias

from noughts.rules.errors import NoughtsError
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position
from noughts.web.model.errors import Outdated
from noughts.web.model.task import MoveAnswer

QuestionKind: TypeAlias = Literal["move", "winner"]
"""The kind of a question: find a move, or say who wins with perfect play."""

WINNERS = ("x", "o", "draw")
"""The possible answers to the question "Who wins?"."""

MOST_QUESTIONS = 200
"""The largest number of questions of a class."""


@dataclass(frozen=True)
class Question:
    """A question about a position.

    Attributes:
        kind: what it asks for.
        game: the name of the game.
        position: the position as text. It is not over.
        words: the question.
        last: the name of the cell of the last move, or empty.
        source: the name of the puzzle, or the lesson and the number of its board, such as ``2-forks 1``, or empty.
        right: the right answers. They are known when the question is asked.
        reason: why they are right, in a sentence, or empty.
        hint: the hint for a pupil, or empty.
        proven: whether the right answers are proven. Otherwise, they are the best known answers, or the question has
            none.
        answers: the answers by the numbers of the pupils.
        hinted: the numbers of the pupils who have asked for the hint.
        values: the values of all moves, once a pupil has asked for them.
        valued: the numbers of the pupils who have asked for the values.
        shown: whether the answers have been shown.
    """

    kind: QuestionKind
    game: str
    position: str
    words: str
    last: str = ""
    source: str = ""
    right: tuple[str, ...] = ()
    reason: str = ""
    hint: str = ""
    proven: bool = True
    answers: Mapping[int, str] = field(default_factory=dict)
    hinted: tuple[int, ...] = ()
    values: tuple[MoveAnswer, ...] = ()
    valued: tuple[int, ...] = ()
    shown: bool = False

    @property
    def board(self) -> Position:
        """The position."""
        return read_board(self.game, self.position)

    @property
    def choices(self) -> tuple[str, ...]:
        """All possible answers."""
        return self.board.move_names if self.kind == "move" else WINNERS

    def count(self, pupils: Iterable[int]) -> Counter[str]:
        """Count the answers of these pupils."""
        return Counter(self.answers[pupil] for pupil in pupils if pupil in self.answers)

    def answered(self, pupil: int, answer: str) -> Self:
        """Return the question with a pupil's answer, which replaces the pupil's earlier answer.

        Raises:
            Outdated: the answers have been shown.
            NoughtsError: this is not a possible answer.
        """
        if self.answers.get(pupil) == answer:
            return self
        if self.shown:
            raise Outdated("this came too late: the answer is on the big screen")
        if answer not in self.choices:
            raise NoughtsError("this is not a possible answer: choose another one")
        return replace(self, answers={**self.answers, pupil: answer})

    def hinting(self, pupil: int) -> Self:
        """Record that this pupil has asked for the hint, and return the updated question."""
        return self if pupil in self.hinted else replace(self, hinted=(*self.hinted, pupil))

    def valuing(self, pupil: int, values: Sequence[MoveAnswer]) -> Self:
        """Record that this pupil has asked for the values of all moves, and return the updated question."""
        return self if pupil in self.valued else replace(self, values=tuple(values), valued=(*self.valued, pupil))

    def to_data(self) -> dict[str, Any]:
        """Return the question as JSON-compatible data."""
        return {**vars(self), "answers": [*self.answers.items()]}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Restore a question from the data that `to_data` returns."""
        tuples = {name: tuple(data.get(name, ())) for name in ("right", "hinted", "values", "valued")}
        return cls(**{**data, **tuples, "answers": dict(data["answers"])})


@lru_cache(maxsize=256)
def read_board(game: str, position: str) -> Position:
    """Return the position of a question."""
    return read_position(position, game)


@dataclass(frozen=True)
class Quiz:
    """The questions of a class.

    Attributes:
        asked: the questions that have been asked. The last of these is the current question.
        waiting: the questions that follow, without their right answers.
        names: whether the projector shows the name of the pupil beside each answer.
    """

    asked: tuple[Question, ...] = ()
    waiting: tuple[Question, ...] = ()
    names: bool = False

    @property
    def number(self) -> int:
        """The number of the current question, from 1, or 0 if nothing has been asked."""
        return len(self.asked)

    @property
    def current(self) -> Question:
        """The current question. At least one question must have been asked."""
        return self.asked[-1]

    def ask(self, question: Question, following: Sequence[Question] = ()) -> Self:
        """Return the quiz with a new question, followed by further new questions. Questions that were already waiting
        come last.

        Raises:
            NoughtsError: there are too many questions.
        """
        if self.number + 1 + len(following) + len(self.waiting) > MOST_QUESTIONS:
            raise NoughtsError(f"a class can have at most {MOST_QUESTIONS} questions: ask fewer, or begin a new class")
        return replace(self, asked=(*self.asked, question), waiting=(*following, *self.waiting))

    def go_on(self, question: Question) -> Self:
        """Make the first waiting question the current question, and return the updated quiz.

        The argument `question` is this question with its right answers.
        """
        return replace(self, asked=(*self.asked, question), waiting=self.waiting[1:])

    def with_current(self, question: Question) -> Self:
        """Return the quiz with its current question replaced, or the same quiz if the question is the same."""
        return self if question is self.current else replace(self, asked=(*self.asked[:-1], question))

    def right(self, pupil: int) -> int:
        """Count a pupil's right answers to the questions whose answers have been shown."""
        return sum(each.shown and each.answers.get(pupil) in each.right for each in self.asked)

    def to_data(self) -> dict[str, Any]:
        """Return the quiz as JSON-compatible data."""
        asked, waiting = ([each.to_data() for each in group] for group in (self.asked, self.waiting))
        return {"asked": asked, "waiting": waiting, "names": self.names}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Restore a quiz from the data that `to_data` returns."""
        asked, waiting = (tuple(map(Question.from_data, data[group])) for group in ("asked", "waiting"))
        return cls(asked, waiting, data["names"])


def answering(pupils: Collection[int], here: Collection[int], question: Question) -> tuple[int, int]:
    """Count the pupils who have answered, and the pupils who are present or have answered.

    The second number says how many answers are expected.
    """
    answered = {pupil for pupil in pupils if pupil in question.answers}
    return len(answered), len(answered.union(here))
