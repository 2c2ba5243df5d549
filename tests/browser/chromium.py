"""Start Chromium, and read axe-core."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests import optional

QUIET = [  # no background requests
    *["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--force-color-profile=srgb"],
    *["--disable-background-networking", "--disable-component-update", "--disable-sync"],
]


@contextmanager
def launched() -> Iterator[Any]:
    """Start a browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=optional.find("chromium"), args=QUIET)
        yield browser
        browser.close()


def axe() -> str:
    """Return the source of axe-core, or skip the test."""
    if reason := optional.missing("axe-core"):
        pytest.skip(reason)
    return Path(str(optional.find("axe-core"))).read_text(encoding="utf-8")
