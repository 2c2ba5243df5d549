"""The result of a search as an HTML table, for notebooks."""

from html import escape

from noughts.explain.scores import SHAPES, WORDS
from noughts.search.result import SearchResult

SHOWN = {WORDS[sign]: f"{SHAPES[sign]} {WORDS[sign]}" for sign in WORDS}
"""The words for a win, a draw and a loss with their shapes. Bounds and estimates have no shape."""


def result_html(result: SearchResult) -> str:
    """Return a table of the moves, their scores, and the meaning of each score. The best move is in bold."""
    rows = ""
    for row in result.rows:
        cells = [escape(text) for text in (row.move, row.score, SHOWN.get(row.words, row.words))]
        if row.best:
            cells = [f"<b>{cell}</b>" for cell in cells]
        rows += f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
    return (
        "<table><thead><tr><th>move</th><th>score</th><th></th></tr></thead>"
        f"<tbody>{rows}</tbody></table><p>{escape(result.summary)}</p>"
    )
