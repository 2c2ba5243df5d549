"""Minimax and negamax: the course sheets, node counts, and their equivalence."""

import pytest
from hypothesis import assume, given

from noughts import IgnoreDistance, NoughtsError, Position, Score, game, minimax, negamax, position
from noughts.search.minimax import max_value, min_value
from noughts.search.negamax import negamax_value
from tests.search.searches import Search
from tests.strategies import games, positions


@pytest.mark.parametrize(
    ("board", "move", "score"),
    [
        ("oxx/xxo/_o_ x", (2, 0), 1),
        ("ox_/oxx/_ox x", (0, 2), 1),  # four X, three O, and still X to move
        ("oxx/xoo/_ox x", (2, 0), 0),
    ],
)
@pytest.mark.parametrize("search", [minimax, negamax])
def test_the_course_sheets(search: Search, board: str, move: tuple[int, int], score: int) -> None:
    row, column = move
    at = position(board)
    assert search(IgnoreDistance(at)).score == score
    assert search(at).move == at.cell(f"{row} {column}") == 3 * row + column
    assert (search(at).score > 0) - (search(at).score < 0) == score


@pytest.mark.parametrize(
    ("first", "nodes"),
    [(0, 59_705), (7, 63_905), (4, 55_505)],
)
def test_nodes_below_each_first_move(first: int, nodes: int) -> None:
    result = negamax(Position(game("tictactoe")).play(first))
    assert (result.visited, result.score) == (nodes, 0)
    assert 1 + 4 * 59_705 + 4 * 63_905 + 55_505 == 549_946  # the whole search


@pytest.mark.parametrize(
    ("text", "nodes", "score"),
    [("2,2,2", 41, 2), ("3,3,2", 7_002, 7), ("3,3,3 gravity", 3_278, 0), ("1,1,1", 2, 1), ("1,1,2", 2, 0)],
)
def test_node_counts_of_other_games(text: str, nodes: int, score: Score) -> None:
    result = minimax(Position(game(text)))
    assert (result.visited, result.score) == (nodes, score)


@given(positions(games(most=6)))
def test_max_and_min_are_two_views_of_one_score(at: Position) -> None:
    assert max_value(at) == negamax_value(at) == -min_value(at)
    assume(not at.is_over)
    assert minimax(at) == negamax(at)


@pytest.mark.parametrize("search", [minimax, negamax])
def test_a_finished_game_has_no_move(search: Search) -> None:
    with pytest.raises(NoughtsError, match="the game is over: there are no moves to score"):
        search(position("3x/2o_/3_ o"))
