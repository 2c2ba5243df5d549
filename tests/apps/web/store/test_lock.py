"""The lock file, on this system and with emulated Windows locks."""

import contextlib
import errno
import importlib.util
import os
import struct
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from noughts.apps.web.store import lock
from noughts.rules.errors import NoughtsError

FLOCK = "hhqqi4x"  # Linux's struct flock: type, whence, start, length, process


class WindowsLocks(ModuleType):
    """`msvcrt`, emulated with Linux's open file description locks, which lock bytes at the current position."""

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
    """Return the module as Windows runs it, and its emulated locks."""
    if sys.platform != "linux":
        pytest.skip("needs Linux's open file description locks")
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
    """The lock module for this system, and for Windows."""
    return lock if request.param == "here" else as_on_windows(monkeypatch)[0]


def test_the_error_of_a_second_server_names_the_process_that_has_the_lock(locks: Any, tmp_path: Path) -> None:
    path, database = tmp_path / "lock", tmp_path / "games.sqlite3"
    first = locks.FileLock(path, database)
    for _ in range(2):
        with pytest.raises(NoughtsError, match=rf"another server \(process {os.getpid()}\) has .*games\.sqlite3 open"):
            locks.FileLock(path, database)
    with locks.FileLock(tmp_path / "other lock", tmp_path / "other.sqlite3"):
        first.release()
        first.release()
    with locks.FileLock(path, database), pytest.raises(NoughtsError, match="another server"):
        locks.FileLock(path, database)


def test_a_released_lock_names_no_process(tmp_path: Path) -> None:
    lock.FileLock(tmp_path / "lock", tmp_path / "games").release()
    assert not (tmp_path / "lock").exists()


def test_threads_that_lock_and_release_never_hold_the_lock_together(tmp_path: Path) -> None:
    """Each release removes the file, while other threads open it."""
    holders, most = 0, 0
    counting = threading.Lock()

    def lock_often(_: int) -> int:
        nonlocal holders, most
        successes = 0
        for _ in range(300):
            with contextlib.suppress(NoughtsError), lock.FileLock(tmp_path / "lock", tmp_path / "games"):
                with counting:
                    holders += 1
                    most = max(most, holders)
                successes += 1
                with counting:
                    holders -= 1
        return successes

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(lock_often, range(4))) > 4
    assert most == 1


def test_on_windows_other_processes_can_read_the_lock_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module, windows = as_on_windows(monkeypatch)
    with module.FileLock(tmp_path / "lock", tmp_path / "games"):
        assert (tmp_path / "lock").read_text() == str(os.getpid())
    assert len(windows.places) == 2, "the file is unlocked before it is closed"
    assert min(windows.places) > 1_000_000
    assert (tmp_path / "lock").stat().st_size == 0


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")
def test_a_file_that_cannot_be_locked_gets_a_sentence(
    locks: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "directory").mkdir()
    with pytest.raises(NoughtsError, match=r"the lock file .*directory cannot be opened: Is a directory"):
        locks.FileLock(tmp_path / "directory", tmp_path / "games")

    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(locks, "_lock", no_locks)
    with pytest.raises(NoughtsError, match="cannot be locked: No locks available"):
        locks.FileLock(tmp_path / "lock", tmp_path / "games")
