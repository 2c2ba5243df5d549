"""Start and stop the web server, which runs Granian in this process or in several worker processes."""

import asyncio
import errno
import gc
import multiprocessing
import os
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from threading import Thread
from typing import Any

from granian import Granian
from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings
from granian.server.embed import Server
from starlette.applications import Starlette
from starlette.types import ASGIApp, Receive, Scope, Send

from noughts.rules.errors import NoughtsError
from noughts.web.server.app import server_app
from noughts.web.server.guard.clients import proxy_networks
from noughts.web.server.guard.hosts import HostNames
from noughts.web.server.guard.limits import RateLimiter
from noughts.web.server.guard.logs import AccessLog, configure
from noughts.web.server.guard.middleware import protected
from noughts.web.server.settings import PORT, Settings
from noughts.web.server.store.database import database_url
from noughts.web.server.store.store import SQLStore
from noughts.web.server.workers.pool import WorkerPool

_STOP_SECONDS = 2  # for requests that are still being handled
_OPTIONS: dict[str, Any] = {
    "http": HTTPModes.http1,
    "websockets": False,
    # Every event stream is a connection: accept as many as the limits for streams allow, and refuse the rest.
    "backlog": 4096,
    "backpressure": 4096,
    "http1_settings": HTTP1Settings(header_read_timeout=10_000, max_buffer_size=64 * 1024),
    "log_enabled": False,  # `guard.logs` logs requests, without secrets
}
_ALL_INTERFACES = ("0.0.0.0", "::")
_DOCUMENTATION_ADDRESS = ("192.0.2.1", 9)  # reserved by RFC 5737


def serve(settings: Settings, ready: Callable[[str, str], None]) -> None:
    """Run the web server until Ctrl-C or SIGTERM.

    Args:
        settings: the settings.
        ready: called once the page can be opened, with its URL on this computer and its URL for other computers on the
            network. The second one is empty if other computers cannot reach the server.

    Raises:
        NoughtsError: the server cannot start.
    """
    url = database_url(settings.database)
    if settings.workers > 1 and url.startswith("sqlite"):
        raise NoughtsError("several worker processes need PostgreSQL: use --database postgresql://…")
    HostNames.of(settings.host, settings.names)  # report invalid settings before anything starts
    proxy_networks(settings.proxies)
    configure(json_lines=settings.json_logs)
    host, port = free_address(settings.host, settings.port)
    page, network_url = page_urls(settings.host, port)
    if settings.share and not network_url:
        raise NoughtsError("this computer is not connected to a network: connect it first, or leave out --share")
    started = partial(ready, page, network_url)
    if settings.workers == 1:
        asyncio.run(_serve(settings, host, port, network_url, started))
    else:
        asyncio.run(_create_tables(settings))
        _serve_with_workers(settings, host, port, network_url, started)


def free_address(host: str, port: int) -> tuple[str, int]:
    """Return the IP address and the port to listen on. If the default port is in use, choose another port.

    Raises:
        NoughtsError: the server cannot listen there.
    """
    for candidate in (port, 0) if port == PORT else (port,):
        try:
            family, _, _, _, address = socket.getaddrinfo(host, candidate, type=socket.SOCK_STREAM)[0]
        except OSError:
            raise NoughtsError(f"{host[:60]!r} is not an address of this computer") from None
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(address)
                probe.listen()
            except OSError as error:
                if error.errno == errno.EADDRINUSE:
                    continue
                reason = "not allowed" if error.errno == errno.EACCES else error.strerror or "unknown reason"
                raise NoughtsError(f"cannot listen on {host}, port {port}: {reason}") from None
            ip, free, *_ = probe.getsockname()
            return ip, free
    raise NoughtsError(f"port {port} is in use by another program: choose another one with --port")


def page_urls(host: str, port: int) -> tuple[str, str]:
    """Return the page's URL on this computer, and its URL for other computers on the network (or an empty string)."""
    shown = f"[{host}]" if ":" in host else host
    page = f"http://{'localhost' if host in ('127.0.0.1', '::1', *_ALL_INTERFACES) else shown}:{port}/"
    own = _network_address() if host in _ALL_INTERFACES else ""
    return page, f"http://{own}:{port}/" if own else ""


