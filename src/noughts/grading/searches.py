"""Searches with one mistake each, as students write them. The searches predict the moves of a faulty program.

A search answers with the set of moves that it would choose from: all moves that it finds equally good. The results for
the last game are kept, so that the programs of a class share them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from statistics import fmean
from typing import Literal, Protocol, TypeAlias

from noughts.rules.board import Cells, cells_in
from noughts.rules.game import Game
from noughts.rules.tactics import completing_cells, playable_cells
from noughts.search.result import SearchLimit

Combine: TypeAlias = Literal["max", "min", "sum", "mean", "first", "max-from-0", "min-from-0"]
"""How a search combines the scores of the moves in a position."""

_COMBINE: dict[Combine, Callable[[list[float]], float]] = {
    "max": max,
    "min": min,
    "sum": sum,
    "mean": lambda scores: round(fmean(scores), 9),
    "first": lambda scores: scores[0],
    "max-from-0": lambda scores: max(0, *scores),
    "min-from-0": lambda scores: min(0, *scores),
}
UndoneAtRoot: TypeAlias = Literal["none", "all", "copies"]
Undone: TypeAlias = Literal["none", "all", "unless-cut", "mine", "theirs"]
"""The moves that a search takes back; see `NoUndo`."""

Bound: TypeAlias = Literal["alpha", "beta", "-alpha", "-beta"]
Window: TypeAlias = tuple[Bound, Bound]
"""The window that negamax passes on to the next ply, given its own window."""

RIGHT_WINDOW: Window = ("-beta", "-alpha")

_BASE = 100  # more than all empty cells can add to the score of a win
_MOST_NODES = 100_000  # nodes of one search; all positions of 3 × 3 need fewer
_INFINITY = 10_000
_GAMES = 2  # games whose results are kept: a game and its misère form
_SETS = 1 << 16  # the number of sets of cells whose moves are kept


class Predicts(Protocol):
    """Predicts the moves among which a program would choose. Its arguments are the stones of the player to move and the
    opponent's stones."""

    def __call__(self, mine: Cells, theirs: Cells, /) -> Cells:
        """Return the set of moves that the program would choose from.

        Raises:
            SearchLimit: this takes too long.
        """


@dataclass(frozen=True)
class Search:
    """A minimax search, which is correct unless arguments add a mistake to it.

    Attributes:
        game: the game.
        own: the lines with which the searching player wins.
        other: the lines with which the opponent wins.
        win: how much each empty cell adds to the score of a win.
        loss: how much each empty cell adds to the size of a loss.
        full: the score of a full board: 1 for a win, −1 for a loss, 2 and −2 for more than any win or loss.
        full_first: whether a full board counts like this even if there is a line.
        depth: the number of plies to look ahead, or 0 for all.
        combine: how it combines the scores of its own moves and those of the opponent.
        again: whether the searching player has two turns at first.
        alone: the only side that moves after the first move: 1 for the searching player, −1 for the opponent.
        worst: whether it chooses the worst move in the end.
        base: the size of a win or a loss without empty cells.
        vacant: the score if a line is completely empty, or None if that means nothing.
        first_line: whether only the first complete line counts, in the order of the lines of the game. If this line is
            not among those that the search sees, it sees no line.
        skips: the cells that it never tries.
        skips_below: whether it never tries them later in the game either.
    """

    game: Game
    own: tuple[Cells, ...]
    other: tuple[Cells, ...]
    win: int = 1
    loss: int = 1
    full: int = 0
    full_first: bool = False
    depth: int = 0
    combine: tuple[Combine, Combine] = ("max", "min")
    again: bool = False
    alone: int = 0
    worst: bool = False
    base: int = _BASE
    vacant: int | None = None
    first_line: bool = False
    skips: Cells = 0
    skips_below: bool = False

    def __call__(self, mine: Cells, theirs: Cells) -> Cells:
        """Return the moves with the best score."""
        value, again, depth, sign = self.table.value, self.again, self.depth, -1 if self.worst else 1
        best, chosen = -float(_INFINITY), 0
        for bit in _bits(self.game, mine | theirs | self.skips):
            score = sign * value(mine | bit, theirs, again, depth)
            if score > best:
                best, chosen = score, bit
            elif score == best:
                chosen |= bit
        return chosen

    @cached_property
    def table(self) -> "_Table":
        """The scores found so far by this search or an equivalent one."""
        tables = _tables(self.game)
        return tables.get(self) or tables.setdefault(self, _Table(self))


