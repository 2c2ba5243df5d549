"""The pages of a class for a teacher, a pupil and a projector, as plain data for the templates."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from noughts.web.classes import ClassAccess
from noughts.web.model.stored_class import Pupil, Showing, StoredClass
from noughts.web.pages.classes.question_view import AskedQuestion, PupilQuestion, asked_question, pupil_question
from noughts.web.pages.classes.tournament_view import (
    PupilTournament,
    TournamentView,
    pupil_tournament,
    tournament_view,
)

IsHere: TypeAlias = Callable[[Pupil], bool]
"""A function that returns whether a pupil is present."""


@dataclass(frozen=True)
class PupilRow:
    """A pupil in the list, with a number, a name, and whether the pupil is present."""

    number: int
    name: str
    here: bool


@dataclass(frozen=True)
class ClassPage:
    """The page of a class for a client with a particular role.

    Attributes:
        template: the name of its template.
        path: the path of the page.
        id: the id of the class.
        ended: whether it has ended.
        hints: whether pupils may ask for hints and values.
        showing: what the class shows.
    """

    template: ClassVar[str]
    path: str
    id: str
    ended: bool
    hints: bool
    showing: Showing


@dataclass(frozen=True)
class JoinPage(ClassPage):
    """The page for a visitor without a role in the class."""

    template = "class_join.html"


@dataclass(frozen=True)
class PupilPage(ClassPage):
    """The page of a pupil, without data about other pupils."""

    template = "class_pupil.html"
    name: str = ""
    asked: PupilQuestion | None = None
    tournament: PupilTournament | None = None


@dataclass(frozen=True)
class TeacherPage(ClassPage):
    """The teacher's page, with the pupils in order of joining, and whether there is a tournament to return to."""

    template = "class_teacher.html"
    pupils: tuple[PupilRow, ...] = ()
    asked: AskedQuestion | None = None
    tournament: TournamentView | None = None
    has_tournament: bool = False


@dataclass(frozen=True)
class ProjectorPage(ClassPage):
    """The page for a projector, which the whole room can see."""

    template = "class_projector.html"
    pupils: tuple[PupilRow, ...] = ()
    asked: AskedQuestion | None = None
    tournament: TournamentView | None = None


def class_page(access: ClassAccess, path: str, is_here: IsHere) -> ClassPage:
    """Return the page of a class for a client with this access."""
    school = access.school
    common = path, school.id, school.ended, school.hints, school.showing
    tournament = school.tournament if school.showing == "tournament" else None
    shown = tournament_view(school, tournament) if tournament and access.role in ("teacher", "projector") else None
    match access.role:
        case "teacher":
            rows, any_tournament = _rows(school, is_here), bool(school.tournament)
            asked = asked_question(school, _here(rows), leads=True)
            return TeacherPage(*common, pupils=rows, asked=asked, tournament=shown, has_tournament=any_tournament)
        case "projector":
            rows = _rows(school, is_here)
            return ProjectorPage(*common, pupils=rows, asked=asked_question(school, _here(rows)), tournament=shown)
        case "pupil":
            assert access.pupil
            mine = pupil_tournament(school, tournament, access.pupil) if tournament else None
            return PupilPage(
                *common, name=access.pupil.name, asked=pupil_question(school, access.pupil), tournament=mine
            )
        case _:
            return JoinPage(*common)


def _here(rows: Iterable[PupilRow]) -> set[int]:
    return {row.number for row in rows if row.here}


def _rows(school: StoredClass, is_here: IsHere) -> tuple[PupilRow, ...]:
    return tuple(PupilRow(pupil.number, pupil.name, is_here(pupil)) for pupil in school.present)
