"""The explorer in a browser, where Playwright and a Chromium are there."""

import os
import shutil
import tempfile
from pathlib import Path
from statistics import median
from typing import NamedTuple

from noughts import Story
from noughts.render.explorer import page as explorer_page

_STEPS = """async () => {
    const slider = document.querySelector('input[type=range]'), took = [];
    for (let step = 1; step <= Number(slider.max); step++) {
        slider.value = step;
        const start = performance.now();
        slider.dispatchEvent(new Event('input', {bubbles: true}));
        document.body.getBoundingClientRect();
        took.push(performance.now() - start);
    }
    return took;
}"""
_PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
_WATCH = """(states) => {
    const moments = {}, later = new MessageChannel();
    const reached = (name) => requestAnimationFrame(() => {  // after the frame that it is in
        later.port1.addEventListener('message', () => moments[name] ??= performance.now(), {once: true});
        later.port1.start();
        later.port2.postMessage(0);
    });
    const look = () => {
        const drawn = document.querySelectorAll('.nx-node').length;
        if (drawn && !moments.asked) { moments.asked = true; reached('tree'); }
        if (drawn < states) requestAnimationFrame(look); else reached('whole');
    };
    requestAnimationFrame(look);
    window.moments = moments;
}"""


class Shown(NamedTuple):
    """Milliseconds to a page's first paint, to the tree as far as it is in view, to all its states; and for a step."""

    paint: float
    tree: float
    whole: float
    step: float


def page_shown(story: Story, rounds: int) -> Shown | None:
    """Return how long a story's page takes in the browser, each the median of some rounds; None without a browser."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    if not chromium:
        return None
    moments: list[tuple[float, float, float]] = []
    steps: list[float] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        file = Path(folder) / "story.html"
        file.write_text(explorer_page(story, title="a story"), encoding="utf-8")
        flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = play.chromium.launch(executable_path=chromium, args=flags)
        for _ in range(rounds):
            shown = browser.new_page()
            shown.add_init_script(f"({_WATCH})({len(story.nodes)})")
            shown.goto(file.as_uri() + "#tree=whole")
            shown.wait_for_timeout(1000)
            moments.append(tuple(shown.evaluate(f"[{_PAINT}, window.moments.tree, window.moments.whole]")))
            steps += shown.evaluate(_STEPS)
            shown.close()
        browser.close()
    paint, tree, whole = map(median, zip(*moments, strict=True))
    return Shown(paint, tree, whole, median(steps))
