"""Themes: the colours of all pictures, for light pages, dark pages and paper.

The theme `auto` follows the reader's settings. Wins are blue, draws grey and losses orange, so that no reader has to
distinguish red from green. Each value also has a shape and a word, so that pictures work without colour.

Every CSS rule begins with the theme's class, so pictures of several themes can share a page. A picture's rules also
apply to the page's other pictures of the same theme. Therefore, no two rules of equal specificity may paint an element
differently.
"""

from string import Template
from typing import Literal, TypeAlias, get_args

from noughts.rules.errors import NoughtsError

Theme: TypeAlias = Literal["auto", "light", "dark", "print"]
"""The name of a theme. ``print`` is black on white. ``auto`` picks a theme that suits the page."""

THEMES: tuple[Theme, ...] = get_args(Theme)

KINDS = ("win", "draw", "loss", "note", "last")
"""The names of the colours of cells and arrows."""

COLOURS: dict[str, dict[str, str]] = {
    "light": {
        "paper": "#ffffff",
        "ink": "#1d1b19",
        "faint": "#5f5a52",
        "x": "#2a3a8f",
        "o": "#c9346a",
        "grid": "#847f75",
        "panel": "#5570ae",
        "hatch": "#dcdcd6",
        "accent": "#5b3fa8",
        "last": "#f6edb8",
        "note": "#efe6fa",
        "win": "#d9ebf9",
        "draw": "#e9e9e5",
        "loss": "#fde4d3",
        "win_text": "#07508f",
        "draw_text": "#3c3d41",
        "loss_text": "#8f3d08",
        "cut": "#ffffff",
        "band": "#f7f7f4",
    },
    "dark": {
        "paper": "#211f1d",
        "ink": "#f4f1ea",
        "faint": "#b0aaa1",
        "x": "#b3c2ff",
        "o": "#ff6f9c",
        "grid": "#85807a",
        "panel": "#3d5390",
        "hatch": "#3a3b40",
        "accent": "#c4aaff",
        "last": "#332d0c",
        "note": "#3a2a52",
        "win": "#143350",
        "draw": "#33343a",
        "loss": "#4d2710",
        "win_text": "#8cc8fb",
        "draw_text": "#dcdcd8",
        "loss_text": "#ffb185",
        "cut": "#211f1d",
        "band": "#282523",
    },
    "print": {
        "paper": "#ffffff",
        "ink": "#000000",
        "faint": "#333333",
        "x": "#000000",
        "o": "#000000",
        "grid": "#777777",
        "panel": "#dddddd",
        "hatch": "#c4c4c4",
        "accent": "#000000",
        "last": "#dddddd",
        "note": "#e4e4e4",
        "win": "#ffffff",
        "draw": "#eeeeee",
        "loss": "#d2d2d2",
        "win_text": "#000000",
        "draw_text": "#000000",
        "loss_text": "#000000",
        "cut": "#ffffff",
        "band": "#f7f7f7",
    },
}
"""The colours of each theme by purpose. Text has a contrast of at least 4.5 to 1 against its background."""

# One rule per line. A picture includes the rules whose classes it uses.
_FORMS = """\
.n-x,.n-o{fill:none;stroke-width:6;stroke-linecap:round}
.n-sign{fill:none;stroke-width:5;stroke-linecap:round}
.n-line{fill:none;stroke-width:8;stroke-linecap:round;stroke-linejoin:round;opacity:.75}
.n-ghost{opacity:.4}
.n-arrow{fill:none;stroke-width:7;stroke-linecap:round;opacity:.8}
.n-head{opacity:.8}
.n-ring{fill:none;stroke-width:5}
.n-name{font:12px system-ui,sans-serif;text-anchor:middle}
.n-value{font:600 13px system-ui,sans-serif;text-anchor:middle}
.n-more{font:11px system-ui,sans-serif;text-anchor:middle}
.n-mark{font:700 15px system-ui,sans-serif;text-anchor:middle}
.n-number{font:600 11px system-ui,sans-serif;text-anchor:end}
.n-small{font:10px system-ui,sans-serif}
.n-id{font:700 11px system-ui,sans-serif}
.n-code{font:600 10px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;text-anchor:middle}
.n-level{font:700 12px system-ui,sans-serif;letter-spacing:.04em}
.n-text{font:12px system-ui,sans-serif}
.n-says{font:600 13px system-ui,sans-serif}
.n-edge{fill:none;stroke-width:1.3}
.n-chosen{fill:none;stroke-width:4}
.n-cut{fill:none;stroke-width:1.3;stroke-dasharray:3 3}
.n-snip{fill:none;stroke-width:2.2}
.n-hatch{fill:none;stroke-width:1}
.n-tx,.n-to{fill:none;stroke-width:1.8;stroke-linecap:round}
.n-tg{fill:none;stroke-width:.8}
.n-box{stroke-width:1}
.n-root{fill:none;stroke-width:2.2}
.n-band{stroke:none}
.n-just{stroke-width:.7}
.n-run{fill:none;stroke-width:2}
.n-tick{font:10px system-ui,sans-serif;text-anchor:middle}
.n-near .n-name,.n-near .n-small,.n-near .n-tick{font-size:13px}
"""

