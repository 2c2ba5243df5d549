"""An evaluation as JSON data. The guide page *Analyse* describes the fields. The names of the fields come from
GamesmanUni.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from noughts.explain.reasons.kinds import Reason
from noughts.explain.reasons.outlook import outlook
from noughts.explain.reasons.sentences import explain
from noughts.explain.scores import Unit, unit_value
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.solver.evaluation import Bounds, Evaluation, MoveEvaluation

VALUES = {1: "win", 0: "tie", -1: "lose"}
"""GamesmanUni's names of the values."""


def evaluation_json(
    known: Evaluation, reasons: Sequence[Reason] = (), unit: Unit | None = None, ended: str = ""
) -> dict[str, Any]:
    """Convert an evaluation to JSON data.

    Args:
        known: the evaluation.
        reasons: the reasons for its best move.
        unit: the unit of scores. By default, there are no scores.
        ended: why the search ended early. By default, the evaluation says so.
    """
    position, nearest = known.position, _nearest(known)
    return {
        "game": position.game.name,
        "position": t3en(position),
        "turn": position.turn.value,
        **_bounds_fields("positionValue", known.bounds),
        "remoteness": known.distance,
        **_score_fields(known, unit),
        "weak": known.weak,
        "nodes": known.nodes,
        "ended": ended or known.ended or None,
        "reason": reason_words(known, reasons),
        "reasons": [reason.to_data(position.game.board) for reason in reasons],
        "moves": [
            {
                "move": move.name,
                "row": point[1] if len(point := position.game.board.points[move.move]) > 1 else 0,
                "column": point[0],
                "position": t3en(move.position),
                **_bounds_fields("moveValue", move.bounds),
                "remoteness": None if move.distance is None else move.distance - 1,
                "deltaRemoteness": _delta(move, nearest),
                **_score_fields(move, unit),
                "replies": move.replies,
                "losingReplies": move.losing,
            }
            for move in known.moves
        ],
    }


def read_evaluation(position: Position, data: Mapping[str, Any]) -> Evaluation:
    """Convert JSON data from `evaluation_json` back to the evaluation of a position.

    The losing replies are unknown, because the data only counts them.
    """
    moves = tuple(
        MoveEvaluation(
            move := position.game.board.cell(fields["move"]),
            position.play(move),
            _bounds(fields, "moveValue"),
            None if fields["remoteness"] is None else fields["remoteness"] + 1,
            fields.get("estimate"),
        )
        for fields in data["moves"]
    )
    return Evaluation(position, _bounds(data, "positionValue"), data["remoteness"], moves, data["nodes"])


def reason_words(known: Evaluation, reasons: Sequence[Reason]) -> str:
    """Explain why the best move is good. If the winner is not proven, also explain the estimate."""
    if not reasons or not known.moves or (score := known.moves[0].score) is None:
        return ""
    words = str(explain(known, known.moves[0].move, reasons))
    return words if known.value is not None else f"{words} {outlook(known.position, score)}".strip()


def _bounds_fields(field: str, bounds: Bounds) -> dict[str, Any]:
    if bounds.value is not None:
        return {field: VALUES[bounds.value]}
    return {field: "undecided", "possible": [VALUES[value] for value in range(bounds.high, bounds.low - 1, -1)]}


def _bounds(fields: Mapping[str, Any], field: str) -> Bounds:
    possible = [value for value, name in VALUES.items() if name in fields.get("possible", [fields[field]])]
    return Bounds(min(possible), max(possible))


def _score_fields(known: Evaluation | MoveEvaluation, unit: Unit | None) -> dict[str, Any]:
    if known.score is None:
        return {}
    if known.value is None:
        return {"estimate": round(known.score, 4)}
    if unit is None or (known.distance is None and unit not in ("one", "ten")):
        return {}
    return {"score": unit_value(known.score, known.distance, unit)}


def _nearest(known: Evaluation) -> dict[int, list[int]]:
    """Group the moves' distances to the end of the game by the value of the move."""
    nearest: dict[int, list[int]] = {}
    for move in known.moves:
        if move.distance is not None:
            nearest.setdefault(move.result, []).append(move.distance)
    return nearest


def _delta(move: MoveEvaluation, nearest: dict[int, list[int]]) -> int | None:
    if move.distance is None:
        return None
    plies = nearest[move.result]
    return max(plies) - move.distance if move.result < 0 else move.distance - min(plies)
