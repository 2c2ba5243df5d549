"""`noughts web`: start the web page."""

import os
import sys

import click

from noughts.apps.cli.common import seed_option
from noughts.apps.cli.prose import say
from noughts.rules.errors import NoughtsError

INSTALL = 'the web page needs more packages: pip install "noughts[web]"'


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 for all interfaces."
)
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
@click.option("--json-logs", is_flag=True, help="Log every request as a line of JSON.")
@seed_option
def command(
    host: str,
    port: int | None,
    database: str | None,
    workers: int,
    engines: int,
    names: tuple[str, ...],
    proxies: tuple[str, ...],
    browse: bool,
    json_logs: bool,
    seed: int | None,
) -> None:
    """Start the web page, where you can play alone or with a friend (also by link), and analyse and explore games.

    By default, only this computer can open the page. To share it, use --host. Ctrl-C stops the server. Games are saved.

    \b
    noughts web --open
    noughts web --host 0.0.0.0 --allow-host play.example.org
    noughts web --database postgresql://noughts@localhost/noughts --workers 4
    """
    try:
        from noughts.apps.web.server import serve
        from noughts.apps.web.settings import PORT, Settings
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("noughts"):
            raise
        raise NoughtsError(INSTALL) from None

    def ready(page: str, others: str) -> None:
        say(f"noughts is at {page}   Press Ctrl-C to stop.")
        if others:
            say(f"On your network it is at {others}")
        sys.stdout.flush()
        if browse and _has_screen():
            click.launch(page)

    settings = Settings(
        host=host,
        port=PORT if port is None else port,
        database=database,
        workers=workers,
        engines=engines,
        names=names,
        proxies=proxies,
        seed=seed,
        json_logs=json_logs,
    )
    serve(settings, ready)


def _has_screen() -> bool:
    """Return whether a browser can open a window. On Linux and similar systems, X11 or Wayland must be running."""
    others = sys.platform in ("win32", "darwin")
    return others or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
