"""Trees from the API and on the Explore page: engines compute them, and the server does not parse them."""

import json
import re
from typing import Any

import pytest

from noughts.explain.scores import UNITS
from noughts.explain.story import atlas_format, trace_format
from noughts.explain.story.atlas import atlas as map_atlas
from noughts.explain.story.build_story import tell
from noughts.explain.story.settings import FORMS_OF
from noughts.explain.story.story import NUMBERINGS
from noughts.render.explorer import page
from noughts.render.tree.svg import tree_svg
from noughts.rules.notation import position
from noughts.web.model.errors import Busy
from tests.web.exploring import Client, InstantEngines, Read

BROWSER = Client()
START = "o_x/x2_/x2o x"
LARGE = {"position": "xo_/___/___ x", "algorithm": "alphabeta"}  # 633 states, half a megabyte


def trace(**asked: str) -> Any:
    return BROWSER.get("/api/v1/trace", params=asked)


def atlas(**asked: str) -> Any:
    return BROWSER.get("/api/v1/atlas", params=asked)


@pytest.mark.parametrize(("algorithm", "form"), [(name, form) for name in FORMS_OF for form in FORMS_OF[name]])
def test_a_trace_matches_the_library(algorithm: Any, form: str) -> None:
    answer = trace(position=START, algorithm=algorithm, form=form)
    assert answer.status_code == 200
    assert answer.json() == trace_format.to_data(tell(position(START), algorithm=algorithm, form=form))


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("numbering", NUMBERINGS)
def test_settings_have_the_same_names_as_in_the_trace(unit: Any, numbering: Any) -> None:
    asked = {"order": "random", "seed": "7", "unit": unit, "numbering": numbering}
    found = trace(position=START, **asked).json()
    assert {name: str(found[name]) for name in asked} == asked
    story = tell(position(START), order="random", seed=7, unit=unit, numbering=numbering)
    assert found == trace_format.to_data(story)


def test_a_depth_limits_the_search() -> None:
    found = trace(algorithm="alphabeta", depth="2").json()
    assert found == trace_format.to_data(tell(position("_________"), algorithm="alphabeta", depth=2))


@pytest.mark.parametrize(
    ("asked", "status", "words"),
    [
        ({}, 400, "too large to explain every step"),
        ({"game": "15,15,5"}, 400, "too large to explain every step: open it move by move, set a depth,"),
        ({"position": START, "states": "9"}, 400, "too large to explain every step"),
        ({"position": START, "states": "0"}, 422, "invalid states"),
        ({"position": START, "states": "5001"}, 422, "invalid states"),
        ({"position": START, "form": "j", "algorithm": "negamax"}, 400, "has no pseudocode 'j'"),
        ({"position": START, "depth": "0"}, 422, "invalid depth"),
        ({"position": START, "algorithm": "magic"}, 422, "invalid algorithm"),
        ({"position": "4_/4_/4_/4_", "game": "4,4,4", "unit": "depth"}, 400, "at most 9 more plies"),
        ({"position": "ooo/x2_/x2_ x"}, 400, "the game is over"),
        ({"position": "hello"}, 400, "expected x, o or _"),
        ({"game": "30,30,5"}, 400, "at most 400 cells"),
    ],
)
def test_invalid_trace_requests_get_a_sentence(asked: dict[str, str], status: int, words: str) -> None:
    answer = trace(**asked)
    assert answer.status_code == status
    assert words.lower() in answer.json()["error"].lower()
    assert answer.json()["error"].endswith(".")


def test_a_limit_equal_to_the_number_of_states_suffices() -> None:
    assert trace(position=START, states="10").status_code == 200


@pytest.mark.parametrize(
    "asked", [{}, {"plies": "2"}, {"states": "100"}, {"order": "centre", "plies": "2"}, {"unit": "one", "plies": "2"}]
)
def test_an_atlas_matches_the_library(asked: dict[str, Any]) -> None:
    limits: dict[str, Any] = {name: int(asked[name]) for name in ("plies", "states") if name in asked}
    assert atlas(**asked).json() == atlas_format.to_data(map_atlas(position("_________"), **(asked | limits)))


def test_an_atlas_has_as_many_plies_as_the_limit_allows() -> None:
    assert atlas().json()["states"]["count"] == 5478
    assert atlas(unit="depth", plies="1").json()["states"]["count"] == 10
    assert len(atlas(game="20,20,5").content) < 1_000_000
    assert not atlas(game="20,20,5").json()["complete"]


@pytest.mark.parametrize(
    ("asked", "status", "words"),
    [
        ({"states": "20001"}, 422, "Invalid states"),
        ({"unit": "depth", "game": "4,4,4"}, 400, "at most 9 more plies"),
        ({"order": "best"}, 422, "Invalid order"),
        ({"game": "zz"}, 400, "expected columns, rows"),
    ],
)
def test_invalid_atlas_requests_get_a_sentence(asked: dict[str, str], status: int, words: str) -> None:
    answer = atlas(**asked)
    assert answer.status_code == status
    assert words in answer.json()["error"]


