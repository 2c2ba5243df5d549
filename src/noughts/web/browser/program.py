"""Collect the program that a browser runs: noughts and the packages that its pages need, compiled for its Python."""

import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from importlib import import_module, resources
from pathlib import Path
from tempfile import TemporaryDirectory

from noughts.rules.errors import NoughtsError
from noughts.web.pages.learn.lessons import lesson_folder

_PACKAGES = (
    "anyio",
    "jinja2",
    "markdown_it",
    "markupsafe",
    "mdurl",
    "pygments",
    "python_multipart",
    "segno",
    "sse_starlette",
    "starlette",
)
_ELSEWHERE = (  # the parts of noughts that need a terminal, a server or other packages
    "adapters",
    "cluster",
    "engines",
    "notebook",
    "oracle",
    "terminal",
    "web/api",
    "web/browser/static",
    "web/docs",
    "web/server",
)
_PYGMENTS = (  # of its hundreds of lexers and styles, the lessons use one each
    "pygments/lexers/_",
    "pygments/lexers/python",
    "pygments/formatters/",
    "pygments/styles/__init__",
    "pygments/styles/_",
    "pygments/styles/default",
)


def write_program(runtime: Path, target: Path) -> None:
    """Write the program as a ZIP archive of compiled modules and data files.

    Args:
        runtime: the folder of Pyodide, whose Python compiles the modules.
        target: the archive to write.

    Raises:
        NoughtsError: a package is missing, or the modules cannot be compiled.
    """
    node = shutil.which("node")
    if node is None:
        raise NoughtsError("building the site needs Node.js: install it first (https://nodejs.org)")
    with TemporaryDirectory() as folder, resources.as_file(resources.files("noughts.web.browser")) as here:
        sources = Path(folder, "sources.zip")
        with zipfile.ZipFile(sources, "w") as archive:
            for name, file in sorted(_files()):
                archive.write(file, name)
        compiled = subprocess.run(
            [node, here / "compile.mjs", runtime, sources, target], capture_output=True, text=True, check=False
        )
    if compiled.returncode:
        raise NoughtsError(f"the program could not be compiled: {compiled.stderr.strip()[-500:]}")


def _files() -> Iterator[tuple[str, Path]]:
    """Yield the files of the program, with their names in the archive."""
    for package in _PACKAGES:
        yield from (each for each in _package(package) if _is_used(each[0]))
    for name, file in _package("noughts"):
        if not name.startswith(tuple(f"noughts/{part}/" for part in _ELSEWHERE)):
            yield name, file
    for folder in ("tutorial", "pictures"):
        for file in lesson_folder(folder).iterdir():
            yield f"noughts/web/docs/{folder}/{file.name}", file


def _is_used(name: str) -> bool:
    return not name.startswith(("pygments/lexers/", "pygments/formatters/", "pygments/styles/")) or name.startswith(
        _PYGMENTS
    )


def _package(name: str) -> Iterator[tuple[str, Path]]:
    try:
        file = import_module(name).__file__
    except ImportError:
        raise NoughtsError(f'building the site needs {name}: pip install "noughts[web]"') from None
    folder = Path(file or "").parent
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix not in (".pyc", ".pyi", ".so", ".pyd", ".c", ".typed"):
            yield path.relative_to(folder.parent).as_posix(), path
