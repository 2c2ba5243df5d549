"""Build the tiers of a table in two passes: forward to find the reachable positions, then backward to score them.

An entry is one byte: 128 plus the score (`noughts.rules.position.Score`) for the player to move, or 0 if no game leads
to the position. In the forward pass, `OPEN` marks unfinished games.

Every chunk of a tier depends only on the adjacent finished tier. So the result depends neither on the order of the
chunks nor on the number of threads.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.rules.board import Cells, cells_in
from noughts.rules.game import Game, Player
from noughts.solver.tablebase.index import Index, Tier, taken_cells
from noughts.solver.tablebase.layout import Bytes
from noughts.solver.tablebase.subsets import Ints, relabelled

Advance: TypeAlias = Callable[[int], None]
"""Called with the number of newly finished entries. An exception that it raises stops the build."""

NONE, DRAW, OPEN = 0, 128, 255
_CHUNK = 1 << 16  # entries that a thread computes at a time; they fit into the processor's cache


def forward(
    index: Index, tier: Tier, before: Bytes | None, pool: ThreadPoolExecutor | None, progress: Advance
) -> Bytes:
    """Return a tier's entries after the forward pass: scores for finished games, and `OPEN` for unfinished ones.

    Args:
        index: the game's index.
        tier: the tier.
        before: the result of this function for the tier with one stone fewer, or None for the empty board.
        pool: the threads, or None to use only the current thread.
        progress: called with the number of newly finished entries.
    """
    result = np.zeros((len(tier.sets), tier.width), np.uint8)
    if before is None:
        result[:] = OPEN
        progress(tier.entries)
        return result.ravel()
    lower = before

    def work(rows: slice, columns: slice) -> None:
        sets, masks = tier.sets[rows], tier.masks[columns].astype(np.int64)
        cells = taken_cells(sets, tier.stones)
        comes_up = np.zeros((len(sets), len(masks)), bool)
        for place in range(tier.stones):
            last = np.flatnonzero((masks >> place & 1) == tier.stones % 2)  # X made the odd moves
            takes_back = np.flatnonzero(index.needed_by[cells[:, place]] & sets == 0)
            if len(last) and len(takes_back):
                comes_up[np.ix_(takes_back, last)] |= _before(
                    index, tier, lower, sets[takes_back], cells[takes_back], place, masks[last]
                )
        scores = np.where(_has_line(index.game, tier, rows, masks), _lost(index, tier), _not_lost(index, tier))
        result[rows, columns] = np.where(comes_up, scores, NONE)

    _run(work, tier, pool, progress)
    return result.ravel()


def _before(
    index: Index, tier: Tier, before: Bytes, sets: Ints, cells: Ints, place: int, masks: Ints
) -> NDArray[np.bool_]:
    """Return, for each position, whether the game was unfinished before a given stone was played.

    The stone is on the taken cell with the number `place`, counting the taken cells from 0.
    """
    lower = index.tiers[tier.stones - 1]
    targets, first = _moved_to(index, lower, sets ^ (1 << cells[:, place]), cells)
    targets[:, place] = 0
    sets_before = relabelled(masks, targets)
    is_open: NDArray[np.bool_] = before.take(index.ranks.of(sets_before) + first[:, None]) == OPEN
    return is_open


def backward(
    index: Index, tier: Tier, known: Bytes, after: Bytes | None, pool: ThreadPoolExecutor | None, progress: Advance
) -> Bytes:
    """Compute the scores of all positions in a tier, and return them as entries.

    Args:
        index: the game's index.
        tier: the tier.
        known: the result of `forward` for the tier.
        after: the result of this function for the tier with one stone more, or None for the full board.
        pool: the threads, or None to use only the current thread.
        progress: called with the number of newly finished entries.
    """
    if after is None:
        progress(tier.entries)
        return known
    higher = after
    result = known.reshape(len(tier.sets), tier.width).copy()
    new = 1 if tier.stones % 2 == 0 else 0  # 1 if X makes the next move, else 0

    def work(rows: slice, columns: slice) -> None:
        is_open = result[rows, columns] == OPEN
        some = np.flatnonzero(is_open.any(axis=1))
        if not len(some):
            return
        sets, masks = tier.sets[rows][some], tier.masks[columns].astype(np.int64)
        best = np.zeros((len(sets), len(masks)), np.uint8)
        cells = taken_cells(sets, tier.stones)
        upper = index.tiers[tier.stones + 1]
        for cell in range(index.size):
            can = np.flatnonzero(index.playable(sets, cell))
            if not len(can):
                continue
            with_new = np.column_stack([cells[can], np.full(len(can), cell)])
            targets, first = _moved_to(index, upper, sets[can] | 1 << cell, with_new)
            sets_after = relabelled(masks, targets[:, :-1])
            if new:
                sets_after |= targets[:, -1:]
            scores = higher.take(index.ranks.of(sets_after) + first[:, None])
            np.negative(scores, out=scores)  # 128 + score becomes 128 - score, and 0 stays 0
            if len(can) == len(sets):
                np.maximum(best, scores, out=best)
            else:
                best[can] = np.maximum(best[can], scores)
        result[rows, columns][some] = np.where(is_open[some], best, result[rows, columns][some])

    _run(work, tier, pool, progress)
    return result.ravel()


def _moved_to(index: Index, tier: Tier, sets: Ints, cells: Ints) -> tuple[Ints, Ints]:
    """Map each set of taken cells to its class in another tier.

    Return the bit that each cell has in the class, and the address at which the class begins. The address is counted
    from the first address of the tier.
    """
    address, symmetry = index.find(sets)
    first = address - tier.first
    images = index.symmetries[symmetry[:, None], cells]
    return np.int64(1) << tier.places[(first // tier.width)[:, None], images], first


def _has_line(game: Game, tier: Tier, rows: slice, masks: Ints) -> NDArray[np.bool_]:
    """Return, for each position, whether the player who moved last has completed a line."""
    own = masks if tier.stones % 2 else masks ^ ((1 << tier.stones) - 1)
    sets, places = tier.sets[rows], tier.places[rows]
    result = np.zeros((len(sets), len(masks)), bool)
    for line in set(game.lines):
        whole = np.flatnonzero(sets & line == line)
        if len(whole):
            wanted = _bits(places[whole], line)[:, None]
            result[whole] |= own & wanted == wanted
    return result


def _bits(places: Ints, cells: Cells) -> Ints:
    """For each class, return a bit mask of the positions of `cells` in the class's list of taken cells."""
    result: Ints = (np.int64(1) << places[:, cells_in(cells)]).sum(axis=1)
    return result


