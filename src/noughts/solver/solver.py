"""Exact scores, quickly: alpha-beta on sets of cells with a table, symmetry, and wins and blocks seen at a glance.

It plays the same game as `noughts.search.alphabeta`, and tests hold them equal. What makes it quick:

- a position is two numbers, the stones of the player to move and the opponent's;
- which cells complete a line depends on one player's stones only, so it is looked up, not searched for;
- a win at once is taken, a threat is blocked, two threats are a loss: no node is spent on them;
- how soon a game can end at all bounds every score, and often closes the window;
- the table keeps two bounds a position, and one entry for all its mirror images.
"""

from functools import cached_property
from math import inf

from noughts.rules.board import Cells, cells_in
from noughts.rules.errors import NoughtsError
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.position import Position, Score, expect_state
from noughts.search.result import Deadline, SearchLimit, SearchResult
from noughts.solver.canonical import Images
from noughts.solver.general import GeneralKernel, general_kernel
from noughts.solver.kernel import MnkKernel
from noughts.solver.patterns import PatternSearcher, pattern_searcher

_ASK_EVERY = 1024  # nodes between two looks at the limits, where there are few lines to look at in each
_LOOKED_AT = 65_536  # lines between two looks where there are many
_MOST_ENTRIES = 3_000_000  # of the table: about 600 MB


