"""A story's search tree as SVG, with a card for each state.

Edges to chosen moves are thick, and the cards of skipped states are hatched.
"""

from collections.abc import Sequence
from textwrap import wrap

from noughts.explain.story.story import Event, Story, StoryNode, number
from noughts.render.board.small import hatch
from noughts.render.cards import RISE, Card, CardTree, Ground, card_sheet
from noughts.render.markup import frame, quoted
from noughts.render.theme import Theme
from noughts.render.tree.text import cuts_of, hidden_below, role, searched_words, tree_text, why_left
from noughts.rules.notation import t3en

MOST_DRAWN = 400
"""The default limit on the number of states drawn. In a larger tree the lowest levels are left out."""

_LEVELS = 62  # the width of the column with the names of the levels
_MARGIN = 16
_LETTER = 6.1  # the width of a letter of a score list
_NARROWEST = 600  # the minimum width, so that text fits
_DESCRIBED = 60  # the text alternative of a larger tree is only a summary
_NOTES = 8  # the maximum number of cut-offs explained below the tree
_SCISSORS = "✂\ufe0e"


def tree_svg(
    story: Story, *, most: int = MOST_DRAWN, notes: bool = True, size: int | None = None, theme: Theme = "auto"
) -> str:
    """Return a picture of a story's tree as it is at the end of the search.

    Each node shows its number, who is to move, the board with the last move, its score (``≤`` or ``≥`` if it is only a
    bound) and its score list. States that were not searched are hatched; their tooltips say why.

    Args:
        story: the story.
        most: the maximum number of states to draw. If there are more, the lowest levels are left out.
        notes: whether to add a title, the answer, a legend and the reasons for the cut-offs.
        size: the width in pixels. By default, the natural width.
        theme: the colours; ``auto`` follows the reader's light or dark page.
    """
    return _Drawing(story, most).svg(notes, size, theme)


