"""The API reference in docs/reference is up to date."""

import importlib.util
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
_spec = importlib.util.spec_from_file_location("make_reference", DOCS / "make_reference.py")
assert _spec
assert _spec.loader
make_reference = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(make_reference)


@pytest.mark.parametrize("name", make_reference.PAGES)
def test_the_reference_is_up_to_date(name: str) -> None:
    committed = (DOCS / "reference" / f"{name}.md").read_text(encoding="utf-8")
    assert committed == make_reference.page(name), "run docs/make_reference.py"
