"""The lessons: the tutorial's Markdown as HTML, with a place for an explorer wherever a lesson explains a search.

The documentation is built from the same files, and an installed noughts contains copies. HTML in these files is
escaped, except for folded answers.
"""

import re
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path, PurePosixPath
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

_INSTALLED = Path(__file__).parents[1] / "docs"
_WORKING_COPY = Path(__file__).parents[5] / "docs"

_ELSEWHERE = {"guide/play.md": "/play", "guide/analyse.md": "/analyse", "guide/explain.md": "/explore"}
"""Pages of the documentation that are not lessons, each with the tab that it describes."""

SENTENCES = {
    "01-positions-and-rules": "The board, the moves, the end of a game, and how many games there are.",
    "02-scores": "How the end of a game becomes a number, from a player's point of view.",
    "03-the-tree-by-hand": "Score a tree of ten states on paper, from the bottom to the top.",
    "04-minimax": "The same method as a short function, and why it cannot be beaten.",
    "05-distance": "Why a perfect player may win slowly, and how to make it win soon and lose late.",
    "06-negamax": "Two functions become one: what is good for one player is bad for the other.",
    "07-alpha-beta": "Which moves the search can skip, and the two numbers that decide it.",
    "08-move-order": "With good moves first, the same search skips far more.",
    "09-table": "A table saves the score of each position, so that nothing is searched twice.",
    "10-symmetry": "If you turn or flip the board, nine first moves become three.",
    "11-depth-and-evaluation": "Look a few moves ahead, then estimate the score.",
    "12-larger-boards": "How quickly trees grow, and what helps on large boards.",
}
"""A sentence about each lesson."""

_MARK = "\x00story\x00"  # a placeholder in the HTML, at which the page is split


@dataclass(frozen=True)
class StoryPlace:
    """A story in a lesson: the position and the settings."""

    position: str
    settings: Mapping[str, str]


@dataclass(frozen=True)
class Lesson:
    """A lesson.

    Attributes:
        name: the name in the URL.
        title: the heading.
        sentence: a sentence about the lesson.
        parts: pieces of HTML and stories, in order.
    """

    name: str
    title: str
    sentence: str
    parts: tuple[str | StoryPlace, ...]


@cache
def lessons() -> dict[str, Lesson]:
    """Return all lessons by name, in order."""
    return {file.stem: _lesson(file) for file in sorted(_folder("tutorial").glob("[0-9]*.md"))}


@cache
def pictures() -> dict[str, Path]:
    """Return the picture files by name."""
    return {file.name: file for file in _folder("pictures").glob("*.svg")}


def _folder(name: str) -> Path:
    return (_INSTALLED if _INSTALLED.is_dir() else _WORKING_COPY) / name


def _lesson(file: Path) -> Lesson:
    text, stories = file.read_text(encoding="utf-8"), list[StoryPlace]()
    pieces = iter(_markdown().render(text, {"stories": stories}).split(_MARK))
    parts: list[str | StoryPlace] = [next(pieces)]
    for place, piece in zip(stories, pieces, strict=True):
        parts += [place, piece]
    heading = text.removeprefix("# ").partition("\n")[0].strip()
    return Lesson(file.stem, heading, SENTENCES.get(file.stem, ""), tuple(parts))


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    ends: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    markdown.block.ruler.before("fence", "directive", _directive, ends)
    markdown.block.ruler.before("fence", "answers", _answers, ends)
    markdown.core.ruler.push("links", _links)
    for name, rule in _RULES.items():
        markdown.add_render_rule(name, rule)
    return markdown


