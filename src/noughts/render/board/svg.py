"""Boards as SVG pictures that also work in greyscale, on dark pages and with screen readers.

The interface follows ``svg.board`` of python-chess: one function with many options.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from typing import NamedTuple, TypeAlias

from noughts.explain.scores import WORDS, value_words, worth_words
from noughts.explain.words import discs_fall, game_words, losing_words
from noughts.render.board.sheet import Sheet
from noughts.render.markup import frame, quoted
from noughts.render.theme import KINDS, Theme
from noughts.rules.board import Board, Cell, Move, cells_in, coordinate
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Player
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position
from noughts.rules.record import result_text
from noughts.solver.evaluation import Evaluation, MoveEvaluation, losing_replies

_CELL = 72
_EDGE = 26  # space for the coordinates and for the caption
_MARGIN = 10  # the margin without coordinates or a caption
_GAP = 34  # the space between layers
_TITLE = 20  # space for the name of a layer


class Arrow(NamedTuple):
    """An arrow from one cell to another, or a ring if both ends are in the same cell.

    Attributes:
        tail: the cell where it begins.
        head: the cell it points to.
        kind: its colour: ``note``, ``win``, ``draw``, ``loss`` or ``last``.
    """

    tail: Cell
    head: Cell
    kind: str = "note"


ArrowLike: TypeAlias = Arrow | tuple[Cell | str, Cell | str] | tuple[Cell | str, Cell | str, str]
ByCell: TypeAlias = Mapping[Cell, str] | Mapping[str, str] | Mapping[Cell | str, str]
"""A text for each cell. Cells are given as numbers or names."""


def board_svg(
    position: Position | str,
    *,
    last: Cell | str | None = None,
    evaluation: Evaluation | None = None,
    fill: ByCell | None = None,
    marks: ByCell | None = None,
    arrows: Iterable[ArrowLike] = (),
    moves: Sequence[Move | str] = (),
    caption: str = "",
    title: str = "",
    coordinates: bool = True,
    discs: bool = False,
    size: int | None = None,
    theme: Theme = "auto",
    styled: bool = True,
) -> str:
    """Return a picture of a board as one SVG element, with its layers side by side.

    Each cell can be given in any form that `Position.cell` accepts: as a number or as a name, such as ``b2``.

    Args:
        position: the position to draw, or its text. A completed line is struck through, or its cells are framed if the
            line is not straight on paper.
        last: the cell of the last move, to highlight.
        evaluation: what is known about the moves, written on the cells as shape, word and number. Draws also say how
            many replies lose. Moves about which nothing is known get a ``?``, and a note if a win or a loss is ruled
            out.
        fill: the colours of cells: ``win``, ``draw``, ``loss``, ``note``, ``last``, or any CSS colour.
        marks: short texts for the upper right corners of cells, such as ``?``.
        arrows: arrows from cell to cell, each an `Arrow` or a pair of cells.
        moves: cells to number 1, 2, 3, … Empty ones get pale stones of both players in turn.
        caption: a line of text below the board.
        title: the title. By default, it names the game and says who is to move or has won.
        coordinates: whether to write the names of columns and rows.
        discs: whether to draw a panel with discs where discs fall, unless something is written or drawn on the cells.
        size: the width in pixels. By default, the natural width.
        theme: the colours; ``auto`` follows the reader's light or dark page.
        styled: whether the picture contains its style. Without it, the page must have the rules of the theme.

    Raises:
        NoughtsError: a cell is not on the board, the size is not a whole number of at least 1, or a colour or theme is
            unknown.
    """
    position = read_position(position)
    values = {move.move: move for move in evaluation.moves} if evaluation else {}
    read = position.cell
    drawn_arrows = [Arrow(read(tail), read(head), *kind) for tail, head, *kind in arrows]
    fill, marks = ({read(cell): text for cell, text in (by_cell or {}).items()} for by_cell in (fill, marks))
    numbered = [read(cell) for cell in moves]
    if last is not None:
        last = read(last)
        fill.setdefault(last, "last")
    _check(drawn_arrows, fill)
    future = _future_stones(position, numbered)
    discs = discs and discs_fall(position.game) and not (values or marks or numbered or drawn_arrows)
    sheet = BoardPicture(position.game.board, coordinates, bool(caption), discs, styled=styled)
    body = [sheet.axes()]
    for cell, (x, y) in enumerate(sheet.places):
        owner = _owner(position, cell)
        body.append(sheet.square(x, y, fill.get(cell)))
        if owner or cell in future:
            body.append(sheet.stone(x, y, owner or future[cell], pale=not owner))
        elif cell in values:
            body.append(_value(x, y, values[cell]))
    for number, cell in enumerate(numbered, 1):
        x, y = sheet.places[cell]
        body.append(f'<text class="n-number" x="{x + _CELL - 5}" y="{y + _CELL - 6}">{number}</text>')
    if position.outcome and position.outcome.line:
        body.append(sheet.stroke(position.outcome.line))
    body += [sheet.arrow(arrow) for arrow in drawn_arrows]
    for cell, text in marks.items():
        x, y = sheet.places[cell]
        body.append(f'<text class="n-mark" x="{x + _CELL - 11}" y="{y + 17}">{quoted(text)}</text>')
    if caption:
        body.append(sheet.name(sheet.width / 2, sheet.height - 9 * sheet.scale, caption))
    title = title or f"{game_words(position.game)}: {_state(position)}"
    described = _description(position, last, values, marks, drawn_arrows, numbered)
    return frame("".join(body), sheet.width, sheet.height, title, described, size=size, theme=theme, styled=styled)


class BoardPicture(Sheet):
    """The layout of a board's picture, with room for coordinates around each layer, and its drawing methods.

    Large boards have coordinates in larger type. With discs, cells are round holes in a panel.
    """

    def __init__(
        self, board: Board, coordinates: bool, caption: bool, discs: bool = False, *, styled: bool = True
    ) -> None:
        self.discs, self.styled = discs, styled
        self.coordinates, self.spatial = coordinates, len(board.shape) > 2
        self.scale = min(3, max(1, *(side / 6 for side in board.shape[:2])))
        edge = round(_EDGE * self.scale) if coordinates else _MARGIN
        top = edge + (round(_TITLE * self.scale) if self.spatial else 0)
        across = edge + _GAP if coordinates else _GAP
        super().__init__(board, _CELL, left=edge, top=top, across=across, down=top + _GAP // 2)
        self.width = self.right + edge
        self.height = self.bottom + (round(_EDGE * self.scale) if caption else _MARGIN)

    def axes(self) -> str:
        """Return the names of the layers, columns and rows, and the panel behind discs."""
        texts = []
        if self.discs:
            (x, y), size = self.corners[0], f'width="{self.columns * _CELL}" height="{self.rows * _CELL}"'
            texts.append(f'<rect class="n-panel" x="{x:g}" y="{y:g}" {size} rx="14"/>')
        for layer, (x, y) in zip(self.layers, self.corners, strict=True):
            if self.spatial:
                name = "".join(coordinate(axis, n) for axis, n in enumerate(layer, 2))
                high = y - (30 if self.coordinates else 8) * self.scale
                texts.append(self.name(x + self.columns * _CELL / 2, high, f"Layer {name}"))
            if not self.coordinates:
                continue
            top, left, half = y - 9 * self.scale, x - 13 * self.scale, _CELL / 2
            texts += [self.name(x + c * _CELL + half, top, coordinate(0, c)) for c in range(self.columns)]
            low = half + 4 * self.scale
            texts += [self.name(left, y + r * _CELL + low, coordinate(1, r)) for r in range(self.rows)]
        return "".join(texts)

    def name(self, x: float, y: float, text: str) -> str:
        """Return a text element centred on a point, for example a coordinate or the caption."""
        large = f' style="font-size:{12 * self.scale:g}px"' if self.styled and self.scale > 1 else ""
        return f'<text class="n-name"{large} x="{x:g}" y="{y:g}">{quoted(text)}</text>'

    def square(self, x: float, y: float, fill: str | None) -> str:
        """Return a cell whose upper left corner is at a point, in a colour of the theme or any CSS colour."""
        shape, place = "rect", f'x="{x:g}" y="{y:g}" width="{_CELL}" height="{_CELL}"'
        if self.discs:
            shape, place = "circle", f'cx="{x + _CELL / 2:g}" cy="{y + _CELL / 2:g}" r="32"'
        if fill is None or fill in KINDS:
            return f'<{shape} class="n-cell{f" n-{fill}" if fill else ""}" {place}/>'
        return f'<{shape} class="n-cell" {place} style="fill:{fill}"/>'

    def stone(self, x: float, y: float, owner: Player, *, pale: bool = False) -> str:
        """Return the mark of a player for a cell whose upper left corner is at a point."""
        middle, ghost = f'cx="{x + _CELL / 2:g}" cy="{y + _CELL / 2:g}"', " n-ghost" if pale else ""
        disc = f'<circle class="n-disc-{owner.value}" {middle} r="28"/>' if self.discs else ""
        name = "n-sign" if self.discs else f"n-{owner.value}{ghost}"
        if owner is Player.O:
            return f'{disc}<circle class="{name}" {middle} r="{13 if self.discs else 17}"/>'
        inset = 26 if self.discs else 20
        a, b, c, d = x + inset, y + inset, x + _CELL - inset, y + _CELL - inset
        return f'{disc}<path class="{name}" d="M{a} {b}L{c} {d}M{c} {b}L{a} {d}"/>'

    def stroke(self, line: int) -> str:
        """Return the stroke through a completed line."""
        return f'<path class="n-line{" n-over" if self.discs else ""}" d="{self.line(line)}"/>'

    def arrow(self, arrow: Arrow) -> str:
        """Return an arrow, or a ring if the arrow points to the cell where it begins."""
        kind = f" n-{arrow.kind}"
        (a, b), (c, d) = self.middle(arrow.tail), self.middle(arrow.head)
        length = hypot(c - a, d - b)
        if not length:
            return f'<circle class="n-ring{kind}" cx="{a:g}" cy="{b:g}" r="{_CELL / 2 - 6:g}"/>'
        x, y = (c - a) / length, (d - b) / length
        tip, neck = 12, 32  # distances from the centre of the head's cell
        a, b, neck_x, neck_y = a + 14 * x, b + 14 * y, c - neck * x, d - neck * y
        c, d = c - tip * x, d - tip * y
        wing = f"{neck_x - 11 * y:.6g} {neck_y + 11 * x:.6g}", f"{neck_x + 11 * y:.6g} {neck_y - 11 * x:.6g}"
        return (
            f'<path class="n-arrow{kind}" d="M{a:.6g} {b:.6g}L{neck_x:.6g} {neck_y:.6g}"/>'
            f'<path class="n-head{kind}" d="M{c:.6g} {d:.6g}L{wing[0]}L{wing[1]}z"/>'
        )


def _check(arrows: Iterable[Arrow], fill: Mapping[Cell, str]) -> None:
    for arrow in arrows:
        if arrow.kind not in KINDS:
            raise NoughtsError(f"unknown kind of arrow {arrow.kind!r}: expected {', '.join(KINDS)}")
    for colour in fill.values():
        if colour not in KINDS and not re.fullmatch(
            r"#[0-9a-fA-F]{3,8}|[a-zA-Z]+|(rgb|hsl|oklch)a?\([0-9., %/]+\)", colour
        ):
            raise NoughtsError(
                f"unknown colour {colour!r}: expected {', '.join(KINDS)}, or a CSS colour such as #f6edb8"
            )


def _owner(position: Position, cell: Cell) -> Player | None:
    return Player.X if position.x >> cell & 1 else Player.O if position.o >> cell & 1 else None


def _future_stones(position: Position, moves: Sequence[Move]) -> dict[Cell, Player]:
    """Return the empty cells that the moves would fill, each paired with the player taking the cell."""
    turn, stones = position.turn, dict[Cell, Player]()
    for cell in moves:
        if position.empty >> cell & 1 and cell not in stones:
            stones[cell], turn = turn, turn.other
    return stones


_LINES = ((5, 15, 42, 41), (5, 15, 42, 33, 50), (2, 10, 52, 27, 42, 55))
"""For each number of small lines: the left, top and height of a value's background, and the positions of its lines."""


