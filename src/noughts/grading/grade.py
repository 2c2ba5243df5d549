"""Grade a player by checking its move in every unfinished position of a game against the exact values.

`grade` does everything in one call. To add a time limit, call its steps yourself: `positions` returns the positions,
`ask` gets one answer, and `judge` returns the report.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

from noughts.explain.words import plural
from noughts.grading.large_games import MoveScores, decided_sample
from noughts.grading.sample import sample
from noughts.players.opponent import Choice, Chooser, IllegalAnswer, Opponent, PlayerFault
from noughts.players.registry import player as named_player
from noughts.rules.board import Move
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.position import Position, Score
from noughts.rules.tactics import sign
from noughts.search.result import SearchLimit
from noughts.solver.evaluation import distance
from noughts.solver.reach import reachable
from noughts.solver.solver import Solver

if TYPE_CHECKING:
    from noughts.grading.causes import Cause

MOST_POSITIONS = 150_000
"""The maximum number of unfinished positions in a game that can be graded in full."""

_MANY, _FEW = 400, 100  # positions in the samples of a larger game

Serious: TypeAlias = Literal["time-out", "crash", "illegal", "value"]
"""The kinds of mistakes that change the result, unlike slow wins and quick losses."""

MistakeKind: TypeAlias = Serious | Literal["slow win", "quick loss"]
"""The kinds of mistakes: no answer in time, a crash, no legal move, a move that gives away a win or a draw, a slower
win than possible, or a faster loss than necessary."""

SERIOUS: tuple[Serious, ...] = get_args(Serious)
KINDS: tuple[MistakeKind, ...] = (*SERIOUS, "slow win", "quick loss")

Answer: TypeAlias = Choice | PlayerFault
"""A player's answer in a position: a legal move, or an error."""


@dataclass(frozen=True)
class Finding:
    """A mistake of a player: any answer that is not one of the best possible.

    Attributes:
        position: the position in which the player made the mistake.
        kind: the kind of mistake.
        said: the error message if there is no legal move, otherwise an empty string.
        move: the move, or None.
        score: the score of the move for the player who made it, or None.
        best_score: the score of the position.
        best: the moves with that score.
    """

    position: Position
    kind: MistakeKind
    said: str
    move: Move | None
    score: Score | None
    best_score: Score
    best: tuple[Move, ...]

    def is_corrected_by(self, answer: Answer | None) -> bool:
        """Return whether another answer, in the same position, is one of the best moves."""
        return isinstance(answer, Choice) and answer.move in self.best

    @property
    def distance(self) -> int | None:
        """The number of plies to the end of the game, counting the player's move, or None if no legal move was made."""
        return None if self.score is None else distance(self.score, self.position.empty.bit_count())

    @property
    def best_distance(self) -> int:
        """The number of plies from the position to the end of the game with perfect play."""
        return distance(self.best_score, self.position.empty.bit_count())


class LineCounts(NamedTuple):
    """The numbers of games that the player wins, draws, loses or breaks off, if the opponent may make any moves."""

    won: int
    drawn: int
    lost: int
    broken_off: int
    """Games lost because the player returned no legal move."""


