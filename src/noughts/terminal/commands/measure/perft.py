"""`noughts perft GAME`: count a game's move sequences ply by ply."""

import click

from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.terminal.options import echo_json, json_option, read_game
from noughts.terminal.progress import counting


@click.command()
@click.argument("game", callback=read_game, default="tictactoe")
@click.option(
    "--depth", "-d", type=click.IntRange(min=0), help="The last ply to count.  [default: the end of the game]"
)
@json_option
def command(game: Game, depth: int | None, as_json: bool) -> None:
    """Count the sequences of 0, 1, 2, … legal moves in GAME (perft, the usual test for a move generator).

    \b
    noughts perft tictactoe
    noughts perft 4,4,4 --depth 8
    """
    sequences = []
    with counting(Position(game), depth) as plies:
        for ply in plies:
            sequences.append(ply.sequences)
            if not as_json:
                print(f"{ply.number:>3}  {ply.sequences:,}")
    if as_json:
        echo_json({"game": game.name, "perft": sequences})
