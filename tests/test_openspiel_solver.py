"""A second opinion on values: OpenSpiel's alpha-beta, on positions thrown together at random.

OpenSpiel: M. Lanctot and others, *OpenSpiel: A Framework for Reinforcement Learning in Games*, 2019.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from noughts import Position, Solver, game

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: make oracle")
pytest.importorskip("noughts_kernel", reason="the kernel is not built: make kernel")

from noughts.solver.general import GeneralKernel  # noqa: E402  after it is known that there is a kernel
from noughts.solver.kernel import MnkKernel  # noqa: E402

MOST_EMPTY = {"4,3,3": 10, "4,4,3": 11, "4,4,4": 9, "5,4,3": 12}
"""The games, each with as many empty cells as OpenSpiel searches in a moment."""


def side_by_side(name: str, count: int, seed: int) -> Iterator[tuple[Position, Any]]:
    """So many positions that are not over, each with OpenSpiel's: in half of them each side hindered the other."""
    theirs, random = pyspiel.load_game("mnk(m={},n={},k={})".format(*name.split(","))), Random(seed)
    found = 0
    while found < count:
        at, state, hinders = Position(game(name)), theirs.new_initial_state(), found % 2
        empty = random.randint(1, MOST_EMPTY[name])
        while at.empty.bit_count() > empty:
            open_ended = [move for move in at.moves if not at.play(move).is_over]
            if not open_ended:
                break
            threats = completing(Position(at.game, at.x, at.o, at.turn.other)) if hinders else []
            move = random.choice([move for move in open_ended if move in threats] or open_ended)
            at, state = at.play(move), state.child(move)
        else:
            found += 1
            yield at, state


def completing(at: Position) -> list[int]:
    return [move for move in at.moves if at.play(move).is_over]


def their_value(state: Any) -> int:
    """The value for the player to move."""
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
    assert seen == {1, 0, -1}, "there was something to agree on"


@pytest.mark.parametrize("name", MOST_EMPTY)
def test_values(name: str) -> None:
    agree(name, 200, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", MOST_EMPTY)
def test_many_values(name: str) -> None:
    agree(name, 2000, seed=2)
