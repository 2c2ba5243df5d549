"""Browsers cache static files for a year if the URL contains the current hash, and otherwise not at all."""

import re
from hashlib import sha256
from pathlib import Path

import pytest

from noughts.web import pages
from tests.web.exploring import Client

BROWSER = Client()
STYLE_SHEETS = sorted(Path(pages.__path__[0], "static").glob("*.css"))
YEAR = "public, max-age=31536000, immutable"


def static_urls(path: str) -> set[str]:
    """Return the URLs of the static files that a page loads."""
    return set(re.findall(r'="(static/[\w-]+\.\w+)"', BROWSER.get(path).text))


@pytest.mark.parametrize("page", ["/explore", "/learn/04-minimax", "/api/docs/try"])
def test_files_of_a_page_are_cached_for_a_year(page: str) -> None:
    files = static_urls(page)
    assert files
    for address in files:
        response = BROWSER.get(address)
        assert (response.status_code, response.headers["cache-control"]) == (200, YEAR)


@pytest.mark.parametrize("page", ["/learn", "/learn/04-minimax"])
def test_lessons_are_compressed(page: str) -> None:
    assert BROWSER.get(page).headers["content-encoding"] == "gzip"


def test_a_script_imports_the_file_with_the_hash() -> None:
    (module,) = {url for url in static_urls("/explore") if url.startswith("static/explore-") and url.endswith(".js")}
    (imported,) = re.findall(r"from '\./(explorer-[0-9a-f]{12}\.js)'", BROWSER.get(module).text)
    assert BROWSER.get(f"/static/{imported}").headers["cache-control"] == YEAR


@pytest.mark.parametrize("name", ["noughts.js", "noughts.css", "explore.js", "explorer.js", "explorer.css", "icon.svg"])
def test_a_plain_name_and_an_old_hash_return_the_current_file_uncached(name: str) -> None:
    stem, ending = name.split(".")
    for address in (f"/static/{name}", f"/static/{stem}-0123456789ab.{ending}"):
        response = BROWSER.get(address)
        assert (response.status_code, response.headers["cache-control"]) == (200, "no-cache")
        assert len(response.content) > 100


@pytest.mark.parametrize("name", ["none.js", "none-0123456789ab.js", "board.html", "..%2fplay.py"])
def test_other_names_are_not_found(name: str) -> None:
    response = BROWSER.get(f"/static/{name}")
    assert response.status_code == 404
    assert response.headers["content-type"].startswith("text/plain")


@pytest.mark.parametrize("path", STYLE_SHEETS, ids=[path.name for path in STYLE_SHEETS])
def test_a_style_sheet_is_well_formed(path: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert text.count("{") == text.count("}")
    assert not re.search(r"[^{};\s]\s*@", text)  # a browser drops a rule with an at-rule in its selector


def test_idiomorph_is_the_released_file_with_its_licence() -> None:
    """The file is dist/idiomorph.min.js of version 0.8.0, from npm."""
    content = BROWSER.get("/static/idiomorph.js").content
    assert sha256(content).hexdigest() == "4cbd535caf7663a51eda9bce6595371c384fc430d54b8d414e29a61167f19f96"
    assert BROWSER.get("/static/idiomorph-licence.txt").text.startswith("Zero-Clause BSD")
