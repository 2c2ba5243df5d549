"""Tabular Q-learning by self-play, in NumPy. You learn why a win rate hides mistakes that exploitability shows.

The table has a value for each move of each position, for the player to move. Since the players take turns, the value of
a move is the reward, or minus the best value that the opponent then has: Q(s, a) ← r or −max Q(s', ·).

    python examples/rl/q_learning.py

With this seed, training takes 600,000 moves and about six seconds, most of them for the reports. The policy ends with
exploitability 0: no opponent can gain anything against it.
"""

import numpy as np
from numpy.typing import NDArray

from noughts.adapters.boards import Boards
from noughts.oracle import evaluate, expected, exploitability
from noughts.oracle.arrays import network_policy

SEED, GAMES, STEPS = 1, 200, 3_000
RATE, EXPLORE = 0.5, 0.5
POWERS = 3 ** np.arange(9)


def index(planes: NDArray[np.int8]) -> NDArray[np.intp]:
    """Return the rows of the table for some observations: each cell is a digit in base 3."""
    own, other = np.moveaxis(planes.reshape(-1, 2, 9), 1, 0)
    return np.asarray((own + 2 * other) @ POWERS, np.intp)


def train(report_at: tuple[int, ...] = ()) -> NDArray[np.float64]:
    """Play against itself and return the table."""
    random = np.random.default_rng(SEED)
    table = np.zeros((3**9, 9))
    boards = Boards("tictactoe", GAMES)
    print("moves,exploitability,optimal_rate,loses_to_random")
    for step in range(STEPS + 1):
        if step in report_at:
            report(step * GAMES, table)
        masks = boards.masks.copy()
        states = index(boards.observations())
        noise = random.random((GAMES, 9))
        explores = random.random((GAMES, 1)) < EXPLORE
        scores = np.where(explores, noise, table[states] + 1e-9 * noise)  # the noise breaks ties
        moves = np.where(masks, scores, -np.inf).argmax(axis=1)
        rewards, over = boards.play(moves)
        best_reply = np.where(boards.masks, table[index(boards.observations())], -np.inf).max(axis=1)
        target = np.where(over, rewards, -best_reply)
        table[states, moves] += RATE * (target - table[states, moves])
        boards.reset(np.flatnonzero(over))
    return table


def report(moves: int, table: NDArray[np.float64]) -> None:
    """Print a line of the learning curve."""
    policy = network_policy(lambda planes, mask: table[index(planes)[0]])
    losses = [expected(policy, "random").o, expected("random", policy).x]
    worst, rate = float(exploitability(policy).both), float(evaluate(policy).optimal_rate)
    print(f"{moves},{worst:.4f},{rate:.4f},{float(sum(losses)) / 2:.4f}", flush=True)


def main() -> None:
    """Train, and print the worth of the policy."""
    table = train(report_at=(0, 10, 30, 100, 200, 300, 500, 750, 1000, 1500, 2000, 2500, 3000))
    policy = network_policy(lambda planes, mask: table[index(planes)[0]])
    evaluation = evaluate(policy, where="met")
    print(exploitability(policy))
    print(evaluation)
    if evaluation.first_error:
        print(f"the first position where it errs:\n{evaluation.first_error}")


if __name__ == "__main__":
    main()
