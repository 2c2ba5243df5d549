"""Recorded search trees: the figure of the article, windows, cut-offs and general properties."""

from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from noughts import (
    IgnoreDistance,
    Node,
    NoughtsError,
    Ordered,
    Position,
    SearchLimit,
    SearchResult,
    Watch,
    alphabeta,
    canonical,
    centre_first,
    deepening,
    depth_limited,
    game,
    mcts,
    minimax,
    negamax,
    node,
    open_lines,
    position,
    trace,
    transposition,
)
from noughts.search.alphabeta import alphabeta_value
from tests.search.searches import OF_POSITIONS
from tests.strategies import games, placed, played

FIGURE = Ordered(position("o_x/x2_/x2o x"), centre_first)


def tens(score: float) -> int:
    """Return a score as the article writes it: +10, 0 or -10."""
    return 10 * ((score > 0) - (score < 0))


def level_by_level(root: Node) -> list[Node]:
    tier, nodes = [root], list[Node]()
    while tier:
        nodes += tier
        tier = [child for at in tier for child in at.children]
    return nodes


def test_the_figure_of_the_well_known_article() -> None:
    """Ten states, numbered level by level. States 3 and 4 have the value -10, and state 2 is chosen."""
    root = trace(minimax, FIGURE)
    states = level_by_level(root)
    assert len(states) == len(root) == 10
    names = FIGURE.game.board.names
    assert ["" if at.move is None else names[at.move] for at in states] == [
        *["", "b2", "b1", "c2"],  # 1; 2, 3, 4
        *["b2", "c2", "b2", "b1"],  # 5 to 8
        *["b2", "b2"],  # 9, 10
    ]
    assert [at.score is not None and tens(at.score) for at in states] == [10, 10, -10, -10, -10, 10, -10, 10, 10, 10]
    assert [at.search for at in states] == ["", *["min_value"] * 3, *["max_value"] * 4, *["min_value"] * 2]
    assert [at.depth for at in states] == [0, 1, 1, 1, 2, 2, 2, 2, 3, 3]
    assert all(at.window is None and not at.is_cut for at in states)
    assert minimax(FIGURE).move == states[1].move


def test_alpha_beta_searches_six_of_the_ten() -> None:
    whole, root = trace(minimax, FIGURE), trace(alphabeta, FIGURE)
    number = {at.state: n for n, at in enumerate(level_by_level(whole), 1)}
    assert [number[at.state] for at in root.walk()] == [1, 2, 3, 5, 4, 7]
    assert [number[at.state] for at in level_by_level(root)] == [1, 2, 3, 4, 5, 7]
    cut = [at for at in root.walk() if at.is_cut]
    assert [number[at.state] for at in cut] == [3, 4]
    names = FIGURE.game.board.names
    assert [[names[move] for move in at.skipped] for at in cut] == [["c2"], ["b1"]]
    # X already has +10 (a score of 3, because two cells are empty), so O's window at states 3 and 4 ends at -3.
    assert [at.window for at in level_by_level(root)[1:4]] == [(-inf, inf), (-inf, -3), (-inf, -3)]
    assert root.window is None
    assert root.score == 3


def combined(search: str, scores: list[float | None]) -> float:
    """Return the score that a node must have, given the scores of its children."""
    known = [score for score in scores if score is not None]
    if search == "min_value":
        return min(known)
    return max(known if search == "max_value" else [-score for score in known])


