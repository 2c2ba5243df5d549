"""Where the kernel decides in time that a move cannot lose, the analysis prefers such a move to any estimate."""

import pytest

from noughts import Limit, Position
from noughts.players.registry import player
from noughts.solver.analyse import analyse
from noughts.solver.kernels.mnk import MnkKernel

pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")


def position(game: str, moves: str) -> Position:
    start = Position(game)
    for move in moves.split():
        start = start.play(move)
    return start


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        pytest.param("7,7,5", "d4", marks=pytest.mark.slow),
        *(pytest.param("8,8,5", moves, marks=pytest.mark.slow) for moves in ("d4 e5", "d4 e5 e4", "d4 e5 e4 f4")),
        ("8,8,5", "d4 e5 e4 f4 d5 d6"),
    ],
)
def test_the_best_moves_cannot_lose(game: str, moves: str) -> None:
    here = position(game, moves)
    kernel = MnkKernel(here.game)
    assert [
        move.name for move in analyse(here, Limit("interactive")).best if kernel.can_win(move.position, here.turn.other)
    ] == []


def test_the_strongest_player_chooses_such_a_move() -> None:
    here = position("8,8,5", "d4 e5 e4 f4 d5 d6")
    after = player("perfect").play(here)
    assert MnkKernel(here.game).can_win(after, after.turn) is False


def test_a_move_that_wins_is_preferred_to_one_that_cannot_lose() -> None:
    analysis = analyse(Position("6,6,4"), Limit("interactive"))
    assert analysis.value == 1
    assert analysis.moves[0].value == 1
