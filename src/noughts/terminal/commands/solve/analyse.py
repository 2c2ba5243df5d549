"""`noughts analyse POSITION`: the value of a position and of every move in it."""

import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from os.path import isfile
from random import Random
from typing import Any

import click

from noughts.engines.driver import ExternalEngine
from noughts.explain.evaluation_json import evaluation_json, reason_words
from noughts.explain.reasons.kinds import Reason
from noughts.explain.reasons.reasons import reasons
from noughts.explain.scores import UNITS, Unit, check_unit, in_unit, worth_words
from noughts.explain.words import losing_words, plural, unreachable_note
from noughts.players.opponent import PlayerFault
from noughts.render.board.text import board_text
from noughts.render.names import printable
from noughts.render.table import table
from noughts.rules.errors import NotationError
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.rules.record import result_text
from noughts.rules.tree import GameTree
from noughts.solver.analyse import analyse
from noughts.solver.book.shipped import shipped_book
from noughts.solver.evaluation import Evaluation, MoveEvaluation
from noughts.solver.kernels.limits import MOST_CELLS
from noughts.solver.limit import Budget, Limit
from noughts.solver.solver import Solver
from noughts.terminal.options import (
    SCORES_HELP,
    Seconds,
    chosen_game,
    echo_json,
    engine_log_option,
    game_number_option,
    game_option,
    get_position,
    json_option,
    lenient_option,
    plain_option,
    read_files,
    turn_option,
)
from noughts.terminal.prompt.screen import room
from noughts.terminal.prose import say
from noughts.terminal.running import INTERRUPTED, Run, time_words

_SECONDS, _BOOK_SECONDS = 10.0, 30.0  # default seconds: without and with an opening book
_NO_LIMIT = 1 << 62  # a number of nodes that is never reached: only the time limits the search


@click.command()
@click.argument("position")
@game_option
@turn_option
@click.option("--scores", type=click.Choice(UNITS), help=SCORES_HELP)
@click.option(
    "--seconds",
    type=Seconds(),
    help="How long to search for the exact answer before falling back on estimates.  [default: 10, in connect four 30]",
)
@click.option(
    "--engine",
    "engine_command",
    metavar="COMMAND",
    help="Also show the move of another engine, which is not proved. It has a second.",
)
@engine_log_option
@plain_option
@game_number_option
@lenient_option
@json_option
def command(
    position: str,
    game: Game | None,
    turn: Player | None,
    scores: Unit | None,
    seconds: float | None,
    engine_command: str | None,
    plain: bool,
    game_number: int | None,
    lenient: bool,
    as_json: bool,
) -> int:
    """Show the value of POSITION and of every move in it, best move first.

    Write POSITION as rows from top to bottom, as in o_x/x2_/x2o, followed by a space and the side to move.
    Or write one character per cell, as in 'o.xx..xoo'. The word start stands for the empty board.
    A list of moves, as in 'b2 a1 c3', stands for the position after them. So does a file with a game (SGF, .psq or a
    list of moves; - for standard input).

    \b
    noughts analyse 'o_x/x2_/x2o x'
    noughts analyse oxx/xxo/_o_ --turn x --scores ten
    noughts analyse start --game 4,4,4
    """
    tree = _tree(position, game, turn, game_number, lenient=lenient)
    board = tree.main_line.position if tree else get_position(position, game, turn)
    check_unit(scores or "noughts", board.empty.bit_count())
    engine = ExternalEngine(engine_command) if engine_command is not None and not board.is_over else None
    if engine:
        engine.start(board.game)  # errors are shown before the search
    effort = Budget()
    limit = _limit(board.game, seconds, effort)
    run = Run(partial(_searched, board, limit), effort, _status)
    analysis, best = run.answer(None)
    opinion = _opinion(engine, board) if engine and not run.interrupted else None
    notes = tree.notes if tree else ()
    if as_json:
        if odd := unreachable_note(board):  # the JSON has no field for this note
            say(odd, sys.stderr)
        data = evaluation_json(analysis, best, scores) | {"seconds": round(run.seconds, 6)}
        echo_json(data | ({"notes": [*notes]} if tree else {}) | ({"engine": opinion} if opinion else {}))
        return INTERRUPTED if run.interrupted else 0
    for note in notes:
        say(f"Note: {printable(note)}")
    say(analysis_text(analysis, best, scores, plain))
    if not board.is_over:
        say(f"\nSearched {plural(analysis.nodes, 'state')} in {time_words(run.seconds)}.")
    if opinion:
        say(f"\nSecond opinion, not proved: {_opinion_words(opinion)}")
    if run.interrupted:
        say("Ended by Ctrl-C.")
    return INTERRUPTED if run.interrupted else 0


