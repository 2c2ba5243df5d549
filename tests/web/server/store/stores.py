"""Stores and games for tests."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any

import pytest

from noughts.rules.errors import NoughtsError
from noughts.rules.game import Player
from noughts.web.model.stored_game import StoredGame, StoredSeat
from noughts.web.server.store.store import SQLStore
from noughts.web.store import GameKey

BOTH = list(Player)
_NAMES = itertools.count()


class Clock:
    """A clock that advances by a millisecond with every call."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        self.now += 1
        return self.now


def new_game(**changes: Any) -> StoredGame:
    return StoredGame(id=f"g{next(_NAMES)}", **changes)


def linked_game(**changes: Any) -> StoredGame:
    return replace(new_game(linked=True, x=StoredSeat("Ada"), o=StoredSeat("Grace")), **changes)


def moved(game: StoredGame, cell: int | None = None) -> StoredGame:
    """Return the game after a move."""
    return game.play(BOTH, len(game.moves), game.position.moves[0] if cell is None else cell)


def opened(url: str, **options: Any) -> AbstractAsyncContextManager[SQLStore]:
    return SQLStore.open(url, clock=Clock(), **options)


def with_store(url: str, scenario: Callable[[SQLStore], Awaitable[None]], **options: Any) -> None:
    """Open a store, and run a test with it."""

    async def main() -> None:
        async with opened(url, **options) as store:
            await scenario(store)

    asyncio.run(main())


async def loaded(store: SQLStore, id: str) -> StoredGame:
    game = await store.load(id)
    assert game, f"{id} is stored"
    return game


async def create(store: SQLStore, game: StoredGame, keys: Iterable[GameKey]) -> StoredGame:
    """Store a new game with its keys."""
    (created,) = await store.create_all([(game, keys)])
    return created


async def nothing(store: SQLStore) -> None:
    """Only create the tables."""


def refusal(url: str) -> str:
    """Return the error of opening a database."""

    async def main() -> None:
        async with opened(url):
            raise AssertionError("it was opened")

    with pytest.raises(NoughtsError) as caught:
        asyncio.run(main())
    assert "\n" not in str(caught.value)
    return str(caught.value)
