"""The API to read about, as a page of this site; and to try out: Swagger UI, from files on this server."""

from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from noughts.apps.web.pages.templating import asset, render

router = APIRouter(prefix="/api/docs", include_in_schema=False)

_TRY = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The API of noughts, to try out</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<script src="/api/docs/swagger-ui-bundle.js" defer></script>
<script src="/api/docs/start.js" defer></script>
</head>
<body>
<header class="swagger-ui"><nav class="wrapper"><p><a href="/api/docs">← The API of noughts</a></p>
<p>Requests from here carry no cookie. To play, create a game, then press Authorize and paste the game's secret.</p>
</nav></header>
<div id="api"></div>
<noscript><p>This needs scripts; <a href="/api/docs">the description</a> does not.</p></noscript>
</body>
</html>
"""

_KINDS = {"swagger-ui.css": "text/css", "swagger-ui-bundle.js": "text/javascript"}


@router.get("")
async def page(request: Request) -> Response:
    """Show what can be asked, and how."""
    described = request.app.openapi()
    models = described["components"]["schemas"]
    named = [(name, list(_fields(model))) for name, model in models.items() if "properties" in model]
    server = f"{request.url.scheme}://{request.url.netloc}"
    about = _plain(described["info"]["description"])
    return render(request, "api.html", server=server, about=about, asked=_asked(described), models=named)


@router.get("/try")
async def try_out(request: Request) -> Response:
    """Show the page on which it can be tried out."""
    return HTMLResponse(_TRY)


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


def _asked(described: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return what can be asked: method, path, a sentence, the fields, what is sent and what is answered."""
    found = []
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            fields = [
                {"name": given["name"], "required": given.get("required", False), **_field(given["schema"] | given)}
                for given in operation.get("parameters", [])
            ]
            answers = operation["responses"]
            good = next(status for status in answers if status.startswith("2"))
            found.append(
                {
                    **{"method": method.upper(), "path": path, "id": operation["operationId"], "fields": fields},
                    "words": _plain(operation.get("description", "")),
                    "sent": _body(operation.get("requestBody", {})),
                    "good": {"status": good, "kind": _body(answers[good])},
                    "others": [(status, told["description"]) for status, told in answers.items() if status != good],
                }
            )
    return found


def _body(told: Mapping[str, Any]) -> str:
    """Return what a body is: the name of its fields' list, or words."""
    kinds = told.get("content", {})
    return next((_kind(content["schema"]) for content in kinds.values() if "schema" in content), "") or ", ".join(kinds)


def _fields(model: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for name, schema in model["properties"].items():
        yield {"name": name, "required": name in model.get("required", []), **_field(schema)}


def _field(schema: Mapping[str, Any]) -> dict[str, Any]:
    examples = schema.get("examples", [schema["default"]] if schema.get("default") not in (None, "") else [])
    return {
        "kind": _kind(schema),
        "words": _plain(schema.get("description", "")),
        "examples": [str(one) for one in examples] if isinstance(examples, list) else [],
    }


def _kind(schema: Mapping[str, Any]) -> str:
    """Return what a value is, such as ``text``, ``list of Move``, ``x or o``."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " or ".join(str(value) or "nothing" for value in schema["enum"])
    if "const" in schema:
        return str(schema["const"]) or "nothing"
    if either := schema.get("anyOf", schema.get("oneOf")):
        return " or ".join(dict.fromkeys(map(_kind, either)))
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    words = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false"}
    return {**words, "null": "null", "object": "object"}.get(str(schema.get("type", "")), "anything")


def _plain(words: str) -> str:
    """Return a description without the marks of code in it."""
    return words.replace("`", "").strip()
