"""The conditions under which a program crashes, returns no legal move, or does not answer."""

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from noughts.grading.advice import CauseWords
from noughts.grading.hypotheses import correct
from noughts.grading.searches import Search
from noughts.rules.board import Cells, cells_in
from noughts.rules.game import Game, Player
from noughts.rules.position import Position, sides
from noughts.rules.tactics import line_wins
from noughts.search.result import SearchLimit

_TOLERANCE = 50  # out of this many positions, one may differ from a condition
_FEW = 4  # with this many empty cells, a search to the end of the game takes far less than a second
_MOST_TESTED = 6_000  # the most positions in which the conditions are tested
_MOST_CELLS = 20  # the most cells of a board whose cells are tested one by one
_KEPT = 1 << 16  # the most positions for which a cache keeps whether a full board can follow
_FULL_SEARCH = 9  # with more empty cells, a full board is always possible


@dataclass(frozen=True)
class _Condition:
    """A condition on positions, with a description, and with advice about the likely fault."""

    key: str
    words: str
    advice: str
    holds: Callable[[Position], bool]


_VERB = {"crash": "It crashes", "illegal": "It returns no legal move"}
_READ = "Call your function on the board below, and read the last lines of the error. They name the line to fix."
_RETURN = "Call your function on the board below, and print what it returns and which cells it has tried."
_START = (
    "Start the search for the best move with a score that is worse than any other, such as −math.inf. Otherwise, it "
    "finds no move where all moves are bad."
)
_FULL = (
    "Ask whether the board is full before you loop over the empty cells, and return 0 then. The maximum of an empty "
    "list is an error."
)
_ONE_SIDE = (
    "Test your function with both players to move. It must use the player to move, and not always the same mark."
)
_CELL = "Check the numbers of rows, columns and cells: they count from 0, and the last one is one less than the length."
_LAST = "Test your function on a board with one empty cell: the game is over after this move."
_BEGIN = "Test your function on the empty board, where no mark can be found."
_TIME = "Look for a loop that never ends: even on the board below, your function does not answer."
_SLOW = "Search fewer positions: keep the value of each position in a dictionary, or use alpha-beta pruning."


