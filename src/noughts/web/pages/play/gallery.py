"""The popular games as small pictures, which are buttons on the Play page."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from noughts.rules.errors import NoughtsError
from noughts.rules.gallery import game
from noughts.rules.game import Game
from noughts.rules.notation import position
from noughts.rules.position import Position
from noughts.web.model.own_game import OwnGame
from noughts.web.pages.columns import BoardForm, board_form
from noughts.web.pages.stroke import CELL, GAP, SLANT, size

_POPULAR = (
    ("tictactoe", "Tic-tac-toe", "3 in a row", "x__/_o_/__x"),
    ("4,4,4", "4 × 4", "4 in a row", "o___/_xo_/_x__/____"),
    ("connect four", "Connect four", "4 in a row, discs fall", "_______/_______/_______/___x___/__xo___/_oxxo__"),
    ("gomoku", "Gomoku", "5 in a row on 15 × 15", ""),
    ("misere", "Misère", "3 in a row loses", "xo_/_x_/__o"),
    ("torus", "Torus", "rows go round the edges", "x__/_o_/__x"),
    ("cube", "Cube", "3 in a row, 3 layers", ""),
    ("qubic", "Qubic", "4 in a row, 4 layers", ""),
)


@dataclass(frozen=True)
class Sample:
    """A game in the gallery.

    Attributes:
        name: the game's name.
        title: the name for people.
        words: its rules in a few words.
        form: how its board is drawn.
        width, height: the size of the picture.
        grid: the lines of the board as an SVG path.
        marks: the marks on the board, each with its player and its centre.
    """

    name: str
    title: str
    words: str
    form: BoardForm
    width: float
    height: float
    grid: str
    marks: tuple[tuple[str, float, float], ...]


@cache
def gallery() -> tuple[Sample, ...]:
    """Return the games of the gallery."""
    return tuple(_sample(*entry) for entry in _POPULAR)


def own_game(rules: Game, wanted: Mapping[str, str]) -> OwnGame:
    """Return the custom game that a form describes, even an impossible one. If a field is invalid, return the current
    game.
    """
    with suppress(NoughtsError):
        return OwnGame.read(wanted)
    return OwnGame.of(rules)


def _sample(name: str, title: str, words: str, board: str) -> Sample:
    rules = game(name)
    shown = position(f"{board} x", rules) if board else Position(rules)
    if name == "gomoku":  # seven rows of the fifteen are enough for a picture
        rules = game("7,7,5")
        shown = position("_______/_o__o__/__xo___/__xx___/_o_xo__/____x__/_______ x", rules)
    columns, rows, depth = (*rules.board.shape, 1)[:3]
    width, height = size(rules.board.shape)
    form = board_form(rules)
    return Sample(name, title, words, form, width, height, _grid(columns, rows, depth), tuple(_marks(shown, form)))


def _grid(columns: int, rows: int, depth: int) -> str:
    """Return the lines of a board. Only a board with several layers has frames, one around each layer."""
    if depth == 1:
        upright = "".join(f"M{x} 0V{rows}" for x in range(1, columns))
        return upright + "".join(f"M0 {y}H{columns}" for y in range(1, rows))
    lines = ""
    for layer in range(depth):
        top, wide = layer * (rows + GAP), columns * CELL
        for y in range(rows + 1):
            lines += f"M{(rows - y) * SLANT:g} {top + y:g}h{wide:g}"
        for x in range(columns + 1):
            lines += f"M{x * CELL + rows * SLANT:g} {top:g}l{-rows * SLANT:g} {rows}"
    return lines


def _marks(shown: Position, form: BoardForm) -> list[tuple[str, float, float]]:
    points = shown.game.board.points
    if form == "deep":
        return []
    return [
        (mark, points[cell][0] + 0.5, points[cell][1] + 0.5)
        for cell in range(len(points))
        for mark in ("x" if shown.x >> cell & 1 else "o" if shown.o >> cell & 1 else "",)
        if mark or form == "columns"
    ]
