"""The Explore page explains the search in the URL, and reports errors in sentences."""

import json
import time
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.explain.scores import UNITS
from noughts.explain.story import trace_format
from noughts.explain.story.atlas import atlas
from noughts.explain.story.build_story import tell
from noughts.explain.story.settings import FORMS_OF, StorySettings
from noughts.explain.story.story import NUMBERINGS, ORDERS
from noughts.rules.errors import NoughtsError
from noughts.rules.notation import position
from noughts.web.model.errors import Busy
from noughts.web.model.exploration import FIRST, Exploration
from tests.web.exploring import Client, InstantEngines, Read

BROWSER = Client()
GOMOKU = "15,15,5"


def document(answer: Any) -> Any:
    """Return the document that a page contains or links to."""
    read = Read(answer.text)
    (place,) = read.all("div", id="explored")
    return BROWSER.get(place["data-source"]).json() if "data-source" in place else json.loads(read.script)


@pytest.mark.parametrize(("algorithm", "form"), [(name, form) for name in FORMS_OF for form in FORMS_OF[name]])
def test_every_algorithm_is_explained_as_in_the_library(algorithm: Any, form: str) -> None:
    answer = BROWSER.get("/explore", params={"algorithm": algorithm, "form": form})
    assert answer.status_code == 200
    story = tell(position(FIRST), algorithm=algorithm, form=form)
    assert document(answer) == json.loads(trace_format.to_json(story))
    for event in story.events:
        assert event.text in Read(answer.text).text  # also without JavaScript


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("numbering", NUMBERINGS)
def test_order_scores_and_numbering_are_the_requested_ones(order: Any, unit: Any, numbering: Any) -> None:
    asked = {"order": order, "scores": unit, "number": numbering, "seed": "7" if order == "random" else ""}
    seed = 7 if order == "random" else 0
    story = tell(position(FIRST), order=order, seed=seed, unit=unit, numbering=numbering)
    assert document(BROWSER.get("/explore", params=asked)) == json.loads(trace_format.to_json(story))


def test_the_depth_limits_the_search() -> None:
    asked = {"position": "_________ x", "algorithm": "alphabeta", "depth": "2"}
    story = tell(position("_________ x"), algorithm="alphabeta", depth=2)
    assert document(BROWSER.get("/explore", params=asked)) == json.loads(trace_format.to_json(story))


@pytest.mark.parametrize(
    ("algorithm", "searched"),
    [("minimax", 549_946), ("negamax", 549_946), ("alphabeta", 18_297), ("transposition", 4_769)],
)
def test_the_chosen_algorithm_explains_the_empty_board(algorithm: str, searched: int) -> None:
    answer = BROWSER.get("/explore", params={"position": "_________", "algorithm": algorithm})
    told, read = document(answer), Read(answer.text)
    assert told["algorithm"] == algorithm
    assert told["windowed"] == (algorithm in ("alphabeta", "transposition"))
    assert not read.all("p", id="note")
    assert f"Searched {searched:,} of" in read.text  # also without JavaScript
    assert "Search state 1: X is to move" in read.text


def test_any_steps_of_a_long_search_can_be_loaded() -> None:
    asked = {"position": "_________", "algorithm": "alphabeta"}
    part = BROWSER.get("/explore/steps", params={**asked, "first": "67681"}).json()
    (last,) = [event for event in part["events"] if event["step"] == 67_681]
    assert (last["kind"], last["searched"], last["minimax"]) == ("choose", 18_297, 549_946)


SOON = {("4,4,4", "minimax"), ("connect four", "alphabeta"), (GOMOKU, "minimax"), ("20,20,5", "alphabeta")}


@pytest.mark.parametrize(
    ("game", "algorithm"),
    [
        pytest.param(game, algorithm, marks=[] if (game, algorithm) in SOON else pytest.mark.slow)
        for game in ("connect four", "4x4x4", GOMOKU, "20,20,5", "4,4,4", "1,400,3")
        for algorithm in ("minimax", "alphabeta", "negamax", "transposition")
    ],
)
def test_on_a_large_board_the_chosen_algorithm_looks_a_few_moves_ahead(game: str, algorithm: str) -> None:
    begin = time.process_time()
    answer = BROWSER.get("/explore", params={"game": game, "algorithm": algorithm})
    taken = time.process_time() - begin
    told, read = document(answer), Read(answer.text)
    assert told["algorithm"] == algorithm
    assert "if depth == 0: return evaluate(state)" in "".join(told["pseudocode"]["lines"])
    assert "This board is too large" in read.text
    assert len(answer.content) < 1_000_000
    assert taken < 10, "an engine has ten seconds"


