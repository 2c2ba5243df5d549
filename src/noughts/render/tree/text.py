"""A story's search tree as text, with a line for each state and the score that the state returns to its parent.

    1  max X  o_x/x2_/x2o
    …
    6  ├ b2  end  +10                      state 1 writes down +10: [−10, +10]
    7  └ c2  min O
    8    ├ b1  max X
    9    │ └ b2  end  +10                  state 8 writes down +10: [+10]
         │ state 8: max(+10) = +10         state 7 writes down +10: [+10]
   10    └ b2  cut: X already has +10, O can hold state 7 to +10 or less
         state 7: min(+10) = +10 or less   state 1 writes down ≤+10: [−10, +10, ≤+10]

`noughts.render.tree.svg` draws the tree as a picture.
"""

import sys
from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import NamedTuple

from noughts.explain.story.story import Event, Story, StoryNode, number
from noughts.render.characters import in_ascii
from noughts.rules.notation import t3en

WHOLE = 30
"""The largest tree that is shown in full. In a larger tree, states below a skipped state are only counted."""

_COLUMN = 30  # the minimum column of the pushes in a large tree
_NARROW = 30  # the minimum number of columns for a push


def tree_text(story: Story, *, ascii: bool = False, width: int | None = None) -> str:
    """Return the tree as text. The last line gives the answer and the number of states searched.

    Args:
        story: the story.
        ascii: whether to use only ASCII characters.
        width: the number of columns. If a line would be longer, its push goes on a line of its own.
    """
    rows = _rows(story, hidden_below(story))
    if ascii:
        rows = [_Row(in_ascii(left), in_ascii(push), in_ascii(bars), answers) for left, push, bars, answers in rows]
    width = width or sys.maxsize
    column = _push_column(rows, width)
    lines = [line.rstrip() for row in rows for line in row.lines(column, width)]
    return "\n".join([*lines, ending(story, ascii=ascii)])


def ending(story: Story, *, ascii: bool = False) -> str:
    """Return the last line of a story, with the root's answer and the number of states searched."""
    text = f"{story.events[-1].text}   {searched_words(story)}"
    return in_ascii(text) if ascii else text


def searched_words(story: Story, so_far: int | None = None) -> str:
    """Say how many states were searched, as in ``searched 9 of 10 states``.

    By default, the counts cover the whole search.
    """
    done = story.searched if so_far is None else so_far
    if story.minimax is None:
        return f"searched {done:,} states; the whole tree is too large to count"
    return f"searched {done:,} of {story.minimax:,} states"


def hidden_below(story: Story, most: int | None = None) -> dict[int, int]:
    """Return the states whose children are not shown, each with the number of states below it.

    A tree of more than `WHOLE` states hides everything below skipped states and below states found in the table.

    Args:
        story: the story.
        most: the maximum number of states to show. If there are more, the lowest levels are hidden, too.
    """
    if len(story.nodes) <= min(WHOLE, most or WHOLE):
        return {}
    below = [0] * (len(story.nodes) + 1)
    for node in sorted(story.nodes, key=lambda node: -node.depth):
        below[node.id] = sum(1 + below[child] for child in node.children)
    closed = {node.id for node in story.nodes if not node.searched or node.end == "table"}
    levels: dict[int, int] = {}
    shown = [1]
    for state in shown:
        node = story.node(state)
        levels[node.depth] = levels.get(node.depth, 0) + 1
        if state not in closed:
            shown += node.children
    deepest, count = 0, 0
    for depth, size in levels.items():
        count += size
        if most is None or depth < 2 or count <= most:
            deepest = depth
        else:
            break
    return {
        state: below[state]
        for state in shown
        if below[state] and (state in closed or story.node(state).depth == deepest)
        if story.node(state).depth <= deepest
    }


def kept(event: Event) -> str:
    """Return the children's scores that a state has stored, such as ``[+10, −10]`` or ``v = −10``.

    Returns an empty string before the first score arrives.
    """
    name, value = event.variables[0]
    return f"v = {value}" if name == "v" and value else value


def why_left(story: Story, node: StoryNode, cuts: Mapping[int, Event]) -> str:
    """Name the reason why a state was not searched: a cut-off, the transposition table, or a skipped parent.

    Args:
        story: the story.
        node: a state that was not searched.
        cuts: the cut-offs by state, from `cuts_of`.
    """
    above = story.node(node.parent or 1)
    cut = cuts.get(above.id)
    if cut is None:
        return f"not searched: the table knew state {above.id}" if above.searched else "not searched"
    player, other = above.position.turn, above.position.turn.other
    limit, passed = (cut.beta, above.beta) if above.role == "max" else (cut.alpha, above.alpha)
    verb, more = ("bring", "more") if above.role == "max" else ("hold", "less")
    assert cut.value is not None
    assert limit is not None
    can = f"{player} can {verb} state {above.id} to {number(cut.value)} or {more}"
    if limit != passed:
        return f"cut: {can}, the best that the table allows"
    return f"cut: {other} already has {number(limit)}, {can}"


def cuts_of(story: Story) -> dict[int, Event]:
    """Return the cut-offs of a story, keyed by the number of the state that was cut off."""
    return {event.node: event for event in story.events if event.kind == "cut"}


