"""Create the games of a class's tournament, collect their results, and end a game early when a pupil leaves.

There is no background task. Instead, every request that shows a class first settles its games, as it settles clocks.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from time import time_ns

from noughts.rules.game import Player
from noughts.web.games import Games
from noughts.web.model.class_tournament import LEVEL, ClassTournament, Table, TableResult
from noughts.web.model.page_games import page_game
from noughts.web.model.stored_class import StoredClass
from noughts.web.model.stored_game import StoredGame, StoredSeat
from noughts.web.store import ClassStore, GameKey

COMPUTER = "Computer"


async def settled(
    store: ClassStore, games: Games, school: StoredClass, has_left: Callable[[int], bool], pupil: int | None = None
) -> StoredClass:
    """Add the results of finished games to a class's tournament, and return the class.

    Games of the latest round that do not exist yet are created. A game ends if a clock has run out, if the pupil to
    move has left, or if the round has ended before the game.

    Args:
        store: where the class is stored.
        games: the games.
        school: the class.
        has_left: returns whether a pupil has left.
        pupil: look only at the game of this pupil.
    """
    if not (tournament := school.tournament):
        return school
    now, results = time_ns() // 1_000_000, dict[str, TableResult]()
    tables = [table for table in tournament.tables if not pupil or pupil in (table.x, table.o)]
    tables = [table for table in tables if table.result in ("", "void")]
    loaded = await asyncio.gather(*(games.store.load(table.game) for table in tables))
    known = {game.id: game for game in loaded if game}
    wanted = [each for each in tables if each.game not in known and not each.result]
    missing = [_new_game(school, tournament, each, now) for each in wanted]
    known |= {game.id: game for game in await games.store.create_all(missing)} if missing else {}
    for table in tables:
        if not (game := known.get(table.game)):
            continue
        after = game.void(now) if table.result else _ended(game, table, has_left, now)
        if after is not game and not await games.store.change(game, after):
            continue  # a move was faster, and its event leads here again
        games.computers.start(after)
        if after.is_over and not table.result:
            results[table.game] = after.result or "void"
    if not results:
        return school
    return await store.change_class(school.id, lambda latest: _with_results(latest, results)) or school


def _ended(game: StoredGame, table: Table, has_left: Callable[[int], bool], now: int) -> StoredGame:
    """End a running game if a clock has run out or a pupil has left, and return the game."""
    game = game.at(now)
    if game.is_over:
        return game
    seats = {Player.X: table.x, Player.O: table.o}
    return game.without([player for player, pupil in seats.items() if pupil and has_left(pupil)], now)


def _with_results(school: StoredClass, results: dict[str, TableResult]) -> StoredClass:
    return school.with_tournament(lambda tournament: tournament.with_results(results))


def _new_game(
    school: StoredClass, tournament: ClassTournament, table: Table, now: int
) -> tuple[StoredGame, list[GameKey]]:
    """Return a new tournament game, with the keys of the pupils' browsers.

    The clock of X runs at once: otherwise, a pupil who never moves would keep the round from ending.
    """
    pupils = {pupil.number: pupil for pupil in school.pupils}
    x, o = pupils[table.x], pupils[table.o] if table.o else None
    seat = StoredSeat(o.name) if o else StoredSeat(COMPUTER, LEVEL)
    rules = page_game(tournament.rules).name
    new = StoredGame(table.game, table.game, rules=rules, x=StoredSeat(x.name), o=seat, linked=True, class_id=school.id)
    keys: list[GameKey] = [(x.key, "x")]
    if o:
        keys.append((o.key, "o"))
    return replace(new.with_clock(60 * tournament.clock), since=now if tournament.clock else 0), keys
