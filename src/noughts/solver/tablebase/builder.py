"""Building the table of a game and writing it to a file, tier by tier; a build that was killed goes on where it was."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from errno import EISDIR
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias
from zlib import crc32

import numpy as np

from noughts.rules.errors import RulesError
from noughts.rules.game import Game
from noughts.solver.tablebase.counts import count
from noughts.solver.tablebase.files import write_file
from noughts.solver.tablebase.index import Index
from noughts.solver.tablebase.layout import (
    BLOCK,
    Bytes,
    Start,
    is_well_named,
    pack,
    write_directory,
    write_end,
    write_start,
)
from noughts.solver.tablebase.parts import Parts
from noughts.solver.tablebase.tiers import backward, forward

Progress: TypeAlias = Callable[[str, int, int], None]
"""Told what is being done, and how much of how much is done."""


def build(game: Game, path: str | os.PathLike[str], *, threads: int = 1, progress: Progress | None = None) -> None:
    """Write the table of all positions of a game that come up in play from the empty board, X first.

    Finished tiers are kept in the folder ``PATH.parts`` until the table is whole, so that a build which was stopped
    goes on where it was. The file is the same, byte for byte, however many threads there are and however often it
    was stopped. One that was there before stays until the new one is complete.

    Args:
        game: any game whose table fits the memory, at a byte an entry, twice.
        path: the file.
        threads: how many threads compute at the same time.
        progress: is told how far it has come; what it raises stops the build.

    Raises:
        RulesError: the game is too large or has the name of another, or there is no such number of threads.
        NoughtsError: the folder of parts holds something else, as parts of another game; or another build has it.
        OSError: a file cannot be written or read; what is finished is kept.
    """
    if threads < 1:
        raise RulesError(f"a table is built by at least 1 thread, not {threads}")
    if not is_well_named(game):
        raise RulesError(f"{game.name} is the name of another game: give this one another")
    target = Path(path)
    if target.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(target))
    index = Index(game)
    done = 0

    def told(what: str) -> Callable[[int], None]:
        def more(entries: int) -> None:
            nonlocal done
            done += entries
            if progress:
                progress(what, done, 2 * index.entries)

        return more

    with Parts(target, game) as parts:
        with _pool(threads) as pool:
            tiers = tiers_of(index, parts, pool, told)
        write_file(target, parts.draft("whole"), file_of(index, tiers))
        parts.remove()


def tiers_of(
    index: Index, parts: Parts | None, pool: ThreadPoolExecutor | None, told: Callable[[str], Callable[[int], None]]
) -> list[Bytes]:
    """Return the entries of all tiers; with `parts`, take what is kept there, and keep the rest.

    Raises:
        OSError: a part cannot be written or read.
    """
    tiers: list[Bytes] = []
    for tier in index.tiers:  # forward: what comes up in play
        found = parts.load("forward", tier.stones, tier.entries) if parts else None
        if found is None:
            found = forward(index, tier, tiers[-1] if tiers else None, pool, told(f"reaching {tier.stones} stones"))
            if parts:
                parts.save("forward", tier.stones, found)
        else:
            told(f"reaching {tier.stones} stones")(tier.entries)
        tiers.append(found)
    for tier in reversed(index.tiers):  # backward: what it is worth
        found = parts.load("backward", tier.stones, tier.entries) if parts else None
        if found is None:
            after = tiers[tier.stones + 1] if tier.stones < index.size else None
            found = backward(index, tier, tiers[tier.stones], after, pool, told(f"scoring {tier.stones} stones"))
            if parts:
                parts.save("backward", tier.stones, found)
        else:
            told(f"scoring {tier.stones} stones")(tier.entries)
        tiers[tier.stones] = found
    return tiers


@contextmanager
def _pool(threads: int) -> Iterator[ThreadPoolExecutor | None]:
    if threads == 1:
        yield None
        return
    pool = ThreadPoolExecutor(threads)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def file_of(index: Index, tiers: list[Bytes]) -> Iterator[bytes]:
    """Yield the bytes of the file of a table, given the entries of all tiers."""
    blocks = [pack(entries) for entries in _blocks(tiers)]
    counts = [count(index, tier, entries) for tier, entries in zip(index.tiers, tiers, strict=True)]
    totals = tuple((int(found.positions.sum()), int(found.classes.sum())) for found in counts)
    sha = sha256()
    start = write_start(Start(index.game, index.entries, sum(map(len, blocks)), totals))
    for piece in (start, *blocks):
        sha.update(piece)
        yield piece
    lengths, sums = [len(block) for block in blocks], [crc32(block) for block in blocks]
    directory = write_directory(lengths, sums)
    sha.update(directory)
    yield write_end(directory, sha.digest())


def _blocks(tiers: list[Bytes]) -> Iterator[Bytes]:
    """Yield the entries of all tiers, a block at a time: a block may begin in one tier and end in another."""
    waiting: list[Bytes] = []
    room = BLOCK
    for entries in tiers:
        begin = 0
        while begin < len(entries):
            piece = entries[begin : begin + room]
            begin += len(piece)
            room -= len(piece)
            waiting.append(piece)
            if not room:
                yield np.concatenate(waiting) if len(waiting) > 1 else piece
                waiting, room = [], BLOCK
    if waiting:
        yield np.concatenate(waiting)
