"""How often computer players solve the puzzles that come with noughts, by the puzzles' ratings, as Markdown tables.

    python benchmarks/puzzle_ratings.py

The tables are in docs/guide/puzzle-ratings.md. A player solves a puzzle if each of its moves in the line is
right. Needs the kernel. The same sample and seed give the same tables.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterable, Sequence
from random import Random

from noughts import player
from noughts.players.levels import LEVELS
from noughts.players.opponent import Opponent
from noughts.puzzles import SHIPPED, Puzzle, collection

BANDS = [range(low, low + 200) for low in range(400, 1600, 200)] + [range(1600, 10_000)]
DEPTHS = range(1, 6)
WIDE = 100  # cells: full-width searches of larger boards take too long
TOGETHER = (2, 3, 4)
"""The depths whose mean compares games."""

Rates = dict[tuple[str, range, str], list[bool]]  # by game, band and player


def solves(opponent: Opponent, puzzle: Puzzle, random: Random) -> bool:
    """Return whether a player finds all moves of a puzzle."""
    while not puzzle.is_solved:
        move = opponent.choose(puzzle.position, random).move
        if move not in puzzle.answers:
            return False
        puzzle = puzzle.play(move)
    return True


def measure(sample: int, times: int, random: Random) -> Rates:
    """Let all players try at most `sample` puzzles of each game and band, several times each."""
    rates: Rates = defaultdict(list)
    for game in SHIPPED:
        players = {level: player(level) for level in LEVELS if level != "perfect"}
        puzzles = collection(game)
        if len(puzzles[0].position.game.board) <= WIDE:
            players |= {look(depth): player(f"alphabeta:depth={depth},order=random") for depth in DEPTHS}
        for band in BANDS:
            fitting = [puzzle for puzzle in puzzles if puzzle.rating in band]
            for puzzle in random.sample(fitting, min(sample, len(fitting))):
                for name, opponent in players.items():
                    rates[game, band, name] += [solves(opponent, puzzle, random) for _ in range(times)]
    return rates


def tables(rates: Rates) -> str:
    """Return a table by players, without the largest boards, and a table by games."""
    depths = [look(depth) for depth in DEPTHS]
    names = [level for level in LEVELS if level != "perfect"] + depths
    games = [game for game in SHIPPED if any((game, band, depths[0]) in rates for band in BANDS)]
    by_player = [
        [
            words(band),
            str(sum(len(rates.get((game, band, depths[0]), [])) for game in games)),
            *(rate(rates.get((game, band, name), []) for game in games) for name in names),
        ]
        for band in BANDS
    ]
    graded = [level for level in LEVELS if level not in ("random", "perfect")]
    middle = [look(depth) for depth in TOGETHER]
    by_game = [
        [words(band)]
        + [
            rate(rates.get((game, band, name), []) for name in (middle if game in games else graded))
            for game in SHIPPED
        ]
        for band in BANDS
    ]
    heads = [f"{game} (levels)" * (game not in games) or game for game in SHIPPED]
    return f"{markdown(['rated', 'tried', *names], by_player)}\n\n{markdown(['rated', *heads], by_game)}"


def look(depth: int) -> str:
    """Return the name of the player that searches this many plies ahead."""
    return "1 ply" if depth == 1 else f"{depth} plies"


def words(band: range) -> str:
    """Return a band of ratings in words."""
    return f"{band.start:,}–{band.stop:,}" if band.stop < BANDS[-1].stop else f"{band.start:,} and more"


def rate(results: Iterable[Sequence[bool]]) -> str:
    """Return a rate in percent, or an empty string if nothing was tried."""
    tried = [solved for each in results for solved in each]
    return f"{100 * sum(tried) / len(tried):.0f}%" if tried else ""


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sample", type=int, default=30, help="the number of puzzles of each game and band")
    parser.add_argument("--times", type=int, default=1, help="how often each player tries a puzzle")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(tables(measure(options.sample, options.times, Random(options.seed))))
