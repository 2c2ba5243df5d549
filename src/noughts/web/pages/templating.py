"""Render HTML templates, as whole pages or as parts of pages.

A page consists of a frame and one part, its ``<main>``. The page's script requests only the part and replaces the old
part, even when a link leads to another page. Without JavaScript, the same URLs return whole pages. The script's
requests have the header ``X-Part``: ``1`` to update the page that is shown, and ``page`` to go to another page.

URLs in pages are relative to the page's ``<base>``, so the same pages work in any folder of a host.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from functools import cache, lru_cache
from math import ceil
from typing import Any
from urllib.parse import quote, urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from noughts.render.names import FIRST_ISOLATE, POP_ISOLATE
from noughts.web.auth import cookies, is_secret, new_secret
from noughts.web.pages.addresses import works_only_here
from noughts.web.pages.board_view import CellView
from noughts.web.pages.columns import BoardForm
from noughts.web.pages.static_files import static

_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")  # characters that are not allowed in HTML

TABS = {
    "play": "Play",
    "puzzles": "Puzzles",
    "analyse": "Analyse",
    "explore": "Explore",
    "games": "Games",
    "grade": "Grade",
    "learn": "Learn",
    "class": "Class",
}
"""The tabs of the header: for each tab, its URL, which is also its name, and its label."""

LEADS = "class"
"""The name of the cookie with the id of the class that the browser leads."""


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("noughts.web.pages"),
        auto_reload=False,
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"tabs": TABS, "static": static, "row_html": row_html}
    environment.filters |= {
        "query": lambda fields: urlencode({k: v for k, v in fields.items() if v not in ("", None)}),
        "names": names_as_html,
        "clock": _clock,
        "iso": lambda ms: _time(ms).isoformat(timespec="seconds").replace("+00:00", "Z"),
        "day": lambda ms: f"{_time(ms):%d %b %Y, %H:%M} UTC",
    }
    environment.globals["boards"] = environment.get_template("board.html").module
    return environment


def names_as_html(sentence: str) -> Markup:
    """Return a sentence as HTML. Names between Unicode isolates become ``bdi`` elements."""
    return Markup(str(escape(sentence)).replace(FIRST_ISOLATE, "<bdi>").replace(POP_ISOLATE, "</bdi>"))


def _clock(seconds: float) -> str:
    """Return a time as minutes and seconds, such as ``2:59``."""
    whole = ceil(seconds)
    return f"{whole // 60}:{whole % 60:02}"


def _time(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)


def today_of(request: Request) -> date | None:
    """Return today's date at the host, or None if the pages are files that visitors may open on any day."""
    today: date | None = request.app.state.today()
    return today


def from_script(request: Request) -> bool:
    """Return whether the page's script sent the request. The response is then only a part of a page."""
    return "x-part" in request.headers


def wants_part(request: Request) -> bool:
    """Return whether the page's script requests an update of the current page."""
    return request.headers.get("x-part") == "1"


def render(
    request: Request,
    template: str,
    page: object = None,
    *,
    status: int = 200,
    once: str = "",
    tab_links: Mapping[str, str] | None = None,
    **context: Any,
) -> Response:
    """Render a page, or only its ``<main>`` part if the page's script sent the request.

    Args:
        request: the request.
        template: the name of the page's template.
        page: a dataclass with the variables of the template.
        status: the HTTP status.
        once: identifies the form on the page, so that sending it twice has the effect of sending it once. By default, a
            new secret.
        tab_links: the URLs of tabs, where they differ from the URLs for a new visitor.
        context: more variables of the template. ``tab`` names the current tab.
    """
    text = rendered(
        template,
        page,
        frame="part.html" if from_script(request) else "base.html",
        base=request.base_url,
        page_url=_page_url(request),
        shared=request.app.state.shared,
        docs=request.app.state.docs,
        only_here=works_only_here(request),
        theme=theme if (theme := cookies(request).get("theme", "")) in ("light", "dark") else "",
        leads=id if (id := cookies(request).get(LEADS, "")).isalnum() else "",
        once=once if is_secret(once) else new_secret(),
        tab_links=tab_links or {},
        **{"tab": "", "note": "", "tone": "", **context},
    )
    return html(text, status)


def _page_url(request: Request) -> str:
    """Return the URL of the page, relative to its ``<base>``. Links to anchors on the page must begin with this URL."""
    path = request.url.path.removeprefix(request.base_url.path)
    query = request.url.query
    return f"./{quote(path)}" + (f"?{query}" if query else "")


def rendered(template: str, page: object = None, **context: Any) -> str:
    """Return the HTML of a template. The variable ``frame`` names the surrounding template.

    For the arguments, see `render`.
    """
    context |= vars(page) if page else {}
    return _CONTROLS.sub("\ufffd", _environment().get_template(template).render(context))


def html(text: str, status: int = 200) -> Response:
    """Return a response with the HTML of a whole page or part of one."""
    return HTMLResponse(text, status_code=status, headers={"Vary": "X-Part, Cookie"})


def row_html(row: Iterable[CellView], form: BoardForm) -> Markup:
    """Return a row of a board as HTML."""
    return Markup("".join(_cell_html(cell, form) for cell in row))


@lru_cache(maxsize=4096)
def _cell_html(cell: CellView, form: BoardForm) -> str:
    """Return a cell as HTML. The result is cached, because many boards contain the same cells."""
    return fragment("board.html", "cell", cell, form)


def fragment(template: str, macro: str, *arguments: Any) -> str:
    """Return the HTML that a macro of a template renders."""
    return str(getattr(_environment().get_template(template).module, macro)(*arguments))


def redirect(path: str, **query: str) -> Response:
    """Redirect the browser to another URL with GET. Empty query fields are left out."""
    query = {key: value for key, value in query.items() if value}
    return RedirectResponse(path + (f"?{urlencode(query)}" if query else ""), status_code=303)


def download(text: str | bytes, media_type: str, name: str = "", **headers: str) -> Response:
    """Return a response with the content of a file. If a name is given, the browser saves the file under this name."""
    if name:
        headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return Response(text, media_type=media_type, headers=headers)
