"""Hypotheses: the mistakes that students make, each with a sentence, advice, and a model of a faulty program."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from typing import Any, Literal, NamedTuple

from noughts.explain.words import plural
from noughts.grading.advice import ADVICE, CauseWords
from noughts.grading.searches import (
    RIGHT_WINDOW,
    AnyMove,
    BlockFirst,
    Combine,
    Negamax,
    NoUndo,
    Predicts,
    Pretends,
    Search,
    Undone,
    UndoneAtRoot,
    Window,
)
from noughts.rules.board import Cells, cells_in
from noughts.rules.game import Game, Player
from noughts.rules.position import Position, sides

_MOST_LINES = 30  # the most lines of a game whose lines are tested one by one
_DEEPEST = 8  # plies to look ahead
_WRONG_WINDOWS: tuple[Window, ...] = (
    ("alpha", "beta"),
    ("-alpha", "-beta"),
    ("-beta", "alpha"),
    ("beta", "-alpha"),
    ("alpha", "-beta"),
    ("-alpha", "beta"),
    ("beta", "alpha"),
)


@dataclass(frozen=True, eq=False)
class Hypothesis:
    """A mistake that a program may contain.

    Attributes:
        key: the name of the mistake in data.
        sentence: the mistake in one sentence.
        models: predict the moves that the program would choose from when it plays X, and when it plays O.
        same_score: whether the program also gives every win the same score.
        order: which of equal moves the program chooses: any, the first in some fixed order, or the only one that the
            model predicts, in the order of the rows.
        tighter: a similar program that is right more often. The hypothesis is not named if the answers often agree with
            this program instead.
    """

    key: str
    sentence: str
    models: tuple[Predicts, Predicts]
    same_score: bool = False
    order: Literal["any", "fixed", "rows"] = "any"
    tighter: "Hypothesis | None" = None
    _known: dict[Position, Cells] = field(default_factory=dict, init=False, repr=False)

    @property
    def words(self) -> CauseWords:
        """The mistake as a sentence with advice."""
        return CauseWords(self.key, self.sentence, ADVICE[self.key])

    def moves(self, position: Position) -> Cells:
        """Return the set of moves that the program would choose from.

        Raises:
            SearchLimit: this takes too long.
        """
        moves = self._known.get(position)
        if moves is None:
            model = self.models[position.turn is Player.O]
            moves = self._known[position] = model(*sides(position, position.turn))
        return moves


@lru_cache(1)
def hypotheses(game: Game) -> tuple[Hypothesis, ...]:
    """Return the hypotheses to test in a game, simple mistakes first."""
    right = _right(game)
    plain = right.but(win=0, loss=0)
    return (
        *_no_search(game),
        *_distances(right),
        *_with(right, same_score=False),
        *_with(plain, same_score=True),
        *_sums(plain),
        *_no_undo(right),
        *_negamax(game),
    )


@lru_cache(2)
def correct(game: Game, *, same_score: bool = False) -> Hypothesis:
    """Return the model of a correct program. With `same_score`, the program gives every win the same score."""
    right = _right(game).but(win=0, loss=0) if same_score else _right(game)
    return Hypothesis("correct", "", right)


@lru_cache(1)
def wrong_lines(game: Game) -> tuple[Hypothesis, ...]:
    """Return the hypotheses that a program has a wrong cell in one line. Because there are many, they are tested
    last.
    """
    return tuple(_wrong_lines(game))


def _wrong_lines(game: Game) -> Iterator[Hypothesis]:
    lines, right = game.lines, _right(game)
    for line in lines if len(lines) <= _MOST_LINES else ():
        for cell, other in product(cells_in(line), cells_in(game.board.cells & ~line)):
            wrong = line & ~(1 << cell) | 1 << other
            if wrong in lines:
                continue
            seen = tuple(wrong if one == line else one for one in lines)
            sentence = f"It takes {_names(game, wrong)} for a line instead of {_names(game, line)}."
            for same_score, pair in ((False, right), (True, right.but(win=0, loss=0))):
                models = pair.but(own=seen, other=seen)
                yield Hypothesis("wrong-line", sentence, models, same_score)


_PASSING = (
    ("", (True, True), (True, True)),
    (" after its own moves", (True, False), (True, False)),
    (" after the opponent’s moves", (False, True), (False, True)),
    (" after X’s moves", (True, False), (False, True)),
    (" after O’s moves", (False, True), (True, False)),
)
"""The players whose moves lead to a wrong window, in words and as flags for the searches as X and as O."""

_FORGOTTEN: tuple[tuple[Undone, Undone], ...] = (
    ("none", "none"),
    ("unless-cut", "unless-cut"),
    ("mine", "mine"),
    ("theirs", "theirs"),
    ("mine", "theirs"),
    ("theirs", "mine"),
)
_UNDONE: tuple[tuple[UndoneAtRoot, tuple[Undone, Undone]], ...] = (
    ("none", ("all", "all")),
    ("none", ("none", "none")),
    *(("all", below) for below in _FORGOTTEN),
    *(("copies", below) for below in _FORGOTTEN),
)
"""The moves that a faulty search takes back: at the root, and then below the root as X and as O."""


class _Pair(NamedTuple):
    """The searches that a program runs when it plays X and when it plays O."""

    x: Search
    o: Search

    def but(self, **changes: Any) -> "_Pair":
        """Return searches that make the given mistake both as X and as O."""
        return _Pair(replace(self.x, **changes), replace(self.o, **changes))

    def for_x(self, **changes: Any) -> "_Pair":
        """Return searches that make the given mistake about X's scores, whether the program plays X or O.

        The arguments are those of a search for X.
        """
        mirrored = {_MIRRORED.get(name, name): value for name, value in changes.items()}
        for name in ("full", "vacant"):
            if mirrored.get(name):
                mirrored[name] = -mirrored[name]
        if combine := mirrored.get("combine"):
            mirrored["combine"] = tuple(_OPPOSITE[one] for one in reversed(combine))
        return _Pair(replace(self.x, **changes), replace(self.o, **mirrored))


_MIRRORED = {"own": "other", "other": "own", "win": "loss", "loss": "win"}
_OPPOSITE: dict[Combine, Combine] = {
    "max": "min",
    "min": "max",
    "sum": "sum",
    "mean": "mean",
    "first": "first",
    "max-from-0": "min-from-0",
    "min-from-0": "max-from-0",
}


def _right(game: Game) -> _Pair:
    """Return the searches that a correct program could make."""
    full = {None: 0, Player.X: 1, Player.O: -1}[game.full]
    search = Search(game, game.lines, game.lines)
    return _Pair(replace(search, full=full), replace(search, full=-full))


SAME_SCORE = CauseWords(
    "same-score",
    "It plays as if it gave every win the same score, and every loss the same score.",
    ADVICE["same-score"],
)
"""A cause that can be added to another cause."""


def _no_search(game: Game) -> Iterator[Hypothesis]:
    every = AnyMove(game)
    sentence = "It takes the empty cells in a fixed order, whatever the stones are."
    yield Hypothesis("no-search", sentence, (every, every), order="fixed")


def _distances(right: _Pair) -> Iterator[Hypothesis]:
    """Yield mistakes about the effect of a game's length on its score."""
    for win, loss in product((0, 1, -1), repeat=2):
        if (win, loss) == (1, 1):
            continue
        key = "same-score" if min(win, loss) == 0 else "depth-sign"
        pair = right.but(win=win, loss=loss)
        wins = ("every win the same score", "", "a late win a higher score than an early one")[win]
        losses = ("every loss the same score", "", "an early loss a higher score than a late one")[loss]
        sentence = f"It plays as if it gave {', and '.join(filter(None, [wins, losses]))}."
        yield Hypothesis(key, sentence, pair)
        if win == loss:
            continue
        pair = right.for_x(win=win, loss=loss)
        if win * loss:
            sentence = "It plays as if the depth had the same sign in the scores of both players’ wins."
        else:
            same = [side for side, weight in (("X", win), ("O", loss)) if not weight]
            late = [side for side, weight in (("X", win), ("O", loss)) if weight < 0]
            sentence = f"It plays as if it gave every win of {same[0]} the same score"
            sentence += f", and late wins of {late[0]} a higher score than early ones." if late else "."
        yield Hypothesis(key, sentence, pair)


