"""A race lists the states that minimax and alpha-beta search, in order, with the score of each."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Position, game, minimax, position, trace
from noughts.explain.story.build_story import search_state
from noughts.explain.story.race import race, to_data
from noughts.explain.story.settings import StorySettings
from noughts.rules.errors import NoughtsError
from noughts.search.alphabeta import alphabeta
from noughts.search.result import SearchLimit
from noughts.search.tree import Node

START = position("xo_/___/___ x")


@pytest.mark.parametrize(
    ("order", "searched"), [("scan", (549_946, 18_297)), ("centre", (549_946, 7_275))], ids=["scan", "centre"]
)
def test_the_race_on_the_empty_board_counts_all_states(order: Any, searched: tuple[int, int]) -> None:
    found = race(Position(), StorySettings(order=order))
    assert (found.minimax, found.alphabeta) == searched
    assert len(found.states) == found.minimax
    assert sum(letter.isupper() for letter in found.states) == found.alphabeta
    assert found.summary.startswith(f"Alpha-beta searches {searched[1]:,} of the 549,946 states")


@given(
    st.sampled_from(["o_x/x2_/x2o x", "xo_/_x_/__o x", "x_o/___/__x o"]),
    st.sampled_from(["one", "noughts"]),
    st.sampled_from([None, 1, 2, 3]),
    st.integers(0, 5),
)
def test_each_letter_is_a_state_of_both_searches(text: str, unit: Any, depth: int | None, seed: int) -> None:
    settings = StorySettings(order="random", seed=seed, unit=unit, depth=depth)
    state = search_state(position(text), settings)
    found = race(position(text), settings)
    whole = trace(minimax, state, nodes=20_000).walk()
    visited, scores = [(node.state, node.depth) for node in whole], [node.score or 0 for node in whole]
    assert [letter.lower() for letter in found.states] == ["w" if s > 0 else "l" if s < 0 else "d" for s in scores]
    pruned: Node = trace(alphabeta, state, nodes=20_000)
    both = [at for at, letter in zip(visited, found.states, strict=True) if letter.isupper()]
    assert both == [(node.state, node.depth) for node in pruned.walk()]
    assert found.summary.endswith(f"Both choose {position(text).name(minimax(state).move)}.")
    assert minimax(state).move == alphabeta(state).move


def test_a_race_of_a_large_tree_is_refused_but_can_stop_at_a_depth() -> None:
    large = Position(game("4,4,4"))
    with pytest.raises(SearchLimit, match="more than"):
        race(large, StorySettings())
    with pytest.raises(SearchLimit, match="more than 100 states"):
        race(START, StorySettings(), states=100)
    data = to_data(race(large, StorySettings(depth=2)))
    assert (data["searched"]["minimax"], len(data["states"])) == (257, 257)
    assert data["legend"][0] == "X stands better"
    with pytest.raises(NoughtsError, match="the game is over"):
        race(position("xxx/oo_/___ o"), StorySettings())
