"""Game records: the first position, the moves and the players' names. This module also handles plain move lists."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, TypeAlias

from noughts.rules.board import Move
from noughts.rules.errors import IllegalMove, NotationError, NoughtsError, short_repr, whole_number
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.notation import position as read_position
from noughts.rules.notation import t3en
from noughts.rules.position import Position

Ended: TypeAlias = Literal[
    "",
    "x resigned",
    "o resigned",
    "x lost on time",
    "o lost on time",
    "x forfeited",
    "o forfeited",
    "x won",
    "o won",
    "draw agreed",
    "void",
]
"""How the players ended a game before it was over on the board, or an empty string."""

ENDINGS: dict[Ended, Player | None] = {
    "x resigned": Player.O,
    "o resigned": Player.X,
    "x lost on time": Player.O,
    "o lost on time": Player.X,
    "x forfeited": Player.O,
    "o forfeited": Player.X,
    "x won": Player.X,
    "o won": Player.O,
    "draw agreed": None,
    "void": None,
}
"""The ways to end a game before it is over on the board, with the winner. A void game has no result."""


@dataclass(frozen=True)
class Record:
    """The record of a game: the first position, the moves, the names of X and O, and how the game ended.

    The first position can also be given as text, and a move by its name. If the game ended before it was over on the
    board, `ended` is one of ``"x resigned"``, ``"x lost on time"``, ``"x forfeited"``, ``"x won"`` (without a reason),
    the same for O, ``"draw agreed"`` and ``"void"``. Otherwise it is empty.

    Raises:
        NotationError: the text does not describe a position.
        IllegalMove: a move is not legal; the message gives its number.
        NoughtsError: the moves are not a sequence, there are not two names, or `ended` has another value or is given
            although the game is over on the board.
    """

    start: Position
    moves: tuple[Move, ...] = ()
    names: tuple[str, str] = ("", "")
    ended: Ended = ""
    _known: tuple[Position, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.moves, Iterable):
            raise NoughtsError(f"expected a list of moves, such as ['b2', 'a1'], not {short_repr(self.moves)}")
        match self.names:
            case [str() as x, str() as o]:
                object.__setattr__(self, "names", (x, o))
            case _:
                raise NoughtsError(f"expected the names of X and O, such as ('Ada', ''), not {short_repr(self.names)}")
        start = read_position(self.start)
        object.__setattr__(self, "start", start)
        positions, moves = [start], list[Move]()
        for number, move in enumerate(self.moves, 1):
            before = positions[-1]
            try:
                after = before.play(move)
            except IllegalMove as error:
                raise error.at(f"move {number}") from None
            positions.append(after)
            moves.append(((after.x | after.o) ^ (before.x | before.o)).bit_length() - 1)  # `move` may be a name
        object.__setattr__(self, "moves", tuple(moves))
        object.__setattr__(self, "_known", tuple(positions))
        if self.ended and self.ended not in ENDINGS:
            raise NoughtsError(f"unknown ending {short_repr(self.ended)}: expected one of {', '.join(ENDINGS)}")
        if self.ended and self.position.is_over:
            raise NoughtsError(f"the game is over on the board, so it cannot have ended with {self.ended!r}")

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions from the first to the last. A record has one more position than moves."""
        return self._known

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self._known[-1]

    @property
    def is_over(self) -> bool:
        """Whether the game is over, on the board or for the reason in `ended`."""
        return bool(self.ended) or self.position.is_over

    @property
    def winner(self) -> Player | None:
        """The winner, or None for an unfinished game, a draw or a void game."""
        if self.ended:
            return ENDINGS[self.ended]
        return self.position.winner

    @cached_property
    def move_names(self) -> tuple[str, ...]:
        """The names of the moves, such as ``b2``."""
        return tuple(self.start.name(move) for move in self.moves)

    def _repr_svg_(self) -> str:
        """Draw the last position for a notebook, with the last move marked and the moves listed below."""
        from noughts.render.board.svg import board_svg

        last = self.moves[-1] if self.moves else None
        moves = self.move_names if len(self.moves) <= 9 else ("…", *self.move_names[-8:])
        return board_svg(self.position, last=last, caption=" ".join(moves))

    def play(self, move: Move | str) -> "Record":
        """Return the record with one more move.

        Raises:
            IllegalMove: the move is not legal; the message says why.
        """
        if self.ended:
            raise IllegalMove(f"the game is over: {ended_text(self.ended)}")
        before = self.position
        after = before.play(move)
        taken = (after.x | after.o) ^ (before.x | before.o)
        return self._with((*self.moves, taken.bit_length() - 1), (*self._known, after))

    def back(self, plies: int = 1) -> "Record":
        """Return the record without its last `plies` moves, or without any moves if the record has at most `plies`
        moves.

        If any move is removed, `ended` is empty.

        Raises:
            NoughtsError: the number of plies is not a whole number, or is negative.
        """
        left = max(len(self.moves) - whole_number(plies, "the number of plies"), 0)
        return self if left == len(self.moves) else self._with(self.moves[:left], self._known[: left + 1])

    def _with(self, moves: tuple[Move, ...], known: tuple[Position, ...]) -> "Record":
        """Return a copy of the record with the given moves and positions, without replaying the moves."""
        record = object.__new__(Record)
        fields = {"start": self.start, "moves": moves, "names": self.names, "ended": "", "_known": known}
        for name, value in fields.items():
            object.__setattr__(record, name, value)
        return record


