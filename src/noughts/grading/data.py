"""Convert grading reports, mistakes and their causes to JSON data, and back."""

from typing import Any

from noughts.explain.scores import WORDS, value_words
from noughts.grading.causes import Cause
from noughts.grading.grade import KINDS, Finding
from noughts.grading.report import verdict
from noughts.grading.task import Graded
from noughts.grading.user_code.marks import write_marks
from noughts.rules.game import Game
from noughts.rules.notation import position as read_position
from noughts.rules.notation import t3en
from noughts.rules.untrusted import check_types
from noughts.solver.evaluation import timed_score


def camel(kind: str) -> str:
    """Convert a kind of mistake to camel case: ``timeOut`` for ``time-out``."""
    first, *rest = kind.replace("-", " ").split()
    return first + "".join(map(str.capitalize, rest))


_KINDS = {camel(kind): kind for kind in KINDS}
_VALUES = {word: value for value, word in WORDS.items()}


def finding_data(finding: Finding) -> dict[str, Any]:
    """Return a mistake as JSON data."""
    names = finding.position.game.board.names
    return {
        "position": t3en(finding.position),
        "kind": camel(finding.kind),
        "said": finding.said or None,
        "move": None if finding.move is None else names[finding.move],
        "value": None if finding.score is None else value_words(finding.score, None, shape=False),
        "distance": finding.distance,
        "best": [names[move] for move in finding.best],
        "bestValue": value_words(finding.best_score, None, shape=False),
        "bestDistance": finding.best_distance,
    }


def read_finding(data: dict[str, Any], game: Game) -> Finding:
    """Return the mistake that this JSON data describes.

    Raises:
        ValueError, KeyError, TypeError: the data has another form.
    """
    position, move = read_position(data["position"], game), data["move"]
    names, empty = game.board.names, position.empty.bit_count()
    found = Finding(
        position,
        _KINDS[data["kind"]],
        data["said"] or "",
        None if move is None else names.index(move),
        None if move is None else timed_score(_VALUES[data["value"]], data["distance"], empty),
        timed_score(_VALUES[data["bestValue"]], data["bestDistance"], empty),
        tuple(map(names.index, data["best"])),
    )
    check_types(Finding, [found])
    return found


def cause_data(cause: Cause) -> dict[str, Any]:
    """Return the cause of mistakes as JSON data."""
    return {
        "key": cause.key,
        "sentence": cause.sentence,
        "advice": cause.advice or None,
        "explains": cause.explains,
        "kinds": [camel(kind) for kind in cause.kinds],
        "examples": [finding_data(finding) for finding in cause.examples],
    }


def read_cause(data: dict[str, Any], game: Game) -> Cause:
    """Return the cause of mistakes that this JSON data describes.

    Raises:
        ValueError, KeyError, TypeError: the data has another form.
    """
    kinds = tuple(_KINDS[kind] for kind in data["kinds"])
    examples = tuple(read_finding(finding, game) for finding in data["examples"])
    found = Cause(data["key"], data["sentence"], data["advice"] or "", data["explains"], kinds, examples)
    check_types(Cause, [found])
    return found


def report_data(graded: Graded, function: str, *, value_only: bool) -> dict[str, Any]:
    """Return a grading report as JSON data, with positions in T3EN, moves by name, and distances in plies."""
    report, ready = graded.report, graded.ready
    return {
        "function": function,
        "graded": True,
        "found": ready.name,
        "call": ready.call.expression if ready.call else None,
        "engine": ready.engine or None,
        "marks": write_marks(ready.call.marks) if ready.call and ready.call.shown else None,
        "alwaysPlays": ready.call.plays.value if ready.call and ready.call.plays else None,
        "leftOut": ready.left_out,
        "notJudged": ready.skipped,
        "mistakes": ready.mistakes,
        "importsNoughts": graded.imports_noughts,
        "game": report.game.name,
        "side": report.side.value if report.side else None,
        "valueOnly": value_only,
        "passed": graded.passed,
        "verdict": verdict(graded).sentence,
        "complete": report.is_complete,
        "sampledFrom": report.exam.sampled_from,
        "flawless": report.is_flawless,
        "keepsValue": report.keeps_value,
        "positions": {"reachable": report.reachable, "asked": {side.value: n for side, n in report.asked.items()}},
        "faults": {camel(kind): report.count(kind) for kind in KINDS},
        "accepted": len(report.accepted),
        "winsInOne": {"there": report.wins_in_one, "taken": report.wins_taken},
        "won": report.won,
        "lost": report.lost,
        "lines": {
            side.value: {camel(key.replace("_", "-")): count for key, count in games._asdict().items()}
            for side, games in report.lines.items()
        },
        "nodes": {"start": report.start_nodes, "total": report.total_nodes},
        "seconds": round(graded.seconds, 3),
        "onlySide": report.only_side.value if report.only_side else None,
        "causes": [cause_data(cause) for cause in report.causes],
        "findings": [finding_data(finding) for finding in report.findings],
    }
