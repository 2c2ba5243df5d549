"""Helpers for all pictures: escaping text, and the SVG element around a drawing."""

import re
from html import escape

from noughts.render.theme import Theme, style
from noughts.rules.errors import whole_number

# Characters that XML 1.0 forbids even when escaped.
_NOT_ALLOWED = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def quoted(text: str) -> str:
    """Escape text for SVG, and replace characters that XML forbids with �."""
    return escape(_NOT_ALLOWED.sub("\ufffd", text))


def frame(
    body: str,
    width: float,
    height: float,
    title: str,
    described: str,
    *,
    size: int | None = None,
    theme: Theme,
    styled: bool = True,
) -> str:
    """Return a complete SVG element: the drawing with its title, description, style and background.

    Args:
        body: the elements of the drawing.
        width: the natural width of the drawing.
        height: the natural height of the drawing.
        title: what the drawing shows, in a few words.
        described: what the drawing shows, in full, for screen readers.
        size: the width in pixels. By default, the natural width.
        theme: the colours.
        styled: whether it contains its style. Without it, the page must have the rules of the theme.

    Raises:
        NoughtsError: the size is not a whole number of at least 1, or the theme is unknown.
    """
    shown = width if size is None else whole_number(size, "the width in pixels", 1)
    body = f'<rect class="n-paper" width="{width:g}" height="{height:g}" rx="8"/>{body}'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{shown:g}" '
        f'height="{round(height * shown / width, 2):g}" class="n-{theme}" role="img"><title>{quoted(title)}</title>'
        f"<desc>{quoted(described)}</desc>{style(theme, body) if styled else ''}{body}</svg>"
    )
