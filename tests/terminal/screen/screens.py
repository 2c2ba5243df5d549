"""Run the full-screen terminal in tests, without a terminal."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from noughts.rules.tree import GameTree
from noughts.terminal.kept.settings import Settings
from noughts.terminal.screen.app import FullScreen
from noughts.terminal.screen.rooms.room import Room
from noughts.terminal.screen.searches import Searches

_LONGEST = 30  # seconds to wait for a search

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
        """The text on the screen."""
        return ["".join(part.text for part in strip) for strip in self.app.screen._compositor.render_strips()]

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
) -> FullScreen:
    """Open the screen, let a player do something, close it, and return the app."""
    app = FullScreen(None, Searches(), settings or Settings(), kept, stored=stored)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            player = Player(app, pilot)
            await player.wait()
            await does(player)
        app.searches.end()

    asyncio.run(run())
    return app
