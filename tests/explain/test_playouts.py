"""The story of Monte Carlo tree search matches the search itself, playout by playout."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Position, game, mcts, position
from noughts.explain.story.playouts import PlayoutNode, playouts, to_data
from noughts.rules.errors import NoughtsError
from noughts.search.mcts import simulations_of

POSITIONS = st.sampled_from([Position(), position("o_x/x2_/x2o x"), position("xo_/_x_/__o o"), Position(game("4,4,3"))])


@given(POSITIONS, st.integers(20, 200), st.integers(0, 9))
def test_the_story_counts_what_the_search_counts(start: Position, count: int, seed: int) -> None:
    story, result = playouts(start, count=count, seed=seed), mcts(start, simulations=count, random=Random(seed))
    root, *_ = story.nodes
    assert root.visits == count
    assert {move: child.score for move, child in root.children.items()} == dict(result.scores)
    assert story.nodes[story.chosen - 1].move == start.name(result.move)
    for node in story.nodes:
        below = sum(child.visits for child in node.children.values())
        ended = sum(1 for last, _ in story.results if last == node.id)
        assert node.visits == below + ended
        assert node.position.is_over or set(node.children) <= set(node.position.moves)


@given(POSITIONS, st.integers(1, 60), st.integers(0, 9))
def test_each_playout_selects_expands_plays_and_backs_up(start: Position, count: int, seed: int) -> None:
    story = playouts(start, count=count, seed=seed)
    kinds = Counter(step.kind for step in story.steps)
    assert kinds["select"] == kinds["play"] == kinds["back"] == count
    assert kinds["expand"] == len(story.nodes) - 1
    assert [step.playouts for step in story.steps if step.kind == "back"] == list(range(1, count + 1))
    assert story.steps[-1].kind == "choose"
    results = [simulation.result for simulation in simulations_of(start, count, Random(seed))]
    assert [result for _, result in story.results] == results


def test_the_document_has_a_line_of_code_for_each_step() -> None:
    data = to_data(playouts(position("o_x/x2_/x2o x"), count=30, seed=1))
    lines = {step["line"] for step in data["steps"]}
    assert lines == {5, 6, 7, 8, 9}
    assert "Choose b2" in data["steps"][-1]["text"]
    assert [node["id"] for node in data["nodes"]] == list(range(1, len(data["nodes"]) + 1))


@pytest.mark.parametrize(
    ("text", "count", "words"), [("9_", 0, "playouts"), ("9_", 1001, "at most"), ("xxx/oo_/3_ o", 9, "over")]
)
def test_an_impossible_story_is_refused(text: str, count: int, words: str) -> None:
    with pytest.raises(NoughtsError, match=words):
        playouts(position(text), count=count)


def test_the_path_of_a_state_in_a_very_long_game() -> None:
    node = PlayoutNode(1, None, "", Position(), 0, {})
    for number in range(2, 5_001):
        node = PlayoutNode(number, node, "", Position(), number - 1, {})
    assert [above.id for above in node.path] == list(range(1, 5_001))
