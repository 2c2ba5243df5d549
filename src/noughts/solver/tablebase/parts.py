"""Parts: the finished tiers of an incomplete table, saved so that an interrupted build can be resumed.

The parts are stored in the folder ``FILE.parts``, which is removed when the table is complete. Each part records its
game, its tier and a SHA-256. A damaged part is rebuilt. The file ``game`` records the game of the parts and is locked
during a build. Other files in the folder are neither used nor removed.
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
    """The finished tiers of one table. Use this class in a ``with`` statement to lock the folder during a build.

    Attributes:
        folder: the folder of the parts.

    Raises:
        NoughtsError: the folder contains other files, or another build is using it.
        OSError: the folder cannot be created.
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
                    f"{self.folder} holds {others[0]}, which does not belong to a table: "
                    f"move it, or choose a name other than {self._path}"
                )
            self._handle = os.open(self._owner, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
            try:
                self._lock()
                if os.fstat(self._handle).st_nlink:  # otherwise another build has just finished and removed the file
                    self._own()
                    return self
            except BaseException:
                os.close(self._handle)
                raise
            os.close(self._handle)

    def __exit__(self, *error: object) -> None:
        """Unlock the folder, and remove it if it contains no parts."""
        removes = {path.name for path in self.folder.iterdir()} == {self._owner.name}
        if removes and os.name == "posix":
            self._owner.unlink()
        os.close(self._handle)
        with suppress(OSError):  # the folder may contain other files
            if removes:
                self._owner.unlink(missing_ok=True)
                self.folder.rmdir()

    def draft(self, name: str) -> Path:
        """Return a path for a temporary file that no other process uses."""
        return self.folder / f"{name}.{os.getpid()}.draft"

    def save(self, way: str, stones: int, entries: NDArray[np.uint8]) -> None:
        """Save the entries of a finished tier.

        Raises:
            OSError: the file cannot be written.
        """
        name = _name(way, stones)
        write_file(self.folder / name, self.draft(name), self._pieces(name, entries))

    def load(self, way: str, stones: int, entries: int) -> NDArray[np.uint8] | None:
        """Return a saved tier, or None if it is missing or damaged.

        Raises:
            OSError: the file exists but cannot be read.
        """
        name = _name(way, stones)
        try:
            with (self.folder / name).open("rb") as file:
                if os.fstat(file.fileno()).st_size != entries + 64:
                    return None
                mark, stored, sha = file.read(32), np.frombuffer(bytearray(file.read(entries)), np.uint8), file.read(32)
        except (FileNotFoundError, NotADirectoryError):
            return None
        whole = mark == self._marked(name) and len(stored) == entries and sha256(stored.data).digest() == sha
        return stored if whole else None

    def remove(self) -> None:
        """Remove all parts, and the temporary files that interrupted builds left behind."""
        for path in self.folder.iterdir():
            if _PART.fullmatch(path.name):
                path.unlink()

    def _lock(self) -> None:
        """Lock the folder until its handle is closed or the program ends."""
        try:
            if sys.platform == "win32":
                msvcrt.locking(self._handle, msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            raise NoughtsError(f"another build of {self._path} is running: wait until it has ended") from None

    def _own(self) -> None:
        """Mark the folder as belonging to this table. Raise an error if the folder already belongs to another table."""
        mark = f"{self._mark.hex()} {self._name}".encode()
        if not (owner := os.read(self._handle, 1 << 16)):
            os.write(self._handle, mark)
            os.fsync(self._handle)
            keep_folder(self.folder.parent)
        elif owner[:64] != mark[:64]:
            known = re.fullmatch(rb"[0-9a-f]{64} (.*)", owner, re.DOTALL)
            other = known[1].decode(errors="replace") if known else ""
            contents = f"another table, {other}" if other and other != self._name else "another kind of table"
            raise NoughtsError(
                f"{self.folder} holds finished parts of {contents}: "
                f"delete that folder, or choose a name other than {self._path}"
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
