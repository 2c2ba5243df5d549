"""What every page must look like: nothing is off to the side, and axe-core finds nothing that keeps anybody out.

With SHOTS=directory every page that is looked at is kept as a picture.
"""

import os
from pathlib import Path
from typing import Any

from tests.browser import chromium
from tests.browser.people import Person

WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SIZES = ((360, 740), (1280, 900))


def look(person: Person, name: str) -> None:
    """See that a page fits, and that nothing keeps anybody out."""
    if directory := os.environ.get("SHOTS"):
        person.page.screenshot(path=Path(directory) / f"{name}.png", full_page=True)
    person.until(lambda: person.page.evaluate(WIDE) == 0, "nothing is off to the side")
    person.page.evaluate(chromium.axe())
    result: dict[str, Any] = person.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert not [(found["id"], [node["html"] for node in found["nodes"]]) for found in result["violations"]]


def look_everywhere(person: Person, name: str) -> None:
    """Look at a page on a phone and on a desk, light and dark."""
    for width, height in SIZES:
        person.page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            person.page.emulate_media(color_scheme=scheme)
            look(person, f"{name}-{width}-{scheme}")
