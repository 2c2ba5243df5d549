"""Reviews: a game gone through afterwards, move by move: where value was given away, and how.

A win is worth 1, a draw ½, a loss 0 to the player who makes the move; values are exact, under best play of both.
The marks are those of chess: ``?`` a move that gives away ½, ``??`` one that gives away 1. ``?!`` gives away
nothing for sure, but wins later than it could, or passes over a win at once where the rest is not known.

Where a game is too large to be searched, the rules alone still prove some values (`noughts.explain.certain`). There
``??`` also marks a move that lets the opponent win at once, or fork, where another move did neither: what it lost is
the game, what the other move was worth is not known.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from noughts.explain.certain import certain, loses_quickly, saving
from noughts.explain.kinds import Reason
from noughts.explain.reasons import best_of, clearest, reasons
from noughts.explain.scores import WORDS, sign
from noughts.explain.seen import wins_at_once
from noughts.explain.sentences import seen_words, why
from noughts.rules.board import Move
from noughts.rules.game import Player
from noughts.rules.notation import t3en
from noughts.rules.position import Position, Score
from noughts.rules.record import Record, result_text
from noughts.search.result import Deadline, SearchLimit
from noughts.solver.analysis import Analysis, analyse, distance, everyday_nodes
from noughts.solver.line import principal_variation
from noughts.solver.solver import Solver

Mark: TypeAlias = Literal["", "?!", "?", "??"]

NODES = 300_000
"""How many nodes a review may search in all, unless told: some seconds where a game is large, else far fewer."""


@dataclass(frozen=True)
class Advice:
    """A move, why it is good or bad, and that in words."""

    move: Move
    reasons: tuple[Reason, ...]
    text: str

    def to_data(self, position: Position) -> dict[str, Any]:
        """Return it for JSON."""
        board = position.game.board
        told = [reason.to_data(board) for reason in self.reasons]
        return {"move": board.names[self.move], "text": self.text, "reasons": told}


@dataclass(frozen=True)
class MoveReview:
    """One move of a game. Scores are seen by the player who made it, and None where they are not known.

    Attributes:
        number: its number, counted from 1.
        position: the position before it.
        made: the move, why it is good or bad.
        before: the score of the position before it: what the best move would have kept.
        after: the score of the move.
        mark: ``?`` where it gave away half a point, ``??`` where a whole one, or the game as far as is known; ``?!``:
            see the module.
        mattered: whether some legal move had another value (win, draw or loss) than another; None where not known.
        better: a better move, for a move with a mark, where one is known.
        punished: whether the opponent's next move kept what the move gave away; None where nothing was given away, the
            game ended with it, or the value of the next move is not known.
    """

    number: int
    position: Position
    made: Advice
    before: Score | None
    after: Score | None
    mark: Mark
    mattered: bool | None
    better: Advice | None = None
    punished: bool | None = None

    @property
    def is_judged(self) -> bool:
        """Whether it is known what it gave away; a move that wins gave nothing away, whatever came before."""
        return self.after is not None and (self.before is not None or self.after >= 1)

    @property
    def player(self) -> Player:
        """Who made it."""
        return self.position.turn

    @property
    def name(self) -> str:
        """The move's name."""
        return self.position.game.board.names[self.made.move]

    def to_data(self) -> dict[str, Any]:
        """Return it for JSON."""
        empty = self.position.empty.bit_count()
        return {
            "number": self.number,
            "player": self.player.value,
            "position": t3en(self.position),
            **self.made.to_data(self.position),
            "before": _value_data(self.before, empty),
            "after": _value_data(self.after, empty),
            "mark": self.mark,
            "mattered": self.mattered,
            "better": self.better and self.better.to_data(self.position),
            "punished": self.punished,
        }


@dataclass(frozen=True)
class Accuracy:
    """How well a side played.

    Attributes:
        mattered: its moves in positions in which not all legal moves had the same value (win, draw or loss), as far
            as values are known.
        kept: those of them that kept the value.
    """

    mattered: int
    kept: int

    @property
    def share(self) -> float | None:
        """The share of these moves that kept the value, 0 to 1; None where no move mattered."""
        return self.kept / self.mattered if self.mattered else None


@dataclass(frozen=True)
class Review:
    """A game gone through: its moves, and how well each side played."""

    record: Record
    moves: tuple[MoveReview, ...]

    def accuracy(self, player: Player) -> Accuracy:
        """Return how well a side played."""
        mattered = [m for m in self.moves if m.player is player and m.mattered]
        return Accuracy(len(mattered), sum(m.mark not in ("?", "??") for m in mattered))

    def marks(self, player: Player) -> Counter[Mark]:
        """Return how often a side got each mark."""
        return Counter(m.mark for m in self.moves if m.player is player and m.mark)

    @property
    def unknown(self) -> tuple[int, ...]:
        """The numbers of the moves that could not be judged: they have no mark, and no value before or after them."""
        return tuple(m.number for m in self.moves if not m.mark and not m.is_judged)

    def to_data(self) -> dict[str, Any]:
        """Return the review for JSON."""
        sides = {player: self.accuracy(player) for player in Player}
        return {
            "game": self.record.start.game.name,
            "names": {player.value: name for player, name in zip(Player, self.record.names, strict=True)},
            "start": t3en(self.record.start),
            "result": result_text(self.record.position),
            "moves": [m.to_data() for m in self.moves],
            "accuracy": {
                player.value: {"mattered": side.mattered, "kept": side.kept, "share": side.share}
                for player, side in sides.items()
            },
            "unknown": list(self.unknown),
        }


