"""The packages of the web application: each imports only those below it."""

from pathlib import Path

import pytest

from tests.test_layers import SOURCE, Import, imports

WEB = SOURCE / "noughts" / "apps" / "web"

BELOW: dict[str, set[str]] = {
    "model": set(),
    "auth": set(),
    "settings": set(),
    "live": {"model"},
    "store": {"model", "live"},  # a change is announced when it is stored
    "engines": {"model"},
    "guard": {"model"},
    "reading": {"model"},
    "invitations": {"model", "auth", "live", "store"},
    "computer_players": {"model", "store", "engines"},
    "games": {"model", "auth", "live", "store", "engines", "invitations", "computer_players"},
    "pages": {"model", "auth", "live", "engines", "games", "reading"},
    "api": {"model", "auth", "live", "engines", "games", "reading"},
    "app": {"model", "auth", "guard", "store", "engines", "games", "pages", "api"},
    "server": {"settings", "guard", "store", "engines", "app"},
}
"""The packages and modules of the web application, each with those that it may import."""


def part(module: str) -> str | None:
    """Return the package or module of the web application that contains a module, or None if the module is outside."""
    prefix, name = "noughts.web.", module.removeprefix("noughts.web.")
    return name.split(".")[0] if module.startswith(prefix) else None


def test_the_web_application_has_exactly_these_parts() -> None:
    parts = {path.stem for path in WEB.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert parts - {"__init__"} == set(BELOW)


@pytest.mark.parametrize("file", sorted(WEB.rglob("*.py")), ids=lambda file: file.relative_to(WEB).as_posix())
def test_each_part_imports_only_those_below_it(file: Path) -> None:
    own = file.relative_to(WEB).with_suffix("").parts[0]
    imported: list[Import] = list(imports(file))
    others = {name for each in imported if (name := part(each.module)) not in (None, own)}
    assert own == "__init__" or others <= BELOW[own]
