"""The names of databases: paths, URLs and the default."""

import os
import stat
from pathlib import Path

import pytest

from noughts.rules.errors import NoughtsError
from noughts.system.folders import data_folder
from noughts.web.server.store.database import database_url, redacted, sqlite_path
from noughts.web.server.store.sqlite_file import SQLiteFile
from tests.web.server.store.stores import create, new_game, with_store


@pytest.mark.parametrize("name", ["games.sqlite3", "with space.db", "100%.db", "ü#é.db", "a&b=c.db"])
def test_a_path_is_an_sqlite_file(tmp_path: Path, name: str) -> None:
    url = database_url(str(tmp_path / name))
    assert url.startswith("sqlite:///")
    assert sqlite_path(url) == tmp_path / name
    assert database_url(url) == url


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_postgresql_uses_psycopg_and_its_password_is_redacted(scheme: str) -> None:
    url = database_url(f"{scheme}://ada:s%40cret@host:5433/games?sslmode=require")
    assert url == "postgresql+psycopg://ada:s%40cret@host:5433/games?sslmode=require"
    assert "cret" not in redacted(url)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "no name"),
        ("mysql://root:secret@host/db", "'mysql'"),
        ("sqlite://", "in memory"),
        ("sqlite:///:memory:", "in memory"),
        ("postgresql://ada:secret@host:port/db", "cannot be read"),
        ("where?.db", "question mark"),
        (".", "is a directory"),
    ],
)
def test_an_invalid_name_gets_a_sentence(text: str, expected: str) -> None:
    with pytest.raises(NoughtsError, match=expected) as told:
        database_url(text)
    assert "secret" not in str(told.value)


def test_the_default_is_in_the_data_directory_for_its_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    file = sqlite_path(database_url(None))
    assert file == data_folder() / "games.sqlite3"
    assert file.is_relative_to(tmp_path)
    with_store(database_url(None), lambda store: create(store, new_game(), []))  # type: ignore[arg-type, return-value]
    if os.name == "posix":
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        assert {stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()} == {0o600}


def test_a_directory_that_cannot_be_created_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NoughtsError, match="cannot be opened"):
        SQLiteFile(tmp_path / "file" / "games.sqlite3")
