"""The JSON API: games to play and positions to analyse, for programs; fields have GamesmanUni's names where it has any.

A program shows who it is with ``Authorization: Bearer SECRET``. Whoever creates a game without one is given a secret,
and the secrets of the links to its seats.
"""

import asyncio
import json
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request
from fastapi.responses import JSONResponse, Response

from noughts.apps.web.api.models import (
    AnalysisModel,
    Answer,
    Change,
    CreatedModel,
    Entry,
    GameModel,
    Move,
    NewGame,
    Next,
    Offer,
    ReviewModel,
)
from noughts.apps.web.api.openapi import answers
from noughts.apps.web.api.trees import router as trees
from noughts.apps.web.auth import bearer_in, cookie_in, csrf_ok, new_secret
from noughts.apps.web.engines.analysis_service import AnalysisService
from noughts.apps.web.games import Access
from noughts.apps.web.live.events import EventStream
from noughts.apps.web.model.errors import Forbidden, TooLong
from noughts.apps.web.model.roles import Role, link_secret
from noughts.apps.web.model.setup import Setup
from noughts.apps.web.model.stored_game import StoredGame, page_game, winning_line
from noughts.apps.web.pages.game_list import read_game
from noughts.apps.web.pages.templating import beside, games_of
from noughts.rules.game import Player
from noughts.rules.notation import position as read_position
from noughts.rules.notation import t3en
from noughts.rules.position import Position

_AS_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
router = APIRouter(prefix="/api/v1", generate_unique_id_function=lambda route: route.name)

Id = Annotated[str, Path(description="The game.", min_length=22, max_length=22, pattern="^[A-Za-z0-9_-]{22}$")]
Heard = Annotated[
    int, Query(ge=0, le=1_000_000, description="A version that an event told of: no older state is shown.")
]
Rules = Annotated[str, Query(alias="game", description="The game, such as `4,4,3 gravity`.", max_length=60)]
PositionText = Annotated[str, Query(description="A position, such as `o_x/x2_/x2o x`.", max_length=2000)]


@router.post("/games", status_code=201, tags=["games"], responses=answers(CreatedModel, 201))
async def create_game(request: Request, asked: NewGame) -> Response:
    """Create a game, at one screen or by link."""
    bearer = bearer_in(request.headers.get("authorization", ""))
    secret = bearer or _cookie(request, changes=True) or new_secret()
    fields = {
        "game": asked.game,
        "x": asked.x,
        "o": asked.o,
        "x_name": asked.xName,
        "o_name": asked.oName,
        "begins": asked.begins,
        "start": asked.start,
    }
    host = Player(asked.host) if asked.host else None
    game = await games_of(request).create(Setup.read(fields), secret, host=host)
    access = await games_of(request).see(game.id, [secret])
    roles: tuple[Role, ...] = ("x", "o", "watch") if game.linked else ()
    links = {role: link_secret(secret, game.series, role) for role in roles}
    return _json(access, 201, secret=secret if secret == bearer or not _cookie(request) else "", links=links)


@router.get("/games", tags=["games"], responses=answers(words="The games, those changed last first."))
async def list_games(
    request: Request, q: Annotated[str, Query(max_length=100, description="Words in names or the game.")] = ""
) -> list[GameModel]:
    """List the latest fifty games of who asks."""
    found = [access for secret in _secrets(request) for access in await games_of(request).mine(secret, text=q.lower())]
    told = []
    for access in found:
        told.append(_game(access))
        await asyncio.sleep(0)  # of long games it takes long: others have their turn
    return JSONResponse(told)  # type: ignore[return-value]


@router.get("/games/{id}", tags=["games"], responses=answers(GameModel))
async def show_game(request: Request, id: Id, version: Heard = 0) -> Response:
    """Show a game."""
    return _json(await games_of(request).see(id, _secrets(request), version))


@router.delete("/games/{id}", status_code=204, tags=["games"], responses=answers(status=204))
async def delete_game(request: Request, id: Id) -> Response:
    """Delete a game, or give up one's seat in it."""
    secrets = _secrets(request, changes=True)
    for secret in secrets[:1]:
        await games_of(request).forget(id, secret)
    if not secrets:
        await games_of(request).see(id, [])
    return Response(status_code=204)


@router.post("/games/{id}/moves", tags=["games"], responses=answers(GameModel))
async def play_move(request: Request, id: Id, asked: Move) -> Response:
    """Make a move. When this answers, the move is stored; asked again for the same move, nothing changes."""
    return _json(await games_of(request).move(id, _secrets(request, changes=True), asked.ply, asked.move))


@router.post("/games/{id}/undo", tags=["games"], responses=answers(GameModel))
async def undo_move(request: Request, id: Id, asked: Change) -> Response:
    """Take back a move of a game at one screen; a version before the computer's answer takes both back."""
    return _json(await games_of(request).undo(id, _secrets(request, changes=True), asked.version))


@router.post("/games/{id}/redo", tags=["games"], responses=answers(GameModel))
async def redo_move(request: Request, id: Id, asked: Change) -> Response:
    """Make a move again that was taken back."""
    return _json(await games_of(request).redo(id, _secrets(request, changes=True), asked.version))


@router.post("/games/{id}/offer", tags=["games"], responses=answers(GameModel))
async def make_offer(request: Request, id: Id, asked: Offer) -> Response:
    """Ask the other player of a game by link for a takeback or a rematch."""
    games = games_of(request)
    return _json(await games.offer(id, _secrets(request, changes=True), asked.version, asked.offer))