_PAINT = """\
.n-paper{fill:$paper}
.n-cell{fill:$paper;stroke:$grid}
.n-cell.n-last{fill:$last}
.n-panel{fill:$panel}
.n-disc-x{fill:$x}
.n-disc-o{fill:$o}
.n-sign{stroke:$paper}
.n-line.n-over{stroke:$ink}
.n-just{fill:$last;stroke:$faint}
.n-band.n-min{fill:$band}
.n-cell.n-note{fill:$note}
.n-cell.n-win,.n-band.n-win{fill:$win}
.n-cell.n-draw,.n-band.n-draw{fill:$draw}
.n-cell.n-loss,.n-band.n-loss{fill:$loss}
.n-x,.n-tx{stroke:$x}
.n-o,.n-to{stroke:$o}
.n-line,.n-arrow,.n-ring{stroke:$accent}
.n-head,.n-mark,.n-id{fill:$accent}
.n-arrow.n-win,.n-arrow.n-draw,.n-arrow.n-loss,.n-ring.n-win,.n-ring.n-draw,.n-ring.n-loss{fill:none}
.n-arrow.n-win,.n-ring.n-win{stroke:$win_text}
.n-arrow.n-draw,.n-ring.n-draw{stroke:$draw_text}
.n-arrow.n-loss,.n-ring.n-loss{stroke:$loss_text}
.n-head.n-win{fill:$win_text}
.n-head.n-draw{fill:$draw_text}
.n-head.n-loss{fill:$loss_text}
.n-name,.n-small,.n-level,.n-tick{fill:$faint}
.n-number,.n-text,.n-says,.n-code{fill:$ink}
.n-win{fill:$win}
.n-draw{fill:$draw}
.n-loss{fill:$loss}
.n-about{fill:none}
.n-win-text,.n-small.n-win-text{fill:$win_text}
.n-draw-text,.n-small.n-draw-text{fill:$draw_text}
.n-loss-text,.n-small.n-loss-text{fill:$loss_text}
.n-about-text{fill:$faint}
.n-edge{stroke:$grid}
.n-cut{stroke:$faint}
.n-hatch{stroke:$hatch}
.n-chosen,.n-root{stroke:$accent}
.n-snip{stroke:$loss_text}
.n-tg{stroke:$grid}
.n-box{stroke:$grid}
.n-box.n-plain{fill:$paper}
.n-box.n-left{fill:$cut}
.n-run{stroke:$faint}
"""


def style(theme: Theme, body: str) -> str:
    """Return the style element for a picture, with the CSS rules that `body` needs, in the colours of the theme.

    Raises:
        NoughtsError: the theme is unknown.
    """
    if theme not in THEMES:
        raise NoughtsError(f"unknown theme {theme!r}: expected {', '.join(THEMES)}")
    forms = "".join(line for line in _FORMS.splitlines() if _used(line, body))
    paint = [line for line in _PAINT.splitlines() if _used(line, body)]
    if theme != "auto":
        return f"<style>{forms}{_paint(paint, theme, theme)}</style>"
    screens = [("light", ""), ("dark", "@media(prefers-color-scheme:dark)"), ("print", "@media print")]
    painted = [(media, _paint(paint, "auto", colours)) for colours, media in screens]
    return f"<style>{forms}{''.join(f'{m}{{{rules}}}' if m else rules for m, rules in painted)}</style>"


def rules(theme: Literal["light", "dark", "print"]) -> str:
    """Return all CSS rules of a theme, for a page whose pictures come without a style element."""
    return _FORMS + _paint(_PAINT.splitlines(), theme, theme)


def _used(rule: str, body: str) -> bool:
    selectors = rule.partition("{")[0].split(",")
    return any(all(name.strip() in body for name in selector.split(".")[1:]) for selector in selectors)


def _paint(rules: list[str], theme: Theme, colours: str) -> str:
    """Insert a theme's colours into CSS rules, and restrict the rules to pictures that use the theme."""
    scoped = []
    for rule in rules:
        selectors, brace, declarations = rule.partition("{")
        names = ",".join(f".n-{theme} {selector}" for selector in selectors.split(","))
        scoped.append(names + brace + declarations)
    return Template("".join(scoped)).substitute(COLOURS[colours])
