"""What all pictures share: texts that cannot break them, and the element around them."""

import re
from html import escape

from noughts.render.theme import Theme, style
from noughts.rules.errors import NoughtsError

# What XML 1.0 does not allow, however it is written.
_NOT_ALLOWED = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def quoted(text: str) -> str:
    """Return a text as it stands in a picture, whatever it contains; what no picture may contain becomes a �."""
    return escape(_NOT_ALLOWED.sub("\ufffd", text))


def frame(
    body: str, width: float, height: float, title: str, described: str, *, size: int | None = None, theme: Theme
) -> str:
    """Return the SVG element around a picture: its size, its title and description, its style and its paper.

    Args:
        body: the elements.
        width: the width of the picture, in its own units.
        height: its height.
        title: what it shows, in a few words.
        described: what it shows, in full: the text for those who cannot see it.
        size: its width in pixels, if not its own.
        theme: the colours.

    Raises:
        NoughtsError: the size is not positive, or there is no such theme.
    """
    if size is not None and size < 1:
        raise NoughtsError(f"a picture is at least 1 pixel wide, not {size}")
    body = f'<rect class="n-paper" width="{width:g}" height="{height:g}" rx="8"/>{body}'
    shown = width if size is None else size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{shown:g}" '
        f'height="{round(height * shown / width, 2):g}" class="n-{theme}" role="img"><title>{quoted(title)}</title>'
        f"<desc>{quoted(described)}</desc>{style(theme, body)}{body}</svg>"
    )
