"""Find the causes of a program's mistakes by testing hypotheses against its answers in all positions.

A hypothesis is a model of a program with one mistake. For each position, it predicts the set of moves that this program
would choose from. A cause is named only if all of this is true:

1. **It agrees everywhere.** The answer lies in the set in at least 98% of the mistakes and 99.75% of the other
   positions.
2. **Chance does not explain it.** The answers are at least e¹² (160,000) times as likely under the hypothesis as for
   two other players. One makes the same number of mistakes at random, for each number of empty cells. The other plays
   at random. (If the hypothesis says that the program also gives every win the same score, they do so, too.) There are
   about 1,300 hypotheses, so random mistakes get a cause in less than one of 120 programs.
3. **It is not too loose.** If a program often sees one ply further, or often finds the best move where chance would
   not, its cause is not that it looks n plies ahead.

If several hypotheses pass, the one with the greatest likelihood wins: it predicts the smallest sets. The likelihood of
an answer is 1 divided by the size of the set. If the program always prefers equal moves in the same order (such as row
by row, or the centre first), each answer has the likelihood 1, and the order of n cells has 1/n!.

On boards with more than nine cells, this is tested in the positions with at most six empty cells.

Crashes, illegal moves and late answers are explained by conditions instead. A condition is named if they happen where
it is true, and only there.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf, lgamma, log, sqrt
from typing import NamedTuple

from noughts.explain.words import plural
from noughts.grading.advice import CauseWords
from noughts.grading.conditions import why_no_move
from noughts.grading.grade import KINDS, Answer, Finding, MistakeKind
from noughts.grading.hypotheses import SAME_SCORE, Hypothesis, correct, hypotheses, wrong_lines
from noughts.players.opponent import Choice
from noughts.rules.board import Cells
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.rules.tactics import immediate_wins
from noughts.search.result import SearchLimit

_UNEXPLAINED = 50  # out of this many mistakes, one may stay unexplained
_DISAGREEING = 400  # in one of this many other positions, the answer may differ from the hypothesis
_LOOSE = 3  # 1 divided by this is the smallest difference between chance and a better program that counts
_EVIDENCE = 12.0  # the smallest logarithm of the likelihood ratio that counts as evidence
_CHECK_EVERY = 50  # positions between two checks that a hypothesis can still win
_SIMPLE = 6  # the most empty cells of a simple position
_LARGE = 9  # on boards with more cells, only simple positions are searched
_MOST_CASES = 6_000  # the most positions in which a hypothesis is tested
_FEWEST_RANDOM = 100  # the fewest positions that can show that the answers are random
_FEWEST_FREE = 50  # the fewest positions that can show that a cell is always taken
_DEVIATIONS = 4  # standard deviations by which random answers may differ from the expectation


@dataclass(frozen=True)
class Cause:
    """A reason why a program makes mistakes, with the number of mistakes and examples.

    Attributes:
        key: the name of the cause in data, or ``unknown``.
        sentence: the cause in one sentence.
        advice: how to find and fix it, or an empty string if the cause is unknown.
        explains: the number of mistakes that it explains.
        kinds: the kinds of these mistakes.
        examples: the two simplest of them.
    """

    key: str
    sentence: str
    advice: str
    explains: int
    kinds: tuple[MistakeKind, ...]
    examples: tuple[Finding, ...]

    @property
    def is_known(self) -> bool:
        """Whether noughts knows the cause."""
        return self.key != UNKNOWN


UNKNOWN = "unknown"
"""The key of a cause that noughts does not know."""


def causes(
    game: Game,
    answers: Mapping[Position, Answer],
    findings: Sequence[Finding],
    changed: Collection[Position] = (),
    alone: Mapping[Position, Answer] | None = None,
) -> tuple[Cause, ...]:
    """Return the causes of a program's mistakes. If some mistakes have no known cause, the last cause says so.

    Args:
        game: the game.
        answers: the answers in all positions that were graded.
        findings: the mistakes in these answers, the simplest first.
        changed: the positions in which the program changed the board that it was given.
        alone: the answers in some of these positions, if the program is asked about each one alone.
    """
    found = list(_of_no_move(answers, findings))
    varying, certain = _varying(findings, alone or {})
    with suppress(SearchLimit):
        where = {finding.position for finding in certain}
        kept = {position: answer for position, answer in answers.items() if position not in where}
        found += _of_moves(game, kept, [finding for finding in findings if finding.position in kept])
    if varies := [*certain, *_without(found, [one for one in varying if one not in certain])]:
        found.append((_varies(varies[0], (alone or {})[varies[0].position]), varies))
    rest = _without(found, findings)
    where = set(changed)
    if rest and all(finding.position in where for finding in rest):
        found.append((_CHANGES_BOARD, rest))
    elif rest:
        number = plural(len(rest), "mistake")
        some = f"the other {number.removeprefix('1 ')}" if found else number
        found.append((CauseWords(UNKNOWN, f"noughts found no single cause for {some}.", ""), rest))
    return tuple(_cause(words, explained) for words, explained in found)


_CHANGES_BOARD = CauseWords(
    "changes-board",
    "It changes the board that it was given.",
    "Search a copy of the board, or take back each move after you have searched it, also before a break or a return.",
)


def _without(found: Iterable[tuple[CauseWords, list[Finding]]], findings: Sequence[Finding]) -> list[Finding]:
    """Return the mistakes that none of the causes found so far explains."""
    explained = {id(finding) for _, some in found for finding in some}
    return [finding for finding in findings if id(finding) not in explained]


def _varying(findings: Sequence[Finding], alone: Mapping[Position, Answer]) -> tuple[list[Finding], list[Finding]]:
    """Return the mistakes that disappear when noughts asks about each position alone, and the mistakes so explained.

    If nearly all mistakes of a kind disappear, the mistakes of this kind that were not tested again count, too.
    """
    varying, certain = list[Finding](), list[Finding]()
    for kind in KINDS:
        same = [finding for finding in findings if finding.kind == kind and finding.move is not None]
        asked = [finding for finding in same if finding.position in alone]
        corrected = [finding for finding in asked if finding.is_corrected_by(alone[finding.position])]
        if corrected and (len(asked) - len(corrected)) * _UNEXPLAINED <= len(asked):
            certain += [*corrected, *(one for one in same if one.position not in alone)]
        varying += corrected
    return varying, certain


def _varies(finding: Finding, answer: Answer) -> CauseWords:
    """Describe a program that makes a mistake in a position only if it was asked about other positions before."""
    assert isinstance(answer, Choice)
    move = finding.position.game.board.names[answer.move]
    return CauseWords(
        "varies",
        "Its answers are not always the same. If it is asked about the first of these boards and no other, it plays "
        f"{move}, which is right.",
        "If nothing is chosen at random, look for a variable or a cache that keeps something of an earlier position, "
        "such as a score without the player for whom it counts. Empty it before each move.",
    )


def _cause(words: CauseWords, explained: Sequence[Finding]) -> Cause:
    kinds = tuple(dict.fromkeys(finding.kind for finding in explained))
    return Cause(*words, len(explained), kinds, tuple(explained[:2]))


def _of_no_move(
    answers: Mapping[Position, Answer], findings: Sequence[Finding]
) -> Iterator[tuple[CauseWords, list[Finding]]]:
    """Yield the causes of answers that are not legal moves, and the mistakes that each cause explains."""
    for kind in ("time-out", "crash", "illegal"):
        same = [finding for finding in findings if finding.kind == kind]
        if same and (words := why_no_move(kind, [finding.position for finding in same], answers)):
            yield words, same


class _Case(NamedTuple):
    """A program's answer in a position, with the numbers needed to test hypotheses.

    Attributes:
        position: the position.
        move: the move, as a set of one cell.
        legal: the number of legal moves.
        finding: the mistake, if it is one.
    """

    position: Position
    move: Cells
    legal: int
    finding: Finding | None


class _Fit(NamedTuple):
    """A hypothesis that explains a program's answers.

    Attributes:
        hypothesis: the hypothesis.
        likelihood: the values by which hypotheses are compared: the logarithm of the likelihood, whether it does not
            depend on the order of the cells, and the logarithm of the likelihood if equal moves have no fixed order.
        ordered: whether equal moves have a fixed order.
        missed: the positions in which the answer differs from the hypothesis.
    """

    hypothesis: Hypothesis
    likelihood: tuple[float, bool, float]
    ordered: bool
    missed: set[Position]


def _of_moves(
    game: Game, answers: Mapping[Position, Answer], findings: Sequence[Finding]
) -> list[tuple[CauseWords, list[Finding]]]:
    """Return the causes of legal moves that are not best, and the mistakes that each cause explains."""
    cases = _cases(answers, findings)
    if not any(case.finding for case in cases):
        return []
    wrong = [finding for finding in findings if finding.move is not None]
    late = [finding for finding in wrong if finding.kind != "value"]
    best = _best_fit(hypotheses(game), cases) or _best_fit(wrong_lines(game), cases)
    if best:
        hypothesis = best.hypothesis
        explained = [finding for finding in wrong if finding.position not in best.missed]
        serious = [finding for finding in explained if finding.kind == "value"]
        if hypothesis.same_score and serious and len(serious) < len(explained):
            return [(hypothesis.words, serious), (SAME_SCORE, [one for one in explained if one.kind != "value"])]
        return [(hypothesis.words, explained)]
    if words := _fixed_cell(cases):
        return [(words, wrong)]
    if _is_random(cases):
        return [(_RANDOM, wrong)]
    if late:  # there may be two causes, and noughts may know one of the two
        keeping = [case for case in cases if not (case.finding and case.finding.kind == "value")]
        best = _best_fit([one for one in hypotheses(game) if one.words == SAME_SCORE], keeping)
        if best and best.ordered:  # without a fixed order, this hypothesis fits any program that keeps the value
            return [(SAME_SCORE, [finding for finding in late if finding.position not in best.missed])]
    return []


def _fixed_cell(cases: Sequence[_Case]) -> CauseWords | None:
    """If the program takes a certain cell, such as the centre, whenever it is empty, describe this; otherwise return
    None.
    """
    moves = {case.move for case in cases if case.finding}
    free = [case for case in cases if case.position.empty & min(moves)]
    if len(moves) > 1 or len(free) < _FEWEST_FREE or any(case.move not in moves for case in free):
        return None
    name = cases[0].position.game.board.names[min(moves).bit_length() - 1]
    return CauseWords(
        "fixed-cell",
        f"It takes {name} whenever this cell is empty.",
        "Look for a win first, and then for a threat of your opponent. A good first move is not always good later.",
    )


_RANDOM = CauseWords(
    "random",
    "Its moves are no better than random ones.",
    "Check that your function returns the move with the best score, and that the search is called at all.",
)


def _cases(answers: Mapping[Position, Answer], findings: Sequence[Finding]) -> list[_Case]:
    """Return the legal answers, those with simple mistakes first, so that most wrong hypotheses fail soon."""
    wrong = {finding.position: finding for finding in findings if finding.move is not None}
    where = [position for position, answer in answers.items() if isinstance(answer, Choice)]
    if where and len(where[0].game.board) > _LARGE:
        where = [position for position in where if position.empty.bit_count() <= _SIMPLE]
    where = where[:: 1 + len(where) // _MOST_CASES]
    cases = []

    def effort(position: Position) -> tuple[bool, int]:
        empty = position.empty.bit_count()
        return position not in wrong or empty > _SIMPLE, empty

    for position in sorted(where, key=effort):
        answer = answers[position]
        assert isinstance(answer, Choice)
        cases.append(_Case(position, 1 << answer.move, len(position.moves), wrong.get(position)))
    return cases


def _best_fit(tested: Iterable[Hypothesis], cases: Sequence[_Case]) -> _Fit | None:
    """Return the hypothesis that best explains the answers, or None if no hypothesis explains them."""
    game = cases[0].position.game
    chances = [_chance(cases, correct(game, same_score=same_score)) for same_score in (False, True)]
    best_of_both = _Chance(*map(max, *chances))
    best: _Fit | None = None
    for hypothesis in tested:
        chance = best_of_both if hypothesis.same_score else chances[0]
        try:
            fit = _fit(hypothesis, cases, chance, best.likelihood[0] if best else -inf)
        except SearchLimit:
            continue
        if fit and (best is None or fit.likelihood > best.likelihood):
            best = fit
    return best


class _Chance(NamedTuple):
    """The log-likelihoods of a program's answers if its mistakes are random.

    Attributes:
        mistakes: the number of mistakes.
        ordered: the log-likelihood if the player has a fixed order of equal moves.
        free: the greater of two values: the player chooses one of equal moves at random, or any move at random.
    """

    mistakes: int
    ordered: float
    free: float


def _chance(cases: Sequence[_Case], reference: Hypothesis) -> _Chance:
    """Return how likely the answers are for a player that mostly plays like a reference program."""
    good = [reference.moves(case.position) for case in cases]
    asked: dict[int, list[int]] = {}
    for case, moves in zip(cases, good, strict=True):
        counts = asked.setdefault(case.position.empty.bit_count(), [0, 0])
        counts[0] += 1
        counts[1] += not moves & case.move
    ordered = free = 0.0
    for case, moves in zip(cases, good, strict=True):
        count, wrong = asked[case.position.empty.bit_count()]
        number = moves.bit_count()
        if moves & case.move:
            likely = log(1 - wrong / count)
            ordered, free = ordered + likely, free + likely - log(number)
        else:
            likely = log(wrong / count) - log(case.legal - number)
            ordered, free = ordered + likely, free + likely
    mistakes = sum(case.finding is not None for case in cases)
    return _Chance(mistakes, ordered, max(free, -sum(log(case.legal) for case in cases)))


def _fit(hypothesis: Hypothesis, cases: Sequence[_Case], chance: _Chance, least: float) -> _Fit | None:
    """Return how well a hypothesis fits the answers, or None if it does not fit or is less likely than `least`."""
    may_differ = {True: chance.mistakes // _UNEXPLAINED, False: (len(cases) - chance.mistakes) // _DISAGREEING}
    missed, differ, free = set[Position](), 0.0, 0.0
    beaten: dict[Cells, Cells] = {}
    for number, case in enumerate(cases):
        moves = hypothesis.moves(case.position)
        if number % _CHECK_EVERY == 0 and differ + free < least and (differ < least or not _is_order(beaten)):
            return None
        if not moves & case.move:
            may_differ[case.finding is not None] -= 1
            if may_differ[case.finding is not None] < 0:
                return None
            differ -= log(_DISAGREEING * case.legal)
            missed.add(case.position)
            continue
        if moves != case.move:
            free -= log(moves.bit_count())
            beaten[case.move] = beaten.get(case.move, 0) | moves ^ case.move
    ordered = _is_order(beaten)
    if ordered:
        order = lgamma(len(cases[0].position.game.board) + 1) if beaten or hypothesis.order == "rows" else 0.0
        likelihood, by_chance = differ - order, chance.ordered
    else:
        likelihood, by_chance = differ + free, chance.free
        better = (hypothesis.tighter, correct(cases[0].position.game)) if hypothesis.tighter else ()
        if hypothesis.order == "fixed" or any(_is_loose(hypothesis, one, cases) for one in better):
            return None
    if likelihood - by_chance < _EVIDENCE:
        return None
    return _Fit(hypothesis, (likelihood, hypothesis.order != "rows", free), ordered, missed)


def _is_order(beaten: Mapping[Cells, Cells]) -> bool:
    """Return whether a fixed order of the cells explains the choices. For each chosen move, `beaten` has the moves that
    it was preferred to.
    """
    left = dict(beaten)
    while left:
        losers = 0
        for worse in left.values():
            losers |= worse
        if not (first := [move for move in left if not move & losers]):
            return False
        for move in first:
            del left[move]
    return True


def _is_loose(hypothesis: Hypothesis, tighter: Hypothesis, cases: Sequence[_Case]) -> bool:
    """Return whether the answers match the moves of a better program clearly more often than chance predicts."""
    expected = agreed = count = 0.0
    for case in cases:
        moves = hypothesis.moves(case.position)
        fewer = tighter.moves(case.position) & moves
        if fewer and fewer != moves:
            count += 1
            expected += fewer.bit_count() / moves.bit_count()
            agreed += bool(fewer & case.move)
    return agreed - expected > (count - expected) / _LOOSE


def _is_random(cases: Sequence[_Case]) -> bool:
    """Return whether the answers are best, first, last or winning moves about as often as random moves would be.

    If random numbers are seeded for each answer, the answers depend on the number of empty cells only.
    """
    places: dict[int, Counter[int]] = {}
    for case in cases:
        place = case.position.moves.index(case.move.bit_length() - 1)
        places.setdefault(case.legal, Counter())[place] += 1
    same = sum(max(counts.values()) for counts in places.values())

    def fits(expected: Callable[[_Case], Cells]) -> bool:
        total = mean = variance = 0.0
        for case in cases:
            chance = expected(case).bit_count() / case.legal
            total += bool(expected(case) & case.move)
            mean, variance = mean + chance, variance + chance * (1 - chance)
        return abs(total - mean) <= _DEVIATIONS * sqrt(variance)

    tests: tuple[Callable[[_Case], Cells], ...] = (
        lambda case: correct(case.position.game).moves(case.position),
        lambda case: 1 << case.position.moves[0],
        lambda case: 1 << case.position.moves[-1],
        lambda case: sum(1 << move for move in immediate_wins(case.position)),
    )
    return len(cases) >= _FEWEST_RANDOM and (same == len(cases) or all(map(fits, tests)))
