"""The best moves and the biggest turning points of a tournament, found by reviewing its games.

The teacher's page asks for the next games as long as it is open, so nothing runs in the background.
"""

import time
from collections.abc import Iterable
from dataclasses import replace

from noughts.render.names import isolated
from noughts.rules.game import Player
from noughts.rules.notation import t3en
from noughts.web.analysis.service import AnalysisService
from noughts.web.games import Games
from noughts.web.model.class_tournament import ClassTournament, DayReview, Moment
from noughts.web.model.stored_game import StoredGame
from noughts.web.model.task import ReviewedMoveAnswer
from noughts.web.pages.analyse.mistakes import consequence
from noughts.web.pages.columns import move_name

SECONDS = 90
"""The seconds that the whole search may take."""

_STEP = 1.0  # seconds of one request
_PATIENCE = 15.0  # seconds for a game: then the next one is reviewed
_MOST = 3  # moments of each kind
_OBVIOUS = {"wins", "blocks", "only"}  # reasons of moves that everybody sees
_FEW = 3  # a good move is one of few: at most a third of all moves are good
_POINTS = {"win": 2, "draw": 1, "loss": 0}


def begun(tournament: ClassTournament, now: int) -> ClassTournament:
    """Return the tournament in which the search begins, at a time in milliseconds since 1970."""
    return replace(tournament, review=DayReview(now + 1_000 * SECONDS))


async def next_games(tournament: ClassTournament, games: Games, analyst: AnalysisService, now: int) -> DayReview | None:
    """Review further games for about a second, and return the search afterwards, or None if there is none to do."""
    review, tables = tournament.review, [*tournament.games][::-1]  # the last rounds decide
    if not review or review.done:
        return None
    end, moments = time.monotonic() + _STEP, review.moments
    reviewed = review.reviewed
    while reviewed < len(tables) and now < review.until and time.monotonic() < end:
        game = await games.store.load(tables[reviewed].game)
        if game and game.moves:
            left = (review.until - now) / 1_000
            answer = await analyst.review(game.record, patience=min(_PATIENCE, left))
            if answer:
                moments = best_moments([*moments, *moments_of(game, answer["moves"])])
        reviewed += 1
    done = reviewed >= len(tables) or now >= review.until
    return replace(review, reviewed=reviewed, moments=moments, done=done)


def best_moments(moments: Iterable[Moment]) -> tuple[Moment, ...]:
    """Return the three moments of each kind that are most worth showing. The same move is shown once."""
    different = dict[tuple[str, str, int], Moment]()
    for moment in sorted(moments, key=lambda moment: -moment.weight):
        different.setdefault((moment.kind, moment.position, moment.cell), moment)
    kinds = [[each for each in different.values() if each.kind == kind] for kind in ("best", "turn")]
    return tuple(moment for ranked in kinds for moment in ranked[:_MOST])


def moments_of(game: StoredGame, moves: Iterable[ReviewedMoveAnswer]) -> list[Moment]:
    """Return the moves of pupils in a reviewed game that are worth showing."""
    people = [move for move in moves if not game.seat(Player(move["player"])).level]
    found = (_good_move(game, move) or _turning_point(game, move) for move in people)
    return [moment for moment in found if moment]


def _good_move(game: StoredGame, move: ReviewedMoveAnswer) -> Moment | None:
    """Return a move that kept the value, if few moves did and it was not obvious."""
    position = game.record.positions[move["number"] - 1]
    good, before, count = move["good"], move["before"], len(position.moves)
    obvious = {reason["kind"] for reason in move["reasons"]} & _OBVIOUS
    if move["mark"] or not good or not before or before["value"] == "loss" or good * _FEW > count or obvious:
        return None
    which = f"the only move of {count}" if good == 1 else f"one of only {good} moves of {count}"
    words = f"{_played(game, move)}: {which} that kept the {before['value']}."
    return Moment("best", count / good + before["plies"] / 10, words, t3en(position), move["cell"])


def _turning_point(game: StoredGame, move: ReviewedMoveAnswer) -> Moment | None:
    """Return a move that gave value away."""
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
