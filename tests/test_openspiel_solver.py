"""Compare the values of the kernels and the solver with OpenSpiel's alpha-beta on random positions.

OpenSpiel: M. Lanctot and others, *OpenSpiel: A Framework for Reinforcement Learning in Games*, 2019.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from noughts import Position, Solver, game

pyspiel = pytest.importorskip("pyspiel", reason="needs pyspiel, which `make oracle` installs")
pytestmark = pytest.mark.needs("pyspiel")
pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")

from noughts.solver.kernels.general import GeneralKernel  # noqa: E402  after it is known that there is a kernel
from noughts.solver.kernels.mnk import MnkKernel  # noqa: E402

MOST_EMPTY = {"4,3,3": 10, "4,4,3": 11, "4,4,4": 9, "5,4,3": 12}
"""The games, with the most empty cells that OpenSpiel searches quickly."""


def side_by_side(name: str, count: int, seed: int) -> Iterator[tuple[Position, Any]]:
    """Yield `count` unfinished positions with OpenSpiel's states. In half of them the players blocked each other."""
    theirs, random = pyspiel.load_game("mnk(m={},n={},k={})".format(*name.split(","))), Random(seed)
    count_so_far = 0
    while count_so_far < count:
        at, state, hinders = Position(game(name)), theirs.new_initial_state(), count_so_far % 2
        empty = random.randint(1, MOST_EMPTY[name])
        while at.empty.bit_count() > empty:
            open_ended = [move for move in at.moves if not at.play(move).is_over]
            if not open_ended:
                break
            threats = completing(Position(at.game, at.x, at.o, at.turn.other)) if hinders else []
            move = random.choice([move for move in open_ended if move in threats] or open_ended)
            at, state = at.play(move), state.child(move)
        else:
            count_so_far += 1
            yield at, state


def completing(at: Position) -> list[int]:
    return [move for move in at.moves if at.play(move).is_over]


def their_value(state: Any) -> int:
    """Return the value for the player to move."""
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    mover = state.current_player()
    return int(alpha_beta_search(state.get_game(), state=state, maximizing_player_id=mover)[0])


def sign(score: float) -> int:
    return (score > 0) - (score < 0)


def agree(name: str, count: int, seed: int) -> None:
    solver, general, mnk = Solver(game(name)), GeneralKernel(game(name)), MnkKernel(game(name))
    seen = set()
    for at, state in side_by_side(name, count, seed):
        value, score = their_value(state), solver.score(at)
        assert sign(score) == value, at
        assert general.score(at) == score, at
        assert general.value(at) == value, at
        assert mnk.bounds(at) == (value, value), at
        seen.add(value)
    assert seen == {1, 0, -1}, "the sample contains wins, draws and losses"


@pytest.mark.parametrize("name", MOST_EMPTY)
def test_kernel_values_agree_with_open_spiel(name: str) -> None:
    agree(name, 60, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", MOST_EMPTY)
def test_many_kernel_values_agree_with_open_spiel(name: str) -> None:
    agree(name, 2000, seed=2)
