"""Searches by patterns, in plain Python or by the compiled kernel, which searches a hundred times as many nodes.

Both look ahead, and both find wins by fours and open threes (`noughts.search.pattern_search`, `pattern_threats`). The
kernel uses the nodes better, too: it remembers positions, looks at unlikely moves less deep, and looks for such wins at
every node that is not near the horizon.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from noughts.rules.board import Cells, Move, cell_set, cells_in
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game, Player
from noughts.rules.position import Position, Score, sides
from noughts.search.forcing_wins import is_for
from noughts.search.pattern_search import expect_unfinished, pattern_search, patterns_of, promising
from noughts.search.pattern_weights import PATTERN_WEIGHTS
from noughts.search.result import SearchResult
from noughts.search.vct import PatternWin, pattern_win
from noughts.solver.budget import kernel_control

MOST_CELLS = 1024
"""The largest board that the kernel searches by patterns."""

MOST_LENGTH = 14
"""The longest line that it knows."""

_WIDTH = 8  # how many moves are looked at in each position
_MILLIONTHS = 1_000_000


class PatternSearcher(Protocol):
    """Searches the positions of one game by patterns. All that it says is an estimate.

    Attributes:
        speed: how many nodes it searches in the time in which plain Python searches one.
    """

    speed: int

    def ahead(self, position: Position, *, nodes: int, only: Sequence[Move] | None = None) -> SearchResult:
        """Return what `noughts.search.pattern_search.pattern_search` does, with as many moves as suit."""
        ...

    def win(self, position: Position, attacker: Player | None = None, *, nodes: int) -> PatternWin | None:
        """Return what `noughts.search.vct.pattern_win` does."""
        ...


class PlainPatterns:
    """The searches in plain Python."""

    speed = 1

    def ahead(self, position: Position, *, nodes: int, only: Sequence[Move] | None = None) -> SearchResult:
        """Return estimates for the most promising moves."""
        return pattern_search(position, width=_WIDTH, nodes=nodes, only=only)

    def win(self, position: Position, attacker: Player | None = None, *, nodes: int) -> PatternWin | None:
        """Return a win by fours and open threes."""
        return pattern_win(position, attacker, nodes=nodes)


PLAIN = PlainPatterns()


class PatternKernel:
    """The same by the compiled kernel, for one game.

    Args:
        game: a game in which any cell can be taken and a line wins, and in which all lines are of one length.
        promises: what pairs of kinds promise, as `noughts.search.pattern_weights` has it.

    Raises:
        NoughtsError: the kernel is not installed, or it is not for the game.
    """

    speed = 110

    def __init__(self, game: Game, promises: Sequence[Sequence[int]] = PATTERN_WEIGHTS) -> None:
        try:
            from noughts_kernel import Net
        except ImportError:
            raise NoughtsError('this needs the compiled kernel: pip install "noughts[solve]"') from None
        lengths = {line.bit_count() for line in game.lines}
        if not is_for(game) or len(lengths) != 1 or max(lengths) > MOST_LENGTH or len(game.board) > MOST_CELLS:
            raise NoughtsError(f"the kernel has no patterns for {game}")
        self.game = game
        try:
            self._net = Net.make(len(game.board), [cells_in(line) for line in game.lines], promises)
        except ValueError as reason:  # such as more directions than it knows
            raise NoughtsError(f"the kernel has no patterns for {game}: {reason}") from None

    def ahead(self, position: Position, *, nodes: int, only: Sequence[Move] | None = None) -> SearchResult:
        """Return estimates for the most promising moves, or for those given, in this order.

        Args:
            position: an unfinished position of this game.
            nodes: the most nodes to visit; each move is always looked at.
            only: the moves to look at in the position itself; at least one.

        Raises:
            NoughtsError: the game is over.
            ValueError: the position is of another game.
        """
        mine, theirs = self._sides(position, position.turn)
        expect_unfinished(position)
        moves = list(only or promising(position, patterns_of(position), _WIDTH))
        control = kernel_control(nodes)
        guessed = dict(self._net.guesses(cells_in(mine), cells_in(theirs), moves, _WIDTH, control))
        scores: dict[Move, Score] = {move: guessed[move] / _MILLIONTHS for move in moves}
        return SearchResult(scores, control.nodes + 1, False, position=position)

    def win(self, position: Position, attacker: Player | None = None, *, nodes: int) -> PatternWin | None:
        """Return a win by fours and open threes, or None where none is seen.

        Args:
            position: an unfinished position of this game.
            attacker: who is to threaten, as if to move; the player to move unless told.
            nodes: the most stones to put down.

        Raises:
            ValueError: the position is of another game.
        """
        mine, theirs = self._sides(position, attacker or position.turn)
        if position.is_over:
            return None
        control = kernel_control(nodes)
        found = self._net.win(cells_in(mine), cells_in(theirs), control)
        return found and PatternWin(found[0], cell_set(found[1]), control.nodes)

    def _sides(self, position: Position, player: Player) -> tuple[Cells, Cells]:
        if position.game != self.game:
            raise ValueError(f"these patterns are for {self.game}, not for {position.game}")
        return sides(position, player)


def pattern_searcher(game: Game) -> PatternSearcher:
    """Return the kernel's searches where it is installed and for the game, else those in plain Python."""
    try:
        return PatternKernel(game)
    except NoughtsError:
        return PLAIN
