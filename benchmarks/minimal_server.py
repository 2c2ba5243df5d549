"""A baseline for the load of a class: one Starlette handler that stores a line with one SQLite commit, on Granian.

    python benchmarks/minimal_server.py games.sqlite3

The handler has no roles, events or pages, so a real server of a class cannot be much faster.
"""

import asyncio
import socket
import sqlite3
import sys
from functools import partial

from granian.constants import HTTPModes, Interfaces
from granian.server.embed import Server
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route


def _store(database: sqlite3.Connection, text: str) -> None:
    with database:
        database.execute("INSERT INTO answers VALUES (?)", (text,))


def app(path: str) -> Starlette:
    """Return the application, which stores the bodies of ``POST /answer``."""
    database = sqlite3.connect(path, check_same_thread=False)
    database.executescript(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE answers (text TEXT NOT NULL);"
    )
    turn = asyncio.Lock()

    async def answer(request: Request) -> Response:
        text = (await request.body()).decode()
        async with turn:
            await asyncio.to_thread(partial(_store, database, text))
        return PlainTextResponse("stored")

    return Starlette(routes=[Route("/answer", answer, methods=["POST"])])


def main() -> None:
    """Print the address of a free port, and serve there until the process is stopped."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    server = Server(app(sys.argv[1]), "127.0.0.1", port, interface=Interfaces.ASGINL, http=HTTPModes.http1)
    print(f"http://localhost:{port}/", flush=True)
    asyncio.run(server.serve())


if __name__ == "__main__":
    main()
