"""An independent solver for small games: boards are strings, lines are sets, and nothing is pruned.

It imports nothing from noughts, so both would have to contain the same mistake for a test to miss it.
"""

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import NamedTuple

Row = frozenset[int]
Value = tuple[int, int]
"""+1, 0 or -1 for the player to move, and the plies to the end with best play."""


class Rules(NamedTuple):
    """The rules of a game: its size, the winning lines, the places below each place, and how games end.

    `beyond` has, for each line, the places that its owner must not have, if longer rows do not count.
    """

    size: int
    lines: tuple[Row, ...]
    needs: tuple[Row, ...]
    misere: bool = False
    full: str | None = None
    beyond: tuple[Row, ...] = ()

    @property
    def start(self) -> str:
        return "_" * self.size

    def owners(self, board: str) -> set[str]:
        beyond = self.beyond or (frozenset[int](),) * len(self.lines)
        return {
            mark
            for mark in "xo"
            for line, ends in zip(self.lines, beyond, strict=True)
            if all(board[place] == mark for place in line) and not any(board[place] == mark for place in ends)
        }

    def winner(self, board: str) -> str | None:
        """Return the mark of the winner, ``draw``, or None if the game is not over."""
        if owners := self.owners(board):
            (owner,) = owners
            return other(owner) if self.misere else owner
        return None if "_" in board else self.full or "draw"

    def moves(self, board: str) -> list[int]:
        if self.winner(board):
            return []
        free = {place for place, mark in enumerate(board) if mark == "_"}
        return [place for place in sorted(free) if not self.needs[place] & free]


def other(mark: str) -> str:
    return {"x": "o", "o": "x"}[mark]


def put(board: str, place: int, mark: str) -> str:
    return board[:place] + mark + board[place + 1 :]


class Oracle:
    """The values of all positions of one game, computed by exhaustive search."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.value: Callable[[str, str], Value] = cache(self._value)

    def _value(self, board: str, turn: str) -> Value:
        if winner := self.rules.winner(board):
            return (0 if winner == "draw" else 1 if winner == turn else -1), 0
        return max(self.after(board, turn).values(), key=preference)

    def after(self, board: str, turn: str) -> dict[int, Value]:
        """Return the value of each move: the result for the player to move, and the plies to the end."""
        values = {}
        for place in self.rules.moves(board):
            result, plies = self.value(put(board, place, turn), other(turn))
            values[place] = (-result, plies + 1)
        return values

    def best(self, board: str, turn: str) -> set[int]:
        values = self.after(board, turn)
        most = max(map(preference, values.values()))
        return {place for place, value in values.items() if preference(value) == most}

    def reachable(self, board: str = "", turn: str = "x") -> list[tuple[str, str]]:
        """Return all positions reachable from the start, or from another position, with the player to move."""
        first = (board or self.rules.start, turn)
        seen, tier = {first: None}, [first]
        while tier:
            tier = [(put(board, place, turn), other(turn)) for board, turn in tier for place in self.rules.moves(board)]
            tier = [position for position in dict.fromkeys(tier) if position not in seen]
            seen |= dict.fromkeys(tier)
        return list(seen)


def preference(value: Value) -> tuple[int, int]:
    """Return a sort key: quick wins are better than slow ones, and slow losses better than quick ones."""
    result, plies = value
    return result, -result * plies


def in_rows(
    columns: int,
    rows: int,
    k: int,
    *,
    gravity: bool = False,
    misere: bool = False,
    torus: bool = False,
    exact: bool = False,
) -> Rules:
    """Return the rules of k in a row on a board whose places are numbered row by row from the top left."""

    def place(row: int, column: int) -> int | None:
        if torus:
            row, column = row % rows, column % columns
        return row * columns + column if 0 <= row < rows and 0 <= column < columns else None

    lines = dict[Row, Row]()
    for row, column, (down, right) in product(range(rows), range(columns), [(0, 1), (1, 0), (1, 1), (1, -1)]):
        first, *line, last = [place(row + i * down, column + i * right) for i in range(-1, k + 1)]
        if None not in line and len(set(line)) == k:
            ends = frozenset(p for p in (first, last) if p is not None and p not in line)
            lines[frozenset(p for p in line if p is not None)] = ends
    beneath = [place(row + 1, column) for row in range(rows) for column in range(columns)] if not torus else []
    needs = [frozenset({p} if gravity and p is not None else ()) for p in beneath] or [
        frozenset[int]()
    ] * columns * rows
    return Rules(columns * rows, tuple(lines), tuple(needs), misere, beyond=tuple(lines.values()) if exact else ())
