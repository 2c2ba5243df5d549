"""Counting: how many positions a game has, how many ways there are to play it, and how these end."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from noughts.rules.board import Cells
from noughts.rules.game import Player, moved
from noughts.rules.position import Position, expect_state
from noughts.solver.canonical import Images

Progress: TypeAlias = Callable[[int, int, int], None]
"""Told now and then the ply that is being counted, how many positions of it are done, and of how many."""

_TELL_EVERY = 4096


@dataclass(frozen=True)
class Ply:
    """What there is after so many plies.

    Attributes:
        number: the ply; 0 is the start.
        positions: different positions.
        classes: the same, up to the symmetries that keep the first position.
        sequences: move sequences that lead here (perft).
        ended: games that end here, by winner; None is a draw.
        ended_positions: positions in which the game is over, by winner.
        ended_classes: the same, up to symmetry.
    """

    number: int
    positions: int
    classes: int
    sequences: int
    ended: dict[Player | None, int]
    ended_positions: dict[Player | None, int]
    ended_classes: dict[Player | None, int]


def plies(start: Position, *, last: int | None = None, progress: Progress | None = None) -> Iterator[Ply]:
    """Yield for each ply from the start what there is, until all games have ended.

    Positions are gathered up to symmetry, ply by ply, each with the number of sequences that lead to it and
    its images; so the work grows with the positions, not with the games.

    Args:
        start: the first position; its own ply is 0.
        last: the last ply to count, where the games go on after it.
        progress: is told how far the count has come.
    """
    expect_state(start)
    game, turn, number = start.game, start.turn, 0
    stones = start.x, start.o
    keeping = [s for s in game.symmetries if (moved(start.x, s), moved(start.o, s)) == stones]
    images = Images(keeping)
    tier = {images.least(*stones): 1}
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
                after = images.least(x | bit, o) if turn is Player.X else images.least(x, o | bit)
                following[after] += sequences
        yield Ply(
            number, positions, len(tier), sum(tier.values()), dict(ended), dict(ended_positions), dict(ended_classes)
        )
        tier, turn, number = dict(following), turn.other, number + 1


def perft(start: Position, depth: int) -> int:
    """Return how many sequences of exactly `depth` legal moves there are.

    Raises:
        ValueError: the depth is negative.
    """
    if depth < 0:
        raise ValueError(f"a depth is at least 0, not {depth}")
    return next((ply.sequences for ply in plies(start, last=depth) if ply.number == depth), 0)
