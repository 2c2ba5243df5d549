"""Highlight code as HTML with the short class names of Pygments. The colours are in ``learn.css``."""

import re
from collections.abc import Iterator

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

_BREAKS = re.compile(r'(<span class="[csg][^>]*>[^<]*)|\(')  # a comment, string or output, or else a bracket
_PLAIN = re.compile(r'<span class="(?:n|nn|nx|o|p|w|err)">([^<]*)</span>')  # tokens without a colour


def coloured_lines(text: str, language: str) -> Iterator[tuple[str, str]]:
    """Yield the indentation of each line of code, and the rest of the line as HTML.

    After an opening bracket, the browser may break a line.

    Args:
        text: the code.
        language: a language that Pygments knows.
    """
    html = highlight(text, get_lexer_by_name(language, stripnl=False), HtmlFormatter(nowrap=True))
    html = _BREAKS.sub(lambda found: found[1] or "(<wbr>", _PLAIN.sub(r"\1", html))
    for line in html.splitlines():  # in a docstring, the indentation is inside the span
        start, indent, rest = re.findall("^(<span[^>]*>)?( *)(.*)$", line)[0]
        yield indent, start + rest
