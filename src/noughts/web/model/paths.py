"""The paths of requests."""

from starlette.types import Scope


def path_of(scope: Scope) -> str:
    """Return the path of a request within the application, which can be in a folder of the host."""
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", ""))


def is_embedded(path: str) -> bool:
    """Return whether this path leads to the page that other sites may show in a frame. The embedded page has no
    cookie.
    """
    return path == "/embed"
