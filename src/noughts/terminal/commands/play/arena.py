"""`noughts arena A B …`: a match between two players, or a tournament of several."""

import math
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from random import SystemRandom
from typing import Any

import click

from noughts.engines.driver import any_player, is_engine
from noughts.explain.words import join_and, plural
from noughts.grading.sandbox import NO_SANDBOX, bubblewrap
from noughts.grading.worker import Worker
from noughts.players.match import MatchResult
from noughts.players.opponent import Opponent
from noughts.players.registry import is_user_code
from noughts.players.tournament import Rating, Tournament, tournament
from noughts.render.names import printable
from noughts.render.table import table
from noughts.rules.files.sgf import write_sgf
from noughts.rules.game import Game, Player
from noughts.rules.record import Record
from noughts.rules.tree import GameTree
from noughts.system.writing import check_targets, is_stdout, writing
from noughts.terminal.options import (
    OUTPUT,
    STDOUT,
    Seconds,
    echo_json,
    engine_log_option,
    force_option,
    json_option,
    read_game,
    seed_option,
)
from noughts.terminal.progress import bar
from noughts.terminal.prose import say

_MOST_PLAYERS = 100
_FUNCTION_SECONDS = 60.0


@click.command()
@click.argument("players", nargs=-1, required=True, metavar="A B [C …]")
@click.option(
    "-n",
    "--games",
    type=click.IntRange(1, 1_000_000),
    default=100,
    show_default=True,
    help="The number of games between every two players.",
)
@click.option("--game", "-g", callback=read_game, default="tictactoe", help="The game to play.")
@click.option("--no-swap", is_flag=True, help="The first of two players plays X in every game. By default, they swap.")
@click.option(
    "--seconds",
    type=Seconds(),
    help="The time limit per move for engines and your own functions.  [default: 1 for engines, otherwise 60]",
)
@click.option("--sgf", type=OUTPUT, metavar="FILE", help="Save all games as SGF; - for standard output.")
@force_option
@engine_log_option
@seed_option
@json_option
def command(
    players: tuple[str, ...],
    games: int,
    game: Game,
    no_swap: bool,
    seconds: float | None,
    sgf: Path | None,
    force: bool,
    seed: int | None,
    as_json: bool,
) -> None:
    """Play a match between two players, or a tournament in which each player meets every other player.

    The players of a match swap sides after every game. A tournament ends with a table of Elo ratings, relative to the
    mean of the players, and the half width of their 95% intervals.

    A player is a level (random, beginner, easy, medium, hard, perfect), a search (minimax, alphabeta, minimax:depth=2,
    mcts:simulations=500), your own function (file.py:function) or another engine (engine:COMMAND). A player that makes
    an illegal move, crashes or runs out of time loses the game.

    \b
    noughts arena perfect hard -n 100 --seed 1
    noughts arena easy hard minimax:depth=2 mine.py:best_move -n 20 --sgf games.sgf
    noughts arena mcts:simulations=200 minimax:depth=2 --game 4,3,3
    """
    if not 2 <= len(players) <= _MOST_PLAYERS:
        raise click.UsageError(f"expected 2 to {_MOST_PLAYERS} players, not {len(players)}")
    check_targets({"--sgf": sgf, "--json": STDOUT if as_json else None}, force=force)
    records: list[str] = []
    total = games * len(players) * (len(players) - 1) // 2
    with ExitStack() as workers:

        def opponent(text: str) -> Opponent:
            if _is_function(text):
                worker = Worker(text.strip(), game, seconds=seconds or _FUNCTION_SECONDS)
                return Opponent(text.strip(), workers.enter_context(worker))
            return any_player(text, seconds=seconds)

        opponents = [opponent(text) for text in players]
        if any(map(_is_function, players)) and not bubblewrap():
            say(f"Note: {NO_SANDBOX}", sys.stderr)
        results = Tournament(tuple(one.name for one in opponents))
        interrupted, show = False, workers.enter_context(bar())

        def watch(so_far: Tournament) -> None:
            nonlocal results
            results = so_far
            show("playing", results.played, total)

        def keep(record: Record, fault: str) -> None:
            tree = GameTree.of(record)
            records.append(write_sgf(tree.set_comment((), fault) if fault else tree))

        try:
            seed = SystemRandom().getrandbits(64) if seed is None else seed
            results = tournament(
                opponents,
                games=games,
                game=game,
                seed=seed,
                swap=not no_swap,
                progress=watch,
                watch=keep if sgf else None,
            )
        except KeyboardInterrupt:
            interrupted = True
    if sgf:
        with writing(sgf, force=force) as file:
            file.write("".join(records).encode())
    if as_json:
        echo_json(_json(results, game))
    elif not is_stdout(sgf):
        _print(results, total)
    if interrupted:
        raise KeyboardInterrupt


