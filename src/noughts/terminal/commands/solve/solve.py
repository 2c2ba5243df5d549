"""`noughts solve GAME`: solve a game or a position exactly."""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click

from noughts.explain.evaluation_json import evaluation_json
from noughts.explain.scores import WORDS, value_words
from noughts.explain.words import abbreviate, game_words, join_and
from noughts.render.table import table
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.position import Position
from noughts.rules.record import result_text
from noughts.solver.evaluation import OPEN, Bounds, Evaluation, MoveEvaluation
from noughts.solver.kernels.limits import MEGABYTES, MOST_MEGABYTES
from noughts.solver.limit import NODE_LIMIT, Budget, Limit
from noughts.solver.policy import finds_distances
from noughts.solver.proofs.proof import expect_provable, prove
from noughts.solver.solve import GameSolver
from noughts.system.writing import check_targets, is_stdout, writing
from noughts.terminal.options import (
    OUTPUT,
    STDOUT,
    Seconds,
    echo_json,
    expect_plain,
    force_option,
    game_option,
    game_or_position,
    json_option,
    plain_option,
    turn_option,
)
from noughts.terminal.prose import say
from noughts.terminal.running import INTERRUPTED, Run, effort_words, progress

TABLES = {
    "small": [
        *["3,3,3", "4,3,3", "4,4,3", "4,4,4", "5,4,4", "5,5,4", "6,4,4", "6,5,4", "6,6,4", "7,5,4"],
        *["5,5,5", "6,6,5", "7,7,5"],
    ],
    "records": [
        *["7,7,5", "9,8,6", "10,8,6", "9,9,6", "8,7,5", "10,9,6", "8,4,4"],
        *["9,4,4", "9,7,5", "8,8,5", "10,10,6", "10,4,4"],
    ],
}
"""The games of `--table`, easiest first: small games with published values, and the large games of the guide."""

_VERBS = {1: "wins", 0: "draws", -1: "loses"}


@click.command()
@click.argument("what", metavar="GAME|POSITION", required=False)
@game_option
@turn_option
@click.option("--weak", is_flag=True, help="Solve the weak game (Maker–Breaker): only X can win, and O only blocks.")
@click.option("--moves", "all_moves", is_flag=True, help="Show the value of every move.")
@click.option(
    "--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="The number of search threads."
)
@click.option(
    "--budget",
    type=click.IntRange(min=0),
    metavar="NODES",
    help="The maximum number of nodes, over all threads. --proof may use the same number again.",
)
@click.option(
    "--megabytes",
    type=click.IntRange(1, MOST_MEGABYTES),
    default=MEGABYTES,
    show_default=True,
    help="The maximum memory for each table; a search has one or two. Long searches need more.",
)
@click.option(
    "--time", "seconds", type=Seconds(), help="The time limit in seconds. --proof may take the same time again."
)
@click.option(
    "--proof",
    type=OUTPUT,
    metavar="FILE",
    help="Write a proof. `noughts check FILE` checks it by the rules alone.",
)
@force_option
@click.option("--table", type=click.Choice([*TABLES]), help="Solve a list of games.")
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
    megabytes: int,
    seconds: float | None,
    proof: Path | None,
    force: bool,
    table: str | None,
    plain: bool,
    as_json: bool,
) -> int:
    """Solve GAME, or a POSITION of the game in --game: find out who wins if both sides play perfectly.

    If Ctrl-C, --budget or --time ends the search early, noughts shows what is known by then. Large boards need the
    compiled kernel: pip install "noughts[solve]".

    The exit status is 1 if a requested proof was not completed, 2 after an error, and 130 after Ctrl-C.

    \b
    noughts solve 7,7,5
    noughts solve 'o_x/x2_/x2o x' --moves
    noughts solve --game 6,5,4 '6_/2_x3_/3_o2_/6_/6_ x'
    noughts solve 7,7,5 --proof 775.proof
    noughts solve --table small
    """
    if table and (what or game or turn or all_moves or proof):
        raise click.UsageError("--table cannot be combined with a game, a position, --turn, --moves or --proof")
    check_targets({"--proof": proof, "--json": STDOUT if as_json else None}, force=force)
    limit = Limit(budget, threads=threads)
    new_solver = partial(GameSolver, weak=weak, megabytes=megabytes)

    def solved(solver: GameSolver, start: Position) -> _Answer:
        run = _search(solver, start, Budget(limit), all_moves, plain)
        found = run.answer(seconds)
        ended = _end_reason(found, run, timed=solver.finds_distances(start))
        return _Answer(found, run.seconds, ended, run.interrupted)

    if table:
        return _solve_table(TABLES[table], new_solver, solved, plain, as_json)
    if what is None and game is None:
        raise click.UsageError("missing game: add a game, as in noughts solve 7,7,5")
    start = game_or_position(what, game, turn)
    solver = _solver(start, new_solver, weak, proof)
    answer = solved(solver, start)
    if not as_json:
        text = answer_text(answer.found, answer.seconds, plain, all_moves, answer.ended)
        print(text, file=sys.stderr if is_stdout(proof) else sys.stdout, flush=True)
    data, written, interrupted = answer.data, False, answer.interrupted
    if proof and not interrupted:
        written, interrupted = _write_proof(proof, force, solver, start, Budget(budget), seconds)
    if proof:
        data["proof"] = proof_json(proof, written)
        _report_proof(proof, written, as_json)
    if as_json:
        echo_json(data)
    return INTERRUPTED if interrupted else int(proof is not None and not written)


