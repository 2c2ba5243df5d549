"""What somebody sees of a game: plain data, for the page to lay out; no rule is left to be decided there.

Long for its many small values: each says what one thing on the page is.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, TypeVar

from noughts.apps.board import landing, layers
from noughts.apps.legend import legend
from noughts.apps.names import isolated
from noughts.apps.web.model.setup import player_words
from noughts.apps.web.model.stored_game import StoredGame, winning_line
from noughts.explain.words import game_words
from noughts.rules.board import Board, Cell, coordinate
from noughts.rules.game import Player
from noughts.rules.position import Position

T = TypeVar("T")

_SHAPES = {"win": "▲", "tie": "■", "lose": "▼"}
_WORDS = {"win": "win", "tie": "draw", "lose": "loss"}
_TONES = {"win": "win", "tie": "draw", "lose": "loss"}
_STRIKES = {(1, 0): "across", (0, 1): "down", (1, 1): "falling", (1, -1): "rising"}


@dataclass(frozen=True)
class Value:
    """What a move is worth, as it stands on a cell: ground, shape, word and number, and the replies that lose."""

    tone: str
    word: str
    number: str = ""
    losing: str = ""

    @property
    def guess(self) -> tuple[str, str]:
        """An estimate where there is less room, and where there is hardly any: ``−.22`` and ``−``; else nothing."""
        number = self.word.lstrip("~ ")
        if self.tone != "about":
            return "", ""
        return number.replace("0.", ".", 1), number[0] if number.strip("+−0.") else "0"

    @property
    def lean(self) -> str:
        """Whether an estimate is good or bad, as the cell's ground shows it; else nothing."""
        return {"+": "up", "−": "down"}.get(self.guess[1], "")

    @property
    def spoken(self) -> str:
        """The value as it is read out, without the shape."""
        parts = [self.word.lstrip("▲■▼~ "), self.number]
        word = " ".join(filter(None, parts)) if self.tone != "about" else f"about {self.word.lstrip('~ ')}"
        return ", ".join(filter(None, [word, self.losing]))


@dataclass(frozen=True)
class CellView:
    """A cell as a button: its number, what it is called, whose mark is on it, and what a press can do."""

    cell: Cell
    name: str
    label: str
    mark: str = ""
    can: bool = False
    takes: Cell = -1
    last: bool = False
    strike: str = ""
    hint: bool = False
    value: Value | None = None


