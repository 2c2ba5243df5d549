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
from noughts.solve.analysis import Analysis, analyse
from noughts.solve.count import plies
from noughts.solve.solver import Solver

MOST_EMPTIES = 9
"""The most empty cells of a position that anybody should solve by hand."""

MOST_QUESTIONS = 100
"""The most positions, and the most trees, of one sheet."""

TREE_EMPTIES = 3
"""The most empty cells of a tree to fill in: 16 states, as many as fit across a page."""

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
    trees: int = 2,
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
        unit: the unit of the values.
        seed: draws the positions.

    Raises:
        NoughtsError: a number is out of range, or there are not as many such positions.
    """
    game = named_game(game) if isinstance(game, str) else game
    most = min(MOST_EMPTIES, len(game.board))
    if not 2 <= empties <= most:
        raise NoughtsError(f"a position of {game} to solve by hand has 2 to {most} empty cells, not {empties}")
    if not 0 <= count <= MOST_QUESTIONS or not 0 <= trees <= MOST_QUESTIONS or not count + trees:
        raise NoughtsError(
            f"a sheet has 1 to {MOST_QUESTIONS} positions and up to {MOST_QUESTIONS} trees, not {count} and {trees}"
        )
    draw, seen = Random(seed), set[Hashable]()
    questions = _choose(game, count, empties, draw, seen)
    planted = _choose(game, trees, min(empties, TREE_EMPTIES), draw, seen)
    stories = tuple(tell(found.position, order="scan", unit=unit) for found in planted)
    return Worksheet(game, empties, seed, unit, tuple(questions), stories)


def _choose(game: Game, count: int, empties: int, draw: Random, seen: set[Hashable]) -> list[Analysis]:
    """Return positions, easy ones first: wins later, draws and wins at once in turn, for as long as there are any."""
    kinds: tuple[list[Analysis], ...] = ([], [], [])
    for found in _interesting(game, count, empties, draw, seen):
        kinds[1 if sign(found.score) == 0 else 2 if found.distance == 1 else 0].append(found)
    chosen = list[Analysis]()
    while len(chosen) < count and any(kinds):
        chosen += [kind.pop(0) for kind in kinds if kind][: count - len(chosen)]
    if len(chosen) < count:
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
