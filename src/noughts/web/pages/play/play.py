"""The Play pages, for games against the computer, on one screen, or with a friend by link."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from noughts.rules.board import Cell
from noughts.rules.errors import NoughtsError
from noughts.web import changes
from noughts.web.analysis.engines import engines_of
from noughts.web.analysis.service import analyst_of
from noughts.web.auth import cookies
from noughts.web.classes import class_client
from noughts.web.games import Client, client_of
from noughts.web.live.events import changes_of, sse
from noughts.web.live.presence import GRACE, LOADED
from noughts.web.model.access import Access
from noughts.web.model.computers import VISIBLE, computers, player_words
from noughts.web.model.errors import Forbidden, NotFound, status_of
from noughts.web.model.new_game import CLOCKS, NewGame
from noughts.web.model.own_game import OWN
from noughts.web.model.page_games import display_name
from noughts.web.model.roles import Role
from noughts.web.model.stored_game import StoredGame
from noughts.web.model.study import Study
from noughts.web.model.task import AnalysisAnswer
from noughts.web.pages.analyse.study_view import study_url
from noughts.web.pages.columns import board_form, refusal
from noughts.web.pages.forms import PostedForm
from noughts.web.pages.play.gallery import gallery, own_game
from noughts.web.pages.play.game_view import actions, game_view, versus
from noughts.web.pages.play.room import present_words, room_part, show_room
from noughts.web.pages.play.saving import sgf_of, study_of
from noughts.web.pages.static_files import COMPRESSED
from noughts.web.pages.tabs import explore_url, links_to_game, links_to_study
from noughts.web.pages.templating import download, redirect, render, wants_part

_QUICK_REPLY = 0.08  # seconds that a move waits for the computer's reply, too short for a person to notice
_REPLY = 2.0  # the same number for a page without scripts, which must be reloaded to show the reply
_MOST_ALIKE = 30  # games in which the page looks for the last one with the same players
_COOKIE = "play"  # stores the last choice
_YEAR = 365 * 24 * 3600
_EQUAL = {"tie": "no first move loses", "win": "every first move wins"}
_RETRY = 1_000  # milliseconds until the page asks again for an analysis


async def new_board(request: Request) -> Response:
    """Show a board without any moves. The first move creates the game.

    The browser remembers the choice in a cookie, so that ``/`` and ``/play`` show the same kind of game the next time.
    """
    error = ""
    try:
        choice = _chosen(request, request.query_params)
    except NoughtsError as invalid:
        choice, error = _chosen(request, {}), refusal(invalid)
    latest = await _latest(request)
    game = await _continuing(request, choice)
    # If the computer begins, the only possible action is Start, which creates the game.
    roles: frozenset[Role] = frozenset() if game.computer_moves else frozenset({"own"})
    response = await _page(
        request,
        Access(game, roles),
        choice,
        hint="hint" in request.query_params,
        values=request.query_params.get("values", ""),
        error=error,
        status=400 if error else 200,
        invalid=request.query_params if error and request.query_params.get("game") in OWN else None,
        unfinished=_unfinished(latest),
    )
    if request.query_params and not error:
        _remember(request, response, choice)
    return response


def _chosen(request: Request, fields: Mapping[str, str]) -> NewGame:
    """Return the settings for a new game from these fields. Missing settings come from the browser's last choice."""
    once = fields.get("once", "")  # a form that is sent twice gets the same random side
    if "of" in fields and fields.get("game") != fields["of"]:  # the position of a form belongs to another game
        fields = {**fields, "start": ""}
    return NewGame.read(fields, cookies(request).get(_COOKIE, ""), Random(once or None))


def _remember(request: Request, response: Response, choice: NewGame) -> None:
    """Store the chosen settings in a cookie."""
    secure = request.url.scheme == "https"
    response.set_cookie(_COOKIE, choice.cookie, max_age=_YEAR, httponly=True, samesite="lax", secure=secure)


async def begin(request: Request) -> Response:
    """Create a game, with its first move if a cell was pressed."""
    form = await PostedForm.read(request)
    choice = _chosen(request, form)
    game = choice.new_game() if "fresh" in form else await _continuing(request, choice)
    if "cell" in form and not game.linked:  # in a game played by link, the friend has to join first
        game = replace(game, moves=(form.number("cell"),))
    access = await client_of(request).create(game, form.get("once", ""))
    response = await _after_change(request, access, form)
    _remember(request, response, choice)
    return response


async def invite(request: Request) -> Response:
    """Create a game played by link."""
    form = await PostedForm.read(request)
    choice = _chosen(request, {"side": "random", **form, "mode": "link"})
    access = await client_of(request).create(choice.new_game(), form.get("once", ""))
    response = redirect(f"/play/{access.game.id}")
    _remember(request, response, replace(choice, side=_chosen(request, {}).side))
    return response


