"""The load that is put on the web server works; what it measures is for the benchmarks to say."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("uvloop", reason="needs the extra [web]")
pytest.importorskip("fastapi", reason="needs the extra [web]")

ROOT = Path(__file__).parents[1]

needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc, and all addresses of 127.0.0.0/8")


@needs_linux
@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--rate", "30", "--seconds", "2"], ["the other has fetched it", "errors: 0", "ms a move"]),
        (["--rate", "30", "--seconds", "2", "--no-fetch"], ["the other's stream has it", "errors: 0"]),
        (["--soak", "40"], ["slope", "errors: 0"]),
    ],
)
def test_a_small_load(options: list[str], said: list[str]) -> None:
    command = [sys.executable, str(ROOT / "benchmarks" / "web_load.py"), "--games", "10", *options]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    for words in said:
        assert words in done.stdout
