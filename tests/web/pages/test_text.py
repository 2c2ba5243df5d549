"""Malicious names, games and records appear only as plain text in every output, or not at all."""

import html
import json
import re
from html.parser import HTMLParser

import pytest

from noughts.render.names import FIRST_ISOLATE, POP_ISOLATE, isolated
from noughts.rules.files.sgf import read_sgf
from noughts.web.pages.templating import names_as_html
from tests.web.web_server import WebServer

NASTY = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "' onmouseover='alert(1)",
    "</title></textarea><script>alert(1)</script>",
    "{{1111*1111}}{% for x in y %}",
    "javascript:alert(1)",
    "&lt;script&gt;&#60;",
    "]);PB[x](;AB[aa]\\",
    "=cmd|' /C calc'!A0",
    "\x1b[2J\x1b]0;owned\x07",
    "Ada\r\nSet-Cookie: a=b",
    "\u202eadA\u200b\u2066x\u2069",
    "A\u0301" * 300,
    "nul\x00nul",
    "\ufeff\u2028\u2029",
    "x" * 190,
]
_MARKUP = {"script", "img", "iframe", "object", "embed", "style", "base"}
_SOURCES = {
    "script": r"static/[a-z]+-[0-9a-f]{12}\.js",
    "img": r"seat/[A-Za-z0-9_-]{22}/qr\.svg|analyse/[a-z]+\.svg(\?[!-~]*)?",
}
"""The only elements of this kind in our pages, with the URLs that they may load."""


