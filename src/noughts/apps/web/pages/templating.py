"""HTML: templates, whole pages and parts of pages.

A page is a frame around one part, its ``<main>``. The script of the page asks for the part alone (header ``X-Part``)
and puts it in place of the one before; without scripts the same addresses give whole pages.
"""

import re
from datetime import UTC, datetime
from functools import cache
from importlib import resources
from typing import Any
from urllib.parse import urlencode

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

from noughts.apps.names import FIRST_ISOLATE, POP_ISOLATE
from noughts.apps.web.auth import COOKIE, csrf_token, new_secret
from noughts.apps.web.beside import Beside
from noughts.apps.web.games import Games
from noughts.render.theme import COLOURS

_UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")  # characters that no page may hold, nor a terminal show

TABS = (
    ("play", "/play", "Play"),
    ("analyse", "/analyse", "Analyse"),
    ("explore", "/explore", "Explore"),
    ("games", "/games", "Games"),
    ("learn", "/learn", "Learn"),
)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("noughts.apps.web.pages"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["tabs"] = TABS
    environment.filters["query"] = lambda fields: urlencode({k: v for k, v in fields.items() if v not in ("", None)})
    environment.filters["said"] = said
    environment.filters["iso"] = lambda ms: _moment(ms).isoformat(timespec="seconds").replace("+00:00", "Z")
    environment.filters["day"] = lambda ms: f"{_moment(ms):%d %b %Y, %H:%M} UTC"
    return environment


def said(sentence: str) -> Markup:
    """Return a sentence as HTML: names that stand apart in it are elements of their own."""
    return Markup(str(escape(sentence)).replace(FIRST_ISOLATE, "<bdi>").replace(POP_ISOLATE, "</bdi>"))


def _moment(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)


def wants_part(request: Request) -> bool:
    """Whether only the part of the page is asked for that changes."""
    return request.headers.get("x-part") == "1"


def games_of(request: Request) -> Games:
    """Return the games that the server keeps."""
    games: Games = request.app.state.games
    return games


def beside(request: Request) -> Beside:
    """Return what reads long texts."""
    found: Beside = request.app.state.beside
    return found


def secret_of(request: Request) -> str:
    """Return the secret of the browser; a browser that has none yet is given one with the answer."""
    secret: str = request.state.secret
    return secret


def render(request: Request, template: str, *, status: int = 200, **context: Any) -> Response:
    """Return a page, or its part if that is what is asked for.

    Args:
        request: what is answered.
        template: the name of the template of the page.
        status: of HTTP.
        context: what the template shows; ``tab`` names the tab that is marked.
    """
    text = (
        _environment()
        .get_template(template)
        .render(
            frame="part.html" if wants_part(request) else "base.html",
            csrf=csrf_token(secret_of(request)),
            theme=theme if (theme := request.cookies.get("theme", "")) in ("light", "dark") else "",
            here=str(request.url.path) + (f"?{request.url.query}" if request.url.query else ""),
            # A form tells itself from others, so that one sent twice counts once.
            **{"tab": "", "note": "", "tone": "", "once": new_secret(), **context},
        )
    )
    text = _UNSEEN.sub("\ufffd", text)
    return HTMLResponse(text, status_code=status, headers={"Vary": "X-Part, Cookie"})


def go(request: Request, path: str, **query: str) -> Response:
    """Send the browser on to another address, with GET."""
    query = {key: value for key, value in query.items() if value}
    return RedirectResponse(path + (f"?{urlencode(query)}" if query else ""), status_code=303)


@cache
def asset(name: str) -> str:
    """Return the text of a static file."""
    return resources.files("noughts.apps.web.pages").joinpath("static", name).read_text(encoding="utf-8")


@cache
def style_sheet() -> str:
    """Return the style sheet: the colours of all pictures of noughts, then the rules."""
    named = {
        theme: "".join(f"--{name.replace('_', '-')}:{value};" for name, value in COLOURS[theme].items())
        for theme in ("light", "dark")
    }
    colours = (
        f":root{{color-scheme:light;{named['light']}}}\n"
        f"@media(prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{named['dark']}}}}}\n"
        f":root[data-theme=dark]{{color-scheme:dark;{named['dark']}}}\n"
    )
    return colours + asset("noughts.css")


__all__ = [
    "COOKIE",
    "asset",
    "beside",
    "games_of",
    "go",
    "new_secret",
    "render",
    "secret_of",
    "style_sheet",
    "wants_part",
]
