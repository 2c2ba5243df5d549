"""The pictures of the full screen in the docs are up to date: they are snapshots of every room."""

import importlib.util
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

DOCS = Path(__file__).parents[3] / "docs"


@cache
def pictures() -> dict[str, str]:
    spec = importlib.util.spec_from_file_location("make_screens", DOCS / "make_screens.py")
    assert spec
    assert spec.loader
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    found: dict[str, str] = make.pictures()
    return found


@pytest.mark.parametrize("name", ["play", "layers", "analyse", "puzzles", "settings", "game"])
def test_the_picture_is_up_to_date_and_well_formed(name: str) -> None:
    picture = pictures()[f"{name}.svg"]
    assert (DOCS / "screens" / f"{name}.svg").read_text(encoding="utf-8") == picture + "\n", "run docs/make_screens.py"
    root = ElementTree.fromstring(picture)
    assert root.find("{http://www.w3.org/2000/svg}title") is not None
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")


def test_there_is_no_other_picture() -> None:
    assert {path.name for path in (DOCS / "screens").iterdir()} == {*pictures()}
