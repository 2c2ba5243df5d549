"""The built documentation has no warnings, no dead links, alt text for every image, and no network requests.

`make docs` installs what this needs.
"""

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.needs("sphinx", "furo", "myst_parser")]

DOCS = Path(__file__).parents[1] / "docs"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet", str(DOCS), str(folder)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


class Page(HTMLParser):
    """The files that an HTML page loads, its links, its link targets, and its images without alt text."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.loads: list[str] = []  # files that the browser loads with the page
        self.links: list[str] = []
        self.names: set[str] = set()
        self.silent: list[str] = []  # images without alt text
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.names |= {values["id"]} if "id" in values else set()
        if tag == "link" and values.get("rel") in ("index", "search", "next", "prev", "canonical"):
            return
        if tag in ("script", "img", "iframe", "source") and "src" in values:
            self.loads.append(values["src"])
        if tag == "link":
            self.loads.append(values["href"])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag == "img" and not values.get("alt"):
            self.silent.append(values["src"])


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {file: Page(file) for file in site.rglob("*.html") if "_static" not in file.parts}


def test_every_source_becomes_a_page(site: Path, pages: dict[Path, Page]) -> None:
    sources = [
        source.relative_to(DOCS).with_suffix(".html") for kind in ("md", "rst") for source in DOCS.rglob(f"*.{kind}")
    ]
    assert not [source for source in sources if site / source not in pages]


def test_pages_load_nothing_from_the_network(site: Path, pages: dict[Path, Page]) -> None:
    for file, page in pages.items():
        for load in page.loads:
            assert not urlsplit(load).netloc, f"{file.name} loads {load}"
            assert (file.parent / unquote(urlsplit(load).path)).exists(), f"{file.name} lacks {load}"
    for style in site.rglob("*.css"):
        remote = re.findall(r"(?:@import|url\()\s*[\"']?((?:https?:)?//[^\"')]+)", style.read_text(encoding="utf-8"))
        assert not remote, f"{style.name} loads {remote}"


def test_no_link_is_dead(pages: dict[Path, Page]) -> None:
    dead = []
    for file, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            known = pages.get(target)
            if not target.exists() or (known and parts.fragment and unquote(parts.fragment) not in known.names):
                dead.append(f"{file.name}: {link}")
    assert not dead


def test_every_image_has_alt_text(pages: dict[Path, Page]) -> None:
    assert not [f"{file.name}: {silent}" for file, page in pages.items() for silent in page.silent]


def test_the_reference_documents_every_public_name(pages: dict[Path, Page]) -> None:
    import noughts

    names = set[str]().union(*(page.names for page in pages.values()))
    public = [getattr(noughts, name) for name in noughts.__all__]
    defined = {f"{one.__module__}.{one.__name__}" for one in public if callable(one)}
    assert {name for name in defined if name.startswith("noughts.")} <= names
