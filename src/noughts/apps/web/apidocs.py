"""The API to read about and to try out: Swagger UI, from files on this server."""

from importlib import resources

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from noughts.apps.web.pages import asset

router = APIRouter(prefix="/api/docs", include_in_schema=False)

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The API of noughts</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<script src="/api/docs/swagger-ui-bundle.js" defer></script>
<script src="/api/docs/start.js" defer></script>
</head>
<body><div id="api"></div><noscript><p>The description of the API is <a href="/openapi.json">openapi.json</a>.</p>
</noscript></body>
</html>
"""

_KINDS = {"swagger-ui.css": "text/css", "swagger-ui-bundle.js": "text/javascript"}


@router.get("")
async def page(request: Request) -> Response:
    """Show the page."""
    return HTMLResponse(_PAGE)


@router.get("/start.js")
async def start(request: Request) -> Response:
    """Give the script that starts it."""
    return Response(asset("apidocs.js"), media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@router.get("/{name}")
async def file(request: Request, name: str) -> Response:
    """Give a file of Swagger UI."""
    if name not in _KINDS:
        return Response("There is no such file.", status_code=404, media_type="text/plain")
    data = resources.files("fastapi_swagger").joinpath("resources", name).read_bytes()
    return Response(data, media_type=_KINDS[name], headers={"Cache-Control": "max-age=86400"})
