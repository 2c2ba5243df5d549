"""The web server as people run it, `noughts web`, in a process of its own."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from web_client import Site


@contextmanager
def server(database: str, workers: int = 1) -> Iterator[tuple[Site, int]]:
    """Start the server on a free port; yield where it is, and its process."""
    words = ["-m", "noughts", "web", "--port", "0", "--database", database, "--workers", str(workers)]
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, encoding="utf-8")
    assert process.stdout
    try:
        found = None
        while not found:
            line = process.stdout.readline()
            if not line:
                raise SystemExit("the server did not start")
            found = re.search(r"http://[^/]+:(\d+)/", line)
        yield Site(int(found[1])), process.pid
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()
