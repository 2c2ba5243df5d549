"""A solver in plain Python that runs alpha-beta on sets of cells, using a transposition table and symmetry.

It returns the same exact scores as `noughts.search.alphabeta`, and tests compare the two. It is faster for these
reasons:

- A position is two numbers: the stones of the player to move, and the stones of the opponent.
- The cells that complete a line depend on the stones of one player only, so they are cached.
- An immediate win is taken, a single threat is blocked and two threats are a loss, without searching further nodes.
- The earliest ply at which the game can end limits every score and often closes the window.
- The table stores two bounds for each position, and all symmetric images of a position share one entry.
"""

from functools import cached_property
from math import inf

from noughts.rules.board import Cells
from noughts.rules.errors import NoughtsError, whole_number
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position, Score
from noughts.rules.tactics import completing_cells, playable_cells
from noughts.search.result import Deadline, SearchLimit, SearchResult
from noughts.solver.canonical import SymmetryCache
from noughts.solver.kernels.general import GeneralKernel, general_kernel
from noughts.solver.kernels.mnk import MnkKernel
from noughts.solver.kernels.patterns import PatternKernel, pattern_kernel

_CHECK_EVERY = 1024  # nodes between two checks of the limits
_CHECK_EVERY_LINES = 65_536  # lines between two checks: in games with many lines, a node takes longer
_MOST_ENTRIES = 3_000_000  # entries of the table: about 600 MB


