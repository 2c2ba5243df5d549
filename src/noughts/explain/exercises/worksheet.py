"""Worksheets with positions to solve by hand and trees to fill in.

In every position and tree, some moves are better than others.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Literal, TypeAlias, get_args

from noughts.explain.scores import UNITS, Unit
from noughts.explain.story.build_story import tell
from noughts.explain.story.story import Story
from noughts.rules.errors import NoughtsError
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.position import Position, Score
from noughts.rules.tactics import sign
from noughts.search.order import canonical
from noughts.solver.analyse import analyse
from noughts.solver.count import plies
from noughts.solver.evaluation import Evaluation
from noughts.solver.solver import Solver

SheetUnit: TypeAlias = Unit | Literal["winner"]
"""The unit of the values on a worksheet. ``winner`` is for children: the mark of the winner instead of a number."""

SheetAlgorithm: TypeAlias = Literal["minimax", "alphabeta"]
"""The search whose trees are filled in."""

SHEET_UNITS: tuple[SheetUnit, ...] = (*UNITS, "winner")
SHEET_ALGORITHMS: tuple[SheetAlgorithm, ...] = get_args(SheetAlgorithm)

MOST_EMPTIES = 9
"""The maximum number of empty cells in a position to solve by hand."""

MOST_QUESTIONS = 100
"""The maximum number of positions on one sheet, and also of trees."""

TREE_EMPTIES = 3
"""The maximum number of empty cells at the root of a tree to fill in.

Such a tree has 16 states, as many as fit across a page.
"""

TREE_ACROSS = 9
"""The maximum number of columns, over all layers, of a board whose trees are readable on a page."""

USUAL_TREES = 2
"""The default number of trees on a sheet."""

_POOL = 4  # candidates for each question, of which a varied selection is used
_TRIES = 100  # random games played per question


@dataclass(frozen=True)
class Worksheet:
    """A sheet of exercises with their answers.

    Attributes:
        game: the game.
        empties: the number of empty cells in each position.
        seed: the random seed. The same seed gives the same sheet.
        unit: the unit of the values.
        questions: the positions to solve, easy ones first, each with its analysis.
        trees: the trees to fill in.
        algorithm: the search whose trees are filled in.
    """

    game: Game
    empties: int
    seed: int
    unit: SheetUnit
    questions: tuple[Evaluation, ...]
    trees: tuple[Story, ...]
    algorithm: SheetAlgorithm = "minimax"

    @property
    def search_unit(self) -> Unit:
        """The unit of the search's scores, and of alpha and beta."""
        return _search_unit(self.unit)


def worksheet(
    game: Game | str = "tictactoe",
    *,
    count: int = 5,
    empties: int = 4,
    trees: int | None = None,
    unit: SheetUnit = "ten",
    algorithm: SheetAlgorithm = "minimax",
    seed: int = 0,
) -> Worksheet:
    """Make a worksheet of positions from random games. In each position, some moves are better than others.

    No position is a rotation or reflection of another.

    Args:
        game: the game or its name.
        count: the number of positions.
        empties: the number of empty cells in each position.
        trees: the number of trees to fill in. Their positions have `TREE_EMPTIES` empty cells, or `empties` if that is
            less. The default is 2, or fewer if the board is too wide (`TREE_ACROSS`) or has too few positions.
        unit: the unit of the values.
        algorithm: the search whose trees are filled in. Each tree of ``alphabeta`` has at least one cut-off.
        seed: the random seed.

    Raises:
        NoughtsError: a number is out of range, there are too few such positions, the board is too wide for trees, or
            the unit does not fit the algorithm.
    """
    game = named_game(game)
    most = min(MOST_EMPTIES, len(game.board))
    if not 2 <= empties <= most:
        raise NoughtsError(f"a position of {game} to solve by hand must have 2 to {most} empty cells, not {empties}")
    fits = across(game) <= TREE_ACROSS
    tree_count = (USUAL_TREES if fits else 0) if trees is None else trees
    if not (0 <= count <= MOST_QUESTIONS and 0 <= tree_count <= MOST_QUESTIONS):
        raise NoughtsError(
            f"a sheet can have up to {MOST_QUESTIONS} positions and up to {MOST_QUESTIONS} trees, "
            f"not {count} and {tree_count}"
        )
    if not count + tree_count:
        raise NoughtsError("a sheet without positions or trees would be empty: ask for at least one position or tree")
    if tree_count and not fits:
        raise NoughtsError(f"trees of {game} would be too small to read on a page: expected 0 trees, not {tree_count}")
    if algorithm == "alphabeta" and unit == "winner":
        raise NoughtsError("alpha and beta are numbers: choose a unit other than winner, or minimax")

    def story(position: Position) -> Story:
        return tell(position, algorithm=algorithm, unit=_search_unit(unit))

    def suits(position: Position) -> bool:
        return algorithm == "minimax" or any(node.end == "cut" for node in story(position).nodes)

    random, used = Random(seed), set[Hashable]()
    questions = _choose(game, count, empties, random, used)
    fewer = trees is None and count > 0
    roots = _choose(game, tree_count, min(empties, TREE_EMPTIES), random, used, fewer=fewer, suits=suits)
    stories = tuple(story(root.position) for root in roots)
    return Worksheet(game, empties, seed, unit, tuple(questions), stories, algorithm)