@pytest.mark.parametrize("name", OF_POSITIONS)
@given(st.data())
def test_every_node_of_a_tree_is_correct(name: str, data: st.DataObject) -> None:
    here = data.draw(games(most=6))
    at = data.draw(st.one_of(played(here), placed(here)))
    assume(not at.is_over)
    search = OF_POSITIONS[name]
    root, result = trace(search, at, nodes=100_000), search(at)
    walked = root.walk()
    assert len(root) == len(walked) == result.visited
    assert walked[0] is root
    assert (root.state, root.move, root.depth, root.score) == (at, None, 0, result.score)
    assert [child.move for child in root.children] == list(result.scores)
    for parent in walked:
        assert parent.score is not None
        moves = [child.move for child in parent.children]
        assert sorted([*moves, *parent.skipped]) == sorted(parent.state.moves)
        assert list(parent.skipped) == [move for move in parent.state.moves if move not in moves]
        assert parent.is_cut == (0 < len(moves) < len(parent.state.moves))
        for child in parent.children:
            assert child.state == parent.state.play(child.move)
            assert child.depth == parent.depth + 1
        if parent.state.is_over:
            assert not parent.children
            assert abs(parent.score) == abs(parent.state.score)
        elif parent is not root and parent.children and not name.startswith("transposition"):
            assert parent.score == combined(parent.search, [child.score for child in parent.children])
        if parent.window is None:
            assert parent is root or parent.search in ("max_value", "min_value", "negamax_value")
        else:
            alpha, beta = parent.window
            assert alpha < beta
            if parent.is_cut and not name.startswith("transposition"):  # where the table may narrow the window
                assert parent.score >= beta
    if name in ("minimax", "negamax"):
        assert not any(parent.skipped for parent in walked if not parent.state.is_over)


def test_walk_yields_nodes_in_the_order_of_visits() -> None:
    visited: list[Position] = []

    def noted(state: Position) -> float:
        visited.append(state)
        return open_lines(state)

    root = trace(partial(depth_limited, depth=2, evaluate=noted), position("o_x/x2_/x2o x"))
    assert [at.state for at in root.walk() if at.depth == 2 and not at.state.is_over] == visited


def test_moves_beyond_the_horizon_are_marked_as_skipped() -> None:
    root = trace(partial(depth_limited, depth=1), Position(game("tictactoe")))
    assert len(root) == 10
    assert all(len(child.skipped) == 8 and not child.is_cut for child in root.children)
    assert [child.window for child in root.children] == [(-inf, inf)] + [(-inf, 0)] * 8


def test_moves_of_a_position_found_in_the_table_are_marked_as_skipped() -> None:
    at = position("xo_/ox_/3_ x")
    root = trace(transposition, at)
    seen: set[Any] = set()
    again = [n for n in root.walk() if n.state in seen or seen.add(n.state)]  # type: ignore[func-returns-value]
    assert again
    assert not any(n.children for n in again if n.skipped and not n.is_cut)


def test_other_states_can_be_traced() -> None:
    at = IgnoreDistance(FIGURE)
    root = trace(alphabeta, at)
    assert root.state == at
    assert {n.score for n in root.walk()} == {-1, 1}
    assert len(trace(partial(transposition, key=canonical), FIGURE)) <= 6


# Limits.


def test_a_tree_that_is_too_large_is_not_recorded() -> None:
    with pytest.raises(SearchLimit) as error:
        trace(minimax, Position(game("tictactoe")))
    assert str(error.value) == "the tree has more than 10,000 nodes: trace a later position, or allow more nodes"
    with pytest.raises(SearchLimit, match="more than 9 nodes"):
        trace(minimax, FIGURE, nodes=9)
    assert len(trace(minimax, FIGURE, nodes=10)) == 10


def test_the_limits_of_the_search_apply_to_its_trace() -> None:
    with pytest.raises(SearchLimit, match="the search reached its limit of 5 nodes"):
        trace(partial(minimax, nodes=5), FIGURE)
    assert len(trace(partial(minimax, nodes=10), FIGURE)) == 10
    sentence = "the game is too long for Python to search to its end: limit the depth, or use a smaller board"
    with pytest.raises(SearchLimit, match=sentence):
        trace(minimax, Position(game("30,30,30")), nodes=100_000)


def test_a_trace_that_hits_a_limit_leaves_no_state_behind() -> None:
    for nodes in (0, 1, 9):
        with pytest.raises(SearchLimit):
            trace(minimax, FIGURE, nodes=nodes)
        with pytest.raises(SearchLimit):
            alphabeta(FIGURE, nodes=min(nodes, 5))
    assert minimax(FIGURE).visited == 10
    assert alphabeta_value(FIGURE, -inf, inf) == 3
    assert len(trace(minimax, FIGURE)) == 10


def test_a_finished_game_has_no_tree() -> None:
    with pytest.raises(NoughtsError, match="the game is over: there are no moves to score"):
        trace(minimax, position("3x/2o_/3_ o"))


