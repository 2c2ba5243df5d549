"""Estimate positions that are too large to search to the end, and return the values that can be proved quickly.

Three methods are tried, the most reliable first:

1. the compiled kernel's exact scores, where it finds them quickly, and opening books;
2. wins by continuous fours (VCF) of either side, which decide most games on large boards, and the kernel's proofs of
   who wins there;
3. looking ahead at the most promising moves only. In games that are decided by threats, the kernel does this using
   patterns, and also looks for wins by fours and open threes.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from noughts.rules.board import Cells, Move, cells_in
from noughts.rules.game import Player
from noughts.rules.position import Position, Score, sides
from noughts.rules.tactics import completing_cells, sign
from noughts.search.evaluate import move_weights
from noughts.search.forcing_wins import ThreatSequence, stopping, threat_sequence
from noughts.search.look_ahead import look_ahead
from noughts.search.order import centre_distances
from noughts.search.result import Deadline, SearchLimit, SearchResult
from noughts.solver.evaluation import OPEN, Bounds, Evaluation, MoveEvaluation
from noughts.solver.kernels.general import GeneralKernel
from noughts.solver.kernels.mnk import MnkKernel
from noughts.solver.kernels.patterns import PatternKernel, PatternWin
from noughts.solver.known_draws import opening_bounds
from noughts.solver.limit import Budget, Limit
from noughts.solver.steps import prove_scores, valued

_WIDTH = 10  # moves to search in each position without threats
_MOST_DEFENCES = 16  # moves to search if the opponent threatens to win
_PATTERN_FACTOR = 660  # a pattern search gets this many times more nodes: the kernel is fast and threats go deep
_NEAR_THE_END = 16  # with up to this many empty cells, patterns do not help
_THREAT_NODES = 2_000  # to find a win by continuous fours
_DEFENCE_NODES = 500  # to find out whether a move stops such a win
_PATTERN_NODES = 550_000  # to find a win by fours and open threes
_ALL_PATTERN_NODES = 1_320_000  # to find such wins for the opponent after our moves, for all moves combined
_TINY = 1e-9  # ranks a move of unknown safety below one that is known to be safe
_LIKELY_WIN = 0.99  # the estimate for a win by open threes
_REMEMBERED = 20  # nodes: enough for the kernel to answer from its table
_FIRST_SHARE = 5_000  # nodes for the kernel before it moves on to the next question, doubled in each round
_TURNS = 3  # in a round: two for safety, and one for a win
_SHORT = 5  # plies: if the shortest VCF is no longer than this, no win is shorter


def estimate(
    position: Position,
    kernel: MnkKernel | None = None,
    general: GeneralKernel | None = None,
    patterns: PatternKernel | None = None,
    *,
    nodes: int = 0,
    deadline: Deadline | None = None,
    estimate_nodes: int = 2_000,
    stop: Deadline | None = None,
) -> Evaluation:
    """Return values or estimates for the most promising moves, and for all other moves that a kernel can decide.

    Args:
        position: an unfinished position.
        kernel: proves who wins.
        general: finds exact scores.
        patterns: looks ahead using patterns, and finds wins by fours and open threes.
        nodes: the maximum number of nodes for each kernel.
        deadline: returns whether the time for the kernels is up.
        estimate_nodes: the maximum number of nodes for looking ahead. A pattern search gets 660 times as many. With 0,
            the moves are only ranked quickly, without kernels or threats.
        stop: returns whether to return at once with what is known. It should also end the time of `deadline`.
    """
    if not estimate_nodes:
        glance = look_ahead(position, nodes=0)
        ranked = (MoveEvaluation(move, position.play(move), estimate=score) for move, score in glance.scores.items())
        return Evaluation(position, moves=tuple(map(_finished, ranked)), nodes=glance.visited)
    estimator = _Estimator(position, patterns, deadline, stop)
    known = Evaluation(position)
    if general or not kernel:
        with Budget(Limit(nodes, stop=deadline)) as budget:
            *_, known = prove_scores(position, budget, general)
        if known.value is not None and any(move.bounds == known.bounds for move in known.moves):
            return estimator.with_proven_value(known)
    own_threats = threat_sequence(position, nodes=_THREAT_NODES)
    if own_threats:
        return estimator.after_own_threats(own_threats, known)
    if known.value is not None:  # from an opening book
        return estimator.with_proven_value(known)
    if kernel and not general:
        known = _by_kernel(kernel, position, nodes, deadline)
        if known.value == 1 and known.moves[0].bounds.low == 1:
            return estimator.with_proven_value(known)
    # If there is no kernel for exact answers, this search gets their time, so that some is left for looking ahead.
    pattern_win = estimator.pattern_win(until=stop if kernel or general else stop and deadline)
    if pattern_win:
        return estimator.after_pattern_win(pattern_win, known)
    return estimator.without_own_win(known, estimate_nodes)


class _Estimator:
    """Estimates the moves of one position, one stage at a time."""

    def __init__(
        self, position: Position, patterns: PatternKernel | None, deadline: Deadline | None, stop: Deadline | None
    ) -> None:
        self._position, self._patterns, self._deadline, self._stop = position, patterns, deadline, stop

    # The player to move wins

    def after_own_threats(self, win: ThreatSequence, known: Evaluation) -> Evaluation:
        """Given a win by continuous fours, return it, and estimates of other promising moves."""
        plies, move = len(win.moves), win.moves[0]
        wins = self._move(move, Bounds(1, 1), plies if plies <= _SHORT else None)
        return self._evaluation(self._quick_estimates(known) | {move: wins}, Bounds(1, 1), plies + known.nodes)

    def with_proven_value(self, known: Evaluation) -> Evaluation:
        """Return what is proven, and estimates of the moves that are not decided."""
        return replace(known, moves=tuple(self._quick_estimates(known).values()))

    def pattern_win(self, attacker: Player | None = None, *, until: Deadline | None) -> PatternWin | None:
        """Return a win by fours and open threes, or None if none is found in time."""
        if not self._patterns:
            return None
        return self._patterns.win(self._position, attacker, nodes=_PATTERN_NODES, deadline=until)

    def after_pattern_win(self, win: PatternWin, known: Evaluation) -> Evaluation:
        """Given a win by fours and open threes, return its estimate, and estimates of other promising moves."""
        moves = self._quick_estimates(known)
        likely = moves.get(win.move)
        if likely is None or likely.value is None:
            moves[win.move] = self._move(win.move, estimate=_LIKELY_WIN)
        return self._evaluation(moves, OPEN, len(moves) + known.nodes)

    # The player to move has no win by threats

    def without_own_win(self, known: Evaluation, nodes: int) -> Evaluation:
        """Return estimates for the moves that might avoid a loss, and the values of all moves that are decided."""
        position = self._position
        threats = threat_sequence(position, position.turn.other, nodes=_THREAT_NODES)
        candidates = self._defences(threats)
        refutations = self._refutations(candidates) if threats else {}
        safe = [move.move for move in known.moves if move.bounds.low >= 0]
        lost = {move.move for move in known.moves if move.bounds.high < 0}
        holding = [move for move in candidates if move not in refutations and move not in lost]
        if safe:  # only a move that cannot lose is worth looking at
            holding = [move for move in holding if move in safe] or safe
        elif threats:  # a four that only delays the loss is the last choice
            holding = [move for move in holding if not _only_delays(position, move)] or holding
        result = self._look_ahead(nodes, (holding or candidates)[:_MOST_DEFENCES])
        more_moves = 0 if threats else position.empty
        scores = self._lower_unsafe(result.scores, more_moves)
        decided = [move.move for move in known.moves if move.value is not None]
        moves = {
            move: self._combine(known, move, refutations.get(move), scores.get(move))
            for move in dict.fromkeys([*scores, *refutations, *decided])
        }
        # The value is reported only if one of the moves is proven to reach it.
        is_reached = any(move.value is not None and move.value == known.value for move in moves.values())
        return self._evaluation(moves, known.bounds if is_reached else OPEN, known.nodes + result.visited)

    def _defences(self, threats: ThreatSequence | None) -> list[Move]:
        """Return the moves that might stop the opponent's threats, best first.

        If there are no threats, return the most promising moves.
        """
        position = self._position
        if threats:
            cells = stopping(position.game, *sides(position, position.turn), threats)
        elif self._patterns and (win := self.pattern_win(position.turn.other, until=self._stop)):
            cells = win.zone | self._patterns.threats(position)
        else:
            return list(self._look_ahead(0).scores)
        moves = self._patterns.promising(position) if self._patterns else self._by_weight()
        return [move for move in moves if cells >> move & 1]

    def _by_weight(self) -> list[Move]:
        """Return all moves, best first: those with the greatest weight, and of these the ones nearest to the centre."""
        position = self._position
        weights, distances = move_weights(position), centre_distances(position.game)
        return sorted(position.moves, key=lambda move: (-weights[move], distances[move]))

    def _refutations(self, candidates: Sequence[Move]) -> dict[Move, ThreatSequence]:
        """Map each move that allows the opponent a win by continuous fours to the opponent's winning sequence."""
        after = ((move, self._position.play(move)) for move in candidates if not (self._stop and self._stop()))
        return {move: win for move, reached in after if (win := threat_sequence(reached, nodes=_DEFENCE_NODES))}

    def _lower_unsafe(self, scores: Mapping[Move, Score], more_moves: Cells) -> dict[Move, Score]:
        """Lower the score of every move that lets the opponent win by fours and open threes, and return all scores.

        The best moves are checked first, until one is safe. After an unsafe move, a safe move is likely to be in the
        zone that all the opponent's wins have in common. So the moves in this zone are checked next. After them, the
        zone's cells in `more_moves` are checked.
        """
        lowered = dict(scores)
        if not self._patterns:
            return lowered
        nodes_left = _ALL_PATTERN_NODES
        zone = self._position.empty
        todo = sorted(lowered, key=lambda move: -lowered[move])
        is_over = self._stop or self._deadline
        while todo and nodes_left > 0 and not (is_over and is_over()):
            move = todo.pop(0)
            if move not in lowered:
                lowered |= self._look_ahead(0, [move]).scores
            nodes = min(nodes_left, _PATTERN_NODES)
            win = self._patterns.win(self._position.play(move), nodes=nodes, deadline=self._stop)
            if win is None:
                if lowered != scores and nodes == _PATTERN_NODES:  # the moves that were not checked are less certain
                    limit = lowered[move] - _TINY
                    lowered |= {other: min(lowered[other], limit) for other in todo if other in lowered}
                break
            nodes_left -= win.visited
            zone &= win.zone
            lowered[move] = -_LIKELY_WIN + (lowered[move] - 1) / 1000
            todo.sort(key=lambda move: not zone >> move & 1)
            todo = todo or [cell for cell in cells_in(zone & more_moves) if cell not in lowered]
        return lowered

    def _combine(
        self, known: Evaluation, move: Move, refutation: ThreatSequence | None, score: Score | None
    ) -> MoveEvaluation:
        """Combine all known facts about one move of a position about which this is known."""
        proven = next((one for one in known.moves if one.move == move), None)
        if proven and proven.value is not None:
            return replace(proven, estimate=score)
        if refutation:  # a longer refutation is better
            return self._move(move, Bounds(-1, -1), estimate=len(refutation.moves) * _TINY - 1)
        weight, (low, high) = -1 if score is None else score, proven.bounds if proven else OPEN
        # A move that may lose ranks below one that cannot, and below a proven draw.
        if low < 0 and (known.value == 0 or any(move.bounds.low >= 0 for move in known.moves)):
            return self._move(move, Bounds(low, high), estimate=(weight - 1) / 2)
        return self._move(move, Bounds(low, high), estimate=max(low, min(high, weight)))

    def _move(
        self, move: Move, bounds: Bounds = OPEN, plies: int | None = None, estimate: Score | None = None
    ) -> MoveEvaluation:
        return _finished(MoveEvaluation(move, self._position.play(move), bounds, plies, estimate))

    def _evaluation(self, moves: Mapping[Move, MoveEvaluation], bounds: Bounds, nodes: int) -> Evaluation:
        plies = self._position.empty.bit_count() if bounds.value == 0 else None
        return Evaluation(self._position, bounds, plies, tuple(moves.values()), nodes)

    # Looking ahead

    def _look_ahead(self, nodes: int, only: Sequence[Move] | None = None) -> SearchResult:
        """Search the most promising moves, or only the moves in `only`.

        If threats decide the game, use a pattern search.
        """
        if self._patterns and self._position.empty.bit_count() > _NEAR_THE_END:
            nodes *= _PATTERN_FACTOR
            return self._patterns.ahead(self._position, nodes=nodes, only=only, deadline=self._stop)
        moves = only or self._by_weight()[:_WIDTH]
        with suppress(SearchLimit):
            return look_ahead(self._position, width=_WIDTH, nodes=nodes, only=moves, deadline=self._stop)
        return look_ahead(self._position, width=_WIDTH, nodes=0, only=moves)

    def _quick_estimates(self, known: Evaluation) -> dict[Move, MoveEvaluation]:
        """Return the proven values of the moves, and quick estimates of the most promising others."""
        scores = self._look_ahead(0).scores
        decided = [move.move for move in known.moves if move.value is not None]
        return {move: self._combine(known, move, None, scores.get(move)) for move in dict.fromkeys([*scores, *decided])}


