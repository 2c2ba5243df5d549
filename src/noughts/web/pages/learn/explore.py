"""The Explore page, which explains the search of a position step by step, or opens its tree move by move.

The page contains the first document if it is short. Otherwise, the explorer's script requests the document. It also
requests the later steps of a long search, the branches of a tree that is opened move by move, and the stories in
lessons. A search that is too long for any explanation is limited to a depth. A small tree can be saved as JSON, as a
page or as a picture.
"""

from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from noughts.explain.scores import UNITS
from noughts.explain.story.pseudocode import FORMS
from noughts.explain.story.story import NUMBERINGS, ORDERS
from noughts.explain.words import game_words, plural
from noughts.rules.errors import NoughtsError
from noughts.rules.gallery import usual_name
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.rules.record import result_text
from noughts.web.analysis.service import analyst_of
from noughts.web.analysis.tree_answers import TreeAnswer, file_chunks, parse_tree
from noughts.web.model.errors import status_of
from noughts.web.model.exploration import FIRST, Exploration
from noughts.web.model.fields import whole_number
from noughts.web.model.page_games import GAMES
from noughts.web.model.study import Study
from noughts.web.model.task import EngineTask
from noughts.web.pages.board_view import board_view
from noughts.web.pages.columns import refusal
from noughts.web.pages.grade.grade import MOST_CELLS
from noughts.web.pages.static_files import COMPRESSED
from noughts.web.pages.tabs import game_of, links_to_study
from noughts.web.pages.templating import redirect, render

_TIMEOUT = 12.0  # seconds to wait for a tree. An engine has ten seconds to compute it
_MOST_STEPS = 10**12
_LARGEST_INSIDE = 1 << 17  # bytes of a document within the page. A longer one is loaded later

_ALGORITHMS = {
    "minimax": "minimax",
    "negamax": "negamax",
    "alphabeta": "alpha-beta",
    "transposition": "alpha-beta with a table",
    "mcts": "Monte Carlo tree search",
    "moves": "move by move",
    "race": "race: minimax and alpha-beta",
}
_ORDERS = {"scan": "row by row", "centre": "centre first", "random": "random"}
_UNITS = {"noughts": "1 + empty cells", "one": "±1", "ten": "±10", "depth": "±(10 − depth)"}


@dataclass(frozen=True)
class _Shown:
    """An exploration with its tree, and a note if the search had to be limited to a depth."""

    exploration: Exploration
    tree: TreeAnswer
    note: str = ""


async def show(request: Request) -> Response:
    """Show the tree of a position."""
    query = request.query_params
    try:
        exploration = Exploration.read(query)
    except NoughtsError as error:
        valid = Exploration.read_valid(query)
        # Show the form beside the tree for which it was made.
        before = await _shown_if_valid(request, valid) if "of" in query else None
        return await _page(request, valid, before, error)
    try:
        if cell := query.get("cell", ""):
            return redirect("/explore", **exploration.play(cell).fitting.fields)
        if "of" in query:  # a form: redirect to the URL of its result
            return redirect("/explore", **exploration.fields)
        exploration.check()
    except NoughtsError as error:
        return await _page(request, exploration, None, None if exploration.position.is_over else error)
    try:
        shown = await _shown(request, exploration)
    except NoughtsError as error:
        return await _page(request, exploration, None, error)
    return await _page(request, exploration, shown)


async def document(request: Request) -> Response:
    """Return the JSON document that the explorer shows, such as the steps of a search or the first plies of the
    tree.
    """
    tree = await load_tree(request, _requested(request))  # the same task that the page requested
    return Response(tree.document, media_type="application/json")


async def steps(request: Request) -> Response:
    """Return some steps of a long search, beginning with step ``first``, counted from 1."""
    first = whole_number("first", request.query_params.get("first", "1"), _MOST_STEPS)
    task: EngineTask = {**_requested(request).task, "shape": "part", "first": first}
    return Response(await _answer(request, task), media_type="application/json")


async def branch(request: Request) -> Response:
    """Return the next few plies of a tree after a position, as JSON."""
    task = Exploration.read(request.query_params).branch_at(request.query_params)
    return Response(await _answer(request, task), media_type="application/json")


async def page(request: Request) -> Response:
    """Download the explorer as a page that needs no server."""
    return await _file(request, "page", "text/html", "explorer.html")


async def picture(request: Request) -> Response:
    """Download a picture of the tree."""
    return await _file(request, "picture", "image/svg+xml", "tree.svg")


async def load_tree(request: Request, exploration: Exploration, timeout: float = _TIMEOUT) -> TreeAnswer:
    """Return the tree of an exploration.

    Raises:
        NoughtsError: the tree is too large, the engines are busy, or the time is up.
    """
    return parse_tree(await _answer(request, {**exploration.task, "shape": "words", "long": True}, timeout))


async def _answer(request: Request, task: EngineTask, timeout: float = _TIMEOUT) -> bytes:
    return await analyst_of(request).expect_text(task, request, patience=timeout)


