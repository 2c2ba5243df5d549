"""Count a game's positions, its move sequences (perft), and how often each result occurs."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from noughts.rules.board import Cells
from noughts.rules.errors import whole_number
from noughts.rules.game import Player, moved
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position
from noughts.solver.canonical import SymmetryCache

PlyProgress: TypeAlias = Callable[[int, int, int], None]
"""Called now and then with the current ply, the number of positions counted in it, and their total number."""

_TELL_EVERY = 4096


@dataclass(frozen=True)
class Ply:
    """The number of positions and the number of games after a given number of plies.

    Attributes:
        number: the number of plies played, 0 at the start.
        positions: the number of different positions.
        classes: the number of positions, counting symmetric positions once. Only symmetries that preserve the first
            position are used.
        sequences: the number of move sequences of this length (perft).
        ended: the number of games that end at this ply, for each winner (None for a draw).
        ended_positions: the number of positions in which the game is over, for each winner.
        ended_classes: the same number, counting symmetric positions once.
    """

    number: int
    positions: int
    classes: int
    sequences: int
    ended: dict[Player | None, int]
    ended_positions: dict[Player | None, int]
    ended_classes: dict[Player | None, int]


def plies(start: Position | str, *, last: int | None = None, progress: PlyProgress | None = None) -> Iterator[Ply]:
    """Yield the number of positions and of move sequences after each ply, up to the end of the longest game.

    One position is kept from each set of symmetric positions, with the number of sequences that lead to it and the
    number of its images. So the work grows with the number of positions, not with the number of games.

    Args:
        start: the first position, at ply 0, or its text.
        last: the last ply to count. By default, all plies are counted.
        progress: called now and then while counting.

    Raises:
        NoughtsError: the text does not describe a position, or `last` is not a whole number of at least 0.
    """
    start = read_position(start)
    if last is not None:
        last = whole_number(last, "the last ply")
    game, turn, number = start.game, start.turn, 0
    stones = start.x, start.o
    keeping = [s for s in game.symmetries if (moved(start.x, s), moved(start.o, s)) == stones]
    images = SymmetryCache(keeping)
    tier = {images.smallest(*stones): 1}
    while tier:
        following: Counter[tuple[Cells, Cells]] = Counter()
        positions = 0
        ended: Counter[Player | None] = Counter()
        ended_positions: Counter[Player | None] = Counter()
        ended_classes: Counter[Player | None] = Counter()
        for done, ((x, o), sequences) in enumerate(tier.items()):
            if progress and done % _TELL_EVERY == 0:
                progress(number, done, len(tier))
            size = images.count(x, o)
            positions += size
            position = Position(game, x, o, turn)
            if outcome := position.outcome:
                ended[outcome.winner] += sequences
                ended_positions[outcome.winner] += size
                ended_classes[outcome.winner] += 1
            for move in position.moves if number != last else ():
                bit = 1 << move
                after = images.smallest(x | bit, o) if turn is Player.X else images.smallest(x, o | bit)
                following[after] += sequences
        yield Ply(
            number, positions, len(tier), sum(tier.values()), dict(ended), dict(ended_positions), dict(ended_classes)
        )
        tier, turn, number = dict(following), turn.other, number + 1


def perft(start: Position | str, depth: int) -> int:
    """Return the number of sequences of exactly `depth` legal moves from a position, which can be given as text.

    Raises:
        NoughtsError: the text does not describe a position, or the depth is not a whole number of at least 0.
    """
    depth = whole_number(depth, "the depth")
    return next((ply.sequences for ply in plies(start, last=depth) if ply.number == depth), 0)
