"""A name that is written from right to left stands apart, wherever it is shown, and turns no word beside it."""

from html.parser import HTMLParser

import pytest

from noughts.apps.names import FIRST_ISOLATE, POP_ISOLATE, isolated
from noughts.apps.web.pages import said
from tests.apps.web.web_server import WebServer

SARA, OMAR = "שרה 1", "عمر 2"
_VOID = {"input", "link", "meta", "img", "br"}


class Names(HTMLParser):
    """Where in a page names stand: the elements that they are in, with the text around them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.path: list[str] = []
        self.found: list[tuple[str, str]] = []
        self.fields: list[str | None] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _VOID:
            self.path.append(tag)
        elif "autocomplete" in (fields := dict(attrs)) and fields.get("maxlength") == "40":
            self.fields.append(fields.get("dir"))

    def handle_endtag(self, tag: str) -> None:
        while tag in self.path and self.path.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if any(name in data for name in (SARA, OMAR)):
            self.found.append((self.path[-1], data.strip()))


def see(text: str, at_least: int = 1) -> None:
    """See that every name in a page is an element of its own; in its title, where there are none, it is isolated."""
    names = Names(text)
    assert len(names.found) >= at_least
    for element, words in names.found:
        if element == "title" or FIRST_ISOLATE in words:
            assert any(isolated(name) in words for name in (SARA, OMAR)), words
        else:
            assert (element, words) in [("bdi", SARA), ("bdi", OMAR)]
    assert all(direction == "auto" for direction in names.fields)


@pytest.mark.parametrize("cells", [(0, 1), (0, 3, 1, 4, 2)])
def test_names_stand_apart_in_a_game_and_in_the_list(shared_server: WebServer, cells: tuple[int, ...]) -> None:
    with shared_server.browser("10.9.0.1") as ada:
        path = ada.send("/play/start", x="person", o="person", x_name=SARA, o_name=OMAR).headers["location"]
        for ply, cell in enumerate(cells):
            assert ada.send(f"{path}/move", ply=ply, cell=cell).status_code == 303
        see(ada.get(path).text, 3)
        see(ada.get("/games").text, 2)


def test_names_stand_apart_on_the_way_to_a_seat(shared_server: WebServer) -> None:
    with shared_server.browser("10.9.0.2") as ada, shared_server.browser("10.9.0.2") as eve:
        path = ada.send("/play/invite", name=SARA, side="x").headers["location"]
        links = [part.split('"')[0] for part in ada.get(path).text.split('value="http')[1:]]
        seats = ["/seat/" + link.rpartition("/")[2] for link in links]
        for seat in seats:
            see(eve.get(seat).text)
        taken = next(seat for seat in seats if eve.send(seat, name=OMAR).status_code == 409)
        see(eve.send(taken, name="Eve").text, 3)


def test_names_stand_apart_in_a_review(shared_server: WebServer) -> None:
    names = {"x_name": SARA, "o_name": OMAR, "moves": "a1,b1,a2,b2,a3"}
    with shared_server.browser("10.9.0.3") as ada:
        picture = ada.get("/analyse/history.svg", params=names).text
        assert f"{isolated(SARA)} against {isolated(OMAR)}" in picture
        see(ada.get("/analyse", params=names).text, 2)


def test_what_is_said_is_mere_text() -> None:
    assert said(f"<b> {isolated(SARA)} & you") == f"&lt;b&gt; <bdi>{SARA}</bdi> &amp; you"
    assert POP_ISOLATE not in said(isolated(OMAR))
