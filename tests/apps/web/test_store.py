"""The contract of the store, the same on SQLite and on PostgreSQL."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from noughts.apps.web.kept import KeptGame, Seat
from noughts.apps.web.store import Created, Store
from noughts.rules.game import Player

BOTH = list(Player)
NAMES = itertools.count()


def new_game(**changes: Any) -> KeptGame:
    return KeptGame(id=f"g{next(NAMES)}", **changes)


def linked_game(**changes: Any) -> KeptGame:
    return new_game(linked=True, x=Seat("Ada"), o=Seat("Grace"), **changes)


class Clock:
    """One millisecond later whenever one looks."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        self.now += 1
        return self.now


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite3'}"


@asynccontextmanager
async def opened(url: str, **options: Any) -> AsyncIterator[Store]:
    store = await Store.open(url, clock=Clock(), **options)
    try:
        yield store
    finally:
        await store.close()


Truth: TypeAlias = Callable[[Store], Awaitable[None]]


def holds(url: str, truth: Truth) -> None:
    async def main() -> None:
        async with opened(url) as store:
            await truth(store)

    asyncio.run(main())


def test_a_game_comes_back_as_it_was_stored_also_after_a_restart(url: str) -> None:
    game = new_game(
        rules="4,4,3 misere",
        moves=(0, 5, 3),
        undone=(7,),
        x=Seat("Ülkü"),
        o=Seat("a computer", "strong"),
        linked=True,
        offer="takeback",
        offered_by="x",
        score=(1, 2, 3),
    )

    async def stored(store: Store) -> None:
        kept = await store.create(game, [("hash", "x")])
        assert replace(kept, created=0, updated=0) == game
        assert 1_000_000 < kept.created == kept.updated
        assert await store.load(game.id) == kept

    async def found(store: Store) -> None:
        kept = await store.load(game.id)
        assert kept
        assert replace(kept, created=0, updated=0) == game

    holds(url, stored)
    holds(url, found)


def test_of_two_changes_of_one_state_exactly_one_is_stored(url: str) -> None:
    async def truth(store: Store) -> None:
        game = await store.create(new_game(), [])
        changes = [game.play(BOTH, 0, cell) for cell in range(9)]
        done = await asyncio.gather(*(store.change(game, after) for after in changes))
        assert sum(done) == 1
        kept = await store.load(game.id)
        assert kept
        assert kept.moves == changes[done.index(True)].moves

    holds(url, truth)


def test_the_next_game_has_the_keys_of_this_one(url: str) -> None:
    async def truth(store: Store) -> None:
        game = await store.create(linked_game(), [("a", "x"), ("b", "o"), ("c", "watch")])
        after, following = game.followed_by(f"{game.id}-next", swap=True)
        assert await store.change(game, after, Created(following, swapped=True))
        assert [await store.roles(following.id, [key]) for key in "abc"] == [{"o"}, {"x"}, {"watch"}]
        assert await store.load(following.id)

    holds(url, truth)