async def _file(request: Request, kind: Literal["page", "picture"], media_type: str, name: str) -> Response:
    text = await _answer(request, {**_requested(request).task, "shape": kind, "long": True})
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "max-age=300"}
    return StreamingResponse(_streamed(file_chunks(text)), media_type=media_type, headers=headers)


async def _streamed(chunks: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Yield the chunks asynchronously, so that Starlette uses no thread for them."""
    for chunk in chunks:
        yield chunk


def _requested(request: Request) -> Exploration:
    exploration = Exploration.read(request.query_params)
    exploration.check()
    exploration.expect_few_steps()
    return exploration


async def _shown_if_valid(request: Request, exploration: Exploration) -> _Shown | None:
    try:
        exploration.check()
        return await _shown(request, exploration)
    except NoughtsError:
        return None


async def _shown(request: Request, exploration: Exploration) -> _Shown:
    try:
        exploration.expect_few_steps()
        return _Shown(exploration, await load_tree(request, exploration))
    except NoughtsError as error:
        if status_of(error) != 400 or exploration.way in (
            "moves",
            "mcts",
        ):  # 503: the engines are busy, or the time is up
            raise
    limited = exploration.to_depth
    searcher = "minimax" if exploration.way == "race" else _ALGORITHMS[exploration.algorithm]
    note = (
        f"Looking {plural(exploration.settings.depth, 'move')} ahead takes too many steps to show"
        if exploration.settings.depth
        else f"This board is too large for {searcher} to search to the end"
    )
    note = f"{note}, so it looks only {plural(limited.usual_depth, 'move')} ahead here."
    return _Shown(limited, await load_tree(request, limited), note)


async def _page(
    request: Request, exploration: Exploration, shown: _Shown | None, error: NoughtsError | None = None
) -> Response:
    position, rules = exploration.position, exploration.game.name
    fields, typed = exploration.fields, request.query_params
    note = refusal(error) if error else shown.note if shown else ""
    study, empty = (
        exploration.study or Study.of(position),
        replace(exploration, position=Position(position.game), study=None),
    )
    return render(
        request,
        "explore.html",
        status=status_of(error) if error else 200,
        tab="explore",
        note=note,
        tone="refusal" if error else "",
        invalid=error is not None and "of" in request.query_params,
        board=board_view(position, awaited=True),
        words=game_words(position.game),
        status_line=_status(position),
        text=(typed.get("position") or typed.get("start", ""))[:2_000] if error else t3en(position),
        of=rules,
        game=usual_name(rules),
        games=GAMES,
        exploration=exploration,
        empty=empty.fields | {"game": rules, "position": t3en(empty.position)},
        branch=fields | {"game": rules, "position": t3en(position)},
        **(_tree(shown) if shown else {"tree": None}),
        own=request.app.state.runtime and len(position.game.board) <= MOST_CELLS and not position.is_over,
        by_moves=exploration.explored("moves").fields,
        race=(empty if t3en(position) == FIRST else exploration).explored("race").fields,
        algorithms=_ALGORITHMS,
        forms={name: FORMS[name].title for name in exploration.forms},
        orders={name: _ORDERS[name] for name in ORDERS},
        units={name: _UNITS[name] for name in UNITS},
        numberings=NUMBERINGS,
        tab_links=links_to_study(study, await game_of(request, study)) | {"explore": f"explore?{urlencode(fields)}"},
    )


def _tree(shown: _Shown) -> dict[str, object]:
    """Return the part of the page's data that describes the tree."""
    tree = shown.tree
    return {
        "shown": shown.exploration.fields,
        "document": _script(tree.document) if len(tree.document) <= _LARGEST_INSIDE else "",
        "tree": tree.words,
        "drawn": not tree.words.undrawn,
        "undrawn": _unsaved(shown),
        "depths": _depths(shown.exploration) if shown.note else {},
    }


def _status(position: Position) -> str:
    if position.is_over:
        return f"The game is over: {result_text(position)}. There is nothing left to explore."
    return f"{position.turn} to move, {plural(position.empty.bit_count(), 'empty cell')}."


def _unsaved(shown: _Shown) -> str:
    """Return the reason why a tree cannot be saved, or not as a picture. The text is empty if the tree can be
    saved."""
    if shown.tree.words.long:
        return "This search is too long to save. Explore a later position to save it."
    if shown.tree.words.undrawn and shown.exploration.way == "steps":
        return f"No SVG: {shown.tree.words.undrawn}."
    return ""


def _depths(exploration: Exploration) -> dict[str, Mapping[str, str]]:
    """Return links to searches with other depths, as fields of a URL."""
    return {
        str(depth): exploration.at_depth(depth).fields
        for depth in exploration.depths
        if depth != exploration.settings.depth
    }


def _script(document: bytes) -> str:
    """Escape JSON for a script element, so that no character can end it or open another element."""
    text = document.decode()
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


routes = [
    Route("/explore", show),
    Route("/explore/document", document, middleware=COMPRESSED),
    Route("/explore/steps", steps),
    Route("/explore/branch", branch),
    Route("/explore/page", page),
    Route("/explore/picture", picture),
]
