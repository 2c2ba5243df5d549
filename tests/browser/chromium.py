"""Find and start Chromium, and find axe-core. If one is missing, the tests that need it are skipped."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]

# The shell is the same browser without a user interface. With it, the tests take half the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
QUIET = [  # no background requests
    *["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--force-color-profile=srgb"],
    *["--disable-background-networking", "--disable-component-update", "--disable-sync"],
]


def path() -> str | None:
    """Return the path of Chromium: the value of CHROMIUM, or the first installed browser."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def launched() -> Iterator[Any]:
    """Start a browser, or skip the test if Playwright or Chromium is not installed."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: make browser")
    found = path()
    if found is None:
        pytest.skip("Chromium is not installed: install it, or set CHROMIUM to its path")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=found, args=QUIET)
        yield browser
        browser.close()


def axe() -> str:
    """Return the source of axe-core, read from AXE or .venv/axe.min.js, or skip the test if it is not installed."""
    file = Path(os.environ.get("AXE") or ROOT / ".venv" / "axe.min.js")
    if not file.is_file():
        pytest.skip("axe-core is not installed: run npm pack axe-core and copy its axe.min.js to .venv, or set AXE")
    return file.read_text(encoding="utf-8")
