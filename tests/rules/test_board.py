"""Boards: cell names, straight rows and symmetries agree with definitions in coordinates."""

import time
from itertools import combinations, permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import noughts
from noughts import Board, NotationError, RulesError, cell_set, cells_in, grid
from noughts.rules.board import MOST_CELLS, Point, coordinate, straight_rows
from tests.strategies import boards

PLUS = Board(((1, 0), (0, 1), (1, 1), (2, 1), (1, 2)))
CORNER = Board(((0, 0), (0, 1), (1, 1)))
GRIDS = [(1,), (7,), (1, 1), (3, 3), (4, 3), (3, 5), (6, 1), (2, 2, 2), (3, 3, 3), (2, 3, 4), (2, 2, 2, 2)]


@given(st.sets(st.integers(0, 200)))
def test_cells_in_and_cell_set_are_inverse(cells: set[int]) -> None:
    assert cells_in(cell_set(cells)) == tuple(sorted(cells))
    assert cell_set(cells) == sum(2**cell for cell in cells)


def test_negative_numbers_are_neither_cells_nor_sets_of_cells() -> None:
    with pytest.raises(RulesError, match=r"^-1 is not a set of cells: expected a number of 0 or more$"):
        cells_in(-1)
    with pytest.raises(RulesError, match=r"^there is no cell -2: cells are numbered from 0$"):
        cell_set([3, -2])


def test_the_picture_in_the_module_docstring_is_true() -> None:
    board = grid(3, 3)
    assert " ".join(board.names) == "a1 b1 c1 a2 b2 c2 a3 b3 c3"
    assert [board.names[cell] for cell in cells_in(0b000_000_111)] == ["a1", "b1", "c1"]
    assert [board.names[cell] for cell in cells_in(0b100_010_001)] == ["a1", "b2", "c3"]
    assert board.at[2, 0] == 2  # column, row
    assert board.cells == 0b111_111_111


@pytest.mark.parametrize("shape", GRIDS)
def test_grid_runs_row_by_row_and_layer_by_layer(shape: tuple[int, ...]) -> None:
    board = grid(*shape)
    assert board.shape == shape
    assert list(board.points) == sorted(product(*map(range, shape)), key=lambda point: point[::-1])
    assert len(board) == len(set(board.names)) == board.cells.bit_count()
    assert all(board.at[point] == cell for cell, point in enumerate(board.points))


def test_columns_after_z_are_named_as_in_a_spreadsheet() -> None:
    letters = [coordinate(0, number) for number in range(27 * 26 + 1)]
    assert letters[0] == "a"
    assert letters[25:28] == ["z", "aa", "ab"]
    assert letters[26 * 27 - 1 :] == ["zz", "aaa"]
    assert letters == sorted(set(letters), key=lambda name: (len(name), name))
    assert [coordinate(1, number) for number in range(3)] == ["1", "2", "3"]
    assert grid(2, 2, 30).names[-1] == "b2ad"


@pytest.mark.parametrize("shape", GRIDS)
def test_a_cell_has_a_number_a_name_and_coordinates(shape: tuple[int, ...]) -> None:
    board = grid(*shape)
    for cell, (name, point) in enumerate(zip(board.names, board.points, strict=True)):
        assert board.cell(name) == board.cell(f" {name.upper()}\n") == cell
        assert board.cell(cell) == cell
        if len(shape) > 1:
            numbers = [str(x) for x in reversed(point)]
            for form in (" ".join(numbers), ",".join(numbers), f"({', '.join(numbers)})", f"[{' , '.join(numbers)}]"):
                assert board.cell(form) == cell


def test_keypad_digits_work_on_3_by_3_only() -> None:
    assert [grid(3, 3).cell(str(digit)) for digit in range(1, 10)] == list(range(9))
    for shape in ((4, 3), (3, 3, 3), (9,)):
        with pytest.raises(NotationError, match="'5' is not a cell of this board"):
            grid(*shape).cell("5")


@pytest.mark.parametrize("cell", [-1, 9, 4.0, None, (1, 3), (1,), (1.0, 1.0), (), ((1, 1), 1)])
def test_an_invalid_cell_number_raises_an_error(cell: Any) -> None:
    with pytest.raises(NotationError, match="cell"):
        grid(3, 3).cell(cell)


def test_row_comes_before_column() -> None:
    assert grid(4, 3).cell("2 3") == grid(4, 3).cell("d3") == 11
    assert grid(2, 2, 2).cell("1 0 0") == grid(2, 2, 2).cell("a1b") == 4