@dataclass(frozen=True)
class Report:
    """The result of grading a player.

    Attributes:
        game: the game.
        side: the side that was graded, or None for both.
        exam: the positions to grade.
        asked: the number of positions graded, for each side to move.
        findings: the mistakes. Serious mistakes come first, then positions with the fewest empty cells.
        accepted: late wins and early losses that do not count as mistakes.
        wins_in_one: the number of positions in which a move wins at once.
        wins_taken: the number of those positions in which the player won at once.
        won: the number of positions that are won for the player.
        lost: the number of positions that are lost for the player.
        start_score: the score of the first position for X, or None if only a sample was graded.
        lines: the results of games against every reply, for each side that the player takes. A side has no entry if an
            answer is missing.
        start_nodes: the number of nodes that the player counted in the first position, or None if it does not count.
        total_nodes: the number of nodes that the player counted in all positions, or None if it does not count.
        answers: the answers in the positions graded.
        changed: the positions in which the player changed the board that it was given.
        alone: the answers in some of the positions with mistakes, if the player is asked about each one alone.
        beyond: the number of mistakes that do not count; see `of_own_game`.
    """

    game: Game
    side: Player | None
    exam: "Exam" = field(repr=False)
    asked: Mapping[Player, int]
    findings: tuple[Finding, ...]
    accepted: tuple[Finding, ...]
    wins_in_one: int
    wins_taken: int
    won: int
    lost: int
    start_score: Score | None
    lines: Mapping[Player, LineCounts]
    start_nodes: int | None
    total_nodes: int | None
    answers: Mapping[Position, Answer] = field(default_factory=dict, repr=False, compare=False)
    changed: Collection[Position] = ()
    alone: Mapping[Position, Answer] = field(default_factory=dict)
    beyond: int = 0

    @cached_property
    def causes(self) -> "tuple[Cause, ...]":
        """The causes of the player's mistakes, as far as noughts finds them."""
        from noughts.grading.causes import causes  # imported here because that module imports this one

        return causes(self.game, self.answers, self.findings, self.changed, self.alone)

    @property
    def reachable(self) -> int:
        """The number of positions in which to grade the player."""
        return len(self.exam.where)

    @property
    def is_complete(self) -> bool:
        """Whether the player has been graded in every position of the exam."""
        return sum(self.asked.values()) == self.reachable

    @property
    def keeps_value(self) -> bool:
        """Whether the player was graded in all positions, and every move is legal and keeps the value of its
        position.
        """
        return self.is_complete and not any(self.count(kind) for kind in SERIOUS)

    @property
    def passes(self) -> bool:
        """Whether the player was graded in all positions and made no mistakes."""
        return self.is_complete and not self.findings

    @property
    def is_flawless(self) -> bool:
        """Whether every answer is one of the best possible.

        The best answer keeps the value of the position, and wins as soon or loses as late as possible.
        """
        return self.passes and not self.accepted

    @property
    def counterexample(self) -> Finding | None:
        """The simplest mistake, or None if the player made none. Serious mistakes take precedence over all others."""
        return self.findings[0] if self.findings else None

    @property
    def only_side(self) -> Player | None:
        """The only side that the player plays well, or None if it does not play one side much better than the other.

        As this side, the player makes no serious mistakes. As the other side, the player makes serious mistakes in over
        10% of the positions.
        """
        serious = Counter(finding.position.turn for finding in self.findings if finding.kind in SERIOUS)
        for side in Player if self.is_complete else ():
            if self.asked[side] and not serious[side] and serious[side.other] * 10 > self.asked[side.other]:
                return side
        return None

    def spoilt(self, side: Player) -> int:
        """Return the number of games in which the player, playing this side, gets a worse result than with perfect
        play.
        """
        games = self.lines.get(side)
        if games is None or self.start_score is None:
            return 0
        value = self.start_score if side is Player.X else -self.start_score
        return games.broken_off + games.lost * (value > -1) + games.drawn * (value >= 1)

    def count(self, kind: MistakeKind, side: Player | None = None) -> int:
        """Return the number of mistakes of one kind. If `side` is given, count only mistakes made by that side."""
        return sum(f.kind == kind and side in (None, f.position.turn) for f in self.findings)


