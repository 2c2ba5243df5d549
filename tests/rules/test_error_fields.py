"""Errors say where the problem is and have its parts as fields."""

import pickle
from copy import copy

import pytest

from noughts.rules.errors import CellTaken, HangingMove, HangingStone, IllegalMove, NotationError, NoughtsError
from noughts.rules.notation import position
from noughts.rules.position import Position
from noughts.rules.record import Record


def caught(position: Position, *moves: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as error:
        Record(position, moves)  # type: ignore[arg-type]
    return error.value


def test_an_illegal_move_has_its_number_cell_and_reason() -> None:
    taken = caught(Position(), "b2", "b2")
    assert isinstance(taken, CellTaken)
    assert (taken.where, taken.cell, taken.owner) == ("move 2", "b2", "X")
    assert str(taken) == "move 2: b2 is taken: X has a stone there"
    assert not isinstance(caught(Position("connect four"), *"dddddd", "d"), CellTaken)


@pytest.mark.parametrize(("game", "cell", "column"), [("connect four", "d1", "d"), ("4x4x4 gravity", "d1a", "")])
def test_only_a_flat_board_has_columns(game: str, cell: str, column: str) -> None:
    hanging = caught(Position(game), cell)
    assert isinstance(hanging, HangingMove)
    assert hanging.column == column
    with pytest.raises(HangingStone) as error:
        Position(game, x=1 << Position(game).cell(cell if len(cell) == 3 else "d2"))
    assert error.value.column == column


def test_an_unknown_cell_says_what_is_expected() -> None:
    with pytest.raises(NotationError) as error:
        position("3_/3_/3_ x").cell("z9")
    assert error.value.found == "'z9' is not a cell of this board"
    assert str(error.value) == f"{error.value.found}: expected {error.value.expected}"


def test_a_place_is_put_before_the_places_inside_it() -> None:
    error = caught(Position(), "b2", "b2").at("game 3 of 4")
    assert str(error) == "game 3 of 4: move 2: b2 is taken: X has a stone there"


@pytest.mark.parametrize(
    "error",
    [CellTaken("b2 is taken", "b2", "X").at("move 2"), NotationError("z9 is wrong", "b2"), NoughtsError("wrong")],
    ids=lambda error: type(error).__name__,
)
def test_a_copy_of_an_error_has_its_fields(error: NoughtsError) -> None:
    for same in (copy(error), pickle.loads(pickle.dumps(error))):
        assert (type(same), str(same), vars(same)) == (type(error), str(error), vars(error))
