"""The packages of the web application: each imports only those below it."""

from pathlib import Path

import pytest

from tests.test_layers import SOURCE, Import, imports

WEB = SOURCE / "noughts" / "web"

BELOW: dict[str, set[str]] = {
    "model": set(),
    "auth": set(),
    "browser": set(),
    "live": {"model"},
    "reading": {"model"},
    "server.settings": set(),
    "server.store": {"model", "live"},  # a change is announced when it is stored
    "server.workers": {"model"},
    "server.guard": {"model"},
    "invitations": {"model", "auth", "live", "server.store"},
    "computer_players": {"model", "server.store", "server.workers"},
    "changes": {"model", "auth"},
    "games": {"model", "auth", "server.store", "server.workers", "invitations", "computer_players", "changes"},
    "pages": {"model", "auth", "live", "server.workers", "games", "changes", "reading"},
    "api": {"model", "auth", "live", "server.workers", "games", "changes", "reading"},
    "app": {"model", "auth", "server.guard", "server.store", "server.workers", "games", "pages", "api"},
    "server.main": {"server.settings", "server.guard", "server.store", "server.workers", "app"},
}
"""The packages and modules of the web application, each with those that it may import."""


def part(module: str) -> str | None:
    """Return the package or module of the web application that contains a module, or None if the module is outside."""
    match module.split("."):
        case ["noughts", "web", "server", name, *_]:
            return f"server.{name}"
        case ["noughts", "web", name, *_]:
            return name
    return None


def test_the_web_application_has_exactly_these_parts() -> None:
    modules = (".".join(file.relative_to(SOURCE).with_suffix("").parts) for file in WEB.rglob("*.py"))
    assert {part(module) for module in modules if not module.endswith("__init__")} == set(BELOW)


@pytest.mark.parametrize("file", sorted(WEB.rglob("*.py")), ids=lambda file: file.relative_to(WEB).as_posix())
def test_each_part_imports_only_those_below_it(file: Path) -> None:
    own = part(".".join(file.relative_to(SOURCE).with_suffix("").parts))
    imported: list[Import] = list(imports(file))
    others = {name for each in imported if (name := part(each.module)) not in (None, own)}
    assert file.name == "__init__.py" or others <= BELOW[str(own)]
