"""The layers of the package: each imports only lower layers, and all below the people need no dependencies."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

SOURCE = Path(__file__).parents[1] / "src"
PACKAGE = SOURCE / "noughts"

# From bottom to top. A layer may import itself and the layers below it. The entry layer is `noughts` itself, with the
# public names.
ENTRY = "noughts"
LAYERS = [
    *("rules", "search", "solver", "testing", "players", "explain", "render", ENTRY),
    *("system", "oracle", "engines", "grading", "puzzles", "cluster", "adapters"),
    *("session", "web", "notebook", "terminal"),
]

# Packages outside the standard library that layers below `session` may use.
ALLOWED_PACKAGES = {
    "solver": {"numpy", "noughts_kernel"},
    "cluster": {"distributed"},
    "oracle": {"numpy"},
    "adapters": {"numpy", "gymnasium", "pettingzoo", "pyspiel"},
}

# The allowed upward imports, each in a function: (file, function, imported module). Notebooks show values as pictures,
# and a user's own function is a player.
UPWARD: set[tuple[str, str, str]] = {
    ("explain/story/story.py", "_repr_html_", "noughts.render.explorer"),
    ("players/registry.py", "player", "noughts.grading.user_code"),
    ("rules/position.py", "_repr_svg_", "noughts.render.board.svg"),
    ("rules/record.py", "_repr_svg_", "noughts.render.board.svg"),
    ("search/result.py", "_repr_html_", "noughts.render.result"),
    ("search/tree.py", "_repr_html_", "noughts.render.tree.traced"),
    ("solver/evaluation.py", "_repr_svg_", "noughts.render.board.svg"),
}


class Import(NamedTuple):
    """An imported module, with the file and the function of the import ("" at the top level)."""

    file: Path
    function: str
    module: str


def imports(file: Path) -> Iterator[Import]:
    """Yield all modules that a file imports, including those in functions and for type checking only."""
    package = file.relative_to(SOURCE).parent.parts

    def walk(node: ast.AST, function: str) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import):
                for alias in child.names:
                    yield Import(file, function, alias.name)
            elif isinstance(child, ast.ImportFrom):
                base = package[: len(package) - child.level + 1] if child.level else ()
                source = ".".join([*base, *filter(None, [child.module])])
                for alias in child.names:
                    yield Import(file, function, submodule(source, alias.name))
            elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                yield from walk(child, child.name)
            else:
                yield from walk(child, function)

    yield from walk(ast.parse(file.read_text(encoding="utf-8")), "")


def submodule(source: str, name: str) -> str:
    """Return the module that `from source import name` imports: `source.name` if it is a module, else `source`."""
    path = SOURCE.joinpath(*source.split("."), name)
    return f"{source}.{name}" if path.is_dir() or path.with_suffix(".py").is_file() else source


def layer_of(module: str) -> str:
    """Return the layer of a module."""
    match module.split("."):
        case ["noughts"] | ["noughts", "__init__"]:
            return ENTRY
        case ["noughts", "__main__"]:
            return "terminal"
        case ["noughts", name, *_] if name in LAYERS or (PACKAGE / name).exists():
            return name
        case _:  # a module of another package
            return ENTRY


def layer_of_file(file: Path) -> str:
    """Return the layer of a file."""
    return layer_of(".".join(file.relative_to(SOURCE).with_suffix("").parts))


FILES = sorted(PACKAGE.rglob("*.py"))


@pytest.fixture(scope="module")
def all_imports() -> list[Import]:
    return [imported for file in FILES for imported in imports(file)]


def test_the_package_has_exactly_these_layers() -> None:
    assert {layer_of_file(file) for file in FILES} <= set(LAYERS)


def test_layers_import_only_lower_layers(all_imports: list[Import]) -> None:
    upward = {
        (imported.file.relative_to(PACKAGE).as_posix(), imported.function, imported.module)
        for imported in all_imports
        if imported.module.split(".")[0] == "noughts"
        and LAYERS.index(layer_of(imported.module)) > LAYERS.index(layer_of_file(imported.file))
    }
    assert upward == UPWARD


def test_layers_below_session_need_only_the_standard_library(all_imports: list[Import]) -> None:
    lower = LAYERS[: LAYERS.index("session")]
    foreign = {
        (imported.file.relative_to(PACKAGE).as_posix(), package)
        for imported in all_imports
        if (here := layer_of_file(imported.file)) in lower
        and (package := imported.module.split(".")[0]) != "noughts"
        and package not in sys.stdlib_module_names | ALLOWED_PACKAGES.get(here, set())
    }
    assert not foreign


def modules_after(code: str) -> set[str]:
    """Return the top-level modules that a new Python process has loaded after running the code."""
    report = "import sys; print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", f"import atexit; atexit.register(lambda: exec({report!r}))\n{code}"],
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


@pytest.mark.parametrize(
    ("code", "unwanted"),
    [
        ("import noughts", {"dataclasses", "inspect", "random", "click", "rich", "numpy", "noughts_kernel", "dask"}),
        (
            "import runpy, sys; sys.argv = ['noughts', '--help']; "
            "runpy.run_module('noughts', run_name='__main__', alter_sys=True)",
            {"rich", "numpy", "noughts_kernel"},
        ),
    ],
    ids=["import noughts", "noughts --help"],
)
def test_start_up_loads_no_heavy_modules(code: str, unwanted: set[str]) -> None:
    loaded = modules_after(code)
    assert "noughts" in loaded
    assert not loaded & unwanted


def test_public_names_load_only_the_standard_library() -> None:
    loaded = modules_after("from noughts import *") - modules_after("")
    assert loaded - sys.stdlib_module_names == {"noughts"}
