"""Estimate moves that no solver has decided.

Wins by continuous fours (VCF) of either side decide most games on large boards. Otherwise, the search looks ahead at
the most promising moves only. In games that are decided by threats, the kernel does this using patterns, and also looks
for wins by fours and open threes.
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
from noughts.solver.kernels.patterns import PatternKernel, PatternWin

_WIDTH = 10  # moves to search in each position without threats
_MOST_DEFENCES = 16  # moves to search if the opponent threatens to win
_PATTERN_FACTOR = 660  # a pattern search gets this many times more nodes: the kernel is fast and threats go deep
_NEAR_THE_END = 16  # the largest number of empty cells at which patterns do not help
_THREAT_NODES = 2_000  # nodes to find a win by continuous fours
_DEFENCE_NODES = 500  # nodes to find out whether a move stops a win by continuous fours
_PATTERN_NODES = 550_000  # nodes to find a win by fours and open threes
# nodes to find the opponent's wins by fours and open threes after all our moves combined
_ALL_PATTERN_NODES = 1_320_000
_TINY = 1e-9  # ranks a move of unknown safety just below a safe move
_LIKELY_WIN = 0.99  # the estimate for a win by open threes
_SHORT = 5  # plies: if the shortest VCF is no longer than this, no win is shorter


def glance(position: Position) -> Evaluation:
    """Rank the moves of an unfinished position quickly, without the kernel and without a search for threats."""
    result = look_ahead(position, nodes=0)
    moves = (MoveEvaluation(move, position.play(move), estimate=score) for move, score in result.scores.items())
    return Evaluation(position, moves=tuple(map(_finished, moves)), nodes=result.visited)


class Estimator:
    """Estimates the moves of one unfinished position.

    Args:
        position: the position.
        patterns: looks ahead using patterns, and finds wins by fours and open threes.
        nodes: the maximum number of nodes for looking ahead. A pattern search gets 660 times as many.
        deadline: returns whether the time for proofs is up.
        stop: returns whether to return at once with the facts known so far. It should also end the time of `deadline`.
    """

    def __init__(
        self,
        position: Position,
        patterns: PatternKernel | None,
        *,
        nodes: int,
        deadline: Deadline | None,
        stop: Deadline | None,
    ) -> None:
        self._position, self._patterns, self._nodes = position, patterns, nodes
        self._deadline, self._stop = deadline, stop

    # The value is proven, or the player to move wins

    def other_moves(self, known: Evaluation) -> Evaluation:
        """Return the proven facts, together with quick estimates of the most promising moves that are not proven."""
        return replace(known, moves=tuple(self._combined(known, self._look_ahead(0).scores).values()))

    def win_by_fours(self, known: Evaluation) -> Evaluation | None:
        """Return a win by continuous fours, and estimates of other promising moves, or None if there is no such win."""
        win = threat_sequence(self._position, nodes=_THREAT_NODES)
        if not win:
            return None
        plies = len(win.moves)
        wins = self._move(win.moves[0], Bounds(1, 1), plies if plies <= _SHORT else None)
        moves = self._combined(known, self._look_ahead(0).scores) | {wins.move: wins}
        return self._evaluation(moves, Bounds(1, 1), plies + known.nodes)

    def win_by_open_threes(self, known: Evaluation, until: Deadline | None) -> Evaluation | None:
        """Return an estimate of a win by fours and open threes, and of other promising moves, or None if there is no
        such win.
        """
        win = self._pattern_win(self._position.turn, until)
        if not win:
            return None
        moves = self._combined(known, self._look_ahead(0).scores)
        if win.move not in moves or moves[win.move].value is None:
            moves[win.move] = self._move(win.move, estimate=_LIKELY_WIN)
        return self._evaluation(moves, OPEN, len(moves) + known.nodes)

    # The player to move has no win by threats

    def defences(self, known: Evaluation) -> Evaluation:
        """Return estimates for the moves that might avoid a loss, and the values of all moves that are decided."""
        position = self._position
        threats = threat_sequence(position, position.turn.other, nodes=_THREAT_NODES)
        candidates = self._candidates(threats)
        refutations = self._refutations(candidates) if threats else {}
        holding = self._holding(known, [move for move in candidates if move not in refutations], threats)
        result = self._look_ahead(self._nodes, (holding or candidates)[:_MOST_DEFENCES])
        scores = self._lower_unsafe(result.scores, 0 if threats else position.empty)
        moves = self._combined(known, scores, refutations)
        # The value is reported only if one of the moves is proven to reach it.
        is_reached = any(move.value is not None and move.value == known.value for move in moves.values())
        return self._evaluation(moves, known.bounds if is_reached else OPEN, known.nodes + result.visited)

    def _holding(self, known: Evaluation, moves: list[Move], threats: ThreatSequence | None) -> list[Move]:
        """Return the moves that might avoid a loss, chosen from the given moves if possible."""
        safe = [move.move for move in known.moves if move.bounds.low >= 0]
        lost = {move.move for move in known.moves if move.bounds.high < 0}
        moves = [move for move in moves if move not in lost]
        if safe:  # only moves that cannot lose are worth looking at
            return [move for move in moves if move in safe] or safe
        if threats:  # a four that only delays the loss is the last choice
            return [move for move in moves if not _only_delays(self._position, move)] or moves
        return moves

    def _pattern_win(self, attacker: Player, until: Deadline | None) -> PatternWin | None:
        """Return a win by fours and open threes, or None if none is found in time."""
        if not self._patterns:
            return None
        return self._patterns.win(self._position, attacker, nodes=_PATTERN_NODES, deadline=until)

    def _candidates(self, threats: ThreatSequence | None) -> list[Move]:
        """Return the moves that might stop the opponent's threats, best first.

        If there are no threats, return the most promising moves.
        """
        position = self._position
        if threats:
            cells = stopping(position.game, *sides(position, position.turn), threats)
        elif self._patterns and (win := self._pattern_win(position.turn.other, self._stop)):
            cells = win.zone | self._patterns.threats(position)
        else:
            return list(self._look_ahead(0).scores)
        moves = self._patterns.promising(position) if self._patterns else self._by_weight()
        return [move for move in moves if cells >> move & 1]

    def _by_weight(self) -> list[Move]:
        """Return all moves in order of weight, greatest first, and for the same weight from the centre outwards."""
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

    def _combined(
        self, known: Evaluation, scores: Mapping[Move, Score], refutations: Mapping[Move, ThreatSequence] | None = None
    ) -> dict[Move, MoveEvaluation]:
        """Return the evaluations of all moves that are decided or that have a score or a refutation."""
        refuted, decided = refutations or {}, [move.move for move in known.moves if move.value is not None]
        return {
            move: self._combine(known, move, refuted.get(move), scores.get(move))
            for move in dict.fromkeys([*scores, *refuted, *decided])
        }

    def _combine(
        self, known: Evaluation, move: Move, refutation: ThreatSequence | None, score: Score | None
    ) -> MoveEvaluation:
        """Combine all known facts about one move of a position."""
        proven = next((one for one in known.moves if one.move == move), None)
        if proven and proven.value is not None:
            return replace(proven, estimate=score)
        if refutation:  # a longer refutation is better
            return self._move(move, Bounds(-1, -1), estimate=len(refutation.moves) * _TINY - 1)
        weight, (low, high) = -1 if score is None else score, proven.bounds if proven else OPEN
        # A move that may lose ranks below a move that cannot lose, and below a proven draw.
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


def _finished(move: MoveEvaluation) -> MoveEvaluation:
    """Return what is known about a move. If the move ends the game, its exact score is known."""
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
