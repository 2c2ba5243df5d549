"""A user's folders, and their paths in messages."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from noughts.rules.errors import NoughtsError
from noughts.system.folders import config_folder, data_folder, short, state_folder


@pytest.mark.parametrize(
    ("home", "path", "text"),
    [
        ("/home/ada", "/home/ada/a.toml", "~/a.toml"),
        ("/home/ada", "/home/adam/a.toml", "/home/adam/a.toml"),
        ("/", "/tmp/home/a.toml", "~/tmp/home/a.toml"),
        (None, "/home/ada/a.toml", "/home/ada/a.toml"),
    ],
)
def test_a_path_is_short_within_the_home_folder(
    home: str | None, path: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found() -> Path:
        if home is None:
            raise RuntimeError("Could not determine home directory.")
        return Path(home)

    monkeypatch.setattr(Path, "home", found)
    assert short(Path(path)) == str(Path(text))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has %LOCALAPPDATA%")
@pytest.mark.parametrize("folder", [data_folder, config_folder, state_folder])
def test_a_user_without_a_home_folder_gets_a_sentence(
    folder: Callable[[], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("DATA", "CONFIG", "STATE"):
        monkeypatch.delenv(f"XDG_{name}_HOME", raising=False)
    monkeypatch.setattr(Path, "home", missing)
    with pytest.raises(NoughtsError, match=r"determine home directory$"):
        folder()
