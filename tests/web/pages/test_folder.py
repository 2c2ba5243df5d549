"""Pages work in any folder of a host: their URLs are relative to their base, and links to them are recognised."""

import asyncio
import re

import httpx
import pytest

from noughts.web.model.study import read
from noughts.web.pages.analyse.links import linked_study
from noughts.web.pages.analyse.study_view import study_url
from tests.web.exploring import InstantEngines, Read, application

PATHS = (
    *("/learn", "/learn/1-how-not-to-lose", "/learn/04-minimax", "/explore", "/analyse?moves=b2,a1&review=1"),
    *("/analyse?game=4,4,4", "/analyse/mistakes?moves=b2,b1,a1,c3,a3,a2,c1", "/api/docs", "/api/docs/try", "/nowhere"),
    "/puzzles/set?n=3",
)
_URLS = ("href", "src", "srcset", "action", "formaction", "data-source", "data-branch", "data-steps", "data-module")


def get(path: str, folder: str) -> httpx.Response:
    """Request a page from an application in a folder of a host."""

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(application(InstantEngines()), root_path=folder)
        async with httpx.AsyncClient(transport=transport, base_url="https://example.org") as client:
            return await client.get(f"{folder}{path}")

    return asyncio.run(ask())


@pytest.mark.parametrize("path", PATHS)
def test_all_urls_of_a_page_are_relative_to_its_base(path: str) -> None:
    page = Read(get(path, "/some/folder").text)
    elements = [(tag, attributes) for tag, attributes in page.elements if tag != "base"]
    assert [attributes for tag, attributes in page.elements if tag == "base"] == [{"href": "/some/folder/"}]
    urls = [attributes[name] for _, attributes in elements for name in _URLS if name in attributes]
    assert urls
    assert not [url for url in urls if re.match(r"/|[a-z]+:", url)]
    assert (
        page.text == Read(get(path, "").text.replace("https://example.org/", "https://example.org/some/folder/")).text
    )


def test_urls_that_leave_the_page_are_whole() -> None:
    page = get("/analyse?moves=b2", "/some/folder").text
    assert 'content="https://example.org/some/folder/static/preview-' in page
    assert 'value="https://example.org/some/folder/analyse?moves=b2"' in page


@pytest.mark.parametrize("place", ["", "https://example.org", "https://example.org/some/folder", "http://a.org/play"])
def test_a_link_to_a_page_in_a_folder_is_recognised(place: str) -> None:
    study = linked_study(f"{place}/analyse?moves=b2,a1&at=1")
    assert study
    assert study_url(study) == study_url(read({"moves": "b2,a1", "at": "1"}))


@pytest.mark.parametrize("link", ["https://example.org/play/abc/analyse", "https://example.org/analysed", "analyse"])
def test_other_links_lead_to_no_study(link: str) -> None:
    assert linked_study(link) is None
