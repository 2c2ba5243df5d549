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


def build(folder: Path) -> None:
    """Build the site in a folder."""
    runtime = Path(str(optional.find("pyodide"))).parent
    kernel = ["--kernel", found] if (found := optional.find("kernel-wasm")) else []
    subprocess.run([sys.executable, "-m", "noughts", "site", folder, "--runtime", runtime, *kernel], check=True)


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
