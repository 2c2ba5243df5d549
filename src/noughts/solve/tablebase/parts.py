"""Parts: the finished tiers of a table that is being built, kept beside it, so that a build which was killed goes on.

They lie in a folder, ``FILE.parts``, which is removed when the table is whole. Each names the game and the tier it is
of and carries a SHA-256; one that is damaged, or of another game, is built again.
"""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from noughts.rules.game import Game
from noughts.solve.tablebase.files import keep_folder, write_file
from noughts.solve.tablebase.layout import INDEX, VERSION, game_data

_PIECE = 1 << 20


class Parts:
    """The finished tiers of one table.

    Attributes:
        folder: where they lie.
    """

    def __init__(self, path: Path, game: Game) -> None:
        self.folder = path.with_name(path.name + ".parts")
        self._path = path
        self._mark = sha256(json.dumps([VERSION, INDEX, game_data(game)]).encode()).digest()

    def draft(self, name: str) -> Path:
        """Return a name for a file that is being written; no other process uses it."""
        return self.folder / f"{name}.{os.getpid()}.draft"

    def save(self, way: str, stones: int, entries: NDArray[np.uint8]) -> None:
        """Keep a tier.

        Raises:
            OSError: it cannot be written.
        """
        if not self.folder.is_dir():
            self.folder.mkdir(exist_ok=True)
            keep_folder(self.folder.parent)
        name = _name(way, stones)
        write_file(self.folder / name, self.draft(name), self._pieces(name, entries))

    def load(self, way: str, stones: int, entries: int) -> NDArray[np.uint8] | None:
        """Return a tier of so many entries that was kept, or None where there is none or it is damaged.

        Raises:
            OSError: it is there and cannot be read.
        """
        name = _name(way, stones)
        try:
            with (self.folder / name).open("rb") as file:
                if os.fstat(file.fileno()).st_size != entries + 64:
                    return None
                mark, found, sha = file.read(32), np.frombuffer(bytearray(file.read(entries)), np.uint8), file.read(32)
        except (FileNotFoundError, NotADirectoryError):
            return None
        whole = mark == self._marked(name) and len(found) == entries and sha256(found.data).digest() == sha
        return found if whole else None

    def remove(self) -> None:
        """Remove all of them, with what a killed build has left."""
        with suppress(FileNotFoundError):
            shutil.rmtree(self.folder)

    def _marked(self, name: str) -> bytes:
        return sha256(self._mark + name.encode()).digest()

    def _pieces(self, name: str, entries: NDArray[np.uint8]) -> Iterator[bytes]:
        yield self._marked(name)
        for begin in range(0, len(entries), _PIECE):
            yield entries[begin : begin + _PIECE].tobytes()
        yield sha256(entries.data).digest()


def _name(way: str, stones: int) -> str:
    return f"{way}-{stones:02}"
