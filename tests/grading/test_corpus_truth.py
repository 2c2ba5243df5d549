"""The corpus of student programs, and the brute force that counts their mistakes."""

from pathlib import Path
from typing import Any

import pytest

from tests.grading.brute_force import COUNTS, PROGRAMS, STUDENTS, entries, expected, measured, positions, score, truth

TRUTH = entries()
VERDICTS = {"flawless", "faulty", "unsuitable"}
REASONS = {"input", "scores", "yields", "async", "prints", "recursion", "exits", "crashes", "endless", "no function"}
UNSUITABLE = sorted(name for name, entry in TRUTH.items() if entry["verdict"] == "unsuitable")
JUDGED = sorted(set(TRUTH) - set(UNSUITABLE))
COMPLETE = ("crashes_on_the_last.py", "kaggle_win_or_block.py", "newell_simon.py")  # checked in all positions
SAMPLE = slice(-1, -1200, -61)  # late positions, where every search is quick


def test_every_program_has_a_table() -> None:
    files = {path.name for path in PROGRAMS.glob("*.py")}
    variants = {f"variants/{path.name}" for path in (STUDENTS / "variants").iterdir() if path.is_file()}
    assert files | variants - {"variants/brain.py"} == set(TRUTH)


def test_there_are_4520_positions() -> None:
    assert len(positions()) == 4520
    assert sum(turn == "X" for _, turn in positions()) == 2423
    assert score(" " * 9, "X") == 0


@pytest.mark.parametrize("name", JUDGED)
def test_verdicts_follow_from_the_counts(name: str) -> None:
    entry = TRUTH[name]
    faulty = any(entry[count] for count in COUNTS[1:])
    assert entry["verdict"] == ("faulty" if faulty else "flawless")
    assert entry["positions"] == {None: 4520, "X": 2423, "O": 2097}[entry.get("side")]
    assert entry["style"]
    assert entry["call"]
    assert entry["answers"]
    assert entry.get("cause") or not faulty


@pytest.mark.parametrize("name", UNSUITABLE)
def test_programs_that_cannot_be_judged_have_a_reason(name: str) -> None:
    assert TRUTH[name]["reason"] in REASONS
    assert measured((name, TRUTH[name]))[1] == expected(TRUTH[name])


@pytest.mark.parametrize("name", JUDGED)
def test_flawless_programs_make_no_mistake_in_a_sample(name: str) -> None:
    counts: dict[str, Any] = truth(name, TRUTH[name], SAMPLE)
    assert counts["positions"] > 5
    if TRUTH[name]["verdict"] == "flawless":
        assert not any(counts[count] for count in COUNTS[1:])
    assert all(counts[count] <= TRUTH[name][count] for count in COUNTS)


@pytest.mark.parametrize("name", COMPLETE)
def test_counts_of_quick_programs(name: str) -> None:
    assert measured((name, TRUTH[name]))[1] == expected(TRUTH[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", JUDGED)
def test_counts_of_all_programs(name: str) -> None:
    assert measured((name, TRUTH[name]))[1] == expected(TRUTH[name])


def test_the_corpus_is_large_and_mixed() -> None:
    new = [name for name in TRUTH if Path(name).parent == Path()]
    causes = {TRUTH[name]["cause"] for name in new if TRUTH[name]["verdict"] == "faulty"}
    assert {TRUTH[name]["verdict"] for name in new} == VERDICTS
    assert len(new) >= 65
    assert len(causes) >= 30
