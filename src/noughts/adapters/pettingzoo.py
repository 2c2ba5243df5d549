"""An environment for PettingZoo in which two agents play any game of noughts.

    environment = noughts.adapters.pettingzoo.env("connect four")

It follows the conventions of PettingZoo's classic games: ``player_1`` plays X and moves first, ``player_2`` plays O.
When the game ends, the winner gets the reward 1 and the loser -1. An observation is a dict with ``observation``, the
planes of the agent's own stones and of the opponent's, and ``action_mask``, which is 0 everywhere for the agent that is
not to move.
"""

from typing import Any

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise ModuleNotFoundError('environments need PettingZoo: pip install "noughts[rl]"', name=error.name) from None

from noughts.adapters.gymnasium import Illegal, RenderMode, expect, expect_action, played, shown
from noughts.adapters.pixels import Pixels
from noughts.oracle.arrays import Int8s, observation_shape, observed, regret, truth
from noughts.rules.gallery import game as read_game
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.solver.solver import Solver

AGENTS = {Player.X: "player_1", Player.O: "player_2"}
"""The agent that plays each side."""


def env(
    game: Game | str = "tictactoe",
    *,
    illegal: Illegal = "loses",
    oracle: bool = False,
    render_mode: RenderMode = None,
) -> Any:
    """Return a PettingZoo environment that also reports calls in the wrong order, as PettingZoo's own games do.

    Args:
        game: the game or its name.
        illegal: what an illegal move does: it ``loses`` the game, or it ``raises`` an `IllegalMove`.
        oracle: whether the info has exact values.
        render_mode: how the board is shown.

    Raises:
        NoughtsError: an argument is invalid.
    """
    return wrappers.OrderEnforcingWrapper(TicTacToe(game, illegal=illegal, oracle=oracle, render_mode=render_mode))


class TicTacToe(AECEnv):
    """An environment for one game between two agents.

    With `oracle`, the info of the agent to move has the exact ``value`` of the position for this agent, the
    ``optimal_mask`` of the moves that keep the value, and the ``distance`` to the end in plies. After a move, the
    mover's info has its ``regret``.
    """

    metadata = {  # noqa: RUF012  PettingZoo reads it here
        "render_modes": ["ansi", "human", "rgb_array"],
        "name": "noughts_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: Game | str = "tictactoe",
        *,
        illegal: Illegal = "loses",
        oracle: bool = False,
        render_mode: RenderMode = None,
    ) -> None:
        super().__init__()
        self._start = self.position = Position(read_game(game))
        self._illegal = expect(illegal, "illegal", Illegal)
        self._solver = Solver(self._start.game) if oracle else None
        self.render_mode = expect(render_mode, "render_mode", RenderMode)
        self.possible_agents = list(AGENTS.values())
        size = len(self._start.game.board)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, observation_shape(self._start.game), np.int8),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. Nothing is random, so the seed changes nothing."""
        self.agents = list(self.possible_agents)
        self.position = self._start
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = AGENTS[self.position.turn]
        self._tell()

    def observe(self, agent: str) -> dict[str, Int8s]:
        """Return the observation of an agent."""
        planes, mask = observed(self.position)
        is_turn = agent == AGENTS[self.position.turn]
        return {
            "observation": planes if is_turn else planes[::-1].copy(),
            "action_mask": mask if is_turn and not self.terminations.get(agent) else np.zeros_like(mask),
        }

    def step(self, action: Any) -> None:
        """Make a move for the agent whose turn it is. After the end of the game, the action must be None.

        Raises:
            IllegalMove: the action is not a cell, or the move is illegal and an illegal move ``raises``.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        before = self.position
        move = expect_action(action, before.game)
        self.position, wrong = played(before, move, self._illegal)
        outcome = self.position.outcome
        winner = before.turn.other if wrong else outcome and outcome.winner
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.infos = {each: {} for each in self.agents}
        if self._solver:
            self.infos[agent]["regret"] = regret(before, move, self._solver)
        if wrong:
            self.infos[agent]["illegal"] = wrong
        if winner:
            self.rewards = {AGENTS[winner]: 1, AGENTS[winner.other]: -1}
        if wrong or outcome:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = AGENTS[before.turn.other]
        self._accumulate_rewards()
        self._tell()
        if self.render_mode == "human":
            print(self.position, end="\n\n")

    def render(self) -> str | Pixels | None:
        """Return the board as text or as a picture, if the render mode is ``ansi`` or ``rgb_array``."""
        return shown(self.position, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is no window to close."""

    def _tell(self) -> None:
        if self._solver and not self.terminations[self.agent_selection]:
            self.infos[self.agent_selection] |= truth(self.position, self._solver)
