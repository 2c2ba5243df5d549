"""`noughts solve GAME`: who wins with best play, exactly."""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from noughts.apps.cli.common import echo_json, game_option, get_position, json_option, plain_option, turn_option
from noughts.apps.cli.prose import say
from noughts.apps.cli.running import Run, effort_words
from noughts.explain.scores import WORDS, value_words
from noughts.explain.words import both, few, game_words
from noughts.rules.errors import NotationError, NoughtsError
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.rules.record import result_text
from noughts.solve.answer import Answer, Answerer, MoveAnswer
from noughts.solve.effort import Effort
from noughts.solve.kernel import Bounds

TABLES = {
    "small": [
        *["3,3,3", "4,3,3", "4,4,3", "4,4,4", "5,4,4", "5,5,4", "6,4,4", "6,5,4", "6,6,4", "7,5,4"],
        *["5,5,5", "6,6,5", "7,7,5"],
    ],
    "records": ["7,7,5", "8,7,5", "8,8,6", "9,8,6", "9,9,6", "7,4,4", "8,4,4", "9,7,5", "8,8,5"],
}
"""The games of the tables: those of the literature, and those that were solved late or never before, easiest first."""

_VALUES = {1: "win", 0: "tie", -1: "lose"}
_INTERRUPTED = 130


