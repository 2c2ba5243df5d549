"""The application of the server, with the pages, the JSON API and the health check."""

from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.routing import Route

from noughts.web.api import docs_page
from noughts.web.api import routes as api
from noughts.web.api.models import HealthModel
from noughts.web.api.openapi import describe
from noughts.web.api.validation import explained
from noughts.web.app import ERROR_HANDLERS, create_app, error_response
from noughts.web.browser.program import GRADER, RUNTIME, grader_archive
from noughts.web.pages.classes import classes
from noughts.web.server.guard.limits import RateLimiter, RequestKind
from noughts.web.server.store.store import SQLStore
from noughts.web.server.workers.pool import WorkerPool

_ILL = "Games cannot be stored, or no engine can be started."


def server_app(
    store: SQLStore,
    engines: WorkerPool,
    limiter: RateLimiter,
    *,
    seed: int | None = None,
    network_url: str = "",
    runtime: Path | None = None,
) -> Starlette:
    """Return the application of the server.

    Args:
        store: where the games are stored.
        engines: the engine processes.
        limiter: the rate limit for imported games.
        seed: makes the moves of computer players repeatable.
        network_url: the URL for other computers on the network, ending in a slash, or empty if they have no access.
        runtime: a folder with Python for browsers, for the page that grades programs.
    """
    errors: dict[Any, Any] = {RequestValidationError: _validation_error}
    fastapi = FastAPI(
        title="noughts", version="1", docs_url=None, redoc_url=None, exception_handlers={**ERROR_HANDLERS, **errors}
    )
    fastapi.include_router(api.router)
    describe(fastapi, api.__doc__ or "")
    fastapi.add_api_route(
        "/health",
        _health,
        tags=["health"],
        operation_id="health",
        responses={200: {"model": HealthModel}, 503: {"model": HealthModel, "description": _ILL}},
        response_model=None,
    )
    fastapi.add_api_route("/health", _health, methods=["HEAD"], include_in_schema=False, response_model=None)
    app = create_app(
        store,
        engines,
        shared=True,
        seed=seed,
        network_url=network_url,
        runtime="runtime/" if runtime else "",
        allowed_games=partial(limiter.take_some, RequestKind.CREATE),
        routes=[
            *classes.routes,
            *docs_page.routes,
            *([Route("/runtime/{name}", partial(_runtime_file, runtime))] if runtime else []),
            *(Route(path, fastapi) for path in ("/api/{path:path}", "/health", "/openapi.json")),
        ],
        errors=errors,
    )
    fastapi.state = app.state
    app.state.openapi = fastapi.openapi
    return app


async def _runtime_file(folder: Path, request: Request) -> Response:
    """Send a file of Python for browsers, or the archive of noughts that grades programs."""
    name = Path(request.path_params["name"]).name
    headers = {"Cache-Control": "no-cache"}
    if name == GRADER:
        return Response(await run_in_threadpool(grader_archive), media_type="application/zip", headers=headers)
    if name not in RUNTIME or not (folder / name).is_file():
        raise HTTPException(404)
    kind = {".mjs": "text/javascript", ".wasm": "application/wasm"}.get(Path(name).suffix)
    return FileResponse(folder / name, media_type=kind, headers=headers)


async def _health(request: Request) -> Response:
    """Return whether games can be stored and computer players can move."""
    games, pool = request.app.state.games, request.app.state.engines
    store, engines = await games.store.healthy(), pool.state | ({"reason": pool.trouble} if pool.trouble else {})
    well = store.writable and not pool.trouble
    data = {"status": "well" if well else "ill", "store": asdict(store), "engines": engines}
    return JSONResponse(data, status_code=200 if well else 503)


async def _validation_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return error_response(request, explained(error.errors()[0]), 422)
