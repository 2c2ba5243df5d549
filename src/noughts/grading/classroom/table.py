"""The results of a class as a table: for the terminal, as CSV and as JSON data."""

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from noughts.explain.words import join_and, plural
from noughts.grading.classroom.entry import Entry
from noughts.grading.classroom.settings import Rubric
from noughts.grading.data import finding_data
from noughts.grading.fixes import reason
from noughts.grading.grade import KINDS, SERIOUS, MistakeKind
from noughts.grading.report import GRADES, IMPORTS_NOUGHTS, Grade
from noughts.render.spreadsheets import safe
from noughts.render.table import table

WORDS: dict[Grade, str] = {
    "flawless": "flawless",
    "form": "right moves, wrong form",
    "slow": "wins late or loses early",
    "value": "gives a win or a draw away",
    "illegal": "returns no legal move",
    "crash": "crashes",
    "time-out": "is too slow",
    "not-graded": "not graded",
    "not-handed-in": "nothing handed in",
}
"""Each grade in words."""

COLUMNS = (
    *("student", "file", "function", "result", "points", "positions", "kept", "lost", "wins_in_one", "wins_missed"),
    *("nodes_per_move", "seconds", "form_mistakes", "imports_noughts", "late", "same_text", "causes"),
    *("first_mistake", "answer", "best", "summary"),
)
"""The columns of the CSV file, and the keys of the JSON data."""

KIND_WORDS: dict[MistakeKind, str] = {
    "time-out": "No answer in time",
    "crash": "Crash",
    "illegal": "No legal move",
    "value": "A win or a draw given away",
    "slow win": "A win later than possible",
    "quick loss": "A loss sooner than necessary",
}
"""Each kind of mistake in words."""

_NOT_GRADED = "Not graded: "


def class_text(entries: Sequence[Entry], rubric: Rubric | None = None) -> str:
    """Return text for the terminal: a table with a line for each student, and the number of students with each
    result.
    """
    head = ["student", "function", "result", "kept", "wins in one move", "seconds", *["points"] * (rubric is not None)]
    rows = [head]
    for entry in entries:
        rows.append(
            [
                entry.student + " (late)" * entry.late,
                entry.function,
                WORDS[entry.grade] + " *" * bool(entry.mistakes) + " †" * entry.imports_noughts,
                f"{entry.kept:,} of {entry.asked:,}" if entry.is_graded else "",
                entry.wins if entry.is_graded else "",
                f"{entry.seconds:.1f}" if entry.is_graded else "",
                *([rubric.words(entry)] if rubric else []),
            ]
        )
    lines = [table(rows, "<")]
    if any(entry.mistakes for entry in entries):
        lines += ["", "* once a mistake in the form of its answers is corrected:"]
        lines += [f"  {entry.student}: {'; '.join(entry.mistakes)}." for entry in entries if entry.mistakes]
    if importing := [entry.student for entry in entries if entry.imports_noughts]:
        lines += ["", f"† {IMPORTS_NOUGHTS}", *(f"  {student}" for student in importing)]
    if failed := [entry for entry in entries if entry.grade == "not-graded"]:
        lines += ["", "Not graded:", *(f"  {entry.student}: {sentence(first_line(entry.summary))}" for entry in failed)]
    if groups := same_texts(entries):
        lines += [
            "",
            "The same text, apart from names and comments:",
            *(f"  {join_and([entry.student for entry in group])}" for group in groups),
        ]
    return "\n".join([*lines, "", counts(entries)])


def same_texts(entries: Sequence[Entry]) -> list[list[Entry]]:
    """Return the groups of students' entries whose programs differ at most in names and comments."""
    groups = defaultdict[str, list[Entry]](list)
    for entry in entries:
        groups[entry.text].append(entry)
    return [group for text, group in groups.items() if text and len(group) > 1]


def common_faults(entries: Sequence[Entry]) -> list[tuple[str, list[Entry]]]:
    """Return the faults in a class's programs, in words, the most common first. Each fault has the results that show
    it.
    """
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        for words in dict.fromkeys(_faults(entry)):
            found.setdefault(words, []).append(entry)
    return sorted(found.items(), key=lambda fault: (-len(fault[1]), fault[0].startswith(_NOT_GRADED)))


def _faults(entry: Entry) -> Iterator[str]:
    """Yield the causes of a program's mistakes and the kinds of unexplained mistakes, or the reason why it was not
    graded.
    """
    if entry.grade == "not-graded":
        yield _NOT_GRADED + reason(entry).words
    yield from (sentence(mistake) for mistake in entry.mistakes)
    known = [cause for cause in entry.causes if cause.is_known]
    yield from (cause.sentence for cause in known)
    unexplained = set(entry.faults) - {kind for cause in known for kind in cause.kinds}
    if not unexplained.isdisjoint(SERIOUS):  # late wins may have the same reason
        unexplained &= set(SERIOUS)
    yield from (f"{KIND_WORDS[kind]}, for an unknown reason" for kind in KINDS if kind in unexplained)


def first_line(text: str) -> str:
    """Return the first line of a text."""
    return text.partition("\n")[0]


def sentence(text: str) -> str:
    """Return a reason as a sentence, with a capital letter unless the reason begins with the name of a file or a
    function.
    """
    first = text.split(" ")[0]
    text = text if not first.isalpha() else text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."


def counts(entries: Sequence[Entry]) -> str:
    """Return a phrase such as ``40 students: flawless 12, crashes 3.``"""
    number = Counter(entry.grade for entry in entries)
    found = ", ".join(f"{WORDS[grade]} {number[grade]}" for grade in GRADES if number[grade])
    return f"{plural(len(entries), 'student')}: {found}." if entries else "No results yet."


def class_csv(entries: Sequence[Entry], rubric: Rubric | None) -> str:
    """Return the results of a class as CSV, with the columns `COLUMNS`."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    rows.writerows([safe(cell) for cell in row.values()] for row in class_data(entries, rubric))
    return text.getvalue()


def class_data(entries: Sequence[Entry], rubric: Rubric | None) -> list[dict[str, object]]:
    """Return the results as JSON data: for each student a row, with the columns of the CSV file. Unknown values are
    None.
    """
    same = {
        id(entry): [one.file for one in group if one is not entry] for group in same_texts(entries) for entry in group
    }
    return [dict(zip(COLUMNS, _row(entry, rubric, same.get(id(entry), [])), strict=True)) for entry in entries]


def _row(entry: Entry, rubric: Rubric | None, same_text: list[str]) -> list[object]:
    first = finding_data(entry.examples[0]) if entry.examples else {}
    numbers = [entry.asked, entry.kept, entry.lost, entry.wins_in_one, entry.wins_missed if entry.wins_in_one else None]
    nodes = None if entry.nodes is None else round(entry.nodes, 1)
    return [
        *(entry.student, entry.file, entry.function, entry.grade, rubric.of(entry) if rubric else None),
        *(numbers if entry.is_graded else [None] * len(numbers)),
        *(nodes, entry.seconds if entry.is_graded else None),
        *(list(entry.mistakes), entry.imports_noughts, entry.late, same_text),
        [cause.sentence for cause in entry.causes],
        first.get("position"),
        first.get("move") or first.get("said"),
        first.get("best", []),
        entry.summary,
    ]
