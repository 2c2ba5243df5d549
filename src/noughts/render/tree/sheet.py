"""Search trees to fill in by hand, and the same trees filled in. Each state has boxes for its value, or for alpha and
beta.
"""

from collections.abc import Iterator
from typing import TypeAlias

from noughts.explain.exercises.worksheet import across, winner_mark
from noughts.explain.story.story import Story, StoryNode, number
from noughts.render.board.sheet import Sheet
from noughts.render.board.small import small_board
from noughts.render.markup import frame
from noughts.render.theme import Theme
from noughts.render.tree.layout import tidy
from noughts.rules.position import Score

_WIDE = 98  # the greatest width of a board in a tree: six such boards fit side by side
_SLOT, _BOX, _HIGH = 26, 32, 18  # the width of a slot of a list and of the box for a value, and their height
_ARROW, _LETTER, _BESIDE = 14, 11, 6  # the space for an arrow, for α or β, and between a board and the box beside it
_HEAD, _RISE = 14, 42  # the space above a board, and between the boxes of a state and the state below
_MARGIN = 56  # space for the words MAX and MIN

Slots: TypeAlias = tuple[str, int, list[str]]
"""A row of slots: the letter before it, the number of slots, and the values that the search writes into them."""


def tree_sheet_svg(
    story: Story,
    *,
    filled: bool = False,
    winners: bool = False,
    scale: float = 1,
    theme: Theme = "auto",
    styled: bool = True,
) -> str:
    """Return a picture of a search tree, with empty or filled-in boxes.

    In the tree of a minimax search, each state has a box for its value and a list for the values below it. In the tree
    of an alpha-beta search, each state has boxes for all values that alpha and beta take.

    Args:
        story: the story of a minimax or alpha-beta search.
        filled: whether to fill in the boxes, thicken the line to each state's best move, and mark cut-offs.
        winners: whether the boxes are for the mark of the winner instead of a number. They have no lists.
        scale: the size relative to the natural size.
        theme: the colours; ``auto`` follows the reader's light or dark page.
        styled: whether the picture contains its style. Without it, the page must have the rules of the theme.
    """
    return _Drawing(story, filled, winners).svg(scale, theme, styled)


