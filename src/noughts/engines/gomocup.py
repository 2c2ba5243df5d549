"""A level as an engine that speaks Gomocup's protocol, for gomoku match managers.

Source: Petr Laštovička, *Gomoku AI protocol* (https://plastovicka.github.io/protocl2en.htm), with the commands YXSTOP
and YXBOARD of Yixin. ``INFO win_length`` is our own addition, because the protocol knows only five in a row. With
``INFO rule 1``, exactly five win.
"""

from collections.abc import Callable
from math import inf

import noughts
from noughts.engines.search import BackgroundSearch, share, usable
from noughts.rules.board import Cell
from noughts.rules.errors import NoughtsError, short_repr
from noughts.rules.game import Game, Player, in_a_row
from noughts.rules.position import Position

_SECONDS = 5.0  # seconds for a move, unless the manager sets a limit
_MOST_CELLS = 1024  # cells of a board; positions on larger boards take too long to estimate
_NO_CLOCK = 2_147_483_647  # the milliseconds that mean an unlimited time
_LARGEST = 1 << 31  # larger numbers in commands are errors


class GomocupEngine:
    """An engine for Gomocup's protocol. It plays the side whose moves the manager asks for.

    Args:
        search: finds the moves.
        send: sends a line to the manager.
    """

    def __init__(self, search: BackgroundSearch, send: Callable[[str], None]) -> None:
        self.search, self._send = search, send
        self._size: tuple[int, int] | None = None
        self._game: Game | None = None
        self._info = dict[str, int]()
        self._mine = self._theirs = 0
        self._board: list[str] | None = None  # the lines after BOARD so far
        self._is_to_search = False  # whether to search after the position: true for BOARD, false for YXBOARD
        self._commands: dict[str, Callable[[str], str | None]] = {
            "START": self._start,
            "RECTSTART": self._start,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "BOARD": self._begin_board,
            "YXBOARD": self._begin_board,
            "TAKEBACK": self._take_back,
        }

    def receive(self, line: str) -> bool:
        """Obey a command. Return False after END."""
        word, _, rest = line.partition(" ")
        word = word.upper()
        if word == "END":
            return False
        if self._board is not None:
            self._read_board(line)
        elif word == "INFO":
            self._read_info(rest)
        elif word == "ABOUT":
            self._send(
                f'name="noughts", version="{noughts.__version__}", author="the noughts authors", country="none", '
                'www="", email=""'
            )
        elif word in ("YXSTOP", "STOP"):
            self.search.stop()
        elif word in self._commands:
            self.search.stop()
            self._is_to_search = word == "BOARD"
            self._answer(lambda: self._commands[word](rest))
        else:
            self._send(f"UNKNOWN {word[:80]}")
        return True

    def _answer(self, command: Callable[[], str | None]) -> None:
        """Obey a command, and send its answer (if any) or the reason why the command is impossible."""
        try:
            answer = command()
        except NoughtsError as error:
            answer = f"ERROR {error}"
        if answer:
            self._send(answer)

    # Each command gets the text after its first word. It returns the answer, or None without an immediate answer.

    def _start(self, rest: str) -> str:
        columns, rows = (*_numbers(rest, (1, 2)), 0)[:2]
        size = columns, rows or columns
        if min(size) < 1 or size[0] * size[1] > _MOST_CELLS:
            raise NoughtsError(f"expected a board of 1 to {_MOST_CELLS} cells, as in START 15")
        self._size, self._game = size, None
        return self._restart("")

    def _restart(self, rest: str) -> str:
        self._require_game()
        self._mine = self._theirs = 0
        return "OK"

    def _begin(self, rest: str) -> None:
        if self._mine or self._theirs:
            raise NoughtsError("BEGIN needs an empty board: send BOARD, or RESTART first")
        self._choose()

    def _turn(self, rest: str) -> None:
        bit = 1 << self._free_cell(_numbers(rest, (2,)))
        if self._position(Player.O).is_over:
            raise NoughtsError("the game is over: send RESTART")
        self._theirs |= bit
        self._choose()

    def _take_back(self, rest: str) -> str:
        bit = 1 << self._cell(_numbers(rest, (2,)))
        if not (self._mine | self._theirs) & bit:
            raise NoughtsError("this cell is empty: expected the cell of a stone")
        self._mine &= ~bit
        self._theirs &= ~bit
        return "OK"

    def _begin_board(self, rest: str) -> None:
        self._board = []

    def _read_board(self, line: str) -> None:
        assert self._board is not None
        if line.upper() != "DONE":
            if len(self._board) <= _MOST_CELLS:  # one line more than a valid board can have
                self._board.append(line)
            return
        stones, self._board = self._board, None
        self._answer(lambda: self._set_board(stones))

    def _set_board(self, lines: list[str]) -> None:
        game = self._require_game()
        before = self._mine, self._theirs
        self._mine = self._theirs = 0
        try:
            for x, y, field in (_numbers(line, (3,)) for line in lines):
                cell = self._free_cell([x, y])
                if field not in (1, 2):
                    raise NoughtsError(f"expected 1 or 2 after a cell, not {field}: noughts has no forbidden cells")
                if field == 1:
                    self._mine |= 1 << cell
                else:
                    self._theirs |= 1 << cell
        except NoughtsError:
            self._mine, self._theirs = before
            raise
        assert game
        if self._is_to_search:
            self._choose()

    def _read_info(self, rest: str) -> None:
        key, _, value = rest.strip().partition(" ")
        try:
            (self._info[key.lower()],) = _numbers(value, (1,))
        except NoughtsError:
            return
        if key.lower() in ("win_length", "rule"):
            self._game = None

    # The position and the clock

    def _require_game(self) -> Game:
        if self._size is None:
            raise NoughtsError("there is no board yet: send START first")
        rule = self._info.get("rule", 0)
        if rule not in (0, 1):
            raise NoughtsError(
                "noughts plays only rule 0 (five or more in a row win) and rule 1 (exactly five): send INFO rule 0"
            )
        if self._game is None:
            self._game = in_a_row(self._info.get("win_length", 5), *self._size, exact=rule == 1)
        return self._game

    def _cell(self, point: list[int]) -> Cell:
        cell = self._require_game().board.at.get((point[0], point[1]))
        if cell is None:
            raise NoughtsError(f"{point[0]},{point[1]} is not on the board: expected column,row, counted from 0")
        return cell

    def _free_cell(self, point: list[int]) -> Cell:
        cell = self._cell(point)
        if (self._mine | self._theirs) >> cell & 1:
            raise NoughtsError(f"{point[0]},{point[1]} is taken: expected an empty cell")
        return cell

    def _position(self, turn: Player) -> Position:
        return Position(self._require_game(), self._mine, self._theirs, turn)

    def _choose(self) -> None:
        position = self._position(Player.X)  # the engine counts as X, whichever side moved first
        if position.is_over:
            raise NoughtsError("the game is over: send RESTART")

        def answer(cell: Cell) -> None:
            self._mine |= 1 << cell
            x, y = position.game.board.points[cell]
            self._send(f"{x},{y}")

        self.search.start(position, answer, seconds=usable(self._seconds(position)))

    def _seconds(self, position: Position) -> float:
        turn, clock = self._info.get("timeout_turn"), self._info.get("time_left", _NO_CLOCK)
        limit = inf if turn is None else turn / 1000
        if clock < _NO_CLOCK:
            limit = min(limit, share(clock / 1000, position))
        return _SECONDS if limit == inf else limit


def _numbers(text: str, counts: tuple[int, ...]) -> list[int]:
    """Return the whole numbers in a text such as ``7,8``, and check how many there are."""
    parts = text.replace(",", " ").split()
    try:
        numbers = [int(part) for part in parts if len(part) < 12]
    except ValueError:
        numbers = []
    if len(numbers) != len(parts) or len(numbers) not in counts or any(abs(number) >= _LARGEST for number in numbers):
        raise NoughtsError(f"expected {' or '.join(map(str, counts))} whole numbers, not {short_repr(text, 40)}")
    return numbers
