"""Grading: a player's answers in every unfinished position of a game, held against the truth.

The work is in steps, so that whoever has a clock can do the asking: `positions` says where, `ask` gets one answer, and
`judge` makes the report of all answers there are. `grade` does all three.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal, NamedTuple, TypeAlias, get_args

from noughts.players.opponent import Choice, Chooser, PlayerFault
from noughts.players.user_code import IllegalAnswer
from noughts.rules.board import Move
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.position import Position, Score
from noughts.solver.analysis import distance
from noughts.solver.reach import reachable
from noughts.solver.solver import Solver

MOST_POSITIONS = 150_000
"""The most unfinished positions that a game may have to be graded."""

Kind: TypeAlias = Literal["time-out", "crash", "illegal", "value", "slow win", "quick loss"]
"""What can be wrong with an answer: none came in time; the function crashed; it is no legal move; it gives away a win
or a draw; it wins later than it could; it loses sooner than it need."""

KINDS: tuple[Kind, ...] = get_args(Kind)
SERIOUS: tuple[Kind, ...] = KINDS[:4]
"""The kinds that cost more than time."""

Answer: TypeAlias = Choice | PlayerFault
"""What a player answered in a position: a legal move, or what went wrong."""


@dataclass(frozen=True)
class Finding:
    """One answer that is not the best.

    Attributes:
        position: where it was given.
        kind: what is wrong with it.
        said: what went wrong, in a sentence, where there is no legal move.
        move: the move, or None.
        score: what the move is worth, seen by the player who made it.
        best_score: what the position is worth.
        best: the moves that are worth that.
    """

    position: Position
    kind: Kind
    said: str
    move: Move | None
    score: Score | None
    best_score: Score
    best: tuple[Move, ...]

    @property
    def distance(self) -> int | None:
        """Plies to the end after the answer, the move counted; None without a move."""
        return None if self.score is None else distance(self.score, self.position.empty.bit_count())

    @property
    def best_distance(self) -> int:
        """Plies to the end in best play."""
        return distance(self.best_score, self.position.empty.bit_count())


class Lines(NamedTuple):
    """The games that the player plays with one side, when the other side tries everything: how many end how."""

    won: int
    drawn: int
    lost: int
    broken_off: int
    """Lost because the player gave no legal move."""


@dataclass(frozen=True)
class Report:
    """What grading found.

    Attributes:
        game: the game.
        side: the side that was graded, or None for both.
        reachable: how many positions there are to ask about.
        asked: in how many the player was asked, by side to move.
        findings: the answers that are not best, what costs more than time first, and fewest empty cells first.
        wins_in_one: in how many of the positions asked some move wins at once.
        wins_taken: in how many of these the player did.
        won: how many of the positions asked are won for the player.
        lost: how many of them are lost.
        start_score: what the first position is worth, seen by X.
        lines: the games against every reply from the first position, by the player's side; none where an
            answer is missing.
        start_nodes: how many nodes the player counted in the first position; None if it counts none.
        total_nodes: how many in all positions.
    """

    game: Game
    side: Player | None
    reachable: int
    asked: Mapping[Player, int]
    findings: tuple[Finding, ...]
    wins_in_one: int
    wins_taken: int
    won: int
    lost: int
    start_score: Score
    lines: Mapping[Player, Lines]
    start_nodes: int | None
    total_nodes: int | None

    @property
    def is_complete(self) -> bool:
        """Whether there is an answer for every position."""
        return sum(self.asked.values()) == self.reachable

    @property
    def keeps_value(self) -> bool:
        """Whether every answer is legal and keeps what the position is worth."""
        return self.is_complete and not any(self.count(kind) for kind in SERIOUS)

    @property
    def is_flawless(self) -> bool:
        """Whether every answer is the best: it keeps the value, wins soonest and loses latest."""
        return self.is_complete and not self.findings

    @property
    def counterexample(self) -> Finding | None:
        """The simplest of the most serious findings."""
        return self.findings[0] if self.findings else None

    @property
    def only_side(self) -> Player | None:
        """The side that the player plays without a serious fault, when it plainly cannot play the other."""
        serious = Counter(finding.position.turn for finding in self.findings if finding.kind in SERIOUS)
        for side in Player if self.is_complete else ():
            if self.asked[side] and not serious[side] and serious[side.other] * 10 > self.asked[side.other]:
                return side
        return None

    def spoilt(self, side: Player) -> int:
        """Return how many of the games with a side end worse for it than the first position is worth."""
        games = self.lines.get(side, Lines(0, 0, 0, 0))
        value = self.start_score if side is Player.X else -self.start_score
        return games.broken_off + games.lost * (value > -1) + games.drawn * (value >= 1)

    def count(self, kind: Kind, side: Player | None = None) -> int:
        """Return how many findings are of one kind, with one side to move or either."""
        return sum(f.kind == kind and side in (None, f.position.turn) for f in self.findings)


def grade(
    chooser: Chooser,
    game: Game | str = "tictactoe",
    *,
    side: Player | None = None,
    random: Random | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Grade a player in every unfinished position that can be reached, without a limit of time.

    Args:
        chooser: the player: `noughts.player(…).choose`, or a `noughts.players.user_code.UserPlayer`.
        game: the game or its name.
        side: grade the positions with this side to move alone.
        random: random numbers for the player.
        progress: is told how many positions are done, of how many.

    Raises:
        SearchLimit: the game has more than `MOST_POSITIONS` unfinished positions.
    """
    game = named_game(game)
    random = random or Random(0)
    where = positions(game, side)
    answers: dict[Position, Answer] = {}
    for position in where:
        answers[position] = ask(chooser, position, random)
        if progress:
            progress(len(answers), len(where))
    return judge(game, answers, side=side, reachable=len(where))


