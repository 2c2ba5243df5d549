"""The pages on which games are played: alone, at one screen, or with a friend by link.

Long, because these pages are one: whatever is done in a game is answered with the same board.
"""

import io
from functools import lru_cache
from typing import Any

import segno
from fastapi import APIRouter, Request
from fastapi.responses import Response

from noughts.apps.names import isolated
from noughts.apps.web.auth import hashed
from noughts.apps.web.engines.analysis_service import AnalysisService
from noughts.apps.web.games import Access
from noughts.apps.web.guard.middleware import count_success
from noughts.apps.web.live.events import EventStream
from noughts.apps.web.live.presence import GRACE, LOADED, Company
from noughts.apps.web.model.errors import NotFound, Outdated, sentence, status_of
from noughts.apps.web.model.roles import Role
from noughts.apps.web.model.setup import GAMES, PERSON, Setup, computers, said_name, signed, usual_name
from noughts.apps.web.model.stored_game import StoredGame
from noughts.apps.web.pages.forms import Form, number
from noughts.apps.web.pages.game_view import game_view, refusal, versus
from noughts.apps.web.pages.templating import games_of, go, render, secret_of, wants_part
from noughts.players.levels import PERFECT_CELLS
from noughts.rules.errors import NoughtsError
from noughts.rules.gallery import game_or_none
from noughts.rules.game import Player
from noughts.rules.notation import t3en
from noughts.rules.sgf import write_sgf

router = APIRouter(include_in_schema=False)

_NOTHING: dict[str, Any] = {
    **{"links": [], "trouble": "", "again": 0},
    **{"values": "", "mine_marks": [], "asker": "", "company": None},
}
_AT_ONCE = 0.08  # seconds that a person does not notice: the computer's move need not be fetched by itself
_AGAIN = 1000  # milliseconds after which a page asks again for an analysis that took too long
_PATIENCE = 2.0  # seconds that a page without scripts waits for the computer's answer


@router.get("/")
async def home(request: Request) -> Response:
    """Send to the board."""
    return go(request, "/play")


@router.get("/play")
async def fresh(request: Request) -> Response:
    """Show a board on which no move has been made yet; the first press creates the game."""
    note = ""
    try:
        setup = Setup.read(request.query_params)
        game = setup.new_game("")
    except NoughtsError as error:
        setup, note = Setup.unread(request.query_params), sentence(error)
        game = Setup().new_game("")
    players = () if game.computer_moves else tuple(Player)
    return render(
        request,
        "play.html",
        tab="play",
        saved=False,
        view=game_view(game, players),
        fields=_fields(Setup() if note else setup),
        status=400 if note else 200,
        note=note,
        tone="refusal",
        misread=bool(note),
        only_here=only_here(request),
        under_way=await _under_way(request),
        **_NOTHING,
        **_choices(setup),
    )


@router.post("/play/move")
@router.post("/play/start")
async def begin(request: Request) -> Response:
    """Create a game, with its first move if a cell was pressed."""
    form = await Form.read(request)
    setup = Setup.read(form)
    moves = [number(form, "cell", "a cell")] if "cell" in form else []
    game = await games_of(request).create(setup, secret_of(request), moves=moves, once=form.get("once", ""))
    return await _done(request, Access(game, frozenset({"own"})), form)


@router.post("/play/invite")
async def invite(request: Request) -> Response:
    """Create a game by link."""
    form = await Form.read(request)
    side = Player.O if form.get("side") == "o" else Player.X
    name = form.get("name", "")
    fields = {"game": form.get("game", ""), "begins": form.get("begins", ""), f"{side.value}_name": name}
    setup = Setup.read({**fields, "x": "person", "o": "person"})
    game = await games_of(request).create(setup, secret_of(request), host=side, once=form.get("once", ""))
    return go(request, f"/play/{game.id}")


@router.get("/play/{id}.sgf")
async def sgf(request: Request, id: str) -> Response:
    """Give a game as a file."""
    access = await games_of(request).see(id, [secret_of(request)])
    headers = {"Content-Disposition": 'attachment; filename="noughts.sgf"'}
    return Response(write_sgf(signed(access.game)), media_type="application/x-go-sgf", headers=headers)


@router.get("/play/{id}")
async def show(request: Request, id: str) -> Response:
    """Show a game, in a version at least as new as the one the page has heard of."""
    heard = request.headers.get("x-version", "")
    least = int(heard) if heard.isascii() and heard.isdigit() and len(heard) < 7 else 0
    access = await games_of(request).see(id, [secret_of(request)], least)
    if access.game.linked:
        who, seconds = hashed(secret_of(request)), GRACE if wants_part(request) else LOADED
        games_of(request).store.presence.seen(id, who, access.roles, seconds)
    return await _show(request, access)


