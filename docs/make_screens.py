"""Draw the pictures of the full-screen terminal: one of each room, and a recording of a game.

Run `python docs/make_screens.py` after a change; a test fails when a picture is out of date. It needs Textual.
"""

import asyncio
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from unittest.mock import patch

from noughts.terminal.kept.settings import Settings
from noughts.terminal.screen.app import FullScreen
from noughts.terminal.screen.rooms.room import Room
from noughts.terminal.screen.searches import Searches

HERE = Path(__file__).parent / "screens"

SIZE = (80, 24)
SECONDS = 1.2  # the time that each picture of the recording is shown
FRIENDS = Settings(x="person", o="person")

SCREENS: Mapping[str, tuple[str, Settings, str]] = {  # the title, the settings, and the keys that lead to the picture
    "play": ("Play: a hint and its reason", FRIENDS, "5 1 3 t"),
    "layers": ("Play: four layers, with the lines through the cursor", Settings(game="qubic", o="person"), "⏎ ← ⏎ → ↓"),
    "analyse": ("Analyse: the value of every move", FRIENDS, "5 2 a"),
    "puzzles": ("Puzzles: X to move and win", FRIENDS, "z"),
    "settings": ("Settings", FRIENDS, "s ↓"),
}
GAME = "⏎ ⏎ → ⏎ ← ⏎ → → ⏎ → ⏎ ← ← ← ← ⏎"
"""The keys of the recorded game of connect four, which X wins."""

_KEYS = {"⏎": "enter", "←": "left", "→": "right", "↑": "up", "↓": "down"}
_NOW = datetime(2026, 3, 12, 12)  # a day whose puzzle is small


def pictures() -> dict[str, str]:
    """Return all pictures as SVG, by file name."""
    found = {f"{name}.svg": _described(_screen(*show[1:])[-1], show[0]) for name, show in SCREENS.items()}
    frames = _screen(Settings(game="connect four", o="person"), GAME)
    return found | {"game.svg": _animated(frames, "A game of connect four, which X wins")}


def _screen(settings: Settings, keys: str) -> list[str]:
    """Press keys, and return a picture of the screen before the first key and after each Enter and the last key."""
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, {"HOME": folder}):
        for name in ("STATE", "CONFIG", "DATA"):
            os.environ.pop(f"XDG_{name}_HOME", None)
        return asyncio.run(_pressed(settings, keys.split()))


async def _pressed(settings: Settings, keys: list[str]) -> list[str]:
    app, shown = FullScreen(None, Searches(), settings, clock=lambda: _NOW), list[str]()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        shown.append(app.export_screenshot(title="noughts tui"))
        for number, key in enumerate(keys):
            await pilot.press(_KEYS.get(key, key))
            for _ in range(3):
                await pilot.pause()
            room = app.screen
            while isinstance(room, Room) and room.is_searching:
                await pilot.pause(0.01)
            await pilot.pause()
            if key == "⏎" or number == len(keys) - 1:
                shown.append(app.export_screenshot(title="noughts tui"))
    app.searches.end()
    return shown


def _plain(svg: str) -> str:
    """Return a picture without fonts from the web."""
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code, monospace", "ui-monospace, Menlo, Consolas, monospace")
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    return re.sub(r"[ \t]+$", "", svg, flags=re.MULTILINE).strip()


def _described(svg: str, title: str) -> str:
    words = f"<title>{title}</title><desc>A picture of the full-screen terminal of noughts.</desc>"
    return re.sub(r"(<svg [^>]*>)", rf"\1{words}", _plain(svg), count=1)


def _animated(frames: list[str], title: str) -> str:
    """Return pictures as one that shows them one after another, or only the last one if the reader wants no motion."""
    share, seconds = 100 / len(frames), len(frames) * SECONDS
    style = (
        f"<style>.frame{{opacity:0;animation:frame {seconds:g}s step-end infinite}}"
        f"@keyframes frame{{0%{{opacity:1}}{share:.4g}%{{opacity:0}}}}"
        "@media(prefers-reduced-motion:reduce){.frame{animation:none}.frame:last-of-type{opacity:1}}</style>"
    )
    first = _described(frames[0], title)
    opening = first[: first.index("</desc>") + len("</desc>")]
    return f"{opening}{style}{''.join(_frames(frames))}</svg>"


def _frames(frames: list[str]) -> Iterator[str]:
    for number, frame in enumerate(frames):
        body = re.sub(r"^<svg [^>]*>|</svg>$", "", _plain(frame))
        yield f'<g class="frame" style="animation-delay:{number * SECONDS:g}s">{body}</g>'


if __name__ == "__main__":
    for name, picture in pictures().items():
        (HERE / name).write_text(picture + "\n", encoding="utf-8")
