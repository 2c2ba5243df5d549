"""The answer of a search as a table, for notebooks."""

from html import escape

from noughts.search.result import SearchResult


def result_html(result: SearchResult) -> str:
    """Return a table of the moves and their scores, the best in bold; a score that is only a bound has a ``≤``."""
    rows = ""
    for move, score in result.scores.items():
        bound = "≤ " if move in result.bounds else ""
        cells = [escape(str(move)), f"{bound}{score:+g}"]
        if move in result.best:
            cells = [f"<b>{cell}</b>" for cell in cells]
        rows += f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
    kind = "proven" if result.exact else "estimates"
    return (
        "<table><thead><tr><th>move</th><th>score</th></tr></thead>"
        f"<tbody>{rows}</tbody></table><p>{kind}, {result.visited:,} nodes</p>"
    )