@router.get("/play/{id}/events")
async def events(request: Request, id: str) -> Response:
    """Tell of every change of a game, by its version, as it happens."""
    games, secret = games_of(request), secret_of(request)

    async def said() -> dict[str, str]:
        return company(await games.see(id, [secret]), games.store.presence.at(id))

    access = await games.see(id, [secret])
    return EventStream(games.store, access, secret, said if access.game.linked else None)


@router.post("/play/{id}/{action}")
async def act(request: Request, id: str, action: str) -> Response:
    """Do something in a game; what cannot be done is said beside the board as it is now."""
    form = await Form.read(request)
    try:
        access = await _acted(request, id, action, form)
    except NotFound:
        raise
    except NoughtsError as error:
        access = await games_of(request).see(id, [secret_of(request)])
        return await _show(request, access, form.get("values", ""), sentence(error), status_of(error))
    return await _done(request, access, form)


async def _acted(request: Request, id: str, action: str, form: Form) -> Access:
    games, mine = games_of(request), [secret_of(request)]
    version = number(form, "version", "the version of the game", otherwise=-1)
    ply = number(form, "ply", "the number of moves made", otherwise=-1)
    match action:
        case "move":
            return await games.play(id, mine, ply, number(form, "cell", "a cell"))
        case "undo":
            return await games.undo(id, mine, version)
        case "redo":
            return await games.redo(id, mine, version)
        case "new" | "swap":
            return await games.next(id, mine, version, swap=action == "swap")
        case "step":
            return await games.step(id, mine, ply)
        case "takeback" | "rematch":
            return await games.offer(id, mine, version, "takeback" if action == "takeback" else "rematch")
        case "accept" | "decline":
            return await games.answer(id, mine, version, yes=action == "accept")
        case _:
            raise NotFound(f"there is no action {action[:20]!r} in a game")


@router.get("/seat/{link}")
async def seat(request: Request, link: str) -> Response:
    """Ask who comes by a secret link for their name, or whether they want to look on.

    Nothing is changed by that: programs that show previews of links come here, too.
    """
    return await _seat(request, link)


@router.post("/seat/{link}")
async def enter(request: Request, link: str) -> Response:
    """Take the seat, or a place to look on from."""
    form = await Form.read(request)
    games, mine = games_of(request), secret_of(request)
    try:
        if form.get("look"):
            access = await games.look_on(link, mine)
        else:
            access = await games.enter(link, mine, form.get("name", ""))
        count_success(request.scope)
    except Outdated as error:
        return await _seat(request, link, sentence(error), 409)
    return go(request, f"/play/{access.game.id}")


async def _seat(request: Request, link: str, note: str = "", status: int = 200) -> Response:
    games = games_of(request)
    id, role = await games.resolve(link)
    count_success(request.scope)
    known = await games.store.roles(id, [hashed(secret_of(request))])
    if role in known:
        return go(request, f"/play/{id}")
    game = await games.store.load(id)
    if game is None:
        raise NotFound("this game was deleted a moment ago")
    shown = game_view(game, [])
    if role in ("watch", "own"):
        names = [isolated(game.seat(player).name) or "a friend" for player in Player]
        who = " and ".join(names)
        return render(request, "seat.html", tab="play", words=shown.words, looks_on=True, who=who)
    player = Player(role)
    return render(
        request,
        "seat.html",
        status=status,
        tab="play",
        note=note,
        tone="refusal",
        mark=str(player),
        open=game.seat(player).open,
        name=game.seat(player).name,
        other=game.seat(player.other).name,
        words=shown.words,
        looks_on=False,
    )


async def _done(request: Request, access: Access, form: Form) -> Response:
    """Answer something that was done with the game after it, with the computer's move too if that comes soon enough."""
    values, part = form.get("values", ""), wants_part(request)
    if access.game.computer_moves:
        await games_of(request).answered(access.game, _AT_ONCE if part else _PATIENCE)
    if part and request.url.path.startswith(f"/play/{access.game.id}/"):
        return await _show(request, await games_of(request).see(access.game.id, [secret_of(request)]), values)
    return go(request, f"/play/{access.game.id}", values=values)


