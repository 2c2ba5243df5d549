"""Checks for every page: it does not scroll sideways, and axe-core finds no accessibility violation.

If the environment variable SHOTS names a directory, a screenshot of every checked page is saved there.
"""

import os
from pathlib import Path
from typing import Any

from tests.browser import chromium
from tests.browser.people import Person

WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SIZES = ((360, 740), (1280, 900))


def check_page(person: Person, name: str) -> None:
    """Check that the page does not scroll sideways, and that axe-core finds no violation."""
    if directory := os.environ.get("SHOTS"):
        person.page.screenshot(path=Path(directory) / f"{name}.png", full_page=True)
    person.until(lambda: person.page.evaluate(WIDE) == 0, "no horizontal scrolling")
    person.page.evaluate(chromium.axe())
    result: dict[str, Any] = person.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert not [(found["id"], [node["html"] for node in found["nodes"]]) for found in result["violations"]]


def check_all_sizes(person: Person, name: str) -> None:
    """Check a page at the sizes of a phone and a desktop window, in the light and the dark theme."""
    for width, height in SIZES:
        person.page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            person.page.emulate_media(color_scheme=scheme)
            check_page(person, f"{name}-{width}-{scheme}")
