"""The pages in a browser, without a server: the same pages, with the browser's own games."""

import re
from urllib.parse import urlencode

import pytest

from tests.web.browser.hosts import Browser, MemoryRows

FORM = {"content-type": "application/x-www-form-urlencoded"}


def posted(browser: Browser, path: str, **fields: str) -> tuple[str, str]:
    """Send a form. Return the page, and the path where it was found."""
    reply, place = browser.request("POST", path, content=urlencode(fields).encode(), headers=FORM)
    return reply.body.decode(), place


def test_a_game_is_played_kept_and_continued() -> None:
    browser = Browser("/sub/folder")
    page, place = posted(browser, "/play/move", cell="4", ply="0", version="0")
    assert place.startswith("/play/")
    assert len(browser.rows.rows) == 1
    page = browser.request("GET", place)[0].body.decode()
    assert "Your move" in page
    assert len(re.findall(r"aria-label=\"\w\d, O", page)) == 1, "the computer has replied"
    later = Browser("/sub/folder", browser.rows)  # the browser was restarted
    assert "Your move" in later.request("GET", place)[0].body.decode()
    assert place.removeprefix("/") in later.request("GET", "/games")[0].body.decode()


@pytest.mark.parametrize("path", ["/", "/play", "/play/", "/analyse", "/explore", "/games", "/learn", "/games.sgf"])
def test_every_tab_answers(path: str) -> None:
    assert Browser("/sub").request("GET", path)[0].status == 200


def test_of_two_tabs_that_change_a_game_at_once_one_is_told_to_look_again() -> None:
    rows = MemoryRows()
    one, two = Browser(rows=rows), Browser(rows=rows)
    _, place = posted(one, "/play/move", mode="here", cell="4", ply="0")
    two.request("GET", place)
    posted(one, f"{place}/move", cell="0", ply="1")
    reply, _ = two.request("POST", f"{place}/move", content=b"cell=1&ply=1", headers=FORM)
    assert reply.status == 409
    assert one.announced[-1] == (place.removeprefix("/play/"), 2)


def test_a_full_storage_is_reported_in_a_sentence() -> None:
    browser = Browser()
    browser.rows.fault = OSError("QuotaExceededError: the disk is full")
    reply, _ = browser.request("POST", "/play/move", content=b"cell=4&ply=0", headers=FORM)
    assert reply.status == 503
    assert "could not be saved: QuotaExceededError: the disk is full" in reply.body.decode()


def test_an_engine_that_dies_is_reported_in_a_sentence() -> None:
    browser = Browser()
    browser.worker.dies = True
    reply, _ = browser.request("GET", "/analyse?game=4,4,4")
    assert "engine died" in reply.body.decode()


def test_a_link_to_a_position_contains_the_folder() -> None:
    page = Browser("/sub/folder").request("GET", "/analyse?moves=b2")[0].body.decode()
    assert "https://example.org/sub/folder/analyse?moves=b2" in page
