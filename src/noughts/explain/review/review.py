"""Review a finished game move by move: find and explain the moves that gave value away.

A win is worth 1, a draw ½ and a loss 0 to the player making the move. Values are exact: they assume perfect play by
both sides. The marks come from chess. ``?`` marks a move that gives away ½, and ``??`` a move that gives away 1. ``?!``
marks a move that wins later than it could, or that misses an immediate win when the other values are unknown.

In a game that is too large to search, the rules alone still prove some values
(`noughts.explain.review.tactical_scores`). In such a game, ``??`` also marks a move that lets the opponent win at once
or fork, although another move would have prevented both. Such a move loses the game. The value of the other move is
unknown.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from noughts.explain.naming import CELLS, Naming
from noughts.explain.reasons.kinds import Reason
from noughts.explain.reasons.reasons import best_of, clearest, reasons
from noughts.explain.reasons.sentences import Explanation, explain
from noughts.explain.review.tactical_scores import loses_quickly, safe_move, tactical_score
from noughts.explain.scores import WORDS
from noughts.rules.board import Move
from noughts.rules.game import Player
from noughts.rules.notation import t3en
from noughts.rules.position import Position, Score
from noughts.rules.record import Record, result_text
from noughts.rules.tactics import immediate_wins, sign
from noughts.search.result import SearchLimit
from noughts.solver.analyse import analyse
from noughts.solver.book.shipped import shipped_book
from noughts.solver.evaluation import Evaluation, distance
from noughts.solver.limit import Budget, Limit
from noughts.solver.line import principal_variation
from noughts.solver.policy import MOST_IN_PYTHON, interactive_nodes
from noughts.solver.solver import Solver

AnnotationSymbol: TypeAlias = Literal["", "?!", "?", "??"]

GAVE_AWAY: tuple[AnnotationSymbol, ...] = ("?", "??")
"""The marks of moves that gave value away."""

NODES = 300_000
"""The default node budget of a whole review, which takes a few seconds for a large game and less for a small one."""

_BOOK_GAME_NODES = 10_000_000  # the kernel's nodes for each position of a game with an opening book: a few seconds


@dataclass(frozen=True)
class Advice:
    """A move with the reasons why it is good or bad, as data and in words."""

    move: Move
    reasons: tuple[Reason, ...]
    words: Explanation

    @property
    def text(self) -> str:
        """The explanation as text. The text is empty if nothing is known about the move."""
        return str(self.words)

    def to_data(self, position: Position) -> dict[str, Any]:
        """Return the advice as JSON-compatible data."""
        board = position.game.board
        reasons = [reason.to_data(board) for reason in self.reasons]
        words = {"text": self.text, "sentences": list(self.words.sentences)}
        return {"move": board.names[self.move], **words, "reasons": reasons}


@dataclass(frozen=True)
class MoveReview:
    """The review of one move.

    Scores are from the point of view of the player who made the move. Unknown scores are None.

    Attributes:
        number: the move's number, counted from 1.
        position: the position before the move.
        played: the move and the reasons why it is good or bad.
        before: the score before the move, which the best move would have kept.
        after: the score of the move.
        mark: ``?`` if the move gave away half a point, and ``??`` if it gave away a whole point or, as far as is known,
            the game. The module docstring describes ``?!``.
        mattered: whether the legal moves had different values (win, draw or loss), or None if unknown.
        better: a better move, if the move has a mark and a better move is known.
        punished: whether the opponent's next move kept what this move gave away. None if this move gave nothing away or
            ended the game, or if the value of the next move is unknown.
        good: how many legal moves keep the value, or None if unknown.
    """

    number: int
    position: Position
    played: Advice
    before: Score | None
    after: Score | None
    mark: AnnotationSymbol
    mattered: bool | None
    better: Advice | None = None
    punished: bool | None = None
    good: int | None = None

    @property
    def is_judged(self) -> bool:
        """Whether it is known how much value the move gave away.

        A winning move gave away nothing, whatever happened before it.
        """
        return self.after is not None and (self.before is not None or self.after >= 1)

    @property
    def player(self) -> Player:
        """The player who made the move."""
        return self.position.turn

    @property
    def name(self) -> str:
        """The move's name."""
        return self.position.name(self.played.move)

    def to_data(self) -> dict[str, Any]:
        """Return the review of the move as JSON-compatible data."""
        empty = self.position.empty.bit_count()
        return {
            "number": self.number,
            "player": self.player.value,
            "position": t3en(self.position),
            **self.played.to_data(self.position),
            "before": _value_data(self.before, empty),
            "after": _value_data(self.after, empty),
            "mark": self.mark,
            "mattered": self.mattered,
            "better": self.better and self.better.to_data(self.position),
            "punished": self.punished,
        }


