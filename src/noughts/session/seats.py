"""The players (people or computer players) of new and saved games."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

from noughts.players.levels import level_name
from noughts.players.opponent import Opponent
from noughts.players.registry import is_user_code, player
from noughts.render.names import clean_name
from noughts.rules.errors import NoughtsError, cut, short_repr
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


def short_title(title: str, most: int) -> str:
    """Shorten a title. A bracket that is cut is closed, as in ``Computer (engine:pyt…)``."""
    short = cut(title, most)
    return f"{short})" if short != title and short.count("(") > short.count(")") else short


SIDES = ("x", "o", "random")
"""The words that name a side."""

Saved: TypeAlias = tuple[Seat | None, Seat | None]
"""The players of X and O in a saved game. A player whom the game does not name is None."""

_COMPUTERS = ("Computer", "Computer X", "Computer O")


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
    """Return the players whose titles a saved game contains, and a warning for each player that was not loaded.

    A user's own function, ``file.py:function``, is never loaded from a saved game, because that would run code
    chosen by the author of the file.

    Args:
        record: the game.
        known: the current players, who keep their seats if the game names them.
        first: passed to `noughts.player`.
        limit: passed to `noughts.player`.
    """
    notes = list[str]()

    def seat(title: str) -> Seat | None:
        if same := [seat for seat in known if seat.title == title]:
            return same[0]
        name, _, level = title.removesuffix(")").partition(" (")
        if name not in _COMPUTERS:
            return Seat(shown) if (shown := clean_name(title, "")) else None
        level = level or "perfect"
        with suppress(NoughtsError):
            if not is_user_code(level):
                return Seat(name, player(level, first=first, limit=limit))
        usual = player("perfect", first=first, limit=limit)
        notes.append(
            f"The saved game names the player {short_repr(level, 80)}, which was not loaded. The computer plays at "
            f"level {level_name(usual.name, record.start.game)} instead."
        )
        return Seat(name, usual)

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
    seats = _complete(saved, usual)
    people = sum(seat.computer is None for seat in seats)
    if not (people or names or computer or side or friend):
        return seats, 0
    if friend or len(names) == 2 or (people == 2 and not (computer or side)):
        return _two_people(saved, names, side)
    return _against_computer(seats, usual, names, computer, side)


def _two_people(saved: Saved, names: Sequence[str], side: Player | None) -> tuple[tuple[Seat, Seat], int]:
    x = int(side is Player.O)
    first, second = (seat if seat and not seat.computer else None for seat in (saved[x], saved[1 - x]))
    return (
        _named(first or Seat("First player"), names[:1]),
        _named(second or Seat("Second player"), names[1:]),
    ), x


def _against_computer(
    seats: tuple[Seat, Seat],
    usual: tuple[Seat, Seat],
    names: Sequence[str],
    computer: Opponent | None,
    side: Player | None,
) -> tuple[tuple[Seat, Seat], int]:
    people = [seat for seat in seats if not seat.computer]
    x = seats.index(people[0]) if people else 0
    if side and x != int(side is Player.O):
        x, people = 1 - x, people[::-1]
    computers = [seat for seat in (seats[1 - x], seats[x], usual[1]) if seat.computer]
    opponent = Seat("Computer", computer) if computer else computers[0]
    return (_named(people[0] if people else usual[0], names), opponent), x


def _complete(saved: Saved, usual: tuple[Seat, Seat]) -> tuple[Seat, Seat]:
    """Return the players of X and O. If a saved game names only one player, add a suitable opponent."""
    x, o = saved
    person, computer = usual
    if x:
        return x, o or (person if x.computer else computer)
    return (person if o.computer else computer, o) if o else usual


def _named(person: Seat, names: Sequence[str]) -> Seat:
    return Seat(clean_name(names[0], person.name)) if names else person