def _lost(index: Index, tier: Tier) -> int:
    """Return the entry of a game that ended because the player who moved last completed a line."""
    size = 1 + index.size - tier.stones
    return DRAW + (size if index.game.misere else -size)


def _not_lost(index: Index, tier: Tier) -> int:
    """Return the entry of a position in which neither player has completed a line."""
    if tier.stones < index.size:
        return OPEN
    to_move = Player.O if tier.stones % 2 else Player.X
    return DRAW + (0 if index.game.full is None else 1 if index.game.full is to_move else -1)


def _run(work: Callable[[slice, slice], None], tier: Tier, pool: ThreadPoolExecutor | None, progress: Advance) -> None:
    """Compute a tier in chunks, using the threads of `pool` if it is given."""
    chunks = list(_chunks(tier))

    def do(chunk: tuple[slice, slice]) -> int:
        rows, columns = chunk
        work(rows, columns)
        return int((rows.stop - rows.start) * (columns.stop - columns.start))

    for entries in map(do, chunks) if pool is None else pool.map(do, chunks):
        progress(entries)


def _chunks(tier: Tier) -> Iterator[tuple[slice, slice]]:
    height = max(1, _CHUNK // tier.width)
    for top in range(0, len(tier.sets), height):
        for left in range(0, tier.width, _CHUNK):
            yield (
                slice(top, min(top + height, len(tier.sets))),
                slice(left, min(left + _CHUNK, tier.width)),
            )
