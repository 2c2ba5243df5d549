"""Exactly k in a row: longer rows do not count. Rows are found here as runs of equal marks."""

from itertools import groupby, product
from random import Random
from typing import Any

import pytest

from noughts import Player, Position, RulesError, analyse, game, in_a_row, player, position, solve
from noughts.rules.board import grid
from noughts.rules.game import Game
from noughts.rules.tactics import completing_moves, forks
from tests.strategies import random_games

SIX = position("xxxx_x/oo_oo_/6_ x", "6,3,5 exact")


def runs(at: Position) -> set[tuple[str, int]]:
    """Return the owner and the length of every run of marks along a row, a column or a diagonal."""
    columns, rows = at.game.board.shape
    marks = at.rows()
    lines = list[str]()
    for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        for column, row in product(range(columns), range(rows)):
            if not (0 <= column - right < columns and 0 <= row - down < rows):  # a line begins here
                steps = range(max(columns, rows))
                cells = [(column + i * right, row + i * down) for i in steps]
                lines.append("".join(marks[y][x] for x, y in cells if 0 <= x < columns and 0 <= y < rows))
    return {(mark, len([*run])) for line in lines for mark, run in groupby(line) if mark != "_"}


@pytest.mark.parametrize("name", ["6,5,3", "7,3,2", "8,1,3", "5,5,4", "9,4,1"])
def test_a_line_is_a_run_of_exactly_k(name: str) -> None:
    k = int(name[-1])
    for line in random_games(f"{name} exact", 30, seed=1):
        for at in line:
            owners = {mark for mark, length in runs(at) if length == k}
            assert owners == ({at.winner.value} if at.winner else set())


def test_six_in_a_row_do_not_win() -> None:
    after = SIX.play("e1")
    assert not after.is_over
    assert position("_xxxx_/oo_o2_/6_ x", "6,3,5 exact").play("a1").winner is Player.X


def test_in_an_exact_game_a_longer_row_is_no_threat() -> None:
    assert completing_moves(SIX, Player.X) == ()
    assert [SIX.name(move) for move in completing_moves(SIX, Player.O)] == ["c2"]
    assert analyse(SIX).best[0].name == "c2"


def test_a_stone_that_makes_a_row_too_long_ends_a_threat() -> None:
    at = position("_xx_x2_/7_/7_ x", "7,3,3 exact")
    assert [at.name(move) for move in completing_moves(at, Player.X)] == ["a1"]
    assert completing_moves(at.play("d1"), Player.X) == ()
    names = [at.name(move) for move in forks(at)]
    assert "d1" not in names
    assert "g1" in names  # then a1 and f1


@pytest.mark.parametrize("name", ["3,3,3", "4,4,4", "3,3,3 misere", "4,4,4 gravity"])
def test_where_no_row_is_longer_the_game_is_the_same(name: str) -> None:
    plain, exact = game(name), game(f"{name} exact")
    assert exact.name != plain.name
    assert (exact.lines, exact.needs, exact.symmetries) == (plain.lines, plain.needs, plain.symmetries)
    assert not any(exact.beyond)
    assert solve(exact).value == solve(plain).value


@pytest.mark.parametrize("text", ["15,15,5 exact", "gomoku exact", "Gomoku, Exactly"])
def test_names(text: str) -> None:
    assert game(text) == in_a_row(5, 15, 15, exact=True)
    assert eval(repr(game(text)), {"game": game}) == game(text)


def test_exact_follows_the_board() -> None:
    with pytest.raises(ValueError, match="unknown game"):
        game("exact gomoku")


def test_the_cells_beyond_a_line_are_next_to_its_ends() -> None:
    here = game("4,3,3 torus exact")
    names = {here.board.names[cell] for cell in range(12) if here.beyond_of[0b111] >> cell & 1}
    assert names == {"d1"}


def test_symmetries_keep_the_cells_beyond_the_lines() -> None:
    here = Game("one end", grid(4), (0b0111, 0b1110), beyond=(0b1000, 0))
    assert len(here.symmetries) == 1


@pytest.mark.parametrize("beyond", [(0,), (0b1, 0), (1 << 4, 0), (-1, 0)])
def test_cells_beyond_a_line_are_on_the_board_but_not_on_the_line(beyond: tuple[int, ...]) -> None:
    with pytest.raises(RulesError, match=r"'beyond' must have an entry|must be on the board, but not on their line"):
        Game("wrong", grid(4), (0b0111, 0b1110), beyond=beyond)


def test_each_line_has_one_set_of_cells_beyond_it() -> None:
    with pytest.raises(RulesError, match="must not list a line twice"):
        Game("wrong", grid(4), (0b0111, 0b0111), beyond=(0, 0b1000))


@pytest.mark.parametrize("wrong", [5, ["a"], ("a",), [0b1000], None])
@pytest.mark.parametrize("field", ["lines", "needs", "beyond"])
def test_sets_of_cells_are_numbers_in_a_tuple(field: str, wrong: Any) -> None:
    with pytest.raises(RulesError, match=r"^expected sets of cells, as in "):
        Game(**{"name": "wrong", "board": grid(4), "lines": (0b0111,), field: wrong})


@pytest.mark.parametrize("level", ["medium", "perfect"])
def test_levels_block_an_exact_five_and_do_not_fear_a_six(level: str) -> None:
    rows = ["15_"] * 7 + ["3_o4x7_"] + ["15_"] * 3 + ["2_3o_2o7_"] + ["15_"] * 3
    at = position("/".join(rows) + " o", "15,15,5 exact")
    assert at.name(player(level).choose(at, Random(1)).move) == "i8"
