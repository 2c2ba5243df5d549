"""Install the wheels in dist/ into a clean environment without a compiler, play a game there, and solve 7,7,5."""

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

DIST = Path(__file__).parents[1] / "dist"


def check(folder: Path) -> None:
    """Install the wheels into an environment in this folder, with no other program on the path, and run noughts."""
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    known = {name: value for name, value in os.environ.items() if not name.startswith(("CC", "CXX", "PYTHON"))}
    alone = known | {"PATH": str(programs), "PYTHONUTF8": "1"}

    def run(program: str, *arguments: str) -> None:
        subprocess.run([programs / program, *arguments], cwd=folder, env=alone, stdin=subprocess.DEVNULL, check=True)

    install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"]
    run("python", *install, "--no-index", "--no-deps", "--find-links", str(DIST), "noughts", "noughts-kernel")
    run("python", *install, "noughts[solve]")  # the packages that noughts and its extra depend on
    run("python", "-m", "pip", "check")
    run("noughts", "--version")
    run("noughts", "play")
    run("noughts", "solve", "7,7,5")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        check(Path(folder))
