"""Grading reports as text: the verdict, a table of the checks, and a board that shows the simplest fault."""

import re
from collections import Counter
from typing import Literal, NamedTuple, TypeAlias, get_args

from noughts.explain.reasons.reasons import best_reply, short_reason
from noughts.explain.scores import value_words
from noughts.explain.words import game_words, join_and, plural
from noughts.grading.causes import Cause
from noughts.grading.grade import KINDS, SERIOUS, Finding, Report
from noughts.grading.task import Graded
from noughts.render.board.text import Room, board_text
from noughts.rules.board import Move
from noughts.rules.notation import t3en
from noughts.rules.position import Position

IMPORTS_NOUGHTS = "It imports noughts, which knows the best moves: check that the program finds its own."
"""The note on a program that may let noughts choose its moves."""

_MOST_LEFT_OUT = 5  # statements that did not run


Grade: TypeAlias = Literal[
    "flawless", "form", "slow", "value", "illegal", "crash", "time-out", "not-graded", "not-handed-in"
]
"""A result in one word, from best to worst:

- ``flawless``: every move is best.
- ``form``: every move is best, but the form of some answers is wrong.
- ``slow``: the program only wins late or loses early.
- ``value``: the program gives value away.
- ``illegal``: the program returns no legal move in some position.
- ``crash``: the program crashes in some position.
- ``time-out``: the program is too slow in some position.
- ``not-graded``: noughts cannot grade the program.
- ``not-handed-in``: there is no program.
"""

GRADES: tuple[Grade, ...] = get_args(Grade)


class Verdict(NamedTuple):
    """The overall result of a grading report, in one word and in one sentence."""

    grade: Grade
    sentence: str


def verdict(graded: Graded) -> Verdict:
    """Summarise a grading report. If the answers have the wrong form, the report is about the corrected answers."""
    report, mistakes = graded.report, graded.ready.mistakes
    result, words = _verdict(report, bool(mistakes))
    if population := report.exam.population:
        words += f" Only a sample of {report.reachable:,} of {population} was graded"
        is_large = report.exam.is_large
        words += ": a program that passes may still make mistakes in other positions." if is_large else "."
    if report.side and report.beyond:
        words += (
            f" It was only graded with {report.side} to move, as in its own game. With {report.side.other} to move, it "
            f"makes {plural(report.beyond, 'mistake')}."
        )
    words += f" {IMPORTS_NOUGHTS}" * graded.imports_noughts
    grade = _grade(report, bool(mistakes))
    if mistakes:
        return Verdict(grade, f"Not passed yet: {join_and(mistakes)}. Apart from that: {words}")
    return Verdict(grade, f"{result}: {words}")


def _grade(report: Report, has_mistakes: bool) -> Grade:
    """Return the result in one word. A program that could not be asked in every position is too slow or crashes."""
    if not report.is_complete:
        return "crash" if report.count("crash") and not report.count("time-out") else "time-out"
    worst = next((kind for kind in SERIOUS if report.count(kind)), None)
    return worst or ("slow" if not report.passes else "form" if has_mistakes else "flawless")


def _verdict(report: Report, has_mistakes: bool) -> tuple[str, str]:
    """Return the result, such as ``Passed``, and the reason for it."""
    asked = sum(report.asked.values())
    if not report.is_complete:
        ended = f"ended after {asked:,} of {report.reachable:,} positions"
        if slow := report.count("time-out"):
            late = "no answer came" if slow == asked else f"{plural(slow, 'answer')} did not come"
            return "Not passed", f"{late} in time; {ended}."
        if crashed := report.count("crash"):
            return "Not passed", f"it crashes in {plural(crashed, 'position')}; {ended}."
        count = len(report.findings)
        verb = "was" if count == 1 else "were"
        so_far = f"{plural(count, 'answer')} {verb} not the best" if count else "no fault so far"
        return "Not finished", f"{ended}; {so_far}."
    if report.is_flawless:
        return "Passed", f"{'' if has_mistakes else 'flawless, '}the best move in each of {plural(asked, 'position')}."
    if report.keeps_value:
        missed = report.wins_in_one - report.wins_taken
        number = Counter(finding.kind for finding in (*report.findings, *report.accepted))
        late = plural(number["slow win"], "position") + f" ({missed:,} of them won in one move)" * bool(missed)
        early = plural(number["quick loss"], "position")
        delays = [
            *[f"wins later than it could in {late}"] * bool(number["slow win"]),
            *[f"loses sooner than necessary in {early}"] * bool(number["quick loss"]),
        ]
        return (
            "Passed" if report.passes else "Not passed yet",
            f"it never gives a win or a draw away, but it {' and '.join(delays)}.",
        )
    faults = ("is too slow", "crashes", "returns no legal move", "gives a win or a draw away")
    counts = [(fault, report.count(kind)) for fault, kind in zip(faults, SERIOUS, strict=True)]
    clauses = [f"{fault} in {plural(count, 'position')}" for fault, count in counts if count]
    beaten = " It can be beaten." if any(report.spoilt(s) and games.lost for s, games in report.lines.items()) else ""
    return "Not passed", f"it {join_and(clauses[::-1])}, out of {asked:,}.{beaten}"