class _Drawing:
    """The drawing of one tree."""

    def __init__(self, story: Story, most: int) -> None:
        self.story, self.hidden, self.cuts = story, hidden_below(story, most), cuts_of(story)
        self.estimated = any(node.end == "horizon" for node in story.nodes)
        self.lists: dict[int, Event] = {}
        for event in story.events:
            if event.kind == "push" and story.form.keeps == "scores":  # the other forms have no score lists
                self.lists[event.node] = event
        self.sheet = card_sheet(story.position)
        shown = [1]
        for state in shown:
            shown += self._children(story.node(state))
        self.nodes = [story.node(state) for state in shown]
        number_of = {state: n for n, state in enumerate(shown)}
        children = [[number_of[child] for child in self._children(node)] for node in self.nodes]
        self.tree = CardTree([self._card(node) for node in self.nodes], children, self.sheet)
        self.width = max(_NARROWEST, self.tree.width + _LEVELS + _MARGIN)

    def svg(self, notes: bool, size: int | None, theme: Theme) -> str:
        """Return the picture."""
        story = self.story
        title = f"{story.form.title}, from {t3en(story.position)}"
        head = [f"{title}: {searched_words(story)}", *self._wrap(story.events[-1].text)] if notes else []
        body = [
            f'<text class="{"n-text" if n else "n-says"}" x="14" y="{24 + 19 * n}">{quoted(text)}</text>'
            for n, text in enumerate(head)
        ]
        top = 19.0 * len(head) + 24
        tops = self.tree.tops(top)
        body += [self._level(level, tops[level]) for level in range(len(self.tree.heights))]
        body += self.tree.draw(_LEVELS + (self.width - _LEVELS - _MARGIN - self.tree.width) / 2, top)
        bottom = tops[-1] - RISE / 2
        if notes:
            legend, bottom = self._legend(bottom)
            reasons, bottom = self._reasons(bottom)
            body += [*legend, *reasons]
        described = tree_text(story) if len(story.nodes) <= _DESCRIBED else self._summary()
        return frame("".join(body), self.width, bottom, f"Search tree: {title}", described, size=size, theme=theme)

    def _children(self, node: StoryNode) -> Sequence[int]:
        return () if node.id in self.hidden else node.children

    # The cards.

    def _card(self, node: StoryNode) -> Card:
        """Return the card for a state."""
        parent = None if node.parent is None else self.story.node(node.parent)
        chosen = parent is not None and parent.chosen == node.id
        return Card(
            self._lines(node),
            node.position,
            parent.position if parent else None,
            head=(str(node.id), self._role(node)),
            ground=self._ground(node),
            tip=self._tip(node),
            move=node.called,
            edge="chosen" if chosen else "edge" if node.searched else "cut",
            cut=parent is not None and parent.searched and not node.searched,
        )

    def _ground(self, node: StoryNode) -> Ground:
        """Return the background of a state's card, coloured by what is known about the result for MAX."""
        if not node.searched or node.score is None:
            return "left"
        score = -node.score if self.story.view == "mover" and node.role == "min" else node.score
        proven = abs(score) >= (10 if self.story.unit == "ten" else 1)
        if score == 0 and node.bound == "=":
            return "plain" if self.estimated and node.end not in ("win", "draw") else "draw"
        if not proven or (score > 0 and node.bound == "<=") or (score < 0 and node.bound == ">="):
            return "plain"
        return "win" if score > 0 else "loss"

    def _shape(self, ground: str) -> str:
        """Return the symbol (▲, ■ or ▼) that marks a win, draw or loss for MAX.

        Returns an empty string if scores are from the point of view of the player to move.
        """
        return {"win": "▲ ", "draw": "■ ", "loss": "▼ "}.get(ground, "") if self.story.view == "max" else ""

    def _lines(self, node: StoryNode) -> list[str]:
        """Return the lines of text below a state's board, which give the state's score and its children's scores."""
        below = [f"+{self.hidden[node.id]:,} below"] if node.id in self.hidden else []
        if not node.searched or node.score is None:
            searched = node
            while not searched.searched:
                searched = self.story.node(searched.parent or 1)
            return ["cut" if searched.id in self.cuts else "known", *below]
        score = self._shape(self._ground(node)) + number(node.score, node.bound)
        lines = [f"~{score}" if node.end == "horizon" else f"{score} table" if node.end == "table" else score]
        if (event := self.lists.get(node.id)) is not None:
            scores = list(map(number, event.scores, event.bounds)) + ([_SCISSORS] if node.id in self.cuts else [])
            lines += wrap(f"[{' '.join(scores)}]", max(24, int(self.sheet.right / _LETTER)))
        return lines + below

    def _role(self, node: StoryNode) -> str:
        return "end" if node.position.is_over else role(self.story, node).removesuffix(" to move")

    def _tip(self, node: StoryNode) -> str:
        """Return the tooltip for a state."""
        start = f"State {node.id}" + (f", after {node.called}" if node.move else "")
        if not node.searched or node.score is None:
            return f"{start}: {why_left(self.story, node, self.cuts)}. {node.reason}"
        turn = "the game is over" if node.position.is_over else f"{node.position.turn} to move"
        words = f"{start}: {turn}, worth {number(node.score)}"
        words += {"=": "", "<=": " or less", ">=": " or more"}[node.bound]
        if (event := self.lists.get(node.id)) is not None:
            words += f"; scores [{', '.join(map(number, event.scores, event.bounds))}]"
        return f"{words}."

    # Around the tree.

    def _level(self, level: int, top: float) -> str:
        """Return the name of a level of the tree, with a coloured background on every second level."""
        height = self.tree.heights[level]
        nodes = [node for n, node in enumerate(self.nodes) if self.tree.level[n] == level]
        over = all(node.position.is_over for node in nodes)
        size = f'width="{self.width:g}" height="{height + RISE:g}"'
        band = f'<rect class="n-band n-min" y="{top - RISE / 2:g}" {size}/>' if level % 2 else ""
        middle = top + height / 2
        name = "END" if over else "MAX" if self.story.view == "mover" else nodes[0].role.upper()
        turn = "game over" if over else f"{nodes[0].position.turn} moves"
        return (
            f'{band}<text class="n-level" x="14" y="{middle:g}">{name}</text>'
            f'<text class="n-small" x="14" y="{middle + 14:g}">{turn}</text>'
        )

    def _wrap(self, text: str) -> list[str]:
        return wrap(text, int((self.width - 28) / 6.2))

    def _legend(self, top: float) -> tuple[list[str], float]:
        """Return the legend and the y coordinate of its bottom edge."""
        grounds = {self._ground(node) for node in self.nodes}
        first, other = self.story.position.turn, self.story.position.turn.other
        names = {"win": f"{first} wins", "draw": "draw", "loss": f"{other} wins", "left": "not searched"}
        items: list[tuple[str, str]] = [
            (ground, self._shape(ground) + name) for ground, name in names.items() if ground in grounds
        ]
        items += [("chosen", "the move chosen"), ("last", "the last move")]
        if any(node.bound != "=" for node in self.nodes):
            items.append(("", "≤ at most, ≥ at least: a bound"))
        if any(node.end == "horizon" for node in self.nodes):
            items.append(("", "~ an estimate"))
        if self.story.view == "mover":
            items.append(("", "scores are those of the player to move"))
        parts, x, y = [], 14.0, top + 14
        for sign, words in items:
            wide = (24 if sign else 0) + 6.2 * len(words) + 18
            if x + wide > self.width and x > 14:
                x, y = 14.0, y + 19
            parts.append(_legend_sign(sign, x, y))
            parts.append(f'<text class="n-text" x="{x + (24 if sign else 0):g}" y="{y:g}">{words}</text>')
            x += wide
        return parts, y + 14

    def _reasons(self, top: float) -> tuple[list[str], float]:
        """Return the sentences that explain the cut-offs, and the y coordinate of the bottom of the text."""
        shown = {node.id for node in self.nodes}
        cuts = [event for event in self.story.events if event.kind == "cut" and event.node in shown]
        lines = [line for event in cuts[:_NOTES] for line in self._wrap(f"{_SCISSORS} {event.text}")]
        if len(cuts) > _NOTES:
            lines.append(f"And {len(cuts) - _NOTES:,} more cuts: point at a state to see why it was skipped.")
        texts = [
            f'<text class="n-text" x="14" y="{top + 10 + 17 * n:g}">{quoted(line)}</text>'
            for n, line in enumerate(lines)
        ]
        return texts, top + 17 * len(lines) + (6 if lines else 0)

    def _summary(self) -> str:
        """Summarise a large tree in words, with its answer and the states below the root."""
        root = self.story.node(1)
        below = [self._tip(self.story.node(child)) for child in root.children]
        return " ".join([self.story.events[-1].text, f"{searched_words(self.story).capitalize()}.", *below])


def _legend_sign(sign: str, x: float, y: float) -> str:
    """Return the symbol before an entry in the legend, or an empty string if the entry has no symbol."""
    if not sign:
        return ""
    if sign == "chosen":
        return f'<path class="n-chosen" d="M{x:g} {y - 4:g}h18"/>'
    if sign == "last":
        return f'<rect class="n-just" x="{x:g}" y="{y - 11:g}" width="18" height="13"/>'
    box = f'<rect class="n-box n-{sign}" x="{x:g}" y="{y - 11:g}" width="18" height="13" rx="3"/>'
    return box + (f'<path class="n-hatch" d="{hatch(x, y - 11, 18, 13)}"/>' if sign == "left" else "")
