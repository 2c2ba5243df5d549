"""A disk whose power can be cut: an SQLite VFS that knows which writes are safe, and which writes a power cut can lose
or tear.

As in an operating system, all writes are visible at once, but they are safe only after a sync. After a power cut, each
sector of the other writes is complete, missing, or torn: only its first part is there.

    write ──► pending ──── sync ────► safe
                 └── cut: kept, dropped or torn, each sector by itself
"""

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import apsw

_SECTOR = 512


@dataclass
class File:
    """A file: its safe content, or None while not even its existence is safe, and the writes since the last sync."""

    safe: bytes | None = None
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)  # None: truncated at this offset

    def synced(self) -> bytes:
        content = bytearray(self.safe or b"")
        for offset, data in self.pending:
            _apply(content, offset, data)
        return bytes(content)

    def after_cut(self, random: Random) -> bytes | None:
        """Return the content of the file after a power cut."""
        fate = random.choice(["all", "none", "some", "some", "most"])
        if fate == "all":
            return self.synced()
        if fate == "none" or not self.pending:
            return self.safe
        kept = random.random() if fate == "some" else 0.97
        content = bytearray(self.safe or b"")
        for offset, data in self.pending:
            if data is None:
                if random.random() < kept:
                    _apply(content, offset, None)
                continue
            for start, piece in _sectors(offset, data):
                drawn = random.random()
                if drawn < kept:
                    _apply(content, start, piece)
                elif drawn < kept + (1 - kept) / 4:
                    _apply(content, start, piece[: random.randrange(len(piece))])
        return bytes(content)


@dataclass
class Moment:
    """The disk at the moment of a power cut, and the number of acknowledged changes by then."""

    files: dict[str, File]
    acknowledged: int

    def restore(self, directory: Path, random: Random) -> None:
        """Write the files as they are after the power cut."""
        for path, file in self.files.items():
            content = file.after_cut(random)
            if content is not None:
                (directory / Path(path).name).write_bytes(content)


class Disk:
    """All files of a database.

    Args:
        random: chooses the moments of the cuts.
        often: the probability of a cut at each write and sync.
        acknowledged: returns the number of acknowledged changes.
    """

    def __init__(self, random: Random, often: float, acknowledged: Callable[[], int]) -> None:
        self.moments: list[Moment] = []
        self.operations = 0
        self._random = random
        self._often = often
        self._acknowledged = acknowledged
        self._files: dict[str, File] = {}
        self._deleted: dict[str, File] = {}  # can reappear until the sync of a new file makes the directory safe
        self._lock = threading.Lock()

    def opened(self, path: str) -> None:
        with self._lock:
            if path not in self._files:
                there = Path(path).is_file() and Path(path).stat().st_size > 0
                self._files[path] = File(Path(path).read_bytes() if there else None)

    def wrote(self, path: str, offset: int, data: bytes | None) -> None:
        with self._lock:
            self._files[path].pending.append((offset, data))
            self._pass()

    def syncs(self, path: str) -> None:
        with self._lock:
            self._pass()
            file = self._files[path]
            if file.safe is None:
                self._deleted.clear()
            self._files[path] = File(file.synced())

    def deletes(self, path: str) -> None:
        with self._lock:
            self._pass()
            if file := self._files.pop(path, None):
                self._deleted[path] = file

    def _pass(self) -> None:
        """Record a possible moment of a power cut."""
        self.operations += 1
        if self._random.random() < self._often:
            acknowledged = self._acknowledged()  # read this before the disk: later acknowledgements do not count
            files = {path: File(file.safe, list(file.pending)) for path, file in self._files.items()}
            for path, file in self._deleted.items():
                if path not in files and self._random.random() < 0.5:
                    files[path] = File(file.safe, list(file.pending))
            self.moments.append(Moment(files, acknowledged))


