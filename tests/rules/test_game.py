"""Games: the rules as data, transforms that combine, and errors for invalid games."""

import copy
import pickle
import time
from dataclasses import FrozenInstanceError
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import noughts
from noughts import (
    Board,
    Game,
    Player,
    RulesError,
    cell_set,
    cells_in,
    full,
    game,
    gravity,
    grid,
    in_a_row,
    misere,
    mnk,
)
from noughts.rules.game import MOST_LINES, moved
from tests.strategies import games, named_games


def test_players_have_letters_and_opponents() -> None:
    assert [player.other for player in Player] == [Player.O, Player.X]
    assert [str(player) for player in Player] == ["X", "O"]
    assert [player.value for player in Player] == ["x", "o"]
    assert eval(repr(Player.O), {"Player": Player}) is Player.O


def test_tic_tac_toe_has_eight_lines() -> None:
    rows = {frozenset({3 * i, 3 * i + 1, 3 * i + 2}) for i in range(3)}
    columns = {frozenset({i, i + 3, i + 6}) for i in range(3)}
    diagonals = {frozenset({0, 4, 8}), frozenset({2, 4, 6})}
    assert {frozenset(cells_in(line)) for line in mnk(3, 3, 3).lines} == rows | columns | diagonals


@given(games())
def test_lines_at_are_the_lines_through_a_cell(game: Game) -> None:
    for cell, through in enumerate(game.lines_at):
        assert through == tuple(line for line in game.lines if cell in cells_in(line))


# Transforms.


def full_for_o(game: Game) -> Game:
    return full(game, Player.O)


@given(named_games)
def test_transforms_commute_and_are_idempotent(game: Game) -> None:
    for one, two, three in permutations([gravity, misere, full_for_o]):
        combined = one(two(three(game)))
        assert combined == full(gravity(misere(game)), Player.O)
        assert one(combined) == two(combined) == combined
    assert full(full(game, Player.X), Player.O) == full(game, Player.O)


@given(named_games)
def test_each_transform_changes_one_rule(game: Game) -> None:
    for variant, changed in [(misere(game), "misere"), (gravity(game), "needs"), (full(game, Player.X), "full")]:
        for field in {"board", "lines", "needs", "misere", "full"} - {changed}:
            assert getattr(variant, field) == getattr(game, field)
    assert misere(game).misere
    assert full(game, Player.X).full is Player.X


@pytest.mark.parametrize("shape", [(3, 3), (7, 6), (1, 4), (4,), (2, 3, 4), (2, 2, 2, 2)])
def test_stones_fall_along_the_last_axis(shape: tuple[int, ...]) -> None:
    falling = gravity(in_a_row(2, *shape))
    for point, need in zip(falling.board.points, falling.needs, strict=True):
        beneath = (*point[:-1], point[-1] + 1)
        assert [falling.board.points[cell] for cell in cells_in(need)] == [beneath] * (point[-1] + 1 < shape[-1])


def test_a_board_with_a_hole_lets_stones_rest_above_it() -> None:
    ring = Board(tuple((column, row) for row in range(3) for column in range(3) if (column, row) != (1, 1)))
    needs = gravity(Game("ring", ring, ())).needs
    assert needs[ring.at[1, 0]] == 0
    assert needs[ring.at[0, 0]] == 1 << ring.at[0, 1]


@pytest.mark.parametrize(
    ("game", "name"),
    [
        (mnk(7, 6, 4), "7,6,4"),
        (gravity(mnk(7, 6, 4)), "7,6,4 gravity"),
        (misere(full(gravity(in_a_row(3, 3, 3, torus=True)), Player.O)), "3,3,3 torus gravity misere full=o"),
        (in_a_row(3, 3, 3, 3), "3x3x3"),
        (in_a_row(3, 4, 4, 4), "4x4x4,3"),
        (in_a_row(2, 5), "line 5,2"),
        (misere(gravity(in_a_row(2, 5))), "line 5,2 gravity misere"),
        (misere(Game("my own game", grid(3, 1), (0b011,))), "my own game misere"),
    ],
)
def test_games_have_short_names(game: Game, name: str) -> None:
    assert game.name == str(game) == name


# Symmetries.


@pytest.mark.parametrize(
    ("text", "count"),
    [
        *[("3,3,3", 8), ("4,3,3", 4), ("4,4,3", 8), ("4,4,3 gravity", 2), ("7,6,4 gravity", 2), ("3,3,3 misere", 8)],
        *[("3x3x3", 48), ("2x2x2", 48), ("3x3x3 gravity", 8), ("1,1,1", 1), ("5,2,2", 4), ("3,3,3 full=x", 8)],
    ],
)
def test_the_number_of_symmetries(text: str, count: int) -> None:
    assert len(game(text).symmetries) == count


