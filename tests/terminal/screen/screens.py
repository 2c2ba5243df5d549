"""Run the full-screen terminal in tests, without a terminal."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from html import unescape
from pathlib import Path

import pytest
from textual.pilot import Pilot

from noughts.rules.tree import GameTree
from noughts.terminal.kept.settings import Settings
from noughts.terminal.screen.app import FullScreen
from noughts.terminal.screen.rooms.room import Room
from noughts.terminal.screen.searches import Searches

_COLUMN = 12.2  # the width of a character in a picture
_TEXT = re.compile(r'<text [^>]*? x="([\d.]+)"[^>]*-line-(\d+)\)">(.*?)</text>')
_LONGEST = 30  # seconds to wait for a search

NOW = datetime(2026, 3, 1, 12, 30)
"""The time in tests."""

SYMBOLS = {
    **{"[": "left_square_bracket", "]": "right_square_bracket", "(": "left_parenthesis", ")": "right_parenthesis"},
    **{"{": "left_curly_bracket", "}": "right_curly_bracket", "!": "exclamation_mark", "/": "slash"},
    "?": "question_mark",
}
"""The names of keys in Textual."""


def own_folders(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Keep all files in a folder of the test."""
    for name in ("STATE", "CONFIG", "DATA"):
        patch.setenv(f"XDG_{name}_HOME", str(folder / name.lower()))
    patch.chdir(folder)


class Player:
    """A person in front of the screen."""

    def __init__(self, app: FullScreen, pilot: Pilot[int]) -> None:
        self.app, self.pilot = app, pilot

    async def press(self, *keys: str) -> None:
        """Press keys, one after another, and wait for the searches that they start."""
        for key in keys:
            await self.pilot.press(SYMBOLS.get(key, key))
            await self.wait()

    async def type(self, text: str) -> None:
        """Type text."""
        for character in text:
            await self.pilot.press("space" if character == " " else SYMBOLS.get(character, character))

    async def move(self, name: str) -> None:
        """Type a move."""
        await self.press("m")
        await self.type(name)
        await self.press("enter")

    async def wait(self) -> None:
        """Wait until no search is running."""
        for _ in range(3):  # a key can lead to a message, which closes a dialogue, whose answer is another message
            await self.pilot.pause()
        end = time.monotonic() + _LONGEST
        while isinstance(self.app.screen, Room) and self.app.screen.is_searching:
            assert time.monotonic() < end, "the search takes too long"
            await asyncio.sleep(0.01)
            await self.pilot.pause()

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait until a condition holds, such as that the screen shows a text after a resize."""
        end = time.monotonic() + _LONGEST
        while not holds():
            assert time.monotonic() < end, self.text
            await self.pilot.pause(0.01)

    @property
    def lines(self) -> list[str]:
        """The text on the screen, as a picture of it shows the text."""
        columns, height = self.app.size
        lines = [" " * columns] * height
        for left, line, text in _TEXT.findall(self.app.export_screenshot(simplify=True)):
            text, at, row = unescape(text).replace("\xa0", " "), round(float(left) / _COLUMN), int(line)
            if row < height:  # the screen may be on its way to another size
                lines[row] = f"{lines[row][:at]}{text}{lines[row][at + len(text) :]}"
        return lines

    @property
    def panel(self) -> str:
        """The text in the panel beside the board, with single spaces."""
        region = self.app.screen.query_one("#panel").region
        lines = self.lines[region.y : region.bottom]
        return " ".join(" ".join(line[region.x : region.right] for line in lines).split())

    @property
    def text(self) -> str:
        """The text on the screen, with single spaces."""
        return " ".join("\n".join(self.lines).split())


def play(
    does: Callable[[Player], Awaitable[None]],
    settings: Settings | None = None,
    size: tuple[int, int] = (80, 24),
    *,
    stored: Settings | None = None,
    kept: GameTree | None = None,
    show: GameTree | Path | None = None,
) -> FullScreen:
    """Open the screen, let a player do something, close it, and return the app."""
    app = FullScreen(None, Searches(), settings or Settings(), kept, stored=stored, show=show, clock=lambda: NOW)

    async def run() -> None:
        async with app.run_test(size=size, notifications=True) as pilot:
            player = Player(app, pilot)
            await player.wait()
            await does(player)
        app.searches.end()

    asyncio.run(run())
    return app
