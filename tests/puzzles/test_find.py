"""Puzzles are found where exactly one move is right, and each move of their lines is the only one."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from noughts import Position, position, read_moves
from noughts import game as named_game
from noughts.puzzles import Puzzle, find, puzzle_at
from noughts.rules.errors import BadFile, IllegalMove
from noughts.rules.tactics import sign
from noughts.search.minimax import minimax
from noughts.search.order import canonical, image
from tests.strategies import played


def only_moves(at: Position) -> set[int]:
    """Return the moves with the best result, by plain minimax, if not all moves have it and it is not a loss."""
    scores = {move: sign(score) for move, score in minimax(at).scores.items()}
    best = max(scores.values())
    right = {move for move, score in scores.items() if score == best}
    return right if best >= 0 and len(right) < len(scores) else set()


@pytest.mark.parametrize(
    ("text", "goal", "line"),
    [
        ("xx_/oo_/3_ x", "win", "c1"),  # complete a row, although another row is threatened
        ("xx_/_o_/3_ o", "draw", "c1"),  # block
        ("x2_/_o_/2_x o", "draw", "b1"),  # a side, any of the four
        ("x2_/3_/3_ o", "draw", "b2"),  # answer a corner in the centre
        ("3_/3_/3_ x", "", ""),  # every move draws
    ],
)
def test_known_positions(text: str, goal: str, line: str) -> None:
    found = puzzle_at(position(text))
    assert (found.goal if found else "") == goal
    if found:
        assert found.position.name(found.line[0]) == line


@pytest.mark.parametrize("game", ["tictactoe", "misere"])
@given(data=st.data())
def test_the_answers_of_small_games_are_the_only_right_moves_by_minimax(game: str, data: st.DataObject) -> None:
    start = data.draw(played(named_game(game), unfinished=True))
    assume(len(start.moves) > 1)
    found = puzzle_at(start)
    if not found:
        right = only_moves(start)
        assert len({image_key(start, move) for move in right}) != 1
        return
    while not found.is_solved:
        assert found.answers == only_moves(found.position)
        found = found.play(found.line[0])


def image_key(start: Position, move: int) -> object:
    after = start.play(move)
    return min((i.x, i.o) for i in (image(after, symmetry) for symmetry in start.game.symmetries))


def test_symmetric_answers_count_and_the_rest_of_the_line_is_turned_with_them() -> None:
    found = puzzle_at(position("x2_/_o_/2_x o"))
    assert found
    assert {found.position.name(move) for move in found.answers} == {"b1", "a2", "c2", "b3"}
    rests = [found.play(move) for move in found.answers]
    assert len({canonical(rest.position) for rest in rests}) == 1
    for rest in rests:
        assert rest.is_solved or rest.answers == only_moves(rest.position)


def test_a_wrong_move_is_refused() -> None:
    found = puzzle_at(position("xx_/oo_/3_ x"))
    assert found
    with pytest.raises(IllegalMove, match="a3 does not solve the puzzle"):
        found.play(6)


def test_the_puzzles_of_a_game_are_its_positions_with_one_right_move() -> None:
    record = read_moves("a1 b2 c3 a3 c1 b1 c2")
    found = list(find(record))
    assert [each.position for each in found] == [at for at in record.positions if puzzle_at(at)]
    assert found[-1].goal == "win"


def test_puzzles_are_written_and_read() -> None:
    found = puzzle_at(position("x2_/3_/3_ o"))
    assert found
    assert Puzzle.from_data(found.to_data()) == found


@pytest.mark.parametrize(
    "damage",
    [
        {"game": "chess"},
        {"position": "x"},
        {"line": []},
        {"line": ["a1"]},
        {"goal": "fun"},
        *({"rating": rating} for rating in (None, True, "800", -1, 10**400, float("inf"), float("nan"))),
        {"themes": 3},
    ],
)
def test_damaged_puzzles_are_refused(damage: dict[str, object]) -> None:
    found = puzzle_at(position("x2_/3_/3_ o"))
    assert found
    with pytest.raises(BadFile, match="this is not a puzzle"):
        Puzzle.from_data(found.to_data() | damage)


def test_rotated_puzzles_have_the_same_name() -> None:
    one, other = puzzle_at(position("x2_/3_/3_ o")), puzzle_at(position("3_/3_/2_x o"))
    assert one
    assert other
    assert one.id == other.id
