"""Code in colours: tokens from Pygments as spans with classes. The colours are in ``learn.css``."""

from collections.abc import Iterator
from html import escape

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, String

_CLASSES = {
    Comment: "comment",
    Keyword: "keyword",
    Operator.Word: "keyword",
    Name.Class: "defined",
    Name.Function: "defined",
    Name.Decorator: "defined",
    Name.Builtin: "builtin",
    String: "string",
    Number: "number",
    Generic.Prompt: "comment",
    Generic.Output: "comment",
}


def coloured_lines(text: str, language: str) -> Iterator[tuple[str, str]]:
    """Yield each line of code as its indentation and the rest as HTML.

    After an opening bracket, the browser may break a line.

    Args:
        text: the code.
        language: a language that Pygments knows.
    """
    line = ""  # the HTML of the current line
    for token, piece in get_lexer_by_name(language, stripnl=False).get_tokens(text):
        name = next((_CLASSES[kind] for kind in reversed(token.split()) if kind in _CLASSES), "")
        for number, part in enumerate(piece.split("\n")):
            if number:
                yield _split(line)
                line = ""
            rest = part.lstrip(" ")
            shown = escape(rest, quote=False)
            if name not in ("string", "comment"):
                shown = shown.replace("(", "(<wbr>")
            line += part[: len(part) - len(rest)] + (f'<span class="{name}">{shown}</span>' if name and rest else shown)


def _split(line: str) -> tuple[str, str]:
    rest = line.lstrip(" ")
    return line[: len(line) - len(rest)], rest
