"""The explorer's page and fragment are self-contained, load nothing, and escape all names."""

import base64
import hashlib
import json
import re
from html import unescape
from html.parser import HTMLParser
from importlib import resources
from typing import Any

import pytest

from noughts import Game, Player, Position, game, position
from noughts.explain.story.atlas import atlas
from noughts.explain.story.atlas_format import to_data
from noughts.explain.story.build_story import tell
from noughts.explain.story.trace_format import to_data as story_data
from noughts.render.explorer import fragment, in_words, page

COURSE = position("o_x/x2_/x2o x")
STORIES = [tell(COURSE), tell(COURSE, algorithm="alphabeta")]
VOID = {"meta", "link", "br", "img", "input"}
ASSETS = resources.files("noughts.render").joinpath("assets")
JS = {file.name: file.read_text(encoding="utf-8") for file in ASSETS.iterdir() if file.name.endswith(".js")}
CSS = ASSETS.joinpath("explorer.css").read_text(encoding="utf-8")


class Reader(HTMLParser):
    """Parse a page, check that elements are closed in order, and keep attributes and texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[tuple[str, int]] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[int, str] = {}
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append((tag, len(self.elements) - 1))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            place = self.open[-1][1]
            self.texts[place] = self.texts.get(place, "") + data

    def all(self, tag: str) -> list[tuple[dict[str, str | None], str]]:
        return [
            (attributes, self.texts.get(place, ""))
            for place, (name, attributes) in enumerate(self.elements)
            if name == tag
        ]


def strange() -> Position:
    """Return a position of a game whose name would break a page that does not escape it."""
    three = game("tictactoe")
    name = "</script><script>alert(1)</script><!-- \" ' & \u2028"
    strange = Game(name, three.board, three.lines)
    return Position(strange, COURSE.x, COURSE.o, Player.X)


def test_the_page_is_well_formed_and_holds_the_documents() -> None:
    read = Reader(page([*STORIES, atlas(COURSE)]))
    data = {a["id"]: json.loads(text) for a, text in read.all("script") if a.get("type") == "application/json"}
    assert data["documents"] == json.loads(json.dumps([*map(story_data, STORIES), to_data(atlas(COURSE))]))
    names = ["Minimax, step by step", "Alpha-beta, step by step", "Every move and its score"]
    assert data["options"] == {"hash": True, "keys": "page", "names": names}
    assert read.all("html")[0][0] == {"lang": "en"}
    assert read.all("title")[0][1] == "Minimax, step by step: X to move in o_x/x2_/x2o"
    assert read.all("h1")[0][1] == "Minimax, step by step"
    assert read.all("p")[0][1] == "X to move in o_x/x2_/x2o"
    assert len(read.all("noscript")) == 1


def test_the_policy_allows_only_the_page_s_own_script_and_style() -> None:
    read = Reader(page(STORIES))
    policies = [a["content"] for a, _ in read.all("meta") if a.get("http-equiv") == "Content-Security-Policy"]
    assert len(policies) == 1
    rules = dict(rule.strip().split(" ", 1) for rule in str(policies[0]).split(";"))
    assert rules["default-src"] == "'none'"

    def hashed(text: str) -> str:
        return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

    module = [text for a, text in read.all("script") if a.get("type") == "module"]
    assert rules["script-src"] == hashed(module[0])
    assert rules["style-src"] == hashed(read.all("style")[0][1])
    assert len(module) == len(read.all("style")) == 1
    assert "unsafe" not in str(policies[0])


@pytest.mark.parametrize("text", [page(STORIES), page(atlas(COURSE)), unescape(fragment(STORIES))])
def test_nothing_is_loaded_from_elsewhere(text: str) -> None:
    addresses = set(re.findall(r"[a-z]+://[^\s'\"<>)]*", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}  # a name, not an address
    assert not re.search(r"\b(src|href|action)=(?!\"data:,\")", text)
    assert not re.search(r"url\((?!#)", text.replace("url(#${id}-hatch)", ""))
    assert "@import" not in text


@pytest.mark.parametrize("name", sorted(JS))
def test_a_script_loads_nothing_and_writes_no_markup(name: str) -> None:
    text = JS[name]
    for word in (
        "fetch(",
        "XMLHttpRequest",
        "import(",
        "eval(",
        "innerHTML",
        "outerHTML",
        "document.write",
        "Function(",
    ):
        assert word not in text
    assert not [part for part in ("</", "<!--", "\r") if part in text + CSS]


def test_a_page_has_all_scripts_in_one() -> None:
    (script,) = [text for attributes, text in Reader(page(STORIES)).all("script") if attributes.get("type") == "module"]
    assert not re.search(r"^import ", script, re.MULTILINE)
    top = re.compile(r"^(?:export )?(?:const|let|class|(?:async )?function) (\w+)", re.MULTILINE)
    names = top.findall(script)
    assert set(names) >= {name for text in JS.values() for name in top.findall(text)}
    assert len(names) == len(set(names)), "modules that become one script must not share a name"


def test_the_style_affects_nothing_outside_the_explorer() -> None:
    plain = re.sub(r"/\*.*?\*/", "", CSS, flags=re.DOTALL)
    selectors = [selector.strip() for selector in re.findall(r"([^{}]+)\{", plain)]
    for selector in selectors:
        if selector.startswith("@"):
            continue
        depth, part, parts = 0, "", []
        for character in selector + ",":
            depth += (character == "(") - (character == ")")
            if character == "," and not depth:
                parts.append(part.strip())
                part = ""
            else:
                part += character
        assert all(part.startswith(".noughts-explorer") for part in parts), selector


def test_names_cannot_inject_markup() -> None:
    story = tell(strange())
    title = '<b>Ada\'s "report"</b></title><script>alert(2)</script>'
    for text in (page(story, title=title), fragment(story, title=title)):
        assert "<script>alert" not in text
        assert "<b>" not in text
        Reader(text)
    read = Reader(page(story, title=title))
    assert read.all("h1")[0][1] == title
    data: list[dict[str, Any]] = json.loads(next(t for a, t in read.all("script") if a.get("id") == "documents"))
    assert data[0]["game"]["name"] == strange().game.name
    assert page(atlas(strange())).count("<script") == 3


def test_a_fragment_is_a_frame_with_a_text_version() -> None:
    text = fragment(STORIES, height=500)
    read = Reader(text)
    frame = read.all("iframe")[0][0]
    assert frame["title"] == "Minimax, step by step: X to move in o_x/x2_/x2o"
    assert "height:500px" in str(frame["style"])
    inner = Reader(str(frame["srcdoc"]))
    assert len(inner.all("script")) == 3
    outside = text[text.index("</iframe>") :]
    for event in STORIES[0].events:
        assert event.text.replace("'", "&#x27;") in outside
    assert "id=" not in outside  # nothing that could clash


def test_the_text_version_shortens_a_long_story_and_lists_the_moves_of_an_atlas() -> None:
    long = tell(position("x__/_o_/__x o"), algorithm="alphabeta")
    assert in_words(long).count("<li>") <= 201
    assert "more steps" in in_words(long)
    words = in_words(atlas(COURSE))
    assert "<li>b1: −10; the best answer is b2.</li><li>b2: +10.</li>" in words


def test_a_page_without_documents_raises_an_error() -> None:
    with pytest.raises(ValueError, match="nothing to explore"):
        page([])
    with pytest.raises(ValueError, match="nothing to explore"):
        fragment([])


def test_titles_describe_the_content_of_the_page() -> None:
    def title(text: str) -> str:
        return Reader(text).all("title")[0][1]

    assert title(page(STORIES[1])) == "Alpha-beta, step by step: X to move in o_x/x2_/x2o"
    start = atlas(Position(game("3x3x3")), plies=1)
    assert title(page(start)) == "Every move and its score: X to move on the empty board of 3x3x3"
    assert title(page(STORIES, title="Homework 3")) == "Homework 3"
