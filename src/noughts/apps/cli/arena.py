"""`noughts arena A B`: a match between two players."""

from contextlib import ExitStack
from random import SystemRandom
from typing import Any

import click

from noughts.apps.cli.common import Seconds, echo_json, engine_log_option, json_option, read_game, seed_option
from noughts.apps.cli.progress import bar
from noughts.apps.cli.prose import say
from noughts.apps.engines.driver import SECONDS as ENGINE_SECONDS
from noughts.apps.engines.driver import any_player
from noughts.apps.worker import Worker
from noughts.explain.words import plural
from noughts.players.match import MatchResult, match
from noughts.players.opponent import Opponent
from noughts.players.registry import is_user_code
from noughts.rules.game import Game, Player

_FUNCTION_SECONDS = 60.0


@click.command()
@click.argument("first")
@click.argument("second")
@click.option(
    "-n", "--games", type=click.IntRange(1, 1_000_000), default=100, show_default=True, help="The number of games."
)
@click.option("--game", "-g", callback=read_game, default="tictactoe", help="The game to play.")
@click.option("--no-swap", is_flag=True, help="FIRST plays X in every game. By default, the players swap sides.")
@click.option(
    "--seconds",
    type=Seconds(),
    help="The time limit per move for engines and your own functions.  [default: 1 for engines, 60 for functions]",
)
@engine_log_option
@seed_option
@json_option
def command(
    first: str,
    second: str,
    games: int,
    game: Game,
    no_swap: bool,
    seconds: float | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Play a match between FIRST and SECOND. The players swap sides after every game.

    A player is a level (random, easy, medium, hard, perfect), a search (minimax, alphabeta, minimax:depth=2,
    mcts:simulations=500), your own function (file.py:function) or another engine (engine:COMMAND). A player who makes
    an illegal move, crashes or runs out of time loses the game.

    \b
    noughts arena perfect hard -n 100 --seed 1
    noughts arena mcts:simulations=200 minimax:depth=2 --game 4,3,3
    """
    with ExitStack() as workers:

        def opponent(text: str) -> Opponent:
            if is_user_code(text):
                worker = Worker(text.strip(), game, seconds=seconds or _FUNCTION_SECONDS)
                return Opponent(text.strip(), workers.enter_context(worker))
            return any_player(text, seconds=seconds or ENGINE_SECONDS)

        players = opponent(first), opponent(second)
        result = MatchResult((players[0].name, players[1].name))

        interrupted, show = False, workers.enter_context(bar())

        def watch(so_far: MatchResult) -> None:
            nonlocal result
            result = so_far
            show("playing", result.played, games)

        try:
            seed = SystemRandom().getrandbits(64) if seed is None else seed
            result = match(*players, games=games, game=game, seed=seed, swap=not no_swap, progress=watch)
        except KeyboardInterrupt:
            interrupted = True
    if as_json:
        echo_json(_json(result, game))
    else:
        _print(result, games)
    if interrupted:
        raise KeyboardInterrupt


def _print(result: MatchResult, games: int) -> None:
    played = result.played
    rows = [["", "won", "as X", "as O", "drawn", "lost"]]
    for number, name in enumerate(result.names):
        wins = [result.wins(number), result.wins(number, Player.X), result.wins(number, Player.O)]
        rows.append([name, *map(str, wins), str(result.draws), str(result.wins(1 - number))])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    print(plural(played, "game") + (f" of {games:,}, interrupted" if played < games else "") + "\n")
    for row in rows:
        print(row[0].ljust(widths[0]) + "".join(c.rjust(w + 2) for c, w in zip(row[1:], widths[1:], strict=True)))
    for name, faults in zip(result.names, result.faults, strict=True):
        if faults:
            say(f"\n{name} lost {plural(len(faults), 'game')} through errors. The first error: {faults[0]}.")


def _json(result: MatchResult, game: Game) -> dict[str, Any]:
    return {
        "game": game.name,
        "games": result.played,
        "draws": result.draws,
        "players": [
            {
                "player": name,
                "wins": result.wins(player),
                "winsAsX": result.wins(player, Player.X),
                "winsAsO": result.wins(player, Player.O),
                "losses": result.wins(1 - player),
                "faults": result.faults[player],
            }
            for player, name in enumerate(result.names)
        ],
    }
