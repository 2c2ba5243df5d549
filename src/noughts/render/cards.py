"""Trees of cards: each card shows one state of a search tree, with text above and below its board."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from noughts.render.board.sheet import Sheet
from noughts.render.board.small import hatch, small_board
from noughts.render.markup import quoted
from noughts.render.tree.layout import tidy
from noughts.rules.position import Position

Ground: TypeAlias = Literal["win", "draw", "loss", "plain", "left"]
"""The colour of a card. Cards of the colour ``left`` are hatched."""

RISE = 34
"""The space between one level and the next."""

_GAP = 14  # the space between neighbouring cards
_HEAD, _TOP = 17, 6  # the space above a board, with and without text there
_LINE = 13  # the height of a line of text
_LETTER = 6.1  # the width of a letter below a board
_LARGEST, _SMALLEST = 16, 5  # the largest and the smallest side of a cell
_BOARD = 64  # the side of a board


@dataclass(frozen=True)
class Card:
    """The card for one state of a search tree.

    Attributes:
        lines: the lines of text below the board.
        position: the position on the board, or None for a state of another kind of game.
        before: the position before the last move, to mark that move.
        head: the texts above the board, left and right, or None for no text.
        ground: the colour.
        tip: the card's tooltip.
        move: the label of the edge that leads to the card.
        edge: the kind of edge that leads to the card.
        cut: whether that edge is marked as cut off.
    """

    lines: Sequence[str]
    position: Position | None = None
    before: Position | None = None
    head: tuple[str, str] | None = None
    ground: Ground = "plain"
    tip: str = ""
    move: str = ""
    edge: Literal["edge", "chosen", "cut"] = "edge"
    cut: bool = False


class CardTree:
    """The layout of a tree of cards.

    Attributes:
        sheet: the layout of a board's cells, or None if no card has a position.
        level: each card's distance from the root.
        width: the width of the drawing.
        heights: the height of each level.
    """

    def __init__(self, cards: Sequence[Card], children: Sequence[Sequence[int]], sheet: Sheet | None) -> None:
        """Lay out a tree.

        Args:
            cards: the cards; card 0 is the root.
            children: the children of each card, in order.
            sheet: the layout of a board's cells, from `card_sheet`.
        """
        self._cards, self._children, self.sheet = cards, children, sheet
        self._head = max((_HEAD if card.head else _TOP for card in cards), default=_TOP)
        self._widths = [self._width(card) for card in cards]
        layout = tidy(children, self._widths, _GAP)
        self._x, self.level, self.width = layout.x, layout.level, layout.width
        lines = [0] * (layout.depth + 1)
        for level, card in zip(layout.level, cards, strict=True):
            lines[level] = max(lines[level], len(card.lines))
        self.heights = [self._line(count) + 3 for count in lines]

    def tops(self, top: float) -> list[float]:
        """Return the y coordinate of the top of each level, and of the level that would come after the last one."""
        tops = [top]
        for height in self.heights:
            tops.append(tops[-1] + height + RISE)
        return tops

    def draw(self, left: float, top: float) -> list[str]:
        """Return the SVG elements of the tree: first the edges, then the cards."""
        tops = self.tops(top)
        edges = [
            self._edge(left + self._x[parent], left + self._x[child], tops[self.level[child]], self._cards[child])
            for parent, below in enumerate(self._children)
            for child in below
        ]
        return edges + [self._card(n, left + self._x[n], tops[self.level[n]]) for n in range(len(self._cards))]

    def _width(self, card: Card) -> float:
        head = 7 * len(card.head[0]) + 5.6 * len(card.head[1]) + 20 if card.head else 0
        lines = max(map(len, card.lines), default=0) * _LETTER + 12
        return max(self.sheet.right + 16 if self.sheet else 0, head, lines)

    def _line(self, number: float) -> float:
        """Return the distance of a line of text from the top of its card."""
        board = self.sheet.bottom + 6 if self.sheet else 0
        return self._head + board + _LINE * number

    def _edge(self, a: float, c: float, d: float, card: Card) -> str:
        """Return the edge from a parent centred at x = `a` to a card whose top centre is at (`c`, `d`)."""
        b = d - RISE
        curve = f"M{a:.6g} {b:.6g}C{a:.6g} {b + 20:.6g} {c:.6g} {d - 22:.6g} {c:.6g} {d:.6g}"
        path = f'<path class="n-{card.edge}" d="{curve}"/>'
        if card.cut:
            strokes = f"M{c - 9:.6g} {d - 16:.6g}l18 -6M{c - 9:.6g} {d - 11:.6g}l18 -6"
            path += f'<path class="n-snip" d="{strokes}"/>'
        # the label is beside the edge, not on it
        beside = f'x="{c - 6:.6g}" text-anchor="end"' if a > c + 1 else f'x="{c + 6:.6g}"'
        return f'{path}<text class="n-small" {beside} y="{d - 4:.6g}">{quoted(card.move)}</text>'

    def _card(self, number: int, middle: float, y: float) -> str:
        """Return a card whose top is at `y`."""
        card, width = self._cards[number], self._widths[number]
        x, height = middle - width / 2, self.heights[self.level[number]]
        size = f'width="{width:.6g}" height="{height:.6g}" rx="6"'
        parts = [f"<title>{quoted(card.tip)}</title>"] if card.tip else []
        parts.append(f'<rect class="n-box n-{card.ground}" x="{x:.6g}" y="{y:.6g}" {size}/>')
        if card.ground == "left":
            parts.append(f'<path class="n-hatch" d="{hatch(x, y, width, height)}"/>')
        if card.head:
            parts.append(f'<text class="n-id" x="{x + 6:.6g}" y="{y + 12:.6g}">{quoted(card.head[0])}</text>')
            right = f'x="{x + width - 6:.6g}" y="{y + 12:.6g}" text-anchor="end"'
            parts.append(f'<text class="n-small" {right}>{quoted(card.head[1])}</text>')
        if self.sheet and card.position:
            left = middle - self.sheet.right / 2
            pale = card.ground == "left"
            parts.append(small_board(self.sheet, left, y + self._head, card.position, card.before, pale=pale))
        parts += [
            f'<text class="n-code" x="{middle:.6g}" y="{y + self._line(line + 0.8):.6g}">{quoted(text)}</text>'
            for line, text in enumerate(card.lines)
        ]
        return f"<g>{''.join(parts)}</g>"


def card_sheet(position: Position) -> Sheet:
    """Return the layout of a board's cells on a card."""
    board = position.game.board
    cell = min(_LARGEST, max(_SMALLEST, _BOARD / max(board.shape[:2])))
    return Sheet(board, cell, across=12, down=12)