@pytest.mark.parametrize(
    "text",
    ["", " ", "0", "10", "d1", "a4", "a0", "a", "1a", "3 0", "0 3", "1 1 1", "-1", "1.0", "b2b", "b 2", "٥", "1_0"],
)
def test_invalid_cell_names_raise_an_error(text: str) -> None:
    with pytest.raises(NotationError) as error:
        grid(3, 3).cell(text)
    assert str(error.value) == (
        f"{text.strip()!r} is not a cell of this board: expected a name from a1 to c3, a digit from 1 to 9, "
        "or “row column” counted from 0"
    )


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ((1, 1), "expected a1 or “row column” counted from 0"),
        ((5,), "expected a name from a to e"),
        ((3, 3, 3), "a name from a1a to c3c or “layer row column” counted from 0"),
        ((2, 2, 2, 2), "a name from a1a1 to b2b2"),
    ],
)
def test_the_error_says_which_names_are_valid(shape: tuple[int, ...], expected: str) -> None:
    with pytest.raises(NotationError, match=r"is not a cell of this board") as error:
        grid(*shape).cell("nowhere")
    assert str(error.value).endswith(expected)


def test_a_long_text_is_shortened_in_the_error() -> None:
    with pytest.raises(NotationError) as error:
        grid(3, 3).cell("b" * 1000)
    assert str(error.value).startswith(f"'{'b' * 20}…'")


# Straight rows.


def rows_by_definition(board: Board, k: int, wrap: bool) -> set[frozenset[Point]]:
    """Return all sets of k points with equal steps between them, of at most 1 along each axis."""
    rows = set()
    for start in board.points:
        for step in product((-1, 0, 1), repeat=len(board.shape)):
            row = [tuple(x + i * d for x, d in zip(start, step, strict=True)) for i in range(k)]
            if wrap:
                row = [tuple(x % side for x, side in zip(point, board.shape, strict=True)) for point in row]
            if any(step) and set(row) <= set(board.points) and len(set(row)) == k:
                rows.add(frozenset(row))
    return rows


def rows(board: Board, k: int, wrap: bool = False) -> set[frozenset[Point]]:
    lines = straight_rows(board, k, wrap=wrap)
    assert len(set(lines)) == len(lines)
    return {frozenset(board.points[cell] for cell in cells_in(row)) for row in lines}


@given(boards(most=12), st.integers(1, 9), st.booleans())
def test_straight_rows_agree_with_the_definition_on_any_board(board: Board, k: int, wrap: bool) -> None:
    assert rows(board, k, wrap) == rows_by_definition(board, k, wrap)


@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("shape", GRIDS)
def test_straight_rows_agree_with_the_definition_on_grids(shape: tuple[int, ...], wrap: bool) -> None:
    for k in range(1, 9):
        assert rows(grid(*shape), k, wrap) == rows_by_definition(grid(*shape), k, wrap)


@pytest.mark.parametrize(
    ("m", "n", "k"), [(3, 3, 3), (4, 3, 3), (7, 6, 4), (15, 15, 5), (19, 19, 6), (52, 52, 5), (9, 2, 2)]
)
def test_the_number_of_rows_of_a_flat_board(m: int, n: int, k: int) -> None:
    across, down = m - k + 1, n - k + 1
    expected = max(across, 0) * n + max(down, 0) * m + 2 * max(across, 0) * max(down, 0)
    assert len(straight_rows(grid(m, n), k)) == expected


@pytest.mark.parametrize(("side", "dimensions"), [(3, 1), (3, 2), (3, 3), (4, 3), (3, 4), (5, 3), (4, 4)])
def test_the_number_of_rows_of_a_cube(side: int, dimensions: int) -> None:
    # L. Moser: each row joins two of the (n + 2)^d - n^d cells that surround the cube.
    surround = (side + 2) ** dimensions - side**dimensions
    assert len(straight_rows(grid(*[side] * dimensions), side)) == surround // 2


def test_the_torus_of_three_is_the_affine_plane() -> None:
    lines = straight_rows(grid(3, 3), 3, wrap=True)
    assert len(lines) == 12
    for one, other in combinations(range(9), 2):
        assert sum(line >> one & line >> other & 1 for line in lines) == 1


