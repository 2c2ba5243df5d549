"""The Analyse page: any position set up, free moves for both sides, what every cell is worth, a game gone through."""

import asyncio
from collections.abc import Awaitable, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from noughts.apps.names import isolated
from noughts.apps.web.engines.analysis_service import AnalysisService
from noughts.apps.web.model.errors import sentence, status_of
from noughts.apps.web.model.setup import GAMES, Setup, computers, usual_name
from noughts.apps.web.pages.fields import game_field
from noughts.apps.web.pages.forms import Form
from noughts.apps.web.pages.study import Study, read, read_cell, read_game_name, read_pasted
from noughts.apps.web.pages.study_view import address, marks_of, study_view, values_of
from noughts.apps.web.pages.templating import beside, render
from noughts.render.history_svg import history_svg
from noughts.render.svg import board_svg
from noughts.rules.errors import NoughtsError
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.rules.record import write_moves
from noughts.rules.sgf import write_sgf

router = APIRouter(include_in_schema=False)

_AGAIN = 1_500  # milliseconds until the page looks again for an answer
_PATIENCE = 8.0  # seconds that a picture waits for one
_PICTURE = "default-src 'none'; style-src 'unsafe-inline'; sandbox"  # it has its own colours, and runs nothing


@router.get("/analyse")
async def show(request: Request) -> Response:
    """Show a position of a game; a press on a cell leads to another."""
    study = Study.of(Position(read_game_name({})))
    try:
        study = read(request.query_params)
        if cell := request.query_params.get("cell", ""):
            return _go(study.press(read_cell(cell)) if study.editing else study.play(read_cell(cell)))
    except NoughtsError as error:
        return await _show(request, study, sentence(error), status=status_of(error))
    return await _show(request, study)


@router.get("/analyse/import")
async def nothing_to_import(request: Request) -> Response:
    """Send on who comes here without a form."""
    return RedirectResponse("/analyse", status_code=303)


@router.post("/analyse/import")
async def import_text(request: Request) -> Response:
    """Show what was pasted or uploaded: a position, moves, or SGF; nothing gives the empty board of the game chosen."""
    form = await Form.read(request)
    text = form.get("file", "") or form.get("text", "")
    try:
        return _go(await beside(request).read(read_pasted, text, read_game_name(form)))
    except NoughtsError as error:
        study = _come_from(form)
        return await _show(request, study, misread=sentence(error), text=form.get("text", ""), chosen=form)


@router.get("/analyse/history.svg")
async def history(request: Request) -> Response:
    """Draw how the value changed from move to move."""
    study = read(request.query_params)
    review = await _analyst(request).ask(_review_task(study), request, patience=_PATIENCE)
    if review is None:
        raise NoughtsError("the answer did not come in time: ask again in a moment")
    narrow = request.query_params.get("narrow", "") == "1"
    x, o = map(isolated, study.record.names)
    drawn = history_svg(replace(study.record, names=(x, o)), values_of(review), marks=marks_of(review), narrow=narrow)
    return _file(drawn, "image/svg+xml")


@router.get("/analyse/board.svg")
async def board(request: Request) -> Response:
    """Draw the board."""
    study = read(request.query_params)
    return _file(board_svg(study.position, last=study.last), "image/svg+xml", "board.svg")


@router.get("/analyse/game.sgf")
async def sgf(request: Request) -> Response:
    """Give the game as SGF."""
    return _file(write_sgf(read(request.query_params).record), "application/x-go-sgf", "noughts.sgf")


@router.get("/analyse/moves.txt")
async def moves(request: Request) -> Response:
    """Give the game as a plain list of moves."""
    return _file(write_moves(read(request.query_params).record), "text/plain; charset=utf-8", "noughts.txt")


async def _show(
    request: Request,
    study: Study,
    note: str = "",
    *,
    misread: str = "",
    text: str = "",
    chosen: Mapping[str, str] | None = None,
    status: int = 200,
) -> Response:
    analysis, review, trouble = await _thought(request, study)
    view = study_view(study, analysis, review)
    waits = not trouble and not study.editing and not study.position.is_over and analysis is None
    goes_through = not trouble and study.is_reviewed and review is None
    name = game_field(chosen) if chosen else study.game.name
    return render(
        request,
        "analyse.html",
        status=400 if misread else status,
        tab="analyse",
        view=view,
        study=study,
        fields=study.query(),
        note=note or trouble,
        tone="refusal",
        misread=misread,
        text=text,
        thinking=waits,
        going_through=goes_through,
        again=_AGAIN if (waits or goes_through) and not (note or misread) else 0,
        link=f"{request.url.scheme}://{request.url.netloc}{address(study)}",
        setup=Setup(usual_name(name) or "tictactoe"),
        games=GAMES,
        computers=computers(study.game),
    )


async def _thought(request: Request, study: Study) -> tuple[Any, Any, str]:
    """Return what is known of the position and of the game, and why something cannot be known."""
    analyst, waits = _analyst(request), list[Awaitable[Any]]()
    values = not study.editing and not study.position.is_over
    if values:
        waits.append(analyst.analyse(study.game.name, t3en(study.position), request))
    if study.is_reviewed:
        waits.append(analyst.ask(_review_task(study), None if values else request))
    found = list(await asyncio.gather(*waits, return_exceptions=True))
    trouble = ""
    for number, answer in enumerate(found):
        if isinstance(answer, NoughtsError):
            found[number], trouble = None, sentence(answer)
        elif isinstance(answer, BaseException):
            raise answer
    analysis = found.pop(0) if values else None
    return analysis, found.pop(0) if found else None, trouble


def _review_task(study: Study) -> dict[str, Any]:
    record = study.record
    return {
        "do": "review",
        "game": study.game.name,
        "start": t3en(record.start),
        "moves": list(record.moves),
    }


def _come_from(form: Form) -> Study:
    """Return the study that a form was sent from, as far as it can be read."""
    try:
        return replace(read(dict(parse_qsl(form.get("from", "")))), editing=False)
    except (NoughtsError, ValueError):
        return Study.of(Position(read_game_name({})))


def _go(study: Study) -> Response:
    return RedirectResponse(address(study), status_code=303)


def _file(text: str, kind: str, name: str = "") -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'} if name else {}
    if kind == "image/svg+xml":
        headers["Content-Security-Policy"] = _PICTURE
    return Response(text, media_type=kind, headers=headers)


def _analyst(request: Request) -> AnalysisService:
    analyst: AnalysisService = request.app.state.analyst
    return analyst