def _network_address() -> str:
    """Return the IP address of this computer on its network, or an empty string. No packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_DOCUMENTATION_ADDRESS)
        except OSError:
            return ""
        address: str = probe.getsockname()[0]
    return "" if address.startswith("127.") or address == "0.0.0.0" else address


@asynccontextmanager
async def running(settings: Settings, network_url: str = "") -> AsyncIterator[tuple[Starlette, ASGIApp]]:
    """Open the database, start the engines, and yield the application both without and with its middleware.

    Raises:
        NoughtsError: the database cannot be opened, or no engine starts.
    """
    limiter, names = RateLimiter(), HostNames.of(settings.host, settings.names)
    async with _open(settings) as store, WorkerPool(settings.engines) as engines:
        app = server_app(store, engines, limiter, seed=settings.seed, network_url=network_url, runtime=settings.runtime)
        _collect_rarely()
        yield app, AccessLog(protected(app, names, limiter, proxy_networks(settings.proxies)))
        await app.state.games.computers.close()


def _collect_rarely() -> None:
    """Make the garbage collector run rarely, and skip objects that exist already.

    A collection stops all requests, for 0.1 s with 500 open event streams, and finds little, because a request makes
    few cycles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 5, 1_000)


async def _serve(settings: Settings, host: str, port: int, network_url: str, ready: Callable[[], None]) -> None:
    """Run the server in this process."""
    async with running(settings, network_url) as (app, guarded):
        server = Server(guarded, host, port, interface=Interfaces.ASGINL, **_OPTIONS)
        server.workers_kill_timeout = _STOP_SECONDS

        def stop() -> None:
            app.state.games.store.hub.close()  # Granian waits for open responses, and an event stream never ends
            server.stop()  # type: ignore[no-untyped-call]  # of Granian

        _on_signals(stop)
        serving = asyncio.create_task(server.serve())
        await asyncio.to_thread(_wait_until_listening, host, port, serving.done)
        if not serving.done():
            ready()
        try:
            await serving
        except TimeoutError:  # disconnect slow clients, and ignore Granian's error about its cancelled future
            asyncio.get_running_loop().set_exception_handler(lambda *_: None)


def _on_signals(stop: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        # Unlike `loop.add_signal_handler`, this works on Windows and adds to the handlers of Granian's workers.
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))


def _wait_until_listening(host: str, port: int, stopped: Callable[[], bool] = lambda: False) -> None:
    """Wait until the server accepts connections, or has stopped."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # Windows connects only to the address of an interface
    while not stopped():
        try:
            socket.create_connection((host, port)).close()
        except OSError:
            time.sleep(0.01)
        else:
            return


def _serve_with_workers(settings: Settings, host: str, port: int, network_url: str, ready: Callable[[], None]) -> None:
    """Run the server in several processes. Granian restarts a process that dies, and all processes end with the parent
    process.
    """
    server = Granian(
        "noughts",
        host,
        port,
        interface=Interfaces.ASGI,
        workers=settings.workers,
        loop=Loops.asyncio,
        respawn_failed_workers=True,
        workers_kill_timeout=_STOP_SECONDS,
        **_OPTIONS,
    )

    def announce() -> None:
        _wait_until_listening(host, port)
        ready()

    server.on_startup(Thread(target=announce, daemon=True).start)  # Granian calls this before it starts the workers
    server.serve(target_loader=partial(_worker, settings, network_url), wrap_loader=False)


def _worker(settings: Settings, network_url: str) -> ASGIApp:
    """Return the application of a worker process. The ASGI lifespan opens and closes its database and engines."""
    Thread(target=_exit_with_supervisor, daemon=True).start()
    configure(json_lines=settings.json_logs)
    guarded: ASGIApp

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal guarded
        if scope["type"] != "lifespan":
            await guarded(scope, receive, send)
            return
        await receive()
        try:
            async with running(settings, network_url) as (inner, guarded):
                _on_signals(inner.state.games.store.hub.close)
                await send({"type": "lifespan.startup.complete"})
                await receive()
        except NoughtsError as error:
            print(f"noughts: {error}", file=sys.stderr)
            await send({"type": "lifespan.startup.failed", "message": str(error)})
        else:
            await send({"type": "lifespan.shutdown.complete"})

    return app


def _exit_with_supervisor() -> None:
    """Exit as soon as the parent process ends, so that the port is free and the engines exit, too."""
    supervisor = multiprocessing.parent_process()
    assert supervisor, "Granian starts workers with multiprocessing"
    supervisor.join()
    os._exit(1)


async def _create_tables(settings: Settings) -> None:
    async with _open(settings):
        pass


def _open(settings: Settings) -> AbstractAsyncContextManager[SQLStore]:
    return SQLStore.open(database_url(settings.database), clock=lambda: time.time_ns() // 1_000_000)