def _with(right: _Pair, *, same_score: bool) -> Iterator[Hypothesis]:
    """Yield the mistakes of a minimax search that is otherwise like `right`."""
    for key, sentence, pair in (
        *_unseen(right),
        *_full(right),
        *_sides(right),
        *_max_and_min(right),
        *_turns(right),
        *_vacant(right),
        *_skips(right),
        *_tactics(right),
    ):
        better = correct(right.x.game, same_score=same_score) if key == "starts-at-0" else None
        yield Hypothesis(key, sentence, pair, same_score, tighter=better)
    yield from _plies(right, same_score)


_Mistake = tuple[str, str, tuple[Predicts, Predicts]]
"""A mistake's key and sentence, and its models as X and as O."""


def _unseen(right: _Pair) -> Iterator[_Mistake]:
    """Yield mistakes about the lines that a program checks."""
    game = right.x.game
    wins = "loses" if game.misere else "wins"
    for label, lines in _groups(game):
        key = "unseen-line" if len(lines) == 1 else "unseen-lines"
        seen = tuple(line for line in game.lines if line not in lines)
        if seen:
            yield key, f"It never sees {label}.", right.but(own=seen, other=seen)
        blind = f"It does not see that its opponent {wins} with {label}"
        blind += "." if game.misere else ", so it does not block there."
        for first in (False, True):
            pair = right.but(first_line=first)
            own = f"It does not see that it {wins} with {label}."
            yield key, own, pair.but(own=seen)
            yield key, blind, pair.but(other=seen)
            for side, which in (("X", "own"), ("O", "other")):
                sentence = f"It does not see that {side} {wins} with {label}."
                yield key, sentence, pair.for_x(**{which: seen})


