"""The explorer as HTML: a page of its own, and a fragment for notebooks; both need no network and no Python.

Pure functions from stories and atlases to text. The script and the style are files in `assets`; what varies goes in
as JSON, which is data and never markup: no name can break out of it.
"""

import base64
import hashlib
import json
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib import resources
from typing import Any, TypeAlias

from noughts.explain import atlas_format, trace_format
from noughts.explain.atlas import Atlas
from noughts.explain.story import Story
from noughts.render.tree import searched_words
from noughts.rules.notation import t3en
from noughts.rules.position import Position

Told: TypeAlias = Story | Atlas
"""What the explorer shows: a search step by step, or positions with their scores."""

_MOST_SENTENCES = 200  # of a story in words, where scripts do not run

_NAMES = {
    "minimax": "Minimax, step by step",
    "negamax": "Negamax, step by step",
    "alphabeta": "Alpha-beta, step by step",
    "transposition": "Alpha-beta with a table, step by step",
    "depth-limited": "Alpha-beta to a depth, step by step",
}

_START = """
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const options = read('options');
const heading = document.querySelector('h1[data-named]');
if (heading) options.shown = (index) => { heading.textContent = options.names[index]; };
mount(document.getElementById('explorer'), read('documents'), options);
"""

_PAGE_STYLE = """
html{background:#f6f5f1;color:#1c1d1f;color-scheme:light dark}
body{margin:0;font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
header,main,footer{max-width:1640px;margin:0 auto;padding:0 18px}
header{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 14px;padding-top:10px;padding-bottom:8px}
h1{font-size:20px;line-height:1.4;margin:0}
header p{margin:0;font-size:14px;overflow-wrap:anywhere}
main{padding-bottom:18px}
@media(max-width:639px){header,main{padding-left:10px;padding-right:10px}}
@media(prefers-color-scheme:dark){html{background:#16171a;color:#f1f1ed}}
@media print{html{background:#fff;color:#000}}
"""

_FRAME_STYLE = "html{background:none;color-scheme:normal}main{padding:1px;max-width:none}"


def page(told: Sequence[Told] | Told, *, title: str | None = None, algorithm: str | None = None) -> str:
    """Return a self-contained HTML page with the explorer; it works from the file system, with no network.

    By its Content-Security-Policy the page forbids itself every connection, and every script but its own.

    Args:
        told: the stories and atlases among which the reader switches.
        title: the page's title; by default what is shown, which changes with what the reader chooses.
        algorithm: which algorithm is shown first; by default that of the first story.

    Raises:
        ValueError: there is nothing to show.
    """
    listed = _listed(told)
    names = list(map(_name, listed))
    options: dict[str, Any] = {"hash": True, "keys": "page"}
    if title is None:
        options["names"] = names
    if algorithm is not None:
        options["algorithm"] = algorithm
    heading = f"<h1>{escape(title)}</h1>" if title else f"<h1 data-named>{names[0]}</h1>"
    header = f"<header>{heading}<p>{escape(_where(listed[0].position))}</p></header>"
    return _html(listed, title or _title(listed), options, _PAGE_STYLE, header)


def fragment(told: Sequence[Told] | Told, *, height: int = 760, title: str | None = None) -> str:
    """Return HTML for the output of a notebook's cell, which needs no kernel and survives in the saved file.

    It is the page in an ``<iframe srcdoc>``. A script in the cell itself would share its names, styles and keys
    with the notebook and with all other cells, and JupyterLab, VS Code and nbviewer differ in whether and when
    they run it. A frame they all show alike, and any number of them on a page do not clash. Its policy allows it
    no script but its own; that one looks at the page around it, where it may, to be as light or dark, and to be as
    high as its contents where it is narrow. Below it the same is told in words, folded up: a code host, or a
    notebook that is not trusted, removes the frame, and the words stay.

    Args:
        told: the stories and atlases among which the reader switches; the first is shown first.
        height: the frame's height in pixels; sentence, tree, code and variables fill it.
        title: what the frame is called; by default what is shown first.

    Raises:
        ValueError: there is nothing to show.
    """
    listed = _listed(told)
    heading = title or _title(listed)
    options: dict[str, Any] = {"keys": "page", "frame": True}
    options |= {"title": title} if title else {"names": list(map(_name, listed))}
    inner = _html(listed, heading, options, _PAGE_STYLE + _FRAME_STYLE, "")
    size = f'width="100%" height="{height:d}" style="width:100%;height:{height:d}px;border:0"'
    frame = f'<iframe srcdoc="{escape(inner)}" title="{escape(heading)}" {size}></iframe>'
    return frame + in_words(listed, title=heading)


def in_words(told: Sequence[Told] | Told, *, title: str | None = None) -> str:
    """Return the first of the stories as plain HTML, which needs neither script nor style: its sentences in order."""
    listed = _listed(told)
    heading, first = escape(title or _title(listed)), listed[0]
    if isinstance(first, Story):
        lines = [event.text for event in first.events]
        summary = f"{lines[-1]} {searched_words(first).capitalize()}."
        if len(lines) > _MOST_SENTENCES:
            left = len(lines) - _MOST_SENTENCES
            lines = [*lines[: _MOST_SENTENCES - 1], f"… {left:,} more steps …", lines[-1]]
    else:
        lines = first.advice()
        summary = f"{len(first.states):,} positions{'' if first.complete else ': the first plies'}."
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    board = f"<pre>{escape(str(first.position))}</pre>"
    return (
        f"<p><strong>{heading}.</strong> {escape(summary)}</p>"
        f"<details><summary>The same in words</summary>{board}<ol>{items}</ol></details>"
    )


def _listed(told: Sequence[Told] | Told) -> list[Told]:
    found: list[Told] = [told] if isinstance(told, Story | Atlas) else list(told)
    if not found:
        raise ValueError("there is nothing to explore: expected a story or an atlas")
    return found


def _name(told: Told) -> str:
    return _NAMES[told.algorithm] if isinstance(told, Story) else "Every move and its score"


def _where(position: Position) -> str:
    """Return the position in one line; of a large board only that it is one."""
    text = t3en(position).split()[0]
    game = "" if position.game.name == "3,3,3" else f" of {position.game.name}"
    if not position.x | position.o:
        return f"{position.turn} to move on the empty board{game}"
    return f"{position.turn} to move in {text if len(text) <= 40 else 'a position'}{game}"


def _title(told: Sequence[Told]) -> str:
    return f"{_name(told[0])}: {_where(told[0].position)}"


def _html(told: Sequence[Told], title: str, options: dict[str, Any], page_style: str, header: str) -> str:
    documents = [trace_format.to_data(item) if isinstance(item, Story) else atlas_format.to_data(item) for item in told]
    style = page_style + _asset("explorer.css")
    script = f"{_asset('explorer.js')}{_START}"
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<title>{escape(title)}</title>\n<link rel="icon" href="data:,">\n<style>{style}</style>\n</head>\n<body>\n'
        f'{header}<main><div id="explorer" class="noughts-explorer"></div>\n'
        f"<noscript>{in_words(told, title=title)}</noscript></main>\n"
        f'<script type="application/json" id="documents">{_json(documents)}</script>\n'
        f'<script type="application/json" id="options">{_json(options)}</script>\n'
        f'<script type="module">{script}</script>\n</body>\n</html>\n'
    )


@cache
def _asset(name: str) -> str:
    return resources.files("noughts.render").joinpath("assets", name).read_text(encoding="utf-8")


@cache
def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _json(data: Any) -> str:
    """Return JSON that can stand in a script element: without any character that could end it or open another."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
