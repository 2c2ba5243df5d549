"""The results of a class: what is known about each student's function, and the points that a rubric gives for it."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any, Literal, TypeAlias, get_args

from noughts.grading.causes import Cause
from noughts.grading.grade import KINDS, SERIOUS, Finding, Report
from noughts.rules.errors import NoughtsError, cut, short_repr
from noughts.rules.game import Game
from noughts.rules.notation import position as read_position
from noughts.rules.notation import t3en
from noughts.rules.untrusted import check_types

Grade: TypeAlias = Literal["flawless", "slow", "value", "illegal", "crash", "time-out", "not-graded"]
"""A student's result: every move is best, it only wins late or loses early, it gives value away, it returns no legal
move somewhere, it crashes somewhere, it is too slow somewhere, or noughts cannot grade it."""

GRADES: tuple[Grade, ...] = get_args(Grade)

_MOST_POINTS = 1_000_000


@dataclass(frozen=True)
class Entry:
    """The result of one student.

    Attributes:
        student: the student's name, or a number if names are hidden.
        file: the file, relative to the folder of the class.
        grade: the result in one word.
        summary: the result in one sentence, or the reason why the file could not be graded.
        function: the name of the function that was graded.
        words: how noughts called it.
        mistakes: the mistakes in the form of its answers.
        imports_noughts: whether its file imports noughts, apart from its rules.
        left_out: the statements in its file that did not run.
        asked: the number of positions graded.
        sampled_from: the number of positions from which they were chosen, or None if these are all.
        faults: the number of mistakes of each kind.
        wins_in_one: the number of positions in which a move wins at once.
        wins_missed: the number of those positions in which the function did not win at once.
        nodes: the nodes per move that the function counted, or None.
        seconds: how long the function took for its answers.
        only_side: the only side that the function plays well, or an empty string.
        examples: the simplest mistake of each kind, the simplest serious one first.
        causes: the causes of the mistakes.
    """

    student: str
    file: str
    grade: Grade
    summary: str
    function: str = ""
    words: str = ""
    mistakes: tuple[str, ...] = ()
    imports_noughts: bool = False
    left_out: tuple[str, ...] = ()
    asked: int = 0
    sampled_from: int | None = None
    faults: Mapping[str, int] = field(default_factory=dict)
    wins_in_one: int = 0
    wins_missed: int = 0
    nodes: float | None = None
    seconds: float = 0.0
    only_side: str = ""
    examples: tuple[Finding, ...] = ()
    causes: tuple[Cause, ...] = ()

    @property
    def lost(self) -> int:
        """The number of positions in which the function makes a serious mistake."""
        return sum(self.faults.get(kind, 0) for kind in SERIOUS)

    @property
    def kept(self) -> int:
        """The number of positions whose value the function keeps."""
        return self.asked - self.lost

    def to_data(self) -> dict[str, Any]:
        """Return the entry as JSON data, which `from_data` reads."""
        causes = [{**vars(cause), "examples": _findings_data(cause.examples)} for cause in self.causes]
        return {**vars(self), "examples": _findings_data(self.examples), "causes": causes}

    @classmethod
    def from_data(cls, data: dict[str, Any], game: Game) -> "Entry":
        """Return the entry with this JSON data.

        Raises:
            ValueError, KeyError, TypeError: the data has another form.
        """
        examples = _read_findings(data["examples"], game)
        causes = tuple(
            Cause(**{**cause, "kinds": tuple(cause["kinds"]), "examples": _read_findings(cause["examples"], game)})
            for cause in data["causes"]
        )
        lists = {key: tuple(map(str, data[key])) for key in ("mistakes", "left_out")}
        entry = cls(**{**data, **lists, "examples": examples, "causes": causes})
        check_types(Entry, [entry])
        check_types(Cause, causes)
        check_types(Finding, [*examples, *(finding for cause in causes for finding in cause.examples)])
        return entry


def entry(report: Report, student: str, file: str, **details: Any) -> Entry:
    """Return the entry for a report, with further details as in `Entry`."""
    faults: dict[str, int] = {kind: count for kind in KINDS if (count := report.count(kind))}
    worst = next((kind for kind in KINDS if kind in faults), None)
    grade: Grade = "flawless" if worst is None else worst if worst in SERIOUS else "slow"  # type: ignore[assignment]
    first = {finding.kind: finding for finding in reversed(report.findings)}
    asked = sum(report.asked.values())
    return Entry(
        student=student,
        file=file,
        grade=grade,
        asked=asked,
        sampled_from=report.sampled_from,
        faults=faults,
        wins_in_one=report.wins_in_one,
        wins_missed=report.wins_in_one - report.wins_taken,
        nodes=report.total_nodes / asked if report.total_nodes and asked else None,
        only_side=report.only_side.name if report.only_side else "",
        examples=tuple(finding for finding in report.findings if finding is first[finding.kind]),
        causes=report.causes,
        **details,
    )


def hidden(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries in the order of their files, with numbers instead of the names of students and files."""
    ordered = sorted(entries, key=lambda one: one.file)
    paths = [PurePosixPath(one.file) for one in ordered]
    files = {path.name: f"student{number}{path.suffix}" for number, path in enumerate(paths, 1) if path.suffix}

    def blank(text: str, names: Mapping[str, str]) -> str:
        pattern = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
        return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", lambda found: names[found[0]], text) if names else text

    shown = []
    for number, (path, one) in enumerate(zip(paths, ordered, strict=True), 1):
        alias = f"student{number}"
        own = files | dict.fromkeys([path.name, cut(path.name)], alias + path.suffix)
        if path.suffix and len(path.stem) > 1:  # a name of one letter may be a word
            own |= dict.fromkeys([path.stem, f"user_code_{path.stem}"], alias)

        def without_names(findings: Sequence[Finding], own: Mapping[str, str] = own) -> tuple[Finding, ...]:
            return tuple(replace(finding, said=blank(finding.said, own)) for finding in findings)

        shown.append(
            replace(
                one,
                student=f"Student {number}",
                file=alias,
                summary=blank(one.summary, own if one.grade == "not-graded" else files),
                left_out=(),
                examples=without_names(one.examples),
                causes=tuple(replace(cause, examples=without_names(cause.examples)) for cause in one.causes),
            )
        )
    return shown


