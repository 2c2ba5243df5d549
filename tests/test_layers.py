"""The rooms of the house: imports run downwards only, and the lower rooms need the standard library alone."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

SOURCE = Path(__file__).parents[1] / "src"
PACKAGE = SOURCE / "noughts"

# From the ground up. A room may import from itself and from those below it. The front door is `noughts` itself, the
# public names.
FRONT_DOOR = "noughts"
ROOMS = ["rules", "search", "solver", "testing", "players", "oracle", "explain", "render", FRONT_DOOR, "apps"]

# Which other packages the rooms below the apps may use, beside the standard library.
LICENSED = {"solver": {"numpy", "noughts_kernel"}}

# The sanctioned upward imports: how a value shows itself in a notebook. (file, function, what it imports)
UPWARD: set[tuple[str, str, str]] = {
    ("explain/story.py", "_repr_html_", "noughts.render.explorer"),
    ("rules/position.py", "_repr_svg_", "noughts.render.svg"),
    ("rules/record.py", "_repr_svg_", "noughts.render.svg"),
    ("search/result.py", "_repr_html_", "noughts.render.result"),
    ("search/tree.py", "_repr_html_", "noughts.render.traced"),
    ("solver/analysis.py", "_repr_svg_", "noughts.render.svg"),
}
NOTEBOOK = {"_repr_svg_", "_repr_html_"}


class Import(NamedTuple):
    """One imported module, where, and within which function ("" at the top level)."""

    file: Path
    function: str
    module: str


def imports(file: Path) -> Iterator[Import]:
    """All modules that a file imports, also within functions and for types alone."""
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
    """What `from source import name` imports: the module `source.name` if there is one, else `source`."""
    path = SOURCE.joinpath(*source.split("."), name)
    return f"{source}.{name}" if path.is_dir() or path.with_suffix(".py").is_file() else source


def room(module: str) -> str:
    """The room of a module of noughts."""
    match module.split("."):
        case ["noughts"] | ["noughts", "__init__"]:
            return FRONT_DOOR
        case ["noughts", "__main__" | "notebook", *_]:  # two ways into the room `apps`
            return "apps"
        case ["noughts", name, *_] if name in ROOMS or (PACKAGE / name).exists():
            return name
        case _:  # a module that is foreign to noughts
            return FRONT_DOOR


def room_of(file: Path) -> str:
    """The room that a file is in."""
    return room(".".join(file.relative_to(SOURCE).with_suffix("").parts))


FILES = sorted(PACKAGE.rglob("*.py"))


@pytest.fixture(scope="module")
def all_imports() -> list[Import]:
    return [found for file in FILES for found in imports(file)]


def test_the_house_has_these_rooms_and_no_others() -> None:
    assert {room_of(file) for file in FILES} <= set(ROOMS)


def test_imports_run_downwards_only(all_imports: list[Import]) -> None:
    upward = {
        (found.file.relative_to(PACKAGE).as_posix(), found.function, found.module)
        for found in all_imports
        if found.module.split(".")[0] == "noughts"
        and ROOMS.index(room(found.module)) > ROOMS.index(room_of(found.file))
    }
    assert upward == UPWARD
    assert {function for _, function, _ in upward} <= NOTEBOOK


def test_below_the_apps_the_standard_library_is_enough(all_imports: list[Import]) -> None:
    lower = ROOMS[: ROOMS.index("apps")]
    foreign = {
        (found.file.relative_to(PACKAGE).as_posix(), package)
        for found in all_imports
        if (here := room_of(found.file)) in lower
        and (package := found.module.split(".")[0]) != "noughts"
        and package not in sys.stdlib_module_names | LICENSED.get(here, set())
    }
    assert not foreign


def modules_after(code: str) -> set[str]:
    """The top-level modules that a fresh Python has loaded after running the code."""
    report = "import sys; print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", f"import atexit; atexit.register(lambda: exec({report!r}))\n{code}"],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


@pytest.mark.parametrize(
    ("code", "unwanted"),
    [
        ("import noughts", {"dataclasses", "inspect", "random", "click", "rich", "numpy", "noughts_kernel"}),
        (
            "import runpy, sys; sys.argv = ['noughts', '--help']; "
            "runpy.run_module('noughts', run_name='__main__', alter_sys=True)",
            {"rich", "numpy", "noughts_kernel"},
        ),
    ],
    ids=["import noughts", "noughts --help"],
)
def test_start_up_loads_nothing_heavy(code: str, unwanted: set[str]) -> None:
    loaded = modules_after(code)
    assert "noughts" in loaded
    assert not loaded & unwanted


def test_the_public_names_load_the_standard_library_alone() -> None:
    loaded = modules_after("from noughts import *") - modules_after("")
    assert loaded - sys.stdlib_module_names == {"noughts"}
