"""Learn the table in `noughts.solver.kernels.pattern_weights` from self-play, starting with zero weights.

    python benchmarks/pattern_weights.py

Each round plays games on 15 × 15 from random openings with the current table, and fits a new table to their outcomes by
logistic regression. The games of the first round, played without any knowledge, are not used after it. Needs the kernel
and NumPy. The same kernel and seed give the same table.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import Any, NamedTuple

import numpy as np

from noughts import Player, Position, game
from noughts.rules.board import cell_set
from noughts.solver.kernels.pattern_weights import KINDS
from noughts.solver.kernels.patterns import PatternKernel

Table = tuple[tuple[int, ...], ...]

GAME = game("gomoku")
PAIRS = KINDS * KINDS
NOTHING: Table = ((0,) * PAIRS,) * 2
EMPTY = 3 * KINDS  # pairs below this belong to empty lines, which both sides mostly share
WIDTH = 10  # candidate moves
OPEN_FOUR, FORK = 8**6, 2 * 8**4  # the minimum worth of a stone that makes one
DECIDED = 0.94  # an estimate at which the game counts as decided
LONG = 120  # a game with this many stones counts as a draw
ASTRAY, EARLY = 20, 30  # while there are few stones, one move in this many is random; positions before it are not used
TOGETHER = 50  # games per seed
RIDGE = 3.0


class Sample(NamedTuple):
    """A quiet position: the pattern pairs of both sides, and the outcome for the side to move."""

    own: Counter[int]
    other: Counter[int]
    outcome: float  # 1 for a win, 0.5 for a draw, 0 for a loss


def opening(random: Random) -> Position:
    """Return a random position with some stones near the centre."""
    count, reach = random.randint(1, 7), random.randint(2, 4)
    square = [GAME.board.at[7 + x, 7 + y] for x in range(-reach, reach + 1) for y in range(-reach, reach + 1)]
    stones = random.sample(square, count)
    x, o = (cell_set(stones[side::2]) for side in (0, 1))
    return Position(GAME, x, o, Player.O if count % 2 else Player.X)


def play_game(random: Random, kernel: PatternKernel, nodes: int) -> list[Sample]:
    """Play one game, and return its quiet positions with the outcome."""
    at, winner = opening(random), None
    quiet = list[tuple[Player, Counter[int], Counter[int]]]()
    while not at.is_over and (stones := (at.x | at.o).bit_count()) < LONG:
        best, against = map(max, kernel.worths(at))
        moves = kernel.promising(at)[:WIDTH]
        if against < OPEN_FOUR and stones < EARLY and random.randrange(ASTRAY) == 0:
            move, quiet = random.choice(moves), []
        else:
            result = kernel.ahead(at, nodes=nodes, only=moves)
            move, score = result.move, max(result.scores.values())
            if abs(score) > DECIDED:
                winner = at.turn if score > 0 else at.turn.other
                break
            if best < FORK and against < OPEN_FOUR:
                own, other = map(Counter, kernel.pairs(at))
                quiet.append((at.turn, own, other))
        at = at.play(move)
    if at.outcome:
        winner = at.outcome.winner
    return [Sample(own, other, 0.5 if winner is None else float(winner is turn)) for turn, own, other in quiet]


def chunk(seed: str, table: Table, nodes: int) -> list[Sample]:
    """Play several games in a worker process, and return their samples."""
    random, kernel = Random(seed), PatternKernel(GAME, table)
    return [sample for _ in range(TOGETHER) for sample in play_game(random, kernel, nodes)]


def fit_table(samples: Sequence[Sample]) -> tuple[Table, float]:
    """Return the table that predicts the outcomes best, and its mean negative log-likelihood."""
    counts = np.zeros((len(samples), 2, PAIRS))
    for row, sample in enumerate(samples):
        for side, pairs in enumerate((sample.own, sample.other)):
            counts[row, side, list(pairs)] = list(pairs.values())
    counts[:, :, :EMPTY] = 0
    features = counts.reshape(len(samples), -1)
    used = np.flatnonzero(features.any(0))
    scale = features[:, used].std(0) + 1e-9
    x, y = features[:, used] / scale, np.array([sample.outcome for sample in samples])
    weights = np.zeros(len(used))
    for _ in range(12):  # Newton's method
        chance = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (y - chance) - RIDGE * weights
        curve = (x * (chance * (1 - chance))[:, None]).T @ x + RIDGE * np.eye(len(used))
        weights += np.linalg.solve(curve, slope)
    logit = x @ weights
    table: Any = np.zeros(2 * PAIRS)
    table[used] = weights / scale
    table = np.round(1000 * table.reshape(2, PAIRS) * [[1], [-1]]).astype(int)
    for role in (
        0,
        1,
    ):  # a pair never seen for one side, such as its own fork, takes the other side's weight
        unseen = ~counts[:, role].any(0)
        table[role, unseen] = table[1 - role, unseen]
    return tuple(map(tuple, table.tolist())), float((np.logaddexp(0, logit) - y * logit).mean())


def table_text(table: Table) -> str:
    """Return the table as text, laid out as in `pattern_weights.py`."""
    rows = [[role[at : at + KINDS] for at in range(0, PAIRS, KINDS)] for role in table]
    return "\n\n".join("\n".join("".join(f"{n:5}" for n in row) for row in role) for role in rows)


def main() -> None:
    """Play and learn for several rounds, and print the table after each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--games", type=int, default=2_000, help="games in each round")
    parser.add_argument("--nodes", type=int, default=2_000, help="nodes for each move")
    parser.add_argument("--processes", type=int, default=None)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    table, samples = NOTHING, list[Sample]()
    with ProcessPoolExecutor(options.processes) as pool:
        for number in range(options.rounds):
            seeds = [f"{options.seed} {number} {at}" for at in range(options.games // TOGETHER)]
            samples = samples if number > 1 else []
            for chunks, part in enumerate(pool.map(partial(chunk, table=table, nodes=options.nodes), seeds), 1):
                samples += part
                print(f"\rround {number + 1}: {chunks * TOGETHER} games", end="", flush=True)
            table, loss = fit_table(samples)
            print(f", {len(samples)} positions, loss {loss:.4f}\n{table_text(table)}", flush=True)


if __name__ == "__main__":
    main()
