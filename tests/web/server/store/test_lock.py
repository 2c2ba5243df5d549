"""The lock file: one process holds the lock, and the error of another process names it."""

import contextlib
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from noughts.rules.errors import NoughtsError
from noughts.web.server.store.lock import lock


def test_the_error_of_a_second_server_names_the_process_that_has_the_lock(tmp_path: Path) -> None:
    path, database = tmp_path / "lock", tmp_path / "games.sqlite3"
    first = lock(path, database)
    for _ in range(2):
        with pytest.raises(NoughtsError, match=rf"another server \(process {os.getpid()}\) has .*games\.sqlite3 open"):
            lock(path, database)
    lock(tmp_path / "other lock", tmp_path / "other.sqlite3").close()
    first.close()
    first.close()
    lock(path, database).close()


def test_threads_that_lock_and_release_never_hold_the_lock_together(tmp_path: Path) -> None:
    holders, most = 0, 0
    counting = threading.Lock()

    def lock_often(_: int) -> int:
        nonlocal holders, most
        successes = 0
        for _ in range(100):
            with contextlib.suppress(NoughtsError):
                held = lock(tmp_path / "lock", tmp_path / "games")
                with counting:
                    holders += 1
                    most = max(most, holders)
                successes += 1
                with counting:
                    holders -= 1
                held.close()
        return successes

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(lock_often, range(4))) > 4
    assert most == 1


@pytest.mark.parametrize(("name", "reason"), [("directory", "opened"), ("text", "locked")])
def test_a_file_that_cannot_be_locked_gets_a_sentence(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "directory").mkdir()
    (tmp_path / "text").write_text("not a database")
    with pytest.raises(NoughtsError, match=rf"the lock file .*{name} cannot be {reason}: "):
        lock(tmp_path / name, tmp_path / "games")