@dataclass(frozen=True)
class Accuracy:
    """How accurately a side played.

    Attributes:
        mattered: the number of the side's moves that mattered, because the legal moves had different values (win, draw
            or loss). Positions with unknown values do not count.
        kept: the number of these moves that kept the value.
    """

    mattered: int
    kept: int

    @property
    def share(self) -> float | None:
        """The accuracy from 0 to 1: `kept` divided by `mattered`, or None if no move mattered."""
        return self.kept / self.mattered if self.mattered else None


@dataclass(frozen=True)
class Review:
    """A reviewed game: the review of each move, and the accuracy of each side."""

    record: Record
    moves: tuple[MoveReview, ...]
    naming: Naming = CELLS

    def accuracy(self, player: Player) -> Accuracy:
        """Return how accurately a side played."""
        mattered = [m for m in self.moves if m.player is player and m.mattered]
        return Accuracy(len(mattered), sum(m.mark not in GAVE_AWAY for m in mattered))

    def marks(self, player: Player) -> Counter[AnnotationSymbol]:
        """Count the marks, such as ``??``, that a side's moves got."""
        return Counter(m.mark for m in self.moves if m.player is player and m.mark)

    @property
    def unknown(self) -> tuple[int, ...]:
        """The numbers of the moves that could not be judged, because a value was unknown."""
        return tuple(m.number for m in self.moves if not m.mark and not m.is_judged)

    def to_data(self) -> dict[str, Any]:
        """Return the review as JSON-compatible data."""
        sides = {player: self.accuracy(player) for player in Player}
        return {
            "game": self.record.start.game.name,
            "names": {player.value: name for player, name in zip(Player, self.record.names, strict=True)},
            "start": t3en(self.record.start),
            "result": result_text(self.record),
            "moves": [m.to_data() for m in self.moves],
            "accuracy": {
                player.value: {"mattered": side.mattered, "kept": side.kept, "share": side.share}
                for player, side in sides.items()
            },
            "unknown": list(self.unknown),
        }


def review(
    record: Record, limit: Limit | int | None = None, *, solver: Solver | None = None, naming: Naming = CELLS
) -> Review:
    """Review a game: find out which moves were mistakes, and why.

    The review works backwards from the end of the game: late values are cheap and help to find early ones. Values stay
    unknown if the node budget runs out, as it does early in games that are too large to solve.

    Args:
        record: the game, which need not be finished.
        limit: how long the review may take. A number limits the nodes of the whole review, without the kernel's nodes
            in games that have an opening book. Values that are not found by then stay unknown.
        solver: the solver, which keeps its results for the next call. By default, a new one.
        naming: how sentences name moves.
    """
    reviewer = _Reviewer(record, solver or Solver(record.start.game), Budget(limit, nodes=NODES), naming)
    next_score, reviews = reviewer.score(record.position), list[MoveReview]()
    for number in range(len(record.moves), 0, -1):
        position, move = record.positions[number - 1], record.moves[number - 1]
        before, after = reviewer.score(position), None if next_score is None else -next_score
        reviews.append(reviewer.move(number, position, move, before, after, reviews[-1] if reviews else None))
        next_score = before
    return Review(record, tuple(reversed(reviews)), naming)


def _has_book(position: Position) -> bool:
    """Whether an unfinished position is too large to search in Python and its game has an opening book."""
    is_larger = position.empty.bit_count() > MOST_IN_PYTHON
    return is_larger and not position.is_over and shipped_book(position.game) is not None