@pytest.mark.parametrize(
    ("shape", "k", "wrap", "count"),
    [
        ((3, 3), 4, False, 0),
        ((3, 3), 4, True, 0),  # a row of four would meet itself
        ((4, 3), 12, True, 1),  # both diagonals visit all cells
        ((1, 1), 1, False, 1),
        ((1, 1), 2, True, 0),
        ((2, 2), 2, True, 6),
        ((5,), 2, True, 5),
        ((2,), 2, True, 1),
        ((3, 3), 10**6, True, 0),
    ],
)
def test_the_number_of_rows_in_edge_cases(shape: tuple[int, ...], k: int, wrap: bool, count: int) -> None:
    assert len(straight_rows(grid(*shape), k, wrap=wrap)) == count


def test_a_row_needs_at_least_one_cell() -> None:
    with pytest.raises(RulesError, match="a row must have at least 1 cell, not 0"):
        straight_rows(grid(3, 3), 0)


# Symmetries.


@pytest.mark.parametrize(
    ("board", "count"),
    [
        (grid(1, 1), 1),
        (grid(1), 1),
        (grid(5), 2),
        (grid(1, 5), 2),
        (grid(4, 3), 4),
        (grid(4, 4), 8),
        (grid(3, 3, 3), 48),
        (grid(3, 3, 2), 16),
        (grid(2, 3, 4), 8),
        (grid(2, 2, 2, 2), 384),
        (grid(*[1] * 9), 1),
        (PLUS, 8),
        (CORNER, 2),
    ],
)
def test_the_number_of_symmetries(board: Board, count: int) -> None:
    assert len(board.symmetries) == count


@given(boards())
def test_symmetries_are_ordered_by_axes_and_then_by_reflections(board: Board) -> None:
    axes, last = range(len(board.shape)), [side - 1 for side in board.shape]
    images = [
        [tuple(last[a] - point[order[a]] if flips[a] else point[order[a]] for a in axes) for point in board.points]
        for order in permutations(axes)
        for flips in product((False, True), repeat=len(axes))
    ]
    cells = [tuple(board.at[point] for point in image) for image in images if set(image) == set(board.points)]
    assert board.symmetries == tuple(dict.fromkeys(cells))


@given(boards())
def test_symmetries_are_a_group_that_keeps_all_distances(board: Board) -> None:
    group = set(board.symmetries)
    identity = tuple(range(len(board)))
    assert board.symmetries[0] == identity
    assert len(group) == len(board.symmetries)

    def apart(one: int, other: int) -> int:
        return sum((a - b) ** 2 for a, b in zip(board.points[one], board.points[other], strict=True))

    for symmetry in group:
        assert sorted(symmetry) == list(identity)
        for one, other in combinations(identity, 2):
            assert apart(symmetry[one], symmetry[other]) == apart(one, other)
        for second in group:
            assert tuple(second[cell] for cell in symmetry) in group


def test_too_many_symmetries_raise_an_error() -> None:
    with pytest.raises(RulesError, match="this 7-dimensional board has too many symmetries to list: 645,120"):
        _ = grid(*[2] * 7).symmetries


# Invalid boards.


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        ((), "a board has 1 to 2704 cells, not 0"),
        (((0, 0), (0,)), "the same number of coordinates"),
        (((),), "the same number of coordinates, which must be at least one"),
        (((0, 0), (0, 0)), "two cells of a board cannot have the same coordinates"),
        (((1, 0), (2, 0)), "the coordinates of a board must start from 0 along every axis"),
        (((0, 0), (10**9, 0)), "the cells of a board lie too far apart"),
        (((-1, 0), (0, 0)), "the coordinates of a board must start from 0 along every axis"),
    ],
)
def test_invalid_boards_raise_an_error(points: tuple[Point, ...], reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        Board(points)


@pytest.mark.parametrize("shape", [(), (0,), (3, 0), (-1, 3), (53, 52), (9999, 9999), (10**9, 10**9, 10**9)])
def test_invalid_grids_raise_an_error_at_once(shape: tuple[int, ...]) -> None:
    start = time.process_time()
    with pytest.raises(RulesError, match="board"):
        grid(*shape)
    assert time.process_time() - start < 0.05


def test_the_largest_board() -> None:
    assert len(grid(52, 52)) == len(grid(MOST_CELLS)) == MOST_CELLS


@given(boards())
def test_repr_evaluates_back(board: Board) -> None:
    assert eval(repr(board), vars(noughts).copy()) == board
    assert hash(eval(repr(board), vars(noughts).copy())) == hash(board)


@pytest.mark.parametrize(
    ("board", "shown"), [(grid(3, 3), "grid(3, 3)"), (grid(5), "grid(5)"), (CORNER, "Board(((0, 0), (0, 1), (1, 1)))")]
)
def test_repr_is_short(board: Board, shown: str) -> None:
    assert repr(board) == shown
