"""The look of the full-screen terminal: its colours, and characters in Unicode or plain ASCII.

The colours are those of the pictures (`noughts.render.theme`). They suit people who are colour-blind: wins are blue,
losses orange. Each of them also has a shape, and everything on a board can be told apart without colour.
"""

from collections.abc import Mapping
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import NoColor
from textual.theme import Theme

from noughts.render.theme import COLOURS


def theme(name: str) -> Theme:
    """Return the theme ``dark`` or ``light`` for Textual."""
    colour = COLOURS[name]
    return Theme(
        name=f"noughts-{name}",
        primary=colour["accent"],
        secondary=colour["faint"],
        accent=colour["accent"],
        foreground=colour["ink"],
        background=colour["paper"],
        surface=colour["paper"],
        panel=colour["band"],
        success=colour["win_text"],
        warning=colour["loss_text"],
        error=colour["loss_text"],
        dark=name == "dark",
        variables={
            "faint": colour["faint"],
            "grid": colour["grid"],
            "note": colour["note"],
            "border": colour["accent"],
            "border-blurred": colour["grid"],
            "input-selection-background": f"{colour['accent']} 40%",
            "block-cursor-background": colour["accent"],
            "block-cursor-foreground": colour["paper"],
            "block-cursor-text-style": "bold",
            "block-cursor-blurred-background": colour["note"],
            "block-cursor-blurred-foreground": colour["ink"],
            "scrollbar": colour["grid"],
            "scrollbar-background": colour["paper"],
            "scrollbar-corner-color": colour["paper"],
        },
    )


class Characters(NamedTuple):
    """The characters of a board.

    Attributes:
        x: the mark of X in three lines of three characters.
        o: the mark of O.
        across: a line between rows.
        down: a line between columns.
        corner: where two lines meet.
        dot: an empty cell.
        lit: an empty cell on a line through the cursor.
        frame: the four corners of the cursor.
        drop: the column into which a disc falls.
        threat: an empty cell that completes a row.
        hint: the cell of a hint.
        blocks: the characters of a sparkline, from low to high.
    """

    x: tuple[str, str, str]
    o: tuple[str, str, str]
    across: str
    down: str
    corner: str
    dot: str
    lit: str
    frame: str
    drop: str
    threat: str
    hint: str
    blocks: str


UNICODE = Characters(
    ("╲ ╱", " ╳ ", "╱ ╲"), ("╭─╮", "│ │", "╰─╯"), "─", "│", "┼", "·", "•", "┌┐└┘", "▼", "!", "◆", "▁▂▃▄▅▆▇█"
)
ASCII = Characters(
    ("\\ /", " X ", "/ \\"), (".-.", "| |", "'-'"), "-", "|", "+", ".", ":", "++++", "v", "!", "*", "_.-=^"
)


def board_styles(name: str) -> Mapping[str, Style]:
    """Return the styles of a board's parts in the theme ``dark`` or ``light``."""
    colour = COLOURS[name]

    def style(fore: str, *, bold: bool = False) -> Style:
        return Style(color=colour[fore], bgcolor=colour["paper"], bold=bold)

    return {
        "": style("ink"),
        "name": style("faint"),
        "name-here": style("accent", bold=True),
        "grid": style("grid"),
        "dot": style("grid"),
        "x": style("x", bold=True),
        "o": style("o", bold=True),
        "win": style("win_text"),
        "draw": style("draw_text"),
        "loss": style("loss_text"),
        "about": style("faint"),
        "hint": style("accent", bold=True),
        "threat": style("loss_text", bold=True),
    }


def without_colour(colour: str, background: str) -> Style:
    """Return what takes the place of a background where there is no colour: the cursor and the last move show, too."""
    if background == "cursor":
        return Style(reverse=True)
    return Style(underline=background == "last" and colour in ("x", "o"))


class WithoutColour(NoColor):
    """Remove all colours, but show what has the background of a selection in reverse video.

    Args:
        background: the background of a selection.
    """

    def __init__(self, background: str) -> None:
        super().__init__()
        self._background = Color.parse(background).rgb

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line without colours."""
        marked = [
            Segment(text, (style or Style()) + Style(reverse=True) if self._is_selected(style) else style, control)
            for text, style, control in segments
        ]
        return super().apply(marked, background)

    def _is_selected(self, style: Style | None) -> bool:
        colour = style.bgcolor if style else None
        return bool(colour and colour.triplet == self._background)


def backgrounds(name: str) -> Mapping[str, Style]:
    """Return the backgrounds of cells in the theme ``dark`` or ``light``: last move, winning line, lit, cursor."""
    colour = COLOURS[name]
    return {
        "last": Style(bgcolor=colour["last"]),
        "line": Style(bgcolor=colour["win"]),
        "line-end": Style(bgcolor=colour["win"], underline=True),
        "lit": Style(bgcolor=colour["note"]),
        "cursor": Style(color=colour["paper"], bgcolor=colour["accent"], bold=True),
    }