@dataclass(frozen=True)
class Rubric:
    """The points for each grade, and for each mistake in the form of the answers."""

    points: Mapping[str, float]

    def of(self, entry: Entry) -> float:
        """Return the points for an entry, at least 0 and with at most four decimal places."""
        return _rounded(max(0, self.points[entry.grade] + self.points.get("mistake", 0) * len(entry.mistakes)))

    @property
    def most(self) -> float:
        """The greatest number of points."""
        return _rounded(max(self.points[grade] for grade in GRADES))


def _rounded(points: float) -> float:
    """Round points, so that 0.1 + 0.2 prints as 0.3 and a whole number as an integer."""
    points = round(points, 4)
    return int(points) if points == int(points) else points


def read_rubric(text: str) -> Rubric:
    """Parse a rubric: TOML with a table ``[points]`` that has a number for each grade and perhaps for ``mistake``.

    Raises:
        NoughtsError: the text is not such a rubric.
    """
    try:
        points = tomllib.loads(text).get("points")
    except tomllib.TOMLDecodeError as error:
        raise NoughtsError(f"the rubric is not valid TOML: {error}") from None
    except (ValueError, RecursionError):  # a number with thousands of digits, or deep nesting
        raise NoughtsError(
            "the rubric cannot be read: expected a table [points] with a number for each verdict"
        ) from None
    if not isinstance(points, dict):
        raise NoughtsError("the rubric has no table [points]: expected one with a number for each verdict")
    known = (*GRADES, "mistake")
    for name, value in points.items():
        if name not in known:
            raise NoughtsError(f"the rubric has the unknown verdict {short_repr(name)}: expected {', '.join(known)}")
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= _MOST_POINTS:
            raise NoughtsError(f"the points for {name} are {short_repr(value)}: expected a number up to a million")
    if missing := [grade for grade in GRADES if grade not in points]:
        raise NoughtsError(f"the rubric has no points for {', '.join(missing)}: add them to [points]")
    return Rubric(points)


def _findings_data(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    return [{**vars(finding), "position": t3en(finding.position)} for finding in findings]


def _read_findings(data: list[dict[str, Any]], game: Game) -> tuple[Finding, ...]:
    return tuple(
        Finding(**{**one, "position": read_position(one["position"], game), "best": tuple(one["best"])}) for one in data
    )
