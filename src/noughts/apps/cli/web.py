"""`noughts web`: the page in the browser."""

import os
import sys

import click

from noughts.apps.cli.common import seed_option
from noughts.apps.cli.prose import say
from noughts.rules.errors import NoughtsError

INSTALL = 'the page needs more packages: pip install "noughts[web]"'


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 for all.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port; 0 takes a free one.  [default: 8321]")
@click.option("--database", metavar="FILE|URL", help="Where games are kept: a file, or postgresql://…")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that serve.")
@click.option("--engines", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that think.")
@click.option("--allow-host", "names", multiple=True, metavar="NAME", help="Another name of this server.")
@click.option("--trust-proxy", "proxies", multiple=True, metavar="ADDRESS", help="Believe what this proxy says.")
@click.option("--open", "browse", is_flag=True, help="Open the page in the browser.")
@click.option("--json-logs", is_flag=True, help="Write a line of JSON for every request.")
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
    """Serve the page: play, analyse, explore, alone or with a friend far away.

    Only this computer can see it, unless --host says otherwise. Ctrl-C stops it; no game is lost.

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
        say(f"noughts is at {page}   Ctrl-C stops it.")
        if others:
            say(f"Others on the network find it at {others}")
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
    """Whether there may be a browser to open: on a system with X11 or Wayland only where one of them runs."""
    others = sys.platform in ("win32", "darwin")
    return others or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
