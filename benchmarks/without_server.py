"""Time the page without a server in a browser, and compare it with `noughts web` and with Python for browsers alone.

Needs Playwright, Chromium and Node.js; `make site` installs and builds the rest.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

import browser
from report import Bench, Table, figures
from solving import random_positions

ROOT = Path(__file__).parents[1]
_RUNTIME, _KERNEL = ROOT / "build" / "node_modules" / "pyodide", ROOT / "build" / "kernel-wasm"
_STUDENT = Path(__file__).parent / "students.py"
_READY = "html[data-ready] #part:not([aria-busy])"
_ALONE = {
    "index.html": '<!doctype html><title>Python</title><p id="out"></p><script type="module" src="page.js"></script>',
    "page.js": """new Worker('worker.js', {type: 'module'}).onmessage = ({data}) => {
        document.getElementById('out').textContent = data;
    };""",
    "worker.js": """import {loadPyodide} from './runtime/pyodide.mjs';
    const python = await loadPyodide({stdout: (text) => postMessage(text)});
    python.runPython('print(1)');""",
}
_TURN = """(words) => new Promise((resolve) => {
    const from = performance.now();
    const tab = [...document.querySelectorAll('header nav a')].find((link) => link.textContent.trim() === words);
    const look = () => {
        const part = document.getElementById('part'), painted = new MessageChannel();
        if (part.dataset.tab !== tab.getAttribute('href') || part.ariaBusy) return requestAnimationFrame(look);
        painted.port1.onmessage = () => resolve(performance.now() - from);
        painted.port2.postMessage('');
    };
    tab.click();
    requestAnimationFrame(look);
})"""
_ANALYSE = """(moves) => new Promise((resolve) => {
    const link = Object.assign(document.createElement('a'), {href: `analyse?game=connect+four&moves=${moves}`});
    link.dataset.part = '';
    document.getElementById('part').append(link);
    const from = performance.now(), before = location.href, look = () => {
        const known = document.querySelector('.known')?.textContent ?? '';
        if (location.href === before || !known.startsWith('Every move is proved')) return setTimeout(look, 5);
        resolve(performance.now() - from);
    };
    link.click();
    look();
})"""
_TABS = ("Analyse", "Games", "Learn", "Grade", "Play")
_PLY = 10


def without_server(bench: Bench) -> Table:
    """Time the waits of visitors of the page without a server."""
    title = "The page without a server"
    if not (find_spec("playwright") and find_spec("granian") and (_RUNTIME / "pyodide.mjs").is_file()):
        return Table(title, words="Not measured: this needs Playwright, Chromium, the extra [web] and `make site`.")
    from web_server import server

    table = Table(title, ("median in Chromium, on the same machine", "here", "beside it", "ratio"))
    table.words = (
        "The column *here* shows the times of the page without a server, and *beside it* shows the times of the "
        "program that the row names. *Python alone* is Pyodide in a worker that prints 1."
    )
    with tempfile.TemporaryDirectory() as place, browser.chromium() as chrome:
        if not chrome:
            return Table(title, words="Not measured: this needs Chromium.")
        host = Path(place)
        size = _build(host)
        with _files(host) as address, server(str(host / "games.sqlite3")) as (site, _):
            times = _Times(chrome, f"{address}/site", f"{address}/python", f"http://127.0.0.1:{site.port}")
            for number in range(bench.rounds(5)):
                times.round(number)
    for name, goal, unit in (
        ("first paint of `/`, nothing cached", 1.2, "beside `noughts web`"),
        ("the computer's first move, nothing cached", 1.6, "beside Python alone"),
        ("the same, everything cached", 1.4, "beside Python alone"),
        (f"connect four, all values at ply {_PLY}", 2, "beside `noughts web`"),
        ("from Grade to the verdict on a minimax", 4, "beside `noughts grade`"),
    ):
        here, beside = map(median, zip(*times.pairs[name], strict=True))
        table.rows.append((f"{name}, {unit}, ms", figures(here), figures(beside), figures(here / beside)))
        bench.judge(f"without a server: {name}, times as long", here / beside, most=goal)
    for name, most in (("from one page to the next", 150), ("from a press to the computer's mark on 3 × 3", 150)):
        here = median(times.single[name])
        table.rows.append((f"{name}, ms", figures(here), "–", "–"))
        bench.judge(f"without a server: {name}, ms", here, most=most)
    table.rows.append(("a first visit, compressed, MB", figures(size), "–", "–"))
    bench.judge("without a server: a first visit, compressed, MB", size, most=8)
    return table


class _Times:
    """The times of one run, in milliseconds.

    Args:
        chrome: the browser.
        site: the address of the page without a server.
        alone: the address of Python for browsers alone.
        server: the address of `noughts web`.
    """

    def __init__(self, chrome: Any, site: str, alone: str, server: str) -> None:
        self._chrome, self._site, self._alone, self._server = chrome, site, alone, server
        self._positions = iter(random_positions(_PLY, 100))
        self.pairs: dict[str, list[tuple[float, float]]] = {}
        self.single: dict[str, list[float]] = {}

    def round(self, number: int) -> None:
        """Time everything once."""
        self._pair("first paint of `/`, nothing cached", self._paint(self._site), self._paint(self._server))
        with self._chrome.new_context() as alone, self._chrome.new_context() as visitor:
            for name in ("the computer's first move, nothing cached", "the same, everything cached"):
                self._pair(name, self._first_move(visitor), self._python(alone))
        with self._chrome.new_context() as here, self._chrome.new_context() as there:
            tab, other = self._ready(here, "/play/"), there.new_page()
            for words in _TABS[:-1] * 2:
                self.single.setdefault("from one page to the next", []).append(tab.evaluate(_TURN, words))
            mark = self.single.setdefault("from a press to the computer's mark on 3 × 3", [])
            mark.append(browser.against_the_computer(here, f"{self._site}/play/", ready=_READY)[1])
            tab.goto(f"{self._site}/analyse/?game=connect+four")
            tab.locator(_READY).wait_for()
            other.goto(f"{self._server}/analyse?game=connect+four")
            tab.wait_for_timeout(5_000)  # the engine starts
            columns, _ = next(self._positions)
            moves = "+".join("abcdefg"[int(column) - 1] for column in columns)
            name = f"connect four, all values at ply {_PLY}"
            self._pair(name, tab.evaluate(_ANALYSE, moves), other.evaluate(_ANALYSE, moves))
            if number < 2:
                self._pair("from Grade to the verdict on a minimax", self._graded(here), _graded_in_the_terminal())

    def _pair(self, name: str, here: float, beside: float) -> None:
        self.pairs.setdefault(name, []).append((here, beside))

    def _paint(self, address: str) -> float:
        with self._chrome.new_context() as someone:
            return float(browser.opened(someone, f"{address}/")[0])

    def _ready(self, context: Any, path: str) -> Any:
        tab = context.new_page()
        tab.goto(f"{self._site}{path}")
        tab.locator(_READY).wait_for()
        return tab

    def _first_move(self, context: Any) -> float:
        """Return the time until the computer has answered a press on the new page."""
        tab, began = context.new_page(), time.perf_counter()
        tab.goto(f"{self._site}/play/")
        tab.click("#c4")
        tab.locator("#status strong", has_text="Your move").wait_for()
        took = time.perf_counter() - began
        tab.evaluate("navigator.serviceWorker.ready")
        tab.wait_for_timeout(5_000)  # the engine starts, too
        tab.close()
        return 1000 * took

    def _python(self, context: Any) -> float:
        """Return the time until Python for browsers has printed something."""
        tab, began = context.new_page(), time.perf_counter()
        tab.goto(f"{self._alone}/")
        tab.locator("#out", has_text="1").wait_for()
        took = time.perf_counter() - began
        tab.close()
        return 1000 * took

    def _graded(self, context: Any) -> float:
        """Return the time from the press until the verdict. The file was chosen five seconds before."""
        tab = self._ready(context, "/grade/")
        tab.locator("#files").set_input_files(_STUDENT)
        tab.locator("input[name=function]").evaluate("(field) => { field.value = 'InPlace.best_move'; }")
        tab.wait_for_timeout(
            5_000
        )  # Python starts when a file is chosen, and people look at the form before they press
        began = time.perf_counter()
        tab.get_by_role("button", name="Grade", exact=True).click()
        tab.locator("#result").wait_for(timeout=300_000)
        took = time.perf_counter() - began
        if "Passed" not in str(tab.locator("#text").text_content()):
            raise SystemExit("the browser has not graded the program as flawless")
        tab.close()
        return 1000 * took


def _graded_in_the_terminal() -> float:
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "noughts", "grade", f"{_STUDENT}:InPlace.best_move"], check=True, capture_output=True
    )
    return 1000 * (time.perf_counter() - began)


def _build(host: Path) -> float:
    """Write the site and the page with Python alone, and return the size of a first visit in megabytes."""
    words = [sys.executable, "-m", "noughts", "site", str(host / "site"), "--runtime", str(_RUNTIME)]
    kernel = ["--kernel", str(_KERNEL)] if _KERNEL.is_dir() else []
    built = subprocess.run([*words, *kernel], check=True, capture_output=True, text=True).stdout
    shutil.copytree(_RUNTIME, host / "python" / "runtime")
    for name, text in _ALONE.items():
        (host / "python" / name).write_text(text, encoding="utf-8")
    found = re.search(r"([\d.]+) MB", built)
    assert found
    return float(found[1])


@contextmanager
def _files(folder: Path) -> Iterator[str]:
    """Serve a folder in a separate process, and yield its address."""
    words = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8")
    assert process.stdout
    try:
        port = re.search(r"port (\d+)", process.stdout.readline())
        assert port
        yield f"http://localhost:{port[1]}"
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()
