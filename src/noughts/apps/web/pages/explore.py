"""The Explore page: the tree below a position, told step by step, or opened move by move where it is too large.

The page carries the first document where it is short; otherwise, and for a branch where an atlas ends or a lesson's
story, the explorer asks for it. The same tree can be had as a file: as JSON, as a page of its own, as a picture.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources

from fastapi import APIRouter, Request
from fastapi.responses import Response

from noughts.apps.web.engines.tree_answers import TreeAnswer, opened_by_moves
from noughts.apps.web.model.errors import sentence, status_of
from noughts.apps.web.model.setup import GAMES, usual_name
from noughts.apps.web.pages.exploration import Exploration, branch_position
from noughts.apps.web.pages.game_view import board_view
from noughts.apps.web.pages.templating import asset, go, render
from noughts.apps.web.pages.tree_responses import answer, saved, told
from noughts.explain.pseudocode import FORMS
from noughts.explain.scores import UNITS
from noughts.explain.story import NUMBERINGS, ORDERS
from noughts.explain.words import game_words
from noughts.rules.errors import NoughtsError
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.rules.record import result_text

router = APIRouter(include_in_schema=False)

_MOST_INSIDE = 1 << 16  # bytes of a document that the page carries; a longer one comes after it has been painted

_ALGORITHMS = {
    "minimax": "minimax",
    "negamax": "negamax",
    "alphabeta": "alpha-beta",
    "transposition": "alpha-beta with a table",
    "depth-limited": "alpha-beta to a depth",
    "moves": "move by move",
}
_ORDERS = {"scan": "row by row", "centre": "centre first", "random": "random"}
_UNITS = {"noughts": "1 + empty cells", "one": "±1", "ten": "±10", "depth": "±(10 − depth)"}


@router.get("/explore")
async def show(request: Request) -> Response:
    """Show the tree of a position."""
    query = request.query_params
    try:
        exploration = Exploration.read(query)
    except NoughtsError as error:
        readable = Exploration.readable(query)
        # The form stands beside what it was made for.
        still = await _still(request, readable) if "of" in query else None
        return _page(request, readable, still, error)
    try:
        if cell := query.get("cell", ""):
            return go(request, "/explore", **exploration.play(cell).fitting.fields)
        if "of" in query:  # a form as it was sent; what it asks for has an address
            return go(request, "/explore", **exploration.fields)
        exploration.check()
    except NoughtsError as error:
        return _page(request, exploration, None, None if exploration.position.is_over else error)
    try:
        shown = await _shown(request, exploration)
    except NoughtsError as error:
        return _page(request, exploration, None, error)
    return _page(request, exploration, shown)


@router.get("/explore/document")
async def document(request: Request) -> Response:
    """Give what the explorer plays: a trace or an atlas."""
    try:
        exploration = _asked(request)
        found = await told(request, exploration.task)  # with its words: so the page has asked for it already
        return Response(found.document, media_type="application/json")
    except NoughtsError as error:
        return _refused(error)


@router.get("/explore/branch")
async def branch(request: Request) -> Response:
    """Give what lies beyond the border of an atlas."""
    try:
        exploration = Exploration.read(request.query_params)
        task = exploration.branch(branch_position(request.query_params, exploration))
        return Response(await answer(request, task), media_type="application/json")
    except NoughtsError as error:
        return _refused(error)


@router.get("/explore/page")
async def page(request: Request) -> Response:
    """Give the explorer as a page of its own, which needs no server."""
    return await saved(request, _asked(request).task, "page", "explorer.html")


@router.get("/explore/picture")
async def picture(request: Request) -> Response:
    """Give a picture of the tree."""
    return await saved(request, _asked(request).task, "picture", "tree.svg")


def _asked(request: Request) -> Exploration:
    """Return what an address asks for.

    Raises:
        NoughtsError: it cannot be read, or cannot be told.
    """
    exploration = Exploration.read(request.query_params)
    exploration.check()
    exploration.expect_few_steps()
    return exploration


def static(name: str) -> Response | None:
    """Return a file of the explorer, or None where it has none of that name."""
    headers = {"Cache-Control": "no-cache"}
    if name == "explorer.js":
        return Response(_explorer(name), media_type="text/javascript", headers=headers)
    if name == "explorer.css":
        return Response(_explorer(name) + asset("explore.css"), media_type="text/css", headers=headers)
    return None


@dataclass(frozen=True)
class _Shown:
    """What is shown of an exploration: itself, or where its steps are too many the same move by move and why."""

    exploration: Exploration
    told: TreeAnswer
    note: str = ""


async def _still(request: Request, exploration: Exploration) -> _Shown | None:
    """Return what can be shown beside a refusal, or None."""
    try:
        exploration.check()
        return await _shown(request, exploration)
    except NoughtsError:
        return None


async def _shown(request: Request, exploration: Exploration) -> _Shown:
    note = ""
    if exploration.way != "moves":
        try:
            exploration.expect_few_steps()
            return _Shown(exploration, await told(request, exploration.task))
        except NoughtsError as error:
            if status_of(error) != 400:  # busy, or given up
                raise
            note = opened_by_moves(sentence(error))
            for name in ("transposition", "depth-limited"):  # as the page calls them
                note = note.replace(name, _ALGORITHMS[name])
    opened = exploration.by_moves
    return _Shown(opened, await told(request, opened.task), note)


def _page(
    request: Request, exploration: Exploration, shown: _Shown | None, error: NoughtsError | None = None
) -> Response:
    position = exploration.position
    rules = position.game.name
    fields, typed = exploration.fields, request.query_params
    return render(
        request,
        "explore.html",
        status=status_of(error) if error else 200,
        tab="explore",
        note=sentence(error) if error else shown.note if shown else "",
        tone="refusal" if error else "",
        misread=error is not None and "of" in request.query_params,
        board=board_view(position, awaited=True),
        words=game_words(position.game),
        stands=_stands(exploration),
        text=(typed.get("position") or typed.get("start", ""))[:2_000] if error else t3en(position),
        of=rules,
        setup={"game": usual_name(rules)},
        games=GAMES,
        exploration=exploration,
        empty=fields | {"game": rules, "position": t3en(Position(position.game))},
        branch=fields | {"game": rules, "position": t3en(position)},
        shown=shown.exploration.fields if shown else {},
        document=_script(shown.told.document) if shown and len(shown.told.document) <= _MOST_INSIDE else "",
        told=shown.told.words if shown else None,
        drawn=shown is not None and not shown.told.words["undrawn"],
        undrawn=_undrawn(shown) if shown else "",
        algorithms=_ALGORITHMS,
        forms={name: FORMS[name].title for name in exploration.forms},
        orders={name: _ORDERS[name] for name in ORDERS},
        units={name: _UNITS[name] for name in UNITS},
        numberings=NUMBERINGS,
    )


def _undrawn(shown: _Shown) -> str:
    """Return why there is no picture, in a sentence; nothing where there is one, or it is opened move by move."""
    reason = shown.told.words["undrawn"]
    return f"No SVG: {reason}." if reason and shown.exploration.way != "moves" else ""


def _stands(exploration: Exploration) -> str:
    """Return how the position stands, in a sentence."""
    position = exploration.position
    if position.is_over:
        return f"The game is over: {result_text(position)}. There is nothing left to explore."
    empty = position.empty.bit_count()
    return f"{position.turn} to move, {empty} empty cell{'' if empty == 1 else 's'}."


def _refused(error: NoughtsError) -> Response:
    text = json.dumps({"error": sentence(error)}, ensure_ascii=False)
    return Response(text, status_code=status_of(error), media_type="application/json")


def _script(document: bytes) -> str:
    """Return JSON that can stand in a script element: without any character that could end it or open another."""
    text = document.decode()
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


@cache
def _explorer(name: str) -> str:
    return resources.files("noughts.render").joinpath("assets", name).read_text(encoding="utf-8")
