"""A stored class as a frozen value, with the pupils who have joined a teacher for a lesson, and their current activity.

Every operation returns the next version of the class, or the class itself if nothing changes.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Self, TypeAlias

from noughts.render.names import alike, clean_name
from noughts.web.model.class_tournament import ClassTournament
from noughts.web.model.errors import Forbidden, NotFound, Outdated
from noughts.web.model.quiz import Question, Quiz
from noughts.web.model.task import MoveAnswer

MOST_PUPILS = 100
LIFETIME = 24 * 3600 * 1000
"""The lifetime of a class in milliseconds."""

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # without characters that look alike
_ID = 6
_NO_QUIZ = Quiz()
_REMOVED = "the teacher has removed you from this class"

Showing: TypeAlias = Literal["lobby", "question", "tournament"]
"""The current activity of a class, which all its pages show."""

ClassRole: TypeAlias = Literal["", "teacher", "pupil", "projector"]
"""The role of a client in a class. A client without a role can only join."""


def new_id() -> str:
    """Return a random class id of six letters and digits that are easy to type."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_ID))


@dataclass(frozen=True)
class Pupil:
    """A pupil of a class, with a number in the order of joining, the hash of the browser's secret, and a name."""

    number: int
    key: str
    name: str
    removed: bool = False


@dataclass(frozen=True)
class StoredClass:
    """A class.

    Attributes:
        id: the letters and digits that pupils type to join.
        version: a number that increases by one with every change.
        created: a time in milliseconds since 1970.
        teachers: the hashes of the secrets of the teacher's browsers.
        device_link, watch_link: the hashes of the secrets in the teacher's links: to lead the class from another
            device, and to show it on a projector.
        pupils: all who have joined, in this order.
        hints: whether pupils may ask for hints and values.
        ended: whether the teacher has ended the class.
        showing: what its pages show.
        quiz: its questions.
        tournament: the latest tournament.
    """

    id: str
    version: int = 1
    created: int = 0
    teachers: tuple[str, ...] = ()
    device_link: str = ""
    watch_link: str = ""
    pupils: tuple[Pupil, ...] = ()
    hints: bool = False
    ended: bool = False
    showing: Showing = "lobby"
    quiz: Quiz = _NO_QUIZ
    tournament: ClassTournament | None = None

    @property
    def present(self) -> tuple[Pupil, ...]:
        """The pupils whom the teacher has not removed."""
        return tuple(pupil for pupil in self.pupils if not pupil.removed)

    def pupil(self, key: str) -> Pupil | None:
        """Return the pupil whose browser has this key, or None. Removed pupils do not count."""
        return next((pupil for pupil in self.present if pupil.key == key), None)

    def role(self, key: str) -> ClassRole:
        """Return the role that the browser with this key has in the class."""
        return "teacher" if key in self.teachers else "pupil" if self.pupil(key) else ""

    # Each operation returns the next version of the class, or raises NoughtsError.

    def join(self, key: str, name: str) -> Self:
        """Return the class with a new pupil, or the same class if the browser has joined before. If another pupil has
        the same name, the new pupil's name gets a number.

        Raises:
            Forbidden: the class has ended or is full, or the teacher has removed this browser.
        """
        if self.role(key):
            return self
        self.expect_running()
        if any(pupil.key == key for pupil in self.pupils):
            raise Forbidden(_REMOVED)
        if len(self.present) >= MOST_PUPILS:
            raise Forbidden(f"this class is full: it has {MOST_PUPILS} pupils")
        number = len(self.pupils) + 1
        pupil = Pupil(number, key, self._free_name(name, number))
        return self.changed(pupils=(*self.pupils, pupil))

    def rename(self, number: int, name: str) -> Self:
        """Return the class with a pupil renamed."""
        pupil = self._numbered(number)
        return self._with(replace(pupil, name=self._free_name(name, number)))

    def remove(self, number: int) -> Self:
        """Return the class with a pupil removed. The pupil's browser cannot join again. The pupil's name is deleted,
        too, because it can be rude.
        """
        return self._with(replace(self._numbered(number), name=f"Pupil {number}", removed=True))

    def with_hints(self, hints: bool) -> Self:
        """Return the class with hints and values allowed or forbidden for pupils."""
        return self.changed(hints=hints)

    def admit_teacher(self, key: str, link: str) -> Self:
        """Admit another browser in which the teacher opened the teacher's link, and return the updated class.

        The argument `link` is the hash of the link's secret.

        Raises:
            NotFound: this is not the link.
        """
        if not secrets.compare_digest(link, self.device_link):
            raise NotFound("this link leads to no class: it may be mistyped, or the class is over")
        return self if key in self.teachers else self.changed(teachers=(*self.teachers, key))

    def end(self) -> Self:
        """Return the class marked as ended. Pupils can no longer do anything, but the teacher can still save the
        results.
        """
        if self.ended:
            return self
        return self.changed(ended=True, tournament=self.tournament and self.tournament.end())

    def set_up(self, tournament: ClassTournament) -> Self:
        """Return the class with a new tournament, which replaces an earlier one.

        Raises:
            Forbidden: a round of the earlier one is running.
        """
        self.expect_running()
        if self.tournament and self.tournament.unfinished:
            raise Forbidden("a round of another tournament is running: end it first")
        return self.changed(showing="tournament", tournament=tournament)

    def with_tournament(self, change: Callable[[ClassTournament], ClassTournament]) -> Self:
        """Return a copy of the class with its tournament changed.

        Raises:
            NotFound: the class has no tournament.
        """
        if not self.tournament:
            raise NotFound("this class has no tournament")
        after = change(self.tournament)
        return self if after is self.tournament else self.changed(tournament=after)

    def ask(self, number: int, question: Question, following: Sequence[Question] = ()) -> Self:
        """Return the class with a new question after the question with this number, followed by further questions.

        Repeating a request has no effect: the class stays the same if the question with this number is not the last
        one.
        """
        self.expect_running()
        return self._quizzed(self.quiz.ask(question, following)) if number == self.quiz.number else self

    def go_on(self, number: int, question: Question) -> Self:
        """Make the next waiting question the current question, and return the updated class.

        The argument `question` is the waiting question with its right answers.

        The class stays the same if the question with this number is not the last one, or no question is waiting.
        """
        self.expect_running()
        is_next = number == self.quiz.number and self.quiz.waiting
        return self._quizzed(self.quiz.go_on(question)) if is_next else self

    def _quizzed(self, quiz: Quiz) -> Self:
        return self.changed(showing="question", quiz=quiz)

    def without_waiting(self) -> Self:
        """Return the class without its waiting questions."""
        return self.changed(quiz=replace(self.quiz, waiting=())) if self.quiz.waiting else self

    def reveal(self, number: int) -> Self:
        """Return the class with the answers to the question with this number shown, if it is the current question."""
        if number != self.quiz.number or not number or self.quiz.current.shown:
            return self
        return self._with_current(replace(self.quiz.current, shown=True))

    def show(self, showing: Showing) -> Self:
        """Return the class with another current activity, if there is a question or a tournament to show."""
        self.expect_running()
        exists = {"lobby": True, "question": bool(self.quiz.number), "tournament": self.tournament is not None}
        return self.changed(showing=showing) if showing != self.showing and exists[showing] else self

    def with_names(self, names: bool) -> Self:
        """Return the class with pupils' names shown or hidden beside their answers on the projector."""
        return self if names == self.quiz.names else self.changed(quiz=replace(self.quiz, names=names))

    def answer(self, pupil: Pupil, number: int, answer: str) -> Self:
        """Return the class with a pupil's answer to the question with this number.

        Raises:
            Outdated: this is not the current question, or its answers have been shown.
            NoughtsError: this is not a possible answer.
        """
        self._expect_open(number)
        return self._with_current(self.quiz.current.answered(pupil.number, answer))

    def hint(self, pupil: Pupil, number: int) -> Self:
        """Record that a pupil has asked for a hint on the question with this number, and return the updated class.

        Raises:
            Forbidden: the teacher has not switched hints on.
            Outdated: this is not the current question.
        """
        return self.expect_hints(number)._with_current(self.quiz.current.hinting(pupil.number))

    def value_moves(self, pupil: Pupil, number: int, values: Sequence[MoveAnswer]) -> Self:
        """Record that a pupil has asked for the values of all moves in the question with this number, and return the
        updated class.

        Raises:
            Forbidden: the teacher has not switched hints on.
            Outdated: this is not the current question.
        """
        return self.expect_hints(number)._with_current(self.quiz.current.valuing(pupil.number, values))

    def expect_hints(self, number: int) -> Self:
        """Return the class if pupils may ask for hints and values about the question with this number.

        Raises:
            Forbidden: the teacher has not switched hints on.
            Outdated: this is not the current question.
        """
        self._expect_open(number)
        if not self.hints:
            raise Forbidden("your teacher has switched hints off")
        return self

    def _expect_open(self, number: int) -> None:
        if self.showing != "question" or number != self.quiz.number:
            raise Outdated("this question is over: look at the big screen")

    def _with_current(self, question: Question) -> Self:
        quiz = self.quiz.with_current(question)
        return self if quiz is self.quiz else self.changed(quiz=quiz)

    def changed(self, **changes: Any) -> Self:
        """Return the next version of the class, with these fields changed."""
        return replace(self, version=self.version + 1, **changes)

    def expect_running(self) -> None:
        """Raise Forbidden if the class has ended."""
        if self.ended:
            raise Forbidden("this class has ended")

    def _numbered(self, number: int) -> Pupil:
        for pupil in self.present:
            if pupil.number == number:
                return pupil
        raise NotFound("there is no such pupil in this class")

    def _with(self, pupil: Pupil) -> Self:
        pupils = tuple(pupil if each.number == pupil.number else each for each in self.pupils)
        return self if pupils == self.pupils else self.changed(pupils=pupils)

    def _free_name(self, wanted: str, number: int) -> str:
        """Return the wanted name for a pupil, with a number added if another pupil's name looks the same."""
        name = clean_name(wanted, f"Pupil {number}")
        taken = {alike(pupil.name) for pupil in self.present if pupil.number != number}
        names = (name if n == 1 else f"{name} {n}" for n in range(1, MOST_PUPILS + 2))
        return next(each for each in names if alike(each) not in taken)

    def to_data(self) -> dict[str, Any]:
        """Return the class as JSON-compatible data."""
        return {
            **vars(self),
            "pupils": [vars(pupil) for pupil in self.pupils],
            "quiz": self.quiz.to_data(),
            "tournament": self.tournament and self.tournament.to_data(),
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """Restore a class from the data that `to_data` returns."""
        pupils = tuple(Pupil(**pupil) for pupil in data["pupils"])
        quiz = Quiz.from_data(data["quiz"]) if "quiz" in data else _NO_QUIZ
        tournament = data.get("tournament") and ClassTournament.from_data(data["tournament"])
        lists = {"teachers": tuple(data["teachers"]), "pupils": pupils}
        return cls(**{**data, **lists, "quiz": quiz, "tournament": tournament})
