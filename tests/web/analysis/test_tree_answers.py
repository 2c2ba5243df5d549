"""Search trees: engines send the library's trees, and the server reads their answers."""

import json
from typing import Any

import pytest

from noughts import Position, position, tell
from noughts.explain.story import atlas_format, trace_format
from noughts.explain.story.atlas import atlas
from noughts.explain.story.story import ALGORITHMS
from noughts.render.explorer import page
from noughts.render.tree.svg import tree_svg
from noughts.web.analysis.lines import answer_line
from noughts.web.analysis.tasks import Tasks
from noughts.web.analysis.tree_answers import file_chunks, parse_tree
from noughts.web.model.exploration import Exploration

START = "o_x/x2_/x2o x"
POSITIONS = [
    ("tictactoe", "3_/3_/3_ x"),
    ("tictactoe", START),
    ("misere", "xo_/_x_/3_ o"),
    ("4,4,3 gravity", "4_/4_/x3_/oxo_ o"),
    ("tictactoe", "3x/2o_/3_ o"),
]


def answer_to(do: str, name: str = "tictactoe", text: str = START, **fields: Any) -> bytes:
    task = {"do": do, "game": name, "position": text, **fields}
    answer = answer_line(Tasks(), json.dumps(task).encode())
    assert b"fault" not in answer[:10], answer
    return answer


