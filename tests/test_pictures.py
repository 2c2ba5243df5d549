"""The pictures in the docs are up to date."""

import importlib.util
from pathlib import Path
from xml.etree import ElementTree

import pytest

DOCS = Path(__file__).parents[1] / "docs" / "pictures"
_spec = importlib.util.spec_from_file_location("make_pictures", DOCS.parent / "make_pictures.py")
assert _spec
assert _spec.loader
_make = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_make)
PICTURES: dict[str, str] = _make.pictures()


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_up_to_date_and_well_formed(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == PICTURES[name] + "\n", "run docs/make_pictures.py"
    root = ElementTree.fromstring(PICTURES[name])
    assert root.find("{http://www.w3.org/2000/svg}title") is not None
    assert root.find("{http://www.w3.org/2000/svg}desc") is not None
