"""Read and write positions as text, in T3EN (see `noughts.rules.t3en`) and other forms such as lists and drawings."""

import re
from ast import literal_eval
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import wraps
from string import digits
from textwrap import shorten
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeAlias, TypeVar, cast

from noughts.rules.board import Board, cell_set
from noughts.rules.drawing import BARS, drawn
from noughts.rules.errors import IllegalMove, NotationError, short_repr
from noughts.rules.gallery import game as named_game
from noughts.rules.gallery import is_game_name
from noughts.rules.game import Game, Player
from noughts.rules.marks import MARKS, marks_of, without_emoji
from noughts.rules.position import Position, State
from noughts.rules.t3en import mark, separator, write_t3en

Rows: TypeAlias = Sequence["Rows | str | float | Player | None"]
"""A board as nested lists: rows of marks (in three dimensions, layers of rows), or all marks in one list.

`noughts.rules.marks` lists the marks. A NumPy array is accepted, too.
"""


class _Written(NamedTuple):
    """The parts of a position that were read from a text.

    Attributes:
        marks: the mark of each cell: ``x``, ``o`` or ``_``.
        separators: the number of slashes before each cell that begins a row. None if the text has no slashes.
        turn: the player to move, if the text names one.
    """

    marks: str
    separators: dict[int, int] | None = None
    turn: Player | None = None


_P = ParamSpec("_P")
_R = TypeVar("_R")
_LONGEST = 20_000
_JSON = {"null": "None", "true": "True", "false": "False"}
_LISTS = re.compile(r"""(?:[\s\[\](),.0-9-]|None|null|[Tt]rue|[Ff]alse|'[^'\\\n]*'|"[^"\\\n]*")*""")
_EXPECTED = "expected x, o or _ for each cell, row by row, as in o_x/x2_/x2o x"


def looks_like_position(text: str) -> bool:
    """Return whether the text looks like a position (marks or a list) rather than the name of a game."""
    text = without_emoji(text)
    return bool(re.fullmatch(r"\s*start\s*|[\sxXoO0-9._/|+-]+|\s*\[.*", text, re.DOTALL | re.IGNORECASE))


def t3en(position: Position | str) -> str:
    """Return the position as T3EN, which `position` can parse. The text of a position is accepted, too."""
    position = _read_position(position)
    return write_t3en(position.game.board, position.x, position.o, position.turn)


def cell_string(position: Position | str, empty: str = "_") -> str:
    """Return the marks of all cells as one string, row by row, without the player to move."""
    position = _read_position(position)
    return "".join(mark(position.x, position.o, cell) for cell in range(len(position.game.board))).replace("_", empty)


def position(text: str | Rows | Position, game: Game | str | None = None, turn: Player | str | None = None) -> Position:
    """Return the position that text or nested lists describe. A `Position` is returned unchanged.

    Args:
        text: one of:

            - ``start``: the starting position of the game
            - T3EN: ``o_x/x2_/x2o x``
            - one character for each cell: ``xo__x___o``, with ``.``, ``_``, ``-`` or a space for an empty cell
            - emoji: ❌, ⭕ and ⬜, or 🔴, 🟡 and ⚪
            - rows on separate lines, as OpenSpiel prints them
            - Gamesman's ``R_A_3_3_xo-------`` and ``1_xo-------``
            - a drawing with bars between the cells: ``X|O| `` and ``-+-+-`` on separate lines
            - rows of marks: ``["o_x", "x__", "xoo"]``, as `Position.rows` returns them
            - nested lists or an array: ``[['o', 'x', '_'], …]``, ``[1, 2, 0, …]`` or ``[1, -1, 0, …]`` (X is 1), and
              more (see `noughts.rules.marks`)
            - a list of moves from the start: ``["b2", "a1"]``, cells counted from 0 as in ``[4, 0]``, or rows and
              columns as in ``[(1, 1), (0, 0)]``

        game: the game or its name. By default, a 3 × 3 board is tic-tac-toe.
        turn: the player to move, or its letter. By default it is taken from the text. If the text does not give it,
            the player with fewer stones is to move, or X if both have the same number.

    Raises:
        NotationError: the text cannot be read; the message says where, and what is expected.
        RulesError: these stones are impossible in this game.
    """
    if isinstance(text, Position):
        return text
    game = None if game is None else named_game(game)
    turn = None if turn is None else Player(turn)
    content, usual = _content(text), game or named_game("tictactoe")
    if isinstance(content, str):
        if content.strip().lower() == "start":
            return Position(usual, turn=turn or Player.X)
        written = _read(content, game)
    elif _are_moves(content, usual.board):
        if turn is not None:
            raise NotationError("the moves say whose turn it is: leave out the turn")
        return _after(content, Position(usual))
    else:
        written = _read_rows(content)
    _check_shape(written, game)
    x, o = (cell_set(c for c, m in enumerate(written.marks) if m == mark) for mark in "xo")
    return Position(usual, x, o, turn or written.turn or _turn_by_count(x.bit_count(), o.bit_count()))


