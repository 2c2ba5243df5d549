"""Links between the pages of the documentation lead to files and headings that exist."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).resolve().parents[1]
PAGES = [path for folder in (ROOT, ROOT / "docs") for path in folder.glob("*.md" if folder == ROOT else "**/*.md")]
PAGES += [ROOT / "kernel" / "README.md", ROOT / "verified" / "README.md"]

pytestmark = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@cache
def tokens(page: Path) -> list[Token]:
    """Return the tokens of a page."""
    return MarkdownIt().parse(page.read_text(encoding="utf-8"))


def anchors(page: Path) -> list[str]:
    """Return the anchors of the headings of a page, as GitHub makes them."""
    parsed = tokens(page)
    return [slug(parsed[n + 1]) for n, token in enumerate(parsed) if token.type == "heading_open"]


def slug(heading: Token) -> str:
    """Return the anchor of a heading: lower case, without punctuation, hyphens for spaces."""
    text = "".join(child.content for child in heading.children or () if child.type in ("text", "code_inline"))
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def links(page: Path) -> Iterator[str]:
    """Yield the targets of the links and pictures of a page that are in this repository."""
    for token in tokens(page):
        for child in token.children or ():
            target = str(child.attrGet("href") or child.attrGet("src") or "")
            if target and not re.match(r"\w+:", target):
                yield unquote(target)


def test_links_lead_to_files_and_headings(page: Path) -> None:
    """Files exist, and so do the headings that links name."""
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{link}: there is no such file"
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target), f"{link}: there is no such heading"


def test_an_index_lists_the_pages_of_its_toctrees_in_the_same_order(page: Path) -> None:
    """Whoever reads an index as plain Markdown finds the same pages as in the navigation of the site."""
    toctrees = re.findall(r"^:::\{toctree\}\n(?::.*\n)*\n(.*?)^:::$", page.read_text(encoding="utf-8"), re.M | re.S)
    for listed in toctrees if page.name == "index.md" and page.parent.name != "docs" else []:
        linked = [link.removesuffix(".md") for link in links(page)]
        assert [link for link in linked if link in listed.split()] == listed.split()


def test_pages_read_well_as_plain_markdown(page: Path) -> None:
    """A code host shows the roles and labels of Sphinx as they are, so pages have links, and link to included files."""
    text = page.read_text(encoding="utf-8")
    assert not re.findall(r"^\([\w-]+\)=$|\{\w+\}`", text, re.M)
    assert set(re.findall(r"^:::\{literalinclude\} (\S+)", text, re.M)) <= set(links(page))


def test_headings_are_unique(page: Path) -> None:
    """Each heading of a page has an anchor of its own."""
    assert not [anchor for anchor, count in Counter(anchors(page)).items() if count > 1]