def _solver(start: Position, new_solver: Callable[[Game], GameSolver], weak: bool, proof: Path | None) -> GameSolver:
    """Return a solver for a position. Before the long search, check that the solver supports the options --weak and
    --proof.
    """
    if weak:
        expect_plain(start.game, "--weak")
    if proof:
        expect_plain(start.game, "--proof")
    solver = new_solver(start.game)
    if proof:
        expect_provable(start, solver.kernel())
    return solver


class _Answer(NamedTuple):
    """The result of a search, with its time, the reason for an early end, and whether Ctrl-C ended it."""

    found: Evaluation
    seconds: float
    ended: str
    interrupted: bool

    @property
    def data(self) -> dict[str, Any]:
        """The result of the search as JSON data."""
        return evaluation_json(self.found, ended=self.ended) | {"seconds": round(self.seconds, 6)}


def _solve_table(
    names: Sequence[str],
    new_solver: Callable[[Game], GameSolver],
    solved: Callable[[GameSolver, Position], _Answer],
    plain: bool,
    as_json: bool,
) -> int:
    """Solve the games with these names, print a row or JSON for each, and return the exit status."""
    answers: list[_Answer] = []
    for game in map(named_game, names):
        answer = solved(new_solver(game), Position(game))
        answers.append(answer)
        if not as_json:
            print(row_text(answer.found, answer.seconds, plain, answer.ended), flush=True)
        if answer.interrupted:
            break
    if as_json:
        echo_json([answer.data for answer in answers])
    return INTERRUPTED if answers[-1].interrupted else 0


class _Incomplete(Exception):
    """Raised to discard an incomplete proof."""


def _write_proof(
    path: Path, force: bool, solver: GameSolver, position: Position, effort: Budget, seconds: float | None
) -> tuple[bool, bool]:
    """Write the proof of a position's value. Return whether the proof is complete, and whether Ctrl-C was pressed."""
    kernel = solver.kernel()
    names = position.game.board.names
    with suppress(_Incomplete), writing(path, force=force) as file:
        run = Run(
            lambda: prove(file, position, kernel, effort, weak=solver.weak),
            effort,
            lambda took: (
                "writing the proof: "
                + progress(effort.nodes, took, " ".join(names[move] for move in kernel.line(effort)))
            ),
        )
        if run.answer(seconds) is None:
            raise _Incomplete
        return True, run.interrupted
    return False, run.interrupted


def _report_proof(path: Path, written: bool, as_json: bool) -> None:
    """Say whether the proof of a value was written to its file.

    Say nothing about a complete proof if it went to standard output or if the output is JSON.
    """
    if not written:
        say(f"{path} was not written: the proof was not complete.", sys.stderr)
    elif as_json or is_stdout(path):
        return
    elif path.is_file():
        say(f"{path}: the proof of this result, {path.stat().st_size:,} bytes. To check it: noughts check {path}")
    else:
        say(f"{path}: the proof of this result.")


def proof_json(path: Path, written: bool) -> dict[str, Any]:
    """Return JSON data that says whether the proof was written, and how large its file is if it is a regular file."""
    return {"file": str(path), "written": written, "bytes": path.stat().st_size if written and path.is_file() else None}


def _end_reason(answer: Evaluation, run: Run[Evaluation], *, timed: bool) -> str:
    """Say what ended a search early, or return an empty string if the search was completed.

    `timed` says whether the search also finds how soon the game ends.
    """
    known = answer.moves or answer.position.is_over
    if known and all(one.value is not None and (one.distance is not None or not timed) for one in answer.moves):
        return ""
    if run.interrupted:
        return "Ctrl-C"
    if run.timed_out:
        return "--time"
    return "--budget" if answer.ended in ("", NODE_LIMIT) else answer.ended


def _search(solver: GameSolver, position: Position, effort: Budget, all_moves: bool, plain: bool) -> Run[Evaluation]:
    """Prepare a search for the value of a position without starting it. With `all_moves`, the search shows a live
    table.
    """
    names = position.game.board.names
    latest: list[Evaluation] = []

    def search() -> Evaluation:
        for known in solver.steps(position, effort, all_moves=all_moves):
            latest[:] = [known]
        return latest[0]

    def status(seconds: float) -> str:
        line = " ".join(names[move] for move in solver.line(effort))
        rows = _moves(latest[0], plain) if latest and all_moves else []
        return "\n".join([progress(effort.nodes, seconds, line), *rows])

    return Run(search, effort, status)


