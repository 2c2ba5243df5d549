"""Reasons in sentences: short, plain, and about cells that one can point at."""

from collections.abc import Sequence

from noughts.explain.kinds import Kind, Reason
from noughts.explain.phrases import Case, better, punished
from noughts.explain.scores import sign
from noughts.explain.words import advice, both, either, few
from noughts.rules.board import Move
from noughts.rules.position import Position
from noughts.solver.analysis import Analysis

_UNKNOWN = "its value is not known, as this game is too long to search to its end"
_DEEDS: tuple[Kind, ...] = ("blocks", "blocks-fork", "threatens", "avoids")
_PROVEN: tuple[Kind, ...] = ("loses", "draws", "allows", "opens", "allows-fork", "forks", "stacks", "squeezes")


def sentence(position: Position, move: Move, reason: Reason) -> str:
    """Return one reason in a sentence, such as ``b2 blocks a2-b2-c2.``"""
    case = Case(position, move, position.game.board.names[move], {reason.kind: reason})
    return f"{case.name} {case.say(reason.kind)}."


def why(analysis: Analysis, move: Move, reasons: Sequence[Reason], subject: str = "") -> str:
    """Return why a move is good or bad in one to three sentences.

    Args:
        analysis: the analysis of the position before the move.
        move: the move.
        reasons: its reasons, as `noughts.explain.reasons.reasons` gives them.
        subject: what to call the move; its name unless told.
    """
    position = analysis.position
    name = subject or position.game.board.names[move]
    case = Case(position, move, name, {reason.kind: reason for reason in reasons})
    if "wins" in case.facts:
        return f"{name} {case.say('wins')}."
    if not analysis.exact:
        return seen_words(position, move, reasons) if analysis.is_decided else _unsearched(case)
    best = sign(analysis.score)
    keeping = [m.name for m in analysis.moves if sign(m.score) == best]
    if sign(next(m.score for m in analysis.moves if m.move == move)) < best:
        return _mistake(case, keeping)
    return _won(case) if best > 0 else _lost(case) if best < 0 else _drawn(case, len(keeping))


def hint(analysis: Analysis, reasons: Sequence[Reason]) -> str:
    """Return the recommended move and the reason for it.

    Args:
        analysis: the analysis of a position.
        reasons: the reasons of the first of its best moves; none when the game is over.
    """
    if not analysis.moves:
        return advice(analysis)
    best = analysis.best[0]
    case = Case(analysis.position, best.move, best.name, {reason.kind: reason for reason in reasons})
    if analysis.exact and best.score <= -1:
        return advice(analysis) if "loses" in case.facts else f"{advice(analysis)} After it {punished(case)}."
    if analysis.exact:
        return why(analysis, best.move, reasons)
    told = _seen(case)
    return f"{advice(analysis)} It {both(told)}." if told else advice(analysis)


def seen_words(position: Position, move: Move, reasons: Sequence[Reason]) -> str:
    """Return what is seen of a move without a search, in a sentence; nothing where nothing is."""
    name = position.game.board.names[move]
    case = Case(position, move, name, {reason.kind: reason for reason in reasons})
    told = [case.say("wins")] if "wins" in case.facts else _seen(case)
    return f"{name} {both(told)}." if told else ""


def _mistake(case: Case, keeping: list[str]) -> str:
    """Say how a move gives its value away; `keeping` names the moves that would have kept it."""
    won = "misses" in case.facts
    away = f"{case.name} throws away the {'win' if won else 'draw'}"
    if not case.first("lets-win"):
        return f"{away}. Instead, {better(case, 'misses')}."
    if won:
        return f"{away} and loses: {punished(case)}. Instead, {better(case, 'misses')}."
    held = f"Only {keeping[0]} keeps" if len(keeping) == 1 else f"{both(few(keeping))} keep"
    return f"{away}: {punished(case)}. {held} it."


def _won(case: Case) -> str:
    if "dawdles" in case.facts:
        return f"{case.name} still wins, but {better(case, 'dawdles')}."
    also = "blocks" in case.facts and case.first("forks", "stacks")
    deeds = [case.say("blocks")] if also else []
    deeds.append(case.say(case.first("forks", "stacks", "squeezes") or "leads"))
    return f"{case.name} {both(deeds)}.{' No other move wins.' if 'only-win' in case.facts else ''}"


def _drawn(case: Case, keeping: int) -> str:
    deeds = [case.say(kind) for kind in _DEEDS if kind in case.facts]
    why = both(deeds) if deeds else ""
    if "draws" in case.facts:
        return f"{case.name} {both([*deeds, case.say('draws')])}."
    if "forced" in case.facts:
        text = f"{case.name} is forced: {f'it {why}, and ' if why else ''}every other move loses"
    elif "only" in case.facts:
        text = f"{case.name} is the only move left{f': it {why}' if why else ''}"
    else:
        moves = len(case.position.moves)
        some = f" ({keeping} of {moves} moves do)" if keeping < moves else ""
        text = f"{case.name} keeps the draw{some}{f': it {why}' if why else ''}"
    then = _then(case)
    if not then and not deeds and "forced" not in case.facts and "place" in case.facts:
        then = f"it {case.say('place')}"
    if not then:
        return f"{text}."
    return f"{text}. {then[0].upper()}{then[1:]}." if ":" in text else f"{text}; {then}."


def _then(case: Case) -> str:
    """Say what the opponent must answer to a move that keeps the draw."""
    names, you = case.position.game.board.names, case.position.turn.other
    if threat := case.facts.get("threatens"):
        return f"{you} must block {names[threat.cells[0]]}"
    traps = case.facts.get("traps")
    if not traps:
        return ""
    if len(traps.cells) > 4:
        return f"{traps.count} of {you}'s {len(traps.cells) + traps.count} replies lose{'s' * (traps.count == 1)}"
    others = f"the other {traps.count} replies lose" if traps.count > 1 else "the other reply loses"
    return f"{you} must then answer {either([names[cell] for cell in traps.cells])}: {others}"


def _lost(case: Case) -> str:
    """Say how a move loses where every move does."""
    text = f"{case.name} loses{'' if 'only' in case.facts else ', as every move does'}: {punished(case)}."
    return f"{text} {better(case, 'hastens')}." if "hastens" in case.facts else text


def _unsearched(case: Case) -> str:
    """Say what is seen of a move whose value is not known."""
    told = _seen(case)
    if told and case.first(*_PROVEN):
        return f"{case.name} {both(told)}."
    if not told and "place" in case.facts:
        told = [case.say("place")]
    return f"{case.name} {both(told)}; {_UNKNOWN}." if told else f"{case.name}: {_UNKNOWN}."


def _seen(case: Case) -> list[str]:
    """Return what is seen without a search, what matters most first."""
    if kind := case.first("loses", "draws", "misses", "allows", "opens"):
        return [case.say(kind)]
    blocks = [case.say("blocks")] if "blocks" in case.facts else []
    if kind := case.first("forks", "stacks", "squeezes"):
        return [*blocks, case.say(kind)]
    return [case.say(kind) for kind in (*_DEEDS, "allows-fork") if kind in case.facts]