_read_position = position


def game_or_position(start: Position | Game | str) -> Position:
    """Return a position unchanged, the first position of a game, or the position that a text describes.

    Raises:
        NotationError: the text is neither the name of a game nor a position.
    """
    if isinstance(start, Position):
        return start
    try:
        return Position(start)
    except NotationError:
        if isinstance(start, str) and looks_like_position(start):
            return position(start)
        raise


def reads_text(function: Callable[Concatenate[State, _P], _R]) -> Callable[Concatenate[State | str, _P], _R]:
    """Decorate a function that takes a state, so that it also accepts the text of a position."""

    @wraps(function)
    def wrapper(state: State | str, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        return function(_read_position(state) if isinstance(state, str) else state, *args, **kwargs)

    return cast(Callable[Concatenate[State | str, _P], _R], wrapper)


def _begins_with_moves(text: str, game: Game) -> bool:
    """Return whether a text that is not a position begins with a move on some board, or is a link."""
    if re.match(r"\s*(?:[xo]\s*:|\S*gamesolver\.org/|\?pos=|[1-7]{4,}+(?:\s++-?[0-9]++)?\s*$)", text, re.IGNORECASE):
        return True
    first = re.match(r"\s*(?:[0-9]+[.…]+\s*)?([a-z]{1,2}[0-9]{1,2})(?![0-9])", text, re.IGNORECASE)
    is_columns = bool(game.needs) and re.match(r"\s*[1-9]{2}", text) is not None
    return is_columns or (first is not None and (first[1].lower() in game.board.names or first[1][0] not in "xXoO"))


def _are_moves(items: Sequence[Any], board: Board) -> bool:
    """Return whether a list contains cells rather than the marks of a board.

    The cells are names, numbers, or rows and columns.
    """
    if all(type(item) is int for item in items):
        are_marks = max(items, default=0) <= 2 and len({*items}) < len(items)
        return 0 < len(items) < len(board) and min(items) >= 0 and not are_marks
    if all(isinstance(item, str) for item in items):
        return bool(items) and all(item.strip().lower() in board.names for item in items)
    are_points = all(
        isinstance(item, tuple | list) and [*map(type, item)] == [int] * len(board.shape) for item in items
    )
    return are_points and len(items) * len(board.shape) != len(board)


def _after(moves: Sequence[Any], position: Position) -> Position:
    for number, move in enumerate(moves, 1):
        try:
            position = position.play(move)
        except IllegalMove as error:
            raise error.at(f"move {number}") from None
    return position


def _turn_by_count(x: int, o: int) -> Player:
    if abs(x - o) > 1:
        raise NotationError(f"cannot tell whose turn it is with {x} X and {o} O: add the player to move, x or o")
    return Player.O if x > o else Player.X


def _content(text: Any) -> str | Rows:
    """Convert an array or a text in brackets to nested lists. Return any other text unchanged."""
    if not isinstance(text, Sequence) and hasattr(text, "tolist"):
        text = text.tolist()
    if isinstance(text, str):
        text = without_emoji(text)
    if not isinstance(text, Sequence):
        raise NotationError(f"{short_repr(text)} is not a position: {_EXPECTED}, or rows of marks in lists")
    return _lists(text) if isinstance(text, str) and text.lstrip().startswith("[") else text


def _read(text: str, game: Game | None) -> _Written:
    """Read a position. If the text is a game or a list of moves instead, the error says so."""
    if len(text) > _LONGEST:
        raise NotationError(f"the position is {len(text)} characters long: {_EXPECTED}")
    columns, size = (game.board.shape[0], len(game.board)) if game else (3, 9)
    try:
        if any(bar in text for bar in BARS):
            return _Written(*drawn(text, columns))
        text = text.strip("\r\n")
        return (
            _read_gamesman(text, size)
            or _read_cells(text, size, columns)
            or _read_numbered(text, size)
            or _read_t3en(text, size)
        )
    except NotationError:
        if is_game_name(text):
            instead = "is a game: expected a position, such as o_x/x2_/x2o x, or start for the empty board"
        elif _begins_with_moves(text, game or named_game("tictactoe")):
            instead = "is a list of moves: expected a position, such as o_x/x2_/x2o x (noughts.read_moves reads moves)"
        else:
            raise
        raise NotationError(f"{short_repr(text)} {instead}") from None


def _read_gamesman(text: str, size: int) -> _Written | None:
    """Read Gamesman's formats, such as ``R_A_3_3_xo-------`` and ``1_xo-------``. For other texts, return None."""
    found = re.fullmatch(r"\s*(?:R_([AB])_([0-9]{1,4})_([0-9]{1,4})|([12]))_([xXoO._-]+)\s*", text)
    if not found:
        return None
    letter, rows, columns, number, cells = found.groups()
    if letter and int(rows) * int(columns) != len(cells):
        raise NotationError(f"expected {rows} rows of {columns} cells, not {len(cells)} cells")
    if number and len(cells) != size:
        return None  # T3EN may also begin with 1_ or 2_
    return _Written("".join(MARKS[c] for c in cells), turn=Player.X if letter == "A" or number == "1" else Player.O)


def _read_cells(text: str, size: int, columns: int) -> _Written | None:
    """Read a board that has one character for each cell, on one or more lines. For any other text, return None."""
    lines = text.splitlines()
    if len(lines) > 1 and len(lines) * columns == size and {*map(len, lines)} == {columns}:
        text = "".join(lines)  # in these rows a space is an empty cell
    for cells, turn in ((text, ""), (text[:-2], text[-2:].lower())):
        if len(cells) == size and set(cells) <= MARKS.keys() and turn in ("", " x", " o"):
            return _Written("".join(MARKS[c] for c in cells), turn=Player(turn[1]) if turn else None)
    return None


def _read_numbered(text: str, size: int) -> _Written | None:
    """Parse a board in which the empty cells, or all cells, are written as numbers. For other texts, return None.

    Texts that are T3EN as well, such as ``x2oxo2xo``, are not for this function.
    """
    words = re.sub("[/,]", " ", text).split()
    for some, turn in ((words, ""), (words[:-1], (words or [""])[-1].lower())):
        cells = some if len(some) == size else "".join(some)
        if len(cells) != size or turn not in ("", "x", "o") or not any(cell.isdecimal() for cell in cells):
            continue
        with suppress(NotationError):
            if len(_read_t3en(text, size).marks) == size:
                continue
        with suppress(NotationError):
            return _Written(marks_of(cells, str), turn=Player(turn) if turn else None)
    return None


def _lists(text: str) -> Rows:
    """Parse nested lists of marks in Python or JSON syntax, or as NumPy prints them.

    Python's parser warns about some texts that are not lists, so it sees only what lists of marks consist of.
    """
    rows = None
    if len(text) <= _LONGEST and _LISTS.fullmatch(text):
        with suppress(ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            if "," not in text:  # NumPy prints an array without commas
                text = re.sub(r"(?<=[\]0-9.'])\s+(?=[\[0-9'-])", ",", text)
            rows = literal_eval(re.sub(r"\b(null|true|false)\b", lambda word: _JSON[word[0]], text.strip()))
    if not isinstance(rows, list):
        raise NotationError("cannot read the lists: expected rows of marks, as in [['o', 'x', '_'], …]")
    return rows


def _read_t3en(text: str, size: int) -> _Written:
    said = re.fullmatch(r"(.*\S)\s+([xXoO])\s*", text, re.DOTALL)
    apart = text.replace("/", " ").split()
    if len(apart) == size and all(mark in MARKS for mark in apart):
        said = None  # if spaces separate the marks, the last mark is the last cell
    body = (said[1] if said else text.rstrip()).replace("\r\n", "\n").replace("\n", "/")
    marks, separators = "", dict[int, int]()
    for part in re.finditer(r"([0-9]{0,4})([xXoO._-])|(/+)|(\s+)|(.)", body):
        count, mark, strokes, _, wrong = part.groups()
        if mark:
            if count and not int(count):
                raise NotationError(f"character {part.start() + 1}: {mark!r} is repeated 0 times; expected at least 1")
            marks += MARKS[mark] * int(count or 1)
        elif strokes:
            separators[len(marks)] = separators.get(len(marks), 0) + len(strokes)
        elif wrong:
            if side := re.fullmatch(r"\s([^\W\d_xoXO]+)", body[part.start() - 1 :] if part.start() else ""):
                raise NotationError(f"{shorten(side[1], 20)!r} is not a player: expected x or o after the board")
            number = re.compile(r"[0-9]{0,4}").match(body, part.start())
            end = number.end() if number else part.start()  # the number is valid, but a mark has to follow
            if end == len(body):
                raise NotationError(f"the position ends with a number: {_EXPECTED}")
            raise NotationError(f"character {end + 1} is {body[end]!r}: {_EXPECTED}")
        if len(marks) > _LONGEST:
            raise NotationError(f"the position has more than {_LONGEST} cells: {_EXPECTED}")
    if not marks:
        raise NotationError(f"the position is empty: {_EXPECTED}")
    separators.pop(0, None)
    separators.pop(len(marks), None)
    return _Written(marks, separators or None, Player(said[2].lower()) if said else None)


def _read_rows(rows: Rows) -> _Written:
    values, places, separators = list[object](), list[str](), dict[int, int]()

    def walk(item: Any, where: str, depth: int) -> int:
        """Append the values in an item to `values`, and return how deeply its lists are nested."""
        if isinstance(item, str) and len(item) > 1 and _is_row(item, len(values)):
            values.extend(item)
            places.extend([where] * len(item))
            return 1
        if isinstance(item, str) or not isinstance(item, Sequence):
            values.append(item)
            places.append(where)
        elif depth > 8 or len(item) > _LONGEST:
            raise NotationError("the lists are too long or too deeply nested: expected rows of marks")
        else:
            has_rows = any(isinstance(part, str) and len(part) > 1 for part in item)
            level = 0
            for i, part in enumerate(item):
                if i and level:
                    separators[len(values)] = level
                level = max(walk(part, f"{where}[{i}]", depth + 1), has_rows)
            return level + 1
        return 0

    walk(rows, "board", 0)
    if not values:
        raise NotationError("the board has no cells: expected rows of marks")
    return _Written(marks_of(values, places.__getitem__), separators or None)


def _is_row(text: str, place: int) -> bool:
    """Return whether an item of a list is a row of marks, and not merely the number of the cell that it stands for."""
    is_number = text.isdecimal() and int(text) - place in (0, 1)
    return set(text) <= MARKS.keys() | {*digits} and not is_number


def _cells(marks: str) -> str:
    return "1 cell" if len(marks) == 1 else f"{len(marks)} cells"


def _check_shape(written: _Written, game: Game | None) -> None:
    """Check that a position has the cells and rows of a game's board. If no game is given, the position must fit
    tic-tac-toe.
    """
    marks, separators, _ = written
    if game is None:
        if len(marks) != 9 or separators not in (None, {3: 1, 6: 1}):
            raise NotationError(
                f"the position has {_cells(marks)}: expected 3 rows of 3; for a different board, "
                "name the game, such as 4,4,3"
            )
        return
    board = game.board
    shape = " × ".join(map(str, board.shape))
    if len(marks) != len(board):
        raise NotationError(
            f"the position has {_cells(marks)}: expected {len(board)} for a board of {shape}; "
            "to use a different board, first choose a game with that board"
        )
    expected = {
        cell: len(separator(board.points[cell - 1][1:], point[1:]))
        for cell, point in enumerate(board.points)
        if cell and point[1:] != board.points[cell - 1][1:]
    }
    if separators is not None and separators.keys() != expected.keys():
        cell = min(separators.keys() ^ expected.keys())
        verb = "starts" if cell in separators else "should start"
        raise NotationError(f"a row {verb} after {cell} cells: expected rows that fit a board of {shape}")