def answer_text(answer: Evaluation, seconds: float, plain: bool, all_moves: bool, ended: str = "") -> str:
    """Format a solver's answer as text.

    Add a line for each move if requested, and the reason if the search ended early.
    """
    position = answer.position
    kind = f"{game_words(position.game)}{', the weak game' if answer.weak else ''}"
    if position.is_over:
        return f"{kind}. The game is over: {result_text(position)}."
    lines = [f"{kind}. {_verdict(answer, plain)}"]
    lines += filter(None, [_best(answer, ended)])
    if all_moves:
        lines += ["", *_moves(answer, plain), ""]
    if ended:
        lines.append(f"Ended by {ended}." if ended[0] in "-C" else f"Ended: {ended}.")
    return "\n".join([*lines, f"{effort_words(answer.nodes, seconds)}."])


def _verdict(answer: Evaluation, plain: bool) -> str:
    """Say who wins or, if that is unknown, which results are still possible."""
    mover = answer.position.turn
    low, high = answer.bounds
    if low == high:
        return f"{mover} to move: {_known(answer.bounds, answer.distance, plain, answer.weak)}."
    if answer.weak:
        return f"{mover} to move: it is unknown whether X wins."
    if high < 1:
        return f"{mover} to move: {mover} cannot win; it is unknown whether {mover.other} wins."
    if low > -1:
        return f"{mover} to move: {mover.other} cannot win; it is unknown whether {mover} wins."
    return f"{mover} to move: it is unknown who wins."


def _best(answer: Evaluation, ended: str) -> str:
    """Return all best moves as text, or one if only one is known. A search that ended early may not know any."""
    moves = answer.moves
    if answer.value is None:
        return ""
    if not moves or moves[0].bounds != answer.bounds:
        return "It is not known yet which move is best."
    is_timed = not answer.weak and finds_distances(answer.position, with_kernel=True)
    if is_timed and answer.value and ended and moves[0].distance is None:
        if answer.value > 0:
            return f"{moves[0].name} wins. It is not known yet whether another move wins sooner."
        return "It is not known yet which move is best."
    best = [move.name for move in moves if _rank(move) == _rank(moves[0])]
    if len(moves) < len(answer.position.moves):
        return f"A best move: {best[0]}. There may be others: --moves shows the value of every move."
    if any(move.bounds.value is None and move.bounds.high >= answer.bounds.high for move in moves):
        return f"A best move: {best[0]}. There may be others."
    if 1 < len(best) == len(moves):
        return "All moves are equally good." if answer.weak else f"Every move {_VERBS[answer.value]}."
    return f"Best move{'s' * (len(best) > 1)}: {join_and(abbreviate(best, 8))}."


def _moves(answer: Evaluation, plain: bool) -> list[str]:
    """Return a line for each move whose value is known, and a line for all moves of which the same is known."""
    alike: dict[Bounds, list[str]] = {}
    for move in answer.moves:
        if move.bounds.value is None:
            alike.setdefault(move.bounds, []).append(move.name)
    rows = []
    for move in answer.moves:
        names = [move.name] if move.bounds.value is not None else alike.pop(move.bounds, [])
        if names:
            name = names[0] if len(names) == 1 else f"{len(names)} moves"
            rows.append((name, _known(move.bounds, move.distance, plain, answer.weak)))
    return table(rows, "<", indent=2).split("\n")


def _rank(move: MoveEvaluation) -> tuple[Bounds, int | None]:
    return move.bounds, move.distance if move.bounds.value else None


def _known(bounds: Bounds, plies: int | None, plain: bool, weak: bool, words: Mapping[int, str] = WORDS) -> str:
    """Describe a value in words, or the possible values if the exact value is unknown.

    In the weak game, O cannot draw. Stopping X is called holding.
    """
    if weak:
        words = {**words, 0: "O holds"}
    if bounds.value is not None:
        return value_words(bounds.value, plies, shape=not plain, words=words)
    if bounds == OPEN:
        return "unknown"
    return " or ".join(words[value] for value in range(bounds.high, bounds.low - 1, -1)) + ", unknown which"


def row_text(answer: Evaluation, seconds: float, plain: bool, ended: str = "") -> str:
    """Format a solver's answer as a row of a table."""
    name = f"{answer.position.game}{' weak' if answer.weak else ''}"
    turn = answer.position.turn
    winners = {1: f"{turn} wins", 0: WORDS[0], -1: f"{turn.other} wins"}
    known = _known(answer.bounds, answer.distance, plain, answer.weak, winners)
    return f"{name:13}  {known:24}  {effort_words(answer.nodes, seconds)}"
