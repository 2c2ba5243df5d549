"""Where the browser is, how it is started, and where axe-core is; without them the tests are skipped."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
QUIET = [  # it asks nobody for anything by itself
    *["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--force-color-profile=srgb"],
    *["--disable-background-networking", "--disable-component-update", "--disable-sync"],
]


def path() -> str | None:
    """The Chromium to use: what CHROMIUM names, or the first that is installed."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def launched() -> Iterator[Any]:
    """A running browser; skips the test where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: make browser")
    found = path()
    if found is None:
        pytest.skip("no Chromium was found: install one, or set CHROMIUM to its path")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=found, args=QUIET)
        yield browser
        browser.close()


def axe() -> str:
    """The source of axe-core, from AXE or .venv/axe.min.js; skips the test where it is not there."""
    file = Path(os.environ.get("AXE") or ROOT / ".venv" / "axe.min.js")
    if not file.is_file():
        pytest.skip("axe-core is not there: npm pack axe-core, and put its axe.min.js into .venv, or set AXE")
    return file.read_text(encoding="utf-8")