def result_text(game: Record | Position) -> str:
    """Return ``X wins``, ``O wins``, ``draw`` or ``unfinished``, or else how a record ended, such as ``X resigned``."""
    if isinstance(game, Record) and game.ended:
        return ended_text(game.ended)
    position = game.position if isinstance(game, Record) else game
    if position.outcome is None:
        return "unfinished"
    return f"{position.outcome.winner} wins" if position.outcome.winner else "draw"


def way_of(ended: Ended) -> str:
    """Return what a player did to end a game, without naming the player: ``resigned``, ``lost on time`` and so on."""
    return ended.partition(" ")[2]


def ended_text(ended: Ended) -> str:
    """Return ``X resigned``, ``O lost on time``, ``draw agreed`` and so on, or an empty string."""
    return ended[:1].upper() + ended[1:] if ended[1:2] == " " else ended


def ended_in(loser: Player, way: str) -> Ended:
    """Return how a game ended, given the player who resigned, lost on time or forfeited."""
    return next(ended for ended in ENDINGS if ended == f"{loser.value} {way}")


def write_moves(record: Record) -> str:
    """Return the record as a plain move list, which `read_moves` can parse.

    The lines before the moves have the form ``key: value``. They give the game and the players' names, and the first
    position unless it is the empty board with X to move.
    """
    expect_record(record)
    return "\n".join([*head_lines(record), *numbered_moves(record), result_text(record)]) + "\n"


def head_lines(record: Record) -> list[str]:
    """Return the lines before a list of moves: the game, the names, and the first position if it is not empty."""
    start, game = record.start, record.start.game
    lines = [f"game: {game.name}"]
    for key, name in zip("xo", record.names, strict=True):
        if name.strip():
            lines.append(f"{key}: {' '.join(name.split())}")
    if start != Position(game):
        lines.append(f"start: {t3en(start)}")
    return lines


def expect_record(record: object) -> None:
    """Check that an argument is a `Record`.

    Raises:
        NoughtsError: the argument is something else.
    """
    if not isinstance(record, Record):
        raise NoughtsError(
            f"expected a Record, not {short_repr(record)}: noughts.read_moves(...) makes a record from moves"
        )


def numbered_moves(record: Record) -> tuple[str, ...]:
    """Return one numbered line for each pair of moves. If O moves first, O's first move is numbered ``1...``."""
    names, lines = list(record.move_names), list[str]()
    if record.start.turn is Player.O and names:
        lines.append(f"1... {names.pop(0)}")
    for place in range(0, len(names), 2):
        lines.append(f"{len(lines) + 1}. {' '.join(names[place : place + 2])}")
    return tuple(lines)