def _value(x: float, y: float, move: MoveEvaluation) -> str:
    """Return the value of a move as a label for its cell."""
    kind, value, small = _label(move)
    left, top, height, first, *others = _LINES[len(small)]
    middle = x + _CELL // 2
    lines = [
        f'<rect class="n-{kind}" x="{x + left}" y="{y + top}" width="{_CELL - 2 * left}" height="{height}" rx="8"/>',
        f'<text class="n-value n-{kind}-text" x="{middle}" y="{y + first}">{value}</text>',
    ]
    lines += [
        f'<text class="n-more n-{kind}-text" x="{middle}" y="{y + place}">{text}</text>'
        for place, text in zip(others, small, strict=True)
    ]
    return "".join(lines)


def _label(move: MoveEvaluation) -> tuple[str, str, Sequence[str]]:
    """Return the kind of a move's value (for the colours), the value, and the small lines of text below the value.

    If a move draws, the small lines say how many replies lose, if this is known.
    """
    if move.score is None:
        return "about", "?", _ruled_out(move)
    if move.value is None:
        return "about", worth_words(move), ()
    small: Sequence[str] = ()
    if move.value == 0 and move.losing:
        small = losing_replies(move.position.turn, move.replies, move.losing)
    elif move.value and move.distance is not None:
        small = (f"in {move.distance}",)
    return WORDS[move.value], value_words(move.value, None), small


