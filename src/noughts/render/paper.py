"""Printed sheets of exercises as HTML pages, with all answers after the exercises."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from importlib import resources

from noughts.render.board.sheet import Sheet
from noughts.render.board.svg import board_svg
from noughts.render.theme import rules
from noughts.rules.board import Board, Cell, coordinate
from noughts.rules.game import Game
from noughts.rules.position import Position

_CELL = 33  # the side of a cell of the boards to solve, in pixels


@dataclass(frozen=True)
class PrintedSheets:
    """Sheets of exercises and their answers as HTML. Each sheet begins on a new page.

    The style is in the file ``sheets.css``, and the pictures have the colours of the theme ``print``.

    Attributes:
        title: what the sheets are, in a few words.
        is_wide: whether only two boards fit side by side.
        sheets: the sheets, without the answers.
        answers: the answers to all sheets.
        footer: the text at the end of the answers, which says how to make the sheets again.
    """

    title: str
    is_wide: bool
    sheets: tuple[str, ...]
    answers: tuple[str, ...]
    footer: str


def is_wide(game: Game) -> bool:
    """Return whether only two boards of a game fit side by side on a page."""
    return max(game.board.shape[0], len(game.board) // 3) > 5


def printed_page(printed: PrintedSheets) -> str:
    """Return a self-contained HTML page with all sheets and then all answers, for printing in greyscale."""
    css = resources.files("noughts.render").joinpath("assets", "sheets.css").read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(printed.title)}</title>"
        '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light">'
        f"<style>\n{rules('print')}\n{css}</style></head>\n"
        f'<body class="paper{" wide" if printed.is_wide else ""}">\n'
        f"{chr(10).join((*printed.sheets, *printed.answers))}\n<footer>{printed.footer}</footer>\n</body></html>\n"
    )


def made_with(command: str, seed: int, count: int) -> str:
    """Return the footer of sheets, which says how to make the same sheets again."""
    again = f"Made with <code>{escape(command)}</code>. " if command else ""
    return f"{again}The same seed, {seed}, gives the same sheet{'s' if count > 1 else ''}."


def sheet_head(title: str, seed: int, instructions: Iterable[str]) -> str:
    """Return the top of a sheet, with lines for the name and the date, and the instructions."""
    return (
        f"<h1>{escape(title)}</h1>"
        f'<div class="who"><span>Name</span><span>Date</span><span class="no">Sheet {seed}</span></div>'
        f'<div class="rules">{paragraphs(instructions)}</div>'
    )


def table_of_answers(rows: Sequence[tuple[int, Sequence[str]]]) -> str:
    """Return a page with a table of the answers to several sheets.

    Args:
        rows: the seeds of the sheets, with the answers to the exercises.
    """
    columns = range(1, max(len(answers) for _, answers in rows) + 1)
    head = "".join(f"<th>{name}</th>" for name in ["Sheet", *columns])
    body = "".join(
        f"<tr>{''.join(f'<td>{cell}</td>' for cell in [f'<b>{seed}</b>', *answers])}</tr>" for seed, answers in rows
    )
    return (
        f"<section><h1>Answers: all sheets</h1><table><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></section>"
    )


def paragraphs(texts: Iterable[str]) -> str:
    """Return texts as HTML paragraphs."""
    return "".join(f"<p>{escape(text)}</p>" for text in texts)


def cell_names(board: Board) -> str:
    """Explain how cells are named, as in ``a1 is the top left cell``."""
    axes = len(board.shape)
    if axes < 3:
        return f"{board.names[0]} is the {'top left' if axes > 1 else 'first'} cell"
    order = "first the column, then the row, then the layer"
    if axes > 3:
        return f"{order}, which is written above each layer: from {board.names[0]} to {board.names[-1]}"
    point = next((p for p in board.points if p[0] == 1 and p[2] == board.shape[2] - 1), board.points[-1])
    column, row, layer = (coordinate(axis, x) for axis, x in enumerate(point))
    return f"{order}: {column}{row}{layer} is in column {column} and row {row} of layer {layer}"


def printed_board(position: Position, best: Iterable[Cell] = ()) -> str:
    """Return a picture of a board, with coordinates, in which the best cells are shaded."""
    width = Sheet(position.game.board, _CELL, across=_CELL).right + _CELL
    return board_svg(position, fill=dict.fromkeys(best, "note"), size=round(width), theme="print", styled=False)
