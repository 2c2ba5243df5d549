"""Pattern searches, in plain Python or in the compiled kernel. The kernel is a hundred times as fast as Python.

Both look ahead (`noughts.search.pattern_search`) and find wins by fours and open threes (`noughts.search.vct`). The
kernel also uses its nodes better: it has a transposition table, searches unlikely moves less deeply, and looks for such
wins at every node that is not near the horizon.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from noughts.rules.board import Cells, Move, cell_set, cells_in
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game, Player
from noughts.rules.position import Position, Score, sides
from noughts.search.pattern_search import expect_unfinished, pattern_search, patterns_of, promising
from noughts.search.pattern_weights import PATTERN_WEIGHTS
from noughts.search.patterns import has_patterns
from noughts.search.result import Deadline, SearchResult
from noughts.search.vct import PatternWin, pattern_win
from noughts.solver.limit import Budget, Limit

MOST_CELLS = 1024
"""The largest number of cells that the kernel's pattern search supports."""

MOST_LENGTH = 14
"""The longest lines that the kernel's pattern search supports, in cells."""

_WIDTH = 8  # moves to search in each position
_MILLIONTHS = 1_000_000


class PatternSearcher(Protocol):
    """Uses patterns to search the positions of a game. All results of these searches are estimates.

    Attributes:
        speed: the number of nodes that it searches in the time that plain Python takes for one node.
    """

    speed: int

    def ahead(
        self,
        position: Position,
        *,
        nodes: int,
        only: Sequence[Move] | None = None,
        deadline: Deadline | None = None,
    ) -> SearchResult:
        """Return estimates for the most promising moves, as `noughts.search.pattern_search.pattern_search` does."""
        ...

    def win(
        self, position: Position, attacker: Player | None = None, *, nodes: int, deadline: Deadline | None = None
    ) -> PatternWin | None:
        """Return a win by fours and open threes, as `noughts.search.vct.pattern_win` does."""
        ...


class PlainPatterns:
    """A pattern search that runs in plain Python."""

    speed = 1

    def ahead(
        self,
        position: Position,
        *,
        nodes: int,
        only: Sequence[Move] | None = None,
        deadline: Deadline | None = None,
    ) -> SearchResult:
        """Return estimates for the most promising moves."""
        return pattern_search(position, width=_WIDTH, nodes=nodes, only=only, deadline=deadline)

    def win(
        self, position: Position, attacker: Player | None = None, *, nodes: int, deadline: Deadline | None = None
    ) -> PatternWin | None:
        """Return a win by fours and open threes."""
        return pattern_win(position, attacker, nodes=nodes, deadline=deadline)


PLAIN = PlainPatterns()


class PatternKernel:
    """A pattern search that runs in the compiled kernel.

    Args:
        game: a game in which any empty cell can be taken, a line wins, and all lines have the same length.
        weights: the weights of pairs of patterns, in the form of `noughts.search.pattern_weights.PATTERN_WEIGHTS`.

    Raises:
        NoughtsError: the kernel is not installed or does not support the game.
    """

    speed = 110

    def __init__(self, game: Game, weights: Sequence[Sequence[int]] = PATTERN_WEIGHTS) -> None:
        try:
            from noughts_kernel import PatternTables
        except ImportError:
            raise NoughtsError('this needs the compiled kernel: pip install "noughts[solve]"') from None
        lengths = {line.bit_count() for line in game.lines}
        if not has_patterns(game) or len(lengths) != 1 or max(lengths) > MOST_LENGTH or len(game.board) > MOST_CELLS:
            raise NoughtsError(f"the kernel has no pattern search for {game}")
        self.game = game
        try:
            lines, beyond = ([cells_in(cells) for cells in sets] for sets in (game.lines, game.beyond))
            self._tables = PatternTables.make(len(game.board), lines, weights, beyond)
        except ValueError as reason:  # for example, lines in too many directions
            raise NoughtsError(f"the kernel has no pattern search for {game}: {reason}") from None

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
        expect_unfinished(position)
        moves = list(only or promising(position, patterns_of(position), _WIDTH))
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


def pattern_searcher(game: Game) -> PatternSearcher:
    """Return a pattern search for a game. The search uses the kernel if possible, otherwise plain Python."""
    try:
        return PatternKernel(game)
    except NoughtsError:
        return PLAIN
