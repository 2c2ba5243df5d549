"""Choose a few positions in which nearly every kind of mistake shows, to grade a player quickly."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from random import Random

from noughts.rules.board import Cells, Move
from noughts.rules.game import Game, Player
from noughts.rules.position import Position, Score, sides
from noughts.rules.tactics import sign
from noughts.solver.evaluation import distance
from noughts.solver.solver import Solver

_OFTEN = 5  # positions in the sample for each thing to test


def sample(game: Game, where: Sequence[Position], *, often: int = _OFTEN) -> tuple[Position, ...]:
    """Return a sample of the given positions, fewest empty cells first.

    The sample contains the empty board and all positions after the first move. For each side, it tests every line that
    can be completed or must be blocked, every cell that can be the only good move, every number of empty cells, and
    every distance at which a win, a loss or a trap can lie ahead. Each of these occurs at least `often` times, if there
    are as many such positions.

    Args:
        game: the game.
        where: the positions to choose from.
        often: the number of positions for each thing to test.
    """
    solver = Solver(game)
    shuffled = Random(1).sample(where, len(where))
    ordered = sorted(shuffled, key=lambda position: position.empty.bit_count())
    tested: Counter[Hashable] = Counter()
    chosen = []
    for position in ordered:
        things = set(things_tested(position, solver.solve(position).scores))
        early = (position.x | position.o).bit_count() <= 1
        if early or any(tested[thing] < often for thing in things):
            tested.update(things)
            chosen.append(position)
    return tuple(chosen)


def things_tested(position: Position, scores: Mapping[Move, Score]) -> Iterator[Hashable]:
    """Yield the features that a position tests, such as its number of empty cells. `scores` rates each of its moves."""
    turn, empty = position.turn, position.empty.bit_count()
    best = max(scores.values())
    good = [move for move, score in scores.items() if score == best]
    yield turn, "empty", empty
    yield turn, "first empty", position.moves[0]
    yield turn, "last empty", position.moves[-1]
    if len(good) == len(scores):
        return  # every move is best
    yield turn, "value", sign(best), distance(best, empty)
    mistakes = {(sign(score), distance(score, empty)) for score in scores.values() if score < best}
    lines = [
        (p, line) for p in Player for line in position.game.lines if line & ~sides(position, p)[0] in map(_bit, good)
    ]
    for result, plies in mistakes:
        yield turn, "mistake", sign(best), result, plies
        if len(good) == 1:
            yield turn, "only", good[0], sign(best), result
            yield from ((turn, *line, result) for line in lines)


def _bit(move: Move) -> Cells:
    return 1 << move
