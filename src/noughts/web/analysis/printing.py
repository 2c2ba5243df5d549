"""Make printable sheets of exercises or puzzles, for the task ``paper``."""

from typing import Any

from noughts.explain.exercises.worksheet import worksheet
from noughts.puzzles.sheets import printed_puzzles, puzzle_sheet
from noughts.render.paper import PrintedSheets
from noughts.render.worksheet import printed_worksheets
from noughts.solver.solver import Solver
from noughts.web.model.paper import Paper


def printed(paper: Paper, solver: Solver) -> PrintedSheets:
    """Return printable sheets of exercises or puzzles.

    Args:
        paper: the settings of the sheets.
        solver: a solver of the game.
    """
    game, seeds = solver.game, range(paper.seed, paper.seed + paper.variants)
    if paper.kind == "puzzles":
        chosen: dict[str, Any] = {"count": paper.count, "theme": paper.theme or None, "level": paper.level}
        return printed_puzzles(*(puzzle_sheet(game, seed=seed, solver=solver, **chosen) for seed in seeds))
    chosen = {"count": paper.count, "empties": paper.empties, "trees": paper.trees}
    return printed_worksheets(
        *(worksheet(game, unit=paper.scores, algorithm=paper.algorithm, seed=seed, **chosen) for seed in seeds)
    )
