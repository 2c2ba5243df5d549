"""People who use the site. Each has a separate browser session, which records console messages and requests.

The methods of `Person` read like a script: ``ada.goes("/play").presses("b2").sees("Your move")``. Clicks and
checks wait until their element or text appears.
"""

import json
import re
from typing import Any, Self
from urllib.parse import urljoin, urlsplit

from noughts import Position, game
from noughts.rules.game import Player

PATIENCE = 240_000  # milliseconds; long, because the machine can be busy

_HARMLESS = "Autofocus processing was blocked"  # the test focused another element before the page did

_CELLS = "[...document.querySelectorAll('.board .cell button')].map((button) => button.getAttribute('aria-label'))"


class Person:
    """A user with a browser.

    Attributes:
        page: the page that is open.
        complaints: the messages in the browser's console, and uncaught script errors.
        hosts: the hosts to which the browser sent a request.
    """

    def __init__(self, context: Any, address: str, complaints: list[str], hosts: set[str]) -> None:
        self.context, self.address = context, address
        self.complaints, self.hosts = complaints, hosts
        self.page = self._watched(context.new_page())

    def _watched(self, page: Any) -> Any:
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.hosts.add(urlsplit(request.url.removeprefix("blob:")).netloc))
        return page

    def other_tab(self) -> "Self":
        """Open another tab in the same browser, and return the person with this tab."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.page = self._watched(self.context.new_page())
        return twin

    def goes(self, path: str) -> Self:
        """Open a path of the site, a relative URL of a link on its pages, or a full URL."""
        self.page.goto(urljoin(f"{self.address}/", path))
        return self

    def cell(self, name: str) -> Any:
        """Return the button of a cell, such as ``b2``."""
        return self.page.locator(f'.board button[aria-label^="{name},"]')

    def presses(self, *cells: str) -> Self:
        """Play moves by clicking cells. Wait for each move to appear before the next click."""
        for name in cells:
            moves = self.moves()
            self.cell(name).click()
            self.until(lambda moves=moves: self.moves() > moves, f"the move {name}")
        return self

    def clicks(self, words: str) -> Self:
        """Click a button or a link with this text. If it is folded away, unfold it first."""
        part = self.page.locator("#part")

        def named(place: Any, hidden: bool = False) -> Any:
            button = place.get_by_role("button", name=words, exact=True, include_hidden=hidden)
            return button.or_(place.get_by_role("link", name=words, exact=True, include_hidden=hidden))

        shown, folds = named(part), part.locator("details:not([open])", has=named(self.page, hidden=True))
        shown.or_(folds).first.wait_for()
        if not shown.count():
            folds.locator("summary").first.click()
        shown.first.click()
        return self

    def unfolds(self, words: str) -> Self:
        """Open the part of the page with this summary, unless it is open."""
        summary = self.page.locator("#part summary", has_text=words)
        if summary.locator("..").get_attribute("open") is None:
            summary.click()
        return self

    def sees(self, words: str, where: str = "#status") -> Self:
        """Wait until an element contains these words. The default is the status line of the game."""
        self.page.locator(where, has_text=words).first.wait_for()
        return self

    def sees_no(self, where: str) -> Self:
        """Wait until an element is hidden or removed."""
        self.page.locator(where).first.wait_for(state="hidden")
        return self

    def until(self, condition: Any, description: str, patience: int = PATIENCE) -> None:
        """Wait for a condition. The Content Security Policy of the page blocks Playwright's `wait_for_function`."""
        for _ in range(patience // 20):
            if condition():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"timed out waiting for: {description}; the page shows: {self.status} {self.note}")

    @property
    def status(self) -> str:
        return self._text("#status strong")

    @property
    def note(self) -> str:
        return self._text("#note")

    @property
    def announced(self) -> str:
        """The latest text in the live region, which a screen reader announces."""
        return self._text("#spoken")

    @property
    def score(self) -> list[str]:
        """The numbers of wins of X, wins of O, and draws."""
        x, *rest = (re.sub(r"\D", "", text) for text in self.page.locator(".players .number").all_text_contents())
        return [x, *(rest if self.page.locator("table.players").count() else reversed(rest))]

    @property
    def names(self) -> list[str]:
        return [str(name).strip() for name in self.page.locator(".players bdi").all_inner_texts()]

    def _text(self, where: str) -> str:
        found = self.page.locator(where)
        return " ".join(found.first.inner_text().split()) if found.count() else ""

    @property
    def labels(self) -> dict[str, str]:
        """The accessible label of each cell, by the name of the cell."""
        return {label.partition(",")[0]: label for label in self.page.evaluate(_CELLS)}

    def moves(self) -> int:
        """Return how many stones the board shows. A move that the server has not confirmed does not count."""
        return sum(", X" in label or ", O" in label for label in self.labels.values())

    def position(self, rules: str, begins: Player = Player.X) -> Position:
        """Return the position that the board shows."""
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
        """The element that has the focus: the name of a cell, the text of a button or link, or else the tag name."""
        return str(
            self.page.evaluate("""() => {
              const on = document.activeElement;
              if (on.closest('.cell')) return on.ariaLabel.split(',')[0];
              return on.closest('a, button') ? on.innerText : on.localName;
            }""")
        )

    def keys(self, *keys: str) -> Self:
        """Press keys on the keyboard, one after another."""
        for key in keys:
            self.page.keyboard.press(key)
        return self


class People:
    """All users in a test."""

    def __init__(self, browser: Any, address: str) -> None:
        self._browser, self._address = browser, address
        self._all: list[tuple[Person, list[str]]] = []

    def add(self, *, expected: list[str] | None = None, width: int = 1280, height: int = 900, **options: Any) -> Person:
        """Add a user with a new browser session, without cookies, and return it.

        Args:
            expected: parts of console messages that the test expects.
            width, height: the size of the window in pixels.
            options: further options of Playwright's `new_context`.
        """
        context = self._browser.new_context(viewport={"width": width, "height": height}, **options)
        person = Person(context, self._address, [], set())
        self._all.append((person, expected or []))
        return person

    def close(self) -> None:
        """Close all browsers, and check that there were no unexpected console messages or requests to other hosts."""
        for person, _ in self._all:
            person.context.close()
        for person, expected in self._all:
            unexpected = [
                message for message in person.complaints if not any(part in message for part in [_HARMLESS, *expected])
            ]
            assert not unexpected, json.dumps(unexpected, indent=1)
            assert person.hosts - {""} <= {urlsplit(self._address).netloc}  # the scripts of a sandbox have no host
