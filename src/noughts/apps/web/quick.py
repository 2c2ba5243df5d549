"""The requests that a game by link is made of, without the way through the framework: it would cost most of them.

    POST /api/v1/games/{id}/moves       GET /api/v1/games/{id}       GET /api/v1/games/{id}/events
    POST /api/v1/games/{id}/offer       POST /api/v1/games/{id}/answer

They are routes of `noughts.apps.web.api.routes`, described there and answered alike. Everything that is
not of the plainest shape goes the usual way.
"""

import re
from collections.abc import Awaitable, Callable

from fastapi import Request
from fastapi.responses import Response
from pydantic import BaseModel, ValidationError

from noughts.apps.web.api.models import Answer, Move, Offer
from noughts.apps.web.api.routes import told
from noughts.apps.web.asgi import App, Receive, Scope, Send
from noughts.apps.web.auth import bearer_in, is_secret
from noughts.apps.web.games import Access, Games
from noughts.apps.web.guard.bodies import ClientDisconnected, length, read, replayed
from noughts.apps.web.live.events import EventStream
from noughts.rules.errors import NoughtsError

_PREFIX = "/api/v1/games/"
_ASKED: dict[str, type[BaseModel]] = {"moves": Move, "offer": Offer, "answer": Answer}
_LONGEST = 1000  # bytes of a body
_HEARD = re.compile(rb"(?:version=([0-9]{1,6}))?")
_JSON = (b"content-type", b"application/json")


class Quick:
    """An application of which some routes are quick.

    Args:
        app: the application.
        games: the games it serves.
        refused: says what could not be done.
    """

    def __init__(self, app: App, games: Games, refused: Callable[[Request, Exception], Awaitable[Response]]) -> None:
        self._app, self._games, self._refused = app, games, refused

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] == "http" and scope["path"].startswith(_PREFIX):
            id, *what = scope["path"][len(_PREFIX) :].split("/")
            headers = dict(scope["headers"])
            secret = bearer_in(headers.get(b"authorization", b"").decode("latin-1")) if is_secret(id) else None
            if secret:
                try:
                    match scope["method"], what:
                        case "GET", [] if heard := _HEARD.fullmatch(scope["query_string"]):
                            await _json(send, told(await self._games.see(id, [secret], int(heard[1] or 0))))
                            return
                        case "GET", ["events"]:
                            access = await self._games.see(id, [secret])
                            stream = EventStream(self._games.store, access, secret)
                            await stream(scope, receive, send)
                            return
                        case "POST", [do] if do in _ASKED and _is_short_json(headers):
                            try:
                                body = await read(receive, _LONGEST) or b""
                            except ClientDisconnected:
                                return
                            try:
                                asked = _ASKED[do].model_validate_json(body)
                            except ValidationError:
                                receive = replayed(body, receive)
                            else:
                                await _json(send, told(await self._done(id, [secret], asked)))
                                return
                except NoughtsError as error:
                    answer = await self._refused(Request(scope), error)
                    await answer(scope, receive, send)
                    return
        await self._app(scope, receive, send)

    async def _done(self, id: str, secrets: list[str], asked: BaseModel) -> Access:
        match asked:
            case Move(ply=ply, move=move):
                return await self._games.move(id, secrets, ply, move)
            case Offer(version=version, offer=offer):
                return await self._games.offer(id, secrets, version, offer)
            case Answer(version=version, yes=yes):
                return await self._games.answer(id, secrets, version, yes=yes)
        raise TypeError(f"{asked!r} is not asked here")


def _is_short_json(headers: dict[bytes, bytes]) -> bool:
    size = length(headers.get(b"content-length"))
    return size is not None and 0 < size <= _LONGEST and headers.get(b"content-type") == b"application/json"


async def _json(send: Send, body: bytes) -> None:
    size = b"%d" % len(body)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", size), _JSON]})
    await send({"type": "http.response.body", "body": body})
