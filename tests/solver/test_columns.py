"""The search for games in columns agrees with the general search, and with the literature on connect four."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

kernel = pytest.importorskip("noughts_kernel", reason="the compiled kernel is not installed")

from noughts import Game, Player, Position, game  # noqa: E402  imported only if there is a kernel
from noughts.solver.kernels.general import GeneralKernel  # noqa: E402
from tests.strategies import played, random_games  # noqa: E402

SHAPES = st.tuples(st.integers(1, 8), st.integers(1, 7)).flatmap(
    lambda shape: st.tuples(st.just(shape[0]), st.just(shape[1]), st.integers(1, max(shape)), st.booleans())
)


def in_columns(shape: tuple[int, int, int, bool]) -> Game:
    width, height, length, misere = shape
    return game(f"{width},{height},{length} gravity" + " misere" * misere)


def solver(game: Game, **choices: Any) -> Any:
    return kernel.General.make(len(game.board), game.lines, game.needs, game.misere, **choices)


def sides(at: Position) -> tuple[int, int, bool]:
    return (at.x, at.o, True) if at.turn is Player.X else (at.o, at.x, False)


@given(SHAPES.map(in_columns).flatmap(played))
def test_scores_agree_with_the_general_search(at: Position) -> None:
    budget = 20_000
    general = solver(at.game, columns=False)
    score = general.score(*sides(at), kernel.Control(budget))
    bounds = solver(at.game).score(*sides(at), kernel.Control(budget))
    assert max(score.low, bounds.low) <= min(score.high, bounds.high)
    for one, other in zip(
        general.scores(*sides(at), kernel.Control(budget)),
        solver(at.game).scores(*sides(at), kernel.Control(budget)),
        strict=True,
    ):
        assert one.cell == other.cell
        assert max(one.low, other.low) <= min(one.high, other.high)


@pytest.mark.parametrize("ply", [16, pytest.param(12, marks=pytest.mark.slow)])
def test_positions_of_connect_four_agree_with_the_general_search(ply: int) -> None:
    general, columns = solver(game("connect four"), columns=False), GeneralKernel(game("connect four"))
    found = 0
    for line in random_games("connect four", 20, seed=5):
        if len(line) > ply and not line[ply].is_over:
            expected = {one.cell: one.low for one in general.scores(*sides(line[ply]), kernel.Control())}
            assert columns.scores(line[ply]) == expected
            found += 1
    assert found > 5
