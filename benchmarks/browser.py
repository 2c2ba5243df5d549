"""The explorer in a browser, where Playwright and a Chromium are there."""

import os
import shutil
import tempfile
from pathlib import Path
from statistics import median

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


def first_paint_and_step(story: Story, rounds: int) -> tuple[float, float] | None:
    """Return the milliseconds to the first paint of a story's page and those of a step; None without a browser."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    if not chromium:
        return None
    paints, steps = [], []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        file = Path(folder) / "story.html"
        file.write_text(explorer_page(story, title="a story"), encoding="utf-8")
        flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = play.chromium.launch(executable_path=chromium, args=flags)
        for _ in range(rounds):
            shown = browser.new_page()
            shown.goto(file.as_uri())
            shown.wait_for_timeout(300)
            paints.append(shown.evaluate(_PAINT))
            steps += shown.evaluate(_STEPS)
            shown.close()
        browser.close()
    return median(paints), median(steps)
