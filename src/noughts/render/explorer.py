"""The search explorer as HTML, either a standalone page or a fragment for notebooks.

Neither the page nor the fragment needs Python or a network connection.

The script and the style are files in `assets`. Stories and atlases are embedded as JSON, never as markup, so no name in
them can inject code.
"""

import base64
import hashlib
import json
from collections.abc import Sequence
from functools import cache
from html import escape
from typing import Any, TypeAlias

from noughts.explain.story import atlas_format, trace_format
from noughts.explain.story.atlas import Atlas
from noughts.explain.story.story import Story
from noughts.render.scripts import asset, bundle
from noughts.render.tree.text import searched_words
from noughts.rules.notation import t3en
from noughts.rules.position import Position

Document: TypeAlias = Story | Atlas
"""What the explorer shows: a search step by step, or positions with their scores."""

_MOST_SENTENCES = 200  # the maximum number of sentences of a story shown without scripts

_NAMES = {
    "minimax": "Minimax",
    "negamax": "Negamax",
    "alphabeta": "Alpha-beta",
    "transposition": "Alpha-beta with a table",
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


def page(documents: Sequence[Document] | Document, *, title: str | None = None, algorithm: str | None = None) -> str:
    """Return the explorer as a self-contained HTML page that also works when opened as a local file.

    The page's Content-Security-Policy forbids all connections, and all scripts but its own.

    Args:
        documents: the stories and atlases that the reader can choose from.
        title: the page's title. By default, it names the document that is shown.
        algorithm: the algorithm to show first. By default, the title of the first story.

    Raises:
        ValueError: there are no documents.
    """
    listed = _listed(documents)
    names = list(map(_name, listed))
    options: dict[str, Any] = {"hash": True, "keys": "page"}
    if title is None:
        options["names"] = names
    if algorithm is not None:
        options["algorithm"] = algorithm
    heading = f"<h1>{escape(title)}</h1>" if title else f"<h1 data-named>{names[0]}</h1>"
    header = f"<header>{heading}<p>{escape(_where(listed[0].position))}</p></header>"
    return _html(listed, title or _title(listed), options, _PAGE_STYLE, header)


def fragment(documents: Sequence[Document] | Document, *, height: int = 880, title: str | None = None) -> str:
    """Return HTML for the output of a notebook cell. The output works without a kernel, even in a saved notebook.

    The explorer's page is in an ``<iframe srcdoc>``. A script in the cell itself would share names, styles and keys
    with the notebook and the other cells, and JupyterLab, VS Code and nbviewer differ in whether and when they run it.
    All of them show frames in the same way, and several frames on a page do not clash. The frame's
    Content-Security-Policy allows only the explorer's script. Where the browser permits it, that script reads the
    surrounding page to match its light or dark colours and to fit the frame's height if it is narrow.

    Below the frame, a collapsed section tells the same story in words. Code hosts and untrusted notebooks remove the
    frame but keep the words.

    Args:
        documents: the stories and atlases that the reader can choose from. The first one is shown first.
        height: the height of the frame in pixels.
        title: the title of the frame. By default, it names the first document.

    Raises:
        ValueError: there are no documents.
    """
    listed = _listed(documents)
    heading = title or _title(listed)
    options: dict[str, Any] = {"keys": "page", "frame": True}
    options |= {"title": title} if title else {"names": list(map(_name, listed))}
    inner = _html(listed, heading, options, _PAGE_STYLE + _FRAME_STYLE, "")
    size = f'width="100%" height="{height:d}" style="width:100%;height:{height:d}px;border:0"'
    frame = f'<iframe srcdoc="{escape(inner)}" title="{escape(heading)}" {size}></iframe>'
    return frame + in_words(listed, title=heading)


def in_words(documents: Sequence[Document] | Document, *, title: str | None = None) -> str:
    """Return the sentences of the first story or atlas as plain HTML, without scripts or styles."""
    listed = _listed(documents)
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


def _listed(documents: Sequence[Document] | Document) -> list[Document]:
    listed: list[Document] = [documents] if isinstance(documents, Story | Atlas) else list(documents)
    if not listed:
        raise ValueError("there is nothing to explore: expected a story or an atlas")
    return listed


def _name(document: Document) -> str:
    if not isinstance(document, Story):
        return "Every move and its score"
    depth = "" if document.depth is None else f" to depth {document.depth}"
    return f"{_NAMES[document.algorithm]}{depth}, step by step"


def _where(position: Position) -> str:
    """Describe a position in one line. If the board is large, leave out the contents of its cells."""
    text = t3en(position).split()[0]
    game = "" if position.game.name == "3,3,3" else f" of {position.game.name}"
    if not position.x | position.o:
        return f"{position.turn} to move on the empty board{game}"
    return f"{position.turn} to move in {text if len(text) <= 40 else 'a position'}{game}"


def _title(documents: Sequence[Document]) -> str:
    return f"{_name(documents[0])}: {_where(documents[0].position)}"


def _html(documents: Sequence[Document], title: str, options: dict[str, Any], page_style: str, header: str) -> str:
    """Return a complete HTML page with the explorer."""
    data = [trace_format.to_data(item) if isinstance(item, Story) else atlas_format.to_data(item) for item in documents]
    style = page_style + asset("explorer.css")
    script = bundle(asset("explorer.js")) + _START
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
        f"<noscript>{in_words(documents, title=title)}</noscript></main>\n"
        f'<script type="application/json" id="documents">{_json(data)}</script>\n'
        f'<script type="application/json" id="options">{_json(options)}</script>\n'
        f'<script type="module">{script}</script>\n</body>\n</html>\n'
    )


@cache
def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _json(data: Any) -> str:
    """Return JSON that is safe inside a script element, because the JSON cannot open or close a tag."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
