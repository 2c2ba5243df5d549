"""`noughts analyse POSITION`: what a position and every move in it is worth."""

import sys
from collections.abc import Sequence

import click

from noughts.apps.answers import analysis_json, reason_words
from noughts.apps.cli.common import (
    SCORES_HELP,
    Seconds,
    echo_json,
    game_option,
    get_position,
    json_option,
    plain_option,
    timer,
    turn_option,
)
from noughts.apps.cli.prose import say
from noughts.apps.cli.screen import fitting
from noughts.explain.kinds import Reason
from noughts.explain.reasons import reasons
from noughts.explain.scores import UNITS, Unit, check_unit, in_unit, value_words
from noughts.explain.words import losing_words, oddity, plural
from noughts.render.text import board_text
from noughts.rules.game import Game, Player
from noughts.rules.record import result_text
from noughts.solver.analysis import Analysis, MoveAnalysis, analyse
from noughts.solver.kernel import MOST_CELLS, plain
from noughts.solver.solver import Solver

_SECONDS = 10.0  # at most, where nobody says how long
_NO_LIMIT = 1 << 62  # nodes: the time is the limit


@click.command()
@click.argument("position")
@game_option
@turn_option
@click.option("--scores", type=click.Choice(UNITS), help=SCORES_HELP)
@click.option(
    "--seconds",
    type=Seconds(),
    help="How long to look for the exact answer before estimating; otherwise some seconds.",
)
@plain_option
@json_option
def command(
    position: str,
    game: Game | None,
    turn: Player | None,
    scores: Unit | None,
    seconds: float | None,
    plain: bool,
    as_json: bool,
) -> None:
    """Say what POSITION and every move in it is worth, best first.

    POSITION is rows from top to bottom, as in o_x/x2_/x2o, with the side to move after a space; or one
    character a cell, as in 'o.xx..xoo'; or start.

    \b
    noughts analyse 'o_x/x2_/x2o x'
    noughts analyse oxx/xxo/_o_ --turn x --scores ten
    noughts analyse start --game 4,4,4
    """
    board = get_position(position, game, turn)
    check_unit(scores or "noughts", board.empty.bit_count())
    solver, deadline = Solver(board.game), timer(_SECONDS if seconds is None else seconds)
    is_hopeless = len(board.game.board) > MOST_CELLS  # however long: only the end of such a game can be searched
    nodes = None if seconds is None or is_hopeless else _NO_LIMIT
    analysis = analyse(board, solver, nodes=nodes, deadline=deadline)
    best = () if board.is_over else reasons(board, analysis.moves[0].move, solver, analysis=analysis, deadline=deadline)
    if as_json:
        if odd := oddity(board):  # the answer has the fields of others, and none for it
            say(odd, sys.stderr)
        echo_json(analysis_json(analysis, best, scores))
    else:
        say(analysis_text(analysis, best, scores, plain))


def analysis_text(analysis: Analysis, reasons: Sequence[Reason], unit: Unit | None, plain: bool) -> str:
    """Return the analysis, with the reasons for the best move, as a person reads it."""
    position = analysis.position
    board = board_text(position, style=fitting(position, "plain" if plain else "box"))
    lines = [board, "", *filter(None, [oddity(position)])]
    if position.is_over:
        return "\n".join([*lines, f"The game is over: {result_text(position)}."])

    def value(score: float, distance: int | None, exact: bool) -> str:
        words = value_words(score, distance, exact=exact, shape=not plain)
        return words if unit is None else f"{words} ({in_unit(score, distance, unit, exact=exact)})"

    best = analysis.moves[0]
    lines.append(f"{position.turn} to move: {value(analysis.score, analysis.distance, analysis.is_decided)}.")
    lines.append(f"{'Best move' if analysis.is_decided else 'Looks best'}: {best.name} {_row_and_column(best)}.")
    lines += filter(None, [reason_words(analysis, reasons)])
    if analysis.value is not None and not analysis.exact:
        lines.append("Who wins is proven; how soon, and what is not said of other moves, is not known.")
    elif not analysis.exact:
        lines.append(f"These are estimates between −1 and +1: {_unsearched(position.game)}.")
    lines.append("")
    widths = max(len(move.name) for move in analysis.moves)
    words = [value(move.score, move.distance, move.exact) for move in analysis.moves]
    for move, text in zip(analysis.moves, words, strict=True):
        column = text.ljust(max(map(len, words)) + 2)
        lines.append(f"  {move.name.ljust(widths)}  {column}{losing_words(move)}".rstrip())
    if others := len(position.moves) - len(analysis.moves):
        lines.append(f"  {plural(others, 'move')} that {'looks' if others == 1 else 'look'} less promising left out")
    return "\n".join(lines)


def _unsearched(game: Game) -> str:
    """Say why there are estimates only, and what may give more."""
    if plain(game) and len(game.board) <= MOST_CELLS:
        return "the game was not searched to its end. With a larger --seconds, or noughts solve, it may be"
    return "the game is too long to be searched to its end here"


def _row_and_column(move: MoveAnalysis) -> str:
    point = move.position.game.board.points[move.move]
    axes = ("column", "row", "layer", "fourth axis")
    parts = [f"{axes[axis]} {x}" for axis, x in reversed(list(enumerate(point[:4])))]
    return f"({', '.join(parts)}, counted from 0)"
