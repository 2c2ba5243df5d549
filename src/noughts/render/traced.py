"""The tree of `noughts.search.tree.trace` as a picture, for notebooks: what every call was asked, and what it answered.

It knows no more than the calls did. The tree told state by state is a story's: `noughts.render.tree_svg`.
"""

from html import escape
from math import inf

from noughts.render.layout import tidy
from noughts.render.markup import frame, quoted
from noughts.render.sheet import Sheet
from noughts.render.small import small_board
from noughts.render.theme import Theme
from noughts.search.result import position_in
from noughts.search.tree import Node

MOST_DRAWN = 80
"""The largest tree that a notebook shows as a picture."""

_GAP, _RISE, _LINE, _LETTER = 12, 36, 13, 6.1


def node_html(root: Node, *, most: int = MOST_DRAWN) -> str:
    """Return the tree as a picture, or of a larger one a table of the nodes just below its root."""
    size = len(root)
    if size <= most:
        return traced_svg(root)
    rows = "".join(
        f"<tr><td>{escape(node.name)}</td><td>{escape(_score(node))}</td><td>{len(node):,}</td></tr>"
        for node in root.children
    )
    return (
        "<table><thead><tr><th>move</th><th>answer</th><th>nodes</th></tr></thead>"
        f"<tbody>{rows}</tbody></table><p>{size:,} nodes, too many to draw. Each of <code>.children</code> "
        "shows itself too.</p>"
    )


def traced_svg(root: Node, *, theme: Theme = "auto") -> str:
    """Return a picture of the tree: in each node the function that searched it, the state, the answer, the window.

    Args:
        root: any node of a tree; what is above it is not drawn.
        theme: auto follows the reader's light or dark page.
    """
    nodes = root.walk()
    numbers = {id(node): n for n, node in enumerate(nodes)}
    children = [[numbers[id(child)] for child in node.children] for node in nodes]
    parents = {child: n for n, below in enumerate(children) for child in below}
    positions = [position_in(node.state) for node in nodes]
    games = {position.game for position in positions if position}
    sheet = (
        Sheet(game.board, min(16, 64 / max(game.board.shape[:2])), across=12, down=12)
        if (game := next(iter(games), None))
        else None
    )
    lines = [_lines(node, n == 0, sheet is None) for n, node in enumerate(nodes)]
    room, high = (sheet.right, sheet.bottom + 6) if sheet else (0, 0)
    widths = [max(room, *(len(line) * _LETTER for line in text)) + 16 for text in lines]
    layout = tidy(children, widths, _GAP)
    tallest = [0] * (layout.depth + 1)
    for level, text in zip(layout.level, lines, strict=True):
        tallest[level] = max(tallest[level], len(text))
    tops = [12.0]
    for count in tallest:
        tops.append(tops[-1] + high + 10 + _LINE * count + _RISE)
    body = []
    for n, level in enumerate(layout.level):
        x, y, bottom = 12 + layout.x[n], tops[level], tops[level + 1] - _RISE
        for child in children[n]:
            to, low = 12 + layout.x[child], tops[level + 1]
            body.append(f'<path class="n-edge" d="M{x:.6g} {bottom:.6g}L{to:.6g} {low:.6g}"/>')
            beside = f'x="{to - 5:.6g}" text-anchor="end"' if x > to + 1 else f'x="{to + 5:.6g}"'
            body.append(f'<text class="n-small" {beside} y="{low - 6:.6g}">{quoted(nodes[child].name)}</text>')
        left = x - widths[n] / 2
        size = f'width="{widths[n]:.6g}" height="{bottom - y:.6g}"'
        body.append(f'<rect class="n-box n-plain" x="{left:.6g}" y="{y:.6g}" {size} rx="6"/>')
        position = positions[n]
        if sheet and position:
            before = positions[parents[n]] if n else None
            body.append(small_board(sheet, x - sheet.right / 2, y + 6, position, before, pale=False))
        for line, words in enumerate(lines[n]):
            low = y + high + 4 + _LINE * (line + 0.8)
            body.append(f'<text class="n-code" x="{x:.6g}" y="{low:.6g}">{quoted(words)}</text>')
    spoken = "; ".join(", ".join(filter(None, [node.name, *text])) for node, text in zip(nodes, lines, strict=True))
    title = f"The tree of a search: {len(nodes)} node{'s' * (len(nodes) != 1)}"
    return frame("".join(body), round(layout.width + 24), round(tops[-1] - _RISE + 12), title, spoken, theme=theme)


def _lines(node: Node, is_top: bool, tells_state: bool) -> list[str]:
    """Return what stands below the board of a node."""
    told = [" ".join(str(node.state).split())[:24]] if tells_state else []
    told += [node.search] if node.search else ["root"] if is_top else []
    told.append(_score(node))
    if node.window:
        told.append(f"({_end(node.window[0])}, {_end(node.window[1])})")
    if node.is_cut:
        told.append(f"cut: {len(node.skipped)} left out")
    return told


def _score(node: Node) -> str:
    return "no answer" if node.score is None else _end(node.score)


def _end(score: float) -> str:
    """Return a score, or an end of a window, as it is written; of an estimate two decimals."""
    if abs(score) == inf:
        return "+∞" if score > 0 else "−∞"
    text = f"{score:+.2f}" if 0 < abs(score) < 1 else f"{score:+g}" if score else "0"
    return text.replace("-", "−")
