"""Starts the server: sockets, the wall around the application, logs, worker processes, a stop that loses nothing."""

import asyncio
import errno
import gc
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import uvicorn

from noughts.apps.web.app import Browsers, create_app
from noughts.apps.web.engines.pool import Engines
from noughts.apps.web.guard.clients import Proxies
from noughts.apps.web.guard.logs import Logged, Style, configure
from noughts.apps.web.guard.middleware import Rules, Shield
from noughts.apps.web.protocol import Patience, PatientConfig, room_for
from noughts.apps.web.settings import PORT, Settings
from noughts.apps.web.store.database import database_url
from noughts.apps.web.store.store import Store
from noughts.apps.web.workers import supervise
from noughts.rules.errors import NoughtsError

_BACKLOG = 2048
_TURN = 0.0001  # seconds, of the thread that holds the lock
_ALL = ("0.0.0.0", "::")  # addresses that stand for all of this computer's
_ELSEWHERE = ("192.0.2.1", 9)  # an address of documentation (RFC 5737)
_GARBAGE = (2_000, 2, 2_500)  # new objects, and younger searches, until an older generation is searched


def serve(settings: Settings, ready: Callable[[str, str], None]) -> None:
    """Serve until somebody stops it.

    Args:
        settings: how.
        ready: is told the address of the page as soon as it can be opened, and the one for other computers, if any.

    Raises:
        NoughtsError: the server cannot start; the sentence says why.
    """
    url = database_url(settings.database)
    if settings.workers > 1 and url.startswith("sqlite"):
        raise NoughtsError("several worker processes need PostgreSQL: expected --database postgresql://…")
    bound = listen(settings)
    page, others = addresses(*bound.getsockname()[:2])
    with bound:
        Rules.of(settings.host, settings.names, settings.proxies)  # so that what is wrong with them is said at once
        if settings.workers == 1:
            _run(settings, [bound], partial(ready, page, others))
            return
        asyncio.run(_opened(url))  # brings it up to date, once
        configure(_style(settings))
        ready(page, others)
        supervise(settings.workers, partial(_worker, settings), bound)


def listen(settings: Settings) -> socket.socket:
    """Return a socket on the address and port of the settings; where the usual port is taken, on a free one.

    Raises:
        NoughtsError: it cannot listen there.
    """
    ports = (settings.port, 0) if settings.port == PORT else (settings.port,)
    for port in ports:
        try:
            family, _, _, _, address = socket.getaddrinfo(settings.host, port, type=socket.SOCK_STREAM)[0]
            bound = socket.socket(family, socket.SOCK_STREAM)
        except OSError:
            raise NoughtsError(f"{settings.host[:60]!r} is no address of this computer") from None
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind(address)
            bound.listen(_BACKLOG)
        except OSError as error:
            bound.close()
            if error.errno != errno.EADDRINUSE:
                why = error.strerror or "it is not allowed"
                raise NoughtsError(f"cannot listen on {settings.host}, port {port}: {why}") from None
        else:
            bound.set_inheritable(True)
            return bound
    raise NoughtsError(f"port {settings.port} is taken by another program: choose one with --port")


def addresses(host: str, port: int) -> tuple[str, str]:
    """Return where the page is: for this computer, and for others on the network where those need another address."""
    shown = f"[{host}]" if ":" in host else host
    page = f"http://{'localhost' if host in ('127.0.0.1', '::1', *_ALL) else shown}:{port}/"
    return page, f"http://{here}:{port}/" if host in _ALL and (here := _on_network()) else ""


def _on_network() -> str:
    """Return the address by which others on the network find this computer; nothing where it is on none.

    It is the one from which a packet would be sent elsewhere; none is.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return ""
        address: str = probe.getsockname()[0]
    return "" if address.startswith("127.") or address == "0.0.0.0" else address


class _Server(uvicorn.Server):
    """uvicorn's server, which ends open event streams before it waits for requests to end."""

    def __init__(self, config: uvicorn.Config, app: Browsers, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app, self._ready = app, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, and say so."""
        await super().startup(sockets)
        self._ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop when a signal says so, and return; uvicorn would raise it again, and the store stay open."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: streams end, requests are answered, games are stored."""
        self._app.games.store.hub.close()
        await super().shutdown(sockets)


def _worker(settings: Settings, bound: socket.socket) -> None:
    try:
        _run(settings, [bound], lambda: None)
    except NoughtsError as error:
        print(f"noughts: {error}", file=sys.stderr)
        raise SystemExit(2) from None


def _style(settings: Settings) -> Style:
    return "json" if settings.json_logs else "quiet"


def _settle() -> None:
    """Settle the interpreter to serve: leave what was made at the start, which stays, out of the search for garbage.

    Such a search would stop the server for a tenth of a second. Of what is made later, little is searched at a time:
    at a thousand moves a second, where many streams of events come and go, 50,000 objects live that are younger than
    10,000 new ones, and a search of them would take 50 ms. And whoever waits for the interpreter's lock, as the thread
    that writes does after every statement, gets it soon.
    """
    sys.setswitchinterval(_TURN)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GARBAGE)


async def _opened(url: str) -> None:
    await (await Store.open(url, clock=_now)).close()


def _now() -> int:
    return time.time_ns() // 1_000_000


def _run(settings: Settings, sockets: list[socket.socket], ready: Callable[[], None]) -> None:
    factory = PatientConfig("noughts.apps.web").get_loop_factory()
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(_serve(settings, sockets, ready))


async def _serve(settings: Settings, sockets: list[socket.socket], ready: Callable[[], None]) -> None:
    style = _style(settings)
    configure(style)
    store = await Store.open(database_url(settings.database), clock=_now)
    engines = Engines(settings.engines)
    try:
        await engines.start()
        app = create_app(store, engines, seed=settings.seed)
        limits = settings.limits.scaled(1 / settings.workers)  # each process counts for itself
        rules = Rules.of(settings.host, settings.names, settings.proxies, limits)
        patience = Patience(connections=room_for(Patience().connections))
        wall = Logged(Shield(app, rules), style)
        _settle()
        config = PatientConfig(wall, patience, proxies=Proxies.of(settings.proxies), lifespan="off")
        await _Server(config, app, ready).serve(sockets)
        await app.games.close()
    finally:
        await engines.close()
        await store.close()