def ask(do: str, name: str = "tictactoe", text: str = START, **fields: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(answer_to(do, name, text, **fields))
    return answer


def as_json(data: Any) -> Any:
    return json.loads(json.dumps(data))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("order", ["scan", "centre", "random"])
@pytest.mark.parametrize("depth", [None, 2])
def test_a_trace_matches_the_library(algorithm: Any, order: Any, depth: int | None) -> None:
    start = position("o_x/x2_/x2o x")
    settings: dict[str, Any] = {"order": order, "seed": 3, "unit": "depth", "numbering": "visit", "depth": depth}
    story = tell(start, algorithm=algorithm, **settings)
    fields = {"algorithm": algorithm, "order": order, "seed": 3, "unit": "depth", "numbering": "visit"}
    answer = ask("trace", text="o_x/x2_/x2o x", depth=depth, **fields)
    assert answer == as_json(trace_format.to_data(story))
    usual = ask("trace", text="o_x/x2_/x2o x")
    assert usual == as_json(trace_format.to_data(tell(start)))


@pytest.mark.parametrize(
    ("text", "depth", "advice"),
    [
        ("x2_/3_/3_ o", None, "set a depth"),
        ("3_/3_/3_ x", 9, "use a smaller depth"),
    ],
)
def test_a_tree_that_is_too_large_is_refused_with_advice(text: str, depth: int | None, advice: str) -> None:
    error = ask("trace", text=text, algorithm="alphabeta" if depth else "minimax", depth=depth)["error"]
    assert error.startswith("the tree is too large to explain every step: open it move by move, ")
    assert advice in error


@pytest.mark.parametrize(("name", "text"), POSITIONS)
def test_an_atlas_matches_the_library(name: str, text: str) -> None:
    start = position(text, name)
    answer = ask("atlas", name, text, plies=2, order="scan", unit="one")
    assert answer == as_json(atlas_format.to_data(atlas(start, unit="one", order="scan", plies=2)))


def test_a_branch_shows_the_scores_of_the_player_at_the_root() -> None:
    whole = ask("atlas", text="3_/3_/3_ x")
    top = ask("atlas", text="3_/3_/3_ x", plies=1)
    border = top["states"]["ends"].index("+")
    board, turn = top["states"]["boards"][9 * border : 9 * border + 9], top["states"]["turns"][border]
    branch = ask("atlas", text=f"{board} {turn}", plies=3, max="x")
    assert branch["max"] == "x"
    scores = {whole["states"]["boards"][9 * n : 9 * n + 9]: score for n, score in enumerate(whole["states"]["scores"])}
    for n, score in enumerate(branch["states"]["scores"]):
        assert score == scores[branch["states"]["boards"][9 * n : 9 * n + 9]]


@pytest.mark.parametrize("do", ["trace", "atlas"])
def test_the_words_are_parsed_and_the_document_is_cut_out(do: str) -> None:
    tree = parse_tree(answer_to(do, shape="words"))
    assert json.loads(tree.document) == ask(do)
    if do == "trace":
        story = tell(position(START))
        assert tree.words.sentences == [event.text for event in story.events]
        assert tree.words.summary.endswith(f"Searched {story.searched} of {len(story.nodes)} states.")
        assert (tree.words.left, tree.words.undrawn) == (0, "")
    else:
        assert "has none" in tree.words.undrawn


def test_files_are_decoded_in_chunks() -> None:
    story = tell(position(START))
    text = b"".join(file_chunks(answer_to("trace", shape="page"))).decode()
    assert text == page(story)
    assert b"".join(file_chunks(answer_to("trace", shape="picture"))).decode() == tree_svg(story)
    large = answer_to("trace", text="xo_/___/___ x", algorithm="alphabeta", shape="page")
    assert max(map(len, file_chunks(large))) < len(large) / 2


def test_a_large_tree_has_no_picture() -> None:
    assert "at most 400 states" in ask("trace", text="xo_/___/___ x", algorithm="alphabeta", shape="picture")["error"]


def long_answer(**fields: Any) -> Any:
    return ask("trace", text="3_/3_/3_ x", algorithm="alphabeta", long=True, **fields)


def test_a_tree_that_is_too_large_for_one_document_is_sent_in_parts() -> None:
    told = long_answer()
    assert (told["format"], told["first"], told["events"][-1]["step"]) == ("noughts-trace", 1, 120)
    assert (told["steps"], told["searched"], told["minimax"], told["alphabeta"]) == (67_681, 18_297, 549_946, 18_297)
    later = long_answer(shape="part", first=60_001)
    assert (later["first"], later["events"][-1]["step"]) == (60_001, 60_120)
    assert later.keys() == told.keys()
    assert {event["node"] for event in later["events"]} <= {node["id"] for node in later["nodes"]}


def test_a_long_search_in_words() -> None:
    words = long_answer(shape="words")["words"]
    assert words["summary"].endswith("Searched 18,297 of 549,946 states.")
    assert words["sentences"][0] == "Search state 1: X is to move and wants to maximise, with alpha −∞ and beta +∞."
    assert (len(words["sentences"]), words["left"]) == (120, 67_681 - 120)


@pytest.mark.parametrize("kind", ["page", "picture"])
def test_a_long_search_cannot_be_saved(kind: str) -> None:
    assert "too large to save" in long_answer(shape=kind)["error"]


@pytest.mark.parametrize(
    ("fields", "fits"),
    [
        ({"game": "7,6,4 gravity", "algorithm": "transposition", "depth": "7"}, False),
        pytest.param(
            {"game": "7,6,4 gravity", "algorithm": "transposition", "depth": "6"}, True, marks=pytest.mark.slow
        ),
        pytest.param({"game": "4,4,4", "algorithm": "transposition", "depth": "5"}, True, marks=pytest.mark.slow),
        ({"game": "4x4x4", "algorithm": "minimax", "depth": "3"}, False),
        ({"game": "19,19,5", "algorithm": "transposition", "depth": "2"}, False),
    ],
    ids=str,
)
def test_a_long_search_or_the_news_that_it_is_too_large_takes_a_bounded_number_of_moves(
    fields: dict[str, str], fits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    played, play = 0, Position.play

    def counted(position: Position, move: Any) -> Position:
        nonlocal played
        played += 1
        return play(position, move)

    monkeypatch.setattr(Position, "play", counted)
    task = Exploration.read(fields).task
    answer = json.loads(answer_line(Tasks(), json.dumps({**task, "shape": "words", "long": True}).encode()))
    assert ("words" in answer, "error" in answer) == (fits, not fits)
    assert played < 200_000, "about three seconds"
