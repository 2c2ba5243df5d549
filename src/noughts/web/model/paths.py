"""The paths of requests."""

from starlette.types import Scope


def path_of(scope: Scope) -> str:
    """Return a request's path relative to the application, which may not be at the root of the host."""
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", ""))


def is_embedded(path: str) -> bool:
    """Return whether other sites may show the page at this path in a frame. The embedded page has no cookie."""
    return path == "/embed"