@router.post("/games/{id}/answer", tags=["games"], responses=answers(GameModel))
async def answer_offer(request: Request, id: Id, asked: Answer) -> Response:
    """Answer what the other player asked; a rematch that is granted is the game in the answer."""
    games = games_of(request)
    return _json(await games.answer(id, _secrets(request, changes=True), asked.version, yes=asked.yes))


@router.post("/games/{id}/next", tags=["games"], responses=answers(GameModel))
async def next_game(request: Request, id: Id, asked: Next) -> Response:
    """Begin the next game at one screen, with sides changed on request."""
    games = games_of(request)
    return _json(await games.next(id, _secrets(request, changes=True), asked.version, swap=asked.swap))


@router.get("/games/{id}/events", tags=["games"], response_class=Response, responses=answers(words="The events."))
async def game_events(request: Request, id: Id) -> Response:
    """Server-sent events: the version of the game, now and after every change."""
    secrets = _secrets(request)
    access = await games_of(request).see(id, secrets)
    return EventStream(games_of(request).store, access, secrets[0])


@router.post("/seats", tags=["games"], responses=answers(CreatedModel))
async def take_seat(
    request: Request,
    asked: Entry,
    link: Annotated[str, Query(description="The secret of the link.", min_length=22, max_length=22)],
) -> Response:
    """Take the seat that a secret link leads to; name who sits there to come back to it."""
    secret = bearer_in(request.headers.get("authorization", "")) or _cookie(request, changes=True) or new_secret()
    access = await games_of(request).enter(link, secret, asked.name)
    return _json(access, secret="" if _cookie(request) else secret, links={})


@router.get("/analyse", tags=["analysis"], responses=answers(AnalysisModel))
async def analyse_position(request: Request, game: Rules = "tictactoe", position: PositionText = "") -> Response:
    """Say what a position and every move in it is worth, with GamesmanUni's names of fields."""
    rules = page_game(game)
    read = read_position(position, rules) if position else Position(rules)
    task = {"do": "analyse", "game": rules.name, "position": t3en(read)}
    return await _thought(request, task)


@router.post("/review", tags=["analysis"], responses=answers(ReviewModel))
async def review_game(
    request: Request,
    text: Annotated[str, Body(media_type="text/plain", max_length=20_000, description="One game, as SGF or moves.")],
) -> Response:
    """Go through a finished game: where value was given away, and why."""
    record = await beside(request).read(read_game, text)
    task = {
        "do": "review",
        "game": record.start.game.name,
        "start": t3en(record.start),
        "moves": list(record.moves),
    }
    return await _thought(request, task)


router.include_router(trees)


async def _thought(request: Request, task: dict[str, Any]) -> Response:
    analyst: AnalysisService = request.app.state.analyst
    found = await analyst.ask(task, request, patience=30)
    if found is None:
        raise TooLong("the answer did not come in time: ask again in a moment")
    return JSONResponse(found)


def _cookie(request: Request, *, changes: bool = False) -> str | None:
    """Return the secret in the cookie; for a change only with the token that goes with it.

    Raises:
        Forbidden: the token is missing or another browser's.
    """
    secret = cookie_in(request.headers.get("cookie", ""))
    if secret and changes and not csrf_ok(secret, request.headers.get("x-csrf-token", "")):
        raise Forbidden("a cookie alone changes nothing: send the token of the page as X-CSRF-Token")
    return secret


def _secrets(request: Request, *, changes: bool = False) -> list[str]:
    """Return the secrets that a request shows: its bearer token, or else its cookie."""
    if bearer := bearer_in(request.headers.get("authorization", "")):
        return [bearer]
    secret = _cookie(request, changes=changes)
    return [secret] if secret else []


def _json(access: Access, status: int = 200, **more: object) -> Response:
    return JSONResponse({**_game(access), **more}, status_code=status)


def told(access: Access) -> bytes:
    """Return a game as JSON, as somebody sees it: worked out once for all who see it."""
    notes = access.game.worked_out
    if "json" not in notes:
        notes["json"] = _AS_JSON(_fields(access.game)).encode()
    mine = b",".join(b'"%b"' % player.encode() for player in _you(access))
    return b'%b,"you":[%b]}' % (notes["json"][:-1], mine)


def _game(access: Access) -> dict[str, Any]:
    return {**_fields(access.game), "you": _you(access)}


def _you(access: Access) -> list[str]:
    return [player.value for player in Player if player in access.players]


def _fields(game: StoredGame) -> dict[str, Any]:
    """Return what everybody sees of a game."""
    position = game.position
    names, wins = position.game.board.names, game.tally
    outcome = position.outcome
    seats = ((game.x, wins[0]), (game.o, wins[1]))
    return {
        "id": game.id,
        "version": game.version,
        "game": game.rules,
        "position": t3en(position),
        "turn": position.turn.value,
        "ply": len(game.moves),
        "moves": list(game.record.move_names),
        "legalMoves": [names[move] for move in position.moves],
        "isOver": position.is_over,
        "winner": outcome.winner.value if outcome and outcome.winner else None,
        "line": [names[cell] for cell in winning_line(position)],
        "players": {
            side: {"name": seat.name, "level": seat.level, "open": seat.open, "wins": won}
            for side, (seat, won) in zip("xo", seats, strict=True)
        },
        "drawn": wins[2],
        "linked": game.linked,
        "offer": game.offer,
        "offeredBy": game.offered_by,
        "refused": game.refused,
        "next": game.next,
    }
