"""`noughts review GAME.sgf`: a finished game gone through, move by move: where value was given away, and why."""

import sys
from pathlib import Path

import click

from noughts.apps import files
from noughts.apps.cli.common import Seconds, echo_json, game_option, json_option, plain_option, timer
from noughts.apps.cli.prose import say
from noughts.apps.cli.screen import fitting
from noughts.explain.review import MoveReview, Review, review
from noughts.explain.summary import LEGEND, heading, known_words, story, summary
from noughts.render.text import Style, board_text
from noughts.rules.board import Cell
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game

_BETTER = "!"


@click.command()
@click.argument("file", metavar="GAME.sgf")
@game_option
@click.option(
    "--seconds",
    type=Seconds(),
    default=10,
    show_default=True,
    help="How long to search for the values.",
)
@plain_option
@json_option
def command(file: str, game: Game | None, seconds: float, plain: bool, as_json: bool) -> None:
    """Go through a game that was played: where value was given away, and why.

    GAME.sgf is a game as SGF or a plain list of moves, as noughts play saves them; - reads it from standard input.

    A move is marked ? where it gave away a win for a draw or a draw for a loss, ?? where a win for a loss, and ?!
    where it won, but later than it could. Where a game is too large to be searched, ?? marks a move that let the
    opponent win at once or fork, where another did not. A side's accuracy is the share of its moves that kept the
    value, among those in positions in which not all moves were worth the same.

    \b
    noughts review game.sgf
    printf 'a1 b1 a3 a2 c3 b3 b2' | noughts review -
    """
    record = files.read(sys.stdin.buffer, "standard input", game) if file == "-" else files.load(Path(file), game)
    if not record.moves:
        raise NoughtsError(f"{'standard input' if file == '-' else file} holds no moves: expected a game to go through")
    found = review(record, deadline=timer(seconds))
    if as_json:
        echo_json(found.to_data() | {"summary": list(summary(found))})
    else:
        say(review_text(found, plain))


def review_text(found: Review, plain: bool) -> str:
    """Return a review as a person reads it: the moves with their values, the mistakes with boards, the sum."""
    parts = [heading(found), moves_text(found, plain), LEGEND]
    for move in found.moves:
        if move.mark:
            style: Style = "plain" if plain else "box"
            board = [_board(move, style)] if move.mark != "?!" else []
            parts.append(
                "\n".join([f"Move {move.number}, {move.player} {move.name} {move.mark}", *board, story(found, move)])
            )
    return "\n\n".join([*parts, "\n".join(summary(found))])


def short_review(found: Review, plain: bool) -> str:
    """Return a review without boards, for the prompt."""
    if not found.moves:
        return summary(found)[0]
    told = [f"Move {move.number}, {move.player}: {story(found, move)}" for move in found.moves if move.mark]
    return "\n".join([moves_text(found, plain), *told, *summary(found)])


def moves_text(found: Review, plain: bool) -> str:
    """Return the moves in a table, each with its mark, its value, and the value before where that was another."""
    rows = [("", "", "value", "before")]
    for move in found.moves:
        after = known_words(move.after, move.position, shape=not plain)
        before = "" if move.mark in ("", "?!") else known_words(move.before, move.position, shape=not plain)
        rows.append((str(move.number), f"{move.player} {move.name} {move.mark}".rstrip(), after, before))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if not any(row[3] for row in rows[1:]):
        rows[0] = (*rows[0][:3], "")
    return "\n".join(
        f"  {number.rjust(widths[0])}  {name.ljust(widths[1])}  {value.ljust(widths[2])}  {before}".rstrip()
        for number, name, value, before in rows
    )


def _board(move: MoveReview, style: Style) -> str:
    """Return the board before a move, with ? where it went and ! where a better one would have."""
    marks: dict[Cell, str] = {move.made.move: move.mark}
    if move.better:
        marks[move.better.move] = _BETTER
    return board_text(move.position, style=fitting(move.position, style, marks), marks=marks)