class _Row(NamedTuple):
    """One line of a tree that is drawn as text.

    Attributes:
        left: the tree itself.
        push: a note to the right of the tree, with the score returned to the parent and what the parent then stores.
        bars: the bars that continue below the line.
        answers: whether the line is a state's answer, after its children.
    """

    left: str
    push: str
    bars: str
    answers: bool = False

    def lines(self, column: int, width: int) -> list[str]:
        """Wrap the row to a width. The push starts in the given column if it fits there, and otherwise on a line of its
        own.
        """
        if not self.push:
            return wrap(self.left, width, subsequent_indent=f"{self.bars}  ")
        fits = column + len(self.push) <= width
        if fits and len(self.left) < column - 1:
            return [self.left.ljust(column) + self.push]
        start = column if fits else len(self.bars) + 2
        parts = wrap(self.push, max(width - start, _NARROW))
        return [self.left, *(self.bars.ljust(start) + part for part in parts)]


def _push_column(rows: Sequence[_Row], width: int) -> int:
    """Return the column for the notes on pushed scores: to the right of the tree if the notes fit there, otherwise
    further left.
    """
    pushed = [row for row in rows if row.push]
    longest = max((len(row.push) for row in pushed), default=0)
    column = max((len(row.left) for row in pushed), default=0) + 3
    if column + longest <= width:
        return column
    short = max((len(row.left) for row in pushed if not row.answers), default=0) + 3
    return min(short, max(width - longest, _COLUMN))


def _rows(story: Story, hidden: Mapping[int, int]) -> list[_Row]:
    pushes = {event.child: event for event in story.events if event.kind == "push" and event.child}
    answers = {event.node: event for event in story.events if event.kind == "answer"}
    cuts = cuts_of(story)
    digits, moves = len(str(len(story.nodes))), max(len(node.called) for node in story.nodes)
    rows = [_Row(f"{1:>{digits}}  {role(story, story.node(1))}  {t3en(story.position)[:-2]}", "", "")]
    pending: list[tuple[StoryNode, str, bool, bool]] = []  # a state, its bars, whether it is the last child, answers

    def add_children(node: StoryNode, bars: str) -> None:
        for child in reversed(node.children if node.id not in hidden else []):
            pending.append((story.node(child), bars, child == node.children[-1], False))

    add_children(story.node(1), "")
    while pending:
        node, bars, last, closes = pending.pop()
        inner = bars + ("  " if last else "│ ")
        below = f"{'':{digits}}  {inner}"
        head = f"{node.id:>{digits}}  {bars}{'└' if last else '├'} {node.called:<{moves}}  "
        push = _push(story, node, pushes.get(node.id))
        more = f" ({hidden[node.id]:,} below)" if node.id in hidden else ""
        if closes:
            rows.append(_Row(f"{below}{_answer(story, answers[node.id], node)}", push, below, True))
        elif not node.searched:
            rows.append(_Row(f"{head}{why_left(story, node, cuts)}{more}", "", below))
            add_children(node, inner)
        elif node.id in answers and not more:
            rows.append(_Row(f"{head}{role(story, node)}", "", below))
            pending.append((node, bars, last, True))
            add_children(node, inner)
        else:
            rows.append(_Row(f"{head}{_end(story, node)}{more}", push, below))
            add_children(node, inner)
    return rows


def role(story: Story, node: StoryNode) -> str:
    """Return the role of the player to move, such as ``max X``, or ``X to move`` in negamax."""
    return f"{node.position.turn} to move" if story.view == "mover" else f"{node.role} {node.position.turn}"


def _push(story: Story, node: StoryNode, event: Event | None) -> str:
    """Say which score a state returns to its parent, and what the parent then stores."""
    if event is None or event.value is None or node.score is None:
        return ""
    value = number(event.value, event.bounds[-1])
    if story.form.keeps != "scores":
        at_root = story.form.keeps == "v(i)" and node.parent == 1
        now = f"v({node.id}) = {value}" if at_root else kept(event)
        return f"state {node.id} returns {value} to state {node.parent}: {now}"
    negated = f"−({number(node.score)}) = " if story.view == "mover" else ""
    return f"state {node.parent} writes down {negated}{value}: {_list(event)}"


def _end(story: Story, node: StoryNode) -> str:
    """Say why a state has no searched children, and give its score."""
    words = {"win": "end", "draw": "end", "horizon": "horizon", "table": "in the table"}.get(
        str(node.end), role(story, node)
    )
    return f"{words}  {number(node.score or 0, node.bound)}"


def _list(event: Event) -> str:
    return f"[{', '.join(map(number, event.scores, event.bounds))}]"


def _answer(story: Story, event: Event, node: StoryNode) -> str:
    """Say which score a state returns, and how that score follows from the scores of the state's children.

    For example, ``state 3: min(−10) = −10 or less`` or ``state 3: v = −10``.
    """
    best = "max" if story.view == "mover" else node.role
    result = f"{best}({_list(event)[1:-1]})" if story.form.keeps == "scores" else "v"
    bound = {"=": "", "<=": " or less", ">=": " or more"}[node.bound]
    return f"state {node.id}: {result} = {number(node.score or 0)}{bound}"