def test_a_search_that_records_no_nodes_is_rejected() -> None:
    with pytest.raises(NoughtsError, match="the search recorded no nodes: mark its functions with @node"):
        trace(lambda state: SearchResult({0: 0}, 1), FIGURE)


@dataclass(eq=False)
class Forgetful:
    """A state that is equal only to itself."""

    left: int

    @property
    def moves(self) -> tuple[int, ...]:
        return tuple(range(1, min(self.left, 2) + 1))

    @property
    def is_over(self) -> bool:
        return self.left == 0

    @property
    def score(self) -> float:
        return -1

    def play(self, move: int) -> "Forgetful":
        return Forgetful(self.left - move)


def test_states_without_equality_raise_an_error() -> None:
    assert minimax(Forgetful(5)).scores == {1: -1, 2: 1}
    with pytest.raises(NoughtsError, match=r"leads to: check that states of the same position compare equal \(==\)$"):
        trace(minimax, Forgetful(5))


# Custom searches.


@node
def first_value(state: Any) -> float:
    """Follow the first move to the end."""
    score: float = state.score if state.is_over else -first_value(state.play(state.moves[0]))
    return score


def first(state: Any) -> SearchResult:
    with Watch(state) as watch:
        scores = {move: -first_value(state.play(move)) for move in state.moves}
    return SearchResult(scores, watch.visited, exact=False)


def test_a_custom_search_is_counted_and_traced() -> None:
    result, root = first(FIGURE), trace(first, FIGURE)
    assert result.visited == len(root) == 6
    assert {at.search for at in root.walk()[1:]} == {"first_value"}
    assert first_value.__name__ == "first_value"
    assert first_value.__doc__ == "Follow the first move to the end."
    assert first_value(FIGURE) == 3  # also outside of any search


def test_a_child_that_is_searched_twice_is_recorded_twice() -> None:
    """NegaScout searches a child again when the null-window search fails."""

    def twice(state: Any) -> SearchResult:
        with Watch(state) as watch:
            scores = {}
            for move in state.moves:
                alphabeta_value(state.play(move), -1, 0)
                scores[move] = -alphabeta_value(state.play(move), -inf, inf)
        return SearchResult(scores, watch.visited)

    root = trace(twice, FIGURE)
    assert [child.move for child in root.children] == [move for move in FIGURE.moves for _ in range(2)]
    assert [child.window for child in root.children] == [(-1, 0), (-inf, inf)] * 3
    assert root.skipped == ()
    assert len(root) == twice(FIGURE).visited


def test_a_search_inside_a_search_is_counted_separately() -> None:
    """An evaluation may search; its nodes are not counted or traced as part of the outer search."""
    inner: list[int] = []

    def by_searching(state: Any) -> float:
        result = alphabeta(state)
        inner.append(result.visited)
        return tens(result.score) / 11

    outer = partial(depth_limited, depth=1, evaluate=by_searching)
    start = Position(game("3,3,3 gravity"))
    counted, root = outer(start), trace(outer, start)
    assert counted.visited == len(root) == 4
    assert inner == [alphabeta(start.play(move)).visited for move in start.moves] * 2
    assert [child.move for child in root.children] == list(start.moves)
    assert not any(child.children for child in root.children)


def test_after_several_searches_the_last_tree_is_kept() -> None:
    def deepest(state: Any) -> SearchResult:
        *_, (_, result) = deepening(state)
        return result

    root = trace(deepest, FIGURE)
    assert max(at.depth for at in root.walk()) == 2
    assert [at.move for at in root.children] == [FIGURE.state.game.board.cell(name) for name in ("b2", "b1", "c2")]


def test_the_trace_of_monte_carlo_is_only_a_root() -> None:
    from random import Random

    root = trace(partial(mcts, simulations=10, random=Random(1)), FIGURE)
    assert len(root) == 1


def test_negamax_and_minimax_visit_the_same_tree() -> None:
    one, other = trace(minimax, FIGURE), trace(negamax, FIGURE)
    assert [at.state for at in one.walk()] == [at.state for at in other.walk()]
    for mini, nega in zip(one.walk(), other.walk(), strict=True):
        assert mini.score is not None
        assert nega.score == (mini.score if mini.depth % 2 == 0 else -mini.score)
