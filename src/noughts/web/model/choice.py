"""What a person has chosen to play on the Play page: the opponent, the level, the side, the game and the names.

The browser remembers the last choice in a cookie. Every control of the page sends the whole choice with one change, so
no part of it is ever lost.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Literal, Self, TypeAlias, get_args
from urllib.parse import parse_qsl, urlencode

from noughts.render.names import clean_name
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game
from noughts.web.model.page_games import page_game
from noughts.web.model.setup import COMPUTERS, PERSON, Setup

Mode: TypeAlias = Literal["computer", "here", "link", "watch"]
"""The players: a person against the computer, two people at one screen, a friend by link, or two computers."""

COOKIE = "play"
"""The name of the cookie that stores the last choice."""

VARIANTS = ("gravity", "misere", "torus", "exact")
"""The variants that a person can choose for a game of their own."""

_LONGEST = 100  # characters of a field
_NAMES = ("name", "friend")
_KNOWN: Mapping[str, tuple[str, ...]] = {
    **{"mode": get_args(Mode), "level": COMPUTERS, "rival": COMPUTERS},
    **{"side": ("x", "o"), "begins": ("x", "o")},
}


@dataclass(frozen=True)
class Choice:
    """A choice. The defaults are those of a first visit.

    Attributes:
        mode: the players.
        game: the game's name.
        level: the level of the computer.
        rival: the level of the second computer, O, in a game between computers.
        side: the mark of a person against the computer, ``x`` or ``o``.
        begins: the mark that moves first.
        name: the person's name, or the name of X at one screen. It may be empty.
        friend: the name of O at one screen.
    """

    mode: Mode = "computer"
    game: str = "tictactoe"
    level: str = "easy"
    rival: str = "perfect"
    side: str = "x"
    begins: str = "x"
    name: str = ""
    friend: str = ""

    @classmethod
    def read(cls, query: Mapping[str, str], cookie: str = "") -> Self:
        """Read a choice from the fields of a form or URL. Missing fields keep their values from the cookie.

        If ``game`` is ``custom``, the text in ``other`` names the game, or the fields ``columns``, ``rows``,
        ``layers``, ``k`` and the names of variants describe it. The fields of a `Setup` (``x``, ``o``, ``x_name`` and
        ``o_name``) are accepted, too.

        Raises:
            NoughtsError: a field is invalid.
        """
        chosen = {name: query[name].strip() for name in cls._names() if name in query}
        if "mode" not in query and any(name in query for name in ("x", "o", "x_name", "o_name")):
            chosen |= _of_setup(Setup.read(query))
        if chosen.get("game") == "custom":
            chosen["game"] = query.get("other", "").strip() or query.get("custom", "").strip() or _built(query)
            if not chosen["game"]:
                raise NoughtsError("type the game first: columns, rows and how many in a row, such as 5,5,4 gravity")
        choice = cls.remembered(cookie)._with(chosen)
        page_game(choice.game)
        return choice

    @classmethod
    def remembered(cls, cookie: str) -> Self:
        """Return the choice in a cookie. A cookie that is not valid any more is ignored."""
        try:
            choice = cls()._with({name: text for name, text in parse_qsl(cookie) if name in cls._names()})
            page_game(choice.game)
        except (NoughtsError, ValueError):
            return cls()
        return choice

    @classmethod
    def _names(cls) -> list[str]:
        return [field.name for field in fields(cls)]

    def _with(self, changes: Mapping[str, str]) -> Self:
        changed = {name: text for name, text in changes.items() if text or name in _NAMES}
        for name, text in changed.items():
            if len(text) > _LONGEST:
                raise NoughtsError(f"{name} is too long: expected at most {_LONGEST} characters")
            if name in ("level", "rival") and text == "strongest":
                changed[name] = "perfect"  # two names of one level
            elif name in _NAMES:
                changed[name] = clean_name(text, "")
            if (known := _KNOWN.get(name)) and changed[name] not in known:
                raise NoughtsError(f"unknown {name} {text[:20]!r}: expected {', '.join(known)}")
        return replace(self, **changed)  # type: ignore[arg-type]

    def like(self, setup: Setup) -> Self:
        """Return the choice that leads to these settings. What they do not determine stays the same."""
        changes = {"game": setup.game, "begins": setup.begins, **_of_setup(setup)}
        return replace(self, **changes)  # type: ignore[arg-type]

    @property
    def cookie(self) -> str:
        """The value of the cookie that remembers this choice."""
        return urlencode(self.fields)

    @property
    def fields(self) -> dict[str, str]:
        """The fields from which `read` returns the same choice."""
        return {name: getattr(self, name) for name in self._names()}

    @property
    def rules(self) -> Game:
        """The game."""
        return page_game(self.game)

    @property
    def setup(self) -> Setup:
        """The settings of the game to play."""
        game, begins = self.game, self.begins
        match self.mode:
            case "computer" if self.side == "x":
                return Setup(game, PERSON, self.level, x_name=self.name, begins=begins)
            case "computer":
                return Setup(game, self.level, PERSON, o_name=self.name, begins=begins)
            case "watch":
                return Setup(game, self.level, self.rival, begins=begins)
            case _:
                return Setup(game, PERSON, PERSON, self.name, self.friend, begins)


def _built(query: Mapping[str, str]) -> str:
    """Return the name of the game with these sizes and variants, or an empty text if there are none."""
    columns, rows, layers, k = (query.get(name, "").strip() for name in ("columns", "rows", "layers", "k"))
    sides = f"{columns}x{rows}x{layers},{k}" if layers not in ("", "1") else f"{columns},{rows},{k}"
    return " ".join([sides, *(name for name in VARIANTS if query.get(name))]) if columns else ""


def _of_setup(setup: Setup) -> dict[str, str]:
    if setup.x == setup.o == PERSON:
        return {"mode": "here", "name": setup.x_name, "friend": setup.o_name}
    if PERSON not in (setup.x, setup.o):
        return {"mode": "watch", "level": setup.x, "rival": setup.o}
    if setup.x == PERSON:
        return {"mode": "computer", "side": "x", "level": setup.o, "name": setup.x_name}
    return {"mode": "computer", "side": "o", "level": setup.x, "name": setup.o_name}
