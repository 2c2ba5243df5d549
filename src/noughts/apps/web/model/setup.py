"""How a new game is asked for: by the fields of a form, of an address, or of JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from noughts.apps.names import clean_name
from noughts.apps.web.model.stored_game import Seat, StoredGame, page_game
from noughts.explain.words import game_words
from noughts.players.levels import LEVELS, level_name
from noughts.rules.errors import NoughtsError
from noughts.rules.gallery import GALLERY
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.notation import position as read_position
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.rules.record import Record

PERSON = "person"

COMPUTERS = (*LEVELS, "minimax:depth=2", "mcts:simulations=300")
"""The computer players of the page."""

_NAMED = {rules: name for name, rules in GALLERY.items()}
_SAID = {"tictactoe": "tic-tac-toe", "misere": "misère"}
_SIZES = ("4,4,3", "4,4,4", "5,5,4", "6,6,4", "7,7,5", "19,19,5")

GAMES = {
    **{name: f"{_SAID.get(name, name)}: {game_words(named_game(name))}" for name in GALLERY},
    **{size: game_words(named_game(size)) for size in _SIZES},
}
"""The games that the page offers, each with its words; any other can be typed."""


def usual_name(rules: str) -> str:
    """Return a game's name as people say it."""
    return _NAMED.get(rules, rules)


def said_name(rules: str) -> str:
    """Return a game's name as it is written for people to read."""
    return _SAID.get(name := usual_name(rules), name)


def player_words(level: str, game: Game) -> str:
    """Return what a computer player is called in a game."""
    return level_name(level, game).replace(":", ", ").replace("=", " ")


def computers(game: Game) -> dict[str, str]:
    """Return the computer players of the page, each with what it is called in a game."""
    return {level: player_words(level, game) for level in COMPUTERS}


def signed(game: StoredGame) -> Record:
    """Return a game as it is saved in a file: a computer player with its level."""
    names = [
        f"{seat.name} ({player_words(seat.level, game.game)})" if seat.level else seat.name for seat in (game.x, game.o)
    ]
    return replace(game.record, names=(names[0], names[1]))


@dataclass(frozen=True)
class Setup:
    """Who plays what: the fields of the form for a new game.

    Attributes:
        game: the game's name.
        x, o: ``person``, or the level of a computer player.
        x_name, o_name: what they are called; empty for a usual name.
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
    def read(cls, fields: Mapping[str, object]) -> "Setup":
        """Return the setup that fields give; those that are missing have their usual values, others are not looked at.

        Raises:
            NoughtsError: a field cannot be read; the sentence says what was expected.
        """
        given = {}
        for name in cls.__dataclass_fields__:
            value = fields.get(name, "")
            if not isinstance(value, str) or len(value) > 2_000:
                raise NoughtsError(f"{name} is a short text")
            if value.strip():
                given[name] = value.strip()
        custom = fields.get("custom", "")
        if isinstance(custom, str) and custom.strip():
            given["game"] = custom.strip()[:100]
        elif given.get("game") == "custom":
            raise NoughtsError("another game needs a name: columns, rows and how many in a row, such as 5,5,4 gravity")
        setup = cls(**given)
        x, o = ("perfect" if side == "strongest" else side for side in (setup.x, setup.o))  # one player, two names
        setup = replace(setup, x=x, o=o)
        for side in (setup.x, setup.o):
            if side not in (PERSON, *COMPUTERS):
                raise NoughtsError(f"{side[:20]!r} is no player: expected {PERSON}, {', '.join(COMPUTERS)}")
        if setup.begins not in ("x", "o"):
            raise NoughtsError(f"{setup.begins[:20]!r} is no side to begin: expected x or o")
        return replace(setup, x_name=clean_name(setup.x_name, ""), o_name=clean_name(setup.o_name, ""))

    @classmethod
    def unread(cls, fields: Mapping[str, str]) -> "Setup":
        """Return what was typed into the form, as it was, for who has to mend it."""
        texts = {name: text[:100] for name in cls.__dataclass_fields__ if (text := fields.get(name, ""))}
        return cls(**{**texts, "start": "", "game": fields.get("custom", "")[:100] or texts.get("game", "tictactoe")})

    @property
    def rules(self) -> Game:
        """The game.

        Raises:
            NoughtsError: there is none of that name, or its board is too large.
        """
        return page_game(self.game)

    def first_position(self) -> Position:
        """Return the first position.

        Raises:
            NoughtsError: it cannot be read, or the game is over in it.
        """
        if not self.start:
            return Position(self.rules, 0, 0, Player(self.begins))
        position = read_position(self.start, self.rules)
        if position.is_over:
            raise NoughtsError("the game is over in this position: a game cannot start there")
        return position

    def new_game(self, id: str, *, linked: bool = False, host: Player | None = None) -> StoredGame:
        """Return the new game. In a linked one two people play; whoever is not the host takes a seat later.

        Raises:
            NoughtsError: the game or its first position cannot be.
        """
        first = self.first_position()
        start = "" if first == Position(first.game) else t3en(first)
        x, o = self.seat(Player.X), self.seat(Player.O)
        if linked:
            x = Seat(self.x_name or "X") if host is Player.X else Seat()
            o = Seat(self.o_name or "O") if host is Player.O else Seat()
        return StoredGame(id, id, rules=first.game.name, start=start, x=x, o=o, linked=linked)

    def seat(self, player: Player) -> Seat:
        """Return who has X or O."""
        level, name = (self.x, self.x_name) if player is Player.X else (self.o, self.o_name)
        other = self.o if player is Player.X else self.x
        if level != PERSON:
            return Seat("Computer" if other == PERSON else f"Computer {player}", level)
        return Seat(name or ("You" if other != PERSON else str(player)))