def read_moves(text: str, game: Game | str | None = None) -> Record:
    """Parse a plain move list, such as ``b2 a1 c3``. Move numbers and a result are optional: ``1. b2 a1 2. c3 *``.

    If the game is not over on the board, a result such as ``X resigned``, ``1-0`` or ``draw`` sets `Record.ended`.

    A move is anything that `Board.cell` accepts: a name (``b2``), a number (``5``), or a row and a column
    (``(1, 1)``). If the moves are bare numbers and one of them is 0, they are read as rows and columns (``1 1 0 0``).
    Moves may be written without spaces: ``h8h7i9``. With gravity, a column is enough: ``d d c``, ``ddc`` and ``443``.
    The player may precede the move: ``X:b2 O:a1``. A link to https://connect4.gamesolver.org is read, too.

    Args:
        text: the list. Lines of the form ``key: value`` before the moves can give game, x and o (the players' names)
            and start.
        game: the game to use if the text does not name one. The default is tic-tac-toe.

    Raises:
        NotationError: the text cannot be read; the message gives the line number.
        IllegalMove: a move is not legal; the message gives its number.
    """
    if not isinstance(text, str):
        raise NotationError(f"expected moves as text, such as 'b2 a1 c3', not {short_repr(text)}")
    if link := solver_link(text):
        text, game = link[1], named_game("connect four")
    head, words, result = _parts(text)
    start = _start(head, game)
    if ("x" in head or "o" in head) and not words:
        if by_player := _by_player(text, has_result=bool(result)):
            for _, move in by_player:
                if not _is_cell(start, move):
                    raise NotationError(f"{short_repr(move, 20)} is not a move: expected moves, as in X:b2 O:a1")
            return ended_by(replay(start, by_player, ("", "")), ending_of(result))
        if not result:
            raise NotationError("no moves follow the players' names: expected moves on the next line, such as b2 a1 c3")
    return ended_by(replay(start, _moves(start, words), (head.get("x", ""), head.get("o", ""))), ending_of(result))


def read_head(text: str, game: Game | str | None = None) -> Record:
    """Parse the ``key: value`` lines before a list of moves, and return a record without moves.

    Raises:
        NotationError: a line cannot be read.
    """
    head, _, _ = _parts(text)
    return Record(_start(head, game), (), (head.get("x", ""), head.get("o", "")))


def _parts(text: str) -> tuple[dict[str, str], list[tuple[int, str]], str]:
    """Return the values of the ``key: value`` lines, the words of the moves with their line numbers, and the result."""
    head, words, result = dict[str, str](), list[tuple[int, str]](), ""
    for number, line in enumerate(text.splitlines(), 1 if "\n" in text.strip() else 0):
        if not re.match(r"\s*[xXoO]\s*:", line):  # a player's name may contain a #
            line = line.split("#")[0].strip()
        key, colon, value = line.partition(":")
        if colon:
            key = key.strip().lower()
            if key not in ("game", "x", "o", "start"):
                where = f"line {number}" if number else "the text"
                raise NotationError(f"{where} begins with {short_repr(key, 20)}: expected game, x, o, start or moves")
            if words and key in ("x", "o") and _CELL.fullmatch(value.strip()):
                raise NotationError(f"line {number} is a move after a list of moves: write all moves in the same way")
            head[key] = value.strip()
        elif result_words(line):
            result = line
        else:
            result = match[1] if (match := _RESULT.search(line)) else result
            words += ((number, word) for word in _WORD.findall(_RESULT.sub("", line)))
    return head, words, result


def _start(head: Mapping[str, str], game: Game | str | None) -> Position:
    if not isinstance(game, Game) or head.get("game", game.name) != game.name:
        game = named_game(head.get("game") or ("tictactoe" if game is None else game))
    return read_position(head["start"], game) if head.get("start") else Position(game)


def _by_player(text: str, *, has_result: bool) -> list[tuple[Player, str]]:
    """Return the moves of a text in which the player precedes each move, as in ``X:b2 O:a1``. For other texts, return
    [].

    A game without moves can have a result. Then at most one line for each player, with a single word, gives the names.
    """
    lines = [line for line in text.splitlines() if re.match(r"\s*[xXoO]\s*:", line)]
    if not all(re.fullmatch(rf"(?:{_PLAYER_AND_MOVE.pattern}[\s,;]*+)+", line) for line in lines):
        return []
    moves = [(Player(found[1]), found[2]) for line in lines for found in _PLAYER_AND_MOVE.finditer(line)]
    are_names = has_result and len(moves) == len(lines) == len({player for player, _ in moves})
    return [] if are_names else moves


def ended_by(record: Record, ended: Ended) -> Record:
    """Return a copy of a record that says how the game ended. If the game is over on the board, return the record
    unchanged.
    """
    return replace(record, ended=ended) if ended and not record.position.is_over else record


