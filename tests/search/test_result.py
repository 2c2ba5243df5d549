"""Search results: scores, best moves and bounds."""

import copy
import pickle

import pytest

import noughts
from noughts import NoughtsError, SearchResult, minimax, position


def test_the_score_and_the_moves_derive_from_the_scores() -> None:
    result = SearchResult({"c": 1, "a": 3, "b": 3, "d": -2}, 7)
    assert (result.score, result.move, result.best) == (3, "a", ("a", "b"))
    assert result.exact
    assert list(result.scores) == ["c", "a", "b", "d"]


def test_a_move_with_only_a_bound_is_not_a_best_move() -> None:
    result = SearchResult({"a": 3, "b": 3}, 7, bounds=frozenset({"a"}))
    assert (result.score, result.move, result.best) == (3, "b", ("b",))


def test_a_result_is_a_value() -> None:
    scores = {0: 1.5, 4: -1.0}
    result = SearchResult(scores, 12, exact=False, bounds=frozenset({4}))
    scores[0] = 99
    assert result.scores[0] == 1.5
    with pytest.raises(TypeError):
        result.scores[0] = 2  # type: ignore[index]
    with pytest.raises(AttributeError):
        result.visited = 2  # type: ignore[misc]
    same = eval(repr(result), vars(noughts).copy())
    assert same == result
    assert hash(same) == hash(result)
    for same in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        assert same == result
        assert dict(same.scores) == dict(result.scores)
    assert result != SearchResult(result.scores, 12, exact=True, bounds=frozenset({4}))
    searched = minimax(position("o_x/x2_/x2o x"))
    assert pickle.loads(pickle.dumps(searched)) == copy.deepcopy(searched) == searched


def test_a_result_needs_at_least_one_move() -> None:
    with pytest.raises(NoughtsError, match="the game is over: there are no moves to score"):
        SearchResult({}, 1)
