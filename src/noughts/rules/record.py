"""Game records: where a game started and the moves that were played, and the plain list that a person writes."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from noughts.rules.board import Move
from noughts.rules.errors import IllegalMove, NotationError
from noughts.rules.gallery import game as named_game
from noughts.rules.game import Game, Player
from noughts.rules.notation import position as read_position
from noughts.rules.notation import t3en
from noughts.rules.position import Position, expect_state


@dataclass(frozen=True)
class Record:
    """A game as it was played: the first position, the moves, and the names of X and O.

    Raises:
        IllegalMove: a move is not legal where it was played; the message gives its number.
    """

    start: Position
    moves: tuple[Move, ...] = ()
    names: tuple[str, str] = ("", "")
    _known: tuple[Position, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        expect_state(self.start)
        positions, moves = [self.start], list[Move]()
        for number, move in enumerate(self.moves, 1):
            before = positions[-1]
            try:
                after = before.play(move)
            except IllegalMove as error:
                raise IllegalMove(f"move {number}: {error}") from None
            positions.append(after)
            moves.append(((after.x | after.o) ^ (before.x | before.o)).bit_length() - 1)  # also of a move by name
        object.__setattr__(self, "moves", tuple(moves))
        object.__setattr__(self, "_known", tuple(positions))

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions from the first to the last: one more than there are moves."""
        return self._known

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self._known[-1]

    @cached_property
    def move_names(self) -> tuple[str, ...]:
        """The moves by name."""
        return tuple(self.start.game.board.names[move] for move in self.moves)

    def _repr_svg_(self) -> str:
        """Show the last board in a notebook, with the last move and the moves below."""
        from noughts.render.svg import board_svg

        last = self.moves[-1] if self.moves else None
        moves = self.move_names if len(self.moves) <= 9 else ("…", *self.move_names[-8:])
        return board_svg(self.position, last=last, caption=" ".join(moves))

    def play(self, move: Move | str) -> "Record":
        """Return the record with one more move.

        Raises:
            IllegalMove: as `Position.play`.
        """
        before = self.position
        after = before.play(move)
        taken = (after.x | after.o) ^ (before.x | before.o)
        return self._with((*self.moves, taken.bit_length() - 1), (*self._known, after))

    def back(self, plies: int = 1) -> "Record":
        """Return the record without its last moves; at the start there is nothing to take back."""
        left = max(len(self.moves) - plies, 0)
        return self._with(self.moves[:left], self._known[: left + 1])

    def _with(self, moves: tuple[Move, ...], known: tuple[Position, ...]) -> "Record":
        """Return the record with other moves, whose positions are known: nothing is played again."""
        record = object.__new__(Record)
        for name, value in (("start", self.start), ("moves", moves), ("names", self.names), ("_known", known)):
            object.__setattr__(record, name, value)
        return record


def result_text(position: Position) -> str:
    """Return ``X wins``, ``O wins``, ``draw``, or ``unfinished``."""
    if position.outcome is None:
        return "unfinished"
    return f"{position.outcome.winner} wins" if position.outcome.winner else "draw"


def write_moves(record: Record) -> str:
    """Return the record as a plain list of moves, which `read_moves` reads back.

    The lines before the moves, ``key: value``, name the game, the players, and the first position where it
    is not the empty board with X to move.
    """
    start, game = record.start, record.start.game
    lines = [f"game: {game.name}"]
    for key, name in zip("xo", record.names, strict=True):
        if name.strip():
            lines.append(f"{key}: {' '.join(name.split())}")
    if start != Position(game):
        lines.append(f"start: {t3en(start)}")
    return "\n".join([*lines, *numbered_moves(record), result_text(record.position)]) + "\n"


def numbered_moves(record: Record) -> tuple[str, ...]:
    """Return the moves by name in numbered pairs of X and O: ``1. b2 a1``; where O begins ``1... a1`` comes first."""
    names, lines = list(record.move_names), list[str]()
    if record.start.turn is Player.O and names:
        lines.append(f"1... {names.pop(0)}")
    for place in range(0, len(names), 2):
        lines.append(f"{len(lines) + 1}. {' '.join(names[place : place + 2])}")
    return tuple(lines)


def read_moves(text: str, game: Game | str | None = None) -> Record:
    """Return the record that a plain list of moves gives: ``b2 a1 c3``, ``1. b2 a1 2. c3 *``, with or without head.

    Cells may also be given as `Board.cell` reads them: by number (``5 1 9``) or as row and column (``(1, 1) (0, 0)``);
    where one of the numbers is a 0, all are rows and columns (``1 1 0 0``).

    Args:
        text: the list; ``key: value`` lines may give game, x, o (names) and start.
        game: the game, where the text names none; tic-tac-toe otherwise.

    Raises:
        NotationError: a line or a word cannot be read; the message says which.
        IllegalMove: a move is not legal where it stands.
    """
    head, words = dict[str, str](), list[tuple[int, str]]()
    for number, line in enumerate(text.splitlines(), 1):
        if not re.match(r"\s*[xXoO]\s*:", line):  # a name may hold a #
            line = line.split("#")[0].strip()
        key, colon, value = line.partition(":")
        if colon:
            key = key.strip().lower()
            if key not in ("game", "x", "o", "start"):
                raise NotationError(f"line {number} begins with {key[:20]!r}: expected game, x, o, start or moves")
            head[key] = value.strip()
        elif result_words(line) is None:
            words += ((number, word) for word in _WORD.findall(_RESULT.sub("", line)))
    if not isinstance(game, Game) or head.get("game", game.name) != game.name:
        game = named_game(head.get("game") or (game if isinstance(game, str) else "tictactoe"))
    start = read_position(head["start"], game) if head.get("start") else Position(game)
    return replay(start, _cells(start, words), (head.get("x", ""), head.get("o", "")))


