"""The list of games of this browser: search, open, delete, import, and all of them as one file."""

import asyncio
import re
from collections.abc import AsyncIterator

from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse

from noughts.apps.files import expect_one_game
from noughts.apps.names import clean_name
from noughts.apps.web.auth import hashed, is_secret
from noughts.apps.web.guard.middleware import count_most
from noughts.apps.web.guard.request_kinds import Kind
from noughts.apps.web.model.errors import sentence, status_of
from noughts.apps.web.model.setup import Setup, said_name, signed
from noughts.apps.web.model.stored_game import StoredGame, page_game
from noughts.apps.web.pages.forms import Form
from noughts.apps.web.pages.game_view import ending, versus
from noughts.apps.web.pages.templating import beside, games_of, go, render, secret_of, wants_part
from noughts.rules.board import Cell
from noughts.rules.errors import IllegalMove, NoughtsError
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.rules.record import Record, read_moves, split_moves
from noughts.rules.sgf import is_sgf, read_sgf, split_sgf, write_sgf

router = APIRouter(include_in_schema=False)

_PAGE = 30  # games
_MOST = 100  # games of a file
_COUNT = re.compile("[1-9][0-9]{0,6}")


@router.get("/games")
async def list_games(request: Request, q: str = "", before: str = "", imported: str = "", left: str = "") -> Response:
    """List the games, those changed last first."""
    return await _list(request, q[:100], before, done=_came(imported, left))


@router.post("/games/delete")
async def delete(request: Request) -> Response:
    """Delete a game, and say which: to who cannot see that its row is gone, too."""
    form = await Form.read(request)
    games, id, q = games_of(request), form.get("id", ""), form.get("q", "")[:100]
    access = await games.see(id, [secret_of(request)])
    await games.forget(id, secret_of(request))
    if wants_part(request):
        gone = "was taken off your list" if access.game.linked else "was deleted"
        return await _list(request, q, done=f"{versus(access.game)} {gone}.")
    return go(request, "/games", q=q)


@router.post("/games/import")
async def import_game(request: Request) -> Response:
    """Keep games that were pasted or uploaded: a single one is opened, of several the list says how many came.

    Each counts as one that is created. Where an address may not create all of them, the first ones are kept. If storing
    them fails, none is kept, and the page's form is the same: sent again, it makes no game twice.
    """
    form = await Form.read(request)
    secret, once = secret_of(request), form.get("once", "")
    try:
        records, left = await beside(request).read(read_games, form.get("file", "") or form.get("text", ""))
        may = 1 + count_most(request.scope, Kind.CREATE, len(records) - 1)  # the request itself has been counted
        records, left = records[:may], left + len(records[may:])
        games = await games_of(request).create_all(list(map(_kept, records)), secret, once=once)
    except NoughtsError as error:
        status = 400 if isinstance(error, IllegalMove) else status_of(error)  # it is the text that is wrong
        return await _list(request, note=sentence(error), status=status, text=form.get("text", ""), once=once)
    if len(games) == 1 and not left:
        return go(request, f"/play/{games[0].id}")
    return go(request, "/games", imported=str(len(games)), left=str(left) if left else "")


@router.get("/games.sgf")
async def export(request: Request) -> Response:
    """Give all games as one file of SGF, one game after the other."""
    headers = {"Content-Disposition": 'attachment; filename="noughts-games.sgf"'}
    texts = _written(games_of(request).store.export(hashed(secret_of(request))))
    return StreamingResponse(texts, media_type="application/x-go-sgf", headers=headers)


async def _written(games: AsyncIterator[StoredGame]) -> AsyncIterator[str]:
    async for game in games:
        yield write_sgf(signed(game)).rstrip() + "\n"
        await asyncio.sleep(0)  # others have their turn


def read_game(text: str) -> Record:
    """Return the game that a text gives, SGF or a list of moves.

    Raises:
        NoughtsError: it cannot be read, its board is too large for the page, or there are several.
    """
    text, is_sgf = _pasted(text)
    expect_one_game(split_sgf(text) if is_sgf else split_moves(text), "send one of them")
    record = read_sgf(text) if is_sgf else read_moves(text)
    page_game(record.start.game.name)
    return record


def _pasted(text: str) -> tuple[str, bool]:
    """Return what was pasted, and whether it is SGF, or else a list of moves."""
    text = text.lstrip("\ufeff").strip()
    if not text:
        raise NoughtsError("there is nothing to import: paste a game in SGF, or a list of moves such as b2 a1 c3")
    return text, is_sgf(text)


def read_games(text: str, most: int = _MOST) -> tuple[list[Record], int]:
    """Return the first games that a text gives, SGF or lists of moves, and how many others there are.

    Raises:
        NoughtsError: one of them cannot be read, or its board is too large for the page.
    """
    text, is_sgf = _pasted(text)
    texts = list(split_sgf(text) if is_sgf else split_moves(text)) or [text]
    records = []
    for number, one in enumerate(texts[:most], 1):
        try:
            record = read_sgf(one) if is_sgf else read_moves(one)
            page_game(record.start.game.name)
        except NoughtsError as error:
            if len(texts) == 1:
                raise
            raise NoughtsError(f"game {number} of {len(texts)}: {error}") from None
        records.append(record)
    return records, len(texts) - len(records)


def _came(imported: str, left: str) -> str:
    """Return how many games were imported, in a sentence."""
    if not _COUNT.fullmatch(imported):
        return ""
    one = imported == "1"
    if not _COUNT.fullmatch(left):
        return f"{imported} {'game was' if one else 'games were'} imported."
    first = "The first game was imported" if one else f"The first {imported} games were imported"
    if left == "1":
        return f"{first}, the last one was left out: import it in a minute, from a file of its own."
    return f"{first}, the other {left} were left out: import them in a minute, from a file of their own."


def _kept(record: Record) -> tuple[Setup, tuple[Cell, ...]]:
    start, (x, o) = record.start, record.names
    text = "" if start == Position(start.game, 0, 0, start.turn) else t3en(start)
    x, o = clean_name(x, "X"), clean_name(o, "O")
    return Setup(start.game.name, "person", "person", x, o, start.turn.value, text), record.moves


async def _list(
    request: Request,
    q: str = "",
    before: str = "",
    *,
    done: str = "",
    note: str = "",
    status: int = 200,
    text: str = "",
    once: str = "",
) -> Response:
    updated, _, id = before.partition("-")
    end = (int(updated), id) if updated.isdigit() and len(updated) < 17 and id else None
    stored = games_of(request).store
    games = await stored.games_of(hashed(secret_of(request)), text=q.lower(), limit=_PAGE + 1, before=end)
    last, rows = games[_PAGE - 1] if len(games) > _PAGE else None, []
    for game in games[:_PAGE]:
        rows.append(_row(game))
        await asyncio.sleep(0)  # of long games it takes long
    return render(
        request,
        "games.html",
        status=status,
        tab="games",
        rows=rows,
        q=q,
        more=f"{last.updated}-{last.id}" if last else "",
        note=note or done,
        tone="refusal" if note else "",
        text=text,
        **({"once": once} if is_secret(once) else {}),
    )


def _row(game: StoredGame) -> dict[str, object]:
    moves = len(game.moves)
    over = ending(game) or f"{moves} {'move' if moves == 1 else 'moves'}"
    return {
        "id": game.id,
        "names": versus(game),
        "rules": said_name(game.rules),
        "how": over,
        "updated": game.updated,
    }