def _groups(game: Game) -> Iterator[tuple[str, tuple[Cells, ...]]]:
    """Yield the lines that a program may overlook: single lines, all lines of one direction, and all lines."""
    if len(game.lines) <= _MOST_LINES:
        for line in game.lines:
            yield f"the {_direction(game, line)} {_names(game, line)}", (line,)
    for direction in ("row", "column", "diagonal") if len(game.board.shape) == 2 else ():
        lines = tuple(line for line in game.lines if _direction(game, line) == direction)
        if 1 < len(lines) < len(game.lines):
            yield f"any {direction}", lines
    yield "any line", game.lines


def _direction(game: Game, line: Cells) -> str:
    """Return the kind of a line: a row, a column or a diagonal."""
    if len(game.board.shape) != 2:
        return "line"
    columns, rows = (len({game.board.points[cell][axis] for cell in cells_in(line)}) for axis in (0, 1))
    return "row" if rows == 1 else "column" if columns == 1 else "diagonal"


def _names(game: Game, cells: Cells) -> str:
    return ", ".join(game.board.names[cell] for cell in cells_in(cells))


def _full(right: _Pair) -> Iterator[_Mistake]:
    if right.x.game.full is not None:
        return
    sentence = "It plays as if it could not tell a win with the last stone from a draw."
    yield "full-board", sentence, right.but(full_first=True)
    yield "full-board", "It plays as if a draw were a win.", right.but(full=1)
    yield "full-board", "It plays as if a draw were a loss.", right.but(full=-1)
    yield "full-board", "It plays as if a draw were better than any win.", right.but(full=2)
    yield "full-board", "It plays as if a draw were worse than any loss.", right.but(full=-2)
    for side, sign in (("X", 1), ("O", -1)):
        yield "full-board", f"It plays as if a full board were a win for {side}.", right.for_x(full=sign)
        sentence = f"It plays as if a full board were better for {side} than any win."
        yield "full-board", sentence, right.for_x(full=2 * sign)