class Solver:
    """Solves the positions of one game, and keeps what it has learnt from one call to the next.

    A solver is used by one thread at a time.

    Args:
        game: the game or its name.

    Attributes:
        game: the game.
        visited: how many nodes it has searched since it was made.
    """

    def __init__(self, game: Game | str = "tictactoe") -> None:
        self.game = game = named_game(game)
        self.visited = 0
        self._table: dict[int, tuple[Score, Score]] = {}
        self._completing: dict[Cells, Cells] = {}
        identity = tuple(range(len(game.board)))
        self._images = Images(game.symmetries if len(game.board.shape) < 4 else [identity])  # else too many to try
        self._open: dict[Cells, bool] = {}
        lines = game.lines_at
        self._order = [1 << cell for cell in sorted(range(len(lines)), key=lambda cell: -len(lines[cell]))]
        self._cells, self._size = game.board.cells, len(game.board)
        self._needs, self._misere = game.needs, game.misere
        self._ask_every = max(1, min(_ASK_EVERY, _LOOKED_AT // max(1, len(game.lines))))
        self._nodes_left: float = inf
        self._deadline: Deadline | None = None

    @property
    def entries(self) -> int:
        """How much it has learnt: a measure of the memory it takes, some 200 bytes an entry."""
        return len(self._table) + len(self._completing) + len(self._open)

    @cached_property
    def kernel(self) -> MnkKernel | None:
        """The compiled kernel for this game, loaded when it is first asked for; None where it is not for the game.

        It is for plain k in a row on up to 128 cells, where it is installed.
        """
        try:
            return MnkKernel(self.game, megabytes=64)
        except NoughtsError:
            return None

    @cached_property
    def general(self) -> GeneralKernel | None:
        """The compiled alpha-beta for this game, loaded when it is first asked for; None where it is not installed.

        It is for any game on up to 128 cells.
        """
        return general_kernel(self.game)

    @cached_property
    def patterns(self) -> PatternSearcher:
        """The searches by patterns for this game: by the compiled kernel where it is installed and for the game."""
        return pattern_searcher(self.game)

    def score(
        self,
        position: Position,
        alpha: Score = -inf,
        beta: Score = inf,
        *,
        nodes: int | None = None,
        deadline: Deadline | None = None,
    ) -> Score:
        """Return the position's exact score, seen by the player to move; outside the window a bound.

        Raises:
            SearchLimit: more than `nodes` nodes, or the `deadline` has passed; what is proven is kept.
            ValueError: the position is of another game.
        """
        self._check(position)
        if position.is_over:
            return position.score
        self._limit(nodes, deadline)
        return self._searched(position, alpha, beta)

    def solve(self, position: Position, *, nodes: int | None = None, deadline: Deadline | None = None) -> SearchResult:
        """Return the exact score of every move.

        Raises:
            SearchLimit: more than `nodes` nodes, or the `deadline` has passed; what is proven is kept.
            NoughtsError: the game is over.
            ValueError: the position is of another game.
        """
        self._check(position)
        self._limit(nodes, deadline)
        before = self.visited
        self.visited += 1  # the root
        scores = {move: -self._after(position.play(move)) for move in position.moves}
        return SearchResult(scores, self.visited - before, position=position)

    def _after(self, position: Position) -> Score:
        return position.score if position.is_over else self._searched(position, -inf, inf)

    def _searched(self, position: Position, alpha: Score, beta: Score) -> Score:
        try:
            return self._search(*self._sides(position), alpha, beta)
        except RecursionError:
            raise SearchLimit("the game is longer than Python can search to its end: take a smaller board") from None

    def _check(self, position: Position) -> None:
        expect_state(position)
        if position.game != self.game:
            raise ValueError(f"this solver is for {self.game}, not for {position.game}")

    def _limit(self, nodes: int | None, deadline: Deadline | None) -> None:
        self._deadline = deadline
        self._most = inf if nodes is None else self.visited + nodes
        self._look_at: float = self.visited + 1

    def _look(self) -> None:
        if self.visited > self._most:
            self.visited -= 1  # this one is not searched
            raise SearchLimit("the solver reached its limit of nodes")
        if self._deadline and self._deadline():
            raise SearchLimit("the solver ran out of time")
        if len(self._table) > _MOST_ENTRIES:  # what is forgotten is searched again where it is needed
            self._images.clear()
            for learnt in (self._table, self._completing, self._open):
                learnt.clear()
        self._look_at = min(self.visited + self._ask_every, self._most + 1)

    @staticmethod
    def _sides(position: Position) -> tuple[Cells, Cells, int]:
        x, o = position.x, position.o
        return (x, o, 1) if position.turn is Player.X else (o, x, -1)

    def _draw(self, side: int) -> Score:
        """Return what a full board is worth to the side to move: 1 for X, -1 for O."""
        full = self.game.full
        return 0 if full is None else side if full is Player.X else -side

    def _search(self, mine: Cells, theirs: Cells, side: int, alpha: Score, beta: Score) -> Score:
        """Return the score of a position that is not over, under the contract of `alphabeta_value`."""
        self.visited += 1
        if self.visited >= self._look_at:
            self._look()
        empty = self._cells ^ (mine | theirs)
        playable = self._playable(empty) if self._needs else empty
        left = empty.bit_count()
        completing = self._completes(mine) & playable
        low: Score
        high: Score
        if self._misere:
            playable &= ~completing
            if not playable:
                return -left  # every move completes a line
            low, high = 2 - left, left - 1
            can_win, can_lose = self._has_open_line(mine), self._has_open_line(theirs)
        else:
            if completing:
                return left
            threats = self._completes(theirs) & playable
            if threats:
                if threats & (threats - 1):
                    return 1 - left
                playable = threats
            low, high = (1 if self._needs else 3) - left, left - 2
            can_win, can_lose = self._has_open_line(theirs), self._has_open_line(mine)
        draw = self._draw(side)
        if left == 1:
            return draw
        low = min(low, draw) if can_lose else draw
        high = max(high, draw) if can_win else draw
        if high <= alpha or low == high:
            return high
        if low >= beta:
            return low
        place = self._place(mine, theirs, side)
        known = self._table.get(place)
        if known:
            low, high = max(low, known[0]), min(high, known[1])
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
        alpha, beta, best = max(alpha, low), min(beta, high), -inf
        floor = alpha  # the greater of alpha and best
        for bit in self._order:
            if playable & bit:
                answer = -self._search(theirs, mine | bit, -side, -beta, -floor)
                if answer > best:
                    best = answer
                    if best >= beta:
                        break
                    if best > floor:
                        floor = best
        self._table[place] = (best if best > alpha else low, best if best < beta else high)
        return best

    def _completes(self, stones: Cells) -> Cells:
        """Return the cells that would complete a line of these stones."""
        found = self._completing.get(stones)
        if found is None:
            found = 0
            for line in self.game.lines:
                missing = line & ~stones
                if missing & (missing - 1) == 0:
                    found |= missing
            self._completing[stones] = found
        return found

    def _has_open_line(self, against: Cells) -> bool:
        """Return whether some line is free of these stones, so that the other player may complete it."""
        found = self._open.get(against)
        if found is None:
            found = self._open[against] = any(not line & against for line in self.game.lines)
        return found

    def _playable(self, empty: Cells) -> Cells:
        needs = self.game.needs
        playable = 0
        for cell in cells_in(empty):
            if not needs[cell] & empty:
                playable |= 1 << cell
        return playable

    def _place(self, mine: Cells, theirs: Cells, side: int) -> int:
        """Return the table's key: the least of the mirror images."""
        one, other = self._images.least(mine, theirs)
        place = one << self._size | other
        return place if self.game.full is None else place << 1 | (side > 0)
