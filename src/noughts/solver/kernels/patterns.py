"""Pattern searches in the compiled kernel, for games that are decided by threats.

The terms come from Gomoku and Renju, but here they apply to lines of any length:

- a *four* is a line that lacks one stone, so it threatens to win at once;
- an *open four* is two fours in one direction: the opponent can stop only one of them;
- an *open three* is two lines in one direction that lack two stones each: the next stone makes an open four;
- a *threat* is a four or an open three;
- a *fork* is two threats in different directions.

        1   .   X   X   *   .   O     A stone on * makes three in a row on two lines, each lacking two stones: an open
                                      three. Closer to an edge or to another O it would be a single line, and the next
                                      stone would make only a four, which the opponent can stop.

The kernel looks ahead at the moves whose patterns are worth most, and finds victories by continuous threats (VCT), that
is, by fours and open threes. All its results are estimates.

Source: L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, *Go-Moku Solved by New Search Techniques*, 1993.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from noughts.rules.board import Cells, Move, cell_set, cells_in
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game, Player
from noughts.rules.position import Position, Score, sides
from noughts.search.order import centre_distances
from noughts.search.result import Deadline, SearchResult
from noughts.solver.kernels.pattern_weights import KINDS, PATTERN_WEIGHTS, THREAT
from noughts.solver.limit import Budget, Limit

MOST_CELLS = 1024
"""The largest number of cells that the kernel's pattern search supports."""

MOST_LENGTH = 14
"""The longest lines that the kernel's pattern search supports, in cells."""

_WIDTH = 8  # moves to search in each position
_MILLIONTHS = 1_000_000


@dataclass(frozen=True)
class PatternWin:
    """A win by continuous threats.

    Attributes:
        move: the attacker's first move.
        zone: the cells of all moves and answers. Only a move on one of these cells, or a threat, can prevent the win.
        visited: the number of stones placed during the search.
    """

    move: Move
    zone: Cells
    visited: int


class PatternKernel:
    """The kernel's pattern searches for one game.

    Args:
        game: a game in which any empty cell can be taken, a line wins, and all lines have the same length. weights: the
        weights of pairs of patterns, in the form of `noughts.solver.kernels.pattern_weights.PATTERN_WEIGHTS`.

    Raises:
        NoughtsError: the kernel is not installed or does not support the game.
    """

    def __init__(self, game: Game, weights: Sequence[Sequence[int]] = PATTERN_WEIGHTS) -> None:
        try:
            from noughts_kernel import PatternTables
        except ImportError:
            raise NoughtsError('this needs the compiled kernel: pip install "noughts[solve]"') from None
        lengths = {line.bit_count() for line in game.lines}
        is_supported = not game.misere and not any(game.needs) and len(lengths) == 1
        if not is_supported or max(lengths) > MOST_LENGTH or len(game.board) > MOST_CELLS:
            raise NoughtsError(f"the kernel has no pattern search for {game}")
        self.game = game
        try:
            lines, beyond = ([cells_in(cells) for cells in sets] for sets in (game.lines, game.beyond))
            self._tables = PatternTables.make(len(game.board), lines, weights, beyond)
        except ValueError as reason:  # for example, the lines have too many directions
            raise NoughtsError(f"the kernel has no pattern search for {game}: {reason}") from None
        self._distances = centre_distances(game)

    def worths(self, position: Position) -> tuple[list[int], list[int]]:
        """Return what a stone on each cell is worth to the player to move, and to the opponent.

        With lines of k cells, the worth is at least 8 ** (k + 2) if the stone completes a line, 8 ** (k + 1) if it
        makes an open four, and 2 * 8 ** (k - 1) if it makes a fork. It is 0 if the cell is taken.
        """
        mine, theirs = self._sides(position, position.turn)
        return self._tables.worths(cells_in(mine), cells_in(theirs))

    def pairs(self, position: Position) -> tuple[list[int], list[int]]:
        """For each cell, return the patterns that a stone there makes, for the player to move and for the opponent.

        A pair is an index of a table such as `noughts.solver.kernels.pattern_weights.PATTERN_WEIGHTS`. It is 0 if the
        cell is taken.
        """
        mine, theirs = self._sides(position, position.turn)
        return self._tables.pairs(cells_in(mine), cells_in(theirs))

    def promising(self, position: Position) -> list[Move]:
        """Return the moves that matter to either side, best first.

        What a cell is worth to the player to move counts slightly more than what it is worth to the opponent. Of two
        equal cells, the one nearer to the centre comes first.
        """
        worths = [6 * own + 5 * other for own, other in zip(*self.worths(position), strict=True)]
        cells = [cell for cell, worth in enumerate(worths) if worth]
        return sorted(cells, key=lambda cell: (-worths[cell], self._distances[cell]))

    def threats(self, position: Position) -> Cells:
        """Return the cells on which a stone of the player to move makes a four or an open three."""
        return cell_set(cell for cell, pair in enumerate(self.pairs(position)[0]) if pair >= KINDS * THREAT)

    def ahead(
        self,
        position: Position,
        *,
        nodes: int,
        only: Sequence[Move] | None = None,
        deadline: Deadline | None = None,
    ) -> SearchResult:
        """Return estimates for the moves in `only`. By default, return estimates for the most promising moves.

        Args:
            position: an unfinished position of this game.
            nodes: the maximum number of nodes to visit. Every move is searched at least briefly.
            only: the moves to search in the given position. Must not be empty. The result keeps their order.
            deadline: returns whether the time is up.

        Raises:
            NoughtsError: the game is over, or the position belongs to another game.
        """
        mine, theirs = self._sides(position, position.turn)
        if position.is_over:
            raise NoughtsError("the game is over: there are no moves to search")
        moves = list(only or self.promising(position)[:_WIDTH] or position.moves[:_WIDTH])
        with Budget(Limit(nodes, stop=deadline)) as budget:
            found = self._tables.estimates(cells_in(mine), cells_in(theirs), moves, _WIDTH, budget.control())
        estimates = dict(found)
        scores: dict[Move, Score] = {move: estimates[move] / _MILLIONTHS for move in moves}
        return SearchResult(scores, budget.nodes + 1, False, position=position)

    def win(
        self, position: Position, attacker: Player | None = None, *, nodes: int, deadline: Deadline | None = None
    ) -> PatternWin | None:
        """Return a win by fours and open threes, or None if none is found.

        Args:
            position: an unfinished position of this game.
            attacker: the side that attacks and moves first. By default, it is the player to move.
            nodes: the maximum number of stones to place during the search.
            deadline: returns whether the time is up.

        Raises:
            NoughtsError: the position belongs to another game.
        """
        mine, theirs = self._sides(position, attacker or position.turn)
        if position.is_over:
            return None
        with Budget(Limit(nodes, stop=deadline)) as budget:
            win = self._tables.win(cells_in(mine), cells_in(theirs), budget.control())
        return win and PatternWin(win[0], cell_set(win[1]), budget.nodes)

    def _sides(self, position: Position, player: Player) -> tuple[Cells, Cells]:
        if position.game != self.game:
            raise NoughtsError(f"these patterns are for {self.game}, not for {position.game}")
        return sides(position, player)


def pattern_kernel(game: Game) -> PatternKernel | None:
    """Return the pattern searches for a game, or None if the kernel is not installed or does not support the game."""
    try:
        return PatternKernel(game)
    except NoughtsError:
        return None
