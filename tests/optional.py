"""Programs and packages that some tests need and `make test` does not install.

Such a test is marked, as in ``@pytest.mark.needs("bwrap")``, and skipped where one of them is missing.
"""

import os
import shutil
from importlib.util import find_spec
from pathlib import Path

from noughts.grading.sandbox import bubblewrap

ROOT = Path(__file__).parents[1]

# The shell is the same browser without a user interface. With it, the tests take half the time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find(name: str) -> str | None:
    """Return the path of a program or a file, or the name of an installed package; return None if it is missing."""
    match name:
        case "bwrap":
            return bubblewrap()  # some systems forbid what it does
        case "chromium":
            return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
        case "axe-core":  # `make browser` installs it with npm
            file = Path(os.environ.get("AXE") or ROOT / "build" / "node_modules" / "axe-core" / "axe.min.js")
            return str(file) if file.is_file() else None
        case "pyodide":  # so does `make lint`
            file = Path(os.environ.get("PYODIDE") or ROOT / "build" / "node_modules" / "pyodide") / "pyodide.mjs"
            return str(file) if file.is_file() else None
        case "kernel-wasm":  # `make kernel-wasm` builds it
            folder = ROOT / "build" / "kernel-wasm"
            return str(folder) if (folder / "noughts_kernel.wasm").is_file() else None
        case "verified":  # `make verified` builds it
            file = ROOT / "build" / "verified" / "checker"
            return str(file) if file.is_file() else None
        case "caddy" | "nginx" | "node" | "postgres":
            return shutil.which(name)
    return name if find_spec(name) else None  # a program can have the name of a package


def missing(*names: str) -> str:
    """Return a sentence that names the missing programs and packages, or nothing."""
    absent = [name for name in names if not find(name)]
    return f"needs {' and '.join(absent)}, which `make test` does not install" if absent else ""
