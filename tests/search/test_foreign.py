"""Every search works on any game with the four members of `State`, and finds the known results."""

from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest

from noughts import IgnoreDistance, Ordered, SearchResult, State, mcts, minimax, trace
from tests.search.foreign import Nim, Subtraction
from tests.search.searches import TEXTBOOK, deepest

SEARCHES = {**TEXTBOOK, "deepening": deepest}
HEAPS = [heaps for heaps in product(range(4), repeat=3) if any(heaps) and sum(heaps) < 7]


@pytest.mark.parametrize("name", SEARCHES)
def test_subtraction(name: str) -> None:
    for stones in range(1, 14):
        state: State = Subtraction(stones)
        result = SEARCHES[name](state)
        assert result.score == (-1 if stones % 4 == 0 else 1)
        if stones % 4:
            assert result.best == (stones % 4,)


@pytest.mark.parametrize("name", SEARCHES)
def test_nim(name: str) -> None:
    for heaps in HEAPS:
        state = Nim(heaps)
        result: SearchResult = SEARCHES[name](state)
        assert result.score == (-1 if state.is_lost else 1)
        good = [move for move in state.moves if state.play(move).is_lost]
        if good:
            assert result.move == good[0]
            assert set(result.best) <= set(good)


def test_a_tree_of_nim() -> None:
    root = trace(minimax, Nim((1, 2)))
    assert len(root) == minimax(Nim((1, 2))).visited
    assert [child.move for child in root.children] == [(0, 1), (1, 1), (1, 2)]
    assert [child.score for child in root.children] == [-1, 1, -1]


def test_states_made_of_foreign_states() -> None:
    def last_first(state: Any) -> Any:
        return reversed(state.moves)

    state = Ordered(IgnoreDistance(Nim((1, 2))), last_first)
    assert state.moves == ((1, 2), (1, 1), (0, 1))
    assert minimax(state).scores == {(1, 2): -1, (1, 1): 1, (0, 1): -1}
    assert state.heaps == (1, 2)
    assert state.play((1, 2)) == Ordered(IgnoreDistance(Nim((1, 0))), last_first)


@pytest.mark.parametrize("stones", [5, 6, 7])
def test_monte_carlo(stones: int) -> None:
    search = partial(mcts, simulations=600, random=Random(1))
    assert search(Subtraction(stones)).move == stones % 4
