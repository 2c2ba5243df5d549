"""`noughts site`: build the page as a folder of files that needs no server."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import click

from noughts.rules.errors import NoughtsError
from noughts.terminal.commands.play.web import INSTALL
from noughts.terminal.prose import say


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--runtime",
    type=click.Path(path_type=Path),
    default=Path("node_modules/pyodide"),
    show_default=True,
    help="Python for browsers: the folder of the npm package pyodide.",
)
@click.option(
    "--kernel", type=click.Path(path_type=Path), help="The fast solver for browsers, built by make kernel-wasm."
)
@click.option(
    "--docs", type=click.Path(path_type=Path), help="The documentation, built by make docs, for the folder docs."
)
@click.option("--serve", is_flag=True, help="Then serve the folder on this computer, to try it out.")
@click.option("--port", type=click.IntRange(0, 65535), default=8322, show_default=True, help="The port for --serve.")
def command(folder: Path, runtime: Path, kernel: Path | None, docs: Path | None, serve: bool, port: int) -> None:
    """Build the web page as a FOLDER of files that needs no server.

    Everything runs in the visitor's browser: games, analyses, lessons. Copy the folder to any web space, also into a
    sub-folder. After the first visit, the page works offline.

    \b
    npm install pyodide@314.0.7
    noughts site public
    noughts site public --serve
    """
    try:
        from noughts.web.browser.build import build_site
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("noughts"):
            raise
        raise NoughtsError(INSTALL) from None
    build_site(folder, runtime, kernel, docs, say)
    if serve:
        _serve(folder, port)


def _serve(folder: Path, port: int) -> None:
    handler = partial(_QuietHandler, directory=str(folder))
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        raise NoughtsError(f"cannot listen on port {port}: {error.strerror}; choose another one with --port") from None
    with server:
        say(f"The site is at http://localhost:{server.server_port}/   Press Ctrl-C to stop.")
        server.serve_forever()


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Do not log requests."""
