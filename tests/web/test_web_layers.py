"""The packages of the web application: each imports only those below it."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_layers import SOURCE, Import, imports

WEB = SOURCE / "noughts" / "web"

_APPLICATION = {"model", "auth", "live", "analysis", "store", "games", "changes", "tournaments", "classes", "reading"}
BELOW: dict[str, set[str]] = {
    "model": set(),
    "auth": {"model"},
    "live": {"model"},
    "store": {"model", "live"},  # a change is announced when it is stored
    "analysis": {"model"},
    "reading": {"model", "analysis"},
    "invitations": {"model", "auth", "live", "store"},
    "computer_players": {"model", "store", "analysis"},
    "changes": {"model", "auth"},
    "tournaments": {"model", "store", "games"},
    "classes": {"model", "auth", "store", "games", "tournaments"},
    "games": {"model", "auth", "store", "analysis", "invitations", "computer_players", "changes"},
    "pages": _APPLICATION,
    "api": {*_APPLICATION, "pages"},
    "app": {*_APPLICATION, "pages"},
    "browser": {*_APPLICATION, "pages", "app"},
    "server.settings": set(),
    "server.store": {"model", "live", "store"},
    "server.workers": {"model", "analysis"},
    "server.guard": {"model"},
    "server.app": {"app", "api", "pages", "browser", "server.guard", "server.store", "server.workers"},
    "server.main": {"server.settings", "server.guard", "server.store", "server.workers", "server.app"},
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


@pytest.mark.parametrize("file", sorted(WEB.rglob("*.py")), ids=lambda file: file.relative_to(WEB).as_posix())
def test_only_the_server_uses_threads_and_processes(file: Path) -> None:
    names = {each.module.partition(".")[0] for each in imports(file)}
    builds = file == WEB / "browser" / "program.py"  # `noughts site` runs it, not the browser
    others = builds or file.is_relative_to(WEB / "server")
    assert others or names.isdisjoint({"threading", "multiprocessing", "subprocess"})


def test_the_pages_need_no_package_of_the_server() -> None:
    packages = ("alembic", "fastapi", "granian", "limits", "numpy", "psycopg", "pydantic", "sqlalchemy", "structlog")
    program = (
        f"import sys; sys.modules.update(dict.fromkeys({packages}))\n"  # None: importing it fails
        "import noughts.web.app, noughts.web.analysis.tasks"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