def _sides(right: _Pair) -> Iterator[_Mistake]:
    """Yield mistakes of programs that play only one side correctly."""
    worst, as_other = right.but(worst=True), (Pretends(right.o), Pretends(right.x))
    for side, other in (("X", "O"), ("O", "X")):
        for sentence, (x, o) in (
            (f"When it plays {other}, it makes the move that {side} should make.", as_other),
            (f"It chooses the best move for {side}, also when it plays {other}.", (worst.x, worst.o)),
        ):
            yield "one-side", sentence, (right.x if side == "X" else x, o if side == "X" else right.o)


def _max_and_min(right: _Pair) -> Iterator[_Mistake]:
    """Yield mistakes in how a search combines the scores of moves, such as a maximum instead of a minimum."""
    yield "sign", "It chooses the worst move instead of the best one.", right.but(worst=True)
    game = right.x.game
    opposite = replace(game, misere=not game.misere)
    yield "leaf-sign", "It plays as if a win were a loss, and a loss a win.", right.but(game=opposite)
    both: tuple[tuple[str, Combine], ...] = (("maximum", "max"), ("minimum", "min"))
    for word, one in both:
        sentence = f"It plays as if it took the {word} of the scores for both players."
        pair = right.for_x(combine=(one, one))
        yield "both-players", sentence, right.but(combine=(one, one))
        yield "both-players", sentence, pair
        yield "both-players", sentence, (pair.x, replace(pair.o, worst=True))
        yield "both-players", sentence, (replace(pair.x, worst=True), pair.o)
    sentence = "It plays as if it took the minimum when it is its own turn, and the maximum when it is the opponent’s."
    yield "max-min-swapped", sentence, right.but(combine=("min", "max"))
    sentence = "It plays as if the best score of a position began with 0, so that a loss looks like a draw."
    yield "starts-at-0", sentence, right.but(combine=("max-from-0", "min"))
    sentence = (
        "It plays as if the best score of the opponent’s moves began with 0, so that its own win looks like a draw."
    )
    yield "starts-at-0", sentence, right.but(combine=("max", "min-from-0"))
    sentence = "It plays as if its search looked only at the first move of each position."
    yield "first-reply", sentence, right.but(combine=("first", "first"))


def _sums(plain: _Pair) -> Iterator[Hypothesis]:
    sums = plain.but(base=1)
    combined: tuple[tuple[Combine, Combine], ...] = (("sum", "sum"), ("mean", "mean"), ("max", "mean"), ("max", "sum"))
    for combine in combined:
        what = "scores" if combine[0] == combine[1] else "scores of the opponent’s moves"
        verb = "added up" if "sum" in combine else "averaged"
        sentence = f"It plays as if it {verb} the {what} instead of taking the best one for the player to move."
        pair = sums.but(combine=combine)
        yield Hypothesis("adds-scores", sentence, pair)


def _turns(right: _Pair) -> Iterator[_Mistake]:
    """Yield mistakes about the player to move in a search."""
    again = right.but(again=True)
    sentence = "It plays as if it were its own turn again after its move."
    yield "turns", sentence, again
    yield "turns", f"As X, {sentence[0].lower()}{sentence[1:]}", (again.x, right.o)
    yield "turns", f"As O, {sentence[0].lower()}{sentence[1:]}", (right.x, again.o)
    sentence = "It plays as if the opponent never moved in its search."
    yield "turns", sentence, right.but(alone=1, combine=("max", "max"), again=True)
    yield "turns", sentence, right.but(alone=1, combine=("max", "min"), again=True)
    sentence = "It plays as if only the opponent moved in its search, after its first move."
    yield "turns", sentence, right.but(alone=-1)


def _vacant(right: _Pair) -> Iterator[_Mistake]:
    sentence = "It plays as if a line of empty cells ended the game."
    for vacant, first in product((0, 1, -1), (False, True)):
        changes = {"vacant": vacant, "first_line": first}
        yield "empty-line", sentence, right.but(**changes)
        if vacant:
            yield "empty-line", sentence, right.for_x(**changes)


