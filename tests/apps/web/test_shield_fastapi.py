"""The wall around a FastAPI application, as the page will be."""

import asyncio
from dataclasses import replace
from typing import Annotated, Any, TypeAlias

import pytest

pytest.importorskip("fastapi", reason="needs the extra [web]")

import httpx
from fastapi import Body, Depends, FastAPI, HTTPException, Request

from noughts.apps.web.auth import is_secret, new_secret
from noughts.apps.web.guard.headers import HEADERS
from noughts.apps.web.guard.limits import Limit, Limits, Rate
from noughts.apps.web.guard.middleware import Rules, Shield, count_failure

Ask: TypeAlias = tuple[str, str, dict[str, Any]]
JSON = {"content-type": "application/json"}

page = FastAPI()


def seated(request: Request, secret: str) -> str:
    if not is_secret(secret):
        count_failure(request.scope)
        raise HTTPException(404, "There is no such seat.")
    return secret


@page.get("/seat/{secret}")
def seat(secret: str = Depends(seated)) -> str:
    return "welcome"


@page.post("/json")
def json(content: Annotated[Any, Body()]) -> int:
    return 1


@page.get("/broken")
def broken() -> None:
    raise RuntimeError("broken")


mounted = FastAPI()
mounted.mount("/deeper", page)


def asked(requests: list[Ask]) -> list[Any]:
    """Ask one after the other, behind one wall."""
    limits = replace(Limits(), secret=Limit(Rate(3, 1e-3), Rate(1e9, 1e9)))
    shield = Shield(mounted, Rules.of(limits=limits))

    async def run() -> list[httpx.Response]:
        transport = httpx.ASGITransport(shield, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8000") as client:
            return [await client.request(method, path, **how) for method, path, how in requests]

    return asyncio.run(run())


def test_a_wrong_secret_counts_also_from_deep_within() -> None:
    guesses: list[Ask] = [("GET", "/deeper/seat/guess", {})] * 5
    answers = asked([("GET", f"/deeper/seat/{new_secret()}", {}), *guesses, ("GET", "/deeper/docs", {})])
    assert [answer.status_code for answer in answers] == [200, 404, 404, 404, 429, 429, 200]


def test_what_the_framework_answers_carries_the_headers_too() -> None:
    answers = asked(
        [
            ("GET", "/nowhere", {}),
            ("GET", "/deeper/broken", {}),
            ("POST", "/deeper/json", {"content": b"{", "headers": JSON}),
        ]
    )
    assert [answer.status_code for answer in answers] == [404, 500, 422]
    for answer in answers:
        assert "Traceback" not in answer.text
        for name, value in HEADERS:
            assert answer.headers[name.decode()] == value.decode()


async def pieces(count: int) -> Any:
    for _ in range(count):
        yield b"[" * 1000


def test_a_body_in_pieces_reaches_the_framework_whole_or_not_at_all() -> None:
    """Brackets within brackets: what they mean is the framework's business, how many there are is ours."""
    answers = asked([("POST", "/deeper/json", {"content": pieces(count), "headers": JSON}) for count in [1, 65, 66]])
    assert [answer.status_code for answer in answers][1:] == [answers[0].status_code, 413]
    assert 400 <= answers[0].status_code < 500
