"""A story's tree as SVG: boards in the nodes, score lists, the chosen edges thick, and why the rest was left out."""

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Literal, TypeAlias

from noughts.explain.story import Event, Story, StoryNode, number
from noughts.render.layout import Layout, tidy
from noughts.render.markup import frame, quoted
from noughts.render.sheet import Sheet
from noughts.render.small import hatch, small_board
from noughts.render.theme import Theme
from noughts.render.tree import cuts_of, hidden_below, role, searched_words, tree_text, why_left
from noughts.rules.notation import t3en

Kind: TypeAlias = Literal["win", "draw", "loss", "plain", "left"]
"""Won for MAX, a draw, lost for MAX; not known; not searched."""

MOST_DRAWN = 400
"""In a larger tree the lowest levels are not drawn."""

_LEVELS = 62  # the column with the names of the levels
_GAP, _RISE = 14, 34  # between nodes side by side, and one above the other
_HEAD, _LINE = 17, 13  # the head of a node, and a line below its board
_LETTER = 6.1  # a letter of a score list
_LEAST = 600  # the least width, for the texts
_SPOKEN = 60  # states that the text alternative tells one by one
_NOTES = 8  # cuts explained below the tree


def tree_svg(
    story: Story, *, most: int = MOST_DRAWN, notes: bool = True, size: int | None = None, theme: Theme = "auto"
) -> str:
    """Return a picture of a story's tree, as it is when the search has ended.

    In every node stand its number, who is to move, the board with the last move, its score (``≤`` and ``≥`` where
    only a bound is known) and its score list. A state that was not searched is hatched, and says why when pointed at.

    Args:
        story: the story.
        most: the most states to draw; the lowest levels are left out where there are more.
        notes: whether title, answer, legend and the reasons of the cuts are written around the tree.
        size: the width in pixels; the picture's own otherwise.
        theme: auto follows the reader's light or dark page.
    """
    drawing = _Drawing(story, hidden_below(story, most))
    return drawing.svg(notes, size, theme)


