"""The Learn pages show every lesson completely, and all links in the lessons work."""

import html
import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.apps.web.exploring import Client, InstantEngines, Read

pytest.importorskip("markdown_it", reason="needs the extra [web]")

from noughts.apps.web.model.errors import Busy
from noughts.apps.web.pages.lessons import SENTENCES, lessons

DOCS = Path(__file__).parents[4] / "docs"
BROWSER = Client()
NAMES = sorted(file.stem for file in (DOCS / "tutorial").glob("[0-9]*.md"))


def test_all_lessons_are_listed_in_order_each_with_a_sentence() -> None:
    assert [*lessons()] == NAMES == [*SENTENCES]
    read = Read(BROWSER.get("/learn").text)
    links = [link["href"] for link in read.all("a") if link["href"].startswith("/learn/")]
    assert links == [f"/learn/{name}" for name in NAMES]
    assert all(sentence in read.text for sentence in SENTENCES.values())


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_is_shown_completely(name: str) -> None:
    answer = BROWSER.get(f"/learn/{name}")
    assert answer.status_code == 200
    source = (DOCS / "tutorial" / f"{name}.md").read_text(encoding="utf-8")
    read = Read(answer.text)
    assert ":::" not in answer.text
    assert "\x00" not in answer.text
    assert "&lt;details" not in answer.text
    assert "&lt;summary" not in answer.text
    assert "style=" not in answer.text, "the policy forbids it"
    assert len(read.all("h1")) == 1
    assert len(read.all("h2")) == len(re.findall(r"^## ", source, re.M))
    assert len(read.all("img")) == source.count("![") + source.count(":::{story}")
    assert len(read.all("details")) >= source.count("<details>") == answer.text.count("<summary>Answers</summary>")
    blocks = re.findall(r"^(?:   )?```\w+\n(.*?)^(?:   )?```$", source, re.M | re.S)
    code = len(blocks) + source.count(":::{literalinclude}")
    assert len(read.all("pre")) == code
    for block in blocks:
        for line in block.splitlines():
            assert line.strip() in read.text
        assert block.rstrip("\n") in html.unescape(re.sub("<[^>]*>", "", answer.text)), "code to copy unchanged"
    assert len(read.all("div", **{"class": "story"})) == source.count(":::{story}")


@pytest.mark.parametrize("name", NAMES)
def test_all_links_of_a_lesson_work(name: str) -> None:
    read = Read(BROWSER.get(f"/learn/{name}").text)
    article = [link["href"] for link in read.all("a") if not link["href"].startswith("#")]
    sources = [image["src"] for image in read.all("img")]
    assert all(image["alt"] for image in read.all("img"))
    stories = [place["data-source"] for place in read.all("div") if "data-source" in place]
    for link in {*article, *sources, *stories} - {"/", "/play", "/analyse", "/games", "/api/docs"}:
        assert link.startswith("/")
        assert BROWSER.get(link).status_code == 200, link


@pytest.mark.parametrize("name", [name for name in NAMES if ":::{story}" in (DOCS / f"tutorial/{name}.md").read_text()])
def test_a_story_has_a_document_and_words(name: str) -> None:
    read = Read(BROWSER.get(f"/learn/{name}").text)
    (place,) = [place for place in read.all("div") if "data-source" in place]
    told = BROWSER.get(place["data-source"]).json()
    assert told["format"] == "noughts-trace"
    assert all(event["text"] in read.text for event in told["events"])


def test_included_code_is_the_source_code() -> None:
    text = Read(BROWSER.get("/learn/04-minimax").text).text
    assert "def max_value" in text
    assert "def min_value" in text
    assert "def left_behind" not in Read(BROWSER.get("/learn/07-alpha-beta").text).text


def test_lessons_link_to_their_neighbours() -> None:
    for before, after in pairwise(NAMES):
        assert Read(BROWSER.get(f"/learn/{before}").text).all("a", rel="next")[0]["href"] == f"/learn/{after}"
        assert Read(BROWSER.get(f"/learn/{after}").text).all("a", rel="prev")[0]["href"] == f"/learn/{before}"


@pytest.mark.parametrize(
    "path",
    [
        *["/learn/nothing", "/learn/index", "/learn/../app.py", "/learn/%2e%2e%2fapp", "/learn/04-minimax.md"],
        *["/learn/pictures/nothing.svg", "/learn/pictures/..%2fmake_pictures.py", "/learn/pictures/..%2f..%2fconf.py"],
    ],
)
def test_unknown_lessons_are_not_found(path: str) -> None:
    answer = BROWSER.get(path)
    assert answer.status_code == 404
    assert "There is no such" in answer.text


def test_a_lesson_can_be_read_while_the_engines_are_busy() -> None:
    engines = InstantEngines()
    engines.fault = Busy("too many others wait")
    answer = Client(engines).get("/learn/04-minimax")
    assert answer.status_code == 200
    assert "This part is not available because the server is busy. Reload the page in a moment." in answer.text
