"""Time the explorer, the first paint of the pages, and moves, in a browser. Needs Playwright and Chromium."""

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
_MOVES = """(() => {
    const painted = new MessageChannel(), look = () => {
        const marks = document.querySelectorAll('.board .mark').length;
        if (marks > moments.marks.length) painted.port2.postMessage(marks);
        requestAnimationFrame(look);
    };
    window.moments = {pressed: 0, marks: []};  // milliseconds since 1970, the same in all browsers of this computer
    painted.port1.onmessage = ({data}) => {
        while (moments.marks.length < data) moments.marks.push(performance.timeOrigin + performance.now());
    };
    addEventListener('pointerdown', (event) => { moments.pressed = performance.timeOrigin + event.timeStamp; }, true);
    requestAnimationFrame(look);
})()"""
_BYTES = """performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))
    .reduce((sum, entry) => sum + entry.transferSize, 0)"""


class Shown(NamedTuple):
    """Times of a page in milliseconds: to its first paint, its visible states and all its states, and for one step."""

    paint: float
    tree: float
    whole: float
    step: float


class Visit(NamedTuple):
    """The load times of the first page, for a new visitor (cold) and a returning one (warm), and the times from a press
    to a mark.

    Times are in milliseconds. The bytes count the page and its files on the network.
    """

    cold: float
    cold_bytes: float
    warm: float
    warm_bytes: float
    own_mark: float
    computer: float
    friend: float


def visit(rounds: int) -> Visit | None:
    """Return the medians for visitors of `noughts web` with a warm server, or None if no browser is installed."""
    if not find_spec("granian"):
        return None
    from web_server import server

    pages: list[tuple[float, ...]] = []
    presses: list[tuple[float, float]] = []
    friends: list[float] = []
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        if not browser:
            return None
        with server(str(Path(folder) / "games.sqlite3")) as (site, _):
            address = f"http://127.0.0.1:{site.port}"
            for _ in range(rounds + 1):
                with browser.new_context() as someone:
                    pages.append((*opened(someone, address), *opened(someone, address)))
                with browser.new_context() as someone:
                    presses.append(against_the_computer(someone, f"{address}/play"))
                with browser.new_context() as host, browser.new_context() as guest:
                    friends.append(_against_a_friend(host, guest, address))
    cold, cold_bytes, warm, warm_bytes = map(
        median, zip(*pages[1:], strict=True)
    )  # the first round warms up the server
    own_mark, computer = map(median, zip(*presses[1:], strict=True))
    return Visit(cold, cold_bytes, warm, warm_bytes, own_mark, computer, median(friends[1:]))


def opened(browser: Any, address: str) -> tuple[float, float]:
    """Return the time to the first paint of the first page, and the bytes that the browser received for it."""
    tab = browser.new_page()
    tab.goto(address, wait_until="networkidle")
    opened = tab.evaluate(_PAINT), tab.evaluate(_BYTES)
    tab.close()
    return opened


def against_the_computer(browser: Any, page: str, ready: str = "#part") -> tuple[float, float]:
    """Return the times from a press to the person's mark and to the computer's mark on 3 × 3, in the middle of a game.

    Args:
        browser: the browser of one person.
        page: the address of the page Play.
        ready: selects an element that appears when the page can answer.
    """
    tab = browser.new_page()
    tab.add_init_script(_MOVES)
    tab.goto(f"{page}?level=perfect", wait_until="networkidle")
    tab.locator(ready).wait_for()
    for marks in (2, 4):
        tab.locator('.board button[aria-label*=", empty"]').first.click()
        _wait_for_marks(tab, marks)
    pressed, seen = tab.evaluate("[moments.pressed, moments.marks]")
    return seen[2] - pressed, seen[3] - pressed


def _against_a_friend(host: Any, guest: Any, address: str) -> float:
    """Return the time from a press to the mark on the screen of the other player, in a game by link."""
    ada, grace = host.new_page(), guest.new_page()
    for tab in (ada, grace):
        tab.add_init_script(_MOVES)
    ada.goto(f"{address}/play?mode=link")
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_label("X", exact=True).check()
    ada.get_by_role("button", name="Create a link").click()
    grace.goto(ada.locator("#link-o").input_value())
    grace.get_by_label("Your name").fill("Grace")
    grace.get_by_role("button", name="Play", exact=True).click()
    for tab, waiting, cell, marks in ((ada, grace, "b2", 1), (grace, ada, "a1", 2), (ada, grace, "c3", 3)):
        tab.locator(f'.board button[aria-label^="{cell},"]:not([aria-disabled])').click()
        _wait_for_marks(waiting, marks)
    pressed: float = ada.evaluate("moments.pressed")
    seen: float = grace.evaluate("moments.marks[2]")
    return seen - pressed


def _wait_for_marks(tab: Any, number: int) -> None:
    for _ in range(500):
        if len(tab.evaluate("moments.marks")) >= number:
            return
        tab.wait_for_timeout(20)
    raise SystemExit(f"the browser did not show {number} marks within ten seconds")


def page_shown(story: Story, rounds: int) -> Shown | None:
    """Return the median times of a story's page in the browser, or None if no browser is installed."""
    moments: list[tuple[float, float, float]] = []
    steps: list[float] = []
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
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
    if not (find_spec("granian") and find_spec("fastapi")):
        return []
    from web_server import server

    took: dict[str, list[float]] = {query: [] for query in queries}
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
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
def chromium() -> Iterator[Any]:
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
