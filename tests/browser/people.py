"""People who use the page: each has a browser of their own, and notes whatever a page should not do."""

import json
import re
from typing import Any, Self
from urllib.parse import urlsplit

from noughts import Position, game
from noughts.rules.game import Player

PATIENCE = 20_000  # milliseconds; the machine may be busy with other work

_HARMLESS = "Autofocus processing was blocked"  # somebody was quicker than the page

_CELLS = "[...document.querySelectorAll('.board .cell button')].map((button) => button.getAttribute('aria-label'))"


class Person:
    """Somebody with a browser.

    Attributes:
        page: what they look at.
        complaints: what the browser's console said, and failures of scripts.
        hosts: the hosts that were asked for something.
    """

    def __init__(self, context: Any, address: str, complaints: list[str], hosts: set[str]) -> None:
        self.context, self.address = context, address
        self.complaints, self.hosts = complaints, hosts
        self.page = self._watched(context.new_page())

    def _watched(self, page: Any) -> Any:
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.hosts.add(urlsplit(request.url).netloc))
        return page

    def other_tab(self) -> "Self":
        """Return the same person with another tab of the same browser."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.page = self._watched(self.context.new_page())
        return twin

    def goes(self, path: str) -> Self:
        """Open an address, of this site unless it is a whole one."""
        self.page.goto(path if path.startswith("http") else self.address + path)
        return self

    def cell(self, name: str) -> Any:
        """The button of a cell, such as ``b2``."""
        return self.page.locator(f'.board button[aria-label^="{name},"]')

    def presses(self, *cells: str) -> Self:
        """Press one cell after the other, each when the one before has been answered."""
        for name in cells:
            moves = self.moves()
            self.cell(name).click()
            self.until(lambda moves=moves: self.moves() > moves, f"{name} is made")
        return self

    def clicks(self, words: str) -> Self:
        """Click on a button or link."""
        part = self.page.locator("#part")
        button = part.get_by_role("button", name=words, exact=True)
        button.or_(part.get_by_role("link", name=words, exact=True)).first.click()
        return self

    def sees(self, words: str, where: str = "#status") -> Self:
        """Wait until words stand somewhere; in the line that says how the game stands, unless told."""
        self.page.locator(where, has_text=words).first.wait_for()
        return self

    def sees_no(self, where: str) -> Self:
        """Wait until something is there no more."""
        self.page.locator(where).first.wait_for(state="hidden")
        return self

    def until(self, condition: Any, words: str) -> None:
        """Wait for a condition; the page's policy forbids Playwright's own way of waiting."""
        for _ in range(PATIENCE // 20):
            if condition():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"this never came: {words}; the page says: {self.status} {self.note}")

    @property
    def status(self) -> str:
        return self._text("#status strong")

    @property
    def note(self) -> str:
        return self._text("#note")

    @property
    def said(self) -> str:
        """What a screen reader was given to read last."""
        return self._text("#spoken")

    @property
    def score(self) -> list[str]:
        """What X and O have won, and how many games were drawn."""
        return [str(number) for number in self.page.locator(".players td.number").all_text_contents()]

    @property
    def names(self) -> list[str]:
        rows = self.page.locator(".players tbody tr td:nth-child(2)").all_inner_texts()
        return [re.split(r" \(|\n| to move", row)[0].strip() for row in rows[:2]]

    def _text(self, where: str) -> str:
        found = self.page.locator(where)
        return " ".join(found.first.inner_text().split()) if found.count() else ""

    @property
    def labels(self) -> dict[str, str]:
        """What each cell is called, by its name."""
        return {label.partition(",")[0]: label for label in self.page.evaluate(_CELLS)}

    def moves(self) -> int:
        """How many marks the board has that the server knows of."""
        return sum(", X" in label or ", O" in label for label in self.labels.values())

    def position(self, rules: str, begins: Player = Player.X) -> Position:
        """The position that the board shows."""
        first = Position(game(rules), 0, 0, begins)
        stones = {"X": 0, "O": 0}
        for name, label in self.labels.items():
            for mark in stones:
                if f", {mark}" in label:
                    stones[mark] |= 1 << first.game.board.cell(name)
        turn = begins if (stones["X"] | stones["O"]).bit_count() % 2 == 0 else begins.other
        return Position(first.game, stones["X"], stones["O"], turn)

    @property
    def focus(self) -> str:
        """What has the focus: a cell's name, a button's words, or the name of the element."""
        return str(
            self.page.evaluate("""() => {
              const on = document.activeElement;
              if (on.closest('.cell')) return on.ariaLabel.split(',')[0];
              return on.closest('a, button') ? on.innerText : on.localName;
            }""")
        )

    def keys(self, *keys: str) -> Self:
        for key in keys:
            self.page.keyboard.press(key)
        return self


class People:
    """Those who take part in a test."""

    def __init__(self, browser: Any, address: str) -> None:
        self._browser, self._address = browser, address
        self._all: list[tuple[Person, list[str]]] = []

    def comes(
        self, *, expected: list[str] | None = None, width: int = 1280, height: int = 900, **options: Any
    ) -> Person:
        """Return somebody new, with a browser that was never here.

        Args:
            expected: parts of complaints that belong to the test.
            width, height: of the window.
            options: of the browser's context.
        """
        context = self._browser.new_context(viewport={"width": width, "height": height}, **options)
        person = Person(context, self._address, [], set())
        self._all.append((person, expected or []))
        return person

    def leave(self) -> None:
        """Close all, and see that no page did what it should not."""
        for person, _ in self._all:
            person.context.close()
        for person, expected in self._all:
            odd = [said for said in person.complaints if not any(part in said for part in [_HARMLESS, *expected])]
            assert not odd, json.dumps(odd, indent=1)
            assert person.hosts <= {urlsplit(self._address).netloc}
