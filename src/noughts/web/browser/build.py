"""Build the static site of `noughts site`, whose pages need no server."""

import asyncio
import gzip
import hashlib
import json
import re
import shutil
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory

from noughts.rules.errors import NoughtsError
from noughts.web.analysis.lines import answer_line
from noughts.web.analysis.tasks import Tasks
from noughts.web.browser.host import Host
from noughts.web.browser.program import GRADER, RUNTIME, grader_archive, write_program
from noughts.web.pages.grade.sandbox import page_policy
from noughts.web.pages.learn.lessons import lessons, pictures, plans
from noughts.web.pages.static_files import all_files

RUNTIME_VERSION = "314.0.7"
"""The version of Pyodide that the site runs."""

_ORIGIN = "https://site.invalid"  # the address of the pages while they are rendered
_BASE = '<base href="/">\n'
_ONCE = re.compile(r'(name="once" value=")[^"]*')
_DOCS = "docs"  # the folder of the documentation
_INDEX = "searchindex.js"  # the file that Sphinx writes last
_HIDDEN = b" data-site hidden"  # in the documentation, of the link to the page
_KERNEL = ("noughts_kernel.py", "noughts_kernel.wasm")
_WORKER = "service-worker.js"
_NOT_JEKYLL = ".nojekyll"  # with it, GitHub Pages also serves the folders of the documentation that begin with _
_UNLISTED = (_WORKER, "404.html", _NOT_JEKYLL)
_FILES = re.compile(r"^const FILES = (\[.*\]);$", re.MULTILINE)  # in the service worker
_PAGES = (
    "",
    "play",
    "play/link",
    "puzzles",
    "puzzles/set",
    "analyse",
    "explore",
    "games",
    "grade",
    "learn",
    "embed",
    "paper",
)


def build_site(
    folder: Path,
    runtime: Path,
    kernel: Path | None = None,
    docs: Path | None = None,
    say: Callable[[str], None] = print,
) -> None:
    """Build the static site in a folder.

    The same versions give the same bytes. An earlier site in the folder is replaced when the new one is complete.

    Args:
        folder: the folder to write. It must be new, empty, or an earlier site.
        runtime: the folder of the npm package ``pyodide``.
        kernel: the folder with the kernel as WebAssembly, or None to leave it out.
        docs: the folder with the documentation, built by Sphinx, or None to leave it out.
        say: receives sentences about the progress.

    Raises:
        NoughtsError: a file is missing or is not the expected one, or the folder contains something else.
    """
    shown, folder = folder, folder.resolve()
    if folder == Path.cwd() or folder in Path.cwd().parents:
        raise NoughtsError(f"{shown} is the current folder: name a new folder, such as site")
    if other := _other_file(folder):
        raise NoughtsError(f"{shown} contains other files, such as {other}: name a new folder")
    if docs and not (docs / _INDEX).is_file():
        raise NoughtsError(f"{docs} lacks {_INDEX}: build the documentation first, with make docs")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, prefix=".site-") as temporary:
        site = Path(temporary, "site")
        site.mkdir()
        first = _write(site, runtime, kernel, docs, say)
        if folder.exists():
            folder.rename(Path(temporary, "earlier"))
        site.rename(folder)
    say(f"The site is in {folder}. A first visit loads {first / 1e6:.1f} MB, compressed.")
    if not kernel:
        say("Large boards are estimated. To decide them, run make kernel-wasm, and add --kernel build/kernel-wasm.")


def _other_file(folder: Path) -> str:
    """Return the name of a file in the folder that does not come from an earlier build, or an empty string."""
    if folder.exists() and not folder.is_dir():
        return folder.name
    files = [
        file.relative_to(folder).as_posix() for file in folder.rglob("*") if not file.is_dir() or file.is_symlink()
    ]
    worker = (folder / _WORKER).read_text(errors="replace") if _WORKER in files else ""
    known = {*_UNLISTED, *json.loads(found[1])} if (found := _FILES.search(worker)) else set[str]()
    return next((name for name in sorted(files) if name not in known), "")