class _Drawing:
    """The drawing of one tree."""

    def __init__(self, story: Story, filled: bool, winners: bool) -> None:
        self.story, self.filled, self.winners = story, filled, winners
        board = story.position.game.board
        self.sheet = Sheet(board, min(16, max(10, _WIDE / across(story.position.game))), across=6, down=6)
        self.step = self.sheet.bottom + 5 + _HIGH + _RISE
        layout = tidy([[child - 1 for child in node.children] for node in story.nodes], self._widths(), 14)
        self.level, self.depth, self.width = layout.level, layout.depth, _MARGIN + layout.width + 10
        self.places = [(_MARGIN + x, level * self.step) for x, level in zip(layout.x, layout.level, strict=True)]

    def svg(self, scale: float, theme: Theme, styled: bool) -> str:
        """Return the picture."""
        story = self.story
        body = [self._level_name(level) for level in range(self.depth)]
        for node in story.nodes:
            for child in node.children:
                body += self._edge(node, story.node(child))
        for node in story.nodes:
            body += self._state(node)
        height = self.depth * self.step + _HEAD + self.sheet.bottom + _HIGH + 15
        what = "" if self.filled else ", to fill in"
        title = f"The tree of {story.position.turn} to move, {len(story.nodes)} states{what}"
        size = round(self.width * scale)
        return frame("".join(body), self.width, height, title, self._outline(), size=size, theme=theme, styled=styled)

    def _widths(self) -> list[float]:
        """Return the width of each state."""
        board = self.sheet.right
        widths = list[float]()
        for node in self.story.nodes:
            if self.winners or not node.children:
                widths.append(max(board, _BOX))
            elif self.story.windowed:
                widths.append(max(board + _BESIDE + _BOX, self._list_width(self._slots(node))))
            else:
                widths.append(max(board, self._list_width(self._slots(node)) + _ARROW + _BOX))
        return widths

    @staticmethod
    def _list_width(slots: list[Slots]) -> float:
        return sum((_LETTER if letter else 0) + count * _SLOT for letter, count, _ in slots) + 6 * (len(slots) - 1)

    def _slots(self, node: StoryNode) -> list[Slots]:
        """Return the lists of boxes of an unfinished state: for its children's values, or for alpha and beta."""
        if not self.story.windowed:
            return [("", len(node.children), [self._value(self.story.node(child)) for child in node.children])]
        changes = {"raise": [_limit(node.alpha, "−∞")], "lower": [_limit(node.beta, "+∞")]}
        for event in self.story.events:
            if event.node == node.id and event.kind in changes:
                changes[event.kind].append(_limit(event.value, ""))
        alphas, betas = changes.values() if node.searched else ([], [])
        many = len(node.children) + 1
        return [("α", many if node.role == "max" else 1, alphas), ("β", many if node.role == "min" else 1, betas)]

    def _value(self, node: StoryNode) -> str:
        if not node.searched or node.score is None:
            return ""
        if self.winners:
            return winner_mark(node.score, self.story.position.turn)
        return number(node.score, node.bound)

    # The elements.

    def _level_name(self, level: int) -> str:
        y = level * self.step + 34
        if not self.winners:
            return f'<text class="n-level" x="8" y="{y:g}">{"MIN" if level % 2 else "MAX"}</text>'
        turn = self.story.position.turn
        return f'<text class="n-small" x="8" y="{y:g}">{turn.other if level % 2 else turn} moves</text>'

    def _edge(self, node: StoryNode, child: StoryNode) -> Iterator[str]:
        """Yield the line to a child and, if the child is cut off, the strokes through the line."""
        (a, b), (c, d) = self.places[node.id - 1], self.places[child.id - 1]
        b, d = b + self.step - _RISE + _HEAD, d + 8
        skipped = self.filled and not child.searched
        kind = "cut" if skipped else "chosen" if self.filled and child.id == node.chosen else "edge"
        yield f'<path class="n-{kind}" d="M{a:.6g} {b:.6g}L{c:.6g} {d:.6g}"/>'
        if skipped and node.searched:
            x, y = (a + c) / 2, (b + d) / 2
            yield f'<path class="n-snip" d="M{x - 9:.6g} {y + 1:.6g}l18 -6M{x - 9:.6g} {y + 6:.6g}l18 -6"/>'

    def _state(self, node: StoryNode) -> Iterator[str]:
        """Yield the elements of a state: the move that leads to it, its board, its lists and its value."""
        x, y = self.places[node.id - 1]
        sheet, top = self.sheet, y + _HEAD
        beside = self.story.windowed and bool(node.children)
        left = x - (sheet.right + (_BESIDE + _BOX if beside else 0)) / 2
        if node.move:
            yield f'<rect class="n-paper" x="{x - 13:.6g}" y="{y - 1:.6g}" width="26" height="14"/>'
            yield f'<text class="n-tick" x="{x:.6g}" y="{y + 9:.6g}">{node.called}</text>'
        for a, b in sheet.corners:
            size = f'width="{sheet.columns * sheet.cell:.6g}" height="{sheet.rows * sheet.cell:.6g}"'
            yield f'<rect class="n-box n-plain" x="{left + a:.6g}" y="{top + b:.6g}" {size}/>'
        yield small_board(sheet, left, top, node.position, None, pale=self.filled and not node.searched)
        below = top + sheet.bottom + 5
        lists = [] if self.winners or not node.children else self._slots(node)
        if beside:
            yield from self._value_box(left + sheet.right + _BESIDE, below - 5 - _HIGH, node)
            yield from self._lists(x - self._list_width(lists) / 2, below, lists)
        elif lists:
            left = x - (self._list_width(lists) + _ARROW + _BOX) / 2
            yield from self._lists(left, below, lists)
            left += self._list_width(lists)
            yield f'<text class="n-code" x="{left + 7:.6g}" y="{below + 13:.6g}">→</text>'
            yield from self._value_box(left + _ARROW, below, node)
        else:
            yield from self._value_box(x - _BOX / 2, below, node)

    def _lists(self, left: float, top: float, lists: list[Slots]) -> Iterator[str]:
        for letter, count, values in lists:
            if letter:
                yield f'<text class="n-code" x="{left + 5:.6g}" y="{top + 13:.6g}">{letter}</text>'
                left += _LETTER
            for n in range(count):
                yield _box(left, top, _SLOT, values[n] if self.filled and n < len(values) else "")
                left += _SLOT
            left += 6

    def _value_box(self, left: float, top: float, node: StoryNode) -> Iterator[str]:
        yield _box(left, top, _BOX, self._value(node) if self.filled else "")
        yield f'<rect class="n-root" x="{left:.6g}" y="{top:.6g}" width="{_BOX}" height="{_HIGH}"/>'

    def _outline(self) -> str:
        """Describe the tree in words for screen readers. If the tree is filled in, include the values."""
        return " ".join(
            f"State {node.id}{f' by {node.called}' if node.move else ''} {self._below(node)}{self._found(node)}."
            for node in self.story.nodes
        )

    @staticmethod
    def _below(node: StoryNode) -> str:
        return f"leads to {', '.join(map(str, node.children))}" if node.children else "is over"

    def _found(self, node: StoryNode) -> str:
        if not self.filled:
            return ""
        if not node.searched:
            return ", not searched"
        lists = self._slots(node) if self.story.windowed and node.children else []
        window = "".join(f", {letter} {' '.join(values)}" for letter, _, values in lists)
        return f"{window}, value {self._value(node)}"


def _limit(limit: Score | None, infinite: str) -> str:
    return infinite if limit is None else number(limit)


def _box(left: float, top: float, width: float, text: str) -> str:
    box = f'<rect class="n-box n-plain" x="{left:.6g}" y="{top:.6g}" width="{width}" height="{_HIGH}"/>'
    middle = left + width / 2
    return box + (f'<text class="n-code" x="{middle:.6g}" y="{top + 13:.6g}">{text}</text>' if text else "")
