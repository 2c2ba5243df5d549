"""The Games page: search, delete, import and export the games of a browser."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from noughts.explain.words import plural
from noughts.rules.errors import IllegalMove, NoughtsError
from noughts.rules.tree import GameTree
from noughts.web.analysis.engines import Engines, engines_of
from noughts.web.games import client_of
from noughts.web.model.errors import status_of
from noughts.web.model.page_games import display_name
from noughts.web.model.stored_game import StoredGame
from noughts.web.pages.analyse.links import link_reader
from noughts.web.pages.columns import refusal
from noughts.web.pages.forms import PostedForm
from noughts.web.pages.play.game_view import versus
from noughts.web.pages.play.saving import new_game_of, sgf_of
from noughts.web.pages.tabs import links_to_latest
from noughts.web.pages.templating import redirect, render, wants_part
from noughts.web.reading import read_games

_PAGE = 30  # games
_NUMBER = re.compile("[1-9][0-9]{0,6}")


@dataclass(frozen=True)
class GameRow:
    """A game in the list: its id, its players, its rules, its result or length, when it changed, and if it is over."""

    id: str
    names: str
    rules: str
    result: str
    updated: int
    over: bool


async def list_games(request: Request) -> Response:
    """List the browser's games, the latest first."""
    query = request.query_params
    done = _imported(query.get("imported", ""), query.get("left", ""))
    return await _list(request, query.get("q", "")[:100], query.get("before", ""), done=done)


async def delete(request: Request) -> Response:
    """Delete a game, or remove a game by link from the list."""
    form = await PostedForm.read(request)
    access = await client_of(request).forget(form.get("id", ""))
    q = form.get("q", "")[:100]
    if not wants_part(request):
        return redirect("/games", q=q)
    done = "was removed from your list" if access.game.linked else "was deleted"
    return await _list(request, q, done=f"{versus(access.game)} {done}.")


async def import_games(request: Request) -> Response:
    """Import pasted or uploaded games. If there is only one game, open it.

    Every imported game counts as a created game. If this exceeds the client's rate limit, only the first games are
    imported. If storing fails, no game is imported, and the form keeps its identifier. So sending the form again does
    not create a game twice.
    """
    form = await PostedForm.read(request)
    client, once = client_of(request), form.get("once", "")
    try:
        text = form.get("file", "") or form.get("text", "")
        link = await link_reader(request, text)
        new, left = await engines_of(request).run(lambda: _new_games(text, link))
        # The request itself counts as one game.
        allowed = 1 + request.app.state.allowed_games(client.address, len(new) - 1)
        new, left = new[:allowed], left + len(new[allowed:])
        games = await client.create_all(new, once)
    except NoughtsError as error:
        status = 400 if isinstance(error, IllegalMove) else status_of(error)  # the text is wrong, not the request
        return await _list(request, error=refusal(error), status=status, text=form.get("text", ""), once=once)
    if len(games) == 1 and not left:
        return redirect(f"/play/{games[0].id}")
    return redirect("/games", imported=str(len(games)), left=str(left) if left else "")


def _new_games(text: str, link: Callable[[str], GameTree]) -> tuple[list[StoredGame], int]:
    """Return the games of a text, and the number of those that were left out. It can take seconds."""
    trees, left = read_games(text, link=link)
    return list(map(new_game_of, trees)), left


async def export(request: Request) -> Response:
    """Download all games of the browser as one SGF file."""
    headers = {"Content-Disposition": 'attachment; filename="noughts-games.sgf"'}
    client = client_of(request)
    texts = _written(client.store.export(client.key), engines_of(request))
    return StreamingResponse(texts, media_type="application/x-go-sgf", headers=headers)


async def _written(games: AsyncIterator[StoredGame], engines: Engines) -> AsyncIterator[str]:
    async for game in games:
        yield (await sgf_of(game, engines)).rstrip() + "\n"
        await asyncio.sleep(0)  # let other requests run


def _imported(imported: str, left: str) -> str:
    """Return a sentence about the number of imported games."""
    if not _NUMBER.fullmatch(imported):
        return ""
    one = imported == "1"
    if not _NUMBER.fullmatch(left):
        return f"{imported} {'game was' if one else 'games were'} imported."
    first = "The first game was imported" if one else f"The first {imported} games were imported"
    if left == "1":
        return f"{first}. The last one was left out: import it in a minute, from a separate file."
    return f"{first}. The other {left} were left out: import them in a minute, from a separate file."


async def _list(
    request: Request,
    q: str = "",
    before: str = "",
    *,
    done: str = "",
    error: str = "",
    status: int = 200,
    text: str = "",
    once: str = "",
) -> Response:
    updated, _, id = before.partition("-")
    end = (int(updated), id) if updated.isdigit() and len(updated) < 17 and id else None
    client = client_of(request)
    games = await client.store.games_of(client.key, text=q.lower(), limit=_PAGE + 1, before=end)
    last, rows = games[_PAGE - 1] if len(games) > _PAGE else None, []
    for game in games[:_PAGE]:
        rows.append(_row(game))
        await asyncio.sleep(0)  # replaying a long game takes time: let other requests run
    return render(
        request,
        "games.html",
        status=status,
        tab="games",
        rows=rows,
        q=q,
        more=f"{last.updated}-{last.id}" if last else "",
        note=error or done,
        tone="refusal" if error else "",
        text=text,
        once=once,
        tab_links=await links_to_latest(request),
    )


def _row(game: StoredGame) -> GameRow:
    result = game.ending or plural(len(game.moves), "move")
    return GameRow(game.id, versus(game), display_name(game.rules), result, game.updated, game.is_over)


routes = [
    Route("/games", list_games),
    Route("/games/delete", delete, methods=["POST"]),
    Route("/games/import", import_games, methods=["POST"]),
    Route("/games.sgf", export),
]
