"""The players (people or computer players) of new and saved games."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

from noughts.players.levels import level_name
from noughts.players.opponent import Opponent
from noughts.players.registry import is_user_code, player
from noughts.render.names import clean_name
from noughts.rules.errors import NoughtsError, short_repr
from noughts.rules.game import Game, Player
from noughts.rules.record import Record
from noughts.solver.limit import Limit


@dataclass(frozen=True)
class Seat:
    """A person or a computer player.

    Attributes:
        name: the name that people see.
        computer: the computer player, or None for a person.
    """

    name: str
    computer: Opponent | None = None

    @property
    def title(self) -> str:
        """The name, followed by the level if this is a computer player, as in ``Computer (perfect)``."""
        if self.computer is None or self.computer.name == self.name.lower():
            return self.name
        return f"{self.name} ({self.computer.name})"

    def at(self, game: Game) -> "Seat":
        """Return this seat, with the name of its level adapted to a game.

        On large boards, ``perfect`` is called ``strongest``.
        """
        if self.computer is None:
            return self
        return replace(self, computer=replace(self.computer, name=level_name(self.computer.name, game)))


SIDES = ("x", "o", "random")
"""The words that name a side."""

Saved: TypeAlias = tuple[Seat | None, Seat | None]
"""The players of X and O in a saved game. A player whom the game does not name is None."""

_COMPUTER = re.compile(r"(Computer(?: [XO])?)(?: \((.+)\))?")  # the format of `Seat.title`


def read_side(text: str, random: Random) -> Player:
    """Return the side named by ``x`` or ``o``, or a random side for ``random``.

    Raises:
        NoughtsError: the text is not one of these words.
    """
    word = text.strip().lower()
    if word not in SIDES:
        raise NoughtsError(f"unknown side {short_repr(text.strip(), 20)}: expected x, o or random")
    return random.choice(list(Player)) if word == "random" else Player(word)


def saved_seats(
    record: Record, *, known: Sequence[Seat] = (), first: bool = False, limit: Limit | None = None
) -> tuple[Saved, list[str]]:
    """Return the players of a saved game, and a warning for each computer player that was not loaded.

    A user's own function, ``file.py:function``, is never loaded from a saved game, because that would run code
    chosen by the author of the file.

    Args:
        record: the game.
        known: players who keep their seats if the game names them.
        first: passed to `noughts.player`.
        limit: passed to `noughts.player`.
    """
    notes = list[str]()

    def seat(name: str) -> Seat | None:
        if same := [seat for seat in known if seat.title == name]:
            return same[0]
        computer = _COMPUTER.fullmatch(name)
        if not computer:
            return Seat(shown) if (shown := clean_name(name, "")) else None
        level = computer[2] or "perfect"
        try:
            if not is_user_code(level):
                return Seat(computer[1], player(level, first=first, limit=limit))
        except NoughtsError:
            pass
        usual = player("perfect", first=first, limit=limit)
        notes.append(
            f"The saved game names the player {short_repr(level, 80)}, which was not loaded. The computer plays at "
            f"level {level_name(usual.name, record.start.game)} instead. To change it, type level NAME."
        )
        return Seat(computer[1], usual)

    x, o = map(seat, record.names)
    return (x, o), notes


def take_seats(
    saved: Saved,
    usual: tuple[Seat, Seat],
    *,
    names: Sequence[str] = (),
    computer: Opponent | None = None,
    side: Player | None = None,
    friend: bool = False,
) -> tuple[tuple[Seat, Seat], int]:
    """Return the players in seats 0 and 1, and the seat that plays X.

    Options take precedence over the saved game, and the saved game over the defaults. A saved game between two people
    remains a game between two people, unless the options choose a computer player or a side. Then it continues against
    the computer.

    Args:
        saved: the players of a saved game.
        usual: the default players, a person and a computer player.
        names: the names of the person in seat 0 and of a second person.
        computer: the computer player chosen.
        side: the side chosen for seat 0.
        friend: whether two people play.
    """
    people = [seat for seat in saved if seat and not seat.computer]
    computers = [seat for seat in saved if seat and seat.computer]
    free = computer is None and side is None
    if len(computers) == 2 and free and not names and not friend:
        return (computers[0], computers[1]), 0
    if friend or len(names) == 2 or (len(people) == 2 and free):
        x = int(side is Player.O)
        seats = [
            seat if seat and not seat.computer else Seat(otherwise)
            for seat, otherwise in zip((saved[x], saved[1 - x]), ("First player", "Second player"), strict=True)
        ]
        seats[: len(names)] = [Seat(clean_name(name, seat.name)) for name, seat in zip(names, seats, strict=False)]
        return (seats[0], seats[1]), x
    if side:
        x = int(side is Player.O)
    else:
        x = saved.index(people[0]) if people else 1 - saved.index(computers[0]) if computers else 0
    here, there = saved[x], saved[1 - x]
    person = here if here in people else people[0] if people else usual[0]
    person = Seat(clean_name(names[0], person.name)) if names else person
    other = there if there in computers else computers[0] if computers else usual[1]
    return (person, Seat("Computer", computer) if computer else other), x
