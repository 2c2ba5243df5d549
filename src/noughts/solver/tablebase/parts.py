"""Parts: the finished tiers of a table that is being built, kept beside it, so that a build which was killed goes on.

They lie in a folder, ``FILE.parts``, which is removed when the table is whole. Each names the game and the tier it is
of and carries a SHA-256; one that is damaged is built again. A file ``game`` says whose parts they are, and is locked
while a table is built from them. Nothing else that lies there is used or removed.
"""

import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game
from noughts.solver.tablebase.files import keep_folder, write_file
from noughts.solver.tablebase.layout import INDEX, VERSION, game_data

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_PIECE = 1 << 20
_PART = re.compile(r"(forward|backward)-\d\d(\.\d+\.draft)?|whole\.\d+\.draft")


class Parts:
    """The finished tiers of one table, for one build at a time: what a ``with`` statement takes.

    Attributes:
        folder: where they lie.

    Raises:
        NoughtsError: the folder holds something else, or another build has it.
        OSError: it cannot be made.
    """

    def __init__(self, path: Path, game: Game) -> None:
        self.folder = path.with_name(path.name + ".parts")
        self._path, self._owner = path, self.folder / "game"
        self._name = game.name
        self._mark = sha256(json.dumps([VERSION, INDEX, game_data(game)]).encode()).digest()

    def __enter__(self) -> Self:
        while True:
            self.folder.mkdir(exist_ok=True)
            others = sorted(path.name for path in self.folder.iterdir() if path != self._owner)
            if others and not self._owner.exists():
                raise NoughtsError(
                    f"{self.folder} holds {others[0]}, which no build of a table has put there: "
                    f"move it away, or give another name than {self._path}"
                )
            self._handle = os.open(self._owner, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
            try:
                self._lock()
                if os.fstat(self._handle).st_nlink:  # else the other build has just finished and removed it
                    self._own()
                    return self
            except BaseException:
                os.close(self._handle)
                raise
            os.close(self._handle)

    def __exit__(self, *error: object) -> None:
        """Let other builds have the folder; remove it where nothing is kept in it."""
        removes = {path.name for path in self.folder.iterdir()} == {self._owner.name}
        if removes and os.name == "posix":
            self._owner.unlink()
        os.close(self._handle)
        with suppress(OSError):  # there may be other files in it
            if removes:
                self._owner.unlink(missing_ok=True)
                self.folder.rmdir()

    def draft(self, name: str) -> Path:
        """Return a name for a file that is being written; no other process uses it."""
        return self.folder / f"{name}.{os.getpid()}.draft"

    def save(self, way: str, stones: int, entries: NDArray[np.uint8]) -> None:
        """Keep a tier.

        Raises:
            OSError: it cannot be written.
        """
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
        for path in self.folder.iterdir():
            if _PART.fullmatch(path.name):
                path.unlink()

    def _lock(self) -> None:
        """Have the folder alone until its handle is closed, be it by the end of the program."""
        try:
            if sys.platform == "win32":
                msvcrt.locking(self._handle, msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            raise NoughtsError(f"another build of {self._path} is running: wait until it has ended") from None

    def _own(self) -> None:
        """Make sure that the parts are of this table, or that there are none."""
        mark = f"{self._mark.hex()} {self._name}".encode()
        if not (found := os.read(self._handle, 1 << 16)):
            os.write(self._handle, mark)
            os.fsync(self._handle)
            keep_folder(self.folder.parent)
        elif found[:64] != mark[:64]:
            known = re.fullmatch(rb"[0-9a-f]{64} (.*)", found, re.DOTALL)
            other = known[1].decode(errors="replace") if known else ""
            whose = f"another table, {other}" if other and other != self._name else "another kind of table"
            raise NoughtsError(
                f"{self.folder} holds finished parts of {whose}: "
                f"delete that folder, or give another name than {self._path}"
            )

    def _marked(self, name: str) -> bytes:
        return sha256(self._mark + name.encode()).digest()

    def _pieces(self, name: str, entries: NDArray[np.uint8]) -> Iterator[bytes]:
        yield self._marked(name)
        for begin in range(0, len(entries), _PIECE):
            yield entries[begin : begin + _PIECE].tobytes()
        yield sha256(entries.data).digest()


def _name(way: str, stones: int) -> str:
    return f"{way}-{stones:02}"
