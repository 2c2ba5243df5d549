"""The Analyse page, where a person can set up a position, try moves, see the value of every move, and review a game."""

import asyncio
import json
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from noughts.explain.words import naming_of
from noughts.render.board.replay import replay_svg
from noughts.render.board.svg import board_svg
from noughts.render.history_svg import history_svg
from noughts.render.names import isolated
from noughts.rules.errors import NoughtsError
from noughts.rules.files.sgf import write_sgf
from noughts.rules.gallery import usual_name
from noughts.rules.game import Player
from noughts.rules.position import Position
from noughts.rules.record import Record, result_text
from noughts.rules.tree import LONGEST_COMMENT, MOST_NODES, write_game, write_tree
from noughts.web.analysis.engines import engines_of
from noughts.web.analysis.service import analyst_of, review_task
from noughts.web.games import client_of
from noughts.web.model.computers import computers
from noughts.web.model.errors import status_of
from noughts.web.model.fields import game_field, whole_number
from noughts.web.model.page_games import GAMES, MOST_CELLS
from noughts.web.model.stored_game import StoredGame
from noughts.web.model.study import DROPPED, TOO_LONG, Study, read, read_game_name
from noughts.web.model.task import AnalysisAnswer, ReviewAnswer
from noughts.web.pages.addresses import base_for_others
from noughts.web.pages.analyse.links import link_reader, linked_study
from noughts.web.pages.analyse.live_values import PART_PATIENCE, live_values
from noughts.web.pages.analyse.sharing import share_view
from noughts.web.pages.analyse.study_view import (
    GameChoice,
    choices_of,
    fits,
    marks_of,
    shortened,
    study_url,
    study_view,
    values_of,
)
from noughts.web.pages.columns import move_name, refusal
from noughts.web.pages.forms import PostedForm
from noughts.web.pages.play.saving import new_game_of
from noughts.web.pages.tabs import game_of, links_to_study
from noughts.web.pages.templating import download, from_script, render
from noughts.web.reading import read_games

_RETRY = 1_500  # milliseconds until the page asks again for an analysis
_TIMEOUT = 8.0  # seconds that a picture waits for a review
_SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"  # a picture has styles and runs no scripts


async def show(request: Request) -> Response:
    """Show a position of a game. Pressing a cell loads another position."""
    study = Study.of(Position(read_game_name({})))
    try:
        study = Study.of(Position(read_game_name(request.query_params)))  # shown if the moves are invalid
        study = read(request.query_params)
        after = _after(study, request.query_params)
        if after is not study:
            return _go(after)
    except NoughtsError as error:
        typed = request.query_params.get("comment", "")
        return await _show(request, study, refusal(error), typed=typed, status=status_of(error))
    return await _show(request, study)


def _after(study: Study, query: Mapping[str, str]) -> Study:
    """Return the study after the action in a URL, which can be a pressed cell, a move chosen in the list, or a comment.

    Raises:
        NoughtsError: the action is not possible.
    """
    after = study
    if cell := query.get("cell", ""):
        number = whole_number("cell", cell, MOST_CELLS)
        after = study.press(number) if study.editing else study.play(number)
    elif go := query.get("go", ""):
        line, _, at = go.partition(".")
        after = study.to(whole_number("line", line, MOST_NODES), whole_number("at", at, MOST_NODES))
        after = replace(after, editing=False)
    elif query.get("act") == "comment":
        after = study.comment(query.get("comment", ""))
    else:
        return study
    if not fits(after):
        raise NoughtsError(TOO_LONG)
    return after


async def no_import(request: Request) -> Response:
    """Redirect a browser that has reloaded the URL of a submitted form."""
    return RedirectResponse("/analyse", status_code=303)


async def import_text(request: Request) -> Response:
    """Show a pasted or uploaded position or game. If the text has several games, show a list to choose from.

    An empty text stands for the empty board of the chosen game.
    """
    form = await PostedForm.read(request)
    text, engines = form.get("file", "") or form.get("text", ""), engines_of(request)
    try:
        game = read_game_name(form)
        if not text.strip("\ufeff \t\r\n"):
            return _go(Study.of(Position(game)))
        if study := linked_study(text):
            return _go(study)
        link = await link_reader(request, text)
        trees, left = await engines.run(lambda: read_games(text, game, link=link))
    except NoughtsError as error:
        study = _study_before(form)
        return await _show(request, study, import_error=refusal(error), text=form.get("text", ""), chosen=form)
    if len(trees) > 1:
        choices = await engines.run(lambda: choices_of(trees))
        return await _show(request, _study_before(form), choices=choices, left=left, text=text, chosen=form)
    study = Study.of(trees[0])
    shown, dropped = await engines.run(lambda: shortened(study))
    return await _show(request, shown, DROPPED[dropped]) if dropped else _go(study)


async def save(request: Request) -> Response:
    """Store the game with its variations and comments in the browser's list of games."""
    form = await PostedForm.read(request)
    study = read(dict(parse_qsl(form.get("from", ""))))
    try:
        if "comment" in form:
            study = study.comment(form["comment"])
        await client_of(request).create_all([new_game_of(study.tree)], form.get("once", ""))
    except NoughtsError as error:
        return await _show(request, study, refusal(error), status=status_of(error))
    return await _show(request, study, "Saved in your games.", tone="", once=form.get("once", ""))