def _directive(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    """Parse a directive: ``:::{name} argument``, then lines with options such as ``:name: value``, then ``:::``."""
    opening = re.fullmatch(r":::\{(\w+)\} *(.*)", _line(state, line))
    if not opening:
        return False
    last = next((n for n in range(line + 1, end) if _line(state, n).rstrip() == ":::"), None)
    if last is None:
        return False
    if silent:
        return True
    inside = [re.fullmatch(r":([\w-]+): *(.*)", _line(state, number)) for number in range(line + 1, last)]
    token = state.push(f"directive_{opening[1]}", "", 0)
    token.meta = {"argument": opening[2].strip(), "options": {o[1]: o[2].strip(' "') for o in inside if o}}
    token.map = [line, last + 1]
    state.line = last + 1
    return True


def _answers(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    """Parse the HTML of folded answers, the only HTML in the lessons."""
    text = _line(state, line).strip()
    if text not in ("<details>", "</details>") and not re.fullmatch(r"<summary>[^<>&]*</summary>", text):
        return False
    if not silent:
        state.push("folded", "", 0).content = text
        state.line = line + 1
    return True


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]


def _links(state: Any) -> None:
    """Adapt the URLs of links and pictures. A link to a page that this server does not have becomes plain text."""
    for block in state.tokens:
        kept: list[Token] = []
        dropped = 0
        for token in block.children or ():
            if token.type == "image":
                token.attrSet("src", f"/learn/pictures/{PurePosixPath(str(token.attrGet('src'))).name}")
                token.attrSet("loading", "lazy")
            elif token.type == "link_open":
                target = _target(str(token.attrGet("href")))
                if not target:
                    dropped += 1
                    continue
                token.attrSet("href", target)
            elif token.type == "link_close" and dropped:
                dropped -= 1
                continue
            kept.append(token)
        if block.children is not None:
            block.children = kept


def _target(link: str) -> str:
    path = link.removeprefix("../")
    if path in _ELSEWHERE:
        return _ELSEWHERE[path]
    if re.fullmatch(r"[0-9]+[\w-]*\.md", path):
        return f"/learn/{path.removesuffix('.md')}"
    return ""


def _story(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: MutableMapping[str, Any]
) -> str:
    env["stories"].append(StoryPlace(tokens[index].meta["argument"], tokens[index].meta["options"]))
    return _MARK


def _included(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: MutableMapping[str, Any]
) -> str:
    """Render lines of a source file, from the line with one text up to the line with another."""
    argument, options_ = tokens[index].meta["argument"], tokens[index].meta["options"]
    path = argument.partition("src/noughts/")[2]
    lines = resources.files("noughts").joinpath(*path.split("/")).read_text(encoding="utf-8").splitlines()
    first = next((n for n, text in enumerate(lines) if options_.get("start-at", "") in text), 0)
    before = options_.get("end-before")
    last = next((n for n, text in enumerate(lines) if before and n > first and before in text), len(lines))
    return _code("\n".join(lines[first:last]).strip("\n"))


def _fenced(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: MutableMapping[str, Any]
) -> str:
    return _code(tokens[index].content.rstrip("\n"), printed=tokens[index].info.strip() == "text")


def _code(text: str, *, printed: bool = False) -> str:
    """Return a block of code, or of its output.

    On a narrow screen, long lines of code are wrapped and indented. Output has columns, so it scrolls instead.
    """
    if printed:
        return f'<pre tabindex="0" class="printed"><code>{escapeHtml(text)}</code></pre>\n'
    return f'<pre tabindex="0"><code>{"".join(map(_line_of_code, text.splitlines()))}</code></pre>\n'


def _line_of_code(text: str) -> str:
    inner = text.lstrip()
    before = f"<span>{' ' * (len(text) - len(inner))}</span>" if inner != text else ""
    return f'<span class="line">{before}<span>{escapeHtml(inner).replace("(", "(<wbr>")}\n</span></span>'


def _cell(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: MutableMapping[str, Any]
) -> str:
    """Render the start of a table cell. Numbers get a class, because the CSP forbids style attributes."""
    token = tokens[index]
    right = ' class="right"' if "right" in str(token.attrGet("style")) else ""
    return f"<{token.tag}{right}>"


def _table(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: MutableMapping[str, Any]
) -> str:
    return '<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n'


def _table_end(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: MutableMapping[str, Any]
) -> str:
    return "</table></div>\n"


def _folded(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: MutableMapping[str, Any]
) -> str:
    return f"{tokens[index].content}\n"


_RULES: dict[str, Any] = {
    "directive_story": _story,
    "directive_literalinclude": _included,
    "fence": _fenced,
    "th_open": _cell,
    "td_open": _cell,
    "table_open": _table,
    "table_close": _table_end,
    "folded": _folded,
}
