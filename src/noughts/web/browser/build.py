"""Build the pages without a server as a folder of files, for any web space: `noughts site`."""

import asyncio
import gzip
import hashlib
import json
import shutil
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory

from noughts.rules.errors import NoughtsError
from noughts.web.analysis.lines import answer_line
from noughts.web.analysis.tasks import Tasks
from noughts.web.browser.host import Host, SitePages
from noughts.web.browser.program import write_program
from noughts.web.pages.learn.lessons import lessons, pictures
from noughts.web.pages.static_files import all_files

RUNTIME_VERSION = "314.0.7"
"""The version of Pyodide that the site runs."""

_RUNTIME = {  # the files of Pyodide, with the beginnings of their hashes
    "pyodide.asm.mjs": "",
    "pyodide.asm.wasm": "",
    "pyodide.mjs": "",
    "pyodide-lock.json": "",
    "python_stdlib.zip": "",
}
_MARK = "service-worker.js"  # a folder that contains it is a site
_PAGES = ("", "play", "analyse", "explore", "games", "learn")


def build_site(folder: Path, runtime: Path, kernel: Path | None = None, say: Callable[[str], None] = print) -> None:
    """Build the site.

    The same versions give the same bytes. An earlier site in the folder is replaced when the new one is complete.

    Args:
        folder: the folder to write. It must be new, empty, or an earlier site.
        runtime: the folder of the npm package ``pyodide``.
        kernel: the folder with the kernel as WebAssembly, or None to leave it out.
        say: receives sentences about the progress.

    Raises:
        NoughtsError: a file is missing or is not the expected one, or the folder contains something else.
    """
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not (folder / _MARK).exists())):
        raise NoughtsError(f"{folder} contains other files: name a new folder")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, prefix=".site-") as temporary:
        site = Path(temporary, "site")
        site.mkdir()
        first = _write(site, runtime, kernel, say)
        shutil.rmtree(folder, ignore_errors=True)
        site.rename(folder)
    say(f"The site is in {folder}. A first visit loads {first / 1e6:.1f} MB, compressed.")


def _write(site: Path, runtime: Path, kernel: Path | None, say: Callable[[str], None]) -> int:
    """Write all files, and return the size of a first visit in bytes, compressed."""
    say("Copying Python for browsers …")
    python = site / f"runtime-{RUNTIME_VERSION}"
    _copy_runtime(runtime, python)
    say("Compiling the program …")
    app = site / "app"
    with resources.as_file(resources.files("noughts.web.browser")) as here:
        shutil.copytree(here / "static", app)
    (app / _MARK).rename(site / _MARK)
    write_program(runtime, app / "program.zip")
    if kernel:
        shutil.copytree(kernel, app / "kernel")
    loaded = [*python.iterdir(), app / "program.zip"]
    about = {"runtime": f"../{python.name}/", "bytes": sum(file.stat().st_size for file in loaded), "kernel": bool(kernel)}
    (app / "site.json").write_text(json.dumps(about))
    app = app.rename(site / f"app-{_digest(app)[:12]}")
    say("Writing the pages …")
    for name, content in all_files().items():
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_bytes(content)
    for path, page in asyncio.run(_pages(f"{app.name}/boot.js")):
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_bytes(page)
    (site / "404.html").write_bytes((site / "play" / "index.html").read_bytes())  # the address of a game is not a file
    files = sorted(file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file())
    worker = site / _MARK
    kept = [name for name in files if name not in (_MARK, "404.html")]
    head = f"const VERSION = {json.dumps(_digest(site)[:12])};\nconst FILES = {json.dumps(kept)};\n"
    worker.write_text(head + worker.read_text())
    first = [site / "index.html", *(site / "static").glob("*.js"), *(site / "static").glob("*.css"), *app.iterdir(), *loaded]
    return sum(len(gzip.compress(file.read_bytes())) for file in first if file.is_file() and file.exists())


def _copy_runtime(runtime: Path, target: Path) -> None:
    target.mkdir()
    for name, wanted in _RUNTIME.items():
        try:
            content = (runtime / name).read_bytes()
        except OSError:
            raise NoughtsError(
                f"{runtime} lacks {name}: expected the npm package pyodide {RUNTIME_VERSION}; install it with "
                f"npm install pyodide@{RUNTIME_VERSION}"
            ) from None
        if not hashlib.sha256(content).hexdigest().startswith(wanted):
            raise NoughtsError(f"{runtime / name} is not the one of pyodide {RUNTIME_VERSION}: install that version")
        (target / name).write_bytes(content)


def _digest(folder: Path) -> str:
    """Return a hash of the names and contents of all files in a folder."""
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            digest.update(f"{file.relative_to(folder).as_posix()} {file.stat().st_size}\n".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()


async def _pages(boot: str) -> list[tuple[str, bytes]]:
    """Render the pages whose first view is the same for everyone."""
    pages = []
    for path in [*_PAGES, *(f"learn/{name}" for name in lessons())]:
        site = SitePages(base="../" * (path.count("/") + bool(path)) or "./", boot=boot)
        host = Host(_NoRows(), _InstantWorker(), lambda id, version: None, site=site)
        page = await host.page(f"/{path}")
        pages.append((f"{path}/index.html".lstrip("/"), page))
    pages += [(f"learn/pictures/{name}", file.read_bytes()) for name, file in pictures().items()]
    return pages


class _NoRows:
    """The games of a browser that has none."""

    async def get(self, id: str) -> str | None:
        return None

    async def all(self) -> list[str]:
        return []

    async def put(self, rows: str) -> bool:
        return False

    async def remove(self, id: str) -> None:
        pass


class _InstantWorker:
    """An engine in this process, for the searches in lessons."""

    def __init__(self) -> None:
        self._tasks = Tasks()

    async def ask(self, line: str, show: Callable[[str], None]) -> str:
        return answer_line(self._tasks, line.encode()).decode()

    def stop(self, line: str) -> None:
        pass
