"""`noughts bench`: values of the literature, and a signature that changes only when the way of searching does."""

import json

import pytest

from noughts.apps.cli.bench import signature, solved
from tests.apps.terminal import Terminal

pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")

# Frozen: a commit that changes how games are searched says so, and writes the new signature here.
SIGNATURE = "5db4be1f456facdf"
ANSWERS = "000a223c66f3df91"

# solver.md and truths.md: who wins, seen by X, who begins.
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


def test_values_are_those_of_the_literature_and_the_signature_is_the_frozen_one() -> None:
    found = json.loads(Terminal.run("bench", "--json").out)
    values = {row["game"]: row["value"] for row in found["games"]}
    assert {game: values[game] for game in VALUES} == VALUES
    assert (found["signature"], found["answers"]) == (SIGNATURE, ANSWERS)


@pytest.mark.parametrize("threads", [2, 3])
def test_the_answers_are_the_same_with_any_number_of_threads(threads: int) -> None:
    found = json.loads(Terminal.run("bench", "--threads", str(threads), "--json").out)
    assert (found["signature"], found["answers"], found["threads"]) == (None, ANSWERS, threads)
    assert "Signature" not in Terminal.run("bench", "--threads", str(threads)).out


def test_the_signature_is_of_all_that_was_found() -> None:
    answers = [("4,4,4", solved("4,4,4")), ("5,4,4", solved("5,4,4"))]
    assert signature(answers) == signature([("4,4,4", solved("4,4,4")), ("5,4,4", solved("5,4,4"))])
    assert signature(answers) != signature(answers[:1])


def test_a_person_reads_a_table() -> None:
    out = Terminal.run("bench").out
    assert "7,7,5" in out
    assert out.rstrip().endswith(f"Signature: {SIGNATURE}")
