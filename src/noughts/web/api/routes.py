"""The JSON API, through which programs play games and analyse positions. If GamesmanUni has a name for a field, the API
uses that name.

A program authenticates with ``Authorization: Bearer SECRET``. A program that creates a game without a secret receives a
new one. The response also contains the secrets of the game's links.
"""

import asyncio
from dataclasses import replace
from functools import partial
from typing import Annotated, TypeAlias

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import JSONResponse, Response

from noughts.rules.game import Player
from noughts.rules.notation import t3en
from noughts.web import changes
from noughts.web.api.analysis import router as analysis
from noughts.web.api.models import (
    AnswerModel,
    ChangeModel,
    CreatedModel,
    EntryModel,
    GameModel,
    MoveModel,
    NewGameModel,
    NextModel,
    OfferModel,
    PlayerModel,
)
from noughts.web.api.openapi import EVENTS, responses
from noughts.web.api.puzzles import router as puzzles
from noughts.web.auth import bearer_secret, cookie_secret, new_secret
from noughts.web.games import Client, Games
from noughts.web.live.events import changes_of, sse
from noughts.web.model.access import Access
from noughts.web.model.client import client_key
from noughts.web.model.new_game import NewGame
from noughts.web.model.roles import LINKS, LinkRole, link_secret
from noughts.web.model.stored_game import winning_line

router = APIRouter(prefix="/api/v1", generate_unique_id_function=lambda route: route.name)

Id = Annotated[str, Path(description="The game.", min_length=22, max_length=22, pattern="^[A-Za-z0-9_-]{22}$")]
Version = Annotated[
    int, Query(ge=0, le=1_000_000, description="A version that an event announced. The response is at least as new.")
]


def _client(request: Request) -> Client:
    """Return the client of a request, identified by its bearer token or else by its cookie. Without a token and a
    cookie, the client's secret is empty.
    """
    games: Games = request.app.state.games
    return games.client(bearer_secret(request) or cookie_secret(request) or "", client_key.get())


def _with_secret(client: "AnyClient") -> Client:
    """Return the client, with a new secret if it has none."""
    return client if client.secret else replace(client, secret=new_secret())


AnyClient: TypeAlias = Annotated[Client, Depends(_client)]
"""The client of a request."""

ClientWithSecret: TypeAlias = Annotated[Client, Depends(_with_secret)]
"""A client that gets a secret with the response if it has none."""


@router.post("/games", status_code=201, tags=["games"], responses=responses(CreatedModel, 201))
async def create_game(request: Request, client: ClientWithSecret, body: NewGameModel) -> Response:
    """Create a game, on one screen or by link."""
    access = await client.create(NewGame.read(body.model_dump()).new_game())
    links = {role: link_secret(client.secret, access.game.series, role) for role in LINKS if access.game.linked}
    return _created(request, client, access, links, 201)


@router.get("/games", tags=["games"], responses=responses(words="The games, the latest first."))
async def list_games(
    client: AnyClient, q: Annotated[str, Query(max_length=100, description="Words in names or the game.")] = ""
) -> list[GameModel]:
    """List the client's latest fifty games."""
    games = []
    for access in await client.mine(text=q.lower()):
        games.append(_model(access).model_dump())
        await asyncio.sleep(0)  # replaying a long game takes time: let other requests run
    return JSONResponse(games)  # type: ignore[return-value]


@router.get("/games/{id}", tags=["games"], responses=responses(GameModel))
async def show_game(client: AnyClient, id: Id, version: Version = 0) -> Response:
    """Return a game."""
    return _json(await client.see(id))


@router.delete("/games/{id}", status_code=204, tags=["games"], responses=responses(status=204))
async def delete_game(client: AnyClient, id: Id) -> Response:
    """Remove a game from the client's list, and delete the game if no player has it any more. A link for spectators
    cannot remove a game.
    """
    await client.forget(id)
    return Response(status_code=204)


@router.post("/games/{id}/moves", tags=["games"], responses=responses(GameModel))
async def play_move(client: AnyClient, id: Id, body: MoveModel) -> Response:
    """Make a move. The server stores the move before it responds. Repeating the same move changes nothing."""
    return _json(await client.change(id, changes.move(body.ply, body.move, body.version)))