def ending_of(result: str) -> Ended:
    """Parse a result that the board does not show, such as a resignation. If parsing fails, return an empty string."""
    words = result.strip().lower().rstrip(".!")
    if re.fullmatch(_DRAWN, words):
        return "draw agreed"
    if won := re.fullmatch("([xo]) (wins|won|has won)", {"1-0": "x won", "0-1": "o won"}.get(words, words)):
        return "x won" if won[1] == "x" else "o won"
    return next((ended for ended in ENDINGS if ended == words), "")


def replay_line(start: Position, text: str, names: tuple[str, str] = ("", "")) -> Record:
    """Parse moves that are written on one line, play them from `start`, and return the record.

    Raises:
        NotationError: a word is not a move.
        IllegalMove: a move is not legal; the message gives its number.
    """
    return replay(start, _moves(start, [(0, word) for word in _WORD.findall(text)]), names)


def split_moves(text: str) -> Iterator[str]:
    """Split text that contains several plain move lists, and yield the text of each game, ready for `read_moves`.

    A game ends in one of these places:

    - after its last move, when a result follows;
    - before a ``key: value`` line that follows its moves;
    - before a line of columns without spaces, such as ``4455``, that follows its moves;
    - at an empty line, unless the next move continues the numbering (``3. b2``, or ``1... a1`` after one move).

    At the end of the text, ``key: value`` lines without moves belong to the game before them, unless they give a game
    or a starting position.
    """
    games = [_GameText()]
    for line in text.splitlines(keepends=True):
        if games[-1].ends_before(line):
            games.append(_GameText())
        games[-1].add(line)
    last = games[-1]
    if len(games) > 1 and not (last.has_moves or last.keys & {"game", "start"}):
        games.pop()
        games[-1].lines += last.lines
    for game in games:
        if game.has_moves or game.has_result or game.keys:
            yield "".join(game.lines)


@dataclass
class _GameText:
    """The lines that `split_moves` has collected for one game, and facts about their content."""

    lines: list[str] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    plies: int = 0
    has_moves: bool = False
    has_result: bool = False
    is_finished: bool = False
    """Whether a result follows the moves. Such a result ends the game; a result above the moves does not."""

    def ends_before(self, line: str) -> bool:
        """Return whether a new game starts with this line."""
        key, content = _parse_line(line)
        if key:
            # Only a repeated key separates two games that have a result but no moves.
            return self.has_moves or (self.has_result and key in self.keys)
        if not content or result_words(content):
            return False
        if self.has_moves and _COLUMNS.match(content):
            return True
        return self.is_finished or (self.has_moves and not self.lines[-1].strip() and not self._continues_with(content))

    def _continues_with(self, moves: str) -> bool:
        """Return whether a line of moves begins with a move number that continues this game."""
        if re.match(r"1(\.\.|…)", moves):
            return self.plies == 1
        return bool(re.match(r"(?!1[.…])[0-9]+[.…]", moves))

    def add(self, line: str) -> None:
        key, content = _parse_line(line)
        self.lines.append(line)
        if key:
            self.keys.add(key)
        elif result_words(content):
            self.has_result = True
            self.is_finished = self.has_moves
        elif content:
            self.has_moves = True
            self.plies += sum(not _NUMBER.fullmatch(word) for word in _WORD.findall(content))
            self.is_finished = bool(_RESULT.search(content))


def _parse_line(line: str) -> tuple[str, str]:
    """Return the key of a line, such as ``game`` (or an empty string), and the whole line without its comment."""
    content = line.split("#")[0].strip()
    key, colon, _ = content.partition(":")
    return (key.strip().lower() or " ") if colon else "", content


def replay(start: Position, moves: Iterable[tuple[Player | None, str]], names: tuple[str, str]) -> Record:
    """Play moves from `start` and return the record.

    Each move is paired with its player, or with None if the player is unknown.

    Raises:
        IllegalMove: a move is not legal, or is made by the wrong player; the message gives its number.
    """
    before, cells = start, list[Move]()
    for number, (player, name) in enumerate(moves, 1):
        if player not in (None, before.turn):
            raise IllegalMove(f"{player} plays {name}, but {before.turn} is to move").at(f"move {number}")
        try:
            after = before.play(name)
        except IllegalMove as error:
            raise error.at(f"move {number}") from None
        cells.append(((after.x | after.o) ^ (before.x | before.o)).bit_length() - 1)
        before = after
    return Record(start, tuple(cells), names)