def _search_unit(unit: SheetUnit) -> Unit:
    return "one" if unit == "winner" else unit


def winner_mark(score: Score, turn: Player) -> str:
    """Return the winner's mark: ``X``, ``O``, or ``=`` for a draw.

    Args:
        score: the score in any unit.
        turn: the player who wins if the score is positive.
    """
    return {1: str(turn), 0: "=", -1: str(turn.other)}[sign(score)]


def across(game: Game) -> int:
    """Return how many columns a game's board has when its layers are drawn side by side."""
    layers = {point[2:] for point in game.board.points}
    return game.board.shape[0] * len(layers)


def _choose(
    game: Game,
    count: int,
    empties: int,
    random: Random,
    used: set[Hashable],
    *,
    fewer: bool = False,
    suits: Callable[[Position], bool] = lambda _: True,
) -> list[Evaluation]:
    """Return analysed positions, ordered from easiest to hardest.

    Immediate wins, later wins and draws are mixed as evenly as possible.

    Args:
        game: the game.
        count: the number of positions.
        empties: the number of empty cells in each.
        random: the source of random numbers.
        used: the canonical forms of the positions already on the sheet. The function adds the new ones.
        fewer: whether to accept fewer positions than `count`.
        suits: whether a position may be chosen.
    """
    kinds: tuple[list[Evaluation], ...] = ([], [], [])
    for analysis in _interesting(game, count, empties, random, used, suits):
        kinds[1 if analysis.value == 0 else 2 if analysis.distance == 1 else 0].append(analysis)
    chosen = list[Evaluation]()
    while len(chosen) < count and any(kinds):
        chosen += [kind.pop(0) for kind in kinds if kind][: count - len(chosen)]
    if len(chosen) < count and not fewer:
        raise NoughtsError(
            f"found only {len(chosen)} of {count} positions of {game} with {empties} empty cells where the choice of "
            "move matters: choose another number of empty cells, or fewer positions"
        )
    return sorted(chosen, key=lambda analysis: _states(analysis.position))


def _interesting(
    game: Game, count: int, empties: int, random: Random, used: set[Hashable], suits: Callable[[Position], bool]
) -> Iterable[Evaluation]:
    """Play random games, and yield positions in which some moves are better than others. Add all examined positions to
    `used`.
    """
    solver, left = Solver(game), _POOL * count
    for _ in range(_TRIES * count):
        position = Position(game)
        while position.empty.bit_count() > empties:
            followers = [position.play(move) for move in position.moves]
            unfinished = [after for after in followers if not after.is_over]
            if not unfinished:
                break
            position = random.choice(unfinished)
        if position.empty.bit_count() > empties or (key := canonical(position)) in used:
            continue
        used.add(key)
        analysis = analyse(position, solver=solver)
        if len({move.value for move in analysis.moves}) > 1 and suits(position):
            yield analysis
            left -= 1
            if not left:
                return


def _states(position: Position) -> int:
    """Count the states that minimax would search, as a measure of a position's difficulty."""
    return sum(ply.sequences for ply in plies(position))
