"""The exercise for students: the solution passes, the starter does not, and every hidden fault is found."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "docs" / "teachers"
EXERCISE, SOLUTION = FOLDER / "exercise", FOLDER / "solution"
PROGRAMS = sorted((EXERCISE / "programs").glob("*.py"))
GIVEN = set(re.findall(r"def (test_\w+)", (EXERCISE / "tests.py").read_text(encoding="utf-8")))  # not the two new ones
NOTICED_BY_GRADE_ALONE = {"program_2", "program_4"}

DRAW = """\
    if not empty_cells(board):
        return 0
"""
WON = "    won = winner(board)\n"
BEST = '    best = -100 if mark == "X" else 100\n'
REPAIRS = {  # the only fault of each program, and its repair
    "program_1": [("mark), mark) for", "mark), other(mark)) for")],
    "program_2": [(DRAW, ""), ("    values =", DRAW + "    values =")],
    "program_3": [(BEST, DRAW + BEST)],
    "program_4": [("10 + depth", "10 - depth"), ("-10 - depth", "-10 + depth")],
    "program_5": [("after = board\n", "after = board.copy()\n")],
    "program_6": [("if alpha <= beta", "if alpha >= beta")],
}


def failing(tests: Path, program: Path) -> set[str]:
    """Return the names of the tests that fail, run as students do: with Python alone."""
    command = [sys.executable, "-I", str(tests), str(program)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300)
    failed = set(re.findall(r"^(?:FAIL|ERROR): (\w+)", done.stderr, re.M))
    assert (done.returncode == 0) == (not failed) == done.stderr.endswith("OK\n"), done.stderr
    return failed


@pytest.mark.parametrize("folder", [EXERCISE, SOLUTION], ids=lambda folder: folder.name)
def test_the_solution_passes_and_the_starter_does_not(folder: Path) -> None:
    tests = folder / "tests.py"
    assert not failing(tests, SOLUTION / "tictactoe.py")
    names = set(re.findall(r"def (test_\w+)", tests.read_text(encoding="utf-8")))
    assert failing(tests, EXERCISE / "tictactoe.py") == names


def test_the_solution_only_adds_to_what_students_get() -> None:
    given = (EXERCISE / "tests.py").read_text(encoding="utf-8").partition("# Your own tests")[0]
    assert (SOLUTION / "tests.py").read_text(encoding="utf-8").startswith(given)
    starter, solution = ((folder / "tictactoe.py").read_text(encoding="utf-8") for folder in (EXERCISE, SOLUTION))
    assert starter.partition("LINES")[2].partition("    raise")[0] in solution
    assert starter.count('("TODO ') == 3
    assert "TODO" not in solution


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_every_program_has_one_fault_and_a_test_finds_it(program: Path, tmp_path: Path) -> None:
    found = failing(SOLUTION / "tests.py", program)
    assert found
    assert bool(found & GIVEN) == (program.stem not in NOTICED_BY_GRADE_ALONE)
    text = program.read_text(encoding="utf-8")
    for fault, repair in REPAIRS[program.stem]:
        assert text.count(fault) == 1, fault
        text = text.replace(fault, repair)
    repaired = tmp_path / program.name
    repaired.write_text(text, encoding="utf-8")
    assert not failing(SOLUTION / "tests.py", repaired)
    page = (FOLDER / "in-code.md").read_text(encoding="utf-8")
    (row,) = re.findall(rf"^\| {program.stem[-1]} \|.*", page, re.M)
    assert set(re.findall(r"test_\w+", row)) <= found
    assert bool(re.search(r"`noughts grade`", row)) == (program.stem in NOTICED_BY_GRADE_ALONE)
