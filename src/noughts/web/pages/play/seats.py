"""The pages behind secret links, where people take a seat or watch, and the list of links on a game's page."""

import io
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from noughts.explain.words import game_words, plural
from noughts.render.names import isolated
from noughts.rules.game import Player
from noughts.web.auth import is_secret
from noughts.web.games import client_of
from noughts.web.model.access import Access
from noughts.web.model.errors import NotFound, Outdated, sentence
from noughts.web.model.roles import Role
from noughts.web.pages.addresses import base_for_others
from noughts.web.pages.forms import PostedForm
from noughts.web.pages.play.game_view import name_for
from noughts.web.pages.templating import download, redirect, render


@dataclass(frozen=True)
class SeatPage:
    """The page behind a secret link.

    Attributes:
        words: the rules in words.
        watches: whether the link is for spectators.
        players: the names of the players, for a spectator.
        mark: the player of the seat.
        open: whether the seat is free.
        first: whether the player of the seat moves first.
        name: the name of the player in the seat.
        other: the name of the other player.
    """

    words: str
    watches: bool
    players: str = ""
    mark: str = ""
    open: bool = False
    first: bool = False
    name: str = ""
    other: str = ""


@dataclass(frozen=True)
class LinkView:
    """A link that a client may share or keep.

    Attributes:
        role: the role that it gives.
        url: the link.
        qr: the URL of its QR code.
        words: its name.
        meaning: what people can do with the link.
        open: whether it leads to an open seat.
    """

    role: Role
    url: str
    qr: str
    words: str
    meaning: str
    open: bool


async def seat(request: Request) -> Response:
    """Show a form to take the seat, or a button to watch.

    Loading this page changes nothing, because chat programs load it, too, to preview the link.
    """
    return await _seat(request)


async def enter(request: Request) -> Response:
    """Take the seat that a link leads to, or watch the game."""
    form = await PostedForm.read(request)
    invitations, link = client_of(request).invitations, request.path_params["link"]
    try:
        if form.get("look"):
            access = await invitations.watch(link)
        else:
            access = await invitations.enter(link, form.get("name", ""), as_player="name" in form)
    except Outdated as error:
        return await _seat(request, sentence(error), 409)
    return redirect(f"/play/{access.game.id}")


async def seat_qr_code(request: Request) -> Response:
    """Draw the QR code of a secret link. Every well-formed link gets a QR code, even if no game has this link, so a
    code does not reveal which games exist."""
    link = request.path_params["link"]
    if not is_secret(link):
        raise NotFound("there is no such link")
    return download(qr_code(f"{base_for_others(request)}seat/{link}"), "image/svg+xml")


async def _seat(request: Request, note: str = "", status: int = 200) -> Response:
    client = client_of(request)
    id, role = await client.invitations.resolve(request.path_params["link"])
    mine = await client.store.roles(id, [client.key])
    if role in mine or (role == "watch" and mine):  # a player may open a used invitation
        return redirect(f"/play/{id}")
    game = await client.store.load(id)
    if game is None:
        raise NotFound("this game was deleted a moment ago")
    words = game_words(game.game)
    if game.clock:
        words += f"; {plural(game.clock // 60, 'minute')} for each player"
    if role in ("watch", "own"):
        players = " and ".join(isolated(game.name(player)) or "a friend" for player in Player)
        page = SeatPage(words, watches=True, players=players)
    else:
        player = Player(role)
        page = SeatPage(
            words,
            watches=False,
            mark=str(player),
            open=game.seat(player).open,
            first=game.record.start.turn is player,
            name=game.name(player),
            other=name_for(game, player.other, [player]),
        )
    return render(request, "seat.html", page, status=status, tab="play", note=note, tone="refusal")


def link_views(request: Request, access: Access, links: dict[Role, str]) -> list[LinkView]:
    """Return the links that a client may share or keep, starting with the link to an open seat."""
    views = []
    for role, secret in links.items():
        is_open = False
        if role == "watch":
            words, meaning = "Watch link", "Anyone with this link can watch, but not play."
        elif is_open := access.game.seat(Player(role)).open:
            words, meaning = "Link for your friend", "The first person to open it and press Play is your opponent."
        elif Player(role) in access.players:
            words = "My seat on another device"
            meaning = "Keep this link to yourself: anyone with it can play for you."
        else:
            continue  # the friend has joined: the link belongs to them now
        url, image = f"{base_for_others(request)}seat/{secret}", f"seat/{secret}/qr.svg"
        views.append(LinkView(role, url, image, words, meaning, is_open))
    return sorted(views, key=lambda link: not link.open)


def qr_code(url: str) -> bytes:
    """Return the QR code of a URL as SVG."""
    import segno  # only a host with links needs segno

    out = io.BytesIO()
    segno.make(url, error="m").save(out, kind="svg", border=2, omitsize=True, dark="#000", light="#fff")
    return out.getvalue()


routes = [
    Route("/seat/{link}", seat),
    Route("/seat/{link}", enter, methods=["POST"]),
    Route("/seat/{link}/qr.svg", seat_qr_code),
]
