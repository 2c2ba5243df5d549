"""What the description of the API says beside its models: the answers of each operation, what comes next, who may ask.

Source: the OpenAPI Specification, version 3.1, https://spec.openapis.org/oas/v3.1.1
"""

from functools import cache
from typing import Any, Literal

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel

from noughts.apps.web.api.models import ErrorModel, GameModel
from noughts.apps.web.auth import COOKIE
from noughts.explain import atlas_format, trace_format
from noughts.explain.atlas import Walk
from noughts.explain.build_story import tell
from noughts.rules.notation import position as read_position

_REFUSALS = {
    400: "It cannot be understood, or the tree is too large.",
    403: "Who asks may not do this.",
    404: "There is no such game for who asks.",
    409: "The game has gone on, or the move is not legal: look at it again.",
    413: "It is too long.",
    421: "The server does not go by this name.",
    422: "A field is missing or has not the form that is expected.",
    429: "Too much was asked for: wait as long as Retry-After says.",
    503: "The engines are busy, the time was not enough, or the games cannot be read or stored: try again.",
}
_SCHEMES = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "The secret that came with a new game or a seat."},
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "The secret of a browser."},
    "csrf": {
        "type": "apiKey",
        "in": "header",
        "name": "X-CSRF-Token",
        "description": "The token in the page's forms, without which a cookie changes nothing.",
    },
}
_SEES: list[dict[str, list[str]]] = [{"bearer": []}, {"cookie": []}, {}]
_CHANGES: list[dict[str, list[str]]] = [{"bearer": []}, {"cookie": [], "csrf": []}, {}]

_EXAMPLE = "xox/oxx/o2_ o"  # two moves before the end: its documents can be read at a glance
_AT_VERSION = {"version": "$response.body#/version"}
_NEXT: dict[str, Any] = {
    "show_game": None,
    "play_move": {"ply": "$response.body#/ply", "move": "$response.body#/legalMoves/0"},
    "undo_move": _AT_VERSION,
    "redo_move": _AT_VERSION,
    "make_offer": _AT_VERSION,
    "answer_offer": _AT_VERSION,
    "next_game": _AT_VERSION,
    "delete_game": None,
}


def answers(
    model: type[BaseModel] | None = None,
    status: int = 200,
    words: str = "",
    *,
    tree: Literal["Trace", "Atlas"] | None = None,
) -> dict[int | str, Any]:
    """Return what an operation may answer, with what can be done next with a game.

    Args:
        model: of its answer.
        status: of its answer.
        words: what its answer is, in words.
        tree: the kind of document that it answers with, where that is one that the library describes.
    """
    refusals: dict[int | str, Any] = {
        number: {"model": ErrorModel, "description": said} for number, said in _REFUSALS.items()
    }
    told: dict[str, Any] = {"description": words or (model.__doc__ if model else "Done.")}
    if model:
        told["model"] = model
    if model and issubclass(model, GameModel):
        told["links"] = {name: _link(name, body) for name, body in _NEXT.items()}
    if tree:
        reference = {"$ref": f"#/components/schemas/{tree}"}
        content = {"application/json": {"schema": reference, "example": _trees()[tree][1]}}
        told = {"description": _trees()[tree][0]["description"], "content": content}
    return {**refusals, status: told}


@cache
def _trees() -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """Return the kinds of trees, each with its schema and an example."""
    trace = trace_format.to_data(tell(read_position(_EXAMPLE)))
    atlas = atlas_format.to_data(Walk(read_position(_EXAMPLE)).atlas())
    return {"Trace": (trace_format.schema(), trace), "Atlas": (atlas_format.schema(), atlas)}


def _link(operation: str, body: Any) -> dict[str, Any]:
    link = {"operationId": operation, "parameters": {"id": "$response.body#/id"}}
    return link | ({"requestBody": body} if body else {})


def describe(app: FastAPI, words: str) -> None:
    """Have the application describe its API in these words, with who may ask."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            made = get_openapi(title=app.title, version=app.version, routes=app.routes, description=words)
            made["components"]["securitySchemes"] = _SCHEMES
            for name, (schema, _) in _trees().items():
                made["components"]["schemas"][name] = {k: v for k, v in schema.items() if k != "$schema"}
            for path, operations in made["paths"].items():
                for method, operation in operations.items():
                    if path.startswith("/api/"):
                        operation["security"] = _SEES if method == "get" else _CHANGES
            app.openapi_schema = made
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
