"""The API reference and the list of commands in docs/reference are up to date."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).parents[1] / "docs"


def script(name: str) -> ModuleType:
    """Import a script from the folder docs."""
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


make_reference = script("make_reference")
make_commands = script("make_commands")


@pytest.mark.parametrize("name", make_reference.PAGES)
def test_the_reference_is_up_to_date(name: str) -> None:
    committed = (DOCS / "reference" / f"{name}.md").read_text(encoding="utf-8")
    assert committed == make_reference.page(name), "run docs/make_reference.py"


def test_the_list_of_commands_is_up_to_date() -> None:
    assert make_commands.PAGE.read_text(encoding="utf-8") == make_commands.page(), "run docs/make_commands.py"
