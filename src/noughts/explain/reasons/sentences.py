"""Turn the reasons for and against a move into short, plain sentences that name the cells concerned."""

from collections.abc import Sequence
from dataclasses import dataclass

from noughts.explain.naming import CELLS, Naming
from noughts.explain.reasons.kinds import Kind, Reason
from noughts.explain.reasons.outlook import outlook
from noughts.explain.reasons.phrases import Case, describe_better_move, describe_refutation
from noughts.explain.reasons.winning_line import is_explained
from noughts.explain.words import TOO_LONG, advice, join_and, required_replies
from noughts.rules.board import Move
from noughts.rules.position import Position, Score
from noughts.rules.tactics import sign
from noughts.solver.evaluation import Evaluation

_MOST_NAMED = 3
_UNKNOWN = "its exact value is unknown because the game is too long to search to the end"
_ACTIONS: tuple[Kind, ...] = ("blocks", "blocks-fork", "threatens", "avoids")
_PROVEN: tuple[Kind, ...] = ("loses", "draws", "allows", "opens", "allows-fork", "forks", "stacks", "squeezes")


@dataclass(frozen=True)
class Explanation:
    """One to three sentences about a move. The move is the subject of the first sentence.

    Attributes:
        subject: what the move is called.
        opening: the same at the beginning of a sentence.
        sentences: the sentences, the first one without its subject. There are none if nothing is known about the move.
    """

    subject: str
    opening: str
    sentences: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.opening, *self.sentences]) if self.sentences else ""

    @property
    def continued(self) -> str:
        """The explanation as the continuation of a sentence, as in ``Better: column b wins.``"""
        return " ".join([self.subject, *self.sentences]) if self.sentences else ""


def sentence(position: Position, move: Move, reason: Reason) -> str:
    """Return one reason as a sentence, such as ``b2 blocks a2-b2-c2.``"""
    case = Case(position, move, {reason.kind: reason})
    return f"{case.subject(first=True)} {case.phrase(reason.kind)}."


def explain(
    analysis: Evaluation, move: Move, reasons: Sequence[Reason], naming: Naming = CELLS, subject: str = ""
) -> Explanation:
    """Explain why a move is good or bad. If exact scores are unknown, give only reasons that need no search.

    Args:
        analysis: the analysis of the position before the move.
        move: the move.
        reasons: the move's reasons, from `noughts.explain.reasons.reasons.reasons`.
        naming: how moves are named.
        subject: what to call the move. By default, its name.
    """
    case = Case(analysis.position, move, {reason.kind: reason for reason in reasons}, naming, subject)
    return Explanation(case.subject(), case.subject(first=True), tuple(_sentences(case, analysis)))


def why(analysis: Evaluation, move: Move, reasons: Sequence[Reason], naming: Naming = CELLS, subject: str = "") -> str:
    """Explain in one to three sentences why a move is good or bad, or say what is unknown about it."""
    if analysis.value is None and all(reason.kind != "wins" for reason in reasons):
        return _unsolved(Case(analysis.position, move, {reason.kind: reason for reason in reasons}, naming, subject))
    return str(explain(analysis, move, reasons, naming, subject))


def hint(analysis: Evaluation, reasons: Sequence[Reason], naming: Naming = CELLS) -> str:
    """Recommend a move and give the reason for it.

    Args:
        analysis: the analysis of a position.
        reasons: the reasons for the first of its best moves. They are empty if the game is over.
        naming: how moves are named.
    """
    advised = advice(analysis, naming)
    if not analysis.moves:
        return advised
    best = analysis.best[0]
    case = Case(analysis.position, best.move, {reason.kind: reason for reason in reasons}, naming)
    if analysis.exact and best.value == -1:
        if "loses" in case.reasons:
            return advised
        does: list[str] = []
        if not case.first("allows", "opens"):
            does = _purpose(case, case.position.play(best.move), case.reasons["doomed"].line[1:])
        it = f"It {join_and(does)}. " if does else ""
        return f"{advised} {it}Then {describe_refutation(case)}."
    if analysis.exact:
        return why(analysis, best.move, reasons, naming)
    if best.score is None:
        return advised
    if best.value is None:
        return f"{advised} {_because(case, best.score)} {TOO_LONG}"
    phrases = _visible_phrases(case)
    return f"{advised} It {join_and(phrases)}." if phrases else advised


def _because(case: Case, estimate: Score) -> str:
    """Explain a move's estimate by listing the effects of the move. If the move only adds to open rows, describe the
    position instead."""
    phrases = _visible_phrases(case)
    if not phrases or case.reasons.keys() == {"place"}:
        return outlook(case.position, estimate, case.naming)
    return f"It {join_and(phrases)}."


def _sentences(case: Case, analysis: Evaluation) -> list[str]:
    """Return the sentences about a move, the first one without its subject."""
    if "wins" in case.reasons:
        return [f"{case.phrase('wins')}."]
    if not analysis.exact:
        phrases = _visible_phrases(case)
        return [f"{join_and(phrases)}."] if phrases else []
    best = analysis.result
    if sign(analysis.scores[case.move]) < best:
        return _mistake(case, [m.move for m in analysis.keeping])
    if best > 0:
        return _winning(case, analysis)
    return _losing(case) if best < 0 else _drawing(case, len(analysis.keeping))


