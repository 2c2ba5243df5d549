"""The games of noughts in OpenSpiel pass its tests, and states become positions and back."""

from random import Random
from typing import Any

import numpy as np
import pytest

from noughts import NoughtsError, Position, Record, game, oracle, position
from noughts.oracle.arrays import observation
from tests.strategies import random_games

pyspiel = pytest.importorskip("pyspiel", reason="needs pyspiel, which `make oracle` installs")
pytestmark = pytest.mark.needs("pyspiel")

from noughts.adapters.openspiel import position_of, state_of  # noqa: E402  after the check

GAMES = ["tictactoe", "4;4;3 misere", "5;4;3 gravity", "3;3;3 torus", "3x3x3", "4x4x4;3 torus gravity", "3;2;3 full:o"]
THEIRS = {
    "tic_tac_toe": "3,3,3",
    "mnk": "15,15,5",
    "mnk(m=4,n=3,k=3)": "4,3,3",
    "connect_four": "connect four",
    "connect_four(columns=5,rows=4,x_in_row=3)": "5,4,3 gravity",
    "gomoku(size=9,connect=4)": "9,9,4",
    "gomoku(size=3,dims=3,connect=3,wrap=true)": "3x3x3 torus",
    "misere(game=mnk(m=4,n=3,k=3))": "4,3,3 misere",
    "misere(game=connect_four())": "7,6,4 gravity misere",
    "misere(game=connect_four(columns=5,rows=4,x_in_row=3))": "5,4,3 gravity misere",
}


@pytest.mark.parametrize("name", GAMES)
def test_the_simulation_of_open_spiel_passes(name: str) -> None:
    loaded = pyspiel.load_game(f"noughts(game={name})")
    assert loaded.game == game(name.replace(";", ",").replace(":", "="))
    pyspiel.random_sim_test(loaded, num_sims=3, serialize=True, verbose=False)


def test_a_playthrough_shows_the_game() -> None:
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    text = playthrough("noughts(game=3;3;3 misere)", action_sequence=[4, 0, 8])
    assert 'GameType.short_name = "noughts"' in text
    assert "# . x .\n" in text
    assert 'StringLegalActions() = ["a1", "b1", "c1"' in text


@pytest.mark.parametrize("name", THEIRS)
def test_states_become_positions_and_back(name: str) -> None:
    theirs, random = pyspiel.load_game(name), Random(1)
    for _ in range(5):
        state = theirs.new_initial_state()
        assert position_of(state) == Position(THEIRS[name])
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            if not state.is_terminal() and random.random() < 0.8:
                continue  # a conversion plays all moves again, so try it in one state of five
            at = position_of(state)
            for back in (state_of(at, theirs), state_of(at)):
                assert position_of(back) == at
                assert back.returns() == state.returns()
                assert back.is_terminal() == state.is_terminal()


def test_a_record_keeps_its_order_of_moves() -> None:
    record = Record(Position()).play("b2").play("a1").play("c3")
    for loaded in (None, pyspiel.load_game("tic_tac_toe")):
        assert state_of(record, loaded).history() == [4, 0, 8]


def test_every_position_of_a_game_becomes_a_state() -> None:
    for line in random_games("3,3,3 misere", 100, seed=1):
        assert all(position_of(state_of(at)) == at for at in line)


@pytest.mark.parametrize(
    ("at", "name", "error"),
    [
        (position("xx_/3_/3_ x"), None, "expected a reachable position"),
        (position("xxx/xoo/oxo o"), "tic_tac_toe", None),
        (Position("4,4,4"), "tic_tac_toe", "the OpenSpiel game is 3,3,3: expected 4,4,4"),
        (Position(), "chess", "chess is not a game of noughts"),
        (Position(), "misere(game=misere(game=tic_tac_toe()))", "misere of 3,3,3 misere is not a game of noughts"),
        (Position(), "misere(game=noughts(game=3;2;3 full:o))", "misere of 3,2,3 full=o is not a game of noughts"),
        (Record(position("x__/3_/3_ o")), None, "expected a reachable position"),
    ],
)
def test_a_position_without_a_game_is_an_error(at: Any, name: str | None, error: str | None) -> None:
    loaded = name and pyspiel.load_game(name)
    if error is None:
        assert position_of(state_of(at, loaded)) == at
        return
    with pytest.raises(NoughtsError, match=error):
        state_of(at, loaded)


def test_an_observer_shows_the_planes() -> None:
    from open_spiel.python.observation import make_observation

    state = state_of(position("o_x/x2_/x2o x"))
    view = make_observation(state.get_game())
    view.set_from(state, 0)
    assert np.array_equal(view.dict["observation"], observation(state.position))
    assert view.string_from(state, 0) == "o_x/x2_/x2o x"


def test_algorithms_of_open_spiel_agree_with_the_oracle() -> None:
    from open_spiel.python.algorithms.exploitability import exploitability
    from open_spiel.python.policy import UniformRandomPolicy

    loaded = pyspiel.load_game("noughts(game=3;2;2 misere)")
    theirs = exploitability(loaded, UniformRandomPolicy(loaded))
    assert theirs == pytest.approx(float(oracle.exploitability(oracle.uniform, "3,2,2 misere").both))
