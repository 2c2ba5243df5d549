"""A game as plain data for the templates. The data contain everything that a client sees, so templates need no game
rules."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

from noughts.explain.words import game_words
from noughts.render.names import isolated
from noughts.rules.board import Cell
from noughts.rules.game import Game, Player, kinds
from noughts.web.model.computers import player_words
from noughts.web.model.stored_game import StoredGame, winning_line
from noughts.web.model.task import AnalysisAnswer
from noughts.web.pages.board_view import BoardView, board_view
from noughts.web.pages.columns import board_form, move_name


@dataclass(frozen=True)
class PlayerView:
    """A player in the table beside the board.

    Attributes:
        mark: ``X`` or ``O``.
        name: the name.
        level: the level of a computer player, in words.
        streak: how many games in a row a person has won against the computer, if more than one, in words.
        wins: the number of games won.
        moves: whether it is their turn.
        you: whether the client plays this side in a game played by link.
        open: whether the seat is free for a friend.
    """

    mark: str
    name: str
    level: str
    streak: str
    wins: int
    moves: bool
    you: bool
    open: bool


@dataclass(frozen=True)
class GameView:
    """A game as a client sees it.

    Attributes:
        game: the game.
        seats: the players that the client may move for. A spectator has none.
        board: the board.
        awaited: whether the client is to move.
    """

    game: StoredGame
    seats: Collection[Player]
    board: BoardView
    awaited: bool

    @property
    def words(self) -> str:
        """The rules in words."""
        return game_words(self.game.game)

    @property
    def goal(self) -> str:
        """How to win the game, in short sentences."""
        return goal(self.game.game)

    @property
    def players(self) -> list[PlayerView]:
        """The two players, first X, then O."""
        game, wins = self.game, dict(zip(Player, self.game.tally, strict=False))
        streak = f"{game.wins_in_a_row} wins in a row" if game.wins_in_a_row > 1 else ""
        return [
            PlayerView(
                str(player),
                name_for(game, player, self.seats),
                player_words(seat.level, game.game),
                "" if seat.level else streak,
                wins[player],
                not game.is_over and game.position.turn is player,
                game.linked and player in self.seats,
                seat.open,
            )
            for player, seat in ((Player.X, game.x), (Player.O, game.o))
        ]

    @property
    def drawn(self) -> int:
        """The number of drawn games in this series."""
        return self.game.tally[2]

    @property
    def status(self) -> str:
        """The state of a game on one screen, in a sentence or two."""
        game, turn = self.game, self.game.position.turn
        if game.is_over:
            return result(game)
        if game.next:
            return "The next game has begun."
        seat = game.seat(turn)
        if seat.level:
            if not game.id:
                return "Press Start to watch." if game.both_computers else "The computer moves first: press Start."
            return "The computer is thinking …" if not game.both_computers else f"{isolated(seat.name)} is to move."
        if game.seat(turn.other).level:
            where = "column" if board_form(game.game) == "columns" else "square"
            named = "" if seat.name == "You" else f", {isolated(seat.name)}"
            return f"Your move{named}." if game.moves else f"You are {turn}{named}. Press a {where}."
        if seat.name == str(turn):
            return f"{seat.name} is to move."
        return f"Your move, {isolated(seat.name)} ({turn})."

    @property
    def moves(self) -> tuple[tuple[tuple[int, str] | None, tuple[int, str] | None], ...]:
        """Pairs of X's and O's numbered moves. None stands for a missing move."""
        names = [move_name(self.game.game, move) for move in self.game.moves]
        cells = [*([None] if self.game.record.start.turn is Player.O else []), *enumerate(names, 1)]
        return tuple(zip_longest(cells[::2], cells[1::2])) if names else ()

    @property
    def last(self) -> str:
        """The player and the name of the last move, or an empty string before the first move.

        For example, ``O: c3.``
        """
        game = self.game
        return f"{game.record.positions[-2].turn}: {move_name(game.game, game.moves[-1])}." if game.moves else ""

    @property
    def celebrated(self) -> bool:
        """Whether a person at this screen has won."""
        return self.game.result in ("x", "o") and not self.game.seat(Player(self.game.result)).level


def game_view(
    game: StoredGame,
    players: Collection[Player],
    *,
    analysis: AnalysisAnswer | None = None,
    hinted: Cell | None = None,
) -> GameView:
    """Return the view of a game, with the values of an analysis and a hint shown on the cells."""
    position = game.position
    awaited = not game.is_over and position.turn in players and not game.seat(position.turn).level
    awaited = awaited and not game.next and not game.waits_for_friend
    last, reply = game.moves[-1] if game.moves else None, game.computer_replied
    board = board_view(position, awaited=awaited, last=last, hinted=hinted, analysis=analysis, reply=reply)
    return GameView(game, players, board, awaited)


@lru_cache(maxsize=256)
def goal(rules: Game) -> str:
    """Return how to win a game, in short sentences."""
    form, variants, k = board_form(rules), kinds(rules), min(line.bit_count() for line in rules.lines)
    row, sentences = f"{'exactly ' * bool(rules.beyond)}{k} in a row", list[str]()
    if "misere" in variants:
        sentences.append(f"Whoever gets {row} loses.")
    elif form == "deep":
        sentences.append(f"Get {row} to win, in one layer or through the layers.")
    else:
        sentences.append(f"Get {row} to win: across, down or diagonally.")
    if rules.beyond:
        sentences.append("A longer row does not count.")
    if "torus" in variants:
        sentences.append("A row may leave the board and go on at the opposite edge.")
    if "gravity" in variants:
        sentences.append("Discs fall down." if form == "columns" else "Marks fall to the lowest free layer.")
    if rules.full:
        sentences.append(f"{rules.full} wins if the board is full.")
    return " ".join(sentences)


def result(game: StoredGame) -> str:
    """Return how a game on one screen ended, in words for the people at the screen."""
    if game.ended:
        return game.ending
    if game.result == "tie":
        level = game.x.level or game.o.level
        perfect = level == "perfect" and not game.both_computers and game.rules == "3,3,3"
        return "Draw. Nobody can do better against perfect play." if perfect else "A draw. Well played!"
    winner = Player(game.result)
    seat, other = game.seat(winner), game.seat(winner.other)
    names = {True: "the computer", False: "you"} if bool(seat.level) != bool(other.level) else {}
    loser = names.get(bool(other.level), isolated(other.name))
    why = f"{loser[:1].upper()}{loser[1:]} made a row." if game.game.misere and winning_line(game.position) else ""
    if seat.level and not other.level:
        return f"The computer wins. {why or 'Try again!'}"
    return f"{'You win!' if names else f'{isolated(seat.name)} wins!'} {why}".strip()


def name_for(game: StoredGame, player: Player, players: Collection[Player]) -> str:
    """Return the name of a player for a client's page, or ``You`` or ``Your friend`` if a person gave no name."""
    if len(players) == 1 and game.name(player) != game.seat(player).name:
        return "You" if player in players else "Your friend"
    return game.name(player)


def versus(game: StoredGame) -> str:
    """Return the players of a game, such as ``Ada v Computer (perfect)``."""
    names = [
        f"{isolated(game.name(player)) or 'a friend'}{f' ({player_words(level, game.game)})' if level else ''}"
        for player in Player
        for level in [game.seat(player).level]
    ]
    return " v ".join(names)


def actions(game: StoredGame, players: Collection[Player]) -> frozenset[str]:
    """Return the names of the actions that a client can take besides a move, in a game on one screen."""
    if game.next or game.linked or not players:
        return frozenset()
    over = game.is_over
    can = {
        "new": bool(game.moves),
        "values": not over,
        "undo": game.can_undo(),
        "redo": bool(game.undone),
        "hint": not over and not game.computer_moves,
        "step": game.both_computers and not over,
    }
    return frozenset(name for name, allowed in can.items() if allowed)
