"""explore (being written)."""

from fastapi import APIRouter
from fastapi.responses import Response

router = APIRouter(include_in_schema=False)


def static(name: str) -> Response | None:
    """Return a file of the explorer, or None where it has none of that name."""
    return None
