"""Learn the table of `noughts.search.pattern_weights` from games of the program against itself, beginning with nothing.

    python benchmarks/pattern_weights.py

Round after round: games on 15 × 15 from random openings are played with the table so far, and the outcomes tell a
better one by logistic regression; the games of the first round, played without knowing anything, are then forgotten.
Needs the kernel and NumPy; with the same kernel a seed makes it repeatable.
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
from noughts.search.pattern_weights import KINDS
from noughts.search.patterns import Patterns
from noughts.solver.patterns import PatternKernel

Table = tuple[tuple[int, ...], ...]

GAME = game("gomoku")
SIDES = {Player.X: 0, Player.O: 1}  # in patterns
PAIRS = KINDS * KINDS
NOTHING: Table = ((0,) * PAIRS,) * 2
EMPTY = 3 * KINDS  # pairs below this are of empty lines: as one side has them, so mostly has the other
WIDTH = 10  # moves to choose from
DECIDED = 0.94  # an estimate that ends a game
LONG = 120  # stones with which a game is drawn
ASTRAY, EARLY = 20, 30  # one move in so many, with fewer stones, is any promising one; nothing before it is learned
TOGETHER = 50  # games of one seed
RIDGE = 3.0


class Seen(NamedTuple):
    """The pairs of a quiet position, for the side to move and for the other, and what became of the side to move."""

    own: Counter[int]
    other: Counter[int]
    outcome: float  # 1 it won, 0 it lost


def opening(random: Random) -> Position:
    """Return a position with some stones near the middle."""
    count, reach = random.randint(1, 7), random.randint(2, 4)
    square = [GAME.board.at[7 + x, 7 + y] for x in range(-reach, reach + 1) for y in range(-reach, reach + 1)]
    stones = random.sample(square, count)
    x, o = (sum(1 << cell for cell in stones[side::2]) for side in SIDES.values())
    return Position(GAME, x, o, Player.O if count % 2 else Player.X)


def played(random: Random, kernel: PatternKernel, nodes: int) -> list[Seen]:
    """Play one game and return what there is to learn from it."""
    at, winner = opening(random), None
    patterns = Patterns(GAME, at.x, at.o)
    quiet = list[tuple[Player, Counter[int], Counter[int]]]()
    while not at.is_over and (stones := (at.x | at.o).bit_count()) < LONG:
        mine = SIDES[at.turn]
        best, against = max(patterns.worth[mine]), max(patterns.worth[1 - mine])
        moves = patterns.promising(mine, WIDTH)
        if against < patterns.open_four and stones < EARLY and random.randrange(ASTRAY) == 0:
            move, quiet = random.choice(moves), []
        else:
            result = kernel.ahead(at, nodes=nodes, only=moves)
            move, score = result.move, max(result.scores.values())
            if abs(score) > DECIDED:
                winner = at.turn if score > 0 else at.turn.other
                break
            if best < patterns.fork and against < patterns.open_four:
                quiet.append((at.turn, Counter(patterns.pairs[mine]), Counter(patterns.pairs[1 - mine])))
        patterns.play(move, mine)
        at = at.play(move)
    if at.outcome:
        winner = at.outcome.winner
    return [Seen(own, other, 0.5 if winner is None else float(winner is turn)) for turn, own, other in quiet]


def chunk(seed: str, table: Table, nodes: int) -> list[Seen]:
    """Play some games, in a process of its own."""
    random, kernel = Random(seed), PatternKernel(GAME, table)
    return [seen for _ in range(TOGETHER) for seen in played(random, kernel, nodes)]


def learned(seen: Sequence[Seen]) -> tuple[Table, float]:
    """Return the table that tells outcomes best, and how well: the mean of the outcomes' negative log likelihood."""
    counts = np.zeros((len(seen), 2, PAIRS))
    for row, one in enumerate(seen):
        for side, pairs in enumerate((one.own, one.other)):
            counts[row, side, list(pairs)] = list(pairs.values())
    counts[:, :, :EMPTY] = 0
    features = counts.reshape(len(seen), -1)
    used = np.flatnonzero(features.any(0))
    scale = features[:, used].std(0) + 1e-9
    x, y = features[:, used] / scale, np.array([one.outcome for one in seen])
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
    for role in (0, 1):  # who is to move has no fork in a quiet position: it promises what it does to the other
        unseen = ~counts[:, role].any(0)
        table[role, unseen] = table[1 - role, unseen]
    return tuple(map(tuple, table.tolist())), float((np.logaddexp(0, logit) - y * logit).mean())


def shown(table: Table) -> str:
    """Return the table as it stands in the program."""
    rows = [[role[at : at + KINDS] for at in range(0, PAIRS, KINDS)] for role in table]
    return "\n\n".join("\n".join("".join(f"{n:5}" for n in row) for row in role) for role in rows)


def main() -> None:
    """Learn, round after round."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--games", type=int, default=2_000, help="of each round")
    parser.add_argument("--nodes", type=int, default=2_000, help="for a move")
    parser.add_argument("--processes", type=int, default=None)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    table, seen = NOTHING, list[Seen]()
    with ProcessPoolExecutor(told.processes) as pool:
        for number in range(told.rounds):
            seeds = [f"{told.seed} {number} {at}" for at in range(told.games // TOGETHER)]
            seen = seen if number > 1 else []
            for done, part in enumerate(pool.map(partial(chunk, table=table, nodes=told.nodes), seeds), 1):
                seen += part
                print(f"\rround {number + 1}: {done * TOGETHER} games", end="", flush=True)
            table, loss = learned(seen)
            print(f", {len(seen)} positions, loss {loss:.4f}\n{shown(table)}", flush=True)


if __name__ == "__main__":
    main()