def _write(site: Path, runtime: Path, kernel: Path | None, docs: Path | None, say: Callable[[str], None]) -> int:
    """Write all files of the site, and return the compressed size of a first visit in bytes."""
    say("Copying Python for browsers …")
    python = site / "runtime"
    _copy_runtime(runtime, python)
    say("Compiling the program …")
    app = site / "app"
    with resources.as_file(resources.files("noughts.web.browser")) as here:
        shutil.copytree(here / "static", app)
    (app / _WORKER).rename(site / _WORKER)
    write_program(runtime, python / "python_stdlib.zip", app / "program.bin")
    (python / GRADER).write_bytes(grader_archive())
    if kernel:
        for name in _KERNEL:
            shutil.copyfile(kernel / name, app / name)
    python = python.rename(site / f"runtime-{_digest(python)[:12]}")
    loaded = [*(python / name for name in RUNTIME), app / "program.bin"]
    about = {
        "runtime": f"../{python.name}/",
        "bytes": sum(file.stat().st_size for file in loaded),
        "kernel": bool(kernel),
    }
    (app / "site.json").write_text(json.dumps(about))
    app = app.rename(site / f"app-{_digest(app)[:12]}")
    say("Writing the pages …")
    for name, content in all_files().items():
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_bytes(content)
    for path, page in asyncio.run(_pages(app.name, f"{python.name}/", bool(docs))):
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_bytes(page)
    (site / "404.html").write_bytes((site / "play" / "index.html").read_bytes())  # the URL of a game is not a file
    version = _digest(site)[:12]  # without the documentation, which browsers do not keep
    if docs:
        say("Copying the documentation …")
        _copy_docs(docs, site / _DOCS)
        (site / _NOT_JEKYLL).touch()
    names = sorted(file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file())
    files = [name for name in names if name not in _UNLISTED]
    worker = site / _WORKER
    head = f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(files)};\n"
    worker.write_text(head + worker.read_text())
    first = [
        site / "index.html",
        *(site / "static").glob("*.js"),
        *(site / "static").glob("*.css"),
        *app.iterdir(),
        *loaded[:-1],
    ]
    return sum(len(gzip.compress(file.read_bytes())) for file in first)


def _copy_runtime(runtime: Path, target: Path) -> None:
    target.mkdir()
    for name, wanted in RUNTIME.items():
        try:
            content = (runtime / name).read_bytes()
        except OSError:
            raise NoughtsError(
                f"{runtime} lacks {name}: expected the npm package pyodide {RUNTIME_VERSION}; install it with "
                f"npm install pyodide@{RUNTIME_VERSION}"
            ) from None
        if hashlib.sha256(content).hexdigest() != wanted:
            raise NoughtsError(f"{runtime / name} is not from pyodide {RUNTIME_VERSION}: install that version")
        if name == "pyodide-lock.json":  # the site loads no packages from Pyodide
            content = json.dumps({**json.loads(content), "packages": {}}).encode()
        (target / name).write_bytes(content)


def _copy_docs(docs: Path, target: Path) -> None:
    """Copy the documentation into the site, and unhide its links to the web page."""
    shutil.copytree(docs, target, ignore=shutil.ignore_patterns(".*"))  # what Sphinx keeps for the next build
    for page in target.rglob("*.html"):
        page.write_bytes(page.read_bytes().replace(_HIDDEN, b""))


def _digest(folder: Path) -> str:
    """Return a hash of the names and contents of all files in a folder."""
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            digest.update(f"{file.relative_to(folder).as_posix()} {file.stat().st_size}\n".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()


async def _pages(app: str, runtime: str, docs: bool) -> list[tuple[str, bytes]]:
    """Render the pages whose first view is the same for every visitor, and return the pages with the names of their
    files.
    """
    host = Host(_NoRows(), _InstantWorker(), lambda id, version: None, runtime=runtime, docs=docs, today=lambda: None)
    pages = [(f"learn/pictures/{name}", file.read_bytes()) for name, file in pictures().items()]
    slides = [f"learn/{name}/slides" for name, lesson in lessons().items() if lesson.course == "everyone"]
    papers = ["paper", "paper/key", *(f"paper/plans/{name}{part}" for name in plans() for part in ("", "/slips"))]
    for path in [*_PAGES, *(f"learn/{name}" for name in lessons()), *slides, *papers]:
        reply = _Reply()
        url, never = f"{_ORIGIN}/{path}", asyncio.get_running_loop().create_future()
        await host.request("GET", url, "", [], b"", reply, never)
        pages.append((f"{path}/index.html".lstrip("/"), _of_site(reply.body.decode(), path, app).encode()))
    return pages


def _of_site(page: str, path: str, app: str) -> str:
    """Convert a page of the application to a file that works in any folder of any web host."""
    base = "../" * len(Path(path).parts) or "./"
    head = (
        f'<base href="{base}">\n<meta http-equiv="content-security-policy" content="{page_policy()}">\n'
        f'<script src="{app}/first.js"></script>\n<script type="module" src="{app}/boot.js"></script>\n'
    )
    assert page.count(_BASE) == 1
    page = page.replace(_BASE, head).replace(f"{_ORIGIN}/", "")
    return _ONCE.sub(r"\1", page)  # a form gets its identifier when the program is there


class _Reply:
    """Collects the body of an HTTP response."""

    def __init__(self) -> None:
        self.body = b""

    def start(self, status: int, headers: list[tuple[str, str]]) -> None:
        assert status == 200

    def piece(self, body: bytes) -> None:
        self.body += body

    def end(self) -> None:
        pass


class _NoRows:
    """The storage of a browser that contains no games."""

    async def get(self, id: str) -> str | None:
        return None

    async def all(self) -> list[str]:
        return []

    async def put(self, rows: str) -> bool:
        return False

    async def remove(self, id: str) -> None:
        pass


class _InstantWorker:
    """An engine that runs the searches of lessons in this process."""

    def __init__(self) -> None:
        self._tasks = Tasks()

    async def ask(self, line: str, begin: Callable[[], None], show: Callable[[str], None]) -> str:
        return answer_line(self._tasks, line.encode()).decode()

    def stop(self, line: str) -> None:
        pass
