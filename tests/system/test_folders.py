"""Paths of a user's folders in messages."""

from pathlib import Path

import pytest

from noughts.system.folders import short


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
