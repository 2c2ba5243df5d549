"""The application: its parts put together, what belongs to every request, and what is said when a thing fails."""

from collections.abc import Awaitable
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.routing import Match

from noughts.apps.web import pages
from noughts.apps.web.api import routes as api
from noughts.apps.web.api.models import HealthModel
from noughts.apps.web.api.openapi import describe
from noughts.apps.web.api.validation import explained
from noughts.apps.web.asgi import App, Message, Receive, Scope, Send
from noughts.apps.web.auth import cookie, cookie_in, new_secret
from noughts.apps.web.engines.analysis_service import Analyst
from noughts.apps.web.engines.pool import Engines
from noughts.apps.web.games import Games
from noughts.apps.web.guard.middleware import count_failure, count_most, count_success
from noughts.apps.web.guard.request_kinds import Kind
from noughts.apps.web.model.errors import NoSuchGame, sentence, status_of, wait_of
from noughts.apps.web.pages.templating import render
from noughts.apps.web.store.store import Store
from noughts.rules.errors import NoughtsError


def create_app(store: Store, engines: Engines, *, seed: int | None = None) -> "Browsers":
    """Return the application.

    Args:
        store: keeps the games.
        engines: think.
        seed: repeats what computer players draw.
    """
    app = FastAPI(title="noughts", version="1", docs_url=None, redoc_url=None)
    app.state.engines, app.state.games = engines, Games(store, engines, seed=seed)
    app.state.analyst = Analyst(engines)
    app.state.allowed_games = lambda request, wanted: count_most(request.scope, Kind.CREATE, wanted)
    app.router.routes.extend(pages.routes)
    app.include_router(api.router)
    describe(app, api.__doc__ or "")
    app.add_api_route(
        "/health",
        _health,
        tags=["health"],
        operation_id="health",
        responses={200: {"model": HealthModel}, 503: {"model": HealthModel, "description": "Games cannot be stored."}},
        response_model=None,
    )
    app.add_api_route("/health", _health, methods=["HEAD"], include_in_schema=False, response_model=None)
    app.add_exception_handler(NoughtsError, _refused)
    app.add_exception_handler(HTTPException, _failed)
    app.add_exception_handler(RequestValidationError, _misread)
    return Browsers(app, app)


class Browsers:
    """Gives every browser a secret of its own, in a cookie; who has one keeps it.

    Args:
        usual: all routes.
        app: the same, some of them quicker.
    """

    def __init__(self, usual: FastAPI, app: App) -> None:
        self.usual, self._app = usual, app
        self.games: Games = usual.state.games

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request with the secret of its browser in its state."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = _counting(scope, send)
        if _is_no_page(scope["path"]):
            await self._app(scope, receive, send)
            return
        known = _secret_in(scope)
        secret = known or new_secret()
        scope.setdefault("state", {})["secret"] = secret
        if known:
            await self._app(scope, receive, send)
            return

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message["headers"],
                    (b"set-cookie", cookie(secret, scope["scheme"] == "https").encode()),
                ]
            await send(message)

        await self._app(scope, receive, with_cookie)


def _is_no_page(path: str) -> bool:
    """Whether there is a file or an answer for programs, for which no browser is asked for its secret."""
    return path.startswith(("/static/", "/api/", "/health")) and path != "/api/docs"


def _counting(scope: Scope, send: Send) -> Send:
    """Return a `send` that tells the wall of the right secrets in an address: they pass, whatever neighbours guess."""

    def counted(message: Message) -> Awaitable[None]:
        if message["type"] == "http.response.start" and message["status"] < 400:
            count_success(scope)
        return send(message)

    return counted if scope["path"].startswith(("/play/", "/api/v1/games/", "/api/v1/seats")) else send


def _secret_in(scope: Scope) -> str | None:
    header = next((value for name, value in scope["headers"] if name == b"cookie"), b"")
    return cookie_in(header.decode("latin-1"))


async def _health(request: Request) -> Response:
    """Say whether the server can do its work: whether games can be stored, and how the engines are."""
    state = request.app.state
    store = await state.games.store.healthy()
    well = bool(store.get("writable"))
    data = {"status": "well" if well else "ill", "store": store, "engines": state.engines.state}
    return JSONResponse(data, status_code=200 if well else 503)


async def _refused(request: Request, error: Exception) -> Response:
    """Say in one sentence what could not be done."""
    assert isinstance(error, NoughtsError)
    status = status_of(error)
    if isinstance(error, NoSuchGame):
        count_failure(request.scope)
    return _said(request, sentence(error), status, wait_of(error))


async def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {404: "There is no such page.", 405: "This cannot be done here."}
    headers = {"Allow": _allowed(request)} if error.status_code == 405 else error.headers
    return _said(request, words.get(error.status_code, str(error.detail)), error.status_code, headers)


def _allowed(request: Request) -> str:
    """Return the methods that an address has: the framework names those of the first of its routes only."""
    found = {
        method
        for method in ("DELETE", "GET", "POST")
        if any(route.matches({**request.scope, "method": method})[0] is Match.FULL for route in request.app.routes)
    }
    return ", ".join(sorted(found))


async def _misread(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return _said(request, explained(error.errors()[0]), 422)


def _said(request: Request, words: str, status: int, headers: Any = None) -> Response:
    if request.url.path.startswith(("/api/", "/health")):
        return JSONResponse({"error": words}, status_code=status, headers=headers)
    if request.url.path.startswith("/static/"):  # where no browser is asked for its secret, which a page needs
        return Response(f"{words}\n", status_code=status, media_type="text/plain", headers=headers)
    heading = "Not found" if status == 404 else "That did not work"
    answer = render(request, "message.html", status=status, heading=heading, note=words, tone="refusal")
    answer.headers.update(headers or {})
    return answer


__all__ = ["create_app"]
