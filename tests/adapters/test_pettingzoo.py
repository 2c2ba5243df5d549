"""The environment of PettingZoo passes its tests, and TorchRL's if that is installed."""

import warnings
from typing import Any

import numpy as np
import pytest

with warnings.catch_warnings(action="ignore"):  # its tests import games of its own in a deprecated way
    from pettingzoo.test import api_test, seed_test
    from pettingzoo.test.render_test import render_test

from noughts import IllegalMove, NoughtsError
from noughts.adapters.pettingzoo import env

GAMES = ["tictactoe", "connect four", "3,3,3 misere", "3,3,3 torus", "3x3x3", "4,3,3"]


def play(environment: Any, *moves: str) -> Any:
    environment.reset()
    for move in moves:
        environment.step(environment.unwrapped.position.cell(move))
    return environment.unwrapped


@pytest.mark.filterwarnings("ignore")  # of the tests, about empty boards and observations that are dicts
@pytest.mark.parametrize("game", GAMES)
def test_the_api_test_passes(game: str) -> None:
    api_test(env(game), 100)


@pytest.mark.filterwarnings("ignore")
def test_the_other_tests_of_pettingzoo_pass() -> None:
    api_test(env(oracle=True), 50)
    seed_test(env, 20)
    render_test(env)


@pytest.mark.slow
@pytest.mark.needs("torchrl")
@pytest.mark.filterwarnings("ignore")
def test_the_checker_of_torchrl_passes() -> None:
    import torchrl.envs as envs
    from torchrl.envs.utils import check_env_specs

    check_env_specs(envs.PettingZooWrapper(env(), use_mask=True))


@pytest.mark.parametrize(
    ("game", "moves", "rewards"),
    [
        ("tictactoe", "a1 a2 b1 b2 c1", [1, -1]),
        ("tictactoe", "a1 a2 b1 b2 c3 c2", [-1, 1]),
        ("3,3,3 misere", "a1 a2 b1 b2 c1", [-1, 1]),
        ("tictactoe", "b2 a1 a2 c2 a3 c1 b1 b3 c3", [0, 0]),
        ("tictactoe", "b2 b2", [1, -1]),  # an illegal move loses
    ],
)
def test_both_agents_are_rewarded_when_the_game_ends(game: str, moves: str, rewards: list[int]) -> None:
    environment = env(game)
    play(environment, *moves.split())
    seen = {}
    for agent in environment.agent_iter():
        _, seen[agent], over, _, _ = environment.last()
        assert over
        environment.step(None)
    assert [seen["player_1"], seen["player_2"]] == rewards
    assert not environment.agents


def test_each_agent_sees_its_own_stones_first() -> None:
    environment = play(env(), "b2", "a1", "c3")
    x, o = (environment.observe(agent) for agent in environment.possible_agents)
    assert np.argwhere(x["observation"][0]).tolist() == np.argwhere(o["observation"][1]).tolist() == [[1, 1], [2, 2]]
    assert not x["action_mask"].any()
    assert np.flatnonzero(o["action_mask"]).tolist() == list(environment.position.moves)


def test_an_illegal_move_is_explained() -> None:
    assert play(env(), "b2", "b2").infos["player_2"]["illegal"] == "b2 is taken: X has a stone there"
    with pytest.raises(IllegalMove, match="b2 is taken"):
        play(env(illegal="raises"), "b2", "b2")
    with pytest.raises(NoughtsError, match="expected 'loses' or 'raises'"):
        env(illegal="ignored")  # type: ignore[arg-type]


@pytest.mark.parametrize("action", [9, -1, 1.0, True, "b2", None, [4], np.array([4])])
def test_an_action_that_is_not_a_cell_is_an_error(action: Any) -> None:
    environment = env()
    environment.reset()
    with pytest.raises(IllegalMove, match="expected a whole number from 0 to 8 as an action, not "):
        environment.step(action)
    assert environment.unwrapped.agent_selection == "player_1"


def test_the_oracle_tells_values_and_regret() -> None:
    infos = play(env(oracle=True), "b2", "b1").infos
    assert infos["player_2"] == {"regret": 1}
    assert infos["player_1"]["value"] == 1
    assert infos["player_1"]["optimal_mask"].sum() == 6
