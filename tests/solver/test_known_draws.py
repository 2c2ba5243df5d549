"""The stored facts about drawn openings are true, and the strongest player relies on them."""

import pytest

from noughts import Player, Position, analyse
from noughts.rules.board import cells_in
from noughts.solver.kernels.mnk import MnkKernel
from noughts.solver.known_draws import DRAWN, centre, opening_bounds

pytest.importorskip("noughts_kernel", reason="the kernel is not installed: make kernel")

GAMES = [",".join(map(str, shape)) for shape in DRAWN]


def after(name: str, moves: str) -> Position:
    position = Position(name)
    for move in moves.split():
        position = position.play(move)
    return position


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_facts_are_true(name: str) -> None:
    empty = Position(name)
    kernel, names = MnkKernel(empty.game), empty.game.board.names
    assert kernel.can_win(empty, Player.X, weak=True) is False
    for first in {min(symmetry[move] for symmetry in kernel.symmetries) for move in empty.moves}:
        for reply in cells_in(centre(empty.game) & ~(1 << first)):
            held = empty.play(first).play(reply)
            assert kernel.can_win(held, Player.X, weak=True) is False, (names[first], names[reply])


@pytest.mark.parametrize(
    ("moves", "value", "sure"),
    [
        ("", (0, 0), "a1 h8 d4"),
        ("a1", (0, 0), "d4 e4 d5 e5"),
        ("d4", (0, 0), "e4 d5 e5"),
        ("a1 b2", (0, 1), "d4 e4 d5 e5"),
        ("a1 d4", (0, 0), "e4 d5 e5"),
        ("d4 b2", (0, 1), "a1 e4 h8"),  # X has a stone in the centre
        ("a1 d4 b2", (-1, 1), ""),
        ("a1 d4 e5", (-1, 0), ""),
    ],
)
def test_moves_that_keep_a_draw_are_known(moves: str, value: tuple[int, int], sure: str) -> None:
    position = after("8,8,5", moves)
    bounds = opening_bounds(position)
    assert set(bounds) == set(position.moves)
    names = position.game.board.names
    safe = {names[move] for move, known in bounds.items() if known.low == 0}
    assert safe >= set(sure.split())
    assert safe == set(sure.split()) or len(safe) == len(bounds)
    assert (max(low for low, _ in bounds.values()), max(high for _, high in bounds.values())) == value


@pytest.mark.parametrize("name", ["7,7,5", "8,8,4", "8,8,5 misere", "8,8,5 gravity", "8,8,5 torus", "8x8x5,5"])
def test_nothing_is_known_of_other_games(name: str) -> None:
    assert {*opening_bounds(Position(name)).values()} == {(-1, 1)}


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("8,8,5", ""),
        ("8,8,5", "a1 b2"),
        *(pytest.param("8,8,5", moves, marks=pytest.mark.slow) for moves in ("a1", "d4", "d4 b2")),
        pytest.param("10,10,6", "a1", marks=pytest.mark.slow),
    ],
)
def test_only_moves_that_keep_the_draw_are_chosen_almost_without_a_search(name: str, moves: str) -> None:
    position = after(name, moves)
    analysis = analyse(position, 1)
    bounds = opening_bounds(position)
    assert {bounds[move.move].low for move in analysis.best} == {0}
    assert analysis.value == (0 if max(high for _, high in bounds.values()) == 0 else None)
