"""Turn the reasons for and against a move into short, plain sentences that name the cells concerned."""

from collections.abc import Sequence

from noughts.explain.reasons.kinds import Kind, Reason
from noughts.explain.reasons.phrases import Case, describe_better_move, describe_refutation
from noughts.explain.words import abbreviate, advice, join_and, required_replies
from noughts.rules.board import Move
from noughts.rules.position import Position
from noughts.rules.tactics import sign
from noughts.solver.evaluation import Evaluation

_MOST_NAMED = 3
_UNKNOWN = "its exact value is unknown because the game is too long to search to the end"
_ACTIONS: tuple[Kind, ...] = ("blocks", "blocks-fork", "threatens", "avoids")
_PROVEN: tuple[Kind, ...] = ("loses", "draws", "allows", "opens", "allows-fork", "forks", "stacks", "squeezes")


def sentence(position: Position, move: Move, reason: Reason) -> str:
    """Return one reason as a sentence, such as ``b2 blocks a2-b2-c2.``"""
    case = Case(position, move, position.name(move), {reason.kind: reason})
    return f"{case.name} {case.phrase(reason.kind)}."


def why(analysis: Evaluation, move: Move, reasons: Sequence[Reason], subject: str = "") -> str:
    """Explain in one to three sentences why a move is good or bad.

    Args:
        analysis: the analysis of the position before the move.
        move: the move.
        reasons: the move's reasons, from `noughts.explain.reasons.reasons.reasons`.
        subject: what to call the move. By default, its name.
    """
    position = analysis.position
    name = subject or position.name(move)
    case = Case(position, move, name, {reason.kind: reason for reason in reasons})
    if "wins" in case.reasons:
        return f"{name} {case.phrase('wins')}."
    if not analysis.exact:
        return immediate_words(position, move, reasons) if analysis.value is not None else _unsolved(case)
    best = analysis.result
    if sign(analysis.scores[move]) < best:
        return _mistake(case, [m.name for m in analysis.keeping])
    if best > 0:
        return _winning(case, analysis)
    return _losing(case) if best < 0 else _drawing(case, len(analysis.keeping))


def hint(analysis: Evaluation, reasons: Sequence[Reason]) -> str:
    """Recommend a move and give the reason for it.

    Args:
        analysis: the analysis of a position.
        reasons: the reasons for the first of its best moves. They are empty if the game is over.
    """
    if not analysis.moves:
        return advice(analysis)
    best = analysis.best[0]
    case = Case(analysis.position, best.move, best.name, {reason.kind: reason for reason in reasons})
    if analysis.exact and best.value == -1:
        return advice(analysis) if "loses" in case.reasons else f"{advice(analysis)} Then {describe_refutation(case)}."
    if analysis.exact:
        return why(analysis, best.move, reasons)
    phrases = [] if best.score is None else _immediate_phrases(case)
    return f"{advice(analysis)} It {join_and(phrases)}." if phrases else advice(analysis)


def immediate_words(position: Position, move: Move, reasons: Sequence[Reason]) -> str:
    """Say in one sentence what is known about a move without a search.

    Returns an empty string if nothing is known.
    """
    name = position.name(move)
    case = Case(position, move, name, {reason.kind: reason for reason in reasons})
    phrases = [case.phrase("wins")] if "wins" in case.reasons else _immediate_phrases(case)
    return f"{name} {join_and(phrases)}." if phrases else ""


def _mistake(case: Case, keeping: list[str]) -> str:
    """Explain how a move gives value away. `keeping` lists the moves that would have kept the value."""
    won = "misses" in case.reasons
    start = f"{case.name} throws away the {'win' if won else 'draw'}"
    if not case.first("lets-win"):
        return f"{start}. Instead, {describe_better_move(case, 'misses')}."
    if won:
        return f"{start} and loses: {describe_refutation(case)}. Instead, {describe_better_move(case, 'misses')}."
    better = f"Only {keeping[0]} keeps" if len(keeping) == 1 else f"{join_and(abbreviate(keeping))} keep"
    return f"{start}: {describe_refutation(case)}. {better} the draw."