@dataclass(frozen=True)
class LayerView:
    """A layer of the board: its name, its columns' letters, and its rows, each with its number."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[CellView, ...]], ...]


@dataclass(frozen=True)
class BoardView:
    """A board to press: layers, and what the values on it mean."""

    layers: tuple[LayerView, ...]
    columns: int
    cells: int
    legend: str = ""


@dataclass(frozen=True)
class PlayerView:
    """A player beside the board."""

    mark: str
    name: str
    level: str
    wins: int
    moves: bool
    you: bool
    open: bool


@dataclass(frozen=True)
class GameView:
    """A game as somebody sees it.

    Attributes:
        game: the game.
        words: its rules in words.
        board: the board to press.
        players: X and O.
        drawn: how many games of this series were drawn.
        status: how it stands, in a sentence or two.
        moves: the moves, each with its number, X's and O's side by side; None where there is none.
        players_here: whose moves may be made by who looks.
        waiting: whether a computer player is to move.
        awaited: whether who looks is to move.
        last: the last move, such as ``O: c3.``, or nothing.
        can: what else can be done now.
    """

    game: StoredGame
    words: str
    board: BoardView
    players: tuple[PlayerView, PlayerView]
    drawn: int
    status: str
    moves: tuple[tuple[tuple[int, str] | None, tuple[int, str] | None], ...]
    players_here: frozenset[Player]
    waiting: bool
    awaited: bool
    last: str
    can: frozenset[str] = field(default_factory=frozenset)


def game_view(
    game: StoredGame,
    players: Collection[Player],
    *,
    analysis: Mapping[str, Any] | None = None,
    hinted: Cell | None = None,
) -> GameView:
    """Return what somebody sees who may make the moves of these players.

    Args:
        game: the game.
        players: whose moves may be made by who looks; none for who only watches.
        analysis: what every move is worth, as the engine says it; then the values stand on the cells.
        hinted: a cell to point at.
    """
    position = game.position
    awaited = not position.is_over and position.turn in players and not game.seat(position.turn).level
    awaited = awaited and not game.next and not (game.x.open or game.o.open)
    last = game.moves[-1] if game.moves else None
    board = board_view(position, awaited=awaited, last=last, hinted=hinted, analysis=analysis)
    wins = dict(zip(Player, game.tally, strict=False))
    sides = [
        PlayerView(
            str(player),
            game.seat(player).name,
            player_words(game.seat(player).level, game.game),
            wins[player],
            not position.is_over and position.turn is player,
            game.linked and player in players,
            game.seat(player).open,
        )
        for player in Player
    ]
    return GameView(
        game,
        game_words(game.game),
        board,
        (sides[0], sides[1]),
        game.tally[2],
        status(game, players),
        side_by_side(enumerate(game.record.move_names, 1), game.record.start.turn),
        frozenset(players),
        game.computer_moves,
        awaited,
        _last(game),
        _can(game, players),
    )


def board_view(
    position: Position,
    *,
    awaited: bool,
    last: Cell | None = None,
    hinted: Cell | None = None,
    analysis: Mapping[str, Any] | None = None,
) -> BoardView:
    """Return a board to press; `awaited` says whether a press can be a move."""
    board = position.game.board
    values = {int(move["cell"]): _value(move) for move in analysis["moves"]} if analysis else {}
    line = winning_line(position)
    strikes = dict.fromkeys(line, _direction(board, line))

    def cell(number: Cell) -> CellView:
        mark = "x" if position.x >> number & 1 else "o" if position.o >> number & 1 else ""
        takes = landing(position, number)
        can = awaited and position.why_illegal(takes) is None
        parts = [board.names[number], mark.upper() or "empty"]
        if number == last:
            parts.append("last move")
        if number in strikes:
            parts.append("in the line")
        value = values.get(number)
        if can and takes != number:
            parts.append(f"falls to {board.names[takes]}")
        if value:
            parts.append(value.spoken)
        if number == hinted:
            parts.append("hint")
        return CellView(
            number,
            board.names[number],
            ", ".join(parts),
            mark,
            can,
            takes,
            number == last,
            strikes.get(number, ""),
            number == hinted,
            value,
        )

    shown = []
    for layer in layers(board):
        columns = tuple(coordinate(0, board.points[number][0]) for number in layer.rows[0])
        rows = [
            (coordinate(1, board.points[row[0]][1]) if len(board.shape) > 1 else "1", tuple(map(cell, row)))
            for row in layer.rows
        ]
        shown.append(LayerView(layer.name, columns, tuple(rows)))
    return BoardView(tuple(shown), board.shape[0], len(board), _legend(position, analysis))


def status(game: StoredGame, players: Collection[Player]) -> str:
    """Return how a game stands, in a sentence or two."""
    position = game.position
    if position.is_over:
        return ending(game)
    seat, turn = game.seat(position.turn), position.turn
    if game.x.open or game.o.open:
        return "Your friend has not come yet: send the link." if players else "The players have not all come yet."
    if game.next:
        return "The next game has begun."
    if seat.level:
        name = isolated(seat.name)
        return f"{name} is thinking …" if not game.both_computers else f"{name} is to move."
    if seat.name == "You":
        return f"Your move ({turn})."
    if game.linked and turn not in players:
        return f"{_named(seat.name, turn)} is to move."
    unnamed = seat.name == str(turn) and not game.linked
    return f"{turn} is to move." if unnamed else f"Your move, {_named(seat.name, turn)}."


def ending(game: StoredGame) -> str:
    """Return how a finished game ended, such as ``Ada wins with X: a1, b2, c3.``"""
    position = game.position
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return "A draw." if outcome else ""
    seat = game.seat(outcome.winner)
    line = ", ".join(position.game.board.names[cell] for cell in winning_line(position))
    how = f": {outcome.winner.other} completed {line}" if position.game.misere else f": {line}"
    verb = "win" if seat.name == "You" else "wins"
    with_what = "" if seat.name == str(outcome.winner) else f" with {outcome.winner}"
    return f"{isolated(seat.name)} {verb}{with_what}{how if line else ''}."


def versus(game: StoredGame) -> str:
    """Return who plays, such as ``Ada v Computer (perfect)``."""
    names = [
        f"{isolated(seat.name) or 'a friend'}{f' ({player_words(seat.level, game.game)})' if seat.level else ''}"
        for seat in (game.x, game.o)
    ]
    return " v ".join(names)


def refusal(game: StoredGame, players: Collection[Player]) -> str:
    """Return that what these players had asked for was refused, if it was."""
    if not game.refused or Player(game.offered_by) not in players:
        return ""
    other = isolated(game.seat(Player(game.offered_by).other).name)
    return f"{other} said no to a rematch." if game.refused == "rematch" else f"{other} said no: the move stays."


def _named(name: str, player: Player) -> str:
    """Return somebody's name with their mark, unless they are called by it."""
    return name if name == str(player) else f"{isolated(name)} ({player})"


