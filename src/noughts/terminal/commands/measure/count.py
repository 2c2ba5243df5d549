"""`noughts count GAME`: count the positions of a game, and how often each result occurs."""

from collections import Counter
from typing import Any

import click

from noughts.explain.words import plural
from noughts.render.table import table
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.solver.count import Ply
from noughts.terminal.options import echo_json, json_option, read_game
from noughts.terminal.progress import counting
from noughts.terminal.prose import say

_HEADINGS = ("ply", "positions", "up to symmetry", "sequences", "X wins", "O wins", "draws")
_WINNERS = (Player.X, Player.O, None)


@click.command()
@click.argument("game", callback=read_game, default="tictactoe")
@json_option
def command(game: Game, as_json: bool) -> None:
    """For each ply of GAME, count the positions, the positions up to symmetry, the move sequences and the results."""
    counts: list[Ply] = []
    try:
        with counting(Position(game)) as plies:
            counts.extend(plies)
    except KeyboardInterrupt:
        if counts and not as_json:
            _print_table(counts)
            say("\nInterrupted: later plies are not counted.")
        raise
    if as_json:
        echo_json({"game": game.name, **_totals(counts), "plies": [_row(ply) for ply in counts]})
        return
    _print_table(counts)
    totals = _totals(counts)
    ended = totals["finishedPositions"]
    say(
        f"\n{plural(totals['totalGames'], 'game')} ended in {plural(sum(ended.values()), 'position')}: "
        f"{ended['x']:,} won by X, {ended['o']:,} by O, {ended['draw']:,} drawn."
    )


def _print_table(counts: list[Ply]) -> None:
    rows = [_cells(ply) for ply in counts]
    totals = _totals(counts)
    sums = (totals["positions"], totals["upToSymmetry"], totals["sequences"], *totals["games"].values())
    rows.append(["sum", *(f"{value:,}" for value in sums)])
    print(table([_HEADINGS, *rows]))


def _cells(ply: Ply) -> list[str]:
    counts = (ply.positions, ply.classes, ply.sequences, *(ply.ended.get(winner, 0) for winner in _WINNERS))
    return [str(ply.number), *(f"{count:,}" for count in counts)]


def _by_winner(counts: dict[Player | None, int]) -> dict[str, int]:
    return {winner.value if winner else "draw": counts.get(winner, 0) for winner in _WINNERS}


def _row(ply: Ply) -> dict[str, Any]:
    return {
        "ply": ply.number,
        "positions": ply.positions,
        "upToSymmetry": ply.classes,
        "sequences": ply.sequences,
        "games": _by_winner(ply.ended),
        "finishedPositions": _by_winner(ply.ended_positions),
        "finishedUpToSymmetry": _by_winner(ply.ended_classes),
    }


def _totals(plies: list[Ply]) -> dict[str, Any]:
    def total(counts: list[dict[Player | None, int]]) -> dict[str, int]:
        added: Counter[Player | None] = Counter()
        for count in counts:
            added.update(count)
        return _by_winner(added)

    games = total([ply.ended for ply in plies])
    return {
        "positions": sum(ply.positions for ply in plies),
        "upToSymmetry": sum(ply.classes for ply in plies),
        "sequences": sum(ply.sequences for ply in plies),
        "games": games,
        "totalGames": sum(games.values()),
        "finishedPositions": total([ply.ended_positions for ply in plies]),
        "finishedUpToSymmetry": total([ply.ended_classes for ply in plies]),
    }
