"""The pages about the API: its description, and Swagger UI to try it out. All files come from this server."""

from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from noughts.web.pages.templating import render

_TYPES = {"swagger-ui.css": "text/css", "swagger-ui-bundle.js": "text/javascript"}


async def page(request: Request) -> Response:
    """Describe the API."""
    description = request.app.state.openapi()
    models = description["components"]["schemas"]
    named = [(name, list(_fields(model))) for name, model in models.items() if "properties" in model]
    server = f"{request.url.scheme}://{request.url.netloc}"
    about = _plain(description["info"]["description"])
    operations = _operations(description)
    return render(request, "api.html", server=server, about=about, operations=operations, models=named)


async def swagger(request: Request) -> Response:
    """Show Swagger UI."""
    return render(request, "swagger.html")


async def swagger_file(request: Request) -> Response:
    """Return a file of Swagger UI."""
    name = request.path_params["name"]
    if name not in _TYPES:
        return PlainTextResponse("There is no such file.\n", status_code=404)
    data = resources.files("fastapi_swagger").joinpath("resources", name).read_bytes()
    return Response(data, media_type=_TYPES[name], headers={"Cache-Control": "max-age=86400"})


def _operations(description: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the operations of the API, with their parameters, bodies and responses."""
    operations = []
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            fields = [
                {"name": field["name"], "required": field.get("required", False), **_field(field["schema"] | field)}
                for field in operation.get("parameters", [])
            ]
            responses = operation["responses"]
            success = next(status for status in responses if status.startswith("2"))
            operations.append(
                {
                    **{"method": method.upper(), "path": path, "id": operation["operationId"], "fields": fields},
                    "words": _plain(operation.get("description", "")),
                    "body": _body(operation.get("requestBody", {})),
                    "success": {"status": success, "kind": _body(responses[success])},
                    "others": [
                        (status, other["description"]) for status, other in responses.items() if status != success
                    ],
                }
            )
    return operations


def _body(body: Mapping[str, Any]) -> str:
    """Return the model of a body, or its media types."""
    kinds = body.get("content", {})
    return next((_kind(content["schema"]) for content in kinds.values() if "schema" in content), "") or ", ".join(kinds)


def _fields(model: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for name, schema in model["properties"].items():
        yield {"name": name, "required": name in model.get("required", []), **_field(schema)}


def _field(schema: Mapping[str, Any]) -> dict[str, Any]:
    examples = schema.get("examples", [schema["default"]] if schema.get("default") not in (None, "") else [])
    return {
        "kind": _kind(schema),
        "words": _plain(schema.get("description", "")),
        "examples": [str(example) for example in examples] if isinstance(examples, list) else [],
    }


def _kind(schema: Mapping[str, Any]) -> str:
    """Return the type of a value in words, such as ``text``, ``list of Move``, ``x or o``."""
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
    """Return a description without backquotes."""
    return words.replace("`", "").strip()


routes = [
    Route("/api/docs", page),
    Route("/api/docs/try", swagger),
    Route("/api/docs/{name}", swagger_file),
]