async def analyse(request: Request) -> Response:
    """Open a game on the Analyse page, with its variations if they fit in a URL."""
    study = await _study(request)
    shares = "&share=1" if "share" in request.query_params and study.record.is_over else ""
    return redirect(f"/{study_url(study)}{shares}")


async def explore(request: Request) -> Response:
    """Open the last position of a game on the Explore page."""
    return redirect(f"/{explore_url(await _study(request))}")


async def _study(request: Request) -> Study:
    """Return the study of a game. Raise an error for a game played by link that is not over."""
    game = (await client_of(request).see(request.path_params["id"])).game
    if game.linked and not game.is_over:
        raise Forbidden("this game is not over yet: you can analyse it afterwards")
    return await study_of(game, engines_of(request))


async def sgf(request: Request) -> Response:
    """Download a game as SGF."""
    access = await client_of(request).see(request.path_params["id"])
    return download(await sgf_of(access.game, engines_of(request)), "application/x-go-sgf", "noughts.sgf")


async def show(request: Request) -> Response:
    """Show a game."""
    client = client_of(request)
    access = await _see(request)
    if access.game.linked:
        seconds = GRACE if wants_part(request) else LOADED
        client.store.presence.seen(access.game.id, client.key, access.roles, seconds)
        if at := (await class_client(request).places(access))[0]:
            client.store.presence.seen(at, client.key, ["x"], seconds)
    return await _show(request, access, values=request.query_params.get("values", ""))


async def events(request: Request) -> Response:
    """Stream a game's versions. A game played by link also streams the new part of the page, and who is present."""
    client, id = client_of(request), request.path_params["id"]
    hub, presence = client.store.hub, client.store.presence

    def latest_part(access: Access) -> str:
        return room_part(access, presence.at(id))

    def latest_company(access: Access) -> str:
        return json.dumps(present_words(access.game, access.players, presence.at(id)))

    access = await client.see(id)
    if request.method == "HEAD":
        return Response(media_type="text/event-stream")
    room = {"part": latest_part, "company": latest_company} if access.game.linked else {}
    at, other = await class_client(request).places(access)
    events = changes_of(hub, presence, access, client.key, partial(_see, request), room, at=at, others=[other])
    return sse(events)


async def _see(request: Request) -> Access:
    """Return the client's access to the requested game. A game of a tournament can be over because a pupil has left."""
    access = await client_of(request).see(request.path_params["id"])
    return await class_client(request).look(access) if access.game.class_id else access


async def act(request: Request) -> Response:
    """Change a game. If that is not possible, show the reason beside the board."""
    client, id, form = client_of(request), request.path_params["id"], await PostedForm.read(request)
    try:
        access = await _change(client, id, request.path_params["action"], form)
    except NotFound:
        raise
    except NoughtsError as error:
        access = await _see(request)
        values, note = form.get("values", ""), refusal(error)
        return await _show(request, access, values=values, error=note, status=status_of(error))
    return await _after_change(request, access, form)


async def _change(client: Client, id: str, action: str, form: PostedForm) -> Access:
    version = form.number("version", -1)
    match action:
        case "new" | "swap":
            return await client.next(id, version, swap=action == "swap")
        case "step":
            return await client.step(id, version)
        case "move":
            seen = version if "version" in form else None
            change = changes.move(form.number("ply", -1), form.number("cell"), seen)
        case "undo":
            change = changes.undo(version)
        case "redo":
            change = changes.redo(version)
        case "reset":
            change = changes.reset(version)
        case "claim":
            change = changes.claim(version, client.store.presence.at(id).gone)
        case "resign":
            change = changes.resign()
        case "takeback" | "draw" | "rematch":
            change = changes.offer(version, action)
        case "accept" | "decline":
            change = changes.answer(version, yes=action == "accept")
        case _:
            raise NotFound(f"unknown action {action[:20]!r}")
    return await client.change(id, change)


async def _after_change(request: Request, access: Access, form: PostedForm) -> Response:
    """Show the game after a change, with the computer's reply if it comes soon."""
    part, game = wants_part(request), access.game
    if game.computer_moves:
        game = await client_of(request).games.computers.reply(game, _QUICK_REPLY if part else _REPLY)
    if part and request.path_params.get("id") == game.id:
        return await _show(request, replace(access, game=game), values=form.get("values", ""))
    return redirect(f"/play/{game.id}", values=form.get("values", ""))


@dataclass(frozen=True)
class _Help:
    """A hint or the values of the moves in a game, or the reason why they are not ready."""

    note: str = ""
    tone: str = ""
    hinted: Cell | None = None
    values: AnalysisAnswer | None = None
    retry: int = 0