@given(games())
def test_symmetries_are_those_of_the_board_that_keep_lines_and_needs(game: Game) -> None:
    lines = {frozenset(cells_in(line)) for line in game.lines}
    rests = {(cell, on) for cell, need in enumerate(game.needs) for on in cells_in(need)}
    ends = {(frozenset(cells_in(line)), frozenset(cells_in(cells))) for line, cells in game.beyond_of.items()}
    expected = [
        symmetry
        for symmetry in game.board.symmetries
        if {frozenset(symmetry[cell] for cell in line) for line in lines} == lines
        and {(symmetry[cell], symmetry[on]) for cell, on in rests} == rests
        and {tuple(frozenset(symmetry[cell] for cell in cells) for cells in each) for each in ends} == ends
    ]
    assert list(game.symmetries) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "count"),
    [("13x13x13,4", 48), ("5x5x5x5,2", 384), ("5x5x5x5,2 gravity", 48), ("3x3x3x3x3,2", 3840), ("2x2x2x2x2x2", 46080)],
)
def test_the_symmetries_of_the_largest_boards_are_computed_quickly(text: str, count: int) -> None:
    large, began = game(text), time.process_time()
    assert len(large.symmetries) == count
    assert time.process_time() - began < 3


def test_one_odd_line_breaks_the_symmetry() -> None:
    board = grid(3, 3)
    assert len(Game("a diagonal", board, (0b100_010_001,)).symmetries) == 4
    assert len(Game("a corner", board, (0b000_000_001,)).symmetries) == 2
    assert len(Game("an L", board, (0b000_001_011, 0b000_000_111)).symmetries) == 1


def test_lines_in_one_direction_break_the_symmetry() -> None:
    """Each cell is on one line, so only the lines distinguish the directions."""
    square = grid(2, 2)
    assert len(Game("rows", square, (0b0011, 0b1100)).symmetries) == 4
    assert len(Game("rows and columns", square, (0b0011, 0b1100, 0b0101, 0b1010)).symmetries) == 8


def test_moved_applies_a_symmetry_to_cells() -> None:
    turned = next(s for s in grid(3, 3).symmetries if s[0] == 2 and s[2] == 8)
    assert moved(cell_set([0, 1, 4]), turned) == cell_set([2, 5, 4])


# Invalid games.


@pytest.mark.parametrize(
    ("lines", "needs", "reason"),
    [
        ((0,), (), "a line must have at least one cell, and all of its cells must be on the board"),
        ((-1,), (), "a line must have at least one cell, and all of its cells must be on the board"),
        ((0b10000,), (), "a line must have at least one cell, and all of its cells must be on the board"),
        ((), (0,), "'needs' must have an entry for each of the"),
        ((), (0, 0, 0, 16), "the cells in 'needs' must be on the board"),
        ((), (1, 0, 0, 0), "'needs' is circular"),
        ((), (2, 4, 8, 1), "'needs' is circular"),
        ((1,) * (MOST_LINES + 1), (), "a game has at most 50000 lines"),
    ],
)
def test_invalid_games_raise_an_error(lines: tuple[int, ...], needs: tuple[int, ...], reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        Game("wrong", grid(2, 2), lines, needs)


@pytest.mark.parametrize("shape", [(2,) * 7, (2704, *[1] * 4), (1,) * 40])
def test_too_many_lines_raise_an_error(shape: tuple[int, ...]) -> None:
    with pytest.raises(RulesError, match="choose a smaller board"):
        in_a_row(2, *shape)


# Values.


@given(st.one_of(games(), named_games))
def test_games_can_be_compared_hashed_and_pickled(game: Game) -> None:
    for same in (
        pickle.loads(pickle.dumps(game)),
        copy.copy(game),
        copy.deepcopy(game),
        eval(repr(game), vars(noughts).copy()),
    ):
        assert same == game
        assert hash(same) == hash(game)
    with pytest.raises(FrozenInstanceError):
        game.misere = True  # type: ignore[misc]


@given(st.one_of(games(), named_games))
def test_games_with_different_rules_are_not_equal(game: Game) -> None:
    others = {misere(game), gravity(game), full(game, Player.X), full(game, Player.O)}
    fewer = Game(game.name, game.board, game.lines[1:], game.needs, game.misere, game.full)
    assert (fewer == game) == (not game.lines)
    assert all((other == game) == (fields_of(other) == fields_of(game)) for other in others)


def fields_of(game: Game) -> tuple[object, ...]:
    return game.name, game.board, game.lines, game.needs, game.misere, game.full


def test_repr_is_a_short_expression() -> None:
    assert repr(gravity(mnk(7, 6, 4))) == "game('7,6,4 gravity')"
