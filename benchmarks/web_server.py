"""Start the web server, `noughts web`, in a separate process."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from web_client import Site


@contextmanager
def server(database: str, workers: int = 1) -> Iterator[tuple[Site, int]]:
    """Start the server on a free port, and yield its address and process id."""
    words = ["-m", "noughts", "web", "--port", "0", "--database", database, "--workers", str(workers)]
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, encoding="utf-8")
    assert process.stdout
    try:
        address = None
        while not address:
            line = process.stdout.readline()
            if not line:
                raise SystemExit("the server did not start")
            address = re.search(r"http://[^/]+:(\d+)/", line)
        yield Site(int(address[1])), process.pid
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()
