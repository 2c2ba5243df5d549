"""Power cuts at random moments: no acknowledged move is lost, and the database is intact."""

import asyncio
import itertools
import shutil
import sqlite3
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from noughts.web.model.stored_game import StoredGame
from noughts.web.server.store.store import SQLStore
from tests.web.server.store.power import Disk, Moment, powered
from tests.web.server.store.stores import create, loaded, moved, new_game, opened


class Move(NamedTuple):
    """A move that was acknowledged."""

    game: str
    ply: int
    cell: int


class Found(NamedTuple):
    """The numbers of cuts, of cuts that lost moves, and of cuts that damaged the file."""

    cuts: int
    lost: int
    damaged: int


def cut(directory: Path, seed: int, wanted: int, *, synchronous: str = "FULL") -> Found:
    """Play on a disk, cut the power at random moments, and check the remaining content.

    Every other round has many checkpoints, so that some cuts happen during a checkpoint.
    """
    random = Random(seed)
    cuts = lost = damaged = 0
    for number in itertools.count():
        acknowledged: list[Move] = []
        disk = Disk(random, 0.08, lambda: len(acknowledged))  # noqa: B023 - used only within this round
        home = directory / f"run-{number}"
        home.mkdir()
        path = home / "games.sqlite3"
        pages = (1000, 8)[number % 2]
        with powered(disk, path, f"PRAGMA wal_autocheckpoint={pages}", synchronous=synchronous) as creator:
            asyncio.run(play(f"sqlite:///{path}", creator, acknowledged))
        for moment in disk.moments:
            there = directory / f"cut-{cuts}"
            there.mkdir()
            moment.restore(there, random)
            missing, whole = asyncio.run(look(there / "games.sqlite3", acknowledged[: moment.acknowledged]))
            shutil.rmtree(there)
            cuts, lost, damaged = cuts + 1, lost + (missing > 0), damaged + (not whole)
            if cuts == wanted:
                return Found(cuts, lost, damaged)
    raise AssertionError("unreachable")


async def play(url: str, creator: object, acknowledged: list[Move]) -> None:
    """Play some games concurrently. Note every acknowledged move."""

    async def one(store: SQLStore, random: Random) -> None:
        game = await create(store, new_game(rules="20,20,6"), [("me", "own")])
        for _ in range(random.randrange(20, 50)):
            after = moved(game, random.choice(game.position.moves))
            assert await store.change(game, after)
            acknowledged.append(Move(game.id, len(game.moves), after.moves[-1]))
            game = await loaded(store, game.id)

    async with opened(url, creator=creator) as store:
        await asyncio.gather(*(one(store, Random(seed)) for seed in range(3)))


async def look(path: Path, acknowledged: list[Move]) -> tuple[int, bool]:
    """Open the database after a cut. Return how many moves are missing, and whether the file is intact."""
    async with opened(f"sqlite:///{path}") as store:
        games: dict[str, StoredGame | None] = {move.game: await store.load(move.game) for move in acknowledged}
        missing = 0
        for move in acknowledged:
            game = games[move.game]
            missing += game is None or game.moves[move.ply : move.ply + 1] != (move.cell,)
        for game in filter(None, games.values()):
            assert game.version == len(game.moves) + 1
            assert not game.position.is_over
        assert (await store.healthy()).writable
    with sqlite3.connect(path) as connection:
        whole = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
    return missing, whole


@pytest.mark.parametrize("cuts", [15, pytest.param(1000, marks=pytest.mark.slow)])
def test_nothing_acknowledged_is_lost_in_a_power_cut(memory: Path, cuts: int) -> None:
    assert cut(memory, 5, cuts) == Found(cuts, lost=0, damaged=0)


def test_the_simulated_cuts_lose_moves_with_synchronous_normal(memory: Path) -> None:
    """This shows that the test above can fail: with NORMAL, SQLite does not wait for the disk at every commit."""
    found = cut(memory, 5, 25, synchronous="NORMAL")
    assert found.lost > 5
    assert found.damaged == 0


def test_a_simulated_disk_keeps_synced_data_and_perhaps_later_writes() -> None:
    disk = Disk(Random(1), 1, lambda: 0)
    disk.opened("nowhere/file")
    disk.wrote("nowhere/file", 0, b"a" * 2000)
    disk.syncs("nowhere/file")
    disk.wrote("nowhere/file", 1000, b"b" * 2000)
    moment: Moment = disk.moments[-1]
    access = {moment.files["nowhere/file"].after_cut(Random(seed)) for seed in range(200)}
    assert {b"a" * 2000, b"a" * 1000 + b"b" * 2000} < access
    assert len(access) > 20
    assert all(content is not None and content.startswith(b"a" * 1000) for content in access)
