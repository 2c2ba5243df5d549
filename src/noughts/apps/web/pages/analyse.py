"""The Analyse page: set up a position, try moves for both sides, see the value of every move, and review a game."""

import asyncio
from collections.abc import Awaitable, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from noughts.apps.names import isolated
from noughts.apps.web.model.errors import TooLong, sentence, status_of
from noughts.apps.web.model.fields import game_field, whole_number
from noughts.apps.web.model.page_games import GAMES, MOST_CELLS, usual_name
from noughts.apps.web.model.setup import Setup, computers
from noughts.apps.web.pages.forms import Form
from noughts.apps.web.pages.study import Study, read, read_game_name, read_pasted
from noughts.apps.web.pages.study_view import marks_of, study_url, study_view, values_of
from noughts.apps.web.pages.templating import analyst_of, download, render
from noughts.apps.web.reading import in_thread
from noughts.render.history_svg import history_svg
from noughts.render.svg import board_svg
from noughts.rules.errors import NoughtsError
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.rules.record import write_moves
from noughts.rules.sgf import write_sgf

_RETRY = 1_500  # milliseconds until the page asks again for an analysis
_TIMEOUT = 8.0  # seconds that a picture waits for a review
_SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"  # a picture has styles and runs no scripts


async def show(request: Request) -> Response:
    """Show a position of a game. Pressing a cell loads another position."""
    study = Study.of(Position(read_game_name({})))
    try:
        study = read(request.query_params)
        if cell := request.query_params.get("cell", ""):
            number = whole_number("cell", cell, MOST_CELLS)
            return _go(study.press(number) if study.editing else study.play(number))
    except NoughtsError as error:
        return await _show(request, study, sentence(error), status=status_of(error))
    return await _show(request, study)


async def no_import(request: Request) -> Response:
    """Redirect a browser that reloads the URL of the import form."""
    return RedirectResponse("/analyse", status_code=303)


async def import_text(request: Request) -> Response:
    """Show a pasted or uploaded position or game. An empty text stands for the empty board of the chosen game."""
    form = await Form.read(request)
    text = form.get("file", "") or form.get("text", "")
    try:
        game = read_game_name(form)
        return _go(await in_thread(lambda pasted: read_pasted(pasted, game), text))
    except NoughtsError as error:
        study = _study_before(form)
        return await _show(request, study, import_error=sentence(error), text=form.get("text", ""), chosen=form)


async def history(request: Request) -> Response:
    """Draw a picture of the value after each move."""
    study = read(request.query_params)
    review = await analyst_of(request).ask(_review_task(study), request, patience=_TIMEOUT)
    if review is None:
        raise TooLong("the engines need more time for this: try again in a moment")
    narrow = request.query_params.get("narrow", "") == "1"
    x, o = map(isolated, study.record.names)
    svg = history_svg(replace(study.record, names=(x, o)), values_of(review), marks=marks_of(review), narrow=narrow)
    return _svg(svg)


async def board(request: Request) -> Response:
    """Draw the board."""
    study = read(request.query_params)
    return _svg(board_svg(study.position, last=study.last), "board.svg")


async def sgf(request: Request) -> Response:
    """Download the game as SGF."""
    return download(write_sgf(read(request.query_params).record), "application/x-go-sgf", "noughts.sgf")


async def moves(request: Request) -> Response:
    """Download the game as a plain list of moves."""
    return download(write_moves(read(request.query_params).record), "text/plain; charset=utf-8", "noughts.txt")


async def _show(
    request: Request,
    study: Study,
    note: str = "",
    *,
    import_error: str = "",
    text: str = "",
    chosen: Mapping[str, str] | None = None,
    status: int = 200,
) -> Response:
    analysis, review, trouble = await _analysis_and_review(request, study)
    waits = not trouble and not study.editing and not study.position.is_over and analysis is None
    reviews = not trouble and study.is_reviewed and review is None
    name = game_field(chosen) if chosen else study.game.name
    return render(
        request,
        "analyse.html",
        status=400 if import_error else status,
        tab="analyse",
        view=study_view(study, analysis, review),
        study=study,
        fields=study.query(),
        note=note or trouble,
        tone="refusal",
        import_error=import_error,
        text=text,
        thinking=waits,
        reviewing=reviews,
        retry=_RETRY if (waits or reviews) and not (note or import_error) else 0,
        link=f"{request.url.scheme}://{request.url.netloc}{study_url(study)}",
        setup=Setup(usual_name(name) or "tictactoe"),
        games=GAMES,
        computers=computers(study.game),
    )


async def _analysis_and_review(request: Request, study: Study) -> tuple[Any, Any, str]:
    """Return the analysis and the review if they are ready, and the error if one of them failed."""
    analyst, waits = analyst_of(request), list[Awaitable[Any]]()
    values = not study.editing and not study.position.is_over
    if values:
        task = {"do": "analyse", "game": study.game.name, "position": t3en(study.position)}
        waits.append(analyst.ask(task, request))
    if study.is_reviewed:
        waits.append(analyst.ask(_review_task(study), None if values else request))
    answers = list(await asyncio.gather(*waits, return_exceptions=True))
    trouble = ""
    for number, answer in enumerate(answers):
        if isinstance(answer, NoughtsError):
            answers[number], trouble = None, sentence(answer)
        elif isinstance(answer, BaseException):
            raise answer
    analysis = answers.pop(0) if values else None
    return analysis, answers.pop(0) if answers else None, trouble


def _review_task(study: Study) -> dict[str, Any]:
    record = study.record
    return {
        "do": "review",
        "game": study.game.name,
        "start": t3en(record.start),
        "moves": list(record.moves),
    }


def _study_before(form: Form) -> Study:
    """Return the study of the page that contains the form, or the empty board if the form does not name one."""
    try:
        return replace(read(dict(parse_qsl(form.get("from", "")))), editing=False)
    except (NoughtsError, ValueError):
        return Study.of(Position(read_game_name({})))


def _go(study: Study) -> Response:
    return RedirectResponse(study_url(study), status_code=303)


def _svg(svg: str, name: str = "") -> Response:
    return download(svg, "image/svg+xml", name, **{"Content-Security-Policy": _SVG_POLICY})


routes = [
    Route("/analyse", show),
    Route("/analyse/import", no_import),
    Route("/analyse/import", import_text, methods=["POST"]),
    Route("/analyse/history.svg", history),
    Route("/analyse/board.svg", board),
    Route("/analyse/game.sgf", sgf),
    Route("/analyse/moves.txt", moves),
]
