"""Deep Q-learning by self-play, in one file of PyTorch. You learn how a network that almost never loses can still err.

As in q_learning.py, the value of a move is the reward, or minus the opponent's best value. A network replaces the
table, a memory of past moves replaces the last move, and a slower copy of the network gives the targets.

    pip install "noughts[rl]" torch==2.13.0
    python examples/rl/dqn.py

With this seed, training takes 384,000 moves and about 35 seconds of one core. The policy ends with exploitability 0. It
gives something away in 30 of all 4,520 positions, but these 30 never occur in its own games.
"""

import numpy as np
import torch
from torch import nn

from noughts.adapters.boards import Boards
from noughts.oracle import Policy, evaluate, expected, exploitability
from noughts.oracle.arrays import network_policy

SEED, GAMES, STEPS = 1, 128, 3_000
MEMORY, BATCH, RATE, SLOWER = 200_000, 512, 1e-3, 0.01


def network() -> nn.Module:
    """Return a network from the two planes of a board to a value for each cell."""
    layers = nn.Flatten(), nn.Linear(18, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 9), nn.Tanh()
    return nn.Sequential(*layers)


def policy_of(online: nn.Module) -> Policy:
    """Return the policy that plays the legal move with the highest value."""
    return network_policy(lambda planes, mask: online(torch.from_numpy(planes).float().unsqueeze(0)))


def train(steps: int = STEPS, report_every: int = 100) -> nn.Module:
    """Play against itself and return the network."""
    random = np.random.default_rng(SEED)
    torch.manual_seed(SEED)
    online, slow = network(), network()
    slow.load_state_dict(online.state_dict())
    optimizer = torch.optim.Adam(online.parameters(), RATE)
    boards = Boards("tictactoe", GAMES)
    states, replies = (np.zeros((MEMORY, 2, 3, 3), np.int8) for _ in range(2))
    moves, rewards, over = np.zeros(MEMORY, np.int64), np.zeros(MEMORY, np.float32), np.zeros(MEMORY, bool)
    masks = np.zeros((MEMORY, 9), np.int8)  # of the replies
    print("moves,exploitability,optimal_rate,loses_to_random")
    for step in range(steps + 1):
        if step % report_every == 0:
            report(step * GAMES, online)
        for group in optimizer.param_groups:
            group["lr"] = RATE * max(1 - step / steps, 0.01)
        explore = max(0.1, 1 - 2 * step / steps)
        planes, legal = boards.observations(), boards.masks.copy()
        with torch.no_grad():
            values = online(torch.from_numpy(planes).float()).numpy()
        noise = random.random((GAMES, 9))
        scores = np.where(random.random((GAMES, 1)) < explore, noise, values)
        chosen = np.where(legal, scores, -np.inf).argmax(axis=1)
        at = np.arange(step * GAMES, (step + 1) * GAMES) % MEMORY
        states[at], moves[at] = planes, chosen
        rewards[at], over[at] = boards.play(chosen)
        replies[at], masks[at] = boards.observations(), boards.masks
        boards.reset(np.flatnonzero(over[at]))

        batch = random.integers(0, min((step + 1) * GAMES, MEMORY), BATCH)
        with torch.no_grad():
            reply = slow(torch.from_numpy(replies[batch]).float())
            best = reply.masked_fill(torch.from_numpy(masks[batch]) == 0, -2).amax(dim=1)
            done = torch.from_numpy(over[batch])
            target = torch.where(done, torch.from_numpy(rewards[batch]), -best)
        value = online(torch.from_numpy(states[batch]).float())[torch.arange(BATCH), torch.from_numpy(moves[batch])]
        loss = nn.functional.mse_loss(value, target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            for to, new in zip(slow.parameters(), online.parameters(), strict=True):
                to.lerp_(new, SLOWER)
    return online


def report(moves: int, online: nn.Module) -> None:
    """Print a line of the learning curve."""
    policy = policy_of(online)
    losses = float(expected(policy, "random").o + expected("random", policy).x) / 2
    worst, rate = float(exploitability(policy).both), float(evaluate(policy).optimal_rate)
    print(f"{moves},{worst:.4f},{rate:.4f},{losses:.4f}", flush=True)


def main() -> None:
    """Train, and print the worth of the policy."""
    torch.set_num_threads(1)  # for such a small network, more threads only wait for each other
    policy = policy_of(train())
    evaluation = evaluate(policy)
    print(exploitability(policy))
    print(evaluation)
    print(evaluate(policy, where="met"))
    if evaluation.first_error:
        print(f"the first position where it errs, {evaluation.first_error.turn} to move:\n{evaluation.first_error}")


if __name__ == "__main__":
    main()
