"""The benchmarks run without errors."""

import os
import shlex
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from noughts.players.levels import LEVELS

ROOT = Path(__file__).parents[1]

needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs the processor clock of another process")

HONEST = """
from noughts import Position, Solver, game
from noughts.solver.analyse import distance
for line in sys.stdin:
    position = Position(game("connect four"))
    for column in line.strip():
        position = position.play("abcdefg"[int(column) - 1])
    score, empty = Solver(position.game).score(position), position.empty.bit_count()
    stones = (42 - empty + distance(score, empty) + 1) // 2  # of the player with the last move
    print(line.strip(), 18 if len(line) < 10 else ((score > 0) - (score < 0)) * (22 - stones), flush=True)
"""

WRONG = """
for line in sys.stdin:
    print(line.strip(), 18, flush=True)
"""


@pytest.mark.slow
def test_a_quick_run_measures_everything_and_writes_nothing() -> None:
    page = ROOT / "docs" / "benchmarks.md"
    before = page.read_text(encoding="utf-8")
    result = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "bench.py"), "--quick"],
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )
    assert (result.returncode, result.stderr) == (0, "")
    for line in before.splitlines():
        if line.startswith("## "):
            assert line.removeprefix("## ") in result.stdout
    assert page.read_text(encoding="utf-8") == before


@pytest.fixture
def solving(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module with the benchmark of connect four, with a few late positions, which are solved quickly."""
    if not find_spec("noughts_kernel"):
        pytest.skip("the kernel is not built: make kernel")
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    module = import_module("solving")
    monkeypatch.setattr(module, "CONNECT_FOUR", {30: 4, 33: 4})
    return module


@pytest.fixture
def bench(solving: Any) -> Any:
    return import_module("report").Bench(quick=False)


def write_solver(path: Path, code: str) -> str:
    path.with_suffix(".py").write_text(f"import sys\n{code}", encoding="utf-8")
    command = shlex.join([sys.executable, str(path.with_suffix(".py"))])  # both can have spaces
    path.write_text(f"#!/bin/sh\nexec {command}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


@needs_linux
def test_connect_four_is_timed_beside_another_solver(
    solving: Any, bench: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOUGHTS_PONS", write_solver(tmp_path / "solver", HONEST))
    table = solving.connect_four(bench)
    assert [row[:2] for row in table.rows] == [("30", "4"), ("33", "4")]
    assert len(bench.goals.rows) == 2


@needs_linux
@pytest.mark.parametrize(
    ("code", "message"), [(WRONG, "The solvers disagree on connect four after [1-7]{30}: "), ("", "does not answer")]
)
def test_a_solver_with_wrong_answers_is_reported(
    code: str, message: str, solving: Any, bench: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOUGHTS_PONS", write_solver(tmp_path / "solver", code))
    with pytest.raises(SystemExit, match=message):
        solving.connect_four(bench)


def test_without_the_other_solver_the_table_says_how_to_get_it(
    solving: Any, bench: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NOUGHTS_PONS", raising=False)
    text = solving.connect_four(bench).text()
    assert "Skipped" in text
    assert "github.com/PascalPons/connect4" in text
    assert "NOUGHTS_PONS" in text


def test_learning_environments_are_measured_or_skipped_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    sections, bench = import_module("sections"), import_module("report").Bench(quick=True)
    with monkeypatch.context() as without:
        without.setattr(sections, "find_spec", lambda name: None)
        for section in (sections.environments, sections.opponents):
            assert section(bench).words == "Not measured: this needs the extra [rl]."
    assert not bench.goals.rows
    module = import_module("environments")
    monkeypatch.setattr(module, "BATCHES", (1, 8))
    monkeypatch.setattr(module, "find_spec", lambda name: None)  # other programs are slow to start
    table = sections.environments(bench)
    assert len(table.rows) == 6
    assert len(bench.goals.rows) == 3
    monkeypatch.setattr(module, "SINGLES", 2)
    against = sections.opponents(bench)
    assert [row[0] for row in against.rows] == [*LEVELS]
    speeds = [speed for row in table.rows for speed in row[2:]] + [speed for row in against.rows for speed in row[1:]]
    assert all(int(speed.replace(",", "")) > 0 for speed in speeds)
