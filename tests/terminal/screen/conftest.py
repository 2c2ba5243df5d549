"""Fixtures for the tests of the full-screen terminal."""

from pathlib import Path

import pytest

from tests.terminal.screen.screens import own_folders


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a new folder, in which all files of the test are kept."""
    own_folders(tmp_path, monkeypatch)
    return tmp_path
