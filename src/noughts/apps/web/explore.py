"""The Explore page: the tree below a position, told step by step, or opened move by move where it is too large.

The page carries the first document; the explorer asks for the others: a branch where an atlas ends, a lesson's story.
"""

import json
from functools import cache
from importlib import resources
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from noughts.apps.web.exploration import FIRST, MOST_EMPTY, Exploration, branch_position
from noughts.apps.web.faults import sentence, status_of
from noughts.apps.web.pages import asset, go, render
from noughts.apps.web.setup import GAMES
from noughts.apps.web.thinking import Analyst
from noughts.apps.web.view import board_view
from noughts.explain.pseudocode import FORMS
from noughts.explain.scores import UNITS
from noughts.explain.story import NUMBERINGS, ORDERS, number
from noughts.explain.words import game_words
from noughts.rules.errors import NoughtsError
from noughts.rules.gallery import GALLERY
from noughts.rules.notation import position as read_position
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.rules.record import result_text

router = APIRouter(include_in_schema=False)

_PATIENCE = 12.0  # seconds: an engine has ten
_MOST_SENTENCES = 200  # of a story in words
_LESSON_PATIENCE = 8.0  # seconds for the story of a lesson, which has words of its own

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
_NAMED = {rules: name for name, rules in GALLERY.items()}


@router.get("/explore")
async def show(request: Request) -> Response:
    """Show the tree of a position."""
    query = request.query_params
    try:
        exploration = Exploration.read(query)
    except NoughtsError as error:
        return _page(request, Exploration(read_position(FIRST)), None, error)
    try:
        if cell := query.get("cell", ""):
            return go(request, "/explore", **exploration.play(cell).fitting.fields)
        if "of" in query:  # a form as it was sent; what it asks for has an address
            return go(request, "/explore", **exploration.fields)
        exploration.check()
    except NoughtsError as error:
        return _page(request, exploration, None, None if exploration.position.is_over else error)
    try:
        text, note = await _told(request, exploration)
    except NoughtsError as error:
        return _page(request, exploration, None, error)
    return _page(request, exploration, text, note=note)


@router.get("/explore/document")
async def document(request: Request) -> Response:
    """Give what the explorer plays: a trace or an atlas."""
    try:
        exploration = Exploration.read(request.query_params)
        exploration.check()
        return Response(await _ask(request, exploration.task), media_type="application/json")
    except NoughtsError as error:
        return _refused(error)


@router.get("/explore/branch")
async def branch(request: Request) -> Response:
    """Give what lies beyond the border of an atlas."""
    try:
        exploration = Exploration.read(request.query_params)
        task = exploration.branch(branch_position(request.query_params, exploration))
        return Response(await _ask(request, task), media_type="application/json")
    except NoughtsError as error:
        return _refused(error)


def static(name: str) -> Response | None:
    """Return a file of the explorer, or None where it has none of that name."""
    headers = {"Cache-Control": "no-cache"}
    if name == "explorer.js":
        return Response(_explorer(name), media_type="text/javascript", headers=headers)
    if name == "explorer.css":
        return Response(_explorer(name) + asset("explore.css"), media_type="text/css", headers=headers)
    return None


def in_words(document: dict[str, Any]) -> dict[str, Any]:
    """Return what a document tells, for a page without scripts: a summary, and sentences in order.

    Of a long story the first sentences are there, and how many were left out.
    """
    if document["format"] == "noughts-atlas":
        return {"summary": document["note"], "sentences": _moves_in_words(document), "left": 0}
    lines = [event["text"] for event in document["events"]]
    searched, states = document["events"][-1]["searched"], len(document["nodes"])
    of = f"{states:,}" if document["complete"] else f"more than {states:,}"
    left = max(0, len(lines) - _MOST_SENTENCES)
    return {
        "summary": f"{lines[-1]} Searched {searched:,} of {of} states.",
        "sentences": lines[:_MOST_SENTENCES],
        "left": left,
    }


