"""The Paper pages, with worksheets, their answer keys and lesson plans to print."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from noughts.explain.exercises.worksheet import MOST_EMPTIES, SHEET_ALGORITHMS, SHEET_UNITS
from noughts.explain.words import game_words
from noughts.puzzles import SHIPPED, THEMES
from noughts.puzzles.sheets import LEVELS
from noughts.render.paper import PrintedSheets
from noughts.rules.errors import NoughtsError
from noughts.rules.gallery import game as named_game
from noughts.web.analysis.service import analyst_of
from noughts.web.model.errors import NotFound, TooLong, status_of
from noughts.web.model.page_games import GAMES
from noughts.web.model.paper import MOST_CELLS, MOST_COUNT, MOST_TREES, MOST_VARIANTS, Paper
from noughts.web.pages.columns import refusal
from noughts.web.pages.learn.lessons import LessonPlan, plans
from noughts.web.pages.static_files import COMPRESSED
from noughts.web.pages.tabs import links_to_latest
from noughts.web.pages.templating import render

_TIMEOUT = 10.0  # seconds to wait for the sheets

_SCORES = {
    "noughts": "1 + empty cells",
    "one": "±1",
    "ten": "±10",
    "depth": "±(10 − depth)",
    "winner": "who wins, for children",
}
_ALGORITHMS = {"minimax": "minimax", "alphabeta": "alpha-beta"}


@dataclass(frozen=True)
class LessonPaper:
    """The printed material of a lesson plan.

    Attributes:
        audience: the people that the lesson is for.
        sheet: its worksheet.
    """

    audience: str
    sheet: Paper


LESSON_PAPERS: Mapping[str, LessonPaper] = {
    "by-hand": LessonPaper("ages 10 to 12", Paper(count=6, empties=3, trees=2, scores="winner", seed=178)),
    "with-the-page": LessonPaper("ages 14 to 16", Paper(count=0, trees=1, seed=21)),
    "in-code": LessonPaper("first-year students", Paper(count=0, trees=1, scores="noughts", seed=16)),
}
"""The sheets of the lesson plans, by the names of the plans."""


async def sheet(request: Request) -> Response:
    """Show the sheets without answers, and the form with their settings."""
    return await _page(request, is_key=False)


async def key(request: Request) -> Response:
    """Show the answers to the sheets."""
    return await _page(request, is_key=True)


async def plan(request: Request) -> Response:
    """Show a lesson plan."""
    shown = _plan(request)
    fields = LESSON_PAPERS[shown.name].sheet.fields
    links = await links_to_latest(request)
    return render(request, "plan.html", tab="learn", tab_links=links, plan=shown, fields=fields)


async def slips(request: Request) -> Response:
    """Show the exit question of a lesson plan on slips to cut out."""
    links = await links_to_latest(request)
    return render(request, "slips.html", tab="learn", tab_links=links, plan=_plan(request))


def _plan(request: Request) -> LessonPlan:
    shown = plans().get(request.path_params["name"])
    if shown is None:
        raise NotFound("there is no such lesson plan: see /paper for a list")
    return shown


async def _page(request: Request, *, is_key: bool) -> Response:
    paper, printed, error = Paper(), None, None
    try:
        paper = Paper.read(request.query_params)
        printed = await _printed(request, paper)
    except NoughtsError as refused:
        error = refused
    return render(
        request,
        "paper.html",
        status=status_of(error) if error else 200,
        tab="learn",
        tab_links=await links_to_latest(request),
        note=refusal(error) if error else "",
        tone="refusal" if error else "",
        paper=paper,
        printed=printed,
        is_key=is_key,
        fields=paper.fields,
        next=paper.next.fields,
        games=_games(paper),
        themes=[(name, theme.title) for name, theme in THEMES.items()],
        levels=[(level, f"{level}, the easiest" if level == 1 else str(level)) for level in range(1, len(LEVELS) + 1)],
        trees=[(count, str(count)) for count in range(MOST_TREES + 1)],
        scores={name: _SCORES[name] for name in SHEET_UNITS},
        algorithms={name: _ALGORITHMS[name] for name in SHEET_ALGORITHMS},
        most={"count": MOST_COUNT, "variants": MOST_VARIANTS, "empties": MOST_EMPTIES},
        plans=[(one, LESSON_PAPERS[one.name]) for one in plans().values()],
    )


async def _printed(request: Request, paper: Paper) -> PrintedSheets:
    try:
        text = await analyst_of(request).expect_text(paper.task, request, patience=_TIMEOUT)
    except TooLong:
        raise TooLong("this takes too long: choose fewer sheets, or a smaller game") from None
    return PrintedSheets(**json.loads(text))


def _games(paper: Paper) -> dict[str, str]:
    """Return the games that the form offers, with their descriptions."""
    if paper.kind == "puzzles":
        offered = {name: GAMES[name] for name in SHIPPED}
    else:
        offered = {name: words for name, words in GAMES.items() if len(named_game(name).board) <= MOST_CELLS}
    return offered | {paper.game: GAMES.get(paper.game, game_words(named_game(paper.game)))}


routes = [
    Route("/paper", sheet, middleware=COMPRESSED),
    Route("/paper/key", key, middleware=COMPRESSED),
    Route("/paper/plans/{name}", plan, middleware=COMPRESSED),
    Route("/paper/plans/{name}/slips", slips, middleware=COMPRESSED),
]
