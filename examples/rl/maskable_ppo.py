"""MaskablePPO of sb3-contrib against an opponent of noughts. You learn to train a network on legal moves, and to
measure its mistakes.

The environment plays one seat and asks an opponent for the answers. Half of these moves are random, so that the network
sees all kinds of positions. The others are perfect, so that every mistake is punished.

    pip install "noughts[rl]" torch==2.13.0 stable-baselines3 sb3-contrib
    python examples/rl/maskable_ppo.py

With this seed, training takes 400,000 moves and about 90 seconds of one core. The policy ends with exploitability 0,
although it gives something away in a tenth of all positions: it has forgotten the positions that it cannot meet.
"""

from random import Random

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

from noughts import Choice, Opponent, Position
from noughts.adapters.gymnasium import TicTacToe
from noughts.oracle import evaluate, expected, exploitability, optimal
from noughts.oracle.arrays import action_mask, observation
from noughts.solver.reach import reachable

SEED, MOVES, GAMES, ROLLOUT = 1, 400_000, 16, 256
EXPLORE = 0.5  # how often the opponent moves at random
POSITIONS = list(reachable(Position(), limit=10_000))  # all 4,520 unfinished positions
PLANES = torch.from_numpy(np.stack([observation(position) for position in POSITIONS]))
MASKS = np.stack([action_mask(position) for position in POSITIONS])

PERFECT = {position: list(optimal(position)) for position in POSITIONS}


def choose(position: Position, random: Random) -> Choice:
    """Choose a random move, or a perfect one."""
    return Choice(random.choice(position.moves if random.random() < EXPLORE else PERFECT[position]))


def most_likely(model: MaskablePPO) -> dict[Position, int]:
    """Return the policy that plays the network's most likely move everywhere."""
    with torch.no_grad():
        chances = model.policy.get_distribution(PLANES, action_masks=MASKS).distribution.probs
    return dict(zip(POSITIONS, chances.argmax(dim=1).tolist(), strict=True))


class Report(BaseCallback):
    """Print a line of the learning curve before every fifth rollout."""

    def _on_rollout_start(self) -> None:
        if self.num_timesteps // (GAMES * ROLLOUT) % 5 == 0:
            policy = most_likely(self.model)
            losses = float(expected(policy, "random").o + expected("random", policy).x) / 2
            worst, rate = float(exploitability(policy).both), float(evaluate(policy).optimal_rate)
            print(f"{self.num_timesteps},{worst:.4f},{rate:.4f},{losses:.4f}", flush=True)

    def _on_step(self) -> bool:
        return True


def main() -> None:
    """Train, and print the worth of the policy."""
    torch.set_num_threads(1)  # for such a small network, more threads only wait for each other
    opponent = Opponent("half perfect", choose)
    environments = DummyVecEnv([lambda: TicTacToe(opponent=opponent, side="random", illegal="raises")] * GAMES)
    model = MaskablePPO(
        "MlpPolicy",
        environments,
        n_steps=ROLLOUT,
        batch_size=512,
        gamma=1.0,
        ent_coef=0.01,
        learning_rate=lambda left: 1e-3 * left,
        policy_kwargs={"net_arch": [256, 256]},
        seed=SEED,
    )
    print("moves,exploitability,optimal_rate,loses_to_random")
    model.learn(MOVES, callback=Report())
    policy = most_likely(model)
    evaluation = evaluate(policy)
    print(exploitability(policy))
    print(evaluation)
    print(evaluate(policy, where="met"))
    if evaluation.first_error:
        print(f"the first position where it errs, {evaluation.first_error.turn} to move:\n{evaluation.first_error}")


if __name__ == "__main__":
    main()
