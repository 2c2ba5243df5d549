"""`noughts bench`: values from the literature, and a signature that changes only if a search changes."""

import json

import pytest

from noughts.terminal.commands.measure.bench import signature, solved
from tests.terminal.terminal import Terminal

pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")

# If a commit changes how games are searched, it says so and updates this signature.
SIGNATURE = "03c81ac9be36a02e"
ANSWERS = "777a9e946cf3e2a2"

# Values for X, who moves first, from solver.md and truths.md.
VALUES = {
    "3,3,3": 0,
    "4,3,3": 1,
    "4,4,3 gravity": 1,
    "4,4,4": 0,
    "5,5,4": 0,
    "6,5,4": 1,
    "6,6,4": 1,
    "7,5,4": 1,
    "7,7,5": 0,
}


def test_values_agree_with_the_literature_and_the_signature_is_unchanged() -> None:
    report = json.loads(Terminal.run("bench", "--json").out)
    values = {row["game"]: row["value"] for row in report["games"]}
    assert {game: values[game] for game in VALUES} == VALUES
    assert (report["signature"], report["answers"]) == (SIGNATURE, ANSWERS)


def test_the_answers_are_the_same_with_any_number_of_threads() -> None:
    report = json.loads(Terminal.run("bench", "--threads", "3", "--json").out)
    assert (report["signature"], report["answers"], report["threads"]) == (None, ANSWERS, 3)
    assert "Signature" not in Terminal.run("bench", "--threads", "2").out


def test_the_signature_covers_all_results() -> None:
    answers = [("4,4,4", solved("4,4,4")), ("5,4,4", solved("5,4,4"))]
    assert signature(answers) == signature([("4,4,4", solved("4,4,4")), ("5,4,4", solved("5,4,4"))])
    assert signature(answers) != signature(answers[:1])


def test_the_text_output_is_a_table() -> None:
    out = Terminal.run("bench").out
    assert "7,7,5" in out
    assert out.rstrip().endswith(f"Signature: {SIGNATURE}")
