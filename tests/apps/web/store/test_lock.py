"""The lock of the database's file, also as Windows has locks, as far as that can be tried elsewhere."""

import errno
import importlib.util
import os
import struct
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from noughts.apps.web.store import lock
from noughts.rules.errors import NoughtsError

FLOCK = "hhqqi4x"  # Linux's struct flock: type, whence, start, length, process


class WindowsLocks(ModuleType):
    """`msvcrt`, made of Linux's locks of open files: of so many bytes at the place where the file stands."""

    LK_NBLCK, LK_UNLCK = 2, 0

    def locking(self, file: int, mode: int, size: int) -> None:
        import fcntl

        kind = fcntl.F_WRLCK if mode == self.LK_NBLCK else fcntl.F_UNLCK
        place = os.lseek(file, 0, os.SEEK_CUR)
        self.places.append(place)
        try:
            fcntl.fcntl(file, fcntl.F_OFD_SETLK, struct.pack(FLOCK, kind, os.SEEK_SET, place, size, 0))
        except OSError:
            raise PermissionError(errno.EACCES, "Permission denied") from None

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.places: list[int] = []


def as_on_windows(patch: pytest.MonkeyPatch) -> tuple[Any, WindowsLocks]:
    """The module as it is on Windows, and the locks it uses."""
    if sys.platform != "linux":
        pytest.skip("needs Linux's locks of open files")
    windows = WindowsLocks()
    patch.setitem(sys.modules, "msvcrt", windows)
    patch.setattr(sys, "platform", "win32")
    found = importlib.util.spec_from_file_location("lock_of_windows", str(lock.__file__))
    assert found
    assert found.loader
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module, windows


@pytest.fixture(params=["here", "windows"])
def locks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module, as it is here, and as it is on Windows."""
    return lock if request.param == "here" else as_on_windows(monkeypatch)[0]


def test_one_has_it_and_a_second_is_told_who(locks: Any, tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    held = locks.FileLock(database)
    for _ in range(2):
        with pytest.raises(NoughtsError, match=rf"another server \(process {os.getpid()}\) has .*games\.sqlite3 open"):
            locks.FileLock(database)
    with locks.FileLock(tmp_path / "other.sqlite3"):
        held.release()
        held.release()
    with locks.FileLock(database), pytest.raises(NoughtsError, match="another server"):
        locks.FileLock(database)
    assert (tmp_path / "games.sqlite3.lock").read_bytes() == b"", "who has gone is named no more"


def test_on_windows_what_is_read_is_not_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module, windows = as_on_windows(monkeypatch)
    with module.FileLock(tmp_path / "games"):
        assert (tmp_path / "games.lock").read_text() == str(os.getpid())
    assert len(windows.places) == 2, "it is unlocked, and not only closed"
    assert min(windows.places) > 1_000_000
    assert (tmp_path / "games.lock").stat().st_size == 0


@pytest.mark.skipif(os.name != "posix", reason="needs permissions of POSIX")
def test_where_there_can_be_no_lock_it_is_said(locks: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "games.lock").mkdir()
    with pytest.raises(
        NoughtsError, match=r"the lock of the database, .*games\.lock, cannot be opened: Is a directory"
    ):
        locks.FileLock(tmp_path / "games")

    def none(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(locks, "_lock", none)
    with pytest.raises(NoughtsError, match="cannot be locked there: No locks available"):
        locks.FileLock(tmp_path / "other")
