"""Compile and pack noughts, and the packages that its pages need, for Python in a browser."""

import io
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from functools import cache
from importlib import import_module, resources
from pathlib import Path
from tempfile import TemporaryDirectory

import typing_extensions

from noughts.rules.errors import NoughtsError
from noughts.web.pages.learn.lessons import lesson_folder, lessons
from noughts.web.pages.static_files import NAMES, static_names

RUNTIME = {
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
"""The files of Pyodide, which is Python for browsers, with their SHA-256."""

GRADER = "noughts.zip"
"""The name of the archive that grades programs, beside the files of Pyodide."""

_OF_GRADER = ("web/pages", "web/server", "web/api", "web/analysis", "terminal", "cluster", "adapters", "notebook")
_PACKAGES = (
    "anyio",
    "jinja2",
    "markdown_it",
    "markupsafe",
    "mdurl",
    "python_multipart",
    "sse_starlette",
    "starlette",
)
_ELSEWHERE = (  # the parts of noughts that need a terminal, a server or other packages, and files beside the program
    "adapters",
    "cluster",
    "engines",
    "grading",
    "notebook",
    "oracle",
    "terminal",
    "web/api",
    "web/browser/static",
    "web/docs",
    "web/pages/static",
    "web/server",
)
_STATIC = "noughts/web/pages/static/sandbox-frame.js"  # the policy of the page names its hash


def write_program(runtime: Path, library: Path, program: Path) -> None:
    """Write Python's standard library and the program for a browser, as archives of compiled modules.

    Args:
        runtime: the folder of Pyodide, whose Python compiles the modules.
        library: the ZIP archive of the library to write.
        program: the archive of the program to write, in the format ``tar.gz``.

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
            archive.writestr(zipfile.ZipInfo(f"noughts/web/pages/{NAMES}"), json.dumps(static_names()))
        compiled = subprocess.run(
            [node, here / "compile.mjs", runtime, sources, library, program],
            capture_output=True,
            text=True,
            check=False,
        )
    if compiled.returncode:
        raise NoughtsError(f"the program could not be compiled: {compiled.stderr.strip()[-500:]}")


@cache
def grader_archive() -> bytes:
    """Pack the part of noughts that grades programs into a ZIP archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, file in sorted(_package("noughts")):
            if name.endswith(".py") and not name.startswith(tuple(f"noughts/{part}/" for part in _OF_GRADER)):
                archive.writestr(zipfile.ZipInfo(name), file.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()


def _files() -> Iterator[tuple[str, Path]]:
    """Yield the files of the program, with their names in the archive."""
    for package in _PACKAGES:
        yield from _package(package)
    yield "typing_extensions.py", Path(typing_extensions.__file__)
    lessons()  # of the hundreds of lexers and styles of Pygments, the lessons use few
    for name, file in _package("pygments"):
        if name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") in sys.modules:
            yield name, file
    for name, file in _package("noughts"):
        if name == _STATIC or not name.startswith(tuple(f"noughts/{part}/" for part in _ELSEWHERE)):
            yield name, file
    for name in ("tutorial", "teachers", "pictures"):
        folder = lesson_folder(name)
        for file in folder.rglob("*"):
            if file.suffix in (".md", ".svg", ".py"):
                yield f"noughts/web/docs/{name}/{file.relative_to(folder).as_posix()}", file


def _package(name: str) -> Iterator[tuple[str, Path]]:
    try:
        file = import_module(name).__file__
    except ImportError:
        raise NoughtsError(f'building the site needs {name}: pip install "noughts[web]"') from None
    folder = Path(file or "").parent
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix not in (".pyc", ".pyi", ".so", ".pyd", ".c", ".typed"):
            yield path.relative_to(folder.parent).as_posix(), path