def why_no_move(kind: str, where: Collection[Position], asked: Collection[Position]) -> CauseWords | None:
    """Return the reason why a program's answers are not legal moves, or None if the reason is unknown.

    Args:
        kind: the kind of mistake.
        where: the positions in which it happens.
        asked: all positions in which the program was asked.
    """
    if kind == "time-out":
        empty = min(position.empty.bit_count() for position in where)
        if empty <= _FEW:
            few = "only one cell is empty" if empty == 1 else f"only {empty} cells are empty"
            return CauseWords("endless", f"It never answers on some boards where {few}: it has an endless loop.", _TIME)
        return CauseWords("too-slow", "Its search takes too long while many cells are empty.", _SLOW)
    tested = list(asked)[:: 1 + len(asked) // _MOST_TESTED]
    bad = set(where).intersection(tested)
    if not bad:
        return None
    best: tuple[int, _Condition] | None = None
    for condition in _conditions(tested[0].game):
        with suppress(SearchLimit):
            missed = sum(not condition.holds(position) for position in bad)
            if missed * _TOLERANCE > len(bad):
                continue
            true = sum(map(condition.holds, tested))
            extra = true - (len(bad) - missed)
            if extra * _TOLERANCE <= true and (best is None or missed + extra < best[0]):
                best = missed + extra, condition
    if best is None:
        return None
    condition, general = best[1], _READ if kind == "crash" else _RETURN
    if condition.key == "always":
        return CauseWords(condition.key, f"{_VERB[kind]} in every position.", general)
    sentence = f"{_VERB[kind]} {condition.words}, and only then."
    return CauseWords(condition.key, sentence, f"{condition.advice} {general}")


@lru_cache(1)
def _conditions(game: Game) -> tuple[_Condition, ...]:
    """Return the conditions that may explain a program's failures in a game, simple conditions first."""
    general = tuple(_general(game))
    by_side = tuple(_of_side(condition, side) for side in Player for condition in general)
    return (
        _Condition("always", "", "", lambda position: True),
        _Condition("one-side", "when X is to move", _ONE_SIDE, lambda position: position.turn is Player.X),
        _Condition("one-side", "when O is to move", _ONE_SIDE, lambda position: position.turn is Player.O),
        *general,
        *((*_cells(game), *_lines(game)) if len(game.board) <= _MOST_CELLS else ()),
        *by_side,
    )


def _of_side(condition: _Condition, side: Player) -> _Condition:
    words = f"{condition.words} and {side} is to move"
    return _Condition(condition.key, words, condition.advice, lambda at: at.turn is side and condition.holds(at))


def _general(game: Game) -> Iterator[_Condition]:
    cells = len(game.board)
    yield _Condition("first-move", "on the empty board", _BEGIN, lambda at: at.empty.bit_count() == cells)
    yield _Condition("last-cell", "when only one cell is empty", _LAST, lambda at: at.empty.bit_count() == 1)
    for count in range(2, cells - 1):
        yield _Condition("few-cells", f"when at most {count} cells are empty", _LAST, _at_most(count))
        yield _Condition("many-cells", f"when at least {count} cells are empty", _BEGIN, _not(_at_most(count - 1)))
    yield _Condition("all-lose", "when every move loses", _START, lambda at: _result(at) < 0)
    yield _Condition("none-wins", "when no move wins", _START, lambda at: _result(at) <= 0)
    yield _Condition("none-draws", "when no move leads to a draw", _START, lambda at: _result(at) != 0)
    yield _Condition("can-win", "when a move wins", _START, lambda at: _result(at) > 0)
    yield _Condition("draw", "when the best move leads to a draw", _START, lambda at: _result(at) == 0)
    yield _Condition("wins-now", "when it can win at once", _LAST, lambda at: bool(line_wins(at, at.turn)))
    yield _Condition(
        "threat", "when its opponent threatens to win", _LAST, lambda at: bool(line_wins(at, at.turn.other))
    )
    yield _Condition("full-board", "when a full board without a line can follow", _FULL, _can_fill)


def _cells(game: Game) -> Iterator[_Condition]:
    for cell, name in enumerate(game.board.names):
        tests: tuple[tuple[str, Callable[[Position], Cells]], ...] = (
            (f"when {name} is empty", lambda at: at.empty),
            (f"when {name} is taken", lambda at: at.x | at.o),
            (f"when {name} is the only empty cell", lambda at: at.empty if at.empty.bit_count() == 1 else 0),
            (f"when {name} is the only best move", _only_best),
            (f"when X has {name}", lambda at: at.x),
            (f"when O has {name}", lambda at: at.o),
            (f"when {name} is its own", lambda at: sides(at, at.turn)[0]),
            (f"when {name} is its opponent’s", lambda at: sides(at, at.turn)[1]),
        )
        for words, cells in tests:
            yield _Condition("cell", words, _CELL, _has(cells, 1 << cell))


def _lines(game: Game) -> Iterator[_Condition]:
    for line in game.lines:
        names = ", ".join(game.board.names[cell] for cell in cells_in(line))
        yield _Condition("cell", f"when no cell but {names} is empty", _CELL, _not(_has(lambda at: at.empty, ~line)))


def _only_best(position: Position) -> Cells:
    best = correct(position.game).moves(position)
    return best if best.bit_count() == 1 else 0


def _has(cells: Callable[[Position], Cells], bit: Cells) -> Callable[[Position], bool]:
    return lambda at: bool(cells(at) & bit)


def _at_most(count: int) -> Callable[[Position], bool]:
    return lambda at: at.empty.bit_count() <= count


def _not(holds: Callable[[Position], bool]) -> Callable[[Position], bool]:
    return lambda at: not holds(at)


def _result(position: Position) -> float:
    """Return a number for the result of perfect play: positive if the player to move wins, negative if it loses, 0 for
    a draw.
    """
    truth = correct(position.game)
    search = truth.models[position.turn is Player.O]
    assert isinstance(search, Search)
    mine, theirs = sides(position, position.turn)
    return max(search.table.value(mine | 1 << move, theirs, False, 0) for move in position.moves)


def _can_fill(position: Position) -> bool:
    """Return whether the game can still end with a full board and without a complete line."""
    return position.empty.bit_count() > _FULL_SEARCH or _fills(position)


@lru_cache(_KEPT)
def _fills(position: Position) -> bool:
    if position.is_over:
        return not position.outcome or not position.outcome.line
    return any(_fills(position.play(move)) for move in position.moves)
