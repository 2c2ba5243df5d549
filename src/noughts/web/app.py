"""The web application: the pages with Starlette, and the JSON API and the health check with FastAPI."""

from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.routing import Match, Route

from noughts.rules.errors import NoughtsError
from noughts.web import pages
from noughts.web.api import routes as api
from noughts.web.api.models import HealthModel
from noughts.web.api.openapi import describe
from noughts.web.api.validation import explained
from noughts.web.auth import BrowserSecret
from noughts.web.games import Games
from noughts.web.model.errors import sentence, status_of, wait_of
from noughts.web.pages.templating import render
from noughts.web.server.guard.limits import RateLimiter, RequestKind
from noughts.web.server.store.store import GameStore
from noughts.web.server.workers.analysis_service import AnalysisService
from noughts.web.server.workers.pool import WorkerPool

_JSON = ("/api/", "/health", "/explore/document", "/explore/steps", "/explore/branch")
"""The beginnings of the paths for programs and scripts, where an error is JSON instead of a page."""


_ILL = "Games cannot be stored, or no engine can be started."


def create_app(
    store: GameStore,
    engines: WorkerPool,
    limiter: RateLimiter,
    *,
    seed: int | None = None,
    network_url: str = "",
    runtime: Path | None = None,
) -> Starlette:
    """Return the application.

    Args:
        limiter: the rate limit for imported games.
        seed: makes the moves of computer players repeatable.
        runtime: a folder with Python for browsers, for the page that grades programs.
        network_url: the URL for other computers on the network, ending in a slash, or empty if they have no access.
    """
    fastapi = _fastapi()
    paths = ("/api/{path:path}", "/health", "/openapi.json")
    app = Starlette(
        routes=[*pages.routes, *(Route(path, fastapi) for path in paths)],
        middleware=[Middleware(BrowserSecret)],
        exception_handlers=_ERROR_HANDLERS,
    )
    app.state = state = fastapi.state
    state.engines, state.games = engines, Games(store, engines, seed=seed)
    state.analyst = AnalysisService(engines)
    state.network_url, state.runtime = network_url, runtime
    state.allowed_games = partial(limiter.take_some, RequestKind.CREATE)
    state.openapi = fastapi.openapi
    return app


def _fastapi() -> FastAPI:
    """Return the part of the application for programs."""
    app = FastAPI(title="noughts", version="1", docs_url=None, redoc_url=None, exception_handlers=_ERROR_HANDLERS)
    app.include_router(api.router)
    describe(app, api.__doc__ or "")
    app.add_api_route(
        "/health",
        _health,
        tags=["health"],
        operation_id="health",
        responses={200: {"model": HealthModel}, 503: {"model": HealthModel, "description": _ILL}},
        response_model=None,
    )
    app.add_api_route("/health", _health, methods=["HEAD"], include_in_schema=False, response_model=None)
    return app


async def _health(request: Request) -> Response:
    """Return whether games can be stored and computer players can move."""
    games, pool = request.app.state.games, request.app.state.engines
    store, engines = await games.store.healthy(), pool.state | ({"reason": pool.trouble} if pool.trouble else {})
    well = store.writable and not pool.trouble
    data = {"status": "well" if well else "ill", "store": asdict(store), "engines": engines}
    return JSONResponse(data, status_code=200 if well else 503)


async def _expected_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, NoughtsError)
    return _answer(request, sentence(error), status_of(error), wait_of(error))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    sentences = {404: "There is no such page.", 405: "This URL does not accept that method."}
    headers = {"Allow": _allowed_methods(request)} if error.status_code == 405 else error.headers
    return _answer(request, sentences.get(error.status_code, str(error.detail)), error.status_code, headers)


async def _validation_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return _answer(request, explained(error.errors()[0]), 422)


async def _client_left(request: Request, error: Exception) -> Response:
    return Response(status_code=400)  # the client is gone and does not see it


async def _unexpected_error(request: Request, error: Exception) -> Response:
    text = "Something went wrong on the server, and it was logged. Please try again."
    if request.url.path.startswith(_JSON):
        return JSONResponse({"error": text}, status_code=500)
    return PlainTextResponse(f"{text}\n", status_code=500)


def _allowed_methods(request: Request) -> str:
    """Return the methods that a URL accepts. FastAPI names only those of the first matching route."""

    def accepts(method: str) -> bool:
        scope = {**request.scope, "method": method}
        return any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)

    return ", ".join(filter(accepts, ("DELETE", "GET", "POST")))


def _answer(request: Request, text: str, status: int, headers: Any = None) -> Response:
    if request.url.path.startswith(_JSON):
        return JSONResponse({"error": text}, status_code=status, headers=headers)
    if request.url.path.startswith("/static/"):  # not a page, so there is no browser secret
        return Response(f"{text}\n", status_code=status, media_type="text/plain", headers=headers)
    lost = status == 404
    words = {"heading": "Not found" if lost else "That did not work", "note": text, "tone": "" if lost else "refusal"}
    response = render(request, "message.html", status=status, lost=lost, **words)
    response.headers.update(headers or {})
    return response


_ERROR_HANDLERS: dict[Any, Any] = {
    NoughtsError: _expected_error,
    HTTPException: _http_error,
    RequestValidationError: _validation_error,
    ClientDisconnect: _client_left,
    Exception: _unexpected_error,
}