def positions(game: Game, side: Player | None = None) -> tuple[Position, ...]:
    """Return every unfinished position that can be reached, with one side to move or either.

    The first position comes first, so that the nodes counted there are those of a player that has learnt nothing yet;
    then those with the fewest empty cells.

    Raises:
        SearchLimit: there are more than `MOST_POSITIONS`.
    """
    found = list(reachable(Position(game), limit=MOST_POSITIONS))  # ply by ply
    ordered = [*found[:1], *sorted(found[1:], key=lambda position: position.empty.bit_count())]
    return tuple(position for position in ordered if side in (None, position.turn))


def ask(chooser: Chooser, position: Position, random: Random) -> Answer:
    """Return what a player answers: a legal move, or what went wrong."""
    try:
        choice = chooser(position, random)
    except PlayerFault as fault:
        return fault
    reason = position.why_illegal(choice.move)
    return IllegalAnswer(f"the player answered {choice.move}, but {reason}") if reason else choice


def judge(
    game: Game, answers: Mapping[Position, Answer], *, side: Player | None = None, reachable: int | None = None
) -> Report:
    """Return what the answers are worth, all there are.

    Args:
        game: the game.
        answers: the answer in each position asked.
        side: the side that is graded, or None for both.
        reachable: how many positions there are to ask about; otherwise those asked.
    """
    solver, findings, tally = Solver(game), [], Counter[str]()
    for position, answer in answers.items():
        best = solver.score(position)
        ends = [move for move in position.moves if (after := position.play(move)).is_over and after.score < 0]
        tally.update(won=best >= 1, lost=best <= -1, wins_in_one=bool(ends))
        tally["wins_taken"] += isinstance(answer, Choice) and answer.move in ends
        if finding := _finding(position, answer, best, solver):
            findings.append(finding)
    findings.sort(key=lambda f: (f.kind not in SERIOUS, f.position.empty.bit_count(), KINDS.index(f.kind)))
    nodes = {position: answer.visited for position, answer in answers.items() if isinstance(answer, Choice)}
    start, total = Position(game), sum(nodes.values())
    return Report(
        game=game,
        side=side,
        reachable=len(answers) if reachable is None else reachable,
        asked={s: sum(position.turn is s for position in answers) for s in Player},
        findings=tuple(findings),
        wins_in_one=tally["wins_in_one"],
        wins_taken=tally["wins_taken"],
        won=tally["won"],
        lost=tally["lost"],
        start_score=solver.score(start),
        lines={s: found for s in Player if side in (None, s) and (found := lines(start, answers, s))},
        start_nodes=nodes.get(start) if total else None,
        total_nodes=total or None,
    )


def _finding(position: Position, answer: Answer, best: Score, solver: Solver) -> Finding | None:
    """Return what is wrong with an answer, or None when it is the best."""
    kind: Kind
    if isinstance(answer, PlayerFault):
        kind, said, move, score = getattr(answer, "kind", "crash"), str(answer), None, None
    else:
        said, move, score = "", answer.move, -solver.score(position.play(answer.move))
        if score == best:
            return None
        kept = (score >= 1) - (score <= -1) == (best >= 1) - (best <= -1)
        kind = "value" if not kept else "slow win" if best >= 1 else "quick loss"
    return Finding(position, kind, said, move, score, best, solver.solve(position).best)


def lines(start: Position, answers: Mapping[Position, Answer], side: Player) -> Lines | None:
    """Return how the games end that a player plays with one side against every reply; None where an answer is missing.

    The player's answer in a position is the same in every game that comes there.
    """
    known: dict[Position, Lines] = {}

    def ends(position: Position) -> Lines:
        if position not in known:
            if position.outcome:
                winner = position.outcome.winner
                known[position] = Lines(winner is side, winner is None, winner is side.other, 0)
            elif position.turn is not side:
                known[position] = Lines(*map(sum, zip(*(ends(position.play(m)) for m in position.moves), strict=True)))
            elif isinstance(answer := answers[position], PlayerFault):
                known[position] = Lines(0, 0, 0, 1)
            else:
                known[position] = ends(position.play(answer.move))
        return known[position]

    try:
        return ends(start)
    except KeyError:
        return None