def _limit(game: Game, seconds: float | None, effort: Budget) -> Limit:
    """Return the limits of an analysis. The analysis also ends when its budget is stopped."""
    is_hopeless = len(game.board) > MOST_CELLS  # no amount of time is enough, except near the end of the game
    seconds = seconds or (_BOOK_SECONDS if shipped_book(game) else _SECONDS)
    return Limit(None if is_hopeless else _NO_LIMIT, seconds, stop=lambda: effort.stopped)


def _tree(name: str, game: Game | None, turn: Player | None, number: int | None, *, lenient: bool) -> GameTree | None:
    """Read a game from a file or from standard input. Return None if the argument is not the name of a file."""
    if name != "-" and not isfile(name) and not name.lower().endswith((".sgf", ".psq")):
        if number or lenient:
            raise click.UsageError("--game-number and --lenient work only with a file")
        return None
    if turn:
        raise NotationError("the game says whose turn it is: leave out --turn")
    return chosen_game(read_files(name, game, lenient=lenient), number)


def _searched(board: Position, limit: Limit) -> tuple[Evaluation, Sequence[Reason]]:
    """Evaluate a position, and use the rest of the time to find the reasons for its best move. Return both."""
    began, solver = time.monotonic(), Solver(board.game)
    analysis = analyse(board, limit, solver=solver)
    if board.is_over:
        return analysis, ()
    left = max(0.0, (limit.seconds or 0) + began - time.monotonic())
    rest = replace(limit, nodes=None, seconds=left)
    return analysis, reasons(board, analysis.moves[0].move, solver, analysis=analysis, limit=rest)


def _opinion(engine: ExternalEngine, position: Position) -> dict[str, Any]:
    """Return an engine's move and comment, or its error, as JSON data."""
    with engine:
        try:
            move = engine(position, Random(0)).move
        except PlayerFault as fault:
            return {"name": engine.name, "move": None, "error": str(fault), "proved": False}
        name = position.name(move)
        return {"name": engine.name, "move": name, "said": engine.remark or None, "proved": False}


def _opinion_words(opinion: dict[str, Any]) -> str:
    if opinion["move"] is None:
        return f"{opinion['error']}."
    said = f' It says: "{opinion["said"]}".' if opinion["said"] else ""
    return f"{opinion['name']} plays {opinion['move']}.{said}"


def _status(seconds: float) -> str:
    return f"searching for the exact answer for {seconds:.0f} s; Ctrl-C shows what is known"


def analysis_text(analysis: Evaluation, reasons: Sequence[Reason], unit: Unit | None, plain: bool) -> str:
    """Format an analysis, and the reasons for its best move, as text for a terminal."""
    position = analysis.position
    board = board_text(position, style="plain" if plain else "box", room=room())
    lines = [board, "", *filter(None, [unreachable_note(position)])]
    if position.is_over:
        return "\n".join([*lines, f"The game is over: {result_text(position)}."])

    def value(known: Evaluation | MoveEvaluation) -> str:
        words = worth_words(known, shape=not plain)
        if unit is None or known.score is None:
            return words
        return f"{words} ({in_unit(known.score, known.distance, unit, exact=known.value is not None)})"

    best = analysis.moves[0]
    lines.append(f"{position.turn} to move: {value(analysis)}.")
    if analysis.value is not None and not analysis.is_best_proven:
        lines.append("It is not known yet which move is best.")
    else:
        lines.append(
            f"{'Best move' if analysis.value is not None else 'Looks best'}: {best.name} {_row_and_column(best)}."
        )
    lines += filter(None, [reason_words(analysis, reasons)])
    if analysis.value is not None and not analysis.exact and analysis.distance is not None:
        lines.append("Not every move has been searched to the end of the game. A larger --seconds value may show more.")
    elif analysis.value is not None and not analysis.exact:
        unknown = (
            ""
            if all(move.value is not None for move in analysis.moves)
            else ", and values that are not listed as proven,"
        )
        lines.append(f"The result is proven. The number of moves to the end{unknown} may be unknown.")
    elif not analysis.exact:
        lines.append(
            f"The values are estimates between −1 (loss) and +1 (win), because {_why_estimated(position.game)}."
        )
    lines.append("")
    lines.append(table([(move.name, value(move), losing_words(move)) for move in analysis.moves], "<", indent=2))
    if others := len(position.moves) - len(analysis.moves):
        lines.append(f"  {plural(others, 'less promising move')} not shown")
    return "\n".join(lines)


def _why_estimated(game: Game) -> str:
    """Explain why the values are only estimates and, if possible, how to get exact values."""
    if len(game.board) <= MOST_CELLS:
        return "the game was not searched to its end. A larger --seconds value or noughts solve might give exact values"
    return "the game is too long to search to its end"


def _row_and_column(move: MoveEvaluation) -> str:
    point = move.position.game.board.points[move.move]
    axes = ("column", "row", "layer", "fourth axis")
    parts = [f"{axes[axis]} {x}" for axis, x in reversed(list(enumerate(point[:4])))]
    return f"({', '.join(parts)}, counted from 0)"
