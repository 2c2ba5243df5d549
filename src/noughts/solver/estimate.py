"""Moves of positions too large to be searched to the end: what can be proved of them all the same, and estimates.

Three sources, the surest first: threat sequences of either side, which decide most games on large boards; scores, or
who wins, by the kernel where it is installed and the board is not too large; and looking ahead on the most promising
moves, by patterns where threats decide.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from noughts.rules.board import Cells, Move, cell_set, cells_in
from noughts.rules.game import Player
from noughts.rules.position import Position, Score, sides
from noughts.search.forcing_wins import ThreatSequence, completing, is_for, stopping, threat_sequence
from noughts.search.look_ahead import look_ahead
from noughts.search.patterns import A_THREAT, Patterns
from noughts.search.result import Deadline, SearchResult
from noughts.search.vct import PatternWin
from noughts.solver.budget import Budget
from noughts.solver.general import GeneralKernel
from noughts.solver.kernel import OPEN, Bounds, MnkKernel
from noughts.solver.patterns import PLAIN, PatternSearcher

_WIDTH = 10  # how many moves are looked at where nothing is known
_ANSWERS = 16  # how many that may stop what the opponent threatens
_DEEPER = 6  # times as many nodes there: they are quick, and what is forced goes deep
_NEAR = 16  # up to so many empty cells the end is near
_THREAT_NODES = 2_000  # to find a sequence of threats
_ANSWER_NODES = 500  # to see whether a move stops one
_PATTERN_NODES = 5_000  # to find a win by fours and open threes in plain Python
_AFTER_NODES = 12_000  # for such wins of the opponent after our moves, all together
_HAIR = 1e-9  # by which a move that may not hold is put below one that does, where others do not
_PROMISED = 0.99  # an estimate for a win by open threes
_SLICE = 5_000  # nodes of the kernel before it asks again what to look at; then twice as many, and so on
_SHORT = 5  # plies: a sequence of threats that is the shortest and no longer than this is the shortest win of all


class Guess(NamedTuple):
    """What is thought of a move, seen by the player who makes it.

    Attributes:
        score: its score; where only its value is proven 1, 0 or -1, or a greater size if it is known to be sooner.
        proven: whether its value is proven: a win, a draw or a loss.
        timed: whether the score tells how soon, too.
        promise: how good it looks among moves of the same score.
    """

    score: Score
    proven: bool = False
    timed: bool = False
    promise: float = 0


class Estimate(NamedTuple):
    """What is thought of a position's moves.

    Attributes:
        moves: the moves that were looked at.
        value: who wins, where that is proven: 1 the player to move, 0 nobody, -1 the opponent.
        visited: how many nodes were searched.
    """

    moves: dict[Move, Guess]
    value: int | None
    visited: int


def estimate(
    position: Position,
    kernel: MnkKernel | None = None,
    general: GeneralKernel | None = None,
    patterns: PatternSearcher = PLAIN,
    *,
    nodes: int = 0,
    deadline: Deadline | None = None,
    estimate_nodes: int = 2_000,
) -> Estimate:
    """Return what is thought of the most promising moves; with a kernel of all.

    Args:
        position: an unfinished position.
        kernel: proves who wins.
        general: finds scores.
        patterns: searches by patterns.
        nodes: the most nodes for each of these.
        deadline: says whether the time for that is up.
        estimate_nodes: the most nodes for looking ahead; by patterns six times as many, and as many times more as they
            are faster than plain Python. With 0 nothing else is tried either.

    Moves of which nothing is known are left out.
    """
    if not estimate_nodes:
        result = look_ahead(position, nodes=0)
        return Estimate({move: Guess(score) for move, score in result.scores.items()}, None, result.visited)
    eyes = _Eyes(position, patterns)
    if own := threat_sequence(position, nodes=_THREAT_NODES):
        return eyes.won(own)
    if general and (found := eyes.by_general(general, nodes, deadline)):
        return found
    if promised := eyes.win(position, _PATTERN_NODES):
        return eyes.promised(promised)
    against = threat_sequence(position, position.turn.other, nodes=_THREAT_NODES)
    bounds, known, visited = _by_kernel(kernel, position, nodes, deadline) if kernel else (OPEN, {}, 0)
    lost = {move for move, value in known.items() if value.high < 0}
    answers = eyes.answers(against)
    refuted = {move: sequence for move in answers if against and (sequence := _still(position, move))}
    holding = [move for move in answers if move not in refuted and move not in lost]
    lasting = [move for move in holding if not (against and _only_delays(position, move))] or holding
    result = eyes.look(estimate_nodes, (lasting or answers)[:_ANSWERS])
    scores = eyes.checked(result.scores, 0 if against else position.empty, deadline)
    moves = {
        move: _guess(position, bounds, known.get(move, OPEN), refuted.get(move), scores.get(move))
        for move in dict.fromkeys([*scores, *refuted, *(m for m, value in known.items() if value.value is not None)])
    }
    is_shown = any(guess.proven and _sign(guess.score) == bounds.value for guess in moves.values())
    return Estimate(moves, bounds.value if is_shown else None, visited + result.visited)


class _Eyes:
    """Looks at a position and its moves: by patterns where threats decide, unless the end is near."""

    def __init__(self, position: Position, patterns: PatternSearcher) -> None:
        self._position, self._patterns = position, patterns
        self._by_patterns = is_for(position.game) and position.empty.bit_count() > _NEAR

    def look(self, nodes: int, only: Sequence[Move] | None = None) -> SearchResult:
        """Return what looking ahead says of the most promising moves, or of those given."""
        if not self._by_patterns:
            return look_ahead(self._position, width=_WIDTH, nodes=nodes, only=only)
        nodes *= _DEEPER * self._patterns.speed
        return self._patterns.ahead(self._position, nodes=nodes, only=only)

    def win(self, position: Position, nodes: int, attacker: Player | None = None) -> PatternWin | None:
        """Return a win by fours and open threes that is seen with so many nodes of plain Python."""
        return self._patterns.win(position, attacker, nodes=nodes * self._patterns.speed)

    def won(self, own: ThreatSequence) -> Estimate:
        """Return a win by threats, and what the other moves look like at a glance."""
        plies, result = len(own.moves), self.look(0)
        win = Guess(1 + self._position.empty.bit_count() - plies, True, plies <= _SHORT)
        others = {move: Guess(score) for move, score in result.scores.items()}
        return Estimate({own.moves[0]: win} | {m: g for m, g in others.items() if m != own.moves[0]}, 1, plies)

    def by_general(self, general: GeneralKernel, nodes: int, deadline: Deadline | None) -> Estimate | None:
        """Return the exact scores of all moves, where so many nodes tell them before the time is up."""
        with Budget(nodes).until(deadline) as effort:
            scores = general.scores(self._position, control=effort.control())
        known = {move: score for move, score in scores.items() if score is not None}
        if len(known) < len(scores):
            return None
        look = self.look(0).scores
        moves = {move: Guess(score, True, True, look.get(move, -1)) for move, score in known.items()}
        return Estimate(moves, _sign(max(known.values())), effort.nodes)

    def promised(self, win: PatternWin) -> Estimate:
        """Return a win by open threes, as an estimate, and what the other moves look like at a glance."""
        others = self.look(0).scores
        moves = {move: Guess(score) for move, score in others.items() if move != win.move}
        return Estimate({win.move: Guess(_PROMISED)} | moves, None, len(moves) + 1)

    def answers(self, against: ThreatSequence | None) -> list[Move]:
        """Return the moves that may stop what the opponent threatens, or all; most promising first."""
        position = self._position
        mine, theirs = sides(position, position.turn)
        patterns = Patterns(position.game, mine, theirs)
        if against:
            cells = stopping(position.game, mine, theirs, against)
        elif win := self.win(position, _PATTERN_NODES, position.turn.other):
            cells = win.zone | cell_set(cell for cell, pair in enumerate(patterns.pairs[0]) if pair >= A_THREAT)
        else:
            return list(self.look(0).scores)
        return [move for move in patterns.promising(0, len(position.game.board)) if cells >> move & 1]

    def checked(self, scores: Mapping[Move, Score], more: Cells, deadline: Deadline | None) -> dict[Move, Score]:
        """Return the scores, those lowered after which the opponent wins by open threes: best first, until one holds.

        After one was lowered, the one that holds is the best. It is likely to be where all those wins need a cell: so
        these go first, and then such cells of `more`.
        """
        found, left, zone = dict(scores), _AFTER_NODES * self._patterns.speed, self._position.empty
        todo = sorted(found, key=lambda move: -found[move])
        while todo and left > 0 and not (deadline and deadline()):
            move = todo.pop(0)
            if move not in found:
                found |= self.look(0, [move]).scores
            enough = _PATTERN_NODES * self._patterns.speed
            nodes = min(left, enough)
            win = self._patterns.win(self._position.play(move), nodes=nodes)
            if win is None:
                if found != scores and nodes == enough:  # what was not looked at is less sure
                    found |= {other: min(found[other], found[move] - _HAIR) for other in todo if other in found}
                break
            left -= win.visited
            zone &= win.zone
            found[move] = -_PROMISED + (found[move] - 1) / 1000
            todo.sort(key=lambda move: not zone >> move & 1)
            todo = todo or [cell for cell in cells_in(zone & more) if cell not in found]
        return found


def _still(position: Position, move: Move) -> ThreatSequence | None:
    """Return by which threats the opponent wins after a move, if that is seen."""
    return threat_sequence(position.play(move), nodes=_ANSWER_NODES)


def _only_delays(position: Position, move: Move) -> bool:
    """Return whether a move is a threat after whose forced answer the opponent's threats are still there."""
    after, mover = position.play(move), position.turn
    forced = completing(position.game.lines, *sides(after, mover))
    if after.is_over or not forced or forced & (forced - 1):
        return False
    answered = after.play(forced.bit_length() - 1)
    return not answered.is_over and threat_sequence(answered, mover.other, nodes=_ANSWER_NODES) is not None


