"""The rules, players and first move of a new game, with the same fields in forms, URLs, JSON and the cookie.

The browser remembers the last choice in a cookie. Every control of the Play page sends the whole choice with one
change, so no part of it is ever lost.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Literal, Self, TypeAlias, get_args
from urllib.parse import parse_qsl, urlencode

from noughts.render.names import clean_name
from noughts.rules.errors import NoughtsError
from noughts.rules.gallery import usual_name
from noughts.rules.game import Game, Player
from noughts.rules.notation import position as read_position
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.web.model.computers import COMPUTERS
from noughts.web.model.own_game import OWN, OwnGame
from noughts.web.model.page_games import page_game
from noughts.web.model.stored_game import UNNAMED, StoredGame, StoredSeat

Mode: TypeAlias = Literal["computer", "here", "link", "watch"]
"""The players: a person against the computer, two people at one screen, a friend by link, or two computers."""

CLOCKS = ("0", "1", "3", "10")
"""The minutes that a person can choose for each player of a game played by link."""

_NAMES = ("name", "friend")
_LONGEST = {"start": 2_000}  # characters of a field
_USUALLY_LONGEST = 100
_KNOWN: Mapping[str, tuple[str, ...]] = {
    **{"mode": get_args(Mode), "level": COMPUTERS, "rival": COMPUTERS},
    **{"side": ("x", "o", "random"), "begins": ("x", "o"), "clock": CLOCKS},
}


@dataclass(frozen=True)
class NewGame:
    """The settings of a new game. The defaults apply on a first visit.

    Attributes:
        mode: the players.
        game: the game's name.
        level: the level of the computer.
        rival: the level of the second computer, O, in a game between computers.
        side: the mark of a person against the computer or a friend far away, ``x`` or ``o``.
        begins: the mark that moves first.
        clock: the minutes that each player has in a game played by link. ``0`` means that there are no clocks.
        name: the person's name, or the name of X at one screen. It may be empty.
        friend: the name of O at one screen.
        start: the first position as text, with its player to move. It is empty for the empty board.
    """

    mode: Mode = "computer"
    game: str = "tictactoe"
    level: str = "beginner"
    rival: str = "perfect"
    side: str = "x"
    begins: str = "x"
    clock: str = "0"
    name: str = ""
    friend: str = ""
    start: str = ""

    @classmethod
    def read(cls, query: Mapping[str, str], cookie: str = "", random: Random | None = None) -> Self:
        """Read the settings from the fields of a form, a URL or JSON. Missing fields keep their values from the cookie.

        If ``game`` is ``custom``, the fields ``columns``, ``rows``, ``layers``, ``k`` and the names of variants
        describe it. With ``nearest``, a row that does not fit on the board is shortened. If ``side`` is ``random``, the
        random numbers choose it.

        Raises:
            NoughtsError: a field is invalid.
        """
        sent = {field.name: query[field.name].strip() for field in fields(cls) if field.name in query}
        if sent.get("game") in OWN:
            own = OwnGame.read(query)
            sent["game"] = (own.nearest if sent["game"] == "nearest" else own).name
        if sent.get("side") == "random":
            sent["side"] = (random or Random()).choice("xo")
        new = cls.remembered(cookie)._with(sent)
        new.new_game()  # raises an error if the game is not possible
        return new

    @classmethod
    def remembered(cls, cookie: str) -> Self:
        """Return the settings in a cookie. A cookie that is no longer valid is ignored."""
        known = {field.name for field in fields(cls)} - {"start"}
        try:
            new = cls()._with({name: text for name, text in parse_qsl(cookie) if name in known})
            page_game(new.game)
        except (NoughtsError, ValueError):
            return cls()
        return new

    def like(self, game: StoredGame) -> Self:
        """Return settings for a new game that is like a stored game. Settings that the stored game does not determine
        stay the same.
        """
        names = ["" if seat.level or seat.name in ("You", "X", "O") else seat.name for seat in (game.x, game.o)]
        like = replace(self, game=usual_name(game.rules), begins=game.record.start.turn.value, start="")
        if game.both_computers:
            return replace(like, mode="watch", level=game.x.level, rival=game.o.level)
        if game.x.level or game.o.level:
            side, name = ("o", names[1]) if game.x.level else ("x", names[0])
            return replace(like, mode="computer", side=side, level=game.x.level or game.o.level, name=name)
        return replace(like, mode="here", name=names[0], friend=names[1])

    def _with(self, changes: Mapping[str, str]) -> Self:
        changed = {name: text for name, text in changes.items() if text or name in _NAMES}
        for name, text in changed.items():
            if len(text) > (longest := _LONGEST.get(name, _USUALLY_LONGEST)):
                raise NoughtsError(f"{name} is too long: expected at most {longest:,} characters")
            if name in ("level", "rival") and text == "strongest":
                changed[name] = "perfect"  # two names of one level
            elif name in _NAMES:
                changed[name] = clean_name(text, "")
            if (known := _KNOWN.get(name)) and changed[name] not in known:
                raise NoughtsError(f"unknown {name} {text[:20]!r}: expected {', '.join(known)}")
        return replace(self, **changed)  # type: ignore[arg-type]

    @property
    def cookie(self) -> str:
        """The value of the cookie that remembers these settings, except for the first position."""
        return urlencode(replace(self, start="").fields)

    @property
    def fields(self) -> dict[str, str]:
        """The settings as fields that `read` parses."""
        sent = {field.name: getattr(self, field.name) for field in fields(self)}
        return sent if self.start else {name: text for name, text in sent.items() if name != "start"}

    @property
    def rules(self) -> Game:
        """The game."""
        return page_game(self.game)

    def new_game(self, id: str = "") -> StoredGame:
        """Return a new game with these settings. In a game played by link, a friend takes the other seat later.

        Raises:
            NoughtsError: the game or its first position is invalid, or the game is over there.
        """
        first = read_position(self.start, self.rules) if self.start else Position(self.rules, turn=Player(self.begins))
        if self.start and first.is_over:
            raise NoughtsError("the game is over in this position: a new game cannot start from it")
        start = "" if first == Position(first.game) else t3en(first)
        x, o = self._seats
        linked = self.mode == "link"
        game = StoredGame(id, id, rules=first.game.name, start=start, x=x, o=o, linked=linked)
        return game.with_clock(60 * int(self.clock)) if linked else game

    @property
    def _seats(self) -> tuple[StoredSeat, StoredSeat]:
        """The seats of X and O."""
        match self.mode:
            case "watch":
                return StoredSeat("Computer X", self.level), StoredSeat("Computer O", self.rival)
            case "here":
                return StoredSeat(self.name or "X"), StoredSeat(self.friend or "O")
            case "link":
                mine, other = StoredSeat(self.name or UNNAMED[0]), StoredSeat()
            case _:
                mine, other = StoredSeat(self.name or "You"), StoredSeat("Computer", self.level)
        return (mine, other) if self.side == "x" else (other, mine)
