"""The best moves and the biggest turning points of a tournament, found by reviewing its games.

The teacher's page asks for the next games as long as it is open, so nothing runs in the background.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import TypeAlias

from noughts.explain.words import naming_of
from noughts.render.names import isolated
from noughts.rules.game import Player
from noughts.rules.notation import position as read_position
from noughts.rules.notation import t3en
from noughts.search.order import canonical
from noughts.web.analysis.engines import Engines
from noughts.web.analysis.service import review_task
from noughts.web.model.class_tournament import ClassTournament, DayReview, Moment, Table
from noughts.web.model.errors import Unavailable
from noughts.web.model.page_games import page_game
from noughts.web.model.stored_game import StoredGame
from noughts.web.model.task import ReviewedMoveAnswer
from noughts.web.pages.analyse.mistakes import consequence
from noughts.web.pages.columns import move_name

GameLoader: TypeAlias = Callable[[Table], Awaitable[StoredGame | None]]
"""A function that returns the game of a table, or None if the game does not exist."""

SECONDS = 90
"""The seconds that the whole search may take."""

_STEP = 1.0  # seconds after which a request begins no more games
_AT_ONCE = 2  # games
_SHORTEST, _LONGEST = 2.0, 8.0  # seconds for a game
_MOST = 3  # moments of each kind
_OBVIOUS = {"wins", "blocks", "only"}  # reasons of obvious moves
_FEW = 3  # a good move is rare: at most a third of all moves are good
_POINTS = {"win": 2, "draw": 1, "loss": 0}


def begun(tournament: ClassTournament, now: int) -> ClassTournament:
    """Return the tournament with a new search for its best moves and turning points.

    The argument `now` is the time in milliseconds since 1970.
    """
    return replace(tournament, review=DayReview(now + 1_000 * SECONDS))


async def next_games(tournament: ClassTournament, load: GameLoader, engines: Engines, now: int) -> DayReview | None:
    """Review further games for a few seconds, and return the updated search, or None if no search is running.

    The later rounds come first. In a large game, only the late moves can be judged in the available time.
    """
    review, tables = tournament.review, [*tournament.games][::-1]
    if not review or review.done:
        return None
    began, left = time.monotonic(), (review.until - now) / 1_000
    reviewed, moments = review.reviewed, review.moments
    while reviewed < len(tables) and (spent := time.monotonic() - began) < min(_STEP, left):
        batch = tables[reviewed : reviewed + _AT_ONCE]
        seconds = _AT_ONCE * (left - spent) / (len(tables) - reviewed)
        limit = min(_LONGEST, max(_SHORTEST, seconds))
        found = await asyncio.gather(*(_moments_in(table, load, engines, limit) for table in batch))
        moments = best_moments(tournament.rules, [*moments, *chain.from_iterable(found)])
        reviewed += len(batch)
    done = reviewed >= len(tables) or time.monotonic() - began >= left
    return replace(review, reviewed=reviewed, moments=moments, done=done)


async def _moments_in(table: Table, load: GameLoader, engines: Engines, seconds: float) -> list[Moment]:
    """Review a game within a time limit, and return the moves worth showing. If the engines do not answer in
    time, return no moves.
    """
    game = await load(table)
    if not game or not game.moves:
        return []
    task = review_task(game.record, naming=naming_of(game.game))
    with suppress(Unavailable):
        return moments_of(game, (await engines.ask(task, seconds=seconds))["moves"])
    return []


def best_moments(rules: str, moments: Iterable[Moment]) -> tuple[Moment, ...]:
    """Return the three moments of each kind that are most worth showing. Symmetrical moves count as one."""
    different = dict[object, Moment]()
    for moment in sorted(moments, key=lambda moment: -moment.weight):
        after = read_position(moment.position, page_game(rules)).play(moment.cell)
        different.setdefault((moment.kind, canonical(after)), moment)
    kinds = [[each for each in different.values() if each.kind == kind] for kind in ("best", "turn")]
    return tuple(moment for ranked in kinds for moment in ranked[:_MOST])


def moments_of(game: StoredGame, moves: Iterable[ReviewedMoveAnswer]) -> list[Moment]:
    """Return the pupils' moves in a reviewed game that are worth showing to the class."""
    people = [move for move in moves if not game.seat(Player(move["player"])).level]
    found = (_good_move(game, move) or _turning_point(game, move) for move in people)
    return [moment for moment in found if moment]


def _good_move(game: StoredGame, move: ReviewedMoveAnswer) -> Moment | None:
    """Return the `Moment` of a move that was hard to find, or None for other moves. Such a move is not obvious, and it
    is one of the few moves that keep the value.
    """
    position = game.record.positions[move["number"] - 1]
    good, before, count = move["good"], move["before"], len(position.moves)
    obvious = {reason["kind"] for reason in move["reasons"]} & _OBVIOUS
    judged = good and before and before["value"] != "loss" and not move["mark"]
    if not judged or not good or not before or good * _FEW > count or obvious or move["number"] == 1:
        return None
    which = f"the only move of {count}" if good == 1 else f"one of only {good} moves of {count}"
    words = f"{_played(game, move)}: {which} that kept the {before['value']}."
    return Moment("best", count / good + before["plies"] / 10, words, t3en(position), move["cell"])


def _turning_point(game: StoredGame, move: ReviewedMoveAnswer) -> Moment | None:
    """Return the `Moment` of a move that gave value away, or None for other moves."""
    if move["mark"] not in ("?", "??"):
        return None
    position, before, after = game.record.positions[move["number"] - 1], move["before"], move["after"]
    lost = _POINTS[before["value"]] - _POINTS[after["value"]] if before and after else 1.5
    decided = game.result not in ("", "tie", move["player"])
    words = f"{_played(game, move)}{consequence(move, position)}."
    return Moment("turn", 100 * lost + 50 * decided + move["number"], words, t3en(position), move["cell"])


def _played(game: StoredGame, move: ReviewedMoveAnswer) -> str:
    player = Player(move["player"])
    other = "the computer" if game.seat(player.other).level else isolated(game.name(player.other))
    return f"{isolated(game.name(player))} ({player}) played {move_name(game.game, move['cell'])} against {other}"