def _last(game: StoredGame) -> str:
    if not game.moves:
        return ""
    return f"{game.record.positions[-2].turn}: {game.record.move_names[-1]}."


def side_by_side(moves: Iterable[T], first: Player) -> tuple[tuple[T | None, T | None], ...]:
    """Return moves in pairs, X's and O's; None where there is none."""
    cells: list[T | None] = [None] if first is Player.O else []
    cells += moves
    return tuple(zip_longest(cells[::2], cells[1::2])) if any(cells) else ()


def _can(game: StoredGame, players: Collection[Player]) -> frozenset[str]:
    """Return what somebody can do beside making a move."""
    if game.next or not players:
        return frozenset({"next"} if game.next else ())
    over, moved = game.position.is_over, bool(game.moves)
    by_person = any(not game.seat(position.turn).level for position in game.record.positions[:-1])
    can = set()
    if game.linked:
        seated = not (game.x.open or game.o.open)
        mine = any(position.turn in players for position in game.record.positions[:-1])
        can |= {"takeback"} if seated and mine and not game.offer else set()
        can |= {"rematch"} if seated and over and not game.offer else set()
        return frozenset(can)
    can |= {"new", "swap"}
    can |= {"values"} if not over else set()
    can |= {"undo"} if moved and (by_person or game.both_computers) else set()
    can |= {"redo"} if game.undone else set()
    can |= {"hint"} if not over and not game.computer_moves else set()
    can |= {"step"} if game.both_computers and not over else set()
    return frozenset(can)


def _value(move: Mapping[str, Any]) -> Value:
    """Return what stands on a cell for a move of an analysis."""
    kind = move["moveValue"]
    if kind == "undecided":
        return Value("about", f"~ {move['estimate']:+.2f}".replace("-", "−"))
    number = f"in {move['remoteness'] + 1}" if kind != "tie" and move["remoteness"] is not None else ""
    count = move["losingReplies"] if kind == "tie" else 0
    turn = move["position"][-1].upper()
    losing = f"{count} of {turn}'s {move['replies']} replies {'loses' if count == 1 else 'lose'}" if count else ""
    return Value(_TONES[kind], f"{_SHAPES[kind]} {_WORDS[kind]}", number, losing)


def _legend(position: Position, analysis: Mapping[str, Any] | None) -> str:
    """Return what the words on the cells mean, of those that are there."""
    shown = [_value(move) for move in analysis["moves"]] if analysis else []
    guess = next((value for value in shown if value.tone == "about"), None)
    return legend(
        next((value.number for value in shown if value.number), ""),
        next((value.losing for value in shown if value.losing), ""),
        "“{}”, on small cells “{}” or “{}”,".format(guess.word, *guess.guess) if guess else "",
        partly=len(shown) < len(position.moves),
    )


def _direction(board: Board, line: tuple[Cell, ...]) -> str:
    """Return how a line runs within its layers; ``through`` where it goes from layer to layer on the spot."""
    if len(line) < 2:
        return "through"
    first, second = (board.points[cell] for cell in line[:2])
    step = (second[0] - first[0], second[1] - first[1] if len(first) > 1 else 0)
    for way in (step, (-step[0], -step[1])):
        if way in _STRIKES:
            return _STRIKES[way]
    return "through"
