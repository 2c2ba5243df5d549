"""Static files, under names with a hash of their content, so that browsers can cache them for a year."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from noughts.render.theme import COLOURS, rules
from noughts.web.pages.grade.sandbox import GRADER_POLICY, frame_html

_FOREVER = "public, max-age=31536000, immutable"
_HASHED = re.compile(r"(.+)-[0-9a-f]{12}(\.[a-z]+)")
_IMPORTED = re.compile(rb"'\./([\w-]+\.js)'")
_PLACES = {"noughts.web.pages": "static", "noughts.render": "assets"}  # the assets are the explorer's files
_TYPES = {
    "js": "text/javascript",
    "css": "text/css",
    "html": "text/html",
    "txt": "text/plain",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}

NAMES = "static/names.json"
"""The file that lists hashed names, for the program in a browser, which has no static files."""

COMPRESSED = [Middleware(GZipMiddleware, compresslevel=6)]
"""Middleware that compresses responses. Use it only for pages without secrets, because the compressed size can reveal a
secret (BREACH).
"""


@dataclass(frozen=True)
class _File:
    name: str
    content: bytes


def static(name: str) -> str:
    """Return the URL of a static file, such as ``static/noughts-0123456789ab.js`` for ``noughts.js``.

    It is relative to the base of the page.
    """
    return f"static/{static_names()[name]}"


@cache
def static_names() -> dict[str, str]:
    """Return the hashed name of each static file, keyed by the plain name."""
    listed = resources.files("noughts.web.pages").joinpath(*NAMES.split("/"))
    if listed.is_file():
        return dict(json.loads(listed.read_text(encoding="utf-8")))
    return {name: file.name for name, file in _files().items()}


def all_files() -> dict[str, bytes]:
    """Return the contents of all static files, keyed by URL."""
    return {f"static/{file.name}": file.content for file in _files().values()}


async def _static(request: Request) -> Response:
    """Serve a static file. For a URL without the current hash, serve the current file uncached."""
    name = str(request.path_params["name"])
    hashed = _HASHED.fullmatch(name)
    file = _files().get("".join(hashed.groups()) if hashed else name)
    if file is None:
        return PlainTextResponse("There is no such file.\n", status_code=404)
    cached = _FOREVER if file.name == name else "no-cache"
    kind = _TYPES[name.rpartition(".")[2]]
    headers = {"Cache-Control": cached}
    if file == _files()["grader.js"]:  # a worker has its own policy, not that of its page
        headers["Content-Security-Policy"] = GRADER_POLICY
    return Response(file.content, media_type=kind, headers=headers)


@cache
def _files() -> Mapping[str, _File]:
    files: dict[str, _File] = {}
    contents = {
        file.name: file.read_bytes()
        for package, folder in _PLACES.items()
        for file in resources.files(package).joinpath(folder).iterdir()
    }
    contents["sandbox.html"] = frame_html()
    contents["noughts.css"] = _colours().encode() + contents["noughts.css"]
    contents["sheets.css"] = rules("print").encode() + contents["sheets.css"]

    def add(name: str) -> _File:
        if name not in files:
            content = contents[name]
            if name.endswith(".js"):  # a module imports other modules by their names with a hash
                content = _IMPORTED.sub(lambda found: f"'./{add(found[1].decode()).name}'".encode(), content)
            files[name] = _file(name, content)
        return files[name]

    for name in contents:
        add(name)
    return files


def _file(name: str, content: bytes) -> _File:
    stem, _, ending = name.rpartition(".")
    return _File(f"{stem}-{sha256(content).hexdigest()[:12]}.{ending}", content)


def _colours() -> str:
    """Return CSS rules for the colours that all pictures of noughts share."""
    light, dark = (
        "".join(f"--{name.replace('_', '-')}:{value};" for name, value in COLOURS[theme].items())
        for theme in ("light", "dark")
    )
    return (
        f":root{{color-scheme:light;{light}}}\n"
        f"@media(prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{dark}}}}}\n"
        f":root[data-theme=dark]{{color-scheme:dark;{dark}}}\n"
    )


routes = [Route("/static/{name}", _static, middleware=COMPRESSED)]