def report_text(graded: Graded, name: str, *, plain: bool = False, room: Room | None = None) -> str:
    """Format the result of grading a program as human-readable text.

    Args:
        graded: the result.
        name: the name of the program.
        plain: whether to draw boards with letters and dots only.
        room: the space for each board, as in `board_text`.
    """
    report, ready = graded.report, graded.ready
    asked, left_out = sum(report.asked.values()), ready.left_out
    sides = " and ".join(f"{count:,} with {side} to move" for side, count in report.asked.items() if count)
    lines = [
        verdict(graded).sentence,
        "",
        f"{name}, {game_words(report.game)}: asked in {plural(asked, 'position')} ({sides or 'none'}).",
        *[f"Called as {ready.words}."] * bool(ready.words),
        *[f"Left out: {line}." for line in left_out[:_MOST_LEFT_OUT]],
        *[f"Not judged: {line}." for line in ready.skipped[:_MOST_LEFT_OUT]],
        *[f"Left out: {plural(len(left_out) - _MOST_LEFT_OUT, 'more statement')}."] * (len(left_out) > _MOST_LEFT_OUT),
        "",
        *_table(report),
    ]
    for cause in report.causes:
        lines += ["", *_cause(cause, len(report.findings))]
    if (side := report.only_side) and not any(cause.is_known for cause in report.causes):
        lines += ["", f"It makes no serious mistakes as {side}: all of them are made as {side.other}."]
    if worst := report.counterexample:
        lines += ["", *_draw(worst, plain, room)]
        firsts = (next((f for f in report.findings if f.kind == kind), None) for kind in KINDS if kind != worst.kind)
        if others := [finding for finding in firsts if finding]:
            lines += ["", "The simplest fault of each other kind:"]
            for finding in others:
                lines.append(f"  {_describe(finding, plain)}")
                if finding.kind == "time-out":
                    board = board_text(finding.position, style="plain" if plain else "box", room=room)
                    lines += ["", *(f"    {line}" for line in board.split("\n")), ""]
    return "\n".join(lines)


def _cause(cause: Cause, mistakes: int) -> list[str]:
    """Return lines that explain the cause of mistakes and how to fix it, and that show the simplest boards."""
    boards = f"  The simplest boards: {join_and([_in_words(finding.position) for finding in cause.examples])}."
    if not cause.is_known:
        return [cause.sentence, boards]
    what = f"all {plural(mistakes, 'mistake')}" if mistakes > 1 else "the mistake"
    explained = what if cause.explains == mistakes else f"{cause.explains:,} of {plural(mistakes, 'mistake')}"
    return [f"Cause: {cause.sentence} This explains {explained}.", f"  {cause.advice}", boards]


