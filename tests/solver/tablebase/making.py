"""Build tables for tests, without flushing them to the disk."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from noughts import Game, Position, game
from noughts.search.order import canonical
from noughts.solver.tablebase import build
from noughts.solver.tablebase.builder import file_of, tiers_of
from noughts.solver.tablebase.index import Index


def make(of: Game | str, path: Path, threads: int = 1) -> Path:
    """Build a table, and return its path."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda handle: None)
        build(game(of) if isinstance(of, str) else of, path, threads=threads)
    return path


@cache
def content(of: str) -> bytes:
    """Return the bytes of a game's table."""
    index = Index(game(of))
    return b"".join(file_of(index, tiers_of(index, None, None, lambda what: lambda more: None)))


def reachable(start: Position) -> Iterator[Position]:
    """Return every reachable position, found with the rules alone."""
    tier: Sequence[Position] = [start]
    while tier:
        yield from tier
        tier = list(dict.fromkeys(at.play(move) for at in tier for move in at.moves))


def classes(positions: Iterator[Position]) -> set[object]:
    """Return one position of each symmetry class."""
    return {canonical(at) for at in positions}
