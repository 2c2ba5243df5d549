"""Extend the OpenAPI description with the responses of each operation, links between operations, and authentication.

Source: the OpenAPI Specification, version 3.1, https://spec.openapis.org/oas/v3.1.1
"""

from functools import cache
from typing import Any, Literal, TypeAlias

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel

from noughts.explain.story import atlas_format, trace_format
from noughts.explain.story.atlas import atlas as map_atlas
from noughts.explain.story.build_story import tell
from noughts.rules.notation import position as read_position
from noughts.web.api.models import ErrorModel, GameModel
from noughts.web.auth import COOKIE

Schema: TypeAlias = dict[str, Any]
"""A part of an OpenAPI description."""

Responses: TypeAlias = dict[int | str, Any]
"""The descriptions of responses by their status."""

_ERRORS = {
    400: "The request is invalid, or the tree is too large.",
    403: "The client may not do this.",
    404: "No such game is visible to this client.",
    409: "The game has changed, or the move is not legal: load the game again.",
    413: "The request is too long.",
    421: "The Host header does not name this server.",
    422: "A field is missing or invalid.",
    429: "The client has sent too many requests: wait as long as the Retry-After header says.",
    503: "The engines are busy or took too long, or games cannot be read or stored: try again.",
}
_SCHEMES = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "The secret of a new game or a seat."},
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "The secret of a browser. Pages on other sites cannot use it to change anything.",
    },
}
_SECURITY: list[dict[str, list[str]]] = [{"bearer": []}, {"cookie": []}, {}]

_EXAMPLE = "xox/oxx/o2_ o"  # two moves before the end, so that the documents are short
_AT_VERSION = {"version": "$response.body#/version"}
_NEXT: Schema = {
    "show_game": None,
    "play_move": {"ply": "$response.body#/ply", "move": "$response.body#/legalMoves/0"},
    "undo_move": _AT_VERSION,
    "redo_move": _AT_VERSION,
    "make_offer": _AT_VERSION,
    "answer_offer": _AT_VERSION,
    "next_game": _AT_VERSION,
    "delete_game": None,
}


def responses(
    model: type[BaseModel] | None = None,
    status: int = 200,
    words: str = "",
    *,
    tree: Literal["Trace", "Atlas"] | None = None,
) -> Responses:
    """Return the responses of an operation, with links to the operations that can follow.

    The body has a model, or it is a search tree, whose schema comes from the library. `words` describe the body.
    """
    errors: Responses = {
        number: {"model": ErrorModel, "description": description} for number, description in _ERRORS.items()
    }
    success: Schema = {"description": words or (model.__doc__ if model else "Done.")}
    if model:
        success["model"] = model
    if model and issubclass(model, GameModel):
        success["links"] = {name: _link(name, body) for name, body in _NEXT.items()}
    if tree:
        reference = {"$ref": f"#/components/schemas/{tree}"}
        schema, example = _trees()[tree]
        content = {"application/json": {"schema": reference, "example": example}}
        success = {"description": schema["description"], "content": content}
    return {**errors, status: success}


EVENTS = responses() | {200: {"description": "The events.", "content": {"text/event-stream": {}}}}
"""The responses of an operation that streams server-sent events."""


@cache
def _trees() -> dict[str, tuple[Schema, Schema]]:
    """Return the JSON schema and an example of each kind of tree."""
    trace = trace_format.to_data(tell(read_position(_EXAMPLE)))
    atlas = atlas_format.to_data(map_atlas(read_position(_EXAMPLE)))
    return {"Trace": (trace_format.schema(), trace), "Atlas": (atlas_format.schema(), atlas)}


def _link(operation: str, body: Any) -> Schema:
    link = {"operationId": operation, "parameters": {"id": "$response.body#/id"}}
    return link | ({"requestBody": body} if body else {})


def describe(app: FastAPI, words: str) -> None:
    """Set the application's OpenAPI description, including the ways to authenticate."""

    def openapi() -> Schema:
        if app.openapi_schema is None:
            schema = get_openapi(title=app.title, version=app.version, routes=app.routes, description=words)
            schema["components"]["securitySchemes"] = _SCHEMES
            for name, (tree, _) in _trees().items():
                schema["components"]["schemas"][name] = {k: v for k, v in tree.items() if k != "$schema"}
            for path, operations in schema["paths"].items():
                for operation in operations.values():
                    if path.startswith("/api/"):
                        operation["security"] = _SECURITY
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
