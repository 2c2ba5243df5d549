"""Number the students of a class instead of naming them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from noughts.grading.classroom.entry import Entry
from noughts.grading.classroom.table import KIND_WORDS
from noughts.grading.fixes import reason
from noughts.grading.grade import Finding


def hidden(entries: Sequence[Entry]) -> list[Entry]:
    """Return the results in the order of their files, without data that could identify a student.

    Files, functions, errors and answers can name people, too: these fields are empty, or say only what is wrong.
    """
    return [
        replace(
            one,
            student=f"Student {number}",
            file=f"student{number}" if one.file else "",
            verdict=reason(one).words if one.grade == "not-graded" else one.verdict,
            note="",
            function="",
            words="",
            left_out=(),
            examples=_without_answers(one.examples),
            causes=tuple(replace(cause, examples=_without_answers(cause.examples)) for cause in one.causes),
            number="",
            row=None,
        )
        for number, one in enumerate(sorted(entries, key=lambda one: one.file), 1)
    ]


def _without_answers(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the mistakes, leaving out the text of answers that are not moves."""
    return tuple(replace(one, said=KIND_WORDS[one.kind] if one.said else "") for one in findings)