@pytest.mark.parametrize("algorithm", ["minimax", "negamax", "alphabeta", "transposition"])
def test_every_algorithm_can_be_limited_to_a_depth(algorithm: str) -> None:
    answer = BROWSER.get("/explore", params={"game": "4,4,4", "algorithm": algorithm, "depth": "2"})
    told = document(answer)
    assert (told["algorithm"], told["depth"], len(told["nodes"])) == (algorithm, 2, 1 + 16 + 16 * 15)
    assert Read(answer.text).all("input", name="depth", value="2")


@pytest.mark.parametrize("form", FORMS_OF["minimax"])
def test_every_pseudocode_of_minimax_can_be_limited_to_a_depth(form: str) -> None:
    asked = {"position": "_________ x", "form": form, "depth": "2"}
    story = tell(position("_________ x"), form=form, depth=2)
    assert document(BROWSER.get("/explore", params=asked)) == json.loads(trace_format.to_json(story))


def test_a_depth_that_is_too_large_is_reduced_with_a_sentence() -> None:
    answer = BROWSER.get("/explore", params={"game": "4,4,4", "algorithm": "negamax", "depth": "12"})
    assert "Looking 12 moves ahead takes too many steps to show, so it looks only 3 moves ahead here." in answer.text
    assert document(answer)["depth"] == 3


@pytest.mark.parametrize(("game", "depth"), [(GOMOKU, 1), ("20,20,5", 1), ("7,7,5", 2), ("connect four", 3)])
def test_the_default_depth_suits_the_board(game: str, depth: int) -> None:
    answer = BROWSER.get("/explore", params={"game": game, "algorithm": "alphabeta"})
    told = document(answer)
    assert max(node["depth"] for node in told["nodes"]) == depth


def test_branches_continue_an_atlas() -> None:
    answer = BROWSER.get("/explore", params={"position": "_________", "algorithm": "moves"})
    told, states = document(answer), document(answer)["states"]
    address = Read(answer.text).all("div", id="explored")[0]["data-branch"]
    borders = [place for place, end in enumerate(states["ends"]) if end == "+"]
    assert borders
    whole = atlas(position("_________"))
    scores = {(s.position.x, s.position.o): whole.shown(s) for s in whole.states}
    for place in borders[:: len(borders) // 8]:
        board, turn = states["boards"][place * 9 : place * 9 + 9], states["turns"][place]
        branch = BROWSER.get(f"{address}&{urlencode({'board': board, 'turn': turn})}").json()
        assert branch["max"] == told["max"]
        below = branch["states"]
        assert below["boards"][:9] == board
        assert below["scores"][0] == states["scores"][place], "the scores agree at the border"
        for index in range(below["count"]):
            here = position(f"{below['boards'][index * 9 : index * 9 + 9]} {below['turns'][index]}")
            assert below["scores"][index] == scores[here.x, here.o]


def test_branches_can_be_opened_further() -> None:
    asked = {"game": GOMOKU, "algorithm": "moves", "board": "x" + "_" * 224, "turn": "o"}
    branch = BROWSER.get("/explore/branch", params=asked).json()
    assert len(branch["states"]["next"][0]) == 224


def test_pressing_a_cell_leads_to_the_next_position() -> None:
    answer = BROWSER.get("/explore", params={"cell": "1", "order": "centre"}, follow=False)
    assert answer.status_code == 303
    assert dict(parse_qsl(urlsplit(answer.headers["location"]).query)) == {
        "position": "o2x/x2_/x2o o",
        "order": "centre",
    }


def test_a_form_redirects_to_the_shortest_url() -> None:
    form = {"of": "3,3,3", "game": "tictactoe", "position": FIRST, "algorithm": "alphabeta", "form": "j", "depth": "3"}
    answer = BROWSER.get("/explore", params=form, follow=False)
    assert answer.headers["location"] == "/explore?algorithm=alphabeta&depth=3"


def test_the_position_field_can_also_be_called_start() -> None:
    called = [Read(BROWSER.get("/explore", params={name: "xo_/_x_/__o o"}).text) for name in ("start", "position")]
    assert called[0].text == called[1].text
    pressed = BROWSER.get("/explore", params={"start": "xo_/_x_/__o x", "cell": "2"}, follow=False)
    assert dict(parse_qsl(urlsplit(pressed.headers["location"]).query)) == {"position": "xox/_x_/2_o o"}


@pytest.mark.parametrize("chosen", ["custom", "tictactoe"])  # without JavaScript, typing a game does not choose it
def test_another_game_in_the_form_begins_with_its_empty_board(chosen: str) -> None:
    form = {"of": "3,3,3", "game": chosen, "custom": "4,4,3", "position": FIRST}
    assert "4_/4_/4_/4_ x" in BROWSER.get("/explore", params=form).text


@pytest.mark.parametrize("text", [FIRST, "oxx_oo__x x", "_________", "xo_/_xo/ox_ x"])
@pytest.mark.parametrize("way", [*FORMS_OF, "mcts", "moves", "race"])
def test_a_url_is_parsed_to_the_exploration_that_it_was_made_from(text: str, way: Any) -> None:
    algorithm: Any = way if way in FORMS_OF else "minimax"
    settings = StorySettings(algorithm, order="random", seed=5, unit="one", numbering="level")
    found = Exploration(position(text), settings, "steps" if way in FORMS_OF else way)
    assert Exploration.read(found.fields) == found


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"game": "zz"}, "expected columns, rows"),
        ({"game": "30,30,5"}, "at most 400 cells"),
        ({"position": "hello"}, "expected x, o or _"),
        ({"start": "hello"}, "expected x, o or _"),
        ({"start": FIRST, "position": "9_ x"}, "two names of one field"),
        ({"algorithm": "magic"}, "expected minimax, negamax"),
        ({"form": "j", "algorithm": "negamax"}, "has no pseudocode"),
        ({"depth": "-1"}, "from 1 to 1,000"),
        ({"algorithm": "mcts", "playouts": "many"}, "from 1 to 1,000"),
        ({"algorithm": "mcts", "playouts": "0"}, "from 1 to 1,000"),
        ({"order": "best"}, "expected scan, centre or random"),
        ({"seed": "many", "order": "random"}, "from 0 to"),
        ({"scores": "ten thousand"}, "unit of scores 'ten thousand'"),
        ({"scores": "depth", "game": "4,4,4"}, "at most 9 more plies"),
        ({"number": "hat"}, "numbering of states 'hat'"),
        ({"cell": "0"}, "a1 is taken"),
        ({"cell": "b2"}, "Invalid cell 'b2'"),
    ],
)
def test_invalid_settings_get_a_sentence(asked: dict[str, str], words: str) -> None:
    answer = BROWSER.get("/explore", params=asked)
    assert 400 <= answer.status_code < 500
    assert words in Read(answer.text).text
    assert not Read(answer.text).script