def replay_line(start: Position, text: str, names: tuple[str, str] = ("", "")) -> Record:
    """Return the record of moves in one line, read as `read_moves` reads them.

    Raises:
        NotationError: a word cannot be read.
        IllegalMove: a move is not legal where it stands.
    """
    return replay(start, _cells(start, [(0, word) for word in _WORD.findall(text)]), names)


def split_moves(text: str) -> Iterator[str]:
    """Yield the games of several plain lists of moves one by one, each as a text that `read_moves` reads.

    A game ends with the result after its moves, or where lines that name the game or the players follow its moves, or
    an empty line and moves that do not go on counting (``3. b2``, or ``1... a1`` after one move). Lines that name
    something at the end of the text, with no moves below them, are of the game before, unless they give a game or a
    start.
    """
    before, game, seen, made = "", list[str](), set[str](), 0
    for line in text.splitlines(keepends=True):
        bare = line.split("#")[0].strip()
        key, head, _ = bare.partition(":")
        kind = f"{key.strip().lower()}:" if head else "result" if result_words(bare) else "moves" if bare else ""
        counts = re.match(r"(?!1[.…])[0-9]+[.…]", bare) or (made == 1 and re.match(r"1(\.\.|…)", bare))
        anew = kind == "moves" and "gap" in seen and not counts
        # A game without a move ends where its head begins anew.
        if anew or (kind == "moves" and "end" in seen) or (head and ("moves" in seen or {"result", kind} <= seen)):
            if before:
                yield before
            before, game, seen, made = "".join(game), [], set(), 0
        made += sum(not _NUMBER.fullmatch(word) for word in _WORD.findall(bare)) if kind == "moves" else 0
        game.append(line)
        seen.add("end" if kind == "result" and "moves" in seen else kind)
        seen |= {"end"} if kind == "moves" and _RESULT.search(bare) else set()
        seen.discard("gap")
        if "moves" in seen and not line.strip():
            seen.add("gap")
    rest = "".join(game)
    if before and seen & {"moves", "game:", "start:"}:
        yield before
        before = ""
    if before or seen - {"", "gap"}:
        yield before + rest


def replay(start: Position, moves: Iterable[tuple[Player | None, str]], names: tuple[str, str]) -> Record:
    """Return the record of named moves, each with the player who made it where that is known.

    Raises:
        IllegalMove: a move is not legal, or made by the wrong player; the message gives its number.
    """
    before, made = start, list[Move]()
    for number, (player, name) in enumerate(moves, 1):
        if player not in (None, before.turn):
            raise IllegalMove(f"move {number}: {player} plays {name}, but {before.turn} is to move")
        try:
            after = before.play(name)
        except IllegalMove as error:
            raise IllegalMove(f"move {number}: {error}") from None
        made.append(((after.x | after.o) ^ (before.x | before.o)).bit_length() - 1)
        before = after
    return Record(start, tuple(made), names)


def result_words(line: str) -> str | None:
    """Return the line when it is only a game's result, such as ``X wins`` or ``1/2-1/2``, else None."""
    results = r"([xo] (wins|won|has won)|draw(n)?|tie|unfinished|1-0|0-1|1/2-1/2|½-½|\*)[.!]?"
    return line if re.fullmatch(results, line.strip().lower()) else None


_NUMBER = re.compile(r"^[0-9]+[.…]+")
_RESULT = re.compile(r"\s(1-0|0-1|1/2-1/2|½-½|\*)$")
"""A result after the last move of a line, as chess players write it."""

_WORD = re.compile(r"(?:[0-9]+[.…]+)?[(\[][^()\[\]]*[)\]][?!]*|[^\s,]+")
"""A word of a list of moves; of several numbers in brackets one."""


def _cells(start: Position, words: Iterable[tuple[int, str]]) -> Iterable[tuple[None, str]]:
    """Yield moves, each in words that name its cell; no line is named where its number is 0."""
    bare = [(number, re.sub(r"[?!]+$", "", _NUMBER.sub("", word))) for number, word in words]
    bare = [(number, word) for number, word in bare if word]
    axes = len(start.game.board.shape)
    if "0" in (word for _, word in bare) and all(word.isdecimal() for _, word in bare) and len(bare) % axes == 0:
        bare = [(bare[at][0], " ".join(word for _, word in bare[at : at + axes])) for at in range(0, len(bare), axes)]
    for number, word in bare:
        try:
            start.cell(word)
        except NotationError as error:
            where, expected = f"line {number}: " if number else "", str(error).partition(": ")[2]
            raise NotationError(f"{where}{word[:20]!r} is no move: {expected}") from None
        yield None, word
