"""Read the settings file of a class: the points for each result, and how to call the programs."""

import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from noughts.grading.classroom.entry import Entry
from noughts.grading.classroom.names import stem
from noughts.grading.report import GRADES
from noughts.rules.errors import NoughtsError, short_repr

_MOST_POINTS = 1_000_000
_LONGEST_TEXT = 1_000
_OPTIONAL = ("form", "not-graded", "not-handed-in", "mistake")


class Calling(NamedTuple):
    """The call of a program, such as ``best_move(rows, player)``, and the marks on its board. Each can be None."""

    call: str | None = None
    marks: str | None = None


@dataclass(frozen=True)
class Rubric:
    """The points for each grade, and the points (usually negative) for each mistake in the form of answers.

    ``form`` has as many points as ``flawless`` by default. Without points for ``not-graded`` or ``not-handed-in``,
    these results are left to the teacher.
    """

    points: Mapping[str, float]

    def of(self, entry: Entry) -> float | None:
        """Return the points for a student's entry, at least 0 and with at most four decimal places, or None without
        points.
        """
        points = self.points.get(entry.grade, self.points["flawless"] if entry.grade == "form" else None)
        return (
            None if points is None else _rounded(max(0, points + self.points.get("mistake", 0) * len(entry.mistakes)))
        )

    def words(self, entry: Entry) -> str:
        """Return the points for an entry as text, or an empty string if the entry has no points."""
        points = self.of(entry)
        return "" if points is None else str(points)

    @property
    def most(self) -> float:
        """The greatest number of points that a program can get."""
        return _rounded(max(self.points[grade] for grade in GRADES if grade in self.points))


USUAL = Rubric({"flawless": 10, "slow": 8, "value": 5, "illegal": 3, "crash": 3, "time-out": 2, "mistake": -1})
"""The points for a gradebook if a class has no points of its own."""


@dataclass(frozen=True)
class Settings:
    """The settings of a class.

    Attributes:
        rubric: the points, or None.
        calling: how to call each program that is not in `programs`.
        programs: how to call single programs, by the name of the file or folder.
        assignment: the name of the assignment in a gradebook, or an empty string.
    """

    rubric: Rubric | None = None
    calling: Calling = field(default_factory=Calling)
    programs: Mapping[str, Calling] = field(default_factory=dict)
    assignment: str = ""

    def calling_of(self, *names: str) -> Calling:
        """Return how to call a program. The program can be listed under any of the given names, with or without the
        ending.
        """
        wanted = {*names, *map(stem, names)}
        own = next((calling for name, calling in self.programs.items() if wanted & {name, stem(name)}), Calling())
        return Calling(own.call or self.calling.call, own.marks or self.calling.marks)

    def rules_of(self, name: str) -> str:
        """Return the settings for a submission's programs as text, to notice when they change."""
        own = {file: calling for file, calling in self.programs.items() if _submission(file) == stem(name)}
        return repr((self.calling, own))

    def check(self, names: Iterable[str]) -> None:
        """Check that each program in the settings was handed in.

        Raises: NoughtsError: a program was not handed in.
        """
        there = {stem(name) for name in names}
        if unknown := [name for name in self.programs if _submission(name) not in there]:
            raise NoughtsError(
                f"the class file has settings for {short_repr(unknown[0])}, but nothing with this name was handed in"
            )


def _submission(program: str) -> str:
    """Given the path of a program in a class, return the name of its submission without the ending."""
    return stem(program.partition("/")[0])


def _rounded(points: float) -> float:
    """Round points so that 0.1 + 0.2 prints as 0.3, and 2.0 as 2."""
    points = round(points, 4)
    return int(points) if points == int(points) else points


def read_settings(text: str) -> Settings:
    """Parse the settings file of a class: TOML with the keys ``call``, ``marks``, ``assignment``, ``points`` and
    ``programs``.

    The table ``[points]`` has a number for each result. ``[programs."ada.py"]`` has a call or marks for one program.

    Raises: NoughtsError: the text is invalid.
    """
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise NoughtsError(f"the class file is not valid TOML: {error}") from None
    where = "the class file"
    _check_keys(data, where, ("call", "marks", "assignment", "points", "programs"))
    programs = _table(data.get("programs", {}), "[programs]")
    own = {name: _table(program, f"[programs.{name}]") for name, program in programs.items()}
    for name, program in own.items():
        _check_keys(program, f"[programs.{name}]", ("call", "marks"))
    return Settings(
        _rubric(_table(data["points"], "[points]")) if "points" in data else None,
        Calling(_text(data, "call"), _text(data, "marks")),
        {name: Calling(_text(program, "call"), _text(program, "marks")) for name, program in own.items()},
        _text(data, "assignment") or "",
    )


def _rubric(points: Mapping[str, Any]) -> Rubric:
    known = (*GRADES, "mistake")
    for name, value in points.items():
        if name not in known:
            raise NoughtsError(f"[points] has the unknown result {short_repr(name)}: expected {', '.join(known)}")
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= _MOST_POINTS:
            raise NoughtsError(f"the points for {name} are {short_repr(value)}: expected a number up to a million")
    if missing := [grade for grade in GRADES if grade not in points and grade not in _OPTIONAL]:
        raise NoughtsError(f"the class file has no points for {', '.join(missing)}: add them to [points]")
    return Rubric(points)


def _table(value: object, name: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise NoughtsError(f"{name} in the class file is {short_repr(value)}: expected a table")
    return value


def _check_keys(table: Mapping[str, Any], where: str, known: Collection[str]) -> None:
    if unknown := [key for key in table if key not in known]:
        raise NoughtsError(f"{where} has the unknown key {short_repr(unknown[0])}: expected {', '.join(known)}")


def _text(table: Mapping[str, Any], key: str) -> str | None:
    value = table.get(key)
    if value is not None and not (isinstance(value, str) and 0 < len(value) <= _LONGEST_TEXT and value.isprintable()):
        raise NoughtsError(f"{key} in the class file is {short_repr(value)}: expected a text on one line")
    return value