class _PowerFile(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self._disk = disk
        self._path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        disk.opened(self._path)

    def xWrite(self, data: Any, offset: int) -> None:
        super().xWrite(data, offset)
        self._disk.wrote(self._path, offset, bytes(data))

    def xTruncate(self, newsize: int) -> None:
        super().xTruncate(newsize)
        self._disk.wrote(self._path, newsize, None)

    def xSync(self, flags: int) -> None:
        self._disk.syncs(self._path)


class _PowerVFS(apsw.VFS):
    def __init__(self, name: str, disk: Disk) -> None:
        super().__init__(name, "")
        self._disk = disk

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        if name is None:
            return super().xOpen(name, flags)
        return _PowerFile(self._disk, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        super().xDelete(filename, syncdir)
        self._disk.deletes(filename)


@contextmanager
def powered(disk: Disk, path: Path, *first: str, synchronous: str = "FULL") -> Iterator[Callable[[], "Connection"]]:
    """Yield a function that opens connections to a database on this disk.

    Args:
        disk: the disk.
        path: the database.
        first: statements for every new connection.
        synchronous: replaces the value of PRAGMA synchronous=FULL.
    """
    vfs = _PowerVFS(f"power-{id(disk)}", disk)
    try:
        yield lambda: Connection(path, f"power-{id(disk)}", first, synchronous)
    finally:
        vfs.unregister()


class Connection:
    """The part of the `sqlite3` driver that SQLAlchemy needs, on top of APSW."""

    isolation_level: str | None = None

    def __init__(self, path: Path, vfs: str, first: Iterable[str], synchronous: str) -> None:
        self.synchronous = synchronous
        self.inner = apsw.Connection(str(path), vfs=vfs)
        self.inner.set_busy_timeout(5000)
        for statement in first:
            self.inner.execute(statement)

    def cursor(self) -> "Cursor":
        return Cursor(self)

    def commit(self) -> None:
        self._end("COMMIT")

    def rollback(self) -> None:
        self._end("ROLLBACK")

    def close(self) -> None:
        self.inner.close()

    def create_function(self, name: str, count: int, function: Any, deterministic: bool = False) -> None:
        self.inner.create_scalar_function(name, function, count, deterministic=deterministic)

    def _end(self, how: str) -> None:
        if self.inner.in_transaction:
            self.cursor().execute(how)


class Cursor:
    """Its cursor."""

    arraysize = 1
    lastrowid = None

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.description: Sequence[Any] | None = None
        self.rowcount = -1

    def execute(self, statement: str, values: Any = ()) -> "Cursor":
        statement = statement.replace("synchronous=FULL", f"synchronous={self._connection.synchronous}")
        inner = self._connection.inner.cursor()
        inner.exec_trace = self._traced
        try:
            named = isinstance(values, dict)
            self._rows = list(inner.execute(statement, values if named else tuple(values)))
        except apsw.ConstraintError as error:
            raise sqlite3.IntegrityError(str(error)) from error
        except apsw.Error as error:
            raise sqlite3.OperationalError(str(error)) from error
        self.rowcount = -1 if self.description else self._connection.inner.changes()
        return self

    def fetchone(self) -> Any:
        return self._rows.pop(0) if self._rows else None

    def fetchmany(self, size: int = 1) -> list[Any]:
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    def close(self) -> None:
        self._rows = []

    def _traced(self, cursor: apsw.Cursor, statement: str, bindings: object) -> bool:
        self.description = [(*column, None, None, None, None, None) for column in cursor.get_description()] or None
        return True


def _sectors(offset: int, data: bytes) -> Iterator[tuple[int, bytes]]:
    start = 0
    while start < len(data):
        size = _SECTOR - (offset + start) % _SECTOR
        yield offset + start, data[start : start + size]
        start += size


def _apply(content: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del content[offset:]
        content.extend(bytes(offset - len(content)))
    elif data:
        content.extend(bytes(max(0, offset - len(content))))
        content[offset : offset + len(data)] = data