class Solver:
    """Solves the positions of one game and remembers results between calls.

    Use a solver from one thread at a time.

    Args:
        game: the game or its name.

    Attributes:
        game: the game.
        visited: the number of nodes searched since the solver was created.
    """

    def __init__(self, game: Game | str = "tictactoe") -> None:
        self.game = game = named_game(game)
        self.visited = 0
        self._table: dict[int, tuple[Score, Score]] = {}  # the bounds on the score of each position
        self._completing: dict[Cells, Cells] = {}
        self._has_open: dict[Cells, bool] = {}
        identity = tuple(range(len(game.board)))
        # In four or more dimensions there are too many symmetries.
        self._images = SymmetryCache(game.symmetries if len(game.board.shape) < 4 else [identity])
        lines = game.lines_at
        self._order = [1 << cell for cell in sorted(range(len(lines)), key=lambda cell: -len(lines[cell]))]
        self._cells, self._size = game.board.cells, len(game.board)
        self._needs, self._misere = game.needs, game.misere
        self._check_every = max(1, min(_CHECK_EVERY, _CHECK_EVERY_LINES // max(1, len(game.lines))))
        self._deadline: Deadline | None = None

    @property
    def entries(self) -> int:
        """The number of cached results. Each result takes about 200 bytes."""
        return len(self._table) + len(self._completing) + len(self._has_open)

    @cached_property
    def kernel(self) -> MnkKernel | None:
        """The compiled kernel that proves who wins this game, loaded when first used.

        None if the kernel is not installed, the game is not plain k in a row, or the board has more than 128 cells.
        """
        try:
            return MnkKernel(self.game, megabytes=64)
        except NoughtsError:
            return None

    @cached_property
    def general(self) -> GeneralKernel | None:
        """The compiled alpha-beta search for this game, loaded when first used.

        None if the kernel is not installed or the board has more than 128 cells.
        """
        return general_kernel(self.game)

    @cached_property
    def patterns(self) -> PatternKernel | None:
        """The compiled pattern searches for this game, loaded when first used.

        None if the kernel is not installed or has no pattern search for the game.
        """
        return pattern_kernel(self.game)

    def score(
        self,
        position: Position | str,
        alpha: Score = -inf,
        beta: Score = inf,
        *,
        nodes: int | None = None,
        deadline: Deadline | None = None,
    ) -> Score:
        """Return the exact score of a position for the player to move, or a bound if the score lies outside the window.

        The position can also be given as text.

        Raises:
            SearchLimit: the search needs more than `nodes` nodes, or the `deadline` has passed. Results are kept.
            NoughtsError: the position belongs to another game.
        """
        position = self._read(position)
        if position.is_over:
            return position.score
        self._limit(nodes, deadline)
        return self._search_position(position, alpha, beta)

    def solve(
        self, position: Position | str, *, nodes: int | None = None, deadline: Deadline | None = None
    ) -> SearchResult:
        """Return the exact score of every move in a position, which can be given as text.

        Raises:
            SearchLimit: the search needs more than `nodes` nodes, or the `deadline` has passed. Results are kept.
            NoughtsError: the game is over, or the position belongs to another game.
        """
        position = self._read(position)
        self._limit(nodes, deadline)
        before = self.visited
        self.visited += 1  # count the root
        scores = {move: -self._full_score(position.play(move)) for move in position.moves}
        return SearchResult(scores, self.visited - before, position=position)

    def _full_score(self, position: Position) -> Score:
        return position.score if position.is_over else self._search_position(position, -inf, inf)

    def _search_position(self, position: Position, alpha: Score, beta: Score) -> Score:
        try:
            return self._search(*self._sides(position), alpha, beta)
        except RecursionError:
            raise SearchLimit("the game is too long for Python to search to its end: use a smaller board") from None

    def _read(self, position: Position | str) -> Position:
        position = read_position(position, self.game)
        if position.game != self.game:
            raise NoughtsError(f"this solver is for {self.game}, not for {position.game}")
        return position

    def _limit(self, nodes: int | None, deadline: Deadline | None) -> None:
        self._deadline = deadline
        self._most_visited = inf if nodes is None else self.visited + whole_number(nodes, "the number of nodes")
        self._next_check: float = self.visited + 1

    def _check_limits(self) -> None:
        if self.visited > self._most_visited:
            self.visited -= 1  # undo the count, because this node is not searched
            raise SearchLimit("the solver reached its node limit")
        if self._deadline and self._deadline():
            raise SearchLimit("the solver ran out of time")
        if len(self._table) > _MOST_ENTRIES:
            self._images.clear()
            for cache in (self._table, self._completing, self._has_open):
                cache.clear()
        self._next_check = min(self.visited + self._check_every, self._most_visited + 1)

    @staticmethod
    def _sides(position: Position) -> tuple[Cells, Cells, int]:
        x, o = position.x, position.o
        return (x, o, 1) if position.turn is Player.X else (o, x, -1)

    def _draw(self, side: int) -> Score:
        """Return the score of a full board without a line, for the side to move (1 for X, -1 for O)."""
        full = self.game.full
        return 0 if full is None else side if full is Player.X else -side

    def _search(self, mine: Cells, theirs: Cells, side: int, alpha: Score, beta: Score) -> Score:
        """Return the score of an unfinished position, or a bound on the score (see `alphabeta_value`)."""
        self.visited += 1
        if self.visited >= self._next_check:
            self._check_limits()
        # 1. Bounds that need no search
        low, high, moves = self._bounds_and_moves(mine, theirs, side)
        if high <= alpha or low == high:
            return high
        if low >= beta:
            return low
        # 2. The transposition table
        key = self._key(mine, theirs, side)
        entry = self._table.get(key)
        if entry:
            low, high = max(low, entry[0]), min(high, entry[1])
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
        # 3. Alpha-beta
        alpha, beta, best = max(alpha, low), min(beta, high), -inf
        floor = alpha  # the greater of alpha and best
        for move in self._order:
            if moves & move:
                score = -self._search(theirs, mine | move, -side, -beta, -floor)
                if score > best:
                    best = score
                    if best >= beta:
                        break
                    if best > floor:
                        floor = best
        self._table[key] = (best if best > alpha else low, best if best < beta else high)
        return best

    def _bounds_and_moves(self, mine: Cells, theirs: Cells, side: int) -> tuple[Score, Score, Cells]:
        """Return bounds on the score that follow without a search, and the moves that are worth searching.

        If the game ends at once or the next two moves are forced, the bounds are equal and the score is exact. A win
        with the next move has the score `left`, the number of empty cells. Each further ply costs 1.
        """
        empty = self._cells ^ (mine | theirs)
        moves = playable_cells(self.game, empty) if self._needs else empty
        left = empty.bit_count()
        completing = self._completes(mine) & moves
        low: Score
        high: Score
        if self._misere:
            moves &= ~completing
            if not moves:  # every move completes a line and loses
                return -left, -left, 0
            low, high = 2 - left, left - 1
            can_win, can_lose = self._has_open_line(mine), self._has_open_line(theirs)
        else:
            if completing:
                return left, left, 0
            threats = self._completes(theirs) & moves
            if threats:
                if threats & (threats - 1):  # only one of two threats can be blocked
                    return 1 - left, 1 - left, 0
                moves = threats
            # The opponent cannot win with the next stone, unless our move makes a cell playable (as with gravity).
            low, high = (1 if self._needs else 3) - left, left - 2
            can_win, can_lose = self._has_open_line(theirs), self._has_open_line(mine)
        draw = self._draw(side)
        if left == 1:
            return draw, draw, 0
        return (min(low, draw) if can_lose else draw), (max(high, draw) if can_win else draw), moves

    def _completes(self, stones: Cells) -> Cells:
        """Return the cells where one more stone completes a line."""
        cells = self._completing.get(stones)
        if cells is None:
            cells = self._completing[stones] = completing_cells(self.game, stones)
        return cells

    def _has_open_line(self, against: Cells) -> bool:
        """Return whether any line is free of one player's stones, so that the other player can still complete it."""
        is_open = self._has_open.get(against)
        if is_open is None:
            is_open = self._has_open[against] = any(not line & against for line in self.game.lines)
        return is_open

    def _key(self, mine: Cells, theirs: Cells, side: int) -> int:
        """Return the table key of a position: its canonical form as a single number."""
        one, other = self._images.smallest(mine, theirs)
        key = one << self._size | other
        return key if self.game.full is None else key << 1 | (side > 0)