def _winning(case: Case, analysis: Evaluation) -> str:
    """Explain how a move keeps the win. If there is nothing to explain, name the other moves that win."""
    if "dawdles" in case.reasons:
        return f"{case.name} still wins, but {describe_better_move(case, 'dawdles')}."
    blocks = [case.phrase("blocks")] if "blocks" in case.reasons and case.first("forks", "stacks") else []
    phrases = [*blocks, case.phrase(case.first("forks", "stacks", "squeezes") or "leads")]
    text = f"{case.name} {join_and(phrases)}."
    if "only-win" in case.reasons:
        return f"{text} No other move wins."
    others = [m.name for m in analysis.moves if m.value == 1 and m.move != case.move]
    if phrases != ["wins"] or not others:
        return text
    soonest = " soonest" if len(analysis.best) == 1 and analysis.best[0].distance else ""
    named = join_and(others) if len(others) <= _MOST_NAMED else f"{len(others)} other moves"
    return f"{case.name} wins{soonest}. {named} {'wins' if len(others) == 1 else 'win'}, too."


def _drawing(case: Case, keeping: int) -> str:
    """Explain how a move keeps the draw. `keeping` is the number of moves that keep the draw."""
    phrases = [case.phrase(kind) for kind in _ACTIONS if kind in case.reasons]
    if "draws" in case.reasons:
        return f"{case.name} {join_and([*phrases, case.phrase('draws')])}."
    actions = join_and(phrases) if phrases else ""
    if "forced" in case.reasons:
        text = f"{case.name} is forced: {f'it {actions}, and ' if actions else ''}every other move loses"
    elif "only" in case.reasons:
        text = f"{case.name} is the only legal move{f': it {actions}' if actions else ''}"
    else:
        moves = len(case.position.moves)
        some = f" ({keeping} of {moves} moves do)" if keeping < moves else ""
        text = f"{case.name} keeps the draw{some}{f': it {actions}' if actions else ''}"
    answer = _required_answer(case)
    if not answer and not phrases and "forced" not in case.reasons and "place" in case.reasons:
        answer = f"it {case.phrase('place')}"
    if not answer:
        return f"{text}."
    return f"{text}. {answer[0].upper()}{answer[1:]}." if ":" in text else f"{text}; {answer}."


def _required_answer(case: Case) -> str:
    """Say how the opponent must answer a move that keeps the draw.

    Returns an empty string if all answers are equally good.
    """
    if threat := case.reasons.get("threatens"):
        return f"{case.opponent} must block {case.position.game.board.names[threat.cells[0]]}"
    if traps := case.reasons.get("traps"):
        return required_replies(case.position.play(case.move), traps.cells, traps.count)
    return ""


def _losing(case: Case) -> str:
    """Explain how a move loses in a position where every move loses."""
    every = "" if "only" in case.reasons else ", as every move does"
    text = f"{case.name} loses{every}: {describe_refutation(case)}."
    return f"{text} {describe_better_move(case, 'hastens')}." if "hastens" in case.reasons else text


def _unsolved(case: Case) -> str:
    """Describe what is known about a move whose value is unknown."""
    phrases = _immediate_phrases(case)
    if phrases and case.first(*_PROVEN):
        return f"{case.name} {join_and(phrases)}."
    if not phrases and "place" in case.reasons:
        phrases = [case.phrase("place")]
    return f"{case.name} {join_and(phrases)}; {_UNKNOWN}." if phrases else f"{case.name}: {_UNKNOWN}."


def _immediate_phrases(case: Case) -> list[str]:
    """Return phrases for what is known about a move without a search, most important first."""
    if kind := case.first("loses", "draws", "misses", "allows", "opens"):
        return [case.phrase(kind)]
    blocks = [case.phrase("blocks")] if "blocks" in case.reasons else []
    if kind := case.first("forks", "stacks", "squeezes"):
        return [*blocks, case.phrase(kind)]
    return [case.phrase(kind) for kind in (*_ACTIONS, "allows-fork") if kind in case.reasons]