def test_a_finished_game_says_so() -> None:
    answer = BROWSER.get("/explore", params={"position": "ooo/x2_/x2_ x"})
    assert answer.status_code == 200
    assert "nothing left to explore" in answer.text


NAMES = [
    *["game", "custom", "position", "start", "of", "cell", "algorithm", "form", "order", "seed", "scores", "number"],
    "depth",
]
VALUES = st.one_of(
    st.text(max_size=30),
    st.sampled_from(["", "tictactoe", "custom", "4,4,3", "x" * 3000, FIRST, "_________ o", "-1", "0", "3", "1e9", "٣"]),
    st.sampled_from([*FORMS_OF, *ORDERS, *UNITS, *NUMBERINGS, "moves", "j", "lists"]),
)


@given(
    fields=st.dictionaries(st.sampled_from([*NAMES, "board", "turn"]), VALUES, max_size=6),
    path=st.sampled_from(["/explore", "/explore/document", "/explore/branch"]),
)
def test_every_url_gets_a_response(fields: dict[str, str], path: str) -> None:
    answer = BROWSER.get(path, params=fields, follow=False)
    assert answer.status_code in (200, 303, 400, 404, 409)
    if answer.status_code >= 400 and path != "/explore":
        assert answer.json()["error"].endswith((".", "…"))


@given(st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=6))
def test_fields_are_parsed_to_the_exploration_that_they_were_made_from(fields: dict[str, str]) -> None:
    try:
        found = Exploration.read(fields)
    except NoughtsError:
        return
    assert Exploration.read(found.fields) == found


def test_scripts_in_fields_are_escaped() -> None:
    evil = "</script><script>alert(1)</script>"
    for name in NAMES:
        assert "<script>alert" not in BROWSER.get("/explore", params={name: evil}).text


def test_a_branch_must_fit_the_game() -> None:
    with pytest.raises(NoughtsError):
        Exploration(position(FIRST), StorySettings()).branch_at({"board": "xo", "turn": "x"})


def test_the_page_reports_busy_engines() -> None:
    engines = InstantEngines()
    engines.fault = Busy("too many others wait for an engine: try again in a moment")
    browser = Client(engines)
    answer = browser.get("/explore")
    assert answer.status_code == 503
    assert "Too many others wait" in answer.text
    assert len(engines.asked) == 1, "the page sends no second task"
    assert browser.get("/explore/document").status_code == 503


@pytest.mark.parametrize("name", ["explorer.js", "explorer.css", "explore.js"])
def test_the_files_of_the_explorer_are_served(name: str) -> None:
    assert len(BROWSER.get(f"/static/{name}").text) > 1_000


@pytest.mark.parametrize("name", ["explore.py", "../explore.py", "%2e%2e/app.py", "nothing.js"])
def test_other_files_are_not_served(name: str) -> None:
    assert BROWSER.get(f"/static/{name}").status_code == 404