async def _help(request: Request, game: StoredGame, *, hint: bool, values: bool = False) -> _Help:
    """Return the help that a person asks for, or an object without any help."""
    if not (hint or values):
        return _Help()
    try:
        analysis = await analyst_of(request).analysis(game.position, request)
    except NoughtsError as failed:  # the game continues without it
        return _Help(f"{'The hint is' if hint else 'Values are'} not ready: {failed}.")
    if not analysis:
        return _Help(retry=_RETRY)
    shown = analysis if values else None
    if not hint:
        return _Help(values=shown)
    results = {move["moveValue"] for move in analysis["moves"]}
    if not game.position.x | game.position.o and len(results) == 1 and (words := _EQUAL.get(results.pop())):
        where = "column" if board_form(game.game) == "columns" else "square"
        return _Help(f"Any {where} is fine: {words}.", "hint", None, shown)
    return _Help(analysis["hint"], "hint", int(analysis["moves"][0]["cell"]), shown)


async def _show(request: Request, access: Access, *, values: str, error: str = "", status: int = 200) -> Response:
    """Render a game that has begun."""
    game = access.game
    if game.linked:
        return await show_room(request, access, error=error, status=status)
    hint = request.query_params.get("hint") == str(len(game.moves) + 1)
    choice = _chosen(request, {}).like(game)
    return await _page(request, access, choice, hint=hint, values=values, error=error, status=status)


async def _page(
    request: Request,
    access: Access,
    choice: NewGame,
    *,
    hint: bool,
    values: str,
    error: str,
    status: int,
    invalid: Mapping[str, str] | None = None,
    unfinished: Mapping[str, str] | None = None,
) -> Response:
    """Render the page of a game on one screen, whether it has begun or not.

    Args:
        request: the request.
        access: the game.
        choice: the choice that leads to this game.
        hint: whether a hint is wanted.
        values: ``on`` to show the values of the moves.
        error: why the requested change or game is not possible.
        status: the HTTP status.
        invalid: the fields of a game of one's own that does not exist.
        unfinished: a link to another game that is not over.
    """
    game, can = access.game, actions(access.game, access.players)
    wants_values = values == "on" and "values" in can and not game.computer_moves
    help = await _help(request, game, hint=hint and "hint" in can, values=wants_values)
    trouble = client_of(request).games.computers.trouble(game.id)
    refused = error or ("The computer has found no move. Press “Let the computer try again”." if trouble else "")
    return render(
        request,
        "play.html",
        status=status,
        tab="play",
        view=game_view(game, access.players, analysis=help.values, hinted=help.hinted),
        can=can,
        choice=choice,
        gallery=gallery(),
        own=own_game(choice.rules, invalid or {}),
        levels_of=computers(choice.rules),
        visible_levels=VISIBLE,
        clocks=CLOCKS,
        saved=bool(game.id),
        values="on" if values == "on" else "",
        note=refused or help.note,
        tone="refusal" if refused else help.tone,
        trouble=trouble,
        retry=0 if refused else help.retry,
        invalid=bool(invalid),
        unfinished=unfinished,
        celebrates=wants_part(request),
        tab_links=links_to_game(game) if game.id else {**links_to_study(Study.of(game.record)), "play": "play"},
    )


async def _latest(request: Request) -> StoredGame | None:
    """Return the client's latest game."""
    if not cookies(request):  # a new browser
        return None
    for access in await client_of(request).mine(limit=1):
        return access.game if access.players else None
    return None


async def _continuing(request: Request, choice: NewGame) -> StoredGame:
    """Return the new game with the score of the client's last game of the same kind."""
    game = choice.new_game()
    if not cookies(request) or game.linked:
        return game
    level = game.x.level or game.o.level
    like = f"{game.rules} {player_words(level, game.game) if level else ''}"
    mine = await client_of(request).mine(text=like, limit=_MOST_ALIKE)
    games = (one.game for one in mine if one.players and not one.game.next)  # the next game has the score
    return game.continuing(next(filter(game.continues, games), None))


def _unfinished(latest: StoredGame | None) -> dict[str, str] | None:
    """Return a link to the client's latest game if it is not over."""
    if latest is None or not latest.moves or latest.result or latest.next:
        return None
    return {"id": latest.id, "names": versus(latest), "rules": display_name(latest.rules)}


routes = [
    Route("/", new_board, middleware=COMPRESSED),
    Route("/play", new_board, middleware=COMPRESSED),
    Route("/play/move", begin, methods=["POST"]),
    Route("/play/start", begin, methods=["POST"]),
    Route("/play/invite", invite, methods=["POST"]),
    Route("/play/{id}.sgf", sgf),
    Route("/play/{id}", show),
    Route("/play/{id}/events", events),
    Route("/play/{id}/analyse", analyse),
    Route("/play/{id}/explore", explore),
    Route("/play/{id}/{action}", act, methods=["POST"]),
]
