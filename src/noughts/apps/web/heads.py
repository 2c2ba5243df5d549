"""HEAD: answered as GET is, without the body; a stream of events, which has no end, cannot be."""

from noughts.apps.web.asgi import App, Message, Receive, Scope, Send


class Heads:
    """An application whose pages can be asked for their headers alone.

    Args:
        app: the application.
    """

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] != "http" or scope["method"] != "HEAD" or scope["path"].endswith("/events"):
            await self._app(scope, receive, send)
            return

        async def bare(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        await self._app({**scope, "method": "GET"}, receive, bare)
