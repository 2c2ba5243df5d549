"""Worksheets to print: a page of exercises, trees to fill in, and the answers on pages of their own."""

from collections.abc import Iterable, Iterator
from html import escape

from noughts.explain.scores import Unit, in_unit
from noughts.explain.story import Story, StoryNode
from noughts.explain.story import number as written
from noughts.explain.words import advice, either, game_words
from noughts.explain.worksheet import Worksheet
from noughts.render.svg import board_svg
from noughts.render.text import board_text
from noughts.rules.board import Cell
from noughts.rules.position import Position
from noughts.solve.analysis import Analysis, MoveAnalysis

_CELL = 33  # of the boards to solve, in pixels
_COLUMN = 94  # of a tree
_SLOT = 25  # of a score list
_MARGIN = 40  # for MAX and MIN

_TREE_STYLE = """\
.w-grid{fill:#fff;stroke:#777;stroke-width:1}.w-mark{fill:none;stroke:#000;stroke-linecap:round}
.w-text,.w-name{font:10px system-ui,sans-serif;fill:#000;text-anchor:middle}.w-name{fill:#555}
.w-edge{stroke:#999;stroke-width:1}.w-chosen{stroke:#000;stroke-width:3}.w-box{fill:#fff;stroke:#000;stroke-width:1}
.w-list{fill:#fff;stroke:#777;stroke-width:1}.w-level{font:600 11px system-ui,sans-serif;fill:#000}"""

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
.card .n-name{font-size:20px}
.card b{font-size:12pt}.fill{display:block;border-bottom:1px solid #777;margin-top:3mm;color:#333}
.tree{margin:0 0 6mm}.tree svg{display:block;max-width:100%;height:auto;margin:auto}
.part{break-before:page}
footer{margin-top:5mm;color:#555;font-size:9pt}code{font-family:ui-monospace,monospace;font-size:.92em}
@media print{body{margin:0;max-width:none;padding:0}}
@media screen{.part{border-top:1px dashed #777;margin-top:12mm;padding-top:4mm}}"""


def worksheet_html(sheet: Worksheet, *, command: str = "") -> str:
    """Return the sheet as one page that needs nothing from outside, made to be printed on A4 in grey.

    Args:
        sheet: the sheet.
        command: how to make the same sheet again, for the last line.
    """
    title = f"Worksheet: {game_words(sheet.game)}"
    answers = "".join(_answer(number, found, sheet.unit) for number, found in enumerate(sheet.questions, 1))
    questions = "".join(_question(number, found.position) for number, found in enumerate(sheet.questions, 1))
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
        way = "Write the value under every state, the last ones first, and thicken the line to the best move."
        parts.append(
            f'<section class="{"part" if questions else ""}"><h2>Fill in the tree</h2><p>{way}</p>{blank}</section>'
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
    """Return the sheet as plain text: the positions, a form feed, the answers. The trees are for the page alone."""
    lines = [f"Worksheet: {game_words(sheet.game)}", "", *instructions(sheet)]
    for number, found in enumerate(sheet.questions, 1):
        head = f"{number}. {found.position.turn} to move. Best move: ______  Value: ______"
        lines += ["", head, board_text(found.position, style="plain")]
    lines += ["\f", f"Answers (seed {sheet.seed})", ""]
    for number, found in enumerate(sheet.questions, 1):
        lines.append(f"{number}. {_answer_words(found, sheet.unit)}. {advice(found)}")
        lines.append(f"   All moves: {_all_values(found, sheet.unit)}")
    return "\n".join(lines) + "\n"


def instructions(sheet: Worksheet) -> tuple[str, ...]:
    """Return what the pupil is asked to do, a sentence or two a paragraph."""
    row = "who completes a row loses" if sheet.game.misere else "who completes a row wins"
    ends = {
        "one": "+1 if MAX has won, −1 if MAX has lost, 0 for a draw",
        "ten": "+10 if MAX has won, −10 if MAX has lost, 0 for a draw",
        "depth": "10 less the number of moves made if MAX has won, as much below 0 if MAX has lost, 0 for a draw",
        "noughts": "1 more than the cells left empty if MAX has won, as much below 0 if MAX has lost, 0 for a draw",
    }[sheet.unit]
    return (
        f"Both players play their best, and {row}. The player to move is MAX, the other is MIN. "
        f"A finished game counts {ends}.",
        "MAX takes the greatest value of the moves, MIN the least. "
        "For each position give the best move (a1 is the top left cell) and the value.",
    )


def tree_sheet_svg(story: Story, *, filled: bool = False, millimetres: float = 0.25) -> str:
    """Return the tree of a minimax search with a box for every value and every score list, empty or filled in.

    Args:
        story: the story of a search that leaves out nothing.
        filled: whether to write the values, and thicken the line to the move that each state takes.
        millimetres: how large a unit of the picture is; a column has 94. Two of the largest trees fit on a page.
    """
    columns, rows = _extent(story.position)
    cell = (45 if max(columns, rows) < 5 else 57) / max(columns, rows)
    side = round(rows * cell)
    places = {number: (x, depth * (side + 63)) for number, x, depth in _places(story)}
    width = _MARGIN + max(x for x, _ in places.values()) + _COLUMN / 2
    levels = max(node.depth for node in story.nodes)
    body = [
        f'<text class="w-level" x="4" y="{depth * (side + 63) + 30}">{"MIN" if depth % 2 else "MAX"}</text>'
        for depth in range(levels)
    ]
    for node in story.nodes:
        x, y = places[node.id][0] + _MARGIN, places[node.id][1]
        for child in node.children:
            to_x, to_y = places[child][0] + _MARGIN, places[child][1]
            kind = "w-edge w-chosen" if filled and child == node.chosen else "w-edge"
            body.append(f'<path class="{kind}" d="M{x:g} {y + side + 37}L{to_x:g} {to_y + 13}"/>')
    for node in story.nodes:
        body += _tree_node(story, node, places[node.id][0] + _MARGIN, places[node.id][1], cell, filled)
    height = levels * (side + 63) + side + 39
    title = f"The tree of {story.position.turn} to move on {len(story.nodes)} states{'' if filled else ', to fill in'}"
    size = f'width="{width * millimetres:.1f}mm" height="{height * millimetres:.1f}mm"'
    return _svg(width, height, title, _outline(story, filled), "".join(body), size)


def _outline(story: Story, filled: bool) -> str:
    """Return the tree in words, for those who hear it: the value only where it is written."""
    parts = []
    for node in story.nodes:
        below = f"leads to {', '.join(map(str, node.children))}" if node.children else "is over"
        way = f" by {node.move}" if node.move else ""
        value = f", value {_signed(node)}" if filled else ""
        parts.append(f"State {node.id}{way} {below}{value}.")
    return " ".join(parts)


def _tree_card(number: int, story: Story, filled: bool) -> str:
    head = f"<p><b>{number}.</b> {story.position.turn} is MAX and to move."
    if filled:
        root = story.node(1)
        best = [child.move for child in map(story.node, root.children) if child.score == root.score]
        head += f" The value is {_signed(root)}, with {either(best)}."
    return f'<div class="tree">{head}</p>{tree_sheet_svg(story, filled=filled)}</div>'


def _tree_node(story: Story, node: StoryNode, x: float, y: int, cell: float, filled: bool) -> Iterator[str]:
    """Yield the parts of a state: the move that leads to it, its board, its score list and its value."""
    if node.move:
        yield f'<rect x="{x - 12:g}" y="{y}" width="24" height="13" fill="#fff"/>'
        yield f'<text class="w-name" x="{x:g}" y="{y + 10}">{node.move}</text>'
    columns, rows = _extent(node.position)
    yield _board(node.position, x - columns * cell / 2, y + 14, cell)
    top = y + round(rows * cell) + 19
    values = [_signed(story.node(child)) for child in node.children]
    if not values:
        yield _box("w-box", x - 15, top, _signed(node) if filled else "")
        return
    left = x - (len(values) * _SLOT + 42) / 2
    for index, value in enumerate(values):
        yield _box("w-list", left + index * _SLOT, top, value if filled else "", _SLOT)
    right = left + len(values) * _SLOT + 12
    yield f'<text class="w-text" x="{right - 6:g}" y="{top + 13:g}">→</text>'
    yield _box("w-box", right, top, _signed(node) if filled else "")


def _box(kind: str, left: float, top: float, text: str, width: int = 30) -> str:
    box = f'<rect class="{kind}" x="{left:g}" y="{top:g}" width="{width}" height="18"/>'
    return box + (f'<text class="w-text" x="{left + width / 2:g}" y="{top + 13:g}">{text}</text>' if text else "")


def _signed(node: StoryNode) -> str:
    return written(node.score or 0)


def _places(story: Story) -> Iterator[tuple[int, float, int]]:
    """Yield each state's number, middle and depth: a column for each that ends a game, others above their children."""
    columns = 0

    def place(node: StoryNode) -> Iterator[tuple[int, float, int]]:
        nonlocal columns
        middles = []
        for child in node.children:
            for found in place(story.node(child)):
                yield found
            middles.append(found[1])  # a state comes after those below it
        if middles:
            middle = (middles[0] + middles[-1]) / 2
        else:
            middle = (columns + 0.5) * _COLUMN
            columns += 1
        yield node.id, middle, node.depth

    return place(story.node(1))


def _question(number: int, position: Position) -> str:
    fill = '<span class="fill">Best move</span><span class="fill">Value</span>'
    return f'<div class="card"><b>{number}.</b> {position.turn} to move{_board_svg(position)}{fill}</div>'


def _answer(number: int, found: Analysis, unit: Unit) -> str:
    picture = _board_svg(found.position, [move.move for move in _best(found, unit)])
    return (
        f'<div class="card"><b>{number}.</b> {_answer_words(found, unit)}{picture}'
        f"<p>{escape(advice(found))}</p><p>All moves: {_all_values(found, unit)}</p></div>"
    )


def _answer_words(found: Analysis, unit: Unit) -> str:
    best = _best(found, unit)
    return f"{either([move.name for move in best])}, value {_value(best[0], unit)}"


def _best(found: Analysis, unit: Unit) -> list[MoveAnalysis]:
    """Return the moves with the greatest value in the unit, in which a win may count the same however late it comes."""
    moves = sorted(found.moves, key=lambda move: move.move)
    return [move for move in moves if _value(move, unit) == _value(found.moves[0], unit)]


def _all_values(found: Analysis, unit: Unit) -> str:
    return ", ".join(
        f"{move.name}\N{NO-BREAK SPACE}{_value(move, unit)}" for move in sorted(found.moves, key=lambda move: move.move)
    )


def _value(move: MoveAnalysis, unit: Unit) -> str:
    return in_unit(move.score, move.distance, unit).replace("-", "−")


def _board_svg(position: Position, best: Iterable[Cell] = ()) -> str:
    """Return a board with its coordinates; `best` are cells to shade."""
    width = (_extent(position)[0] + 1) * _CELL
    return board_svg(position, fill=dict.fromkeys(best, "note"), size=width, theme="print")


def _cells(position: Position) -> list[tuple[int, int]]:
    """Return each cell's column and row on paper: in space the layers lie side by side, apart by a column."""
    board = position.game.board
    layers = list(dict.fromkeys(point[2:] for point in board.points))
    step = board.shape[0] + 1
    return [(p[0] + layers.index(p[2:]) * step, p[1] if len(p) > 1 else 0) for p in board.points]


def _extent(position: Position) -> tuple[int, int]:
    columns, rows = zip(*_cells(position), strict=True)
    return max(columns) + 1, max(rows) + 1


def _board(position: Position, left: float, top: float, cell: float) -> str:
    """Return the cells of a board with their stones."""
    parts = []
    inset, weight = cell * 0.24, f'stroke-width="{cell * 0.075:g}"'
    for at, (column, row) in enumerate(_cells(position)):
        x, y = left + column * cell, top + row * cell
        parts.append(f'<rect class="w-grid" x="{x:g}" y="{y:g}" width="{cell:g}" height="{cell:g}"/>')
        if position.x >> at & 1:
            a, b, c, d = x + inset, y + inset, x + cell - inset, y + cell - inset
            parts.append(f'<path class="w-mark" {weight} d="M{a:g} {b:g}L{c:g} {d:g}M{c:g} {b:g}L{a:g} {d:g}"/>')
        elif position.o >> at & 1:
            middle = f'cx="{x + cell / 2:g}" cy="{y + cell / 2:g}"'
            parts.append(f'<circle class="w-mark" {weight} {middle} r="{cell * 0.29:g}"/>')
    return "".join(parts)


def _svg(width: float, height: float, title: str, description: str, body: str, size: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" {size} role="img">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc><style>{_TREE_STYLE}</style>"
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>{body}</svg>'
    )
