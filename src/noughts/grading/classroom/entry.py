"""The results of a class, with an entry for each student's program."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from noughts.grading.causes import Cause
from noughts.grading.data import cause_data, finding_data, read_cause, read_finding
from noughts.grading.grade import KINDS, SERIOUS, Finding
from noughts.grading.report import Grade, verdict
from noughts.grading.task import Graded
from noughts.rules.game import Game
from noughts.rules.untrusted import check_types


@dataclass(frozen=True)
class Entry:
    """The result of grading one student's program, or the reason why it was not graded.

    Attributes:
        student: the student's name, or a number if names are hidden.
        file: the file, relative to the folder of the class.
        grade: the result in one word.
        verdict: the result in one sentence, or the reason why the file could not be graded.
        reason: the key of this reason in `noughts.grading.fixes.REASONS`, if it is known.
        function: the name of the function that was graded.
        words: how noughts called it.
        mistakes: the mistakes in the form of its answers.
        imports_noughts: whether its file imports noughts, apart from its rules.
        left_out: the statements in its file that did not run.
        asked: the number of positions graded.
        population: from how many positions they were chosen, in words, or an empty string if these are all.
        faults: the number of mistakes of each kind.
        wins_in_one: the number of positions in which a move wins at once.
        wins_missed: the number of those positions in which the function did not win at once.
        nodes: the nodes per move that the function counted, or None.
        seconds: how long the function took for its answers.
        examples: the simplest mistake of each kind, the simplest serious one first.
        causes: the causes of the mistakes.
        note: a remark on the files of others that its file imports, without a full stop, or an empty string.
        late: whether it was handed in late.
        text: the fingerprint of its text; see `noughts.grading.classroom.same_text`.
        number: the number of the student in Moodle or Canvas, or an empty string.
        row: the row of the student on the roster, or None.
    """

    student: str
    file: str
    grade: Grade
    verdict: str
    reason: str = ""
    function: str = ""
    words: str = ""
    mistakes: tuple[str, ...] = ()
    imports_noughts: bool = False
    left_out: tuple[str, ...] = ()
    asked: int = 0
    population: str = ""
    faults: Mapping[str, int] = field(default_factory=dict)
    wins_in_one: int = 0
    wins_missed: int = 0
    nodes: float | None = None
    seconds: float = 0.0
    examples: tuple[Finding, ...] = ()
    causes: tuple[Cause, ...] = ()
    note: str = ""
    late: bool = False
    text: str = ""
    number: str = ""
    row: int | None = None

    @property
    def summary(self) -> str:
        """The verdict on the program and, if there is one, the note."""
        return self.verdict + f" Note: {self.note}." * bool(self.note)

    @property
    def is_graded(self) -> bool:
        """Whether the student's program could be graded, so that noughts asked it for moves."""
        return self.grade not in ("not-graded", "not-handed-in")

    @property
    def wins(self) -> str:
        """How often the program won when it could win in one move, in words."""
        if not self.wins_in_one:
            return "none to take" if self.asked else "not asked"
        if not self.wins_missed:
            return f"all {self.wins_in_one:,} taken"
        return f"{self.wins_missed:,} of {self.wins_in_one:,} missed"

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
        examples, causes = list(map(finding_data, self.examples)), list(map(cause_data, self.causes))
        return {**vars(self), "examples": examples, "causes": causes}

    @classmethod
    def from_data(cls, data: dict[str, Any], game: Game) -> "Entry":
        """Return the entry that this JSON data describes.

        Raises:
            ValueError, KeyError, TypeError: the data has another form.
        """
        lists = {key: tuple(map(str, data[key])) for key in ("mistakes", "left_out")}
        examples = tuple(read_finding(finding, game) for finding in data["examples"])
        causes = tuple(read_cause(cause, game) for cause in data["causes"])
        entry = cls(**{**data, **lists, "examples": examples, "causes": causes})
        check_types(Entry, [entry])
        return entry


def entry_of(graded: Graded, student: str, file: str, **details: Any) -> Entry:
    """Return the entry for a graded program. The other arguments are fields of `Entry`."""
    report, ready = graded.report, graded.ready
    first = {finding.kind: finding for finding in reversed(report.findings)}
    asked = sum(report.asked.values())
    grade, sentence = verdict(graded)
    return Entry(
        student=student,
        file=file,
        grade=grade,
        verdict=sentence,
        function=ready.name,
        words=ready.words,
        mistakes=ready.mistakes,
        imports_noughts=graded.imports_noughts,
        left_out=ready.left_out,
        asked=asked,
        population=report.exam.population,
        faults={kind: count for kind in KINDS if (count := report.count(kind))},
        wins_in_one=report.wins_in_one,
        wins_missed=report.wins_in_one - report.wins_taken,
        nodes=report.total_nodes / asked if report.total_nodes and asked else None,
        seconds=round(graded.seconds, 3),
        examples=tuple(finding for finding in report.findings if finding is first[finding.kind]),
        causes=report.causes,
        **details,
    )
