"""The layout of a board on screen, and the move that a click on a cell makes."""

from dataclasses import dataclass
from functools import lru_cache

from noughts.rules.board import Board, Cell, Move, cells_in, coordinate
from noughts.rules.position import Position


@dataclass(frozen=True)
class Layer:
    """One layer of a board. A flat board has a single layer.

    Attributes:
        name: the name of the layer.
        rows: the cells, row by row.
    """

    name: str
    rows: tuple[tuple[Cell, ...], ...]


@lru_cache(maxsize=64)
def layers(board: Board) -> tuple[Layer, ...]:
    """Return the layers of a board, each with its rows of cells."""
    by_layer: dict[tuple[int, ...], dict[int, list[Cell]]] = {}
    for cell, point in enumerate(board.points):
        rows = by_layer.setdefault(point[2:], {})
        rows.setdefault(point[1] if len(point) > 1 else 0, []).append(cell)
    names = ["".join(coordinate(axis, n) for axis, n in enumerate(layer, 2)) for layer in by_layer]
    return tuple(
        Layer(f"Layer {name}" if name else "Board", tuple(map(tuple, rows.values())))
        for name, rows in zip(names, by_layer.values(), strict=True)
    )


def landing(position: Position, cell: Cell) -> Move:
    """Return the move that a click on a cell makes. With gravity, the stone falls to the lowest empty cell."""
    needs, empty = position.game.needs, position.empty
    if not needs or not empty >> cell & 1:
        return cell
    while beneath := cells_in(needs[cell] & empty):
        cell = beneath[0]
    return cell
