"""The tournament of a class, with its settings, its actions, and the files to download."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from time import time_ns

from starlette.requests import Request
from starlette.responses import Response

from noughts.render.spreadsheets import csv_file
from noughts.rules.errors import NoughtsError
from noughts.rules.gallery import usual_name
from noughts.web.analysis.engines import engines_of
from noughts.web.classes import ClassAccess, class_client
from noughts.web.games import Games
from noughts.web.model.class_tournament import MOST_ROUNDS, ClassTournament, DayReview, System, Table, usual_rounds
from noughts.web.model.errors import Forbidden
from noughts.web.model.fields import whole_number
from noughts.web.model.new_game import CLOCKS, NewGame
from noughts.web.model.own_game import OWN
from noughts.web.model.stored_class import StoredClass
from noughts.web.model.stored_game import StoredGame
from noughts.web.pages.classes import day_review
from noughts.web.pages.classes.action import Action, leading
from noughts.web.pages.classes.day_review import GameLoader
from noughts.web.pages.columns import refusal
from noughts.web.pages.forms import PostedForm
from noughts.web.pages.play.gallery import gallery, own_game
from noughts.web.pages.play.game_view import goal
from noughts.web.pages.play.saving import sgf_of
from noughts.web.pages.templating import download, render

_SYSTEMS: Mapping[str, System] = {"swiss": "swiss", "all": "all"}


async def setup(request: Request) -> Response:
    """Show the teacher the settings of a new tournament."""
    school = await class_client(request).led(request.path_params["id"])
    query, note = request.query_params, ""
    try:
        choice = NewGame.read({**_before(school), **query})
    except NoughtsError as invalid:
        choice, note = NewGame.read(_before(school)), refusal(invalid)
    own = query if note and query.get("game") in OWN else {}
    return render(
        request,
        "class_tournament.html",
        status=400 if note else 200,
        tab="class",
        id=school.id,
        chooses=f"class/{school.id}/tournament",
        words=goal(choice.rules),
        choice=choice,
        gallery=gallery(),
        own=own_game(choice.rules, own),
        invalid=bool(own),
        clocks=CLOCKS,
        system=query.get("system", _before(school)["system"]),
        rounds=query.get("rounds") or str(usual_rounds(len(school.present))),
        most_rounds=MOST_ROUNDS,
        note=note,
        tone="refusal" if note else "",
    )


def _before(school: StoredClass) -> dict[str, str]:
    """Return the settings of the last tournament as the fields of the form."""
    last = school.tournament or ClassTournament("3,3,3")
    return {"game": usual_name(last.rules), "clock": str(last.clock), "system": last.system}


def _read_tournament(fields: Mapping[str, str], school: StoredClass) -> ClassTournament:
    """Read a new tournament from the fields of the form.

    Raises:
        NoughtsError: a field is invalid.
    """
    choice = NewGame.read({**_before(school), **fields})
    if (system := fields.get("system", "swiss")) not in _SYSTEMS:
        raise NoughtsError(f"unknown system {system[:20]!r}: expected {', '.join(_SYSTEMS)}")
    rounds = fields.get("rounds") or str(usual_rounds(len(school.present)))
    number = whole_number("rounds", rounds, MOST_ROUNDS)
    return ClassTournament(choice.rules.name, _SYSTEMS[system], max(1, number), int(choice.clock))


def _find_moments(tournament: ClassTournament) -> ClassTournament:
    """Start the search for the best moves and the turning points of a tournament."""
    if tournament.unfinished:
        raise Forbidden("this round is not over yet")
    return day_review.begun(tournament, time_ns() // 1_000_000)


async def review_further(request: Request, access: ClassAccess) -> ClassAccess:
    """Search a few more games for the best moves and the turning points, if the teacher has asked for them."""
    tournament = access.school.tournament
    if access.role != "teacher" or not tournament or not tournament.review or tournament.review.done:
        return access
    load = _loader(request, access.school)
    latest = await day_review.next_games(tournament, load, engines_of(request), time_ns() // 1_000_000)
    begun = tournament.review

    def change(now: ClassTournament) -> ClassTournament:
        known: DayReview | None = now.review
        is_newer = latest and known and known.until == begun.until and known.reviewed <= latest.reviewed
        return replace(now, review=latest) if is_newer else now

    return await class_client(request).lead(access.school.id, lambda school: school.with_tournament(change))


async def games_of_round(request: Request, school: StoredClass) -> dict[str, StoredGame]:
    """Return the games of the latest round, keyed by id."""
    tables = school.tournament.tables if school.tournament else ()
    return {game.id: game for game in await _games_of(request, school, tables)}


async def _games_of(request: Request, school: StoredClass, tables: Iterable[Table]) -> list[StoredGame]:
    loaded = await asyncio.gather(*map(_loader(request, school), tables))
    return [game for game in loaded if game]


def _loader(request: Request, school: StoredClass) -> GameLoader:
    """Return a function that loads games with the current names of the pupils."""
    games: Games = request.app.state.games
    names = {pupil.number: pupil.name for pupil in school.pupils}

    async def load(table: Table) -> StoredGame | None:
        game = await games.store.load(table.game)
        if not game:
            return None
        o = replace(game.o, name=names[table.o]) if table.o else game.o
        return replace(game, x=replace(game.x, name=names[table.x]), o=o)

    return load


async def standings_file(request: Request) -> Response:
    """Download the standings as CSV."""
    school = await class_client(request).led(request.path_params["id"])
    names = {pupil.number: pupil.name for pupil in school.present}
    ranked = school.tournament.standings([*names]) if school.tournament else ()
    rows = ((row.place, names[row.player], row.points, row.wins, row.buchholz) for row in ranked)
    head = ("place", "name", "points", "wins", "opponents' points")
    return download(csv_file([head, *rows]), "text/csv; charset=utf-8", f"class-{school.id}.csv")


async def games_file(request: Request) -> Response:
    """Download all games of the tournament as one SGF file."""
    school = await class_client(request).led(request.path_params["id"])
    stored = await _games_of(request, school, school.tournament.games if school.tournament else ())
    texts = [await sgf_of(game, engines_of(request)) for game in stored]
    return download("".join(texts), "application/x-go-sgf", f"class-{school.id}.sgf")


def _in_tournament(change: Callable[[ClassTournament], ClassTournament]) -> Action:
    """Return an action that lets the teacher make a change to the tournament."""
    return leading(lambda school, _: school.with_tournament(change))


async def _begin_round(request: Request, id: str, form: PostedForm) -> ClassAccess:
    return await class_client(request).begin_round(id, form.number("round"))


ACTIONS: Mapping[str, Action] = {
    "tournament": leading(lambda school, form: school.set_up(_read_tournament(form, school))),
    "begin-round": _begin_round,
    "end-round": _in_tournament(ClassTournament.end_round),
    "end-tournament": _in_tournament(ClassTournament.end),
    "moments": _in_tournament(_find_moments),
    "standings": leading(lambda school, _: school.show("tournament")),
}