def _finished(move: MoveEvaluation) -> MoveEvaluation:
    """Return what is known about a move. If it ends the game, this follows from the rules."""
    after = move.position
    if not after.is_over:
        return move
    result = -sign(after.score)
    return MoveEvaluation(move.move, after, Bounds(result, result), 1, traps=())


def _only_delays(position: Position, move: Move) -> bool:
    """Return whether a move is a four that only delays the opponent's win by continuous fours."""
    after, mover = position.play(move), position.turn
    mine, theirs = sides(after, mover)
    forced = completing_cells(position.game, mine) & ~theirs
    if after.is_over or not forced or forced & (forced - 1):
        return False
    answered = after.play(forced.bit_length() - 1)
    return not answered.is_over and threat_sequence(answered, mover.other, nodes=_DEFENCE_NODES) is not None


def _by_kernel(kernel: MnkKernel, position: Position, nodes: int, deadline: Deadline | None) -> Evaluation:
    """Prove as much as possible about a position and its moves, beginning with what is known of drawn openings.

    A third of the nodes is for the question whether the player to move can win. The others are for safety: whether the
    opponent can win, then for a move that keeps the value, which the kernel remembers, and then for all moves.
    """
    mover, opponent = position.turn, position.turn.other
    moves = opening_bounds(position)
    bounds = Bounds(*map(max, zip(*moves.values(), strict=True)))
    visited, share, turn = 0, _FIRST_SHARE, 0
    kept = bounds.low  # the value that a move is known to keep
    while any(proven.value is None for proven in moves.values()) and visited < nodes and not (deadline and deadline()):
        with Budget(Limit(min(share, nodes - visited), stop=deadline)) as budget:
            if bounds.low < 1 == bounds.high and turn % _TURNS == _TURNS - 1:
                wins = kernel.can_win(position, mover, budget)
                bounds = bounds if wins is None else Bounds(1, 1) if wins else Bounds(bounds.low, 0)
            elif kept < bounds.low:
                best = kernel.best(position, bounds.low, budget, first=_REMEMBERED)
                if best is not None:
                    kept, moves[best] = bounds.low, Bounds(bounds.low, min(moves[best].high, bounds.high))
            elif bounds.low < 0 <= bounds.high:
                wins = kernel.can_win(position, opponent, budget)
                bounds = bounds if wins is None else Bounds(-1, -1) if wins else Bounds(0, bounds.high)
            else:
                for move, proven in kernel.moves(position, budget, known=bounds).items():
                    moves[move] = Bounds(max(proven.low, moves[move].low), min(proven.high, moves[move].high))
        visited += max(budget.nodes, 1)
        turn += 1
        share *= 1 if turn % _TURNS else 2
    return replace(valued(position, False, bounds, moves, Budget()), nodes=visited)