def test_the_description_has_the_schemas_of_the_library_and_examples() -> None:
    described = BROWSER.get("/openapi.json").json()
    for name, form in (("Trace", trace_format), ("Atlas", atlas_format)):
        kept = {key: value for key, value in form.schema().items() if key != "$schema"}
        assert described["components"]["schemas"][name] == kept
        told = described["paths"][f"/api/v1/{name.lower()}"]["get"]["responses"]["200"]["content"]["application/json"]
        assert told["schema"] == {"$ref": f"#/components/schemas/{name}"}
        assert told["example"].keys() >= set(kept["required"])
    assert trace_format.from_data(BROWSER.get("/api/v1/trace", params={"position": START}).json())


@pytest.mark.parametrize("path", ["/api/v1/trace", "/api/v1/atlas", "/explore/page", "/explore/picture"])
def test_engines_compute_the_trees(path: str) -> None:
    engines = InstantEngines()
    browser = Client(engines)
    assert browser.get(path, params={"position": START}).status_code == 200
    assert len(engines.asked) == 1
    engines.fault = Busy("too many others wait for an engine: try again in a moment")
    assert browser.get(path, params={"position": START, "order": "centre"}).status_code == 503


def test_the_server_does_not_parse_long_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    loads = json.loads

    def counted(text: str | bytes, **how: Any) -> Any:
        read.append(len(text))
        return loads(text, **how)

    monkeypatch.setattr(json, "loads", counted)
    answer = BROWSER.get("/explore", params=LARGE)
    document = BROWSER.get(Read(answer.text).all("div", id="explored")[0]["data-source"])
    assert len(document.content) > 500_000
    assert max(read) < 50_000, "the server parses only the words"
    assert len(answer.content) < 100_000, "the page loads the tree later"


def test_the_page_and_its_document_are_one_task() -> None:
    engines = InstantEngines()
    browser = Client(engines)
    answer = browser.get("/explore", params=LARGE)
    browser.get(Read(answer.text).all("div", id="explored")[0]["data-source"])
    assert len(engines.asked) == 1


@pytest.mark.parametrize("asked", [{}, {"algorithm": "alphabeta", "order": "centre"}, {"algorithm": "moves"}])
def test_the_tree_can_be_saved_as_a_standalone_page(asked: dict[str, Any]) -> None:
    answer = BROWSER.get("/explore", params=asked)
    link = next(link["href"] for link in Read(answer.text).all("a") if link["href"].startswith("explore/page"))
    found = BROWSER.get(link)
    assert found.headers["content-disposition"] == 'attachment; filename="explorer.html"'
    start = position(START)
    told = map_atlas(start) if asked.get("algorithm") == "moves" else tell(start, **asked)
    assert found.text == page(told)


def test_a_picture_can_be_saved() -> None:
    answer = BROWSER.get("/explore", params={"algorithm": "alphabeta"})
    link = next(link["href"] for link in Read(answer.text).all("a") if link["href"].startswith("explore/picture"))
    found = BROWSER.get(link)
    assert found.headers["content-type"] == "image/svg+xml"
    assert found.text == tree_svg(tell(position(START), algorithm="alphabeta"))


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (LARGE, "No SVG: a picture shows at most 400 states, and this tree has 1,082."),
        ({"position": "_________"}, "This search is too long to save. Explore a later position to save it."),
    ],
)
def test_the_page_says_why_there_is_no_picture(asked: dict[str, str], words: str) -> None:
    read = Read(BROWSER.get("/explore", params=asked).text)
    assert words in read.text
    assert read.text.count("move by move.") <= 1, "only once"
    assert not [link for link in read.all("a") if "explore/picture" in link["href"]]
    for link in read.all("a"):
        if "download" in link:
            assert BROWSER.get(link["href"]).status_code == 200, link


def test_a_picture_of_a_large_tree_is_refused_with_a_sentence() -> None:
    answer = BROWSER.get("/explore/picture", params=LARGE)
    assert answer.status_code == 400
    assert "at most 400 states" in answer.text


def test_a_tree_that_is_opened_move_by_move_can_be_saved() -> None:
    read = Read(BROWSER.get("/explore", params={"game": "15,15,5", "algorithm": "negamax"}).text)
    for link in read.all("a"):
        if "download" in link:
            assert BROWSER.get(link["href"]).status_code == 200, link


@pytest.mark.parametrize(
    "asked",
    [
        {"position": "hello", "algorithm": "alphabeta", "order": "centre"},
        {"position": START, "algorithm": "alphabeta", "order": "centre", "seed": "many"},
        {"position": START, "algorithm": "alphabeta", "order": "centre", "scores": "ten thousand"},
    ],
)
def test_valid_fields_of_an_invalid_url_stay_selected(asked: dict[str, str]) -> None:
    answer = BROWSER.get("/explore", params=asked)
    assert answer.status_code == 400
    assert re.search(r'<option value="alphabeta" selected>', answer.text)
    assert re.search(r'<option value="centre" selected>', answer.text)


def test_without_javascript_the_page_shows_a_picture_of_the_tree() -> None:
    (image,) = Read(BROWSER.get("/explore").text).all("img")
    assert image["alt"]
    assert BROWSER.get(image["src"]).headers["content-type"] == "image/svg+xml"
