"""Worksheets: positions to solve by hand and trees to fill in, chosen so that they are worth solving."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from random import Random

from noughts.explain.scores import Unit, sign
from noughts.explain.story import Story
from noughts.explain.telling import tell
from noughts.rules.errors import NoughtsError
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.search.order import canonical
from noughts.solver.analysis import Analysis, analyse
from noughts.solver.count import plies
from noughts.solver.solver import Solver

MOST_EMPTIES = 9
"""The most empty cells of a position that anybody should solve by hand."""

MOST_QUESTIONS = 100
"""The most positions, and the most trees, of one sheet."""

TREE_EMPTIES = 3
"""The most empty cells of a tree to fill in: 16 states, as many as fit across a page."""

TREE_ACROSS = 9
"""The most columns, of all layers together, of a board whose trees can be read on a page."""

_USUAL_TREES = 2
_POOL = 4  # candidates for each position that is wanted, to choose a varied few from
_TRIES = 100  # games played for each position that is wanted


@dataclass(frozen=True)
class Worksheet:
    """A sheet of exercises with their answers.

    Attributes:
        game: the game.
        empties: how many cells are empty in the positions.
        seed: the seed that they were drawn with: the same seed gives the same sheet.
        unit: the unit of the values.
        questions: the positions to solve, easy ones first, each with what its moves are worth.
        trees: the trees to fill in.
    """

    game: Game
    empties: int
    seed: int
    unit: Unit
    questions: tuple[Analysis, ...]
    trees: tuple[Story, ...]


def worksheet(
    game: Game | str = "tictactoe",
    *,
    count: int = 5,
    empties: int = 4,
    trees: int | None = None,
    unit: Unit = "ten",
    seed: int = 0,
) -> Worksheet:
    """Return a sheet of positions that can come up, no two alike, in which it matters which move is made.

    Two positions are alike when one is the other turned or mirrored.

    Args:
        game: the game or its name.
        count: how many positions.
        empties: how many cells of each are empty.
        trees: how many trees to fill in, of positions with `TREE_EMPTIES` empty cells, or `empties` if that is less.
            Unless told 2, or fewer where the board is too wide for a tree (`TREE_ACROSS`) or there are fewer positions.
        unit: the unit of the values.
        seed: draws the positions.

    Raises:
        NoughtsError: a number is out of range, there are not as many such positions, or the board is too wide for the
            trees.
    """
    game = named_game(game)
    most = min(MOST_EMPTIES, len(game.board))
    if not 2 <= empties <= most:
        raise NoughtsError(f"a position of {game} to solve by hand has 2 to {most} empty cells, not {empties}")
    fits = across(game) <= TREE_ACROSS
    wanted = (_USUAL_TREES if fits else 0) if trees is None else trees
    if not (0 <= count <= MOST_QUESTIONS and 0 <= wanted <= MOST_QUESTIONS):
        raise NoughtsError(
            f"a sheet has up to {MOST_QUESTIONS} positions and up to {MOST_QUESTIONS} trees, not {count} and {wanted}"
        )
    if not count + wanted:
        raise NoughtsError("a sheet without positions and trees would be empty: expected at least one of them")
    if wanted and not fits:
        raise NoughtsError(f"the trees of {game} would be too small to read on a page: expected 0 trees, not {wanted}")
    draw, seen = Random(seed), set[Hashable]()
    questions = _choose(game, count, empties, draw, seen)
    planted = _choose(game, wanted, min(empties, TREE_EMPTIES), draw, seen, fewer=trees is None and count > 0)
    stories = tuple(tell(found.position, order="scan", unit=unit) for found in planted)
    return Worksheet(game, empties, seed, unit, tuple(questions), stories)


def across(game: Game) -> int:
    """Return how many columns the board of a game has, those of all layers together."""
    layers = {point[2:] for point in game.board.points}
    return game.board.shape[0] * len(layers)


def _choose(
    game: Game, count: int, empties: int, draw: Random, seen: set[Hashable], *, fewer: bool = False
) -> list[Analysis]:
    """Return positions, easy ones first: wins later, draws and wins at once in turn, for as long as there are any.

    With `fewer` it is no error if there are not as many.
    """
    kinds: tuple[list[Analysis], ...] = ([], [], [])
    for found in _interesting(game, count, empties, draw, seen):
        kinds[1 if sign(found.score) == 0 else 2 if found.distance == 1 else 0].append(found)
    chosen = list[Analysis]()
    while len(chosen) < count and any(kinds):
        chosen += [kind.pop(0) for kind in kinds if kind][: count - len(chosen)]
    if len(chosen) < count and not fewer:
        raise NoughtsError(
            f"found {len(chosen)} and not {count} positions of {game} with {empties} empty cells in which some moves "
            "are better than others: take another number of empty cells, or fewer positions"
        )
    return sorted(chosen, key=lambda found: _states(found.position))


def _interesting(game: Game, count: int, empties: int, draw: Random, seen: set[Hashable]) -> Iterable[Analysis]:
    """Yield positions from games played at random in which some moves are better than others, no two alike."""
    solver, left = Solver(game), _POOL * count
    for _ in range(_TRIES * count):
        position = Position(game)
        while position.empty.bit_count() > empties:
            followers = [position.play(move) for move in position.moves]
            unfinished = [after for after in followers if not after.is_over]
            if not unfinished:
                break
            position = draw.choice(unfinished)
        if position.empty.bit_count() > empties or (key := canonical(position)) in seen:
            continue
        seen.add(key)
        found = analyse(position, solver)
        if len({sign(move.score) for move in found.moves}) > 1:
            yield found
            left -= 1
            if not left:
                return


def _states(position: Position) -> int:
    """Return how many states minimax would search: how hard a position is by hand."""
    return sum(ply.sequences for ply in plies(position))
