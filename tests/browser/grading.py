"""Serve the page that grades programs in its visitor's browser, and grade programs on the page."""

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import copy
from typing import Any
from zipfile import ZipFile

from noughts.web.pages.grade.sandbox import frame_html
from tests import optional

STATIC = optional.ROOT / "src" / "noughts" / "web" / "pages" / "static"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PAGE = """<!doctype html><meta charset="utf-8"><title>Grade</title><link rel="icon" href="data:,">
<body><script type="module">
import { openFrames } from './sandbox.js';
const worker = new Worker('grader.js', { type: 'module' });
openFrames(worker);
const urls = { runtime: new URL('runtime/', location).href, frame: 'sandbox.html', worker: 'sandbox-worker.js' };
worker.postMessage({ load: urls });
window.grade = (files, settings) => {
  window.answer = null;
  const bytes = files.map(([name, text]) => [name, new TextEncoder().encode(text)]);
  worker.postMessage({ grade: { files: bytes, settings: JSON.stringify(settings) } });
};
worker.addEventListener('message', ({ data }) => {
  if (data.result || data.error) window.answer = data.result ?? JSON.stringify({ error: data.error });
});
</script>"""


def write_runtime(folder: Path) -> None:
    """Write Python for browsers, with noughts."""
    for name in RUNTIME:
        copy(Path(str(optional.find("pyodide"))).parent / name, folder / name)
    source = optional.ROOT / "src"
    with ZipFile(folder / "noughts.zip", "w") as archive:
        for file in (source / "noughts").rglob("*.py"):
            archive.write(file, file.relative_to(source))


def write_site(folder: Path) -> None:
    """Write a page, with Python, noughts and the scripts that it needs."""
    (folder / "runtime").mkdir()
    write_runtime(folder / "runtime")
    for name in ("sandbox.js", "sandbox-worker.js", "programs.js", "grader.js"):
        copy(STATIC / name, folder / name)
    (folder / "sandbox.html").write_bytes(frame_html())
    (folder / "index.html").write_text(PAGE)


class _Handler(SimpleHTTPRequestHandler):
    """Serves a folder, and records the requests."""

    paths: "list[str]"

    def do_GET(self) -> None:
        """Record a request, and answer it."""
        self.paths.append(self.path)
        super().do_GET()

    def end_headers(self) -> None:
        """Allow every other site to read the answer, so that only the sandbox can forbid it."""
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, *words: object) -> None:
        """Print nothing."""


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Serve a folder. Yield its URL, and the paths that are requested."""
    handler = type("Handler", (_Handler,), {"paths": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", handler.paths  # type: ignore[attr-defined]
    finally:
        server.shutdown()
        server.server_close()


def graded(page: Any, files: Mapping[str, str], settings: Mapping[str, str], patience: float = 70) -> dict[str, Any]:
    """Grade programs on a page, and return the result."""
    page.evaluate("([files, settings]) => window.grade(files, settings)", [list(files.items()), dict(settings)])
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        if answer := page.evaluate("window.answer"):
            return dict(json.loads(answer))
        page.wait_for_timeout(200)
    raise TimeoutError("the page did not answer")