def _is_function(name: str) -> bool:
    """Return whether the name of a player stands for your own function, rather than for an engine or a level."""
    return is_user_code(name) and not is_engine(name)


def _print(results: Tournament, total: int) -> None:
    played = results.played
    print(plural(played, "game") + (f" of {total:,}, interrupted" if played < total else "") + "\n")
    only = _only_match(results)
    rows = _match_rows(only) if only else _tournament_rows(results)
    print(printable(table(rows, "<>")))
    unrated = [name for name, rating in zip(results.names, results.ratings(), strict=True) if not (only or rating)]
    if unrated:
        say(printable(f"\nToo few games for an Elo rating of {join_and(unrated)}."))
    for number, name in enumerate(results.names):
        if faults := results.faults(number):
            lost = f"{name} lost {plural(len(faults), 'game')} through errors. The first error: {faults[0]}."
            say(f"\n{printable(lost)}")


def _only_match(results: Tournament) -> MatchResult | None:
    """Return the match if there are only two players, otherwise None."""
    first, second, *more = results.names
    return None if more else results.matches.get((0, 1), MatchResult((first, second)))


def _match_rows(result: MatchResult) -> list[list[str]]:
    rows = [["", "won", "as X", "as O", "drawn", "lost"]]
    for number, name in enumerate(result.names):
        wins = [result.wins(number), result.wins(number, Player.X), result.wins(number, Player.O)]
        rows.append([name, *map(str, wins), str(result.draws), str(result.wins(1 - number))])
    return rows


def _tournament_rows(results: Tournament) -> list[list[str]]:
    """Return the table of a tournament, the strongest player first."""
    rows = [["", "Elo", "±", "won", "drawn", "lost", "score"]]
    ratings = results.ratings()
    for number in _ranked(ratings):
        won, drawn, lost = results.wins(number), results.draws(number), results.losses(number)
        score = (won + drawn / 2) / max(1, won + drawn + lost)
        rating = ratings[number]
        elo = [f"{rating.elo:+.0f}", f"{rating.error:.0f}"] if rating else ["", ""]
        percent = f"{score:.1%}" if won + drawn + lost else ""
        rows.append([results.names[number], *elo, str(won), str(drawn), str(lost), percent])
    return rows


def _ranked(ratings: Sequence[Rating | None]) -> list[int]:
    """Return the players' numbers, the strongest player first and players without a rating last."""
    elo = [rating.elo if rating else -math.inf for rating in ratings]
    return sorted(range(len(elo)), key=lambda number: -elo[number])


def _json(results: Tournament, game: Game) -> dict[str, Any]:
    ratings, only = results.ratings(), _only_match(results)
    data: dict[str, Any] = {"game": game.name, "games": results.played}
    players = []
    for number, name in enumerate(results.names):
        row: dict[str, Any] = {"player": name, "wins": results.wins(number)}
        if only:
            row |= {"winsAsX": only.wins(number, Player.X), "winsAsO": only.wins(number, Player.O)}
        row |= {"draws": results.draws(number), "losses": results.losses(number), "faults": results.faults(number)}
        rating = ratings[number]
        elo, error = (round(rating.elo, 1), round(rating.error, 1)) if rating else (None, None)
        players.append({**row, "elo": elo, "eloError": error})
    if only:
        data["draws"] = only.draws
    else:
        pairs = [
            {"players": list(pair), "wins": [result.wins(0), result.wins(1)], "draws": result.draws}
            for pair, result in results.matches.items()
        ]
        data["matches"] = pairs
    return {**data, "players": players}