def _skips(right: _Pair) -> Iterator[_Mistake]:
    """Yield mistakes about the cells that a search tries."""
    game = right.x.game
    if game.needs or len(game.board) > _MOST_LINES:
        return
    rows: dict[tuple[int, int], Cells] = {}
    for cell, point in enumerate(game.board.points):
        for axis, number in enumerate(point):
            rows[axis, number] = rows.get((axis, number), 0) | 1 << cell
    every = (*(1 << cell for cell in range(len(game.board))), *rows.values())
    for cells, below in product(every, (True, False)):
        pair = right.but(skips=cells, skips_below=below)
        yield "skips-cells", f"It never tries {_names(game, cells)}.", pair


def _tactics(right: _Pair) -> Iterator[_Mistake]:
    sentence = "It blocks a threat before it looks for its own win."
    for pair in (right, *(right.but(depth=depth) for depth in (1, 3))) if not right.x.game.misere else ():
        yield "block-first", sentence, (BlockFirst(pair.x), BlockFirst(pair.o))
        alike = "It takes the first cell that wins or blocks, and so often blocks where it could win."
        yield "block-first", alike, (BlockFirst(pair.x, alike=True), BlockFirst(pair.o, alike=True))


def _plies(right: _Pair, same_score: bool) -> Iterable[Hypothesis]:
    """Return the hypotheses that a program looks ahead only 1, 2, 3 or more plies, smallest number first."""
    found: list[Hypothesis] = []
    tighter = None
    for depth in range(min(_DEEPEST, len(right.x.game.board) - 1), 0, -1):
        pair = right.but(depth=depth)
        more = ", without the opponent’s replies" if depth == 1 else ""
        sentence = f"It plays as if it looked only {plural(depth, 'ply')} ahead{more}."
        tighter = Hypothesis("depth", sentence, pair, same_score, tighter=tighter)
        found.append(tighter)
    return reversed(found)


def _no_undo(right: _Pair) -> Iterator[Hypothesis]:
    """Yield mistakes of a search that leaves stones on the board."""
    sentence = "It plays as if it did not take back all moves of its search."
    for weight, first_line, (root, below) in product((1, 0), (True, False), _UNDONE):
        pair = right.but(win=weight, loss=weight, first_line=first_line)
        for overwrites, prunes, by_depth in product((False, True), repeat=3):
            needless = (overwrites or prunes) if below[0] == "all" else not prunes and below[0] == "unless-cut"
            if not needless and (weight or not by_depth):
                x, o = (
                    NoUndo(search, root, which, overwrites, prunes, by_depth)
                    for search, which in zip(pair, below, strict=True)
                )
                yield Hypothesis("no-undo", sentence, (x, o), same_score=not weight, order="rows")


def _negamax(game: Game) -> Iterator[Hypothesis]:
    """Yield mistakes in negamax and in alpha-beta pruning."""
    if game.full is not None:
        return
    for distance in (1, 0):
        right, plain = Negamax(game, distance=distance), not distance
        sentence = "It plays as if its negamax forgot the minus, or had it twice."
        for root_sign in (-1, 1):
            model = replace(right, sign=1, root_sign=root_sign)
            yield Hypothesis("sign", sentence, (model, model), plain)
        for hard, running, last, root_is_right in product((False, True), repeat=4):
            variant = replace(right, hard=hard, running=running, last=last, root_is_right=root_is_right)
            for window, (who, as_x, as_o) in product(_WRONG_WINDOWS, _PASSING):
                if who and (hard or last or not root_is_right):
                    continue
                words = ", ".join(window).replace("-", "−")
                sentence = f"It plays as if its alpha-beta passed on a wrong window{who}, such as ({words}) in negamax."
                x, o = (
                    replace(variant, windows=(window if own else RIGHT_WINDOW, window if others else RIGHT_WINDOW))
                    for own, others in (as_x, as_o)
                )
                yield Hypothesis("window", sentence, (x, o), plain, order="rows")
            if running and last and root_is_right:
                model = replace(variant, windows=(RIGHT_WINDOW, RIGHT_WINDOW))
                sentence = (
                    "It plays as if it took the last of equal moves, but alpha-beta has only shown that these moves "
                    "are not better."
                )
                yield Hypothesis("last-of-equals", sentence, (model, model), plain, order="rows")
