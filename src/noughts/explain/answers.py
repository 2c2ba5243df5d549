"""Convert analyses and solver answers to JSON data for all front-ends, using GamesmanUni's field names."""

from collections.abc import Sequence
from typing import Any

from noughts.explain.reasons.kinds import Reason
from noughts.explain.reasons.sentences import immediate_words, why
from noughts.explain.scores import Unit, unit_value
from noughts.rules.notation import t3en
from noughts.rules.tactics import sign
from noughts.solver.analysis import Analysis, MoveAnalysis
from noughts.solver.kernels.mnk import Bounds
from noughts.solver.verdict import Verdict

_VALUES = {1: "win", 0: "tie", -1: "lose"}


def reason_words(analysis: Analysis, reasons: Sequence[Reason]) -> str:
    """Say in a sentence why the best move is good.

    If the scores are estimates, the text names only immediate threats, and it may be empty.
    """
    if not analysis.moves or analysis.moves[0].is_unknown:
        return ""
    best = analysis.moves[0].move
    return why(analysis, best, reasons) if analysis.exact else immediate_words(analysis.position, best, reasons)


def analysis_json(analysis: Analysis, reasons: Sequence[Reason] = (), unit: Unit | None = None) -> dict[str, Any]:
    """Convert an analysis to JSON data that uses GamesmanUni's field names and lists the best move first.

    ``positionValue`` is win, tie or lose for the player to move, and ``moveValue`` is the same for the player who makes
    the move. A move's ``remoteness`` is that of the position after the move. Its ``deltaRemoteness`` says how much
    worse that is than the remoteness of the best move with the same value. If a value is not proven,
    ``positionValue`` or ``moveValue`` is ``undecided``, and ``estimate`` is the estimated score, if there is one.
    ``reason`` is a sentence that says why the best move is good, and ``reasons`` says the same as data (see
    `noughts.explain.reasons.kinds`).
    """
    nearest: dict[int, list[int]] = {}
    for move in analysis.moves:
        if move.distance is not None:
            nearest.setdefault(sign(move.score), []).append(move.distance)
    position = analysis.position
    return {
        "game": position.game.name,
        "position": t3en(position),
        "turn": position.turn.value,
        "positionValue": _value(analysis.score, analysis.is_decided),
        "remoteness": analysis.distance,
        **_extra(analysis.score, analysis.distance, analysis.is_decided, unit),
        "reason": reason_words(analysis, reasons),
        "reasons": [reason.to_data(position.game.board) for reason in reasons],
        "moves": [
            {
                "move": move.name,
                "row": point[1] if len(point := position.game.board.points[move.move]) > 1 else 0,
                "column": point[0],
                "position": t3en(move.position),
                "moveValue": _value(move.score, move.exact),
                "remoteness": None if move.distance is None else move.distance - 1,
                "deltaRemoteness": _delta(move, nearest),
                "replies": move.replies,
                "losingReplies": move.losing,
                **({} if move.is_unknown else _extra(move.score, move.distance, move.exact, unit)),
            }
            for move in analysis.moves
        ],
    }


def answer_json(answer: Verdict, seconds: float, ended: str = "") -> dict[str, Any]:
    """Convert a solver's answer to JSON data, with the same field names as `noughts analyse --json`.

    If a value is unknown, ``positionValue`` or ``moveValue`` is ``undecided`` and ``possible`` lists the possible
    values, best first. ``ended`` is the reason why the search ended early, if it did.
    """
    position, board = answer.position, answer.position.game.board
    return {
        "game": position.game.name,
        "position": t3en(position),
        "turn": position.turn.value,
        "weak": answer.weak,
        **_bounds_fields("positionValue", answer.bounds),
        "remoteness": answer.distance,
        "nodes": answer.nodes,
        "seconds": round(seconds, 6),
        "ended": ended or None,
        "moves": [
            {
                "move": board.names[move.move],
                "row": (*board.points[move.move], 0)[1],
                "column": board.points[move.move][0],
                "position": t3en(position.play(move.move)),
                **_bounds_fields("moveValue", move.bounds),
                "remoteness": None if move.distance is None else move.distance - 1,
            }
            for move in answer.moves
        ],
    }


def _value(score: float, exact: bool) -> str:
    return _VALUES[sign(score)] if exact else "undecided"


def _extra(score: float, distance: int | None, exact: bool, unit: Unit | None) -> dict[str, Any]:
    fields: dict[str, Any] = {} if exact else {"estimate": round(score, 4)}
    if unit is not None and exact and (distance is not None or unit in ("one", "ten")):
        fields["score"] = unit_value(score, distance, unit)
    return fields


def _delta(move: MoveAnalysis, nearest: dict[int, list[int]]) -> int | None:
    if move.distance is None:
        return None
    result = sign(move.score)
    return max(nearest[result]) - move.distance if result < 0 else move.distance - min(nearest[result])


def _bounds_fields(field: str, bounds: Bounds) -> dict[str, Any]:
    if bounds.value is not None:
        return {field: _VALUES[bounds.value]}
    return {field: "undecided", "possible": [_VALUES[value] for value in range(bounds.high, bounds.low - 1, -1)]}