def result_words(line: str) -> str | None:
    """Return the line if it contains only a game's result, such as ``X wins`` or ``1/2-1/2``, or else None."""
    results = rf"([xo] (wins|won|has won|resigned|lost on time|forfeited)|{_DRAWN}|void|unfinished|1-0|0-1|\*)[.!]?"
    return line if re.fullmatch(results, line.strip().lower()) else None


_DRAWN = "draw(n)?( agreed| by agreement)?|tie|1/2-1/2|½-½"

_PLAYER_AND_MOVE = re.compile(r"\s*+([xXoO])\s*+:\s*+([^\s:,;]++)")
_SEVERAL = re.compile("(?:[a-z]++[0-9]++){2,}", re.IGNORECASE)
_CELL = re.compile("[a-z]{1,2}[0-9]{1,2}[a-z]?|[1-9]", re.IGNORECASE)
_COLUMNS = re.compile("[1-9]{3,}+(?![^ ])")
_LONGEST_LINK = 1000
_NUMBER = re.compile(r"^[0-9]+[.…]+")
_RESULT = re.compile(r"\s(1-0|0-1|1/2-1/2|½-½|\*)$")
"""A result after the last move on a line, such as ``1-0``."""

_WORD = re.compile(r"(?:[0-9]+[.…]+)?[(\[][^()\[\]]*[)\]][?!]*|[^\s,]+")
"""One word in a move list. A pair of brackets and everything between them is one word."""


def bare_move(word: str) -> str:
    """Strip the move number and annotations such as ``!`` from a word of a move list."""
    return _NUMBER.sub("", word).rstrip("?!")


def _moves(start: Position, words: Iterable[tuple[int, str]]) -> Iterable[tuple[None, str]]:
    """Yield the moves in the form that `replay` takes, given the words of a move list.

    Each word is paired with the line number for error messages, which is 0 if there is no line number.
    """
    bare = [(line, bare_move(word)) for line, word in words]
    bare = [(line, word) for line, word in bare if word]
    axes = len(start.game.board.shape)
    match [word for _, word in bare]:
        case [columns, score] if start.game.needs and re.fullmatch("[1-9]{2,} -?[0-9]{1,2}", f"{columns} {score}"):
            raise NotationError(
                f"{score} after the moves {short_repr(columns, 20)} looks like a score: leave it out, or write all "
                "moves without spaces"
            )
    if "0" in (word for _, word in bare) and all(word.isdecimal() for _, word in bare) and len(bare) % axes == 0:
        bare = [(bare[at][0], " ".join(word for _, word in bare[at : at + axes])) for at in range(0, len(bare), axes)]
    for line, word in bare:
        try:
            yield from ((None, move) for move in moves_in(word, start))
        except NotationError as error:
            wrong = NotationError(f"{short_repr(word, 20)} is not a move", error.expected)
            raise (wrong.at(f"line {line}") if line else wrong) from None


def moves_in(word: str, start: Position) -> Sequence[str]:
    """Return the move that a word names, or several moves that are written without spaces.

    Several moves are written as ``h8h7i9`` or, on a board with gravity, as columns (``dddd`` or ``4444``).

    Raises:
        NotationError: the word names no moves; the message says what is expected.
    """
    try:
        start.cell(word)
    except NotationError as error:
        several, is_flat = list[str](), len(start.game.board.shape) == 2
        if is_flat and _SEVERAL.fullmatch(word):
            several = re.findall("[a-z]+[0-9]+", word, re.IGNORECASE)
        elif is_flat and start.game.needs:
            several = list(word)
        if several and all(_is_cell(start, each) for each in set(several)):
            return several
        if _SEVERAL.fullmatch(word) or (word.isdecimal() and len(word) > 3):
            expected = f"{error.expected}; for a different board, name the game, such as gomoku"
            raise NotationError(error.found, expected) from None
        raise
    return [word]


def _is_cell(position: Position, word: str) -> bool:
    try:
        position.cell(word)
    except NotationError:
        return False
    return True


def solver_link(text: str) -> re.Match[str] | None:
    """Match a link to a position of connect four on https://connect4.gamesolver.org. Group 1 contains the moves,
    written as columns.
    """
    pattern = r"\s*(?:(?:https?://)?[\w.]*gamesolver\.org/\S*[?&]|\?)pos=([0-9]*)(?:[&#]\S*)?\s*"
    return re.fullmatch(pattern, text) if len(text) < _LONGEST_LINK else None