def review(
    record: Record, solver: Solver | None = None, *, nodes: int = NODES, deadline: Deadline | None = None
) -> Review:
    """Return what every move of a game gave away, and why.

    The game is gone through from its end to its beginning, so that late values, which are cheap, help with early ones.
    Where the nodes do not suffice, as early in games too large to solve, values are not known.

    Args:
        record: the game; it need not be finished.
        solver: keeps what it learns for the next call; without one a new one is made.
        nodes: the most nodes to search in all.
        deadline: says whether the time is up; what is not known by then stays unknown.
    """
    work = _Work(record, solver or Solver(record.start.game), nodes, deadline)
    following, found = work.score(record.position), list[MoveReview]()
    for number in range(len(record.moves), 0, -1):
        position, move = record.positions[number - 1], record.moves[number - 1]
        before, after = work.score(position), None if following is None else -following
        reviewed = work.move(number, position, move, before, after, found[-1] if found else None)
        found.append(reviewed)
        following = before
    return Review(record, tuple(reversed(found)))


class _Work:
    """Asks the solver, and shares the nodes among the questions."""

    def __init__(self, record: Record, solver: Solver, nodes: int, deadline: Deadline | None) -> None:
        self.solver, self.deadline, self._most = solver, deadline, solver.visited + nodes
        self._played = dict(zip(record.positions, record.moves, strict=False))

    def _share(self, position: Position) -> int:
        """Return how many nodes a question may take: a quarter of what is left, and not more than is worth trying."""
        return min((self._most - self.solver.visited) // 4, everyday_nodes(position))

    def score(self, position: Position) -> Score | None:
        """Return the exact score of a position, or None where it is not known."""
        try:
            return self.solver.score(position, nodes=self._share(position), deadline=self.deadline)
        except SearchLimit:
            return certain(position)

    def analyse(self, position: Position, known: bool) -> Analysis:
        """Return what every move is worth, exactly if it can be known."""
        nodes = self._share(position) if known else 0
        return analyse(position, self.solver, nodes=nodes, deadline=self.deadline, estimate_nodes=0)

    def advice(self, analysis: Analysis, move: Move) -> Advice:
        """Return a move with its reasons."""
        position, nodes = analysis.position, self._share(analysis.position)
        found = reasons(
            position, move, self.solver, analysis=analysis, nodes=nodes, deadline=self.deadline, prefer=self._prefer
        )
        text = why(analysis, move, found) if analysis.exact else seen_words(position, move, found)
        return Advice(move, found, text)

    def _prefer(self, position: Position, move: Move) -> Any:
        """Let lines of best play follow the game as far as it was that."""
        return self._played.get(position) == move, clearest(position, move)

    def move(
        self,
        number: int,
        position: Position,
        move: Move,
        before: Score | None,
        after: Score | None,
        following: MoveReview | None,
    ) -> MoveReview:
        """Return the review of one move."""
        analysis = self.analyse(position, before is not None)
        mark = _mark(position, move, before, after)
        lost = mark in ("?", "??")
        mattered = len({sign(m.score) for m in analysis.moves}) > 1 if analysis.exact else True if lost else None
        punished = None
        if lost and following and following.after is not None:
            punished = following.mark not in ("?", "??")
        better = self._better(analysis, before is not None) if mark else None
        made = self.advice(analysis, move)
        return MoveReview(number, position, made, before, after, mark, mattered, better, punished)

    def _better(self, analysis: Analysis, known: bool) -> Advice | None:
        position = analysis.position
        if analysis.exact:
            return self.advice(analysis, best_of(analysis).move)
        if wins := wins_at_once(position):
            return self.advice(analysis, wins[0])
        if not known:
            return None if (saved := saving(position)) is None else self.advice(analysis, saved)
        try:
            line = principal_variation(
                position, self.solver, nodes=self._share(position), deadline=self.deadline, prefer=clearest
            )
        except SearchLimit:
            return None
        return self.advice(analysis, line[0])


def _mark(position: Position, move: Move, before: Score | None, after: Score | None) -> Mark:
    if before is None:
        return "??" if loses_quickly(position, move) and saving(position) is not None else ""
    if after is None:
        return "?!" if (wins := wins_at_once(position)) and move not in wins else ""
    if lost := sign(before) - sign(after):
        return "??" if lost > 1 else "?"
    return "?!" if before >= 1 and after < before else ""


def _value_data(score: Score | None, empty: int) -> dict[str, Any] | None:
    if score is None:
        return None
    return {"value": WORDS[sign(score)], "plies": distance(score, empty)}
