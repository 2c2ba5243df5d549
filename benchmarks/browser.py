"""Time the explorer in a browser, as a saved page and in the Explore tab. Needs Playwright and Chromium."""

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

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
    """Times of a page in milliseconds: to its first paint, its visible states and all its states, and for one step."""

    paint: float
    tree: float
    whole: float
    step: float


def page_shown(story: Story, rounds: int) -> Shown | None:
    """Return the median times of a story's page in the browser, or None if no browser is installed."""
    moments: list[tuple[float, float, float]] = []
    steps: list[float] = []
    with tempfile.TemporaryDirectory() as folder, _chromium() as browser:
        if not browser:
            return None
        file = Path(folder) / "story.html"
        file.write_text(explorer_page(story, title="a story"), encoding="utf-8")
        for _ in range(rounds):
            tab = browser.new_page()
            tab.add_init_script(f"({_WATCH})({len(story.nodes)})")
            tab.goto(file.as_uri() + "#tree=whole")
            tab.wait_for_timeout(1000)
            moments.append(tuple(tab.evaluate(f"[{_PAINT}, window.moments.tree, window.moments.whole]")))
            steps += tab.evaluate(_STEPS)
            tab.close()
    paint, tree, whole = map(median, zip(*moments, strict=True))
    return Shown(paint, tree, whole, median(steps))


def tab_painted(queries: Sequence[str], rounds: int) -> list[float]:
    """Return the median milliseconds to the first paint of the Explore tab for each query, with a warm server.

    The list is empty if no browser is installed, or the web extra is missing.
    """
    if not (find_spec("uvicorn") and find_spec("fastapi")):
        return []
    from web_server import server

    took: dict[str, list[float]] = {query: [] for query in queries}
    with tempfile.TemporaryDirectory() as folder, _chromium() as browser:
        if not browser:
            return []
        with server(str(Path(folder) / "games.sqlite3")) as (site, _):
            for number in range(rounds + 1):
                for query in queries:
                    tab = browser.new_page()
                    tab.goto(f"http://127.0.0.1:{site.port}/explore?{query}")
                    tab.wait_for_selector(".nx-node")
                    if number:  # the first round warms up the server
                        took[query].append(tab.evaluate(_PAINT))
                    tab.close()
    return [median(each) for each in took.values()]


@contextmanager
def _chromium() -> Iterator[Any]:
    """Start Chromium, and yield None if it is not installed."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        yield None
        return
    if not chromium:
        yield None
        return
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=flags)
        yield browser
        browser.close()
