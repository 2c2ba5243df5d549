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
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def check_page(person: Person, name: str, *, only_colours: bool = False) -> None:
    """Check that the page does not scroll sideways, and that axe-core finds no violation.

    Args:
        person: has the page open.
        name: the name of the screenshot.
        only_colours: check contrast alone, because the page was checked before in other colours.
    """
    if directory := os.environ.get("SHOTS"):
        person.page.screenshot(path=Path(directory) / f"{name}.png", full_page=True)
    person.until(lambda: person.page.evaluate(WIDE) == 0, "no horizontal scrolling")
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(chromium.axe())
    options = "runOnly: ['color-contrast']" if only_colours else "resultTypes: ['violations']"
    result: dict[str, Any] = person.page.evaluate(f"axe.run(document, {{{options}}})")
    assert not [(found["id"], [node["html"] for node in found["nodes"]]) for found in result["violations"]]


def check_all_sizes(person: Person, name: str, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    """Check a page at the sizes of a phone and a desktop window, in the light and the dark theme."""
    for width, height in sizes:
        person.page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            person.page.emulate_media(color_scheme=scheme)
            check_page(person, f"{name}-{width}-{scheme}", only_colours=scheme == "dark")