def _mistake(case: Case, keeping: Sequence[Move]) -> list[str]:
    """Explain how a move gives value away. `keeping` lists the moves that would have kept the value."""
    won = "misses" in case.reasons
    start = f"throws away the {'win' if won else 'draw'}"
    instead = f"Instead, {describe_better_move(case, 'misses')}." if won else ""
    if not case.first("lets-win"):
        return [f"{start}.", instead]
    if won:
        return [f"{start} and loses: {describe_refutation(case)}.", instead]
    only = case.naming.subject(case.position.game.board, keeping[0])
    better = f"Only {only} keeps" if len(keeping) == 1 else f"{join_and(case.names(keeping))} keep"
    return [f"{start}: {describe_refutation(case)}.", f"{better} the draw."]


def _winning(case: Case, analysis: Evaluation) -> list[str]:
    """Explain how a move keeps the win. If there is nothing to explain, name the other moves that win."""
    if "dawdles" in case.reasons:
        return [f"still wins, but {describe_better_move(case, 'dawdles')}."]
    blocks = [case.phrase("blocks")] if "blocks" in case.reasons and case.first("forks", "stacks") else []
    kind = case.first("forks", "stacks", "squeezes") or "leads"
    does = _purpose(case, case.position, case.reasons["leads"].line) if kind == "leads" else []
    phrases = [*blocks, case.phrase(kind)]
    others = [m.move for m in analysis.moves if m.value == 1 and m.move != case.move]
    more = "No other move wins." if "only-win" in case.reasons else ""
    if phrases == ["wins"] and others:
        phrases = [f"wins{' soonest' if len(analysis.best) == 1 and analysis.best[0].distance else ''}"]
        more = f"{_other_wins(case, others)}, too."
    text = f"{join_and(phrases)}."
    return [*([f"{join_and(does)}.", f"It {text}"] if does else [text]), *([more] if more else [])]


def _purpose(case: Case, position: Position, line: Sequence[Move]) -> list[str]:
    """Return phrases for the effects of a move, unless the winning line already names a threat or a fork."""
    return [] if is_explained(position, line) else _visible_phrases(case)


def _other_wins(case: Case, others: Sequence[Move]) -> str:
    """Name the other winning moves, as in ``b2 and c3 win``."""
    board = case.position.game.board
    if len(others) == 1:
        return f"{case.naming.subject(board, others[0], first=True)} wins"
    named = join_and(case.naming.moves(board, others)) if len(others) <= _MOST_NAMED else f"{len(others)} other moves"
    return f"{named} win"


def _drawing(case: Case, keeping: int) -> list[str]:
    """Explain how a move keeps the draw. `keeping` is the number of moves that keep the draw."""
    phrases = [case.phrase(kind) for kind in _ACTIONS if kind in case.reasons]
    if "draws" in case.reasons:
        return [f"{join_and([*phrases, case.phrase('draws')])}."]
    actions = join_and(phrases) if phrases else ""
    if "forced" in case.reasons:
        text = f"is forced: {f'it {actions}, and ' if actions else ''}every other move loses"
    elif "only" in case.reasons:
        text = f"is the only legal move{f': it {actions}' if actions else ''}"
    else:
        moves = len(case.position.moves)
        some = f" ({keeping} of {moves} moves do)" if keeping < moves else ""
        text = f"keeps the draw{some}{f': it {actions}' if actions else ''}"
    answer = _required_answer(case)
    if not answer and not phrases and "forced" not in case.reasons and "place" in case.reasons:
        answer = f"it {case.phrase('place')}"
    if not answer:
        return [f"{text}."]
    return [f"{text}.", f"{answer[0].upper()}{answer[1:]}."] if ":" in text else [f"{text}; {answer}."]


def _required_answer(case: Case) -> str:
    """Say how the opponent must answer a move that keeps the draw.

    Returns an empty string if all answers are equally good.
    """
    if threat := case.reasons.get("threatens"):
        return f"{case.opponent} must block {case.name(threat.cells[0])}"
    if traps := case.reasons.get("traps"):
        return required_replies(case.position.play(case.move), traps.cells, traps.count, case.naming)
    return ""


def _losing(case: Case) -> list[str]:
    """Explain how a move loses in a position where every move loses."""
    every = "" if "only" in case.reasons else ", as every move does"
    text = f"loses{every}: {describe_refutation(case)}."
    return [text, f"{describe_better_move(case, 'hastens', first=True)}."] if "hastens" in case.reasons else [text]


def _unsolved(case: Case) -> str:
    """Describe what is known about a move whose value is unknown."""
    phrases = _visible_phrases(case)
    subject = case.subject(first=True)
    if phrases and case.first(*_PROVEN):
        return f"{subject} {join_and(phrases)}."
    return f"{subject} {join_and(phrases)}; {_UNKNOWN}." if phrases else f"{subject}: {_UNKNOWN}."


def _visible_phrases(case: Case) -> list[str]:
    """Return phrases for the visible effects of a move, most important first. Without such effects, return a phrase for
    the rows through the cell.
    """
    if kind := case.first("loses", "draws", "misses", "allows", "opens"):
        return [case.phrase(kind)]
    blocks = [case.phrase("blocks")] if "blocks" in case.reasons else []
    if kind := case.first("forks", "stacks", "squeezes"):
        return [*blocks, case.phrase(kind)]
    seen: list[Kind] = [kind for kind in (*_ACTIONS, "allows-fork") if kind in case.reasons]
    return [case.phrase(kind) for kind in seen or ["place"] if kind in case.reasons]