def _table(report: Report) -> list[str]:
    """Return the table of checks in a report. Each line has a verdict, a description, and the counts behind the
    verdict.
    """
    asked = sum(report.asked.values())
    legal = asked - sum(report.count(kind) for kind in SERIOUS[:3])
    delays = Counter(finding.kind for finding in (*report.findings, *report.accepted) if finding.kind not in SERIOUS)
    serious = [finding for finding in report.findings if finding.kind in SERIOUS]
    wins_kept = report.won - sum(finding.best_score >= 1 for finding in serious)
    losses = report.lost - sum(finding.best_score <= -1 for finding in serious)
    spoilt = any(finding.best_score >= 1 and finding.best_distance == 1 for finding in serious)
    counts = [
        ("FAULT", "answers with a legal move", legal, asked),
        ("FAULT", "keeps the value of the position", legal - report.count("value"), asked),
        ("FAULT" if spoilt else "slow", "takes a win in one move", report.wins_taken, report.wins_in_one),
        ("slow", "wins soonest if it keeps the win", wins_kept - delays["slow win"], wins_kept),
        ("slow", "loses as late as it can", losses - delays["quick loss"], losses),
    ]
    rows = [
        ("ok" if held == total else mark, label, f"{held:,} of {total:,}" + f", {total - held:,} not" * (held < total))
        for mark, label, held, total in counts
        if total
    ]
    for side, games in report.lines.items():
        ends = f"{games.won:,} won, {games.drawn:,} drawn, {games.lost:,} lost"
        ends += f", {games.broken_off:,} broken off" * bool(games.broken_off)
        mark = "FAULT" if report.spoilt(side) else "ok"
        rows.append((mark, f"as {side}, against every reply", f"{plural(sum(games), 'game')}: {ends}"))
    if report.total_nodes:
        first = f"{report.start_nodes:,} for the first move, " if report.start_nodes else ""
        rows.append(("", "nodes, by its own count", f"{first}{report.total_nodes:,} in all"))
    return [f"  {mark:<7}{label:<34}{text}" for mark, label, text in rows]


def _draw(finding: Finding, plain: bool, room: Room | None) -> list[str]:
    """Return lines that show a mistake: a board with the player's answer (?) and the best moves (!), and the
    reasons.
    """
    return [
        f"The simplest fault: {finding_head(finding)}",
        "",
        board_text(finding.position, style="plain" if plain else "box", marks=finding_marks(finding), room=room),
        "",
        *finding_words(finding, plain=plain),
    ]


def finding_head(finding: Finding) -> str:
    """Say who is to move in the position of a mistake, and what the signs ? and ! on its board mean."""
    position, answer = finding.position, "" if finding.move is None else "? its answer, "
    return f"{position.turn} to move, {plural(position.empty.bit_count(), 'empty cell')} ({answer}! best)"


def finding_marks(finding: Finding) -> dict[Move, str]:
    """Return the marks for a board with a mistake: ``?`` on the player's answer and ``!`` on the best moves."""
    return dict.fromkeys(finding.best, "!") | ({} if finding.move is None else {finding.move: "?"})


def finding_words(finding: Finding, *, plain: bool = False) -> list[str]:
    """Say in two sentences what the player answered and which moves are best, with reasons."""
    position = finding.position
    if finding.move is None:
        answered = f"{finding.said}."
    else:
        reply = best_reply(position, finding.move) if finding.kind == "value" else ""
        then = f"; {reply}" if reply else ""
        answered = f"It answered {_names(finding, finding.move)}: {_value(finding, plain)}{then}."
    if len(finding.best) == len(position.moves) > 1:
        return [answered, f"All legal moves are equally good: {_best_value(finding, plain)}."]
    reasons = [(move, why) for move in finding.best if (why := short_reason(position, move))]
    best, why = reasons[0] if reasons else (finding.best[0], "")
    others = [move for move in finding.best if move != best]
    alternatives = f" (or {_names(finding, *others)})" if others else ""
    then = f"; {why}" if why else ""
    return [
        answered,
        f"The best move is {_names(finding, best)}{alternatives}: {_best_value(finding, plain)}{then}.",
    ]


def _describe(finding: Finding, plain: bool) -> str:
    """Describe a mistake in one line."""
    said = finding.said
    if finding.move is not None:
        said = f"answered {_names(finding, finding.move)} ({_value(finding, plain)})"
    every = len(finding.best) == len(finding.position.moves)
    best = f"{'every move' if every else _names(finding, *finding.best)} ({_best_value(finding, plain)})"
    return f"{finding.kind}, {_in_words(finding.position)}: {said}; best {best}"


def _in_words(position: Position) -> str:
    """Write a position in words: its rows, with one character for each cell, and the player to move."""
    board, turn = t3en(position).split()
    rows = re.sub(r"(\d+)(\w)", lambda run: int(run[1]) * run[2], board)
    return f"{rows} with {turn.upper()} to move"


def _value(finding: Finding, plain: bool) -> str:
    assert finding.score is not None
    return value_words(finding.score, finding.distance, shape=not plain)


def _best_value(finding: Finding, plain: bool) -> str:
    return value_words(finding.best_score, finding.best_distance, shape=not plain)


def _names(finding: Finding, *moves: Move) -> str:
    return ", ".join(finding.position.name(move) for move in moves)
