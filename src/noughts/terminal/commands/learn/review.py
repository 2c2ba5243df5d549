"""`noughts review GAME.sgf`: find and explain the mistakes in a finished game."""

from dataclasses import replace
from pathlib import Path

import click

from noughts.explain.review.review import MoveReview, Review, review
from noughts.explain.review.summary import describe_move, heading, known_words, legend, summary
from noughts.render.board.replay import replay_svg
from noughts.render.board.text import BoardStyle, board_text
from noughts.render.names import clean_name, printable
from noughts.render.table import table
from noughts.rules.board import Cell
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game
from noughts.solver.limit import Limit
from noughts.system.writing import check_targets, is_stdout, writing
from noughts.terminal.options import (
    OUTPUT,
    FileName,
    Seconds,
    chosen_game,
    echo_json,
    force_option,
    game_number_option,
    game_option,
    json_option,
    lenient_option,
    plain_option,
    read_files,
)
from noughts.terminal.prompt.screen import room
from noughts.terminal.prose import say

_BETTER = "!"


@click.command()
@click.argument("file", metavar="GAME.sgf", type=FileName(allow_dash=True))
@game_option
@click.option(
    "--seconds",
    type=Seconds(),
    default=10,
    show_default=True,
    help="The time limit for the analysis.",
)
@plain_option
@game_number_option
@lenient_option
@json_option
@click.option("--svg", type=OUTPUT, metavar="FILE", help="Also write the game as a moving SVG picture.")
@force_option
def command(
    file: str,
    game: Game | None,
    seconds: float,
    plain: bool,
    game_number: int | None,
    lenient: bool,
    as_json: bool,
    svg: Path | None,
    force: bool,
) -> None:
    """Find the mistakes in a finished game and explain them.

    GAME.sgf is a file with one game or more: SGF, a game of Piskvork (.psq), or lists of moves, as saved by noughts
    play. Use - for standard input. The time limit applies to each game.

    
    ?   turned a win into a draw, or a draw into a loss
    ??  turned a win into a loss
    ?!  still wins, but later than necessary

    In games that are too large to solve, ?? marks an avoidable move after which the opponent can win at once or
    fork. A side's accuracy is the share of its moves that kept the value of the position. Positions in which all
    moves have the same value are not counted.

    \b
    noughts review game.sgf
    printf 'a1 b1 a3 a2 c3 b3 b2' | noughts review -
    """
    check_targets({"--svg": svg}, force=force)
    games = read_files(file, game, lenient=lenient)
    chosen = [*enumerate(games, 1)] if game_number is None else [(game_number, chosen_game(games, game_number))]
    if not any(tree.root.children for _, tree in chosen):
        raise NoughtsError(f"{'standard input' if file == '-' else file} contains no moves: expected a game to review")
    if svg:
        if len(chosen) > 1:
            raise NoughtsError("a picture shows one game: choose it with --game-number")
        if is_stdout(svg):
            raise NoughtsError("the review goes to standard output: name a file for the picture")
        with writing(svg, force=force) as picture:
            picture.write(f"{replay_svg(chosen[0][1].main_line)}\n".encode())
    data = []
    for number, tree in chosen:
        record = tree.main_line
        x, o = (clean_name(name, "") for name in record.names)
        reviewed = review(replace(record, names=(x, o)), Limit(seconds=seconds))
        if as_json:
            data.append(reviewed.to_data() | {"summary": list(summary(reviewed)), "notes": list(tree.notes)})
            continue
        if len(chosen) > 1:
            say(("\n" if number > 1 else "") + f"Game {number:,} of {len(games):,}\n")
        for note in tree.notes:
            say(f"Note: {printable(note)}")
        say(review_text(reviewed, plain) if record.moves else "This game has no moves.")
    if as_json:
        echo_json({"games": data})


def review_text(reviewed: Review, plain: bool) -> str:
    """Return a review as text: the moves with their values, each mistake with its board, and a summary."""
    parts = [heading(reviewed), moves_text(reviewed, plain), legend(reviewed)]
    for move in reviewed.moves:
        if move.mark:
            style: BoardStyle = "plain" if plain else "box"
            board = [_board(move, style)] if move.mark != "?!" else []
            parts.append(
                "\n".join(
                    [
                        f"Move {move.number}, {move.player} {move.name} {move.mark}",
                        *board,
                        describe_move(reviewed, move),
                    ]
                )
            )
    return "\n\n".join([*parts, "\n".join(summary(reviewed))])


def short_review(reviewed: Review, plain: bool) -> str:
    """Return a review without board diagrams, to be shown at the prompt of `noughts play`."""
    if not reviewed.moves:
        return summary(reviewed)[0]
    mistakes = [
        f"Move {move.number}, {move.player}: {describe_move(reviewed, move)}" for move in reviewed.moves if move.mark
    ]
    return "\n".join([moves_text(reviewed, plain), *mistakes, *summary(reviewed)])


def moves_text(reviewed: Review, plain: bool) -> str:
    """Return a table of a game's moves and their values, with signs such as ? for mistakes.

    For each mistake, the table also shows the value before the move.
    """
    rows = [("", "", "value", "before")]
    for move in reviewed.moves:
        after = known_words(move.after, move.position, shape=not plain)
        before = "" if move.mark in ("", "?!") else known_words(move.before, move.position, shape=not plain)
        rows.append((str(move.number), f"{move.player} {move.name} {move.mark}".rstrip(), after, before))
    if not any(row[3] for row in rows[1:]):
        rows[0] = (*rows[0][:3], "")
    return table(rows, "><", indent=2)


def _board(move: MoveReview, style: BoardStyle) -> str:
    """Return the board before a move. The cell of the move has the mark of the mistake, and a better cell has an
    exclamation mark.
    """
    marks: dict[Cell, str] = {move.played.move: move.mark}
    if move.better:
        marks[move.better.move] = _BETTER
    return board_text(move.position, style=style, marks=marks, room=room())
