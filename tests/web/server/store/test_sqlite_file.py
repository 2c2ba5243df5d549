"""Only one server can open an SQLite file, by any path."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from noughts.rules.errors import NoughtsError
from noughts.web.server.store.sqlite_file import SQLiteFile
from tests.web.server.store.stores import create, new_game, nothing, opened, with_store


def test_a_second_server_is_refused_until_the_first_has_closed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite3'}"

    async def main() -> None:
        async with opened(url):
            with pytest.raises(NoughtsError, match=rf"another server \(process {os.getpid()}\) has .* open"):
                async with opened(url):
                    pass
        async with opened(url):
            pass

    asyncio.run(main())


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX links")
@pytest.mark.parametrize(
    "way", ["symbolic link", "link to the directory", "renamed", "hard link", "hard link elsewhere"]
)
def test_a_second_server_is_refused_under_any_path(tmp_path: Path, way: str) -> None:
    file, other = tmp_path / "data" / "games.sqlite3", tmp_path / "data" / "other.sqlite3"
    expected = rf"another server \(process {os.getpid()}\) has .* open"

    async def main() -> None:
        nonlocal other, expected
        async with opened(f"sqlite:///{file}") as store:
            await create(store, new_game(), [])
            match way:
                case "symbolic link":
                    other.symlink_to(file)
                case "link to the directory":
                    (tmp_path / "link").symlink_to(file.parent, target_is_directory=True)
                    other = tmp_path / "link" / file.name
                case "renamed":
                    file.rename(other)
                case _:
                    other = tmp_path / "other.sqlite3" if way == "hard link elsewhere" else other
                    other.hardlink_to(file)
                    expected = "has 2 hard links: delete all but one"
            with pytest.raises(NoughtsError, match=expected):
                async with opened(f"sqlite:///{other}"):
                    pass

    asyncio.run(main())


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX links")
def test_a_symbolic_link_to_a_missing_file_creates_the_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "new" / "games.sqlite3")
    with_store(f"sqlite:///{tmp_path / 'link'}", nothing)
    assert (tmp_path / "new" / "games.sqlite3").stat().st_size > 0


def test_the_lock_ends_when_its_process_is_killed(tmp_path: Path) -> None:
    program = "import sys, time, pathlib; from noughts.web.server.store.sqlite_file import SQLiteFile\n"
    program += "file = SQLiteFile(pathlib.Path(sys.argv[1])); print('held', flush=True); time.sleep(60)"
    database = tmp_path / "games.sqlite3"
    with subprocess.Popen([sys.executable, "-c", program, str(database)], stdout=subprocess.PIPE) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        for _ in range(10):
            with pytest.raises(NoughtsError, match=f"process {holder.pid}"):
                SQLiteFile(database)
        holder.send_signal(signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
    SQLiteFile(database).close()