class _Reviewer:
    """Reviews moves one at a time, and divides the node budget among them."""

    def __init__(self, record: Record, solver: Solver, budget: Budget, naming: Naming) -> None:
        self.solver, self._is_over, self._naming = solver, budget.is_over, naming
        self._most = solver.visited + (budget.limit or 0)
        self._played = dict(zip(record.positions, record.moves, strict=False))

    def _share(self, position: Position) -> int:
        """Return the node budget for one search: a quarter of the remaining budget, but at most `interactive_nodes`."""
        return max(0, min((self._most - self.solver.visited) // 4, interactive_nodes(position)))

    def score(self, position: Position) -> Score | None:
        """Return the exact score of a position, or None if it is unknown."""
        if _has_book(position) and (known := self._by_book_or_kernel(position)) is not None:
            return known
        try:
            return self.solver.score(position, nodes=self._share(position), deadline=self._is_over)
        except SearchLimit:
            return tactical_score(position)

    def _by_book_or_kernel(self, position: Position) -> Score | None:
        book = shipped_book(position.game)
        score = book.score(position) if book else None
        if score is None and self.solver.general:
            with Budget(Limit(_BOOK_GAME_NODES, stop=self._is_over)) as budget:
                score = self.solver.general.score(position, control=budget.control())
        return score

    def analyse(self, position: Position, known: bool) -> Evaluation:
        """Return the analysis of a position, without a search if its exact score is unknown.

        `known` says whether the exact score of the position is known.
        """
        if known and _has_book(position):
            return analyse(position, Limit(_BOOK_GAME_NODES, stop=self._is_over), solver=self.solver)
        limit = Limit(self._share(position) if known else 0, stop=self._is_over)
        return analyse(position, limit, solver=self.solver, estimate_nodes=0)

    def advice(self, analysis: Evaluation, move: Move) -> Advice:
        """Return the reasons for and against a move, with an explanation in words."""
        position, limit = analysis.position, Limit(self._share(analysis.position), stop=self._is_over)
        move_reasons = reasons(position, move, self.solver, analysis=analysis, limit=limit, prefer=self._prefer)
        return Advice(move, move_reasons, explain(analysis, move, move_reasons, self._naming))

    def _prefer(self, position: Position, move: Move) -> Any:
        """Return a sort key that ranks the move played in the game first.

        Lines of best play then follow the game as far as possible.
        """
        return self._played.get(position) == move, clearest(position, move)

    def move(
        self,
        number: int,
        position: Position,
        move: Move,
        before: Score | None,
        after: Score | None,
        next_move: MoveReview | None,
    ) -> MoveReview:
        """Return the review of one move."""
        analysis = self.analyse(position, before is not None)
        mark = _mark(position, move, before, after)
        lost = mark in GAVE_AWAY
        values = [m.value for m in analysis.moves] if analysis.exact else []
        mattered = len({*values}) > 1 if values else True if lost else None
        punished = None
        if lost and next_move and next_move.after is not None:
            punished = next_move.mark not in GAVE_AWAY
        better = self._better(analysis, before is not None) if mark else None
        played = self.advice(analysis, move)
        good = values.count(analysis.best[0].value) if values else None
        return MoveReview(number, position, played, before, after, mark, mattered, better, punished, good)

    def _better(self, analysis: Evaluation, known: bool) -> Advice | None:
        """Return a better move than the move played, or None if none is known."""
        position = analysis.position
        if analysis.exact or (analysis.value is not None and analysis.is_best_proven):
            return self.advice(analysis, best_of(analysis).move)
        if wins := immediate_wins(position):
            return self.advice(analysis, wins[0])
        if not known:
            return None if (safe := safe_move(position)) is None else self.advice(analysis, safe)
        try:
            line = principal_variation(
                position, self.solver, nodes=self._share(position), deadline=self._is_over, prefer=clearest
            )
        except SearchLimit:
            return None
        return self.advice(analysis, line[0])


def _mark(position: Position, move: Move, before: Score | None, after: Score | None) -> AnnotationSymbol:
    """Return the mark of a move, such as ``?`` for a mistake. The module docstring describes the marks."""
    if before is None:
        return "??" if loses_quickly(position, move) and safe_move(position) is not None else ""
    if after is None:
        return "?!" if (wins := immediate_wins(position)) and move not in wins else ""
    if lost := sign(before) - sign(after):
        return "??" if lost > 1 else "?"
    return "?!" if before >= 1 and after < before else ""


def _value_data(score: Score | None, empty: int) -> dict[str, Any] | None:
    if score is None:
        return None
    return {"value": WORDS[sign(score)], "plies": distance(score, empty)}
