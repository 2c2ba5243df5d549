"""`noughts grade FILE:FUNCTION`: grade your own function in every position of a game."""

from contextlib import suppress
from random import Random
from typing import Any

import click

from noughts.apps.cli.common import (
    Seconds,
    echo_json,
    engine_log_option,
    game_option,
    json_option,
    plain_option,
    read_side,
)
from noughts.apps.cli.progress import bar
from noughts.apps.cli.prose import say
from noughts.apps.engines.driver import PREFIX, SECONDS, Engine, is_engine
from noughts.apps.worker import TimeOut, Worker
from noughts.explain.scores import value_words
from noughts.oracle.grade import KINDS, Answer, Finding, Lines, Report, ask, judge, positions
from noughts.render.report import report_text, verdict
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.notation import t3en
from noughts.rules.position import Position

_MOST_TIME_OUTS = 3


@click.command()
@click.argument("function", metavar="FILE.py:FUNCTION|engine:COMMAND")
@game_option
@click.option("--side", callback=read_side, metavar="x|o", help="Grade only the positions with this side to move.")
@click.option("--value-only", is_flag=True, help="Accept slow wins and quick losses.")
@click.option(
    "--seconds",
    type=Seconds(),
    help="The time limit per move. Loading your file has at least 10 seconds.  "
    "[default: 1 for engines, 60 for functions]",
)
@engine_log_option
@click.option("--marks", help="The marks for X, O and empty cells on your board, such as XO_ or 1,-1,0 or X,O,None.")
@plain_option
@json_option
def command(
    function: str,
    game: Game | None,
    side: Player | None,
    value_only: bool,
    seconds: float | None,
    marks: str | None,
    plain: bool,
    as_json: bool,
) -> int:
    """Grade your own function, such as a minimax search, or another engine in every position that can be reached.

    The function takes a board in any common form, such as a list of rows of 'X', 'O' and ' '. It returns a row and
    a column, an index, or a name such as b2. noughts tries different ways to call it. If the function counts its
    nodes in a global variable or an attribute named nodes, calls, count or similar, the report shows the number.

    The exit status is 0 if every move is best: it keeps the value, wins soonest and loses latest. Otherwise it is 1.

    \b
    noughts grade mine.py:best_move
    noughts grade mine.py:minimax --value-only --side x
    """
    game = game or named_game("tictactoe")
    where = positions(game, side)
    answers: dict[Position, Answer] = {}
    interrupted, time_outs = False, 0
    with _player(function, game, seconds, marks) as worker:
        try:
            with bar() as show:
                for position in where:
                    answers[position] = ask(worker, position, Random(0))
                    show("grading", len(answers), len(where))
                    time_outs += isinstance(answers[position], TimeOut)
                    if time_outs == _MOST_TIME_OUTS:
                        break
        except KeyboardInterrupt:
            interrupted = True
        words = worker.words  # how the player was called
    report = judge(game, answers, side=side, reachable=len(where))
    with suppress(BrokenPipeError):  # the exit status does not depend on who reads the report
        if as_json:
            echo_json(report_json(report, function, words, value_only))
        else:
            say(report_text(report, function, words, value_only=value_only, plain=plain))
    return 130 if interrupted else 0 if _passed(report, value_only) else 1


def _player(function: str, game: Game, seconds: float | None, marks: str | None) -> Worker | Engine:
    if not is_engine(function):
        return Worker(function, game, seconds=seconds or 60, marks=marks)
    if marks:
        raise click.UsageError("--marks is for functions: engines have no marks")
    engine = Engine(function.strip()[len(PREFIX) :], seconds=seconds or SECONDS)
    engine.start(game)
    return engine


def _passed(report: Report, value_only: bool) -> bool:
    return report.keeps_value if value_only else report.is_flawless


def report_json(report: Report, function: str, words: str, value_only: bool) -> dict[str, Any]:
    """Return the report as JSON data, with positions in T3EN, moves by name, and distances in plies."""
    return {
        "function": function,
        "calledAs": words,
        "game": report.game.name,
        "side": report.side.value if report.side else None,
        "valueOnly": value_only,
        "passed": _passed(report, value_only),
        "verdict": verdict(report, value_only=value_only),
        "complete": report.is_complete,
        "flawless": report.is_flawless,
        "keepsValue": report.keeps_value,
        "positions": {"reachable": report.reachable, "asked": {side.value: n for side, n in report.asked.items()}},
        "faults": {_camel(kind): report.count(kind) for kind in KINDS},
        "winsInOne": {"there": report.wins_in_one, "taken": report.wins_taken},
        "won": report.won,
        "lost": report.lost,
        "lines": {side.value: _lines_json(lines) for side, lines in report.lines.items()},
        "nodes": {"start": report.start_nodes, "total": report.total_nodes},
        "onlySide": report.only_side.value if report.only_side else None,
        "findings": [_finding_json(finding) for finding in report.findings],
    }


def _camel(kind: str) -> str:
    """Return ``timeOut`` for ``time-out``."""
    first, *rest = kind.replace("-", " ").split()
    return first + "".join(map(str.capitalize, rest))


def _lines_json(lines: Lines) -> dict[str, int]:
    return {"won": lines.won, "drawn": lines.drawn, "lost": lines.lost, "brokenOff": lines.broken_off}


def _finding_json(finding: Finding) -> dict[str, Any]:
    names = finding.position.game.board.names
    return {
        "position": t3en(finding.position),
        "kind": _camel(finding.kind),
        "said": finding.said or None,
        "move": None if finding.move is None else names[finding.move],
        "value": None if finding.score is None else value_words(finding.score, None, shape=False),
        "distance": finding.distance,
        "best": [names[move] for move in finding.best],
        "bestValue": value_words(finding.best_score, None, shape=False),
        "bestDistance": finding.best_distance,
    }
