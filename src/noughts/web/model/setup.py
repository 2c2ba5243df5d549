"""Parse the settings of a new game from a form, a URL or JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from noughts.players.levels import LEVELS, level_name
from noughts.render.names import clean_name
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game, Player
from noughts.rules.notation import position as read_position
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.web.model.fields import game_field
from noughts.web.model.page_games import page_game
from noughts.web.model.stored_game import UNNAMED, Seat, StoredGame

PERSON = "person"

COMPUTERS = (*LEVELS, "minimax:depth=2", "mcts:simulations=300")
"""The computer players that the pages offer."""

_LONGEST = 2_000  # characters of a field
_PLAIN = {
    "random": "random moves",
    "minimax:depth=2": "looks 2 moves ahead",
    "mcts:simulations=300": "tries 300 games in its head",
}


def player_words(level: str, game: Game) -> str:
    """Return how a computer player plays in a game, in a few words for display."""
    return _PLAIN.get(level) or level_name(level, game)


def computers(game: Game) -> dict[str, str]:
    """Return the computer players that the pages offer, with the names of their levels in a game."""
    return {level: player_words(level, game) for level in COMPUTERS}


@dataclass(frozen=True)
class Setup:
    """The settings of a new game.

    Attributes:
        game: the game's name.
        x, o: ``person``, or the level of a computer player.
        x_name, o_name: the players' names. Empty for the default name.
        begins: ``x`` or ``o``.
        start: the first position as text, or empty.
    """

    game: str = "tictactoe"
    x: str = PERSON
    o: str = "perfect"
    x_name: str = ""
    o_name: str = ""
    begins: str = "x"
    start: str = ""

    @classmethod
    def read(cls, fields: Mapping[str, str]) -> "Setup":
        """Read the settings from fields. Missing fields get default values, and unknown fields are ignored.

        Raises:
            NoughtsError: a field is invalid.
        """
        values = {}
        for name in cls.__dataclass_fields__:
            value = fields.get(name, "")
            if len(value) > _LONGEST:
                raise NoughtsError(f"{name} is too long: expected at most {_LONGEST:,} characters of text")
            if value.strip():
                values[name] = value.strip()
        if name := game_field(fields):
            values["game"] = name[:100]
        elif "game" in values:
            raise NoughtsError("the game has no name: type columns, rows and how many in a row, such as 5,5,4 gravity")
        setup = cls(**values)
        x, o = ("perfect" if side == "strongest" else side for side in (setup.x, setup.o))  # two names of one level
        setup = replace(setup, x=x, o=o)
        for side in (setup.x, setup.o):
            if side not in (PERSON, *COMPUTERS):
                raise NoughtsError(f"unknown player {side[:20]!r}: expected {PERSON}, {', '.join(COMPUTERS)}")
        if setup.begins not in ("x", "o"):
            raise NoughtsError(f"unknown side {setup.begins[:20]!r}: expected x or o")
        return replace(setup, x_name=clean_name(setup.x_name, ""), o_name=clean_name(setup.o_name, ""))

    def new_game(self, id: str = "", host: Player | None = None) -> StoredGame:
        """Return the new game. With a host, it is a game by link: two people play, and a friend takes a seat later.

        Raises:
            NoughtsError: the game or its first position is invalid, or the game is over there.
        """
        game = page_game(self.game)
        first = read_position(self.start, game) if self.start else Position(game, turn=Player(self.begins))
        if self.start and first.is_over:
            raise NoughtsError("the game is over in this position: a game cannot start there")
        start = "" if first == Position(first.game) else t3en(first)
        x, o = self.seat(Player.X), self.seat(Player.O)
        if host:
            x = Seat(self.x_name or UNNAMED[0]) if host is Player.X else Seat()
            o = Seat(self.o_name or UNNAMED[0]) if host is Player.O else Seat()
        return StoredGame(id, id, rules=first.game.name, start=start, x=x, o=o, linked=host is not None)

    def seat(self, player: Player) -> Seat:
        """Return the seat of X or O."""
        level, name = (self.x, self.x_name) if player is Player.X else (self.o, self.o_name)
        other = self.o if player is Player.X else self.x
        if level != PERSON:
            return Seat("Computer" if other == PERSON else f"Computer {player}", level)
        return Seat(name or ("You" if other != PERSON else str(player)))
