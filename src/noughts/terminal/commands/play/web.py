"""`noughts web`: start the web page."""

import io
import os
import sys
from pathlib import Path

import click

from noughts.rules.errors import NoughtsError
from noughts.terminal.options import seed_option
from noughts.terminal.prose import say

INSTALL = 'the web page needs more packages: pip install "noughts[web]"'


@click.command()
@click.option("--host", help="The address to listen on; 0.0.0.0 for all interfaces.  [default: 127.0.0.1]")
@click.option("--share", is_flag=True, help="Let others on your network open the page. Shows its address and QR code.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port; 0 picks a free one.  [default: 8321]")
@click.option("--database", metavar="FILE|URL", help="The database for games: a file, or postgresql://…")
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="The number of server processes."
)
@click.option(
    "--engines", type=click.IntRange(1, 64), default=1, show_default=True, help="The number of engine processes."
)
@click.option("--allow-host", "names", multiple=True, metavar="NAME", help="Another host name of this server.")
@click.option("--trust-proxy", "proxies", multiple=True, metavar="ADDRESS", help="Trust the headers of this proxy.")
@click.option("--open", "browse", is_flag=True, help="Open the page in the browser.")
@click.option(
    "--runtime",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="A folder with Python for browsers, so that visitors can grade programs in their browsers.",
)
@click.option("--json-logs", is_flag=True, help="Log every request as a line of JSON.")
@seed_option
def command(
    host: str | None,
    share: bool,
    port: int | None,
    database: str | None,
    workers: int,
    engines: int,
    names: tuple[str, ...],
    proxies: tuple[str, ...],
    runtime: Path | None,
    browse: bool,
    json_logs: bool,
    seed: int | None,
) -> None:
    """Start the web page. You can play alone or with a friend, on one screen or by link, and analyse and explore games.

    By default, only this computer can open the page. With --share, other computers and phones on your network can open
    it, too. Ctrl-C stops the server. Games are saved.

    \b
    noughts web --open
    noughts web --share
    noughts web --host 0.0.0.0 --allow-host play.example.org
    noughts web --database postgresql://noughts@localhost/noughts --workers 4
    """
    if share and host is not None:
        raise NoughtsError("--share and --host cannot be used together: --share listens on all interfaces")
    try:
        from noughts.web.server.main import serve
        from noughts.web.server.settings import PORT, Settings
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("noughts"):
            raise
        raise NoughtsError(INSTALL) from None

    def ready(page: str, others: str) -> None:
        say(f"noughts is at {page}   Press Ctrl-C to stop.")
        if others:
            say(f"On your network it is at {others}")
        if share and sys.stdout.isatty():
            say(_qr_code(others))
        sys.stdout.flush()
        if browse and _has_screen():
            click.launch(page)

    settings = Settings(
        host="0.0.0.0" if share else host or "127.0.0.1",
        port=PORT if port is None else port,
        database=database,
        workers=workers,
        engines=engines,
        names=names,
        proxies=proxies,
        seed=seed,
        share=share,
        json_logs=json_logs,
        runtime=runtime and runtime.absolute(),
    )
    serve(settings, ready)


def _qr_code(url: str) -> str:
    """Draw a QR code with block characters, or return an empty string if the output cannot show them."""
    import segno

    out = io.StringIO()
    segno.make(url, error="l").terminal(out, border=2, compact=True)
    try:
        out.getvalue().encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return ""
    white_on_black = "\x1b[97;40m"  # a block is a light module
    return "\n".join(f"{white_on_black}{line}\x1b[0m" for line in out.getvalue().splitlines())


def _has_screen() -> bool:
    """Return whether a browser can open a window. On Linux and similar systems, X11 or Wayland must be running."""
    others = sys.platform in ("win32", "darwin")
    return others or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
