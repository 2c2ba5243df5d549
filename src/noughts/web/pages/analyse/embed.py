"""A board that other sites can embed, with a position or a game, but without the header of our pages."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from noughts.explain.words import game_words
from noughts.rules.errors import NoughtsError
from noughts.rules.position import Position
from noughts.web.model.errors import status_of
from noughts.web.model.study import Study, read
from noughts.web.pages.analyse.study_view import standing, study_url
from noughts.web.pages.board_view import board_view
from noughts.web.pages.columns import refusal
from noughts.web.pages.templating import render

_PATH = "embed"


async def show(request: Request) -> Response:
    """Show the embedded board. The URL has the same fields as on the Analyse page."""
    study, error, status = Study.of(Position()), "", 200
    try:
        study = read(request.query_params)
    except NoughtsError as invalid:
        error, status = refusal(invalid), status_of(invalid)
    at, plies = study.at, len(study.line)
    steps = {"start": 0, "undo": at - 1, "redo": at + 1, "end": plies}
    return render(
        request,
        "embed.html",
        status=status,
        note=error,
        words=game_words(study.game),
        headline=standing(study, None),
        comment=study.node.comment,
        board=board_view(study.position, awaited=False, last=study.last),
        steps={name: study_url(study.go(ply), _PATH) for name, ply in steps.items() if 0 <= ply <= plies and ply != at},
        plies=plies,
        at=at,
        whole=study_url(study),
    )


routes = [Route(f"/{_PATH}", show)]
