"""All positions of a game: their numbers are known from the literature, and every one can be reached."""

from itertools import islice

import pytest

from noughts import NotationError, perft, position, positions


@pytest.mark.parametrize(
    ("start", "count"),
    [("3,3,3", 5_478), ("tictactoe", 5_478), ("misere", 5_478), ("3,3,3 gravity", 694), ("o_x/x2_/x2o x", 10)],
)
def test_every_position_occurs_once(start: str, count: int) -> None:
    found = list(positions(start))
    assert len(found) == len(set(found)) == count


def test_positions_are_in_the_order_of_their_stones_and_are_all_that_moves_reach() -> None:
    found = list(positions())
    stones = [(at.x | at.o).bit_count() for at in found]
    assert stones == sorted(stones)
    assert {*found} == {found[0], *(at.play(move) for at in found for move in at.moves)}
    assert sum(at.is_over for at in found) == 958
    assert found[0] == position("start")


def test_large_games_begin_at_once() -> None:
    assert len([*islice(positions("15,15,5"), 226)]) == 1 + perft(position("start", "15,15,5"), 1)


def test_other_texts_are_errors() -> None:
    with pytest.raises(NotationError, match="unknown game"):
        next(positions("banana"))
