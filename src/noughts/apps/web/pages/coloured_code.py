"""Code in colours: tokens from Pygments as spans with its short class names. The colours are in ``learn.css``."""

import re
from collections.abc import Iterator

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

_PLAIN = re.compile(r'<span class="(?:n|nn|nx|o|p|w|err)">([^<]*)</span>')  # tokens without a colour


def coloured_lines(text: str, language: str) -> Iterator[tuple[str, str]]:
    """Yield each line of code as its indentation and the rest as HTML.

    After an opening bracket, the browser may break a line.

    Args:
        text: the code.
        language: a language that Pygments knows.
    """
    html = highlight(text, get_lexer_by_name(language, stripnl=False), HtmlFormatter(nowrap=True))
    for line in _PLAIN.sub(r"\1", html).replace("(", "(<wbr>").splitlines():
        start, indent, rest = re.fullmatch("(<span[^>]*>)?( *)(.*)", line).groups("")  # type: ignore[union-attr]
        yield indent, start + rest