def grade(
    player: Opponent | Chooser | str,
    game: Game | str = "tictactoe",
    *,
    side: Player | None = None,
    random: Random | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Grade a player in every reachable unfinished position, without a time limit.

    If the game has more than `MOST_POSITIONS` such positions, grade it in a sample.

    Args:
        player: the player, its name as in `noughts.player`, or a `Chooser`: a function that takes a position and a
            random number generator and returns a `Choice`. To grade your own function, pass its name as in
            ``file.py:function``, or wrap it in `noughts.grading.user_code.UserPlayer`.
        game: the game or its name.
        side: grade only the positions with this side to move.
        random: random numbers for the player.
        progress: called with the number of positions graded so far and their total number.

    Raises:
        NoughtsError: this is not a player, no player has this name, or a sample of the game cannot be decided.
    """
    chooser = player if callable(player) else named_player(player).choose
    game = named_game(game)
    random = random or Random(0)
    exam = Exam.of(game, side)
    answers: dict[Position, Answer] = {}
    for position in exam.where:
        answers[position] = ask(chooser, position, random)
        if progress:
            progress(len(answers), len(exam.where))
    return judge(game, answers, exam, side=side)


class Exam(NamedTuple):
    """The positions in which to grade a player.

    Attributes:
        where: the positions. The empty board comes first if it is one of them.
        sampled_from: the number of positions from which they were chosen, or None if these are all.
        scores: the scores of all moves in each position of a game that is too large to grade in full. Then
            `sampled_from` is `MOST_POSITIONS`, and the game has more positions than that.
    """

    where: Sequence[Position]
    sampled_from: int | None = None
    scores: MoveScores | None = None

    @property
    def is_large(self) -> bool:
        """Whether the game is too large to grade in full."""
        return self.scores is not None

    @property
    def population(self) -> str:
        """The number of positions from which the sample was chosen, in words, or an empty string if there is no
        sample.
        """
        if not self.sampled_from:
            return ""
        return f"{'more than' if self.is_large else 'the'} {plural(self.sampled_from, 'position')}"

    @classmethod
    def of(cls, game: Game, side: Player | None = None, *, quick: bool = False) -> "Exam":
        """Return an exam with all positions of a game, or with a sample if there are more than `MOST_POSITIONS`.

        Args:
            game: the game.
            side: grade only the positions with this side to move.
            quick: use a sample, or a smaller one.

        Raises:
            NoughtsError: a sample of the game cannot be decided.
        """
        try:
            everything = positions(game, side)
        except SearchLimit:
            scores = decided_sample(game, _FEW if quick else _MANY, side)
            return cls(tuple(scores), MOST_POSITIONS, scores)
        return cls(sample(game, everything), len(everything)) if quick else cls(everything)


def positions(game: Game, side: Player | None = None) -> tuple[Position, ...]:
    """Return all reachable unfinished positions, or only the positions in which the given side is to move.

    The empty board comes first, before the player can fill a cache that would reduce its node count. The other
    positions are ordered by the number of empty cells, fewest first.

    Raises:
        SearchLimit: there are more than `MOST_POSITIONS` positions.
    """
    by_ply = list(reachable(Position(game), limit=MOST_POSITIONS))
    ordered = [*by_ply[:1], *sorted(by_ply[1:], key=lambda position: position.empty.bit_count())]
    return tuple(position for position in ordered if side in (None, position.turn))


def ask(chooser: Chooser, position: Position, random: Random) -> Answer:
    """Ask a player for a move, and return the answer: a legal move, or an error."""
    try:
        return checked(chooser(position, random), position)
    except PlayerFault as fault:
        return fault


def checked(choice: Choice, position: Position) -> Answer:
    """Return a player's choice, or an error if it is not a legal move."""
    reason = position.why_illegal(choice.move)
    return IllegalAnswer(f"the player returned {choice.move}, but {reason}") if reason else choice


def judge(
    game: Game,
    answers: Mapping[Position, Answer],
    exam: Exam | None = None,
    *,
    side: Player | None = None,
    value_only: bool = False,
    changed: Collection[Position] = (),
) -> Report:
    """Compare a player's answers with the exact values, and return a report.

    Args:
        game: the game.
        answers: the answer in each position.
        exam: the positions to grade. By default, they are those with an answer.
        side: the side to grade, or None for both.
        value_only: accept late wins and early losses.
        changed: the positions in which the player changed the board that it was given.
    """
    exam = exam or Exam(tuple(answers))
    scores, sampled_from = exam.scores, exam.sampled_from
    solver, findings, tally = Solver(game), [], Counter[str]()
    for position, answer in answers.items():
        known = scores[position] if scores else solver.solve(position).scores
        best = max(known.values())
        ends = [move for move in position.moves if (after := position.play(move)).is_over and after.score < 0]
        tally.update(won=int(best >= 1), lost=int(best <= -1), wins_in_one=int(bool(ends)))
        tally["wins_taken"] += isinstance(answer, Choice) and answer.move in ends
        if finding := _finding(position, answer, known):
            findings.append(finding)
    findings.sort(key=lambda f: (f.kind not in SERIOUS, f.position.empty.bit_count(), KINDS.index(f.kind)))
    nodes = {position: answer.visited for position, answer in answers.items() if isinstance(answer, Choice)}
    start, total = Position(game), sum(nodes.values())
    counted = SERIOUS if value_only else KINDS
    return Report(
        game=game,
        side=side,
        exam=exam,
        asked={s: sum(position.turn is s for position in answers) for s in Player},
        findings=tuple(f for f in findings if f.kind in counted),
        accepted=tuple(f for f in findings if f.kind not in counted),
        wins_in_one=tally["wins_in_one"],
        wins_taken=tally["wins_taken"],
        won=tally["won"],
        lost=tally["lost"],
        start_score=None if sampled_from else solver.score(start),
        lines={}
        if sampled_from
        else {s: games for s in Player if side in (None, s) and (games := lines(start, answers, s))},
        start_nodes=nodes.get(start) if total else None,
        total_nodes=total or None,
        answers=answers,
        changed=changed,
    )


def of_own_game(report: Report, turn: Player, *, value_only: bool = False) -> Report:
    """If only positions of the other side show serious mistakes, return a report on this side's positions, otherwise
    the same report.

    Args:
        report: the report on all positions.
        turn: the only side that is to move in the program's own game, if X begins.
        value_only: whether to accept late wins and early losses.
    """
    own = [finding for finding in report.findings if finding.position.turn is turn]
    others = [finding for finding in report.findings if finding.position.turn is not turn]
    worse = [finding for finding in others if not own or finding.kind in SERIOUS]
    if report.side or not worse or any(finding.kind in SERIOUS for finding in own):
        return report
    answers = {position: answer for position, answer in report.answers.items() if position.turn is turn}
    exam = report.exam._replace(where=tuple(at for at in report.exam.where if at.turn is turn))
    found = judge(report.game, answers, exam, side=turn, value_only=value_only, changed=report.changed)
    return replace(found, beyond=len(others)) if found.is_complete else report


def _finding(position: Position, answer: Answer, scores: Mapping[Move, Score]) -> Finding | None:
    """Return the mistake that an answer makes, or None if the answer is one of the best possible."""
    best = max(scores.values())
    kind: MistakeKind
    if isinstance(answer, PlayerFault):
        kind, said, move, score = getattr(answer, "kind", "crash"), str(answer), None, None
    else:
        said, move, score = "", answer.move, scores[answer.move]
        if score == best:
            return None
        kept = sign(score) == sign(best)
        kind = "value" if not kept else "slow win" if best >= 1 else "quick loss"
    return Finding(
        position, kind, said, move, score, best, tuple(move for move in position.moves if scores[move] == best)
    )


def lines(start: Position, answers: Mapping[Position, Answer], side: Player) -> LineCounts | None:
    """Count the results of all games in which the player plays one side and the other side may make any move.

    The result is None if an answer is missing. In a given position, the player gives the same answer in every game.
    """
    known: dict[Position, LineCounts] = {}

    def ends(position: Position) -> LineCounts:
        if position not in known:
            if position.outcome:
                winner = position.outcome.winner
                known[position] = LineCounts(winner is side, winner is None, winner is side.other, 0)
            elif position.turn is not side:
                known[position] = LineCounts(
                    *map(sum, zip(*(ends(position.play(m)) for m in position.moves), strict=True))
                )
            elif isinstance(answer := answers[position], PlayerFault):
                known[position] = LineCounts(0, 0, 0, 1)
            else:
                known[position] = ends(position.play(answer.move))
        return known[position]

    try:
        return ends(start)
    except KeyError:
        return None