class _Drawing:
    """One tree on paper."""

    def __init__(self, story: Story, hidden: Mapping[int, int]) -> None:
        self.story, self.hidden, self.cuts = story, hidden, cuts_of(story)
        self.estimated = any(node.end == "horizon" for node in story.nodes)
        self.lists: dict[int, Event] = {}
        for event in story.events:
            if event.kind == "push" and story.form.keeps == "scores":  # otherwise a state keeps what it is worth
                self.lists[event.node] = event
        board = story.position.game.board
        cell = min(16, max(5, 64 / max(board.shape[:2])))
        self.sheet = Sheet(board, cell, across=12, down=12)
        self.shown = [1]
        for state in self.shown:
            self.shown += [] if state in hidden else story.node(state).children
        self.nodes = [story.node(state) for state in self.shown]
        self.footers = [self._footer(node) for node in self.nodes]
        number_of = {state: n for n, state in enumerate(self.shown)}
        children = [[number_of[child] for child in self._children(node)] for node in self.nodes]
        self.layout: Layout = tidy(children, [self._width(n) for n in range(len(self.nodes))], _GAP)
        self.width = max(_LEAST, self.layout.width + _LEVELS + 16)
        self.left = _LEVELS + (self.width - _LEVELS - 16 - self.layout.width) / 2
        self.number_of, self.children = number_of, children
        lines = [0] * (self.layout.depth + 1)
        for level, footer in zip(self.layout.level, self.footers, strict=True):
            lines[level] = max(lines[level], len(footer))
        self.heights = [_HEAD + self.sheet.bottom + 6 + _LINE * count + 3 for count in lines]
        self.tops: list[float] = []  # of the levels

    def svg(self, notes: bool, size: int | None, theme: Theme) -> str:
        """Return the picture."""
        story = self.story
        title = f"{story.form.title}, from {t3en(story.position)}"
        head = [f"{title}: {searched_words(story)}", *self._wrapped(story.events[-1].text)] if notes else []
        body = [
            f'<text class="{"n-text" if n else "n-says"}" x="14" y="{24 + 19 * n}">{quoted(text)}</text>'
            for n, text in enumerate(head)
        ]
        top = 19.0 * len(head) + 24
        for height in self.heights:
            self.tops.append(top)
            top += height + _RISE
        body += [self._level(level) for level in range(self.layout.depth + 1)]
        body += [self._edge(n, child) for n in range(len(self.nodes)) for child in self.children[n]]
        body += [self._node(n) for n in range(len(self.nodes))]
        bottom = top - _RISE / 2
        if notes:
            legend, bottom = self._legend(bottom)
            reasons, bottom = self._reasons(bottom)
            body += [*legend, *reasons]
        spoken = tree_text(story) if len(story.nodes) <= _SPOKEN else self._summary()
        return frame("".join(body), self.width, bottom, f"Search tree: {title}", spoken, size=size, theme=theme)

    # What stands in a node.

    def _children(self, node: StoryNode) -> Sequence[int]:
        return () if node.id in self.hidden else node.children

    def _kind(self, node: StoryNode) -> Kind:
        """Return what is known of a state, from MAX's point of view."""
        if not node.searched or node.score is None:
            return "left"
        score = -node.score if self.story.view == "mover" and node.role == "min" else node.score
        proven = abs(score) >= (10 if self.story.unit == "ten" else 1)
        if score == 0 and node.bound == "=":
            return "plain" if self.estimated and node.end not in ("win", "draw") else "draw"
        if not proven or (score > 0 and node.bound == "<=") or (score < 0 and node.bound == ">="):
            return "plain"
        return "win" if score > 0 else "loss"

    def _shape(self, kind: str) -> str:
        """Return what marks a win, a draw or a loss of MAX's; nothing where scores are those of the player to move."""
        return {"win": "▲ ", "draw": "■ ", "loss": "▼ "}.get(kind, "") if self.story.view == "max" else ""

    def _footer(self, node: StoryNode) -> list[str]:
        """Return the lines below the board: the score, and the score list."""
        if not node.searched or node.score is None:
            above = node
            while not above.searched:
                above = self.story.node(above.parent or 1)
            words = "cut" if above.id in self.cuts else "known"
            return [words, *([f"+{self.hidden[node.id]:,} below"] if node.id in self.hidden else [])]
        shape = self._shape(self._kind(node))
        lines = [shape + number(node.score, node.bound) + (" table" if node.end == "table" else "")]
        if node.end == "horizon":
            lines = [f"~{lines[0]}"]
        if (event := self.lists.get(node.id)) is not None:
            scores = list(map(number, event.scores, event.bounds)) + (["✂\ufe0e"] if node.id in self.cuts else [])
            lines += wrap(f"[{' '.join(scores)}]", max(24, int(self.sheet.right / _LETTER)))
        if node.id in self.hidden:
            lines.append(f"+{self.hidden[node.id]:,} below")
        return lines

    def _role(self, node: StoryNode) -> str:
        return "end" if node.position.is_over else role(self.story, node).removesuffix(" to move")

    def _width(self, n: int) -> float:
        node = self.nodes[n]
        head = 7 * len(str(node.id)) + 5.6 * len(self._role(node)) + 20
        foot = max(len(line) for line in self.footers[n]) * _LETTER + 12
        return max(self.sheet.right + 16, head, foot)

    # Elements.

    def _level(self, level: int) -> str:
        top, height = self.tops[level], self.heights[level]
        nodes = [node for n, node in enumerate(self.nodes) if self.layout.level[n] == level]
        over = all(node.position.is_over for node in nodes)
        ground = (
            f'<rect class="n-band n-min" y="{top - _RISE / 2:g}" width="{self.width:g}" height="{height + _RISE:g}"/>'
        )
        middle = top + height / 2
        best = "END" if over else "MAX" if self.story.view == "mover" else nodes[0].role.upper()
        who = "game over" if over else f"{nodes[0].position.turn} moves"
        return (
            (ground if level % 2 else "") + f'<text class="n-level" x="14" y="{middle:g}">{best}</text>'
            f'<text class="n-small" x="14" y="{middle + 14:g}">{who}</text>'
        )

    def _edge(self, n: int, child: int) -> str:
        node, below = self.nodes[n], self.nodes[child]
        a, b = self.left + self.layout.x[n], self.tops[self.layout.level[n]] + self.heights[self.layout.level[n]]
        c, d = self.left + self.layout.x[child], b + _RISE
        kind = "n-chosen" if node.chosen == below.id else "n-edge" if below.searched else "n-cut"
        path = f'<path class="{kind}" d="M{a:.6g} {b:.6g}C{a:.6g} {b + 20:.6g} {c:.6g} {d - 22:.6g} {c:.6g} {d:.6g}"/>'
        if not below.searched and node.searched:
            strokes = f"M{c - 9:.6g} {d - 16:.6g}l18 -6M{c - 9:.6g} {d - 11:.6g}l18 -6"
            path += f'<path class="n-snip" d="{strokes}"/>'
        away = f'x="{c - 6:.6g}" text-anchor="end"' if a > c + 1 else f'x="{c + 6:.6g}"'  # where no edge is
        return f'{path}<text class="n-small" {away} y="{d - 4:.6g}">{below.move}</text>'

    def _node(self, n: int) -> str:
        node, width = self.nodes[n], self._width(n)
        x, y = self.left + self.layout.x[n] - width / 2, self.tops[self.layout.level[n]]
        height = self.heights[self.layout.level[n]]
        kind = self._kind(node)
        parts = [f"<g><title>{quoted(self._tip(node))}</title>"]
        parts.append(
            f'<rect class="n-box n-{kind}" x="{x:.6g}" y="{y:.6g}" width="{width:.6g}" height="{height:.6g}" rx="6"/>'
        )
        if kind == "left":
            parts.append(f'<path class="n-hatch" d="{hatch(x, y, width, height)}"/>')
        parts.append(f'<text class="n-id" x="{x + 6:.6g}" y="{y + 12:.6g}">{node.id}</text>')
        right = f'x="{x + width - 6:.6g}" y="{y + 12:.6g}" text-anchor="end"'
        parts.append(f'<text class="n-small" {right}>{self._role(node)}</text>')
        before = None if node.parent is None else self.story.node(node.parent).position
        across = x + (width - self.sheet.right) / 2
        parts.append(small_board(self.sheet, across, y + _HEAD, node.position, before, pale=not node.searched))
        for line, text in enumerate(self.footers[n]):
            low = y + _HEAD + self.sheet.bottom + 6 + _LINE * (line + 0.8)
            parts.append(f'<text class="n-code" x="{x + width / 2:.6g}" y="{low:.6g}">{text}</text>')
        return "".join([*parts, "</g>"])

    # Words.

    def _tip(self, node: StoryNode) -> str:
        """Return what a node says when pointed at."""
        start = f"State {node.id}" + (f", after {node.move}" if node.move else "")
        if not node.searched or node.score is None:
            return f"{start}: {why_left(self.story, node, self.cuts)}. {node.reason}"
        who = "the game is over" if node.position.is_over else f"{node.position.turn} to move"
        words = f"{start}: {who}, worth {number(node.score)}"
        words += {"=": "", "<=": " or less", ">=": " or more"}[node.bound]
        if (event := self.lists.get(node.id)) is not None:
            words += f"; scores [{', '.join(map(number, event.scores, event.bounds))}]"
        return f"{words}."

    def _wrapped(self, text: str) -> list[str]:
        return wrap(text, int((self.width - 28) / 6.2))

    def _legend(self, top: float) -> tuple[list[str], float]:
        """Return the legend, and where it ends."""
        kinds = {self._kind(node) for node in self.nodes}
        first, other = self.story.position.turn, self.story.position.turn.other
        items: list[tuple[str, str]] = [
            (kind, self._shape(kind) + words)
            for kind, words in (
                ("win", f"{first} wins"),
                ("draw", "draw"),
                ("loss", f"{other} wins"),
                ("left", "not searched"),
            )
            if kind in kinds
        ]
        items += [("chosen", "the move chosen"), ("last", "the last move")]
        if any(node.bound != "=" for node in self.nodes):
            items.append(("", "≤ at most, ≥ at least: a bound"))
        if any(node.end == "horizon" for node in self.nodes):
            items.append(("", "~ an estimate"))
        if self.story.view == "mover":
            items.append(("", "scores are those of the player to move"))
        parts, x, y = [], 14.0, top + 14
        for kind, words in items:
            wide = (24 if kind else 0) + 6.2 * len(words) + 18
            if x + wide > self.width and x > 14:
                x, y = 14.0, y + 19
            if kind == "chosen":
                parts.append(f'<path class="n-chosen" d="M{x:g} {y - 4:g}h18"/>')
            elif kind == "last":
                parts.append(f'<rect class="n-just" x="{x:g}" y="{y - 11:g}" width="18" height="13"/>')
            elif kind:
                parts.append(f'<rect class="n-box n-{kind}" x="{x:g}" y="{y - 11:g}" width="18" height="13" rx="3"/>')
                if kind == "left":
                    parts.append(f'<path class="n-hatch" d="{hatch(x, y - 11, 18, 13)}"/>')
            parts.append(f'<text class="n-text" x="{x + (24 if kind else 0):g}" y="{y:g}">{words}</text>')
            x += wide
        return parts, y + 14

    def _reasons(self, top: float) -> tuple[list[str], float]:
        """Return why states were cut, in sentences, and where these end."""
        cuts = [event for event in self.story.events if event.kind == "cut" and event.node in self.number_of]
        texts = [line for event in cuts[:_NOTES] for line in self._wrapped(f"✂\ufe0e {event.text}")]
        if len(cuts) > _NOTES:
            texts.append(f"And {len(cuts) - _NOTES:,} more cuts: point at a state to see why it was left.")
        found = [
            f'<text class="n-text" x="14" y="{top + 10 + 17 * n:g}">{quoted(t)}</text>' for n, t in enumerate(texts)
        ]
        return found, top + 17 * len(texts) + (6 if texts else 0)

    def _summary(self) -> str:
        """Return what a large tree shows, in words: the answer, and the states below the root."""
        root = self.story.node(1)
        below = [self._tip(self.story.node(child)) for child in root.children]
        return " ".join([self.story.events[-1].text, f"{searched_words(self.story).capitalize()}.", *below])