class _Table:
    """A table of the scores that a search has found so far."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.known: dict[tuple[Cells, Cells, bool, int], float] = {}
        self.own, self.other = _completed(search.game, search.own), _completed(search.game, search.other)

    def value(self, mine: Cells, theirs: Cells, my_turn: bool, left: int) -> float:
        """Return the score for the searching player. If `left` is 1, the search looks no further; if `left` is 0, it
        has no limit.
        """
        key = (mine, theirs, my_turn, left)
        score = self.known.get(key)
        if score is None:
            if len(self.known) >= _MOST_NODES:
                raise SearchLimit("the hypothesis takes too long to test")
            score = self.known[key] = self._value(mine, theirs, my_turn, left)
        return score

    def _value(self, mine: Cells, theirs: Cells, my_turn: bool, left: int) -> float:
        search, game = self.search, self.search.game
        taken = mine | theirs
        empty = (game.board.cells ^ taken).bit_count()
        if search.full_first and not empty:
            return self._score(search.full, 0)
        if ended := self.ended(mine, theirs):
            return self._score(-ended if game.misere else ended, empty)
        if search.vacant is not None and self._has_vacant(taken):
            return self._score(search.vacant, empty)
        if not empty:
            return self._score(search.full, 0)
        if left == 1:
            return 0
        my_next, following = search.alone > 0 or (not my_turn and not search.alone), max(0, left - 1)
        known, scores = self.known, []
        for bit in _bits(game, taken | search.skips if search.skips_below else taken):
            child = (mine | bit, theirs, my_next, following) if my_turn else (mine, theirs | bit, my_next, following)
            score = known.get(child)
            scores.append(self.value(*child) if score is None else score)
        return _COMBINE[search.combine[not my_turn]](scores) if scores else 0

    def ended(self, mine: Cells, theirs: Cells) -> int:
        """Return 1 if the searching player has completed a line, −1 if the opponent has, and otherwise 0."""
        search = self.search
        if not search.first_line:
            return 1 if self.own[mine] else -1 if self.other[theirs] else 0
        for line in search.game.lines:
            if line & mine == line:
                return int(line in search.own)
            if line & theirs == line:
                return -int(line in search.other)
            if search.vacant is not None and not line & (mine | theirs):
                return 0
        return 0

    def _has_vacant(self, taken: Cells) -> bool:
        return any(not line & taken for line in self.search.game.lines)

    def _score(self, result: int, empty: int) -> float:
        search = self.search
        return result * (search.base + (search.win if result > 0 else search.loss) * empty)


@lru_cache(_GAMES)
def _tables(game: Game) -> dict[Search, _Table]:
    return {}


@dataclass(frozen=True)
class Negamax:
    """A negamax search with alpha-beta pruning. The search tries the moves in the order of the cells.

    Attributes:
        game: the game.
        sign: how the score of a move follows from that of the position after it: −1 is right, 1 is not.
        root_sign: the same for the first move.
        distance: how much each empty cell adds to the score of a win.
        windows: the windows that are passed on by the searching player and by the opponent. None prunes nothing.
        root_is_right: whether the window of the first moves is swapped and negated in any case.
        hard: whether it returns alpha rather than the best score.
        running: whether the first moves share their window.
        last: whether the last of equal first moves counts. Otherwise, it is the first.
    """

    game: Game
    sign: int = -1
    root_sign: int = -1
    distance: int = 1
    windows: tuple[Window, Window] | None = None
    root_is_right: bool = False
    hard: bool = False
    running: bool = False
    last: bool = False

    def __call__(self, mine: Cells, theirs: Cells) -> Cells:
        """Return the chosen move or, without pruning, all moves with the best score."""
        table, alpha, values = self.table, -_INFINITY, dict[Cells, int]()
        for bit in _bits(self.game, mine | theirs):
            window = (-_INFINITY, -alpha) if self.root_is_right else table.window(alpha, _INFINITY, 0)
            values[bit] = self.root_sign * table.value(theirs, mine | bit, *window, table.other[0])
            if self.running:
                alpha = max(alpha, values[bit])
        best = [bit for bit, value in values.items() if value == max(values.values())]
        if self.windows is None:
            return sum(best)
        return best[-1] if self.last else best[0]

    @cached_property
    def table(self) -> "_NegamaxTable":
        """The table in which the search stores the scores that it finds."""
        return _NegamaxTable(self)


class _NegamaxTable:
    def __init__(self, search: Negamax) -> None:
        self.search = search
        self.known: dict[tuple[Cells, Cells, int, int, int], int] = {}
        self.lines = _completed(search.game, search.game.lines)
        self.windows = search.windows or (RIGHT_WINDOW, RIGHT_WINDOW)
        self.other = (1, 0) if self.windows[0] != self.windows[1] else (0, 0)

    def window(self, alpha: int, beta: int, side: int) -> tuple[int, int]:
        """Return the window (alpha and beta) that the searching player (0) or the opponent (1) passes to the next
        call.
        """
        bounds = {"alpha": alpha, "beta": beta, "-alpha": -alpha, "-beta": -beta}
        first, second = self.windows[side]
        return bounds[first], bounds[second]

    def value(self, mine: Cells, theirs: Cells, alpha: int, beta: int, side: int) -> int:
        """Return the score for the player with the stones `mine`, who is to move."""
        key = (mine, theirs, alpha, beta, side)
        score = self.known.get(key)
        if score is None:
            if len(self.known) >= _MOST_NODES:
                raise SearchLimit("the hypothesis takes too long to test")
            score = self.known[key] = self._value(*key)
        return score

    def _value(self, mine: Cells, theirs: Cells, alpha: int, beta: int, side: int) -> int:
        search, game = self.search, self.search.game
        empty = (game.board.cells ^ (mine | theirs)).bit_count()
        if self.lines[theirs]:
            size = _BASE + search.distance * empty
            return size if game.misere else -size
        if not empty:
            return 0
        best = -_INFINITY
        for bit in _bits(game, mine | theirs):
            window = self.window(alpha, beta, side)
            best = max(best, search.sign * self.value(theirs, mine | bit, *window, self.other[side]))
            if search.windows:
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        return alpha if search.hard and search.windows else best


@dataclass(frozen=True)
class NoUndo:
    """A minimax search on one board that does not take back all moves. The search chooses the first best move.

    Attributes:
        correct: the search without this mistake.
        root: which of the moves that it can choose from are taken back: none, all, or all together with those that
            follow, because they are tried on copies of the board.
        below: which of the moves that follow are taken back: none, all, all unless a cut-off ends the loop before, or
            only those of the searching player or of the opponent.
        overwrites: whether it looks for empty cells before the loop, so that it can place a stone on another one.
        prunes: whether it uses alpha-beta pruning.
        by_depth: whether the scores depend on the depth and not on the number of empty cells.
    """

    correct: Search
    root: UndoneAtRoot
    below: Undone
    overwrites: bool
    prunes: bool
    by_depth: bool

    def __call__(self, mine: Cells, theirs: Cells) -> Cells:
        """Return the move that the program would choose, as a set."""
        board, best, chosen = [mine, theirs], -float(_INFINITY), 0
        empty = (self.correct.game.board.cells ^ (mine | theirs)).bit_count()
        for bit in _bits(self.correct.game, mine | theirs):
            if not self._place(board, 0, bit):
                continue
            if self.below == "all":
                value = self.correct.table.value(board[0], board[1], False, 0)
                value += self._lost_stones(board, empty - 1) * ((value > 0) - (value < 0))
            else:
                value = self._fill(board, 1, empty - 1, -_INFINITY, _INFINITY)
            if self.root == "all":
                board[0] &= ~bit
            elif self.root == "copies":
                board = [mine, theirs]
            if value > best:
                best, chosen = value, bit
        return chosen

    def _place(self, board: list[Cells], turn: int, bit: Cells) -> bool:
        """Place a stone unless the cell is taken, and return whether the stone was placed."""
        if (board[0] | board[1]) & bit and not self.overwrites:
            return False
        board[turn] |= bit
        board[1 - turn] &= ~bit
        return True

    def _lost_stones(self, board: list[Cells], empty: int) -> int:
        """Return how many more cells are taken than the depth implies, or 0 if scores do not depend on the depth."""
        if not (self.by_depth and self.correct.win):
            return 0
        return empty - (self.correct.game.board.cells ^ (board[0] | board[1])).bit_count()

    def _fill(self, board: list[Cells], turn: int, empty: int, alpha: float, beta: float) -> float:
        """Return the score of a board after a search that leaves stones on the board."""
        search, game = self.correct, self.correct.game
        if ended := search.table.ended(*board):
            really = (game.board.cells ^ (board[0] | board[1])).bit_count()
            result = -ended if game.misere else ended
            weight = search.win if result > 0 else search.loss
            return result * (_BASE + weight * (empty if self.by_depth else really))
        best, some = -float(_INFINITY) if turn == 0 else float(_INFINITY), False
        for bit in _bits(game, board[0] | board[1]):
            if not self._place(board, turn, bit):
                continue
            some = True
            best = (max, min)[turn](best, self._fill(board, 1 - turn, empty - 1, alpha, beta))
            if self.below == ("mine", "theirs")[turn]:
                board[turn] &= ~bit
            if turn == 0:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if self.prunes and alpha >= beta:
                break
            if self.below == "unless-cut":
                board[turn] &= ~bit
        return best if some else 0


@dataclass(frozen=True)
class BlockFirst:
    """Blocks a threat before taking a win, and otherwise follows a search.

    Attributes:
        search: the search.
        alike: whether it takes a win if it comes before all blocks in the order of the cells.
    """

    search: Search
    alike: bool = False

    def __call__(self, mine: Cells, theirs: Cells) -> Cells:
        """Return the moves that block a threat or, if there are none, the moves of the search."""
        game = self.search.game
        playable = playable_cells(game, game.board.cells ^ (mine | theirs))
        wins = completing_cells(game, mine) if self.alike else 0
        found = (completing_cells(game, theirs) | wins) & playable
        return found & -found if self.alike and found else found or self.search(mine, theirs)


@dataclass(frozen=True)
class Pretends:
    """Chooses the moves that a search would choose for the other player."""

    search: Predicts

    def __call__(self, mine: Cells, theirs: Cells) -> Cells:
        """Return the moves that the search would choose for the other player."""
        return self.search(theirs, mine)


@dataclass(frozen=True)
class AnyMove:
    """Chooses from all legal moves, without looking at the stones."""

    game: Game

    def __call__(self, mine: Cells, theirs: Cells) -> Cells:
        """Return all legal moves."""
        return sum(_bits(self.game, mine | theirs))


class _Completed(dict[Cells, bool]):
    """A cache that tells whether a set of stones completes one of the given lines."""

    def __init__(self, game: Game, lines: tuple[Cells, ...]) -> None:
        super().__init__()
        self._game, self._lines = game, lines

    def __missing__(self, stones: Cells) -> bool:
        found = self[stones] = any(True for _ in self._game.completed(stones, self._lines))
        return found


def _completed(game: Game, lines: tuple[Cells, ...]) -> _Completed:
    known = _completed_in(game)
    if lines not in known:
        known[lines] = _Completed(game, lines)
    return known[lines]


@lru_cache(_GAMES)
def _completed_in(game: Game) -> dict[tuple[Cells, ...], _Completed]:
    return {}


def _bits(game: Game, taken: Cells) -> list[Cells]:
    """Return the legal moves of an unfinished game, in the order of the cells."""
    empty = game.board.cells ^ taken
    return _single(playable_cells(game, empty) if game.needs else empty)


@lru_cache(_SETS)
def _single(cells: Cells) -> list[Cells]:
    return [1 << cell for cell in cells_in(cells)]
