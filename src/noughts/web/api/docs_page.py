"""The pages that describe the API, and that offer Swagger UI to try it out. All files come from this server."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any, TypeAlias

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from noughts.web.pages.templating import render

_TYPES = {"swagger-ui.css": "text/css", "swagger-ui-bundle.js": "text/javascript"}

OpenApiPart: TypeAlias = Mapping[str, Any]
"""A part of the OpenAPI description."""


@dataclass(frozen=True)
class FieldView:
    """A field of a model or a parameter of an operation, with its type and its description in words."""

    name: str
    required: bool
    kind: str
    words: str
    examples: list[str]


@dataclass(frozen=True)
class Operation:
    """An operation of the API.

    Attributes:
        method, path, id, words: how the API names and describes it.
        fields: its parameters.
        body: the type of its body, or an empty string.
        status, kind: the status and the type of the response if it succeeds.
        others: the status and the description of each other response.
    """

    method: str
    path: str
    id: str
    words: str
    fields: list[FieldView]
    body: str
    status: str
    kind: str
    others: list[tuple[str, str]]


async def page(request: Request) -> Response:
    """Show the description of the API."""
    description = request.app.state.openapi()
    models = description["components"]["schemas"]
    named = [(name, _fields(model)) for name, model in models.items() if "properties" in model]
    about = _plain(description["info"]["description"])
    operations = list(_operations(description))
    return render(request, "api.html", about=about, operations=operations, models=named)


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


def _operations(description: OpenApiPart) -> Iterator[Operation]:
    """Yield the operations of the API, with their parameters, bodies and responses."""
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            responses = operation["responses"]
            success = next(status for status in responses if status.startswith("2"))
            yield Operation(
                method.upper(),
                path,
                operation["operationId"],
                _plain(operation.get("description", "")),
                [
                    _field(field["name"], field["schema"] | field, required=field.get("required", False))
                    for field in operation.get("parameters", [])
                ],
                _body(operation.get("requestBody", {})),
                success,
                _body(responses[success]),
                [(status, other["description"]) for status, other in responses.items() if status != success],
            )


def _body(body: OpenApiPart) -> str:
    """Return the model of a request or response body, or the media types of the body."""
    kinds = body.get("content", {})
    return next((_kind(content["schema"]) for content in kinds.values() if "schema" in content), "") or ", ".join(kinds)


def _fields(model: OpenApiPart) -> list[FieldView]:
    required = model.get("required", [])
    return [_field(name, schema, required=name in required) for name, schema in model["properties"].items()]


def _field(name: str, schema: OpenApiPart, *, required: bool) -> FieldView:
    examples = schema.get("examples", [schema["default"]] if schema.get("default") not in (None, "") else [])
    shown = [str(example) for example in examples] if isinstance(examples, list) else []
    return FieldView(name, required, _kind(schema), _plain(schema.get("description", "")), shown)


def _kind(schema: OpenApiPart) -> str:
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
