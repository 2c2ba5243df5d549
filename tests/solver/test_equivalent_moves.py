"""Equivalent moves are reported as such and have equal scores, even if the scores are estimates."""

import pytest

from noughts.rules.gallery import game
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.solver.analyse import analyse
from noughts.solver.equivalent_moves import equivalent_moves
from noughts.solver.policy import interactive_nodes


def after(name: str, *moves: str) -> Position:
    position = Position(game(name))
    for move in moves:
        position = position.play(position.game.board.names.index(move))
    return position


def named(position: Position) -> set[frozenset[str]]:
    return {frozenset(position.game.board.names[move] for move in group) for group in equivalent_moves(position)}


@pytest.mark.parametrize(
    ("position", "groups"),
    [
        (after("tictactoe"), ["a1 a3 c1 c3", "a2 b1 b3 c2", "b2"]),
        (after("tictactoe", "a1"), ["a2 b1", "a3 c1", "b2", "b3 c2", "c3"]),
        (after("tictactoe", "a1", "b1"), ["a2", "a3", "b2", "b3", "c1", "c2", "c3"]),
        (after("4,3,3"), ["a1 a3 d1 d3", "a2 d2", "b1 b3 c1 c3", "b2 c2"]),
        (after("4,4,3 gravity"), ["a4 d4", "b4 c4"]),
    ],
)
def test_known_positions_have_these_equivalent_moves(position: Position, groups: list[str]) -> None:
    assert named(position) == {frozenset(group.split()) for group in groups}


def test_every_move_is_in_exactly_one_group() -> None:
    for position in (after("qubic"), after("qubic", "b2b"), after("15,15,5", "h8", "h9"), after("2x2x2x2,2")):
        assert sorted(move for group in equivalent_moves(position) for move in group) == sorted(position.moves)


@pytest.mark.parametrize(
    "position",
    [
        pytest.param(after("qubic"), marks=pytest.mark.slow),
        pytest.param(after("qubic", "b2b"), marks=pytest.mark.slow),
        after("qubic", "a1a", "d4d"),
        after("4x4x4 misere"),
        after("4x4x4 gravity"),
        pytest.param(after("15,15,5", "h8"), marks=pytest.mark.slow),
        after("8,8,5", "d4"),
        after("6,6,4"),
    ],
    ids=t3en,
)
def test_equivalent_moves_have_the_same_score(position: Position) -> None:
    analysis = analyse(position, interactive_nodes(position))
    thought = {m.move: (m.score, m.bounds, m.distance, m.estimate) for m in analysis.moves}
    assert thought
    for group in equivalent_moves(position):
        assert len({thought.get(move) for move in group}) == 1
