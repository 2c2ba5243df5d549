"""Stream values to the board of the Analyse page as they are proved, the winner after each move before the distance.

The page shows the engine's first answer. If this answer does not prove everything, the page's script opens a stream.
Each of its events contains the cells that have changed, as HTML, so the script only puts them in their places.
"""

import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from noughts.explain.board_legend import legend
from noughts.explain.reasons.outlook import outlook
from noughts.explain.words import naming_of, plural
from noughts.rules.board import Cell
from noughts.rules.errors import NoughtsError
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.solver.kernels.limits import MOST_CELLS
from noughts.solver.policy import MOST_IN_PYTHON, finds_distances
from noughts.web.analysis.service import MOST_SECONDS, AnalysisService, analyst_of, position_task
from noughts.web.live.events import EventFields, sse
from noughts.web.model.errors import sentence
from noughts.web.model.fields import whole_number
from noughts.web.model.study import Study, read
from noughts.web.model.task import AnalysisAnswer
from noughts.web.pages.analyse.study_view import standing
from noughts.web.pages.board_view import BoardView, board_view
from noughts.web.pages.templating import fragment

_SECONDS = 10  # for the first search
_LONGER = 60  # for each further one
_LEGEND = legend("in 5")
_ESTIMATES = legend(estimate="“about +0.21”, on small cells “+.21” or “+”,")
PART_PATIENCE = 0.3
"""The seconds that a page with scripts waits for the first answer before it shows values as they are proved."""


@dataclass(frozen=True)
class LiveValues:
    """The progress of proving the values on the board, with the URL of the stream that proves more values.

    Attributes:
        url: the URL of the stream that proves more.
        runs: whether the page should open the stream at once.
        words: how much is known, in a sentence.
        legend: an explanation of proved values.
        estimates: an explanation of estimates. If every move is proved, it is hidden but keeps its place.
        longer: the time limit of a further search in seconds.
    """

    url: str
    runs: bool
    words: str
    legend: str = _LEGEND
    estimates: str = _ESTIMATES
    longer: int = _LONGER


def live_values(study: Study, analysis: AnalysisAnswer | None) -> LiveValues | None:
    """Return the progress of proving the values of a position, or None if a stream would not help.

    On small boards the first answer proves everything. On very large boards nothing can be proved.
    """
    position = study.position
    if study.editing or position.is_over or not MOST_IN_PYTHON < len(study.game.board) <= MOST_CELLS:
        return None
    last = {} if study.last is None else {"last": str(study.last)}
    query = urlencode({"game": study.game.name, "position": t3en(position)} | last, safe=",/")
    proved = analysis is not None and is_proved(position, analysis)
    words = "Every move is proved." if proved else "Not every move is proved yet." if analysis else "Still thinking …"
    return LiveValues(f"analyse/values?{query}", not proved, words)


def is_proved(position: Position, analysis: AnalysisAnswer) -> bool:
    """Return whether an analysis proves who wins after each move, and how soon.

    A stream can then add nothing.
    """
    moves = analysis["moves"]
    if len(moves) < len(position.moves) or any(move["moveValue"] == "undecided" for move in moves):
        return False
    timed = finds_distances(position, with_kernel=True)
    return not timed or all(move["remoteness"] is not None for move in moves)


async def values(request: Request) -> Response:
    """Stream the values of a position as server-sent events, until everything is proved or the time is up."""
    if request.method == "HEAD":
        return Response(media_type="text/event-stream")
    query = request.query_params
    position = read({name: query.get(name, "") for name in ("game", "position")}).position
    last = whole_number("last", query["last"], len(position.game.board) - 1) if "last" in query else None
    seconds = max(1, whole_number("seconds", query.get("seconds", str(_SECONDS)), MOST_SECONDS))
    return sse(_events(analyst_of(request), position, last, seconds))


async def _events(
    analyst: AnalysisService, position: Position, last: Cell | None, seconds: int
) -> AsyncIterator[EventFields]:
    task, shown = position_task("analyse", position, naming=naming_of(position.game)), dict[str, dict[str, str]]()
    first = cast(AnalysisAnswer | None, analyst.known(task))
    nodes, again = 0, False
    try:
        steps = position_task("steps", position) | {"known": first}
        async with aclosing(analyst.engines.steps(steps, seconds=seconds)) as steps_known:
            async for step in steps_known:
                if not step:  # nothing is known yet
                    continue
                analysis: AnalysisAnswer = json.loads(step)
                cells = _cells(board_view(position, awaited=True, last=last, analysis=analysis))
                news = {number: cell for number, cell in cells.items() if shown.get(number) != cell}
                shown = cells
                nodes, again = analysis["nodes"], is_proved(position, analysis)
                words = known_words("Every move is proved" if again else "Still thinking", nodes)
                status, why = standing(Study.of(position), analysis), _why(position, analysis)
                yield _event("values", status=status, words=words, cells=news, proved=again, why=why)
        words = known_words("Every move is proved" if again else "Not every move is proved yet", nodes)
        if again and not (first and is_proved(position, first)):  # the engine now finds the reasons quickly
            again = await analyst.ask(task, patience=_LONGER) is not None
    except NoughtsError as error:
        words, again = sentence(error), False
    yield _event("end", words=words, again=again)


def _why(position: Position, analysis: AnalysisAnswer) -> str:
    """Explain where the estimate of a position comes from. The text is empty if the result of the position is
    proved."""
    if analysis["positionValue"] != "undecided" or "estimate" not in analysis:
        return ""
    return outlook(position, analysis["estimate"], naming_of(position.game))


def _cells(view: BoardView) -> dict[str, dict[str, str]]:
    return {
        str(cell.cell): {
            "classes": fragment("board.html", "classes", cell),
            "inside": fragment("board.html", "inside", cell, view.form),
            "label": cell.label,
        }
        for layer in view.layers
        for _, row in layer.rows
        for cell in row
    }


def known_words(known: str, nodes: int) -> str:
    """Return a sentence with the number of searched states, such as ``Still thinking · 1.2 million states``.

    A result from the opening book took no states, so their number is left out.
    """
    if not nodes:
        return f"{known}."
    if nodes >= 1_000_000:
        return f"{known} · {nodes / 1_000_000:.1f} million states"
    return f"{known} · {plural(nodes, 'state')}"


def _event(name: str, **data: Any) -> EventFields:
    return {"event": name, "data": json.dumps(data)}


routes = [Route("/analyse/values", values)]