class Page(HTMLParser):
    """Parses the tags and attributes of a page as a browser does."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def check(text: str) -> None:
    """Check that a page contains only its own markup."""
    page = Page(text)
    for tag, attributes in page.tags:
        assert not [name for name in attributes if name.startswith("on")], (tag, attributes)
        targets = [attributes.get(name) or "" for name in ("href", "src", "action", "formaction", "data", "srcdoc")]
        assert not [target for target in targets if target.strip().lower().startswith(("javascript:", "data:text"))]
        if tag == "base":
            assert attributes == {"href": "/"}
        elif tag in _MARKUP:
            assert tag in _SOURCES, tag
            assert re.fullmatch(_SOURCES[tag], attributes.get("src") or ""), attributes
    assert not set(text) & {"\x1b", "\x00", "\x07"}
    assert "1234321" not in text, "no template expression is evaluated"


@pytest.mark.parametrize("name", NASTY)
def test_names_are_escaped_everywhere(shared_server: WebServer, name: str) -> None:
    with shared_server.browser("10.7.0.1") as ada, shared_server.browser("10.7.0.1") as grace:
        body = json.dumps({"mode": "link", "name": name[:100]})
        made = ada.http.post("/api/v1/games", content=body, headers={"content-type": "application/json"}).json()
        shown = made["players"]["x"]["name"]
        assert shown.isprintable()
        assert 0 < len(shown) <= 40
        seat = f"/seat/{made['links']['o']}"
        pages = [grace.get(seat).text]
        grace.send(seat, name=name)
        here = f"/play/{made['id']}"
        ada.send(f"{here}/move", ply=0, cell=4)
        grace.send(f"{here}/takeback", version=2)
        part = {"x-part": "1"}
        pages += [ada.get(here).text, grace.get(here).text, ada.http.get(here, headers=part).text]
        pages += [ada.get("/games").text, ada.http.get("/games", params={"q": name}).text]
        for text in pages:
            check(text)
        for_ada, for_all = ("You", "X") if shown == "Host" else (shown, shown)  # nothing is left of some names
        assert for_ada in html.unescape(pages[1])
        record = read_sgf(ada.get(f"{here}.sgf").text).main_line
        assert record.names[0] == for_all
        assert ada.get("/games.sgf").text == ada.get(f"{here}.sgf").text


@pytest.mark.parametrize(
    ("path", "field"),
    [
        *[("/play", "game"), ("/play", "start"), ("/play", "x")],
        *[("/games", "q"), ("/games", "before"), ("/analyse", "position")],
    ],
)
def test_urls_are_escaped(shared_server: WebServer, path: str, field: str) -> None:
    with shared_server.browser("10.7.0.2") as browser:
        for text in NASTY:
            answer = browser.http.get(path, params={field: text})
            assert answer.status_code < 500
            check(answer.text)


@pytest.mark.parametrize("text", NASTY)
def test_imports_are_escaped(shared_server: WebServer, text: str) -> None:
    record = f"(;GM[1]FF[4]SZ[3]PB[{text}]PW[Grace]GN[{text}]C[{text}];B[aa]C[{text}];W[bb])"
    with shared_server.browser("10.7.0.3") as browser:
        for given in (text, record, f"b2 {text}"):
            answer = browser.send("/games/import", text=given)
            assert answer.status_code in (303, 400), answer.text
            check(answer.text)
            if answer.status_code == 303:
                shown = browser.get(answer.headers["location"]).text
                check(shown)
                assert not set(shown) & set("\u202e\u2066\u2069\u200b\u2028"), "no control characters remain"
                assert "x" * 41 not in re.sub('href="[^"]*"', "", shown), "names are cut; addresses contain comments"
                shown = browser.get(f"{answer.headers['location']}/analyse", follow_redirects=True).text
                check(shown)
        check(browser.get("/games").text)


@pytest.mark.parametrize(
    "body",
    [
        b'{"name": "\\ud800"}',
        b'{"name": "\\u0000"}',
        b'{"game": "\\udfff"}',
        b'{"name": "\xff\xfe"}',
        b'{"begins": null}',
        b'{"name": ' + b'"' + b"x" * 60_000 + b'"}',
        b"\xff\xfe{\x00}\x00",
        b"NaN",
        b'{"x": NaN}',
        b"[" * 30_000,
        b'{"a":' * 10_000,
        b'{"x": ' + b"9" * 50_000 + b"}",
        b'{"game": "3,3,3", "game": "9999,9999,5"}',
        b"",
        b"null",
        b"[]",
    ],
)
def test_invalid_json_gets_a_sentence(shared_server: WebServer, body: bytes) -> None:
    with shared_server.client("10.7.0.4", headers={"content-type": "application/json"}) as client:
        for path in ("/api/v1/games", "/api/v1/games/AAAAAAAAAAAAAAAAAAAAAA/moves"):
            answer = client.post(path, content=body)
            assert answer.status_code in (201, 400, 422) if path.endswith("games") else answer.status_code in (400, 422)
            assert answer.status_code == 201 or 0 < len(answer.json()["error"]) < 400
        sent = client.get("/api/v1/games/AAAAAAAAAAAAAAAAAAAAAA", headers={b"authorization": b"Bearer \xff"})
        assert sent.status_code == 404


def test_logs_are_escaped(shared_server: WebServer) -> None:
    with shared_server.client("10.7.0.5") as client:
        client.get("/play/%1b%5b2J%0d%0aforged: line", headers={"user-agent": "\x1b[2J"})
    assert not set(shared_server.written) & {"\x1b", "\r", "\x07"}
    assert "Traceback" not in shared_server.written


# A right-to-left name is isolated and does not change the direction of the text around it.

SARA, OMAR = "שרה 1", "عمر 2"
_VOID = {"input", "link", "meta", "img", "br"}


class Names(HTMLParser):
    """Finds the names in a page, with the elements and the text that contain them."""

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


def check_names(text: str, at_least: int = 1) -> None:
    """Check that every name in a page has its own element, or is isolated in the title, which has no elements."""
    names = Names(text)
    assert len(names.found) >= at_least
    for element, words in names.found:
        if element == "title" or FIRST_ISOLATE in words:
            assert any(isolated(name) in words for name in (SARA, OMAR)), words
        else:
            assert (element, words) in [("bdi", SARA), ("bdi", OMAR)]
    assert all(direction == "auto" for direction in names.fields)


@pytest.mark.parametrize("cells", [(0, 1), (0, 3, 1, 4, 2)])
def test_names_are_isolated_in_a_game_and_in_the_list(shared_server: WebServer, cells: tuple[int, ...]) -> None:
    with shared_server.browser("10.9.0.1") as ada:
        path = ada.send("/play/start", mode="here", name=SARA, friend=OMAR).headers["location"]
        for ply, cell in enumerate(cells):
            assert ada.send(f"{path}/move", ply=ply, cell=cell).status_code == 303
        check_names(ada.get(path).text, 3)
        check_names(ada.get("/games").text, 2)


def test_names_are_isolated_on_a_seats_page(shared_server: WebServer) -> None:
    with shared_server.browser("10.9.0.2") as ada, shared_server.browser("10.9.0.2") as eve:
        path = ada.send("/play/invite", name=SARA, side="x").headers["location"]
        links = [part.split('"')[0] for part in ada.get(path).text.split('value="http')[1:]]
        seats = ["/seat/" + link.rpartition("/")[2] for link in links]
        for seat in seats:
            check_names(eve.get(seat).text)
    with shared_server.browser("10.9.0.2") as omar, shared_server.browser("10.9.0.2") as eve:
        for seat in seats:  # only one of them is open
            omar.send(seat, name=OMAR)
        check_names("".join(eve.get(seat).text for seat in seats), 4)


def test_names_are_isolated_in_a_review(shared_server: WebServer) -> None:
    names = {"x_name": SARA, "o_name": OMAR, "moves": "a1,b1,a2,b2,a3"}
    with shared_server.browser("10.9.0.3") as ada:
        picture = ada.get("/analyse/history.svg", params=names).text
        assert f"{isolated(SARA)} against {isolated(OMAR)}" in picture
        check_names(ada.get("/analyse", params=names).text, 2)


def test_sentences_are_escaped() -> None:
    assert names_as_html(f"<b> {isolated(SARA)} & you") == f"&lt;b&gt; <bdi>{SARA}</bdi> &amp; you"
    assert POP_ISOLATE not in names_as_html(isolated(OMAR))
