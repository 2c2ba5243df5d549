"""Rate a puzzle by how far ahead a person has to look to solve it.

The rating comes from model players that look 0, 1, 2, … plies ahead. A model player knows which moves win or lose
within that number of plies. It chooses among the moves that look right: half of the time at random, and half of the
time the move with the most promising open lines. In a puzzle about a win by fours, a player that looks less than three
plies ahead sees no fours, so every move looks right. To get the rating, start with `LOWEST`. For each model player, add
`STEP` times the probability that this player fails. For example, if looking `n` plies ahead always solves a puzzle and
looking less far never does, the rating is ``LOWEST + n * STEP``. Each tempting wrong move increases the rating.

`docs/guide/puzzle-ratings.md` compares the ratings with how often computer players solve the puzzles.
"""

from collections.abc import Mapping

from noughts.puzzles.puzzle import Puzzle
from noughts.puzzles.tries import Try, keeping, tries
from noughts.rules.board import Move
from noughts.rules.position import Position
from noughts.search.evaluate import open_lines
from noughts.solver.solver import Solver

LOWEST = 400
STEP = 200
MOST_PLIES = 10
"""The maximum number of plies that a model player looks ahead."""

FOURS_SEEN = 3
"""The number of plies that a player must look ahead to see the effect of a four."""


def rating(puzzle: Puzzle, solver: Solver) -> int:
    """Return a puzzle's rating, rounded to the nearest ten."""
    chances = [1.0] * (MOST_PLIES + 1)
    while not puzzle.is_solved:
        known = tries(puzzle.position, puzzle.goal, solver)
        if known:
            blind = FOURS_SEEN if puzzle.goal == "fours" else 0
            chances = [
                chance * (solving_chance(puzzle.position, known, n) if n >= blind else 1 / len(puzzle.position.moves))
                for n, chance in enumerate(chances)
            ]
        puzzle = puzzle.play(puzzle.line[0])
    return 10 * round((LOWEST + STEP * sum(1 - chance for chance in chances)) / 10)


def looks_right(known: Mapping[Move, Try], plies: int) -> frozenset[Move]:
    """Return the moves that look right to a person looking this many plies ahead."""
    near = {move: each.value for move, each in known.items() if each.plies <= plies}
    wins = frozenset(move for move, value in near.items() if value > 0)
    return wins or frozenset(move for move in known if near.get(move, 0) >= 0)


def solving_chance(position: Position, known: Mapping[Move, Try], plies: int) -> float:
    """Return the probability that a person looking this many plies ahead finds a right move."""
    candidates, right = looks_right(known, plies), keeping(known)
    promise = {move: 0.0 if (after := position.play(move)).is_over else -open_lines(after) for move in candidates}
    most = max(promise.values())
    promising = {move for move, value in promise.items() if value == most}
    return (len(candidates & right) / len(candidates) + len(promising & right) / len(promising)) / 2
