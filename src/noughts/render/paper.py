"""Sheets of exercises on paper: the frame of a page to print, with the exercises first and the answers at the end."""

from collections.abc import Iterable, Sequence
from html import escape

from noughts.render.board.sheet import Sheet
from noughts.render.board.svg import board_svg
from noughts.rules.board import Board, Cell, coordinate
from noughts.rules.game import Game
from noughts.rules.position import Position

_CELL = 33  # the side of a cell of the boards to solve, in pixels

_STYLE = """\
@page{size:A4;margin:14mm 14mm 16mm}
*{box-sizing:border-box}
body{font:11pt/1.45 system-ui,sans-serif;color:#000;background:#fff;max-width:182mm;margin:8mm auto;padding:0 4mm}
h1{font-size:17pt;margin:0 0 1mm}h2{font-size:13pt;margin:6mm 0 2mm}p{margin:0 0 2.5mm}
.who{display:flex;gap:8mm;margin:4mm 0}.who span{flex:1;border-bottom:1px solid #777;padding-bottom:1mm;color:#555}
.rules{border:1px solid #777;padding:3mm 4mm;margin:0 0 4mm}.rules p:last-child{margin:0}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(54mm,1fr));gap:6mm}
.wide .cards{grid-template-columns:1fr 1fr}
.card,.tree{break-inside:avoid}.card svg{display:block;max-width:100%;height:auto;margin:0 0 1mm}
.card .n-name{font-size:20px!important}
.card b{font-size:12pt}.fill{display:block;border-bottom:1px solid #777;margin-top:3mm;color:#333}
.tree{margin:0 0 6mm}.tree svg{display:block;max-width:100%;height:auto;margin:auto}
.part{break-before:page}.who .no{flex:none;border:0;color:#000;font-weight:600}
table{border-collapse:collapse;font-size:10pt}th,td{border:1px solid #777;padding:.6mm 2mm;text-align:left}
tr{break-inside:avoid}
footer{margin-top:5mm;color:#555;font-size:9pt}code{font-family:ui-monospace,monospace;font-size:.92em}
@media print{body{margin:0;max-width:none;padding:0}}
@media screen{.part{border-top:1px dashed #777;margin-top:12mm;padding-top:4mm}}"""


def printed_page(title: str, game: Game, parts: Iterable[str], footer: str) -> str:
    """Return a self-contained HTML page, for printing in greyscale on A4 paper.

    Args:
        title: the title of the page.
        game: the game on the boards.
        parts: the contents of the page.
        footer: what to say at the end.
    """
    wide = ' class="wide"' if max(game.board.shape[0], len(game.board) // 3) > 5 else ""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light">'
        f"<style>\n{_STYLE}\n</style></head>\n"
        f"<body{wide}>\n{chr(10).join(parts)}\n<footer>{footer}</footer>\n</body></html>\n"
    )


def made_with(command: str, seed: int, count: int) -> str:
    """Return the footer of sheets: how to make them again."""
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
        f'<section class="part"><h1>Answers: all sheets</h1><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></section>"
    )


def paragraphs(texts: Iterable[str]) -> str:
    """Return texts as paragraphs."""
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
    return board_svg(position, fill=dict.fromkeys(best, "note"), size=round(width), theme="print")