def _ruled_out(move: MoveEvaluation) -> Sequence[str]:
    """Say which result is ruled out, if any."""
    return ("not a win",) if move.bounds.high < 1 else ("not a loss",) if move.bounds.low > -1 else ()


def _in_words(move: MoveEvaluation) -> str:
    """Describe a move's value for screen readers, as in ``win in 1`` or ``draw: 5 of O's 6 replies lose``."""
    if move.score is None:
        return " ".join(_ruled_out(move)) or "unknown"
    losing = losing_words(move) if move.value == 0 and move.losing else ""
    return ": ".join(filter(None, [worth_words(move, shape=False), losing]))


def _state(position: Position) -> str:
    return result_text(position) if position.is_over else f"{position.turn} to move"


def _description(
    position: Position,
    last: Cell | None,
    values: Mapping[Cell, MoveEvaluation],
    marks: Mapping[Cell, str],
    arrows: Sequence[Arrow],
    moves: Sequence[Move],
) -> str:
    """Describe the board and everything drawn on it in words, for screen readers."""
    names = position.game.board.names
    parts = []
    for owner, stones in (("X", position.x), ("O", position.o)):
        cells = ", ".join(names[cell] for cell in cells_in(stones))
        parts.append(f"{owner} on {cells or 'no cell'}.")
    if last is not None:
        parts.append(f"The last move was {names[last]}.")
    if position.outcome and position.outcome.line:
        parts.append(f"The line is {', '.join(names[cell] for cell in cells_in(position.outcome.line))}.")
    if values:
        worth = (f"{names[cell]} {_in_words(move)}" for cell, move in values.items())
        parts.append(f"Moves: {'; '.join(worth)}.")
    if marks:
        parts.append(f"Marked: {', '.join(f'{names[cell]} {text}' for cell, text in marks.items())}.")
    if arrows:
        parts.append(f"Arrows: {', '.join(f'{names[arrow.tail]} to {names[arrow.head]}' for arrow in arrows)}.")
    if moves:
        parts.append(f"Numbered: {', '.join(f'{number} {names[cell]}' for number, cell in enumerate(moves, 1))}.")
    return " ".join(parts)
