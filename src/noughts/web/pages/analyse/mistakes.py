"""The page *Learn from your mistakes*: the reader goes back to each mistake of a game, and looks for a better move.

The URL contains the whole state: the game as on the Analyse page, and

    side=x   n=2   cell=4   answer=1

``side`` is the player whose mistakes are shown (by default, both players), ``n`` is the number of the mistake, ``cell``
is the move that the reader tries, and ``answer`` shows the answer.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from noughts.explain.review.review import GAVE_AWAY
from noughts.explain.words import naming_of
from noughts.puzzles.verdict import MOST_MOVES
from noughts.render.board.layers import landing
from noughts.render.names import isolated
from noughts.rules.board import Move
from noughts.rules.errors import IllegalMove, NotationError, NoughtsError
from noughts.rules.game import Player
from noughts.rules.position import Position
from noughts.rules.record import Record
from noughts.web.analysis.service import AnalysisService, analyst_of
from noughts.web.model.fields import whole_number
from noughts.web.model.study import Study, read
from noughts.web.model.task import AnalysisAnswer, MoveAnswer, Result, ReviewedMoveAnswer, ReviewedValue
from noughts.web.pages.analyse.study_view import study_url
from noughts.web.pages.board_view import BoardView, board_view
from noughts.web.pages.columns import move_name, refusal
from noughts.web.pages.tabs import game_of, links_to_study
from noughts.web.pages.templating import render

_RETRY = 1_500  # milliseconds until the page asks again
_TIMEOUT = 8.0  # seconds that the page waits for the verdict on one move
_VALUES: dict[str, Result] = {"win": "win", "draw": "tie", "loss": "lose"}
_SIDES = (("Both players", ""), ("Only X", "x"), ("Only O", "o"))
_GOALS = {"win": "Find a move that still wins.", "draw": "Find a move that keeps the draw."}


@dataclass(frozen=True)
class Judgement:
    """The page's verdict on the reader's move, or on the answer if it is shown.

    Attributes:
        move: the move, or None if nothing was tried.
        words: sentences about it.
        tone: ``right``, ``wrong``, ``answer``, ``unsure`` or empty.
        value: the value of the move to show on its cell, or None.
    """

    move: Move | None = None
    words: str = ""
    tone: str = ""
    value: MoveAnswer | None = None


@dataclass(frozen=True)
class Exercise:
    """A mistake in a reviewed game, as an exercise.

    Attributes:
        ply: the number of the move in the game.
        number: the number of the mistake, from 1.
        count: the number of mistakes.
        told: what was played, in a sentence.
        goal: what to find.
        board: the board before the mistake, with a wrong move played out, or after the right move.
        turn: who is to move.
        verdict: the verdict on the reader's move.
    """

    ply: int
    number: int
    count: int
    told: str
    goal: str
    board: BoardView
    turn: Player
    verdict: Judgement


async def show(request: Request) -> Response:
    """Show a mistake, and judge the move that the reader tries."""
    query, note, status = request.query_params, "", 200
    study = read(query)
    side, number = query.get("side", ""), whole_number("n", query.get("n", "1"), 1_000)
    if side not in ("", "x", "o"):
        raise NotationError(f"unknown player {side[:20]!r}: expected x or o")
    exercise, counts, review = None, dict[str, int](), None
    try:
        review = await analyst_of(request).review(study.record, request)
        if review:
            mistakes = [move for move in review["moves"] if move["mark"] in GAVE_AWAY]
            counts = {player.value: sum(m["player"] == player.value for m in mistakes) for player in Player}
            chosen = [move for move in mistakes if side in ("", move["player"])]
            if chosen:
                number = max(1, min(number, len(chosen)))
                exercise = await _exercise(analyst_of(request), study, chosen, number, query)
    except NoughtsError as error:
        note, status = refusal(error), 409 if isinstance(error, IllegalMove) else 503
    fields = study.query() | ({"side": side} if side else {})

    def url(**more: object) -> str:
        return f"analyse/mistakes?{urlencode(fields | more, safe=',/')}"

    has_choice = bool(side) or all(counts.get(player.value) for player in Player)
    return render(
        request,
        "mistakes.html",
        status=status,
        tab="analyse",
        exercise=exercise,
        note=note,
        tone="refusal",
        waits=review is None and not note,
        retry=_RETRY,
        fields=fields | {"n": str(number)},
        sides=[(words, url(side=player), player == side) for words, player in _SIDES] if has_choice else [],
        here=url(n=number),
        answer=url(n=number, answer=1),
        after=url(n=number + 1) if exercise and number < exercise.count else "",
        before=url(n=number - 1) if number > 1 else "",
        game=study_url(study.go(exercise.ply) if exercise else study),
        tab_links=links_to_study(study, await game_of(request, study)),
    )


async def _exercise(
    analyst: AnalysisService, study: Study, mistakes: list[ReviewedMoveAnswer], number: int, query: Mapping[str, str]
) -> Exercise:
    mistake = mistakes[number - 1]
    ply, position = mistake["number"], study.record.positions[mistake["number"] - 1]
    verdict, played = Judgement(), tuple[Move, ...]()
    if cell := query.get("cell", ""):
        move = landing(position, whole_number("cell", cell, len(position.game.board) - 1))
        position.expect_legal(move)
        review = await analyst.review(Record(position, (move,)), patience=_TIMEOUT)
        verdict = judge(position, mistake, review["moves"][0] if review else None, move)
        played = await _refutation(analyst, position, move) if verdict.tone == "wrong" else ()
    elif query.get("answer") == "1":
        verdict = _answer(mistake, position)
    shown, last = position, study.record.moves[ply - 2] if ply > 1 else None
    values: AnalysisAnswer | None = {"moves": [verdict.value]} if verdict.value else None
    if verdict.tone == "right" and verdict.move is not None:
        shown, last, values = position.play(verdict.move), verdict.move, None
    name = study.record.names[position.turn is Player.O]
    who = f"{isolated(name)} ({position.turn})" if name else str(position.turn)
    return Exercise(
        ply,
        number,
        len(mistakes),
        f"Move {ply}: {who} played {move_name(position.game, mistake['cell'])}{consequence(mistake, position)}.",
        _GOALS.get(mistake["before"]["value"] if mistake["before"] else "", "Find a better move."),
        board_view(shown, awaited=shown is position, last=last, analysis=values, played=played),
        position.turn,
        verdict,
    )


async def _refutation(analyst: AnalysisService, position: Position, move: Move) -> tuple[Move, ...]:
    """Return a wrong move and the known best play after it, up to a win or to the first answer that draws."""
    after = position.play(move)
    known = None if after.is_over else await analyst.analysis(after)
    names = known.get("line", []) if known else []
    most = 1 if known and known.get("positionValue") == "tie" else MOST_MOVES
    return (move, *map(position.game.board.cell, names[:most]))


def judge(position: Position, mistake: ReviewedMoveAnswer, tried: ReviewedMoveAnswer | None, move: Move) -> Judgement:
    """Return the verdict on a move that the reader tries instead of a mistake.

    Args:
        position: the position before the move.
        mistake: the review of the mistake.
        tried: the review of the reader's move, or None if the engines have had no time for it.
        move: the reader's move.
    """
    if tried is None:
        return Judgement(move, "The engines are busy: try again in a moment.", "unsure")
    value = _value(tried["player"], tried["after"], move)
    subject = naming_of(position.game).subject(position.game.board, move, first=True)
    if tried["move"] == mistake["move"] or tried["mark"] in GAVE_AWAY:
        again = "That is the move of the game." if tried["move"] == mistake["move"] else ""
        why = [f"{subject} {wrong}" for wrong in tried["sentences"][:1]]  # the other sentences name better moves
        return Judgement(move, " ".join(filter(None, [again, *why, "Try again."])), "wrong", value)
    if mistake["before"] and (not tried["after"] or tried["after"]["value"] != mistake["before"]["value"]):
        return Judgement(move, f"{subject} was not searched to the end. Try another move.", "unsure", value)
    return Judgement(move, f"Right! {tried['text']}", "right", value)


def _answer(mistake: ReviewedMoveAnswer, position: Position) -> Judgement:
    better = mistake["better"]
    if not better:
        return Judgement(None, "A better move is not known.", "unsure")
    move = position.game.board.cell(better["move"])
    value = _value(mistake["player"], mistake["before"], move, best=True)
    subject = naming_of(position.game).subject(position.game.board, move)
    words = " ".join([subject, *better["sentences"]]) if better["sentences"] else ""
    return Judgement(move, f"The answer: {words}", "answer", value)


def _value(player: str, known: ReviewedValue | None, move: Move, best: bool = False) -> MoveAnswer | None:
    """Return the value that an analysis gives a player's move, or None if it is unknown."""
    if not known:
        return None
    other = "o" if player == "x" else "x"
    value, plies = _VALUES[known["value"]], known["plies"] - 1
    return {"moveValue": value, "remoteness": plies, "position": other, "cell": move, "best": best}


def consequence(mistake: ReviewedMoveAnswer, position: Position) -> str:
    """Describe the effect of a mistake, as the end of a sentence."""
    if not mistake["before"] or not mistake["after"]:
        return f", and {position.turn.other} could win"
    return f" and turned a {mistake['before']['value']} into a {mistake['after']['value']}"


routes = [Route("/analyse/mistakes", show)]
