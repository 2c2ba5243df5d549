"""A board as plain data for the templates: the mark on each cell, and the effect of pressing it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from noughts.apps.board import landing, layers
from noughts.apps.legend import legend
from noughts.apps.web.model.stored_game import winning_line
from noughts.rules.board import Board, Cell, coordinate
from noughts.rules.position import Position

_SHAPES = {"win": "▲", "tie": "■", "lose": "▼"}
_WORDS = {"win": "win", "tie": "draw", "lose": "loss"}
_STRIKES = {(1, 0): "across", (0, 1): "down", (1, 1): "falling", (1, -1): "rising"}


@dataclass(frozen=True)
class Value:
    """The value of a move, as the cell displays it.

    Attributes:
        tone: ``win``, ``draw``, ``loss``, or ``about`` for an estimate. It selects the colour.
        word: the shape and the word, such as ``▲ win``, or the estimate.
        number: the distance, such as ``in 3``.
        losing: a text with the number of replies that lose.
    """

    tone: str
    word: str
    number: str = ""
    losing: str = ""

    @classmethod
    def of(cls, move: Mapping[str, Any]) -> "Value":
        """Return the value of a move in an analysis."""
        kind = move["moveValue"]
        if kind == "undecided":
            return cls("about", f"~ {move['estimate']:+.2f}".replace("-", "−"))
        number = f"in {move['remoteness'] + 1}" if kind != "tie" and move["remoteness"] is not None else ""
        count = move["losingReplies"] if kind == "tie" else 0
        turn = move["position"][-1].upper()
        losing = f"{count} of {turn}'s {move['replies']} replies {'loses' if count == 1 else 'lose'}" if count else ""
        return cls(_WORDS[kind], f"{_SHAPES[kind]} {_WORDS[kind]}", number, losing)

    @property
    def guess(self) -> tuple[str, str]:
        """The estimate as shown on small and on tiny cells, such as ``−.22`` and ``−``. Empty for other values."""
        number = self.word.lstrip("~ ")
        if self.tone != "about":
            return "", ""
        return number.replace("0.", ".", 1), number[0] if number.strip("+−0.") else "0"

    @property
    def lean(self) -> str:
        """The background of an estimate: ``up`` if it is good, ``down`` if it is bad, otherwise empty."""
        return {"+": "up", "−": "down"}.get(self.guess[1], "")

    @property
    def spoken(self) -> str:
        """The value as a screen reader says it, without the shape."""
        parts = [self.word.lstrip("▲■▼~ "), self.number]
        word = " ".join(filter(None, parts)) if self.tone != "about" else f"about {self.word.lstrip('~ ')}"
        return ", ".join(filter(None, [word, self.losing]))


@dataclass(frozen=True)
class CellView:
    """A cell as a button.

    Attributes:
        cell: the number of the cell.
        label: the text for screen readers.
        mark: ``x``, ``o`` or empty.
        can: whether pressing it does something.
        takes: the cell that pressing it takes. With gravity, this can be a lower one.
        last: whether the last move took it.
        strike: the direction of the winning line through it, or empty.
        hint: whether the hint suggests this cell.
        value: the value of a move on this cell.
    """

    cell: Cell
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
    """A layer of the board: its name, the letters of its columns, and its rows with their numbers."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[CellView, ...]], ...]


@dataclass(frozen=True)
class BoardView:
    """A board: its layers, its width, and the explanation of the values on it."""

    layers: tuple[LayerView, ...]
    columns: int
    legend: str = ""


def board_view(
    position: Position,
    *,
    awaited: bool,
    last: Cell | None = None,
    hinted: Cell | None = None,
    analysis: Mapping[str, Any] | None = None,
) -> BoardView:
    """Return the view of a board.

    Args:
        position: the position.
        awaited: whether the client can move by pressing a cell.
        last: the last move.
        hinted: the cell that the hint suggests.
        analysis: the engine's analysis, whose values are shown on the cells.
    """
    board = position.game.board
    values = {int(move["cell"]): Value.of(move) for move in analysis["moves"]} if analysis else {}
    line = winning_line(position)
    strikes = dict.fromkeys(line, _direction(board, line))

    def cell(number: Cell) -> CellView:
        mark = "x" if position.x >> number & 1 else "o" if position.o >> number & 1 else ""
        takes = landing(position, number)
        can = awaited and position.why_illegal(takes) is None
        value = values.get(number)
        parts = [
            board.names[number],
            mark.upper() or "empty",
            "last move" if number == last else "",
            "in the line" if number in strikes else "",
            f"falls to {board.names[takes]}" if can and takes != number else "",
            value.spoken if value else "",
            "hint" if number == hinted else "",
        ]
        label = ", ".join(filter(None, parts))
        strike = strikes.get(number, "")
        return CellView(number, label, mark, can, takes, number == last, strike, number == hinted, value)

    views = []
    for layer in layers(board):
        columns = tuple(coordinate(0, board.points[number][0]) for number in layer.rows[0])
        rows = [
            (coordinate(1, board.points[row[0]][1]) if len(board.shape) > 1 else "1", tuple(map(cell, row)))
            for row in layer.rows
        ]
        views.append(LayerView(layer.name, columns, tuple(rows)))
    return BoardView(tuple(views), board.shape[0], _legend(position, values))


def _legend(position: Position, values: Mapping[Cell, Value]) -> str:
    """Return the explanation of the values on the board."""
    guess = next((value for value in values.values() if value.tone == "about"), None)
    return legend(
        next((value.number for value in values.values() if value.number), ""),
        next((value.losing for value in values.values() if value.losing), ""),
        "“{}”, on small cells “{}” or “{}”,".format(guess.word, *guess.guess) if guess else "",
        partly=len(values) < len(position.moves),
    )


def _direction(board: Board, line: tuple[Cell, ...]) -> str:
    """Return the direction of a line within a layer, or ``through`` if it passes straight through the layers."""
    if len(line) < 2:
        return "through"
    first, second = (board.points[cell] for cell in line[:2])
    step = (second[0] - first[0], second[1] - first[1] if len(first) > 1 else 0)
    return _STRIKES.get(step) or _STRIKES.get((-step[0], -step[1]), "through")