@router.post("/games/{id}/undo", tags=["games"], responses=responses(GameModel))
async def undo_move(client: AnyClient, id: Id, body: ChangeModel) -> Response:
    """Take back a move in a game on one screen. If `version` is from before a computer's reply, take back the reply,
    too.
    """
    return _json(await client.change(id, changes.undo(body.version)))


@router.post("/games/{id}/redo", tags=["games"], responses=responses(GameModel))
async def redo_move(client: AnyClient, id: Id, body: ChangeModel) -> Response:
    """Redo a move that was taken back."""
    return _json(await client.change(id, changes.redo(body.version)))


@router.post("/games/{id}/offer", tags=["games"], responses=responses(GameModel))
async def make_offer(client: AnyClient, id: Id, body: OfferModel) -> Response:
    """Ask the other player of a game played by link for a takeback, a draw or a rematch."""
    return _json(await client.change(id, changes.offer(body.version, body.offer)))


@router.post("/games/{id}/resign", tags=["games"], responses=responses(GameModel))
async def resign_game(client: AnyClient, id: Id) -> Response:
    """Resign a game played by link. Repeating the request changes nothing."""
    return _json(await client.change(id, changes.resign()))


@router.post("/games/{id}/answer", tags=["games"], responses=responses(GameModel))
async def answer_offer(client: AnyClient, id: Id, body: AnswerModel) -> Response:
    """Answer the other player's offer. If a rematch is granted, the response contains the new game."""
    return _json(await client.change(id, changes.answer(body.version, yes=body.yes)))


@router.post("/games/{id}/next", tags=["games"], responses=responses(GameModel))
async def next_game(client: AnyClient, id: Id, body: NextModel) -> Response:
    """Begin the next game on one screen, with sides swapped on request."""
    return _json(await client.next(id, body.version, swap=body.swap))


@router.get("/games/{id}/events", tags=["games"], response_class=Response, responses=EVENTS)
async def game_events(client: AnyClient, id: Id) -> Response:
    """Stream the version of the game as server-sent events, at once and after every change.

    The stream ends when the client has removed the game.
    """
    access, store = await client.see(id), client.store
    return sse(changes_of(store.hub, store.presence, access, client.key, partial(client.see, id)))


@router.post("/seats", tags=["games"], responses=responses(CreatedModel))
async def take_seat(
    request: Request,
    client: ClientWithSecret,
    body: EntryModel,
    link: Annotated[str, Query(description="The secret of the link.", min_length=22, max_length=22)],
) -> Response:
    """Take the seat that a secret link leads to. To return to a seat that is already taken, send its player's name."""
    access = await client.invitations.enter(link, body.name)
    return _created(request, client, access, {}, 200)


router.include_router(analysis)
router.include_router(puzzles)


def _json(access: Access) -> Response:
    return JSONResponse(_model(access).model_dump())


def _created(request: Request, client: Client, access: Access, links: dict[LinkRole, str], status: int) -> Response:
    """Respond with a new game and the client's secret, unless it came in the cookie, which scripts must not read."""
    secret = "" if client.secret == cookie_secret(request) else client.secret
    model = CreatedModel(**vars(_model(access)), secret=secret, links=links)
    return JSONResponse(model.model_dump(), status_code=status)


def _model(access: Access) -> GameModel:
    """Return a game as a client sees it."""
    game, position = access.game, access.game.position
    names, wins = position.game.board.names, game.tally
    return GameModel(
        id=game.id,
        version=game.version,
        game=game.rules,
        position=t3en(position),
        turn=position.turn.value,
        ply=len(game.moves),
        moves=list(game.record.move_names),
        legalMoves=[] if game.is_over else [names[move] for move in position.moves],
        isOver=game.is_over,
        winner=winner.value if (winner := game.record.winner) else None,
        ended=game.ended,
        line=[names[cell] for cell in winning_line(position)],
        players={
            player.value: PlayerModel(name=seat.name, level=seat.level, open=seat.open, wins=won)
            for player, seat, won in zip(Player, (game.x, game.o), wins, strict=False)
        },
        drawn=wins[2],
        you=[player.value for player in Player if player in access.players],
        linked=game.linked,
        offer=game.offer,
        offeredBy=game.offered_by,
        refused=game.refused,
        next=game.next,
        lines=game.lines,
    )