def _moves_in_words(document: dict[str, Any]) -> list[str]:
    """Return what each move at the start of an atlas is worth."""
    names, states = document["game"]["cells"], document["states"]
    found = []
    for move, place in zip(states["moves"][0], states["next"][0], strict=False):
        score = states["scores"][place]
        found.append(f"{names[move]}: {'not known' if score is None else number(score)}.")
    return found


async def told(request: Request, exploration: Exploration) -> dict[str, Any] | None:
    """Return the document of a lesson, or None where the engines do not give it now."""
    try:
        found: dict[str, Any] = json.loads(await _ask(request, exploration.task, _LESSON_PATIENCE))
        return found
    except NoughtsError:
        return None


async def _told(request: Request, exploration: Exploration) -> tuple[bytes, str]:
    """Return what the explorer plays; where the steps are too many, the tree to be opened, and a sentence why."""
    note = ""
    if exploration.way != "moves" and exploration.hopeless:
        note = (
            f"With more than {MOST_EMPTY} empty cells the steps of a search are told to a depth of 1 only; "
            "here the tree is opened move by move."
        )
    elif exploration.way != "moves":
        try:
            return await _ask(request, exploration.task), ""
        except NoughtsError as error:
            if status_of(error) != 400:  # busy, or given up
                raise
            note = sentence(error).replace(": open it move by move, take", ", so it is opened move by move. Or take")
            for name in ("transposition", "depth-limited"):  # as the page calls them
                note = note.replace(name, _ALGORITHMS[name])
    return await _ask(request, exploration.branch(exploration.position)), note


async def _ask(request: Request, task: dict[str, Any], patience: float = _PATIENCE) -> bytes:
    """Return an engine's answer as it came: a trace can have megabytes, which the page need not read and write anew."""
    analyst: Analyst = request.app.state.analyst
    found = await analyst.ask_text(task, request, patience=patience)
    if found is None:
        raise _Late("The engines need longer for this: look again in a moment.")
    return found


class _Late(NoughtsError):
    """The answer did not come in time."""


def _page(
    request: Request,
    exploration: Exploration,
    document: bytes | None,
    error: NoughtsError | None = None,
    note: str = "",
) -> Response:
    position = exploration.position
    rules = position.game.name
    fields = exploration.fields
    return render(
        request,
        "explore.html",
        status=_status(error) if error else 200,
        tab="explore",
        note=sentence(error) if error else note,
        tone="refusal" if error else "",
        board=board_view(position, awaited=True),
        words=game_words(position.game),
        stands=_stands(exploration),
        text=request.query_params.get("position", "")[:2_000] if error else t3en(position),
        of=rules,
        setup={"game": _NAMED.get(rules, rules)},
        games=GAMES,
        exploration=exploration,
        fields=fields,
        empty=fields | {"game": rules, "position": t3en(Position(position.game))},
        branch=fields | {"game": rules, "position": t3en(position)},
        document=_script(document) if document else "",
        told=in_words(json.loads(document)) if document else None,
        algorithms=_ALGORITHMS,
        forms={name: FORMS[name].title for name in exploration.forms},
        orders={name: _ORDERS[name] for name in ORDERS},
        units={name: _UNITS[name] for name in UNITS},
        numberings=NUMBERINGS,
    )


def _stands(exploration: Exploration) -> str:
    """Return how the position stands, in a sentence."""
    position = exploration.position
    if position.is_over:
        return f"The game is over: {result_text(position)}. There is nothing left to explore."
    empty = position.empty.bit_count()
    return f"{position.turn} to move, {empty} empty cell{'' if empty == 1 else 's'}."


def _status(error: NoughtsError) -> int:
    return 503 if isinstance(error, _Late) else status_of(error)


def _refused(error: NoughtsError) -> Response:
    text = json.dumps({"error": sentence(error)}, ensure_ascii=False)
    return Response(text, status_code=_status(error), media_type="application/json")


def _script(document: bytes) -> str:
    """Return JSON that can stand in a script element: without any character that could end it or open another."""
    text = document.decode()
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


@cache
def _explorer(name: str) -> str:
    return resources.files("noughts.render").joinpath("assets", name).read_text(encoding="utf-8")
