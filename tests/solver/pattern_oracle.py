"""What a stone makes on a cell, straight from the definitions of the patterns: an oracle for the kernel."""

from itertools import chain

from noughts import Game
from noughts.rules.board import Cell, Cells

WORTHS = [1 << 3 * stones for stones in range(20)]
"""The worth of a line with this many stones."""

Direction = list[int]
"""The stones on each line through a cell in one direction, without the lines that can no longer be completed."""


def directions(game: Game, mine: Cells, theirs: Cells, cell: Cell) -> list[Direction]:
    """Return the open lines through a cell by direction. Lines that share another cell run in the same direction."""
    groups: list[list[int]] = []
    for number, line in enumerate(game.lines):
        if line >> cell & 1:
            same = [g for g in groups if any((line & game.lines[other]).bit_count() > 1 for other in g)]
            groups = [g for g in groups if g not in same] + [[*chain(*same), number]]
    beyond = game.beyond or [0] * len(game.lines)
    return [
        [(game.lines[n] & mine).bit_count() for n in group if not (game.lines[n] & theirs or beyond[n] & mine)]
        for group in groups
    ]


def kind(k: int, lines: Direction) -> int:
    """Return what a stone makes in one direction: 0 to 4, or a closed (5) or open three (6), a four (7) or five (8)."""
    if not lines:
        return 0
    lacks = k - 1 - max(lines)
    equally_full = lines.count(max(lines))
    match lacks:
        case 0 | 1:
            return 8 - lacks
        case 2:
            return 6 if equally_full > 1 else 5
        case 3:
            return 4 if equally_full > 2 else 3
    return 2 if len(lines) >= k - 1 else 1


def pair(k: int, by_direction: list[Direction]) -> int:
    """Return the index of the two best kinds in different directions."""
    *_, second, best = sorted([0, 0, *(kind(k, lines) for lines in by_direction)])
    return 9 * best + second


def worth(k: int, by_direction: list[Direction]) -> int:
    """Return what a stone is worth: the lines through it, or more for fives, open fours and forks."""
    fullest = [(max(lines), lines.count(max(lines))) for lines in by_direction if lines]
    if any(stones == k - 1 for stones, _ in fullest):
        return WORTHS[k + 2]
    if any(stones == k - 2 and many > 1 for stones, many in fullest):
        return WORTHS[k + 1]
    sums = sum(WORTHS[1 + stones] for stones in chain(*by_direction))
    is_fork = sum(kind(k, lines) >= 6 for lines in by_direction) > 1
    return max(sums, 2 * WORTHS[k - 1]) if is_fork else sums
