"""The application that every host runs, with its pages, its games and its error responses."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Match

from noughts.rules.errors import NoughtsError
from noughts.web import pages
from noughts.web.analysis.engines import Engines
from noughts.web.analysis.service import AnalysisService
from noughts.web.auth import BrowserSecret
from noughts.web.games import Games
from noughts.web.model.errors import sentence, status_of, wait_of
from noughts.web.model.paths import path_of
from noughts.web.pages.templating import render
from noughts.web.store import GameStore

_JSON = ("/api/", "/health", "/explore/document", "/explore/steps", "/explore/branch")
"""The beginnings of the paths for programs and scripts, where an error is JSON instead of a page."""


def create_app(
    store: GameStore,
    engines: Engines,
    *,
    shared: bool = False,
    seed: int | None = None,
    network_url: str = "",
    runtime: str = "",
    docs: bool = False,
    allowed_games: Callable[[str, int], int] = lambda client, number: number,
    today: Callable[[], date | None] = date.today,
    routes: Sequence[BaseRoute] = (),
    errors: Mapping[Any, Any] | None = None,
) -> Starlette:
    """Return the web application for a host.

    Args:
        store: where the games are stored.
        engines: the engines that compute for the pages.
        shared: whether several people reach this host, so that they can play by link.
        seed: makes the moves of computer players repeatable.
        runtime: the URL of a folder with Python for browsers, for the page Grade. Without it, the text is empty.
        docs: whether the folder ``docs`` of this host contains the documentation, so that pages link to it.
        network_url: the URL for other computers on the network, ending in a slash, or empty if they have no access.
        allowed_games: returns how many of a number of games a client, named by its address, may import now.
        today: returns the day, which has a puzzle, or None to write pages for any day.
        routes: further routes of this host.
        errors: further exceptions, with the functions that answer requests that raise them.
    """
    app = Starlette(
        routes=[*pages.routes, *routes],
        middleware=[Middleware(BrowserSecret)],
        exception_handlers={**ERROR_HANDLERS, **(errors or {})},
    )
    state = app.state
    state.engines, state.games = engines, Games(store, engines, seed=seed)
    state.analyst = AnalysisService(engines)
    state.shared = shared
    state.network_url, state.runtime, state.docs = network_url, runtime, docs
    state.allowed_games, state.today = allowed_games, today
    return app


async def _expected_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, NoughtsError)
    return error_response(request, sentence(error), status_of(error), wait_of(error))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    sentences = {404: "There is no such page.", 405: "This URL does not accept that method."}
    headers = {"Allow": _allowed_methods(request)} if error.status_code == 405 else error.headers
    return error_response(request, sentences.get(error.status_code, str(error.detail)), error.status_code, headers)


async def _client_left(request: Request, error: Exception) -> Response:
    return Response(status_code=400)  # the client is gone and does not see the response


async def _unexpected_error(request: Request, error: Exception) -> Response:
    text = "Something went wrong. Please try again."
    if path_of(request.scope).startswith(_JSON):
        return JSONResponse({"error": text}, status_code=500)
    return PlainTextResponse(f"{text}\n", status_code=500)


def _allowed_methods(request: Request) -> str:
    """Return the HTTP methods that a URL accepts. FastAPI names only the methods of the first matching route."""

    def accepts(method: str) -> bool:
        scope = {**request.scope, "method": method}
        return any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)

    return ", ".join(filter(accepts, ("DELETE", "GET", "POST")))


def error_response(request: Request, text: str, status: int, headers: Any = None) -> Response:
    """Return an error as a page, as JSON or as plain text, depending on the requested URL."""
    if path_of(request.scope).startswith(_JSON):
        return JSONResponse({"error": text}, status_code=status, headers=headers)
    if path_of(request.scope).startswith("/static/"):  # not a page, so there is no browser secret
        return Response(f"{text}\n", status_code=status, media_type="text/plain", headers=headers)
    lost = status == 404
    heading, tone = ("Not found", "") if lost else ("That did not work", "refusal")
    response = render(request, "message.html", status=status, lost=lost, heading=heading, note=text, tone=tone)
    response.headers.update(headers or {})
    return response


ERROR_HANDLERS: Mapping[Any, Any] = {
    NoughtsError: _expected_error,
    HTTPException: _http_error,
    ClientDisconnect: _client_left,
    Exception: _unexpected_error,
}
"""The functions that answer requests that raise these exceptions."""
