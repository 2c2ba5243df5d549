"""The URL at which other people can open the pages, because `localhost` always means the reader's own computer."""

from starlette.requests import Request


def base_for_others(request: Request) -> str:
    """Return the URL of the pages, ending in a slash. For pages opened on localhost, return their URL on the
    network.
    """
    network: str = request.app.state.network_url
    return network if _is_local(request) and network else str(request.base_url)


def works_only_here(request: Request) -> bool:
    """Return whether links to the pages work only on this computer."""
    return _is_local(request) and request.app.state.shared and not request.app.state.network_url


def _is_local(request: Request) -> bool:
    return request.url.hostname in ("localhost", "127.0.0.1", "::1")
