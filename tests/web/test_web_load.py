"""The load test of the web server runs without errors."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc, and all addresses of 127.0.0.0/8")


@needs_linux
@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "texts"),
    [
        (["--rate", "30", "--seconds", "2"], ["shown to the opponent", "errors: 0", "ms a move"]),
        (["--soak", "40"], ["slope", "errors: 0"]),
        (["--flood"], ["memory", "after"]),
    ],
)
def test_small_load_tests_run_without_errors(options: list[str], texts: list[str]) -> None:
    command = [sys.executable, str(ROOT / "benchmarks" / "web_load.py"), "--games", "10", *options]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300)
    assert (result.returncode, result.stderr) == (0, "")
    for text in texts:
        assert text in result.stdout
