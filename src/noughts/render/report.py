"""A grading report as text: the verdict, a table, and the simplest fault drawn as a board."""

from noughts.explain.reasons import against, reason
from noughts.explain.scores import value_words
from noughts.explain.words import game_words
from noughts.oracle.grade import KINDS, SERIOUS, Finding, Report
from noughts.render.text import board_text
from noughts.rules.board import Move
from noughts.rules.notation import t3en


def verdict(report: Report, *, value_only: bool = False) -> str:
    """Return what there is to say in one line.

    Args:
        report: the report.
        value_only: wins that come late and losses that come early are forgiven.
    """
    asked = sum(report.asked.values())
    if not report.is_complete:
        ended = f"ended after {asked:,} of {report.reachable:,} positions"
        if slow := report.count("time-out"):
            return f"Not passed: {_count(slow, 'answer')} did not come in time; {ended}."
        found = f"{len(report.findings):,} answers were not the best" if report.findings else "no fault so far"
        return f"Not finished: {ended}; {found}."
    if report.is_flawless:
        return f"Passed: flawless, the best move in all of {_count(asked, 'position')}."
    if report.keeps_value:
        missed = report.wins_in_one - report.wins_taken
        late = _count(report.count("slow win"), "position") + f" ({missed:,} of them won in one move)" * bool(missed)
        early = _count(report.count("quick loss"), "position")
        slow_ways = [
            *[f"wins later than it could in {late}"] * bool(report.count("slow win")),
            *[f"loses sooner than it need in {early}"] * bool(report.count("quick loss")),
        ]
        passed = "Passed" if value_only else "Not passed yet"
        return f"{passed}: it never gives a win or a draw away, but it {' and '.join(slow_ways)}."
    said = ("is too slow", "crashes", "makes no legal move", "gives a win or a draw away")
    counts = [(words, report.count(kind)) for words, kind in zip(said, SERIOUS, strict=True)]
    faults = [f"{words} in {_count(count, 'position')}" for words, count in counts if count]
    beaten = " It can be beaten." if any(report.spoilt(s) and games.lost for s, games in report.lines.items()) else ""
    return f"Not passed: it {' and '.join(reversed(faults))}, of {asked:,}.{beaten}"


def report_text(report: Report, name: str, words: str = "", *, value_only: bool = False, plain: bool = False) -> str:
    """Return the report as a person reads it.

    Args:
        report: the report.
        name: what the player is called.
        words: how its function is called, in words.
        value_only: as in `verdict`.
        plain: letters and dots only.
    """
    asked = sum(report.asked.values())
    sides = " and ".join(f"{count:,} with {side} to move" for side, count in report.asked.items() if count)
    lines = [
        verdict(report, value_only=value_only),
        "",
        f"{name}, {game_words(report.game)}: asked in {_count(asked, 'position')} ({sides or 'none'}).",
        *[f"Called as {words}."] * bool(words),
        "",
        *_table(report),
    ]
    if side := report.only_side:
        lines += ["", f"It seems to play {side} only: with {side.other} to move it often goes wrong."]
    if worst := report.counterexample:
        lines += ["", *_drawn(worst, plain)]
        firsts = (next((f for f in report.findings if f.kind == kind), None) for kind in KINDS if kind != worst.kind)
        if others := [finding for finding in firsts if finding]:
            lines += [
                "",
                "The simplest of each other kind:",
                *(f"  {_in_a_line(finding, plain)}" for finding in others),
            ]
    return "\n".join(lines)


def _table(report: Report) -> list[str]:
    """Return a line for everything that was looked at: whether it is in order, what, and how often."""
    asked = sum(report.asked.values())
    legal = asked - sum(report.count(kind) for kind in SERIOUS[:3])
    won = report.won - sum(finding.best_score >= 1 for finding in report.findings)
    lost = report.lost - sum(finding.best_score <= -1 for finding in report.findings)
    counts = [
        ("FAULT", "answers with a legal move", legal, asked),
        ("FAULT", "keeps what the position is worth", legal - report.count("value"), asked),
        ("slow", "takes a win in one move", report.wins_taken, report.wins_in_one),
        ("slow", "wins as soon as it can", won, report.won),
        ("slow", "loses as late as it can", lost, report.lost),
    ]
    rows = [
        ("ok" if done == there else mark, label, f"{done:,} of {there:,}" + f", {there - done:,} not" * (done < there))
        for mark, label, done, there in counts
        if there
    ]
    for side, games in report.lines.items():
        ends = f"{games.won:,} won, {games.drawn:,} drawn, {games.lost:,} lost"
        ends += f", {games.broken_off:,} broken off" * bool(games.broken_off)
        mark = "FAULT" if report.spoilt(side) else "ok"
        rows.append((mark, f"as {side}, against every reply", f"{_count(sum(games), 'game')}: {ends}"))
    if report.total_nodes:
        first = f"{report.start_nodes:,} for the first move, " if report.start_nodes else ""
        rows.append(("", "nodes, as it counts them itself", f"{first}{report.total_nodes:,} in all"))
    return [f"  {mark:<7}{label:<34}{text}" for mark, label, text in rows]


def _drawn(finding: Finding, plain: bool) -> list[str]:
    """Return a finding as a board, with what was answered (?), what is best (!), and why."""
    position = finding.position
    answered = {} if finding.move is None else {finding.move: "?"}
    marks = dict.fromkeys(finding.best, "!") | answered
    lines = [
        f"The simplest fault: {position.turn} to move, {_count(position.empty.bit_count(), 'empty cell')}, "
        f"{t3en(position)} ({'? its answer, ' if answered else ''}! best)",
        "",
        board_text(position, style="plain" if plain else "box", marks=marks),
        "",
    ]
    if finding.move is None:
        lines.append(f"{finding.said}.")
    else:
        reply = against(position, finding.move) if finding.kind == "value" else ""
        lines.append(
            f"It answered {_names(finding, finding.move)}: {_value(finding, plain)}{f'; {reply}' * bool(reply)}."
        )
    if len(finding.best) == len(position.moves) > 1:
        return [*lines, f"Every legal move is as good: {_best_value(finding, plain)}."]
    reasons = [(move, why) for move in finding.best if (why := reason(position, move))]
    best, why = reasons[0] if reasons else (finding.best[0], "")
    others = [move for move in finding.best if move != best]
    either = f" (or {_names(finding, *others)})" if others else ""
    then = f"; {why}" if why else ""
    lines.append(f"Best is {_names(finding, best)}{either}: {_best_value(finding, plain)}{then}.")
    return lines


def _in_a_line(finding: Finding, plain: bool) -> str:
    said = finding.said
    if finding.move is not None:
        said = f"answered {_names(finding, finding.move)} ({_value(finding, plain)})"
    every = len(finding.best) == len(finding.position.moves)
    best = f"{'every move' if every else _names(finding, *finding.best)} ({_best_value(finding, plain)})"
    return f"{finding.kind}, {t3en(finding.position)}: {said}; best {best}"


def _value(finding: Finding, plain: bool) -> str:
    assert finding.score is not None
    return value_words(finding.score, finding.distance, shape=not plain)


def _best_value(finding: Finding, plain: bool) -> str:
    return value_words(finding.best_score, finding.best_distance, shape=not plain)


def _names(finding: Finding, *moves: Move) -> str:
    return ", ".join(finding.position.game.board.names[move] for move in moves)


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'s' * (number != 1)}"
