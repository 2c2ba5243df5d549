"""Sites without a server, each in a sub-folder of a host that only sends files."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests import optional


def write_docs(folder: Path) -> None:
    """Write the documentation as Sphinx would: two pages, each with the hidden link to the page."""
    template = (optional.ROOT / "docs" / "templates" / "sidebar" / "navigation.html").read_text()
    link = template.partition("{% include")[0]
    for name in ("index.html", "guide/site.html"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        root = "../" * name.count("/") or "./"
        head = f'<!doctype html><html lang="en"><title>Docs</title>{link.replace("{{ content_root }}", root)}'
        (folder / name).write_text(f"{head}<h1>{name}</h1>")
    (folder / "searchindex.js").write_text("")
    (folder / ".doctrees").write_text("")


def build(folder: Path, docs: Path | None = None) -> None:
    """Build the site in a folder."""
    runtime = Path(str(optional.find("pyodide"))).parent
    kernel = ["--kernel", found] if (found := optional.find("kernel-wasm")) else []
    options = [*kernel, *(["--docs", str(docs)] if docs else [])]
    subprocess.run([sys.executable, "-m", "noughts", "site", folder, "--runtime", runtime, *options], check=True)


class Files(SimpleHTTPRequestHandler):
    """Sends files, and logs nothing."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder, and yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://localhost:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