async def history(request: Request) -> Response:
    """Draw a graph of the value after each move."""
    study = read(request.query_params)
    task = review_task(study.record, naming=naming_of(study.game))
    review: ReviewAnswer = json.loads(await analyst_of(request).expect_text(task, request, patience=_TIMEOUT))
    narrow = request.query_params.get("narrow", "") == "1"
    x, o = map(isolated, study.record.names)
    moves = [move_name(study.game, move) for move in study.record.moves]
    record, marks = replace(study.record, names=(x, o)), marks_of(review)
    svg = history_svg(record, values_of(review), moves=moves, marks=marks, narrow=narrow)
    return _svg(svg)


async def board(request: Request) -> Response:
    """Draw the board."""
    study = read(request.query_params)
    caption = result_text(study.record if study.path == study.record.moves else study.position)
    caption = f"{study.position.turn} to move" if caption == "unfinished" else caption
    return _svg(board_svg(study.position, last=study.last, caption=caption, discs=True), "board.svg")


async def moving(request: Request) -> Response:
    """Draw the game as an animated picture, up to the shown position or to the end of the game."""
    study = read(request.query_params)
    record = study.tree.line(study.path) if study.path == study.line else Record(study.tree.start, study.path)
    caption = result_text(record) if record.is_over else ""
    return _svg(replay_svg(record, caption=caption), "game.svg")


async def sgf(request: Request) -> Response:
    """Download the game with its variations and comments as SGF."""
    return download(write_sgf(read(request.query_params).tree), "application/x-go-sgf", "noughts.sgf")


async def moves(request: Request) -> Response:
    """Download the game as a list of moves, with its variations and comments."""
    return download(write_game(read(request.query_params).tree), "text/plain; charset=utf-8", "noughts.txt")


def _only_person(game: StoredGame | None) -> str:
    """Return the side of the person in a game against the computer, or an empty string for other games."""
    people = [player for player in Player if game and not game.linked and not game.seat(player).level]
    return str(people[0]) if len(people) == 1 else ""


async def _show(
    request: Request,
    study: Study,
    note: str = "",
    *,
    tone: str = "refusal",
    import_error: str = "",
    choices: Sequence[GameChoice] = (),
    left: int = 0,
    text: str = "",
    typed: str = "",
    chosen: Mapping[str, str] | None = None,
    once: str = "",
    status: int = 200,
) -> Response:
    analysis, review, trouble = await _analysis_and_review(request, study)
    live = None if trouble else live_values(study, analysis)
    waits = not trouble and not study.editing and not study.position.is_over and analysis is None
    reviews = not trouble and study.is_reviewed and review is None
    name = game_field(chosen) if chosen else study.game.name
    played = await game_of(request, study)
    return render(
        request,
        "analyse.html",
        status=400 if import_error else status,
        tab="analyse",
        view=study_view(study, analysis, review),
        study=study,
        fields=study.query(),
        note=note or trouble,
        tone="refusal" if trouble else tone,
        import_error=import_error,
        choices=choices,
        left=left,
        text=text,
        typed=typed,
        moves_text=write_tree(study.tree.without_properties()),
        thinking=waits,
        live=live,
        reviewing=reviews,
        retry=_RETRY if (waits or reviews) and not (note or import_error) else 0,
        over=study.record.is_over and not study.editing,
        played=played,
        me=_only_person(played),
        sharing_first="share" in request.query_params,
        share=share_view(study, base_for_others(request), marks_of(review) if review else ()),
        game=usual_name(name) or "tictactoe",
        games=GAMES,
        computers=computers(study.game),
        longest_comment=LONGEST_COMMENT,
        once=once,
        tab_links=links_to_study(study, played),
    )


async def _analysis_and_review(
    request: Request, study: Study
) -> tuple[AnalysisAnswer | None, ReviewAnswer | None, str]:
    """Return the analysis and the review if they are ready, and the error if one of them failed."""
    analyst, waits = analyst_of(request), list[Awaitable[Any]]()
    values = not study.editing and not study.position.is_over
    if values:
        soon = PART_PATIENCE if from_script(request) and live_values(study, None) else None
        waits.append(analyst.analysis(study.position, request, patience=soon))
    if study.is_reviewed:
        waits.append(analyst.review(study.record, None if values else request))
    answers: list[Any] = list(await asyncio.gather(*waits, return_exceptions=True))
    trouble = ""
    for number, answer in enumerate(answers):
        if isinstance(answer, NoughtsError):
            answers[number], trouble = None, refusal(answer)
        elif isinstance(answer, BaseException):
            raise answer
    analysis = answers.pop(0) if values else None
    return analysis, answers.pop(0) if answers else None, trouble


def _study_before(form: PostedForm) -> Study:
    """Return the study of the page that contains the form, or the empty board if the form names no study."""
    try:
        return replace(read(dict(parse_qsl(form.get("from", "")))), editing=False)
    except (NoughtsError, ValueError):
        return Study.of(Position(read_game_name({})))


def _go(study: Study) -> Response:
    return RedirectResponse(f"/{study_url(study)}", status_code=303)


def _svg(svg: str, name: str = "") -> Response:
    return download(svg, "image/svg+xml", name, **{"Content-Security-Policy": _SVG_POLICY})


routes = [
    Route("/analyse", show),
    Route("/analyse/import", no_import),
    Route("/analyse/import", import_text, methods=["POST"]),
    Route("/analyse/save", no_import),
    Route("/analyse/save", save, methods=["POST"]),
    Route("/analyse/history.svg", history),
    Route("/analyse/board.svg", board),
    Route("/analyse/game.svg", moving),
    Route("/analyse/game.sgf", sgf),
    Route("/analyse/moves.txt", moves),
]