@click.command()
@click.argument("what", metavar="GAME|POSITION", required=False)
@game_option
@turn_option
@click.option("--weak", is_flag=True, help="The weak game: only X can win, and O only hinders (Maker and Breaker).")
@click.option("--moves", "all_moves", is_flag=True, help="Find out what every move is worth.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="How many search together.")
@click.option("--budget", type=click.IntRange(min=0), metavar="NODES", help="Search at most so many nodes.")
@click.option("--time", "seconds", type=click.FloatRange(min=0, min_open=True), help="Search at most so many seconds.")
@click.option(
    "--proof",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write a proof, which `noughts check FILE` checks by the rules alone.",
)
@click.option("--table", type=click.Choice([*TABLES]), help="Solve many games, one after the other.")
@plain_option
@json_option
def command(
    what: str | None,
    game: Game | None,
    turn: Player | None,
    weak: bool,
    all_moves: bool,
    threads: int,
    budget: int | None,
    seconds: float | None,
    proof: Path | None,
    table: str | None,
    plain: bool,
    as_json: bool,
) -> int:
    """Say who wins GAME, or a POSITION of the game that --game names, when both play their best. This is exact.

    A search that is ended, by Ctrl-C, --budget or --time, says what it knows. Large boards need the compiled kernel:
    pip install "noughts[solve]".

    \b
    noughts solve 7,7,5
    noughts solve 'o_x/x2_/x2o x' --moves
    noughts solve --game 6,5,4 '6_/2_x3_/3_o2_/6_/6_ x'
    noughts solve 7,7,5 --proof 775.proof
    noughts solve --table small
    """
    if table and (what or game or turn or all_moves or proof):
        raise click.UsageError("--table goes without a game, a position, --turn, --moves and --proof")
    if not table and what is None and game is None:
        raise click.UsageError("say which game, as in noughts solve 7,7,5")
    starts = [Position(named_game(name)) for name in TABLES[table]] if table else [_position(what, game, turn)]
    answers, interrupted = [], False
    for position in starts:
        answerer = Answerer(position.game, weak=weak, threads=threads)
        run = _run(answerer, position, Effort(budget), all_moves)
        answer = run.answer(seconds)
        answers.append(answer_json(answer, run.seconds))
        if not as_json:
            shown = (
                row_text(answer, run.seconds, plain) if table else answer_text(answer, run.seconds, plain, all_moves)
            )
            print(shown, flush=True)
        interrupted = run.interrupted
        if proof and not interrupted:
            interrupted = _prove(proof, answerer, position, Effort(budget), seconds, quiet=as_json)
        if interrupted:
            break
    if as_json:
        echo_json(answers if table else answers[0])
    return _INTERRUPTED if interrupted else 0


def _prove(
    path: Path, answerer: Answerer, position: Position, effort: Effort, seconds: float | None, *, quiet: bool
) -> bool:
    """Write the proof of a position's value, and say so; return whether a person pressed Ctrl-C."""
    from noughts.solve.proof import prove

    kernel = answerer.kernel()
    names = position.game.board.names
    run = Run(
        lambda: prove(path, position, kernel, effort, weak=answerer.weak),
        effort,
        lambda: " ".join(names[move] for move in kernel.line(effort)),
    )
    try:
        claims = run.answer(seconds)
    except OSError as error:
        raise NoughtsError(f"{path} cannot be written: {error.strerror or error}") from None
    if claims is None:
        say(f"{path} was not written: the proof was ended before it was whole.", sys.stderr)
    elif not quiet:
        say(f"{path}: a proof of this in {path.stat().st_size:,} bytes. To check it: noughts check {path}")
    return run.interrupted


def _position(what: str | None, game: Game | None, turn: Player | None) -> Position:
    """Return the position that a person typed, or the first of the game."""
    if game or what is None or what.strip().lower() in ("start", "empty"):
        return get_position(what or "start", game, turn)
    try:
        start = named_game(what)
    except NotationError:
        if re.fullmatch(r"[\sxXoO0-9._/-]+|\s*\[.*", what, re.DOTALL):
            return get_position(what, None, turn)
        raise
    return get_position("start", start, turn)


def _run(answerer: Answerer, position: Position, effort: Effort, all_moves: bool) -> Run[Answer]:
    """Return the search for an answer."""
    names = position.game.board.names
    return Run(
        lambda: answerer.answer(position, effort, all_moves=all_moves),
        effort,
        lambda: " ".join(names[move] for move in answerer.line(effort)),
    )


def answer_text(answer: Answer, seconds: float, plain: bool, all_moves: bool) -> str:
    """Return an answer as a person reads it, with a line for each move if asked for."""
    position = answer.position
    kind = f"{game_words(position.game)}{', the weak game' if answer.weak else ''}"
    if position.is_over:
        return f"{kind}. The game is over: {result_text(position)}."
    lines = [f"{kind}. {_verdict(answer, plain)}"]
    lines += (
        [_best(answer.moves, position.game.board.names)] if answer.bounds.value is not None and answer.moves else []
    )
    if all_moves:
        lines += _all(answer, plain)
    return "\n".join([*lines, f"{effort_words(answer.nodes, seconds)}."])


def _verdict(answer: Answer, plain: bool) -> str:
    """Say who wins, or what is known of that."""
    mover = answer.position.turn
    low, high = answer.bounds
    if low == high:
        return f"{mover} to move: {value_words(low, answer.distance, shape=not plain)}."
    if answer.weak:
        return f"{mover} to move: whether X wins is not known."
    if high < 1:
        return f"{mover} to move: {mover} cannot win; whether {mover.other} wins is not known."
    if low > -1:
        return f"{mover} to move: {mover.other} cannot win; whether {mover} wins is not known."
    return f"{mover} to move: who wins is not known."


def _best(moves: Sequence[MoveAnswer], names: Sequence[str]) -> str:
    """Name the best moves."""
    best = [move for move in moves if _rank(move) == _rank(moves[0])]
    return f"Best move{'s' * (len(best) > 1)}: {both(few([names[move.move] for move in best], 8))}."


def _all(answer: Answer, plain: bool) -> Iterator[str]:
    """Yield a line for each move."""
    names = answer.position.game.board.names
    width = max(len(names[move.move]) for move in answer.moves)
    yield ""
    for move in answer.moves:
        yield f"  {names[move.move].ljust(width)}  {_known(move.bounds, move.distance, plain)}"
    yield ""


def _rank(move: MoveAnswer) -> tuple[Bounds, int | None]:
    return move.bounds, move.distance if move.bounds.value else None


def _known(bounds: Bounds, plies: int | None, plain: bool) -> str:
    """Return a value, or what it may still be, in words."""
    if bounds.value is not None:
        return value_words(bounds.value, plies, shape=not plain)
    return " or ".join(WORDS[way] for way in range(bounds.high, bounds.low - 1, -1)) + ", not known which"


def row_text(answer: Answer, seconds: float, plain: bool) -> str:
    """Return an answer as a row of a table."""
    name = f"{answer.position.game}{' weak' if answer.weak else ''}"
    known = _known(answer.bounds, answer.distance, plain)
    if answer.bounds.value:
        known = known.replace("win", f"{answer.position.turn} wins").replace(
            "loss", f"{answer.position.turn.other} wins"
        )
    return f"{name:12}  {known:24}  {effort_words(answer.nodes, seconds)}"


def answer_json(answer: Answer, seconds: float) -> dict[str, Any]:
    """Return an answer with the names of fields of `noughts analyse --json`, as far as it knows them.

    Where the value is not known, ``positionValue`` or ``moveValue`` is ``undecided`` and ``possible`` lists what it
    may still be, the best first.
    """
    position, board = answer.position, answer.position.game.board
    return {
        "game": position.game.name,
        "position": t3en(position),
        "turn": position.turn.value,
        "weak": answer.weak,
        **_value("positionValue", answer.bounds),
        "remoteness": answer.distance,
        "nodes": answer.nodes,
        "seconds": round(seconds, 6),
        "moves": [
            {
                "move": board.names[move.move],
                "row": (*board.points[move.move], 0)[1],
                "column": board.points[move.move][0],
                "position": t3en(position.play(move.move)),
                **_value("moveValue", move.bounds),
                "remoteness": None if move.distance is None else move.distance - 1,
            }
            for move in answer.moves
        ],
    }


def _value(field: str, bounds: Bounds) -> dict[str, Any]:
    if bounds.value is not None:
        return {field: _VALUES[bounds.value]}
    return {field: "undecided", "possible": [_VALUES[way] for way in range(bounds.high, bounds.low - 1, -1)]}
