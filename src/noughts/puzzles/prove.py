"""Prove a puzzle: the solver's moves are the only right moves, and the themes and the rating are correct."""

from noughts.puzzles.find import puzzle_at
from noughts.puzzles.puzzle import Puzzle
from noughts.rules.errors import BadFile
from noughts.solver.solver import Solver


def prove(puzzle: Puzzle, *, solver: Solver | None = None) -> None:
    """Solve the puzzle again with the exact solver, and compare the results.

    Args:
        puzzle: the puzzle.
        solver: a solver of the game, whose earlier results are used. By default, a new one.

    Raises:
        BadFile: the answers, the line, the themes or the rating differ from the results.
    """
    found = puzzle_at(puzzle.position, solver=solver)
    if found is None:
        raise BadFile(f"puzzle {puzzle.id} has no unique answer, or none that can be proved")
    for name in ("goal", "line", "themes", "rating"):
        if (mine := getattr(puzzle, name)) != (proved := getattr(found, name)):
            raise BadFile(f"puzzle {puzzle.id} has the {name} {mine}: expected {proved}")