def _by_kernel(
    kernel: MnkKernel, position: Position, nodes: int, deadline: Deadline | None
) -> tuple[Bounds, dict[Move, Bounds], int]:
    """Return what the kernel proves of a position and of its moves, and how many nodes that took.

    Half of the nodes are for the position; then come a move that keeps its value, and the others.
    """
    bounds, found, visited, share = OPEN, dict.fromkeys(position.moves, OPEN), 0, _SLICE
    best: Move | None = None
    while visited < nodes and not (deadline and deadline()):
        with Budget(min(share, nodes - visited)).until(deadline) as effort:
            if bounds.value is None and 2 * visited < nodes:
                bounds = kernel.bounds(position, effort, known=bounds)
            elif bounds.value is not None and best is None:
                best = kernel.best(position, bounds.value, effort)
                if best is not None:
                    found[best] = bounds
            else:
                for move, more in kernel.moves(position, effort, known=bounds).items():
                    found[move] = Bounds(max(more.low, found[move].low), min(more.high, found[move].high))
                if all(value.value is not None for value in found.values()):
                    break
        visited += max(effort.nodes, 1)
        share *= 2
    return bounds, found, visited


def _guess(
    position: Position, bounds: Bounds, known: Bounds, refuted: ThreatSequence | None, score: Score | None
) -> Guess:
    """Return what is thought of one move, of all that is known of it."""
    promise = -1 if score is None else score
    empty = position.empty.bit_count()
    if refuted:  # the longer that takes, the better
        return Guess(-(empty - len(refuted.moves)), True, False, promise)
    if known.value is not None:
        return Guess(known.value, True, known.value == 0, promise)
    if bounds.value == 0:  # it is a draw or a loss, so a draw that is proven is better
        return Guess((promise - 1) / 2)
    return Guess(promise)


def _sign(score: Score) -> int:
    return (score >= 1) - (score <= -1)
