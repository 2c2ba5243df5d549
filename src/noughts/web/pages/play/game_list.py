"""The Games page, which can search, delete, import and export the games stored for a browser."""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from noughts.explain.words import plural
from noughts.render.names import isolated
from noughts.rules.errors import IllegalMove, NoughtsError
from noughts.rules.tree import GameTree
from noughts.web.analysis.engines import Engines, engines_of
from noughts.web.games import client_of
from noughts.web.model.computers import player_words
from noughts.web.model.errors import Forbidden, NotFound, status_of
from noughts.web.model.page_games import display_name, page_game
from noughts.web.model.stored_game import StoredGame
from noughts.web.pages.analyse.links import link_reader
from noughts.web.pages.columns import refusal
from noughts.web.pages.forms import PostedForm
from noughts.web.pages.play.game_view import versus
from noughts.web.pages.play.saving import new_game_of, sgf_of
from noughts.web.pages.tabs import links_to_latest
from noughts.web.pages.templating import redirect, render, today_of, wants_part
from noughts.web.pages.thumbnail import Thumbnail, thumbnail
from noughts.web.reading import read_games
from noughts.web.store import GameResult

_PAGE = 30  # games
_NUMBER = re.compile("[1-9][0-9]{0,6}")


@dataclass(frozen=True)
class GameRow:
    """A game in the list, with its picture, players, rules and state, the time of its last change, and whether it is
    over.
    """

    id: str
    picture: Thumbnail
    names: str
    rules: str
    result: str
    updated: int
    over: bool


@dataclass(frozen=True)
class ScoreRow:
    """A person's wins, draws and losses against one level of the computer in one game."""

    rules: str
    level: str
    won: int
    drawn: int
    lost: int


async def list_games(request: Request) -> Response:
    """List the browser's games, the latest first."""
    query = request.query_params
    done = _imported(query.get("imported", ""), query.get("left", ""))
    return await _list(request, query.get("q", "")[:100], query.get("before", ""), done=done)


async def delete(request: Request) -> Response:
    """Delete the chosen games, or remove games played by link from the list. Players cannot delete tournament games."""
    form = await PostedForm.read(request)
    q, ids = form.get("q", "")[:100], list(dict.fromkeys(form.every("id")))
    if not ids:
        return await _list(request, q, done="Choose the games first: each has a box.", status=400)
    forgotten, kept = list[StoredGame](), list[Forbidden]()
    for id in ids:
        try:
            forgotten.append((await client_of(request).forget(id)).game)
        except Forbidden as error:
            kept.append(error)
        except NotFound:  # deleted in another tab
            pass
    if kept:  # after the others were deleted
        raise kept[0]
    if not forgotten:
        raise NotFound("these games are not on your list any more")
    if not wants_part(request):
        return redirect("/games", q=q)
    how = "removed from your list" if any(game.linked for game in forgotten) else "deleted"
    what = f"{versus(forgotten[0])} was" if len(forgotten) == 1 else f"{len(forgotten)} games were"
    return await _list(request, q, done=f"{what} {how}.")


async def import_games(request: Request) -> Response:
    """Import pasted or uploaded games. If the text has only one game, open the game.

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
    """Return the games of a text, and the number of omitted games. Reading the text can take seconds."""
    trees, left = read_games(text, link=link)
    return list(map(new_game_of, trees)), left


async def export(request: Request) -> Response:
    """Download all games stored for this browser as one SGF file."""
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
    scores = [] if q or before else _scores(await client.store.results(client.key))
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
        is_known=today_of(request) is not None,
        scores=scores,
        chosen="all" in request.query_params,
        q=q,
        before=before,
        more=f"{last.updated}-{last.id}" if last else "",
        note=error or done,
        tone="refusal" if error else "",
        text=text,
        once=once,
        tab_links=await links_to_latest(request),
    )


def _scores(results: Counter[GameResult]) -> list[ScoreRow]:
    """Return the results against the computer for each game and level, the most played first."""
    sums: dict[tuple[str, str], Counter[str]] = {}
    for (rules, x_level, o_level, result), count in results.items():
        person = "o" if x_level else "x"
        how = "drawn" if result == "tie" else "won" if result == person else "lost"
        sums.setdefault((rules, x_level or o_level), Counter())[how] += count
    return [
        ScoreRow(
            display_name(rules), player_words(level, page_game(rules)), count["won"], count["drawn"], count["lost"]
        )
        for (rules, level), count in sorted(sums.items(), key=lambda item: -item[1].total())
    ]


def _in_words(game: StoredGame) -> str:
    """Return the result or the state of a game, such as ``You won in 7 moves`` or ``O to move, after 1 move``."""
    moves = plural(len(game.moves), "move")
    if not game.is_over:
        return f"{game.position.turn} to move, after {moves}"
    if game.ended:
        return game.ending
    if game.record.winner is None:
        return f"Draw after {moves}"
    seat, other = game.seat(game.record.winner), game.seat(game.record.winner.other)
    name = "The computer" if seat.level and not other.level else isolated(game.name(game.record.winner))
    return f"{name} won in {moves}"


def _row(game: StoredGame) -> GameRow:
    rules, when = display_name(game.rules), game.updated
    return GameRow(game.id, thumbnail(game.position), versus(game), rules, _in_words(game), when, game.is_over)


routes = [
    Route("/games", list_games),
    Route("/games/delete", delete, methods=["POST"]),
    Route("/games/import", import_games, methods=["POST"]),
    Route("/games.sgf", export),
]