async def _show(
    request: Request, access: Access, values: str | None = None, note: str = "", status: int = 200
) -> Response:
    game = access.game
    values = "on" if (request.query_params.get("values", "") if values is None else values) == "on" else ""
    setup = _setup_of(game)
    analyst: AnalysisService = request.app.state.analyst
    trouble = games_of(request).troubles.get(game.id, "")
    note = note or (f"The computer cannot move: {trouble}." if trouble else "")
    analysis, tone, hinted, again = None, "refusal" if note else "", None, 0
    note = note or refusal(game, access.players)
    plain = game_view(game, access.players)
    wants_hint = request.query_params.get("hint") == str(len(game.moves) + 1) and "hint" in plain.can
    if (values and "values" in plain.can and not game.computer_moves) or wants_hint:
        try:
            found = await analyst.analyse(game.rules, t3en(game.position), request)
        except NoughtsError as error:  # the game goes on without
            found, note, tone = (
                {"moves": []},
                f"{'The hint is' if wants_hint else 'Values are'} not ready: {error}.",
                "",
            )
        if found is None:
            again = _AGAIN
        elif found["moves"] and wants_hint:
            hinted, note, tone = int(found["moves"][0]["cell"]), found["hint"], "hint"
        analysis = found if values and found and found["moves"] else None
    links = await games_of(request).links(access, secret_of(request))
    offerer = game.seat(Player(game.offered_by)).name if game.offered_by else ""
    return render(
        request,
        "play.html",
        status=status,
        tab="play",
        saved=True,
        view=game_view(game, access.players, analysis=analysis, hinted=hinted),
        values=values,
        note=note,
        tone=tone,
        asker=offerer,
        mine_marks=[player.value for player in access.players],
        trouble=trouble,
        again=again,
        misread=False,
        under_way=None,
        only_here=only_here(request),
        company=company(access, games_of(request).store.presence.at(game.id)) if game.linked else None,
        links=_links(request, access, links),
        analyse_query={
            **{"game": game.rules, "start": game.start, "moves": ",".join(game.record.move_names)},
            **{"x_name": game.x.name, "o_name": game.o.name},
        },
        **_choices(setup),
    )


def _links(request: Request, access: Access, links: dict[Role, str]) -> list[dict[str, Any]]:
    """Return the links that somebody may hand out or keep: the friend's first, while their seat is open."""
    shown = []
    for role, secret in links.items():
        url = f"{request.url.scheme}://{request.url.netloc}/seat/{secret}"
        if role == "watch":
            words, waits, meant = "To look on", False, "For anybody who only wants to see: it gives no seat."
        else:
            waits = access.game.seat(Player(role)).open
            mine = Player(role) in access.players
            words = f"Your friend's seat ({role.upper()})" if waits else f"Your seat ({role.upper()}), another device"
            meant = (
                "Send this one: who opens it plays." if waits else "Keep it to yourself: who has it can play for you."
            )
            if not mine and not waits:
                continue  # the friend has come: the link is theirs now
        shown.append({"role": role, "url": url, "words": words, "meant": meant, "open": waits, "qr": _qr(url)})
    return sorted(shown, key=lambda link: not link["open"])


@lru_cache(maxsize=2_000)
def _qr(url: str) -> str:
    out = io.BytesIO()
    segno.make(url, error="m").save(
        out, kind="svg", xmldecl=False, svgns=True, border=2, omitsize=True, dark="#000", light="#fff", nl=False
    )
    return out.getvalue().decode()


def _setup_of(game: StoredGame) -> Setup:
    """Return the setup with which a game like this one begins."""
    named = {
        mark.value: "" if game.seat(mark).level or game.seat(mark).name in ("You", str(mark)) else game.seat(mark).name
        for mark in Player
    }
    turn = game.record.start.turn.value
    x, o = game.x.level or PERSON, game.o.level or PERSON
    return Setup(usual_name(game.rules), x, o, named["x"], named["o"], turn)


def _fields(setup: Setup) -> dict[str, str]:
    return {name: value for name in setup.__dataclass_fields__ if (value := getattr(setup, name))}


def _choices(setup: Setup) -> dict[str, Any]:
    """Return what the form for a new game offers."""
    return {
        **{"setup": setup, "games": GAMES, "perfect_cells": PERFECT_CELLS},
        "computers": computers(game_or_none(setup.game) or Setup().rules),
    }


async def _under_way(request: Request) -> dict[str, str] | None:
    """Return the game that somebody played last, if it goes on."""
    if not request.cookies:  # somebody new
        return None
    for access in await games_of(request).mine(secret_of(request), limit=1):
        game = access.game
        if access.players and game.moves and not game.result and not game.next:
            return {"id": game.id, "names": versus(game), "rules": said_name(game.rules)}
    return None


def only_here(request: Request) -> str:
    """Return that a link from this address leads nowhere on another computer, and what to do; else nothing."""
    if request.url.hostname not in ("localhost", "127.0.0.1", "::1"):
        return ""
    start = "start the server with noughts web --host 0.0.0.0, and open the page at the address that it prints"
    return f"Links from this address work on this computer only. For others {start}."


def company(access: Access, there: Company) -> dict[str, str]:
    """Return who is at a game by link, in words for who looks at it, by the place in the page."""
    here = {Player.X: there.x, Player.O: there.o}
    words = [
        f"{isolated(access.game.seat(player).name)} is {'here' if here[player] else 'away'}."
        for player in Player
        if player not in access.players and not access.game.seat(player).open and (here[player] or there.sure)
    ]
    return {"there": " ".join(words), "watching": f"{there.watching} watching" if there.watching else ""}
