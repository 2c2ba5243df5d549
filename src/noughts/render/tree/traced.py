"""The tree of `noughts.search.tree.trace` as a picture for notebooks, with the window and the answer of every call.

It shows only what the calls knew. `noughts.render.tree.svg` draws stories, which also contain the skipped states.
"""

from html import escape
from math import inf

from noughts.explain.scores import signed
from noughts.render.cards import Card, CardTree, card_sheet
from noughts.render.markup import frame
from noughts.render.theme import Theme
from noughts.search.result import position_in
from noughts.search.tree import Node

MOST_DRAWN = 80
"""The largest tree that a notebook shows as a picture."""

_MARGIN = 12
_LONGEST = 24  # the maximum length in letters of a state that is not a position


def node_html(root: Node, *, most: int = MOST_DRAWN) -> str:
    """Return the tree as a picture or, if it is too large, as a table of the root's children.

    Args:
        root: any node of a tree.
        most: the maximum number of nodes to draw.
    """
    size = len(root)
    if size <= most:
        return traced_svg(root)
    rows = "".join(
        f"<tr><td>{escape(node.name)}</td><td>{escape(_answer(node))}</td><td>{len(node):,}</td></tr>"
        for node in root.children
    )
    return (
        "<table><thead><tr><th>move</th><th>answer</th><th>nodes</th></tr></thead>"
        f"<tbody>{rows}</tbody></table><p>{size:,} nodes, too many to draw. To see a part of the tree, "
        "display one of <code>.children</code>.</p>"
    )


def traced_svg(root: Node, *, theme: Theme = "auto") -> str:
    """Return a picture of the tree. Each node shows the state, the function, the answer and the window of one call.

    Args:
        root: any node of a tree. Nodes above it are not drawn.
        theme: the colours; ``auto`` follows the reader's light or dark page.
    """
    nodes = root.walk()
    numbers = {id(node): number for number, node in enumerate(nodes)}
    children = [[numbers[id(child)] for child in node.children] for node in nodes]
    before = {child: position_in(node.state) for node, below in zip(nodes, children, strict=True) for child in below}
    cards = []
    for number, node in enumerate(nodes):
        position = position_in(node.state)
        lines = _lines(node, is_root=not number, with_state=position is None)
        cards.append(Card(lines, position, before.get(number), move=node.name if number else ""))
    first = next((card.position for card in cards if card.position), None)
    tree = CardTree(cards, children, card_sheet(first) if first else None)
    width, height = tree.width + 2 * _MARGIN, tree.tops(_MARGIN)[-2] + tree.heights[-1] + _MARGIN
    described = "; ".join(
        ", ".join(filter(None, [node.name, *card.lines])) for node, card in zip(nodes, cards, strict=True)
    )
    title = f"The tree of a search: {len(nodes)} node{'s' * (len(nodes) != 1)}"
    body = "".join(tree.draw(_MARGIN, _MARGIN))
    return frame(body, round(width), round(height), title, described, theme=theme)


def _lines(node: Node, *, is_root: bool, with_state: bool) -> list[str]:
    """Return the lines of text shown below a node's board."""
    lines = [" ".join(str(node.state).split())[:_LONGEST]] if with_state else []
    lines += [node.search] if node.search else ["root"] if is_root else []
    lines.append(_answer(node))
    if node.window:
        lines.append(f"({_number(node.window[0])}, {_number(node.window[1])})")
    if node.is_cut:
        lines.append(f"cut: {len(node.skipped)} left out")
    return lines


def _answer(node: Node) -> str:
    return "no answer" if node.score is None else _number(node.score)


def _number(score: float) -> str:
    """Format a score, alpha or beta. Estimates have two decimal places."""
    if abs(score) == inf:
        return "+∞" if score > 0 else "−∞"
    return signed(score, "+.2f" if 0 < abs(score) < 1 else "+g")
