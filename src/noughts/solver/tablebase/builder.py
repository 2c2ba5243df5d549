"""Build the table of a game and write it to a file, one tier (number of stones) at a time. A build can be resumed."""

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
    Header,
    is_well_named,
    pack,
    write_directory,
    write_end,
    write_start,
)
from noughts.solver.tablebase.parts import Parts
from noughts.solver.tablebase.tiers import backward, forward

StageProgress: TypeAlias = Callable[[str, int, int], None]
"""Called with the name of the step, the number of entries done so far, and their total number."""


def build(game: Game, path: str | os.PathLike[str], *, threads: int = 1, progress: StageProgress | None = None) -> None:
    """Write a table of every position that can be reached from a game's empty board if X moves first.

    Finished tiers are kept in the folder ``PATH.parts`` until the table is complete, so an interrupted build can be
    resumed. The file is the same, byte for byte, for any number of threads and interruptions. An existing file is
    replaced only once the new one is complete.

    Args:
        game: a game whose table fits into memory, at two bytes per entry.
        path: the file to write.
        threads: the number of threads.
        progress: called now and then. An exception that it raises stops the build.

    Raises:
        RulesError: the game is too large, its name belongs to another game, or the number of threads is less than 1.
        NoughtsError: the folder of parts contains other files, such as parts of another game, or is in use.
        OSError: a file cannot be written or read. Finished tiers are kept.
    """
    if threads < 1:
        raise RulesError(f"the number of threads must be at least 1, not {threads}")
    if not is_well_named(game):
        raise RulesError(f"{game.name} is the name of another game: rename this game")
    target = Path(path)
    if target.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(target))
    index = Index(game)
    done = 0

    def step(name: str) -> Callable[[int], None]:
        def advance(entries: int) -> None:
            nonlocal done
            done += entries
            if progress:
                progress(name, done, 2 * index.entries)

        return advance

    with Parts(target, game) as parts:
        with _pool(threads) as pool:
            tiers = tiers_of(index, parts, pool, step)
        write_file(target, parts.draft("whole"), file_of(index, tiers))
        parts.remove()


def tiers_of(
    index: Index, parts: Parts | None, pool: ThreadPoolExecutor | None, step: Callable[[str], Callable[[int], None]]
) -> list[Bytes]:
    """Return the entries of all tiers. If `parts` is given, load finished tiers from `parts` and save new tiers there.

    Raises:
        OSError: a part cannot be written or read.
    """
    tiers: list[Bytes] = []
    for tier in index.tiers:  # forward: find the reachable positions
        entries = parts.load("forward", tier.stones, tier.entries) if parts else None
        if entries is None:
            entries = forward(index, tier, tiers[-1] if tiers else None, pool, step(f"reaching {tier.stones} stones"))
            if parts:
                parts.save("forward", tier.stones, entries)
        else:
            step(f"reaching {tier.stones} stones")(tier.entries)
        tiers.append(entries)
    for tier in reversed(index.tiers):  # backward: score them
        entries = parts.load("backward", tier.stones, tier.entries) if parts else None
        if entries is None:
            after = tiers[tier.stones + 1] if tier.stones < index.size else None
            entries = backward(index, tier, tiers[tier.stones], after, pool, step(f"scoring {tier.stones} stones"))
            if parts:
                parts.save("backward", tier.stones, entries)
        else:
            step(f"scoring {tier.stones} stones")(tier.entries)
        tiers[tier.stones] = entries
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
    """Yield the bytes of a table file, given the entries of all tiers."""
    blocks = [pack(entries) for entries in _blocks(tiers)]
    counts = [count(index, tier, entries) for tier, entries in zip(index.tiers, tiers, strict=True)]
    totals = tuple((int(tier.positions.sum()), int(tier.classes.sum())) for tier in counts)
    sha = sha256()
    start = write_start(Header(index.game, index.entries, sum(map(len, blocks)), totals))
    for piece in (start, *blocks):
        sha.update(piece)
        yield piece
    lengths, sums = [len(block) for block in blocks], [crc32(block) for block in blocks]
    directory = write_directory(lengths, sums)
    sha.update(directory)
    yield write_end(directory, sha.digest())


def _blocks(tiers: list[Bytes]) -> Iterator[Bytes]:
    """Yield the entries of all tiers in blocks. A block may begin in one tier and end in a later one."""
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
