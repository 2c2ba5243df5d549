"""Worksheets to print: a page of exercises, trees to fill in, and the answers on separate pages."""

from collections.abc import Iterable, Iterator
from html import escape

from noughts.explain.scores import Unit, in_unit
from noughts.explain.story import Story, StoryNode
from noughts.explain.story import number as written
from noughts.explain.words import advice, game_words, join_or
from noughts.explain.worksheet import Worksheet, across
from noughts.render.layout import tidy
from noughts.render.markup import frame
from noughts.render.sheet import Sheet
from noughts.render.small import small_board
from noughts.render.svg import board_svg
from noughts.render.text import board_text
from noughts.render.theme import Theme
from noughts.rules.board import Board, Cell, coordinate
from noughts.rules.position import Position
from noughts.solver.analysis import Analysis, MoveAnalysis

_CELL = 33  # the side of a cell of the boards to solve, in pixels
_SCALE = 0.95  # the scale of the trees: two of the largest fit on a page
_WIDE = 98  # the greatest width of a board in a tree: six such boards fit side by side
_SLOT, _BOX, _HIGH = 26, 32, 18  # the width of a slot of a score list and of the box for a value, and their height
_HEAD, _RISE = 14, 42  # the space above a board, and between the boxes of a state and the state below
_MARGIN = 56  # space for the words MAX and MIN

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
.part{break-before:page}
footer{margin-top:5mm;color:#555;font-size:9pt}code{font-family:ui-monospace,monospace;font-size:.92em}
@media print{body{margin:0;max-width:none;padding:0}}
@media screen{.part{border-top:1px dashed #777;margin-top:12mm;padding-top:4mm}}"""


def worksheet_html(sheet: Worksheet, *, command: str = "") -> str:
    """Return a worksheet as a self-contained HTML page, for printing in greyscale on A4 paper.

    Args:
        sheet: the worksheet.
        command: the command that makes the same worksheet, to show on the last line.
    """
    title = f"Worksheet: {game_words(sheet.game)}"
    answers = "".join(_answer(number, analysis, sheet.unit) for number, analysis in enumerate(sheet.questions, 1))
    questions = "".join(_question(number, analysis.position) for number, analysis in enumerate(sheet.questions, 1))
    first = len(sheet.questions) + 1
    blank = "".join(_tree_card(number, story, filled=False) for number, story in enumerate(sheet.trees, first))
    filled = "".join(_tree_card(number, story, filled=True) for number, story in enumerate(sheet.trees, first))
    again = f"Made with <code>{escape(command)}</code>. " if command else ""
    wide = ' class="wide"' if max(sheet.game.board.shape[0], len(sheet.game.board) // 3) > 5 else ""
    parts = [f"<h1>{escape(title)}</h1>", '<div class="who"><span>Name</span><span>Date</span></div>']
    parts.append(f'<div class="rules">{"".join(f"<p>{escape(text)}</p>" for text in instructions(sheet))}</div>')
    if questions:
        parts.append(f'<h2>Find the best move</h2><div class="cards">{questions}</div>')
    if blank:
        task = "From the bottom up, write the value under each state. Thicken the line to the best move."
        parts.append(
            f'<section class="{"part" if questions else ""}"><h2>Fill in the tree</h2><p>{task}</p>{blank}</section>'
        )
    if answers:
        answers = f'<div class="cards">{answers}</div>'
    parts.append(f'<section class="part"><h1>Answers</h1>{answers}{filled}')
    parts.append(f"<footer>{again}The same seed, {sheet.seed}, gives the same sheet.</footer></section>")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light">'
        f"<style>\n{_STYLE}\n</style></head>\n<body{wide}>\n{chr(10).join(parts)}\n</body></html>\n"
    )


def worksheet_text(sheet: Worksheet) -> str:
    """Return a worksheet as plain text: the positions, a form feed, and the answers.

    Trees appear only in the HTML page.
    """
    lines = [f"Worksheet: {game_words(sheet.game)}", "", *instructions(sheet)]
    for number, analysis in enumerate(sheet.questions, 1):
        head = f"{number}. {analysis.position.turn} to move. Best move: ______  Value: ______"
        lines += ["", head, board_text(analysis.position, style="plain")]
    if sheet.trees:
        trees = f"The {len(sheet.trees)} trees to fill in are" if len(sheet.trees) > 1 else "The tree to fill in is"
        lines += ["", f"{trees} only on the page for printing, which --html FILE writes."]
    lines += ["\f", f"Answers (seed {sheet.seed})", ""]
    for number, analysis in enumerate(sheet.questions, 1):
        lines.append(f"{number}. {_answer_words(analysis, sheet.unit)}. {advice(analysis)}")
        lines.append(f"   All moves: {_all_values(analysis, sheet.unit)}")
    return "\n".join(lines) + "\n"


def instructions(sheet: Worksheet) -> tuple[str, ...]:
    """Return the instructions for pupils, as paragraphs."""
    row = f"the player who completes a row {'loses' if sheet.game.misere else 'wins'}"
    win, loss = {
        "one": ("+1", "−1"),
        "ten": ("+10", "−10"),
        "depth": ("10 − depth", "depth − 10"),
        "noughts": ("1 plus the number of empty cells", "the negative of that"),
    }[sheet.unit]
    return (
        f"Both players play their best, and {row}. The player to move is MAX, and the other player is MIN. "
        f"A finished game is worth {win} if MAX has won, {loss} if MAX has lost, and 0 if it is a draw.",
        "MAX chooses the move with the greatest value, MIN the move with the least. "
        f"For each position, write down the best move ({_cell_names(sheet.game.board)}) and the value.",
    )


def _cell_names(board: Board) -> str:
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


def tree_sheet_svg(story: Story, *, filled: bool = False, scale: float = 1, theme: Theme = "auto") -> str:
    """Return a picture of a minimax tree, with empty or filled-in boxes for the values and score lists.

    Args:
        story: the story of a search that skips no state.
        filled: whether to fill in the values and thicken the line to each state's best move.
        scale: the size relative to the natural size.
        theme: the colours; ``auto`` follows the reader's light or dark page.
    """
    board = story.position.game.board
    sheet = Sheet(board, min(16, max(10, _WIDE / across(story.position.game))), across=6, down=6)
    lists = [len(node.children) * _SLOT + _BOX + 14 if node.children else _BOX for node in story.nodes]
    children = [[child - 1 for child in node.children] for node in story.nodes]
    layout = tidy(children, [max(sheet.right, wide) for wide in lists], 14)
    step = _HEAD + sheet.bottom + 5 + _HIGH + _RISE - _HEAD
    places = [(_MARGIN + x, level * step) for x, level in zip(layout.x, layout.level, strict=True)]
    body = [
        f'<text class="n-level" x="8" y="{level * step + 34:g}">{"MIN" if level % 2 else "MAX"}</text>'
        for level in range(layout.depth)
    ]
    for node, (x, y) in zip(story.nodes, places, strict=True):
        for child in node.children:
            a, b = places[child - 1]
            kind = "n-chosen" if filled and child == node.chosen else "n-edge"
            body.append(f'<path class="{kind}" d="M{x:.6g} {y + step - _RISE + _HEAD:.6g}L{a:.6g} {b + 8:.6g}"/>')
    for node, (x, y) in zip(story.nodes, places, strict=True):
        body += _tree_node(story, node, sheet, x, y, filled)
    width, height = _MARGIN + layout.width + 10, layout.depth * step + _HEAD + sheet.bottom + _HIGH + 15
    title = f"The tree of {story.position.turn} to move, {len(story.nodes)} states{'' if filled else ', to fill in'}"
    return frame("".join(body), width, height, title, _outline(story, filled), size=round(width * scale), theme=theme)


def _outline(story: Story, filled: bool) -> str:
    """Describe the tree in words for screen readers. If the tree is filled in, include the value of each state."""
    parts = []
    for node in story.nodes:
        below = f"leads to {', '.join(map(str, node.children))}" if node.children else "is over"
        move = f" by {node.move}" if node.move else ""
        value = f", value {_signed(node)}" if filled else ""
        parts.append(f"State {node.id}{move} {below}{value}.")
    return " ".join(parts)


def _tree_card(number: int, story: Story, filled: bool) -> str:
    """Return a tree with its number and, if it is filled in, its answer."""
    head = f"<p><b>{number}.</b> {story.position.turn} is MAX and to move."
    if filled:
        root = story.node(1)
        best = [child.move for child in map(story.node, root.children) if child.score == root.score]
        head += f" The value is {_signed(root)}, with {join_or(best)}."
    return f'<div class="tree">{head}</p>{tree_sheet_svg(story, filled=filled, scale=_SCALE, theme="print")}</div>'


def _tree_node(story: Story, node: StoryNode, sheet: Sheet, x: float, y: float, filled: bool) -> Iterator[str]:
    """Yield the SVG elements for a state: the move that leads to the state, its board, its score list and its value."""
    left, top = x - sheet.right / 2, y + _HEAD
    if node.move:
        yield f'<rect class="n-paper" x="{x - 13:.6g}" y="{y - 1:.6g}" width="26" height="14"/>'
        yield f'<text class="n-tick" x="{x:.6g}" y="{y + 9:.6g}">{node.move}</text>'
    for a, b in sheet.corners:
        size = f'width="{sheet.columns * sheet.cell:.6g}" height="{sheet.rows * sheet.cell:.6g}"'
        yield f'<rect class="n-box n-plain" x="{left + a:.6g}" y="{top + b:.6g}" {size}/>'
    yield small_board(sheet, left, top, node.position, None, pale=False)
    values = [_signed(story.node(child)) for child in node.children]
    top += sheet.bottom + 5
    left = x - (len(values) * _SLOT + 14 + _BOX) / 2 if values else x - _BOX / 2
    for value in values:
        yield _box(left, top, _SLOT, value if filled else "")
        left += _SLOT
    if values:
        yield f'<text class="n-code" x="{left + 7:.6g}" y="{top + 13:.6g}">→</text>'
        left += 14
    yield _box(left, top, _BOX, _signed(node) if filled else "")
    yield f'<rect class="n-root" x="{left:.6g}" y="{top:.6g}" width="{_BOX}" height="{_HIGH}"/>'


def _box(left: float, top: float, width: float, text: str) -> str:
    box = f'<rect class="n-box n-plain" x="{left:.6g}" y="{top:.6g}" width="{width}" height="{_HIGH}"/>'
    middle = left + width / 2
    return box + (f'<text class="n-code" x="{middle:.6g}" y="{top + 13:.6g}">{text}</text>' if text else "")


def _signed(node: StoryNode) -> str:
    return written(node.score or 0)


def _question(number: int, position: Position) -> str:
    fill = '<span class="fill">Best move</span><span class="fill">Value</span>'
    return f'<div class="card"><b>{number}.</b> {position.turn} to move{_board_svg(position)}{fill}</div>'


def _answer(number: int, analysis: Analysis, unit: Unit) -> str:
    picture = _board_svg(analysis.position, [move.move for move in _best(analysis, unit)])
    return (
        f'<div class="card"><b>{number}.</b> {_answer_words(analysis, unit)}{picture}'
        f"<p>{escape(advice(analysis))}</p><p>All moves: {_all_values(analysis, unit)}</p></div>"
    )


def _answer_words(analysis: Analysis, unit: Unit) -> str:
    best = _best(analysis, unit)
    return f"{join_or([move.name for move in best])}, value {_value(best[0], unit)}"


def _best(analysis: Analysis, unit: Unit) -> list[MoveAnalysis]:
    """Return the moves that have the highest score in the worksheet's unit.

    Some units do not distinguish early wins from late wins.
    """
    moves = sorted(analysis.moves, key=lambda move: move.move)
    return [move for move in moves if _value(move, unit) == _value(analysis.moves[0], unit)]


def _all_values(analysis: Analysis, unit: Unit) -> str:
    return ", ".join(
        f"{move.name}\N{NO-BREAK SPACE}{_value(move, unit)}"
        for move in sorted(analysis.moves, key=lambda move: move.move)
    )


def _value(move: MoveAnalysis, unit: Unit) -> str:
    return in_unit(move.score, move.distance, unit)


def _board_svg(position: Position, best: Iterable[Cell] = ()) -> str:
    """Return a picture of a board, with coordinates, in which the best cells are shaded."""
    width = Sheet(position.game.board, _CELL, across=_CELL).right + _CELL
    return board_svg(position, fill=dict.fromkeys(best, "note"), size=round(width), theme="print")
