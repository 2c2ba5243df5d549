"""The benchmarks run without errors."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


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
