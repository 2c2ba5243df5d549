"""A board as plain data for the templates, with the mark on each cell and the effect of pressing the cell."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from types import MappingProxyType
from typing import NamedTuple

from noughts.explain.board_legend import legend
from noughts.render.board.layers import landing, layers
from noughts.rules.board import Board, Cell, Cells, Move, cells_in, coordinate
from noughts.rules.game import Player, kinds
from noughts.rules.position import Position
from noughts.solver.evaluation import losing_replies
from noughts.web.model.stored_game import winning_line
from noughts.web.model.task import AnalysisAnswer, MoveAnswer, Result
from noughts.web.pages.columns import BoardForm, board_form, move_name
from noughts.web.pages.stroke import GAP, size, stroke

_SHAPES = {"win": "▲", "tie": "■", "lose": "▼"}
_WORDS = {"win": "win", "tie": "draw", "lose": "loss"}
_RULED_OUT: dict[tuple[Result, ...], tuple[str, str]] = {
    ("win", "tie"): ("△", "no loss"),
    ("tie", "lose"): ("▽", "no win"),
}
_SHAPE_ORDER = "▲△■▽▼"
_NEARER = 0.2  # in cells: how far marks beyond the edges of a torus are moved inwards, to show more of them
_GRADES = (1, 5, 15)  # the largest distance of each grade in plies, except the last grade


@dataclass(frozen=True)
class ValueView:
    """The value of a move, in the form that its cell displays.

    Attributes:
        tone: ``win``, ``draw``, ``loss``, ``part`` if only one result is ruled out, or ``about`` for an estimate. It
            selects the colours.
        word: the word, such as ``win``, or ``about``.
        number: the distance, such as ``in 3``, or the estimate.
        losing: a text with the number of replies that lose.
        grade: how soon the game is won or lost. It selects the shade: ``g1``, at once, to ``g4``, late or unknown.
        best: whether no other move is better.
        shape: the shape before the word, such as ``▲``.
    """

    tone: str
    word: str
    number: str = ""
    losing: str = ""
    grade: str = ""
    best: bool = False
    shape: str = ""

    @classmethod
    def of(cls, move: MoveAnswer) -> "ValueView | None":
        """Return the value of a move in an analysis, or None if nothing is known about the value."""
        kind, best = move["moveValue"], move.get("best", False)
        if kind == "undecided":
            return cls._open(move, best)
        plies = None if kind == "tie" or move["remoteness"] is None else move["remoteness"] + 1
        number = "" if plies is None else f"in {plies}"
        count = move.get("losingReplies") if kind == "tie" else 0
        losing = " ".join(losing_replies(Player(move["position"][-1]), move["replies"], count)) if count else ""
        grade = "" if kind == "tie" else f"g{1 + bisect_left(_GRADES, inf if plies is None else plies)}"
        return cls(_WORDS[kind], _WORDS[kind], number, losing, grade, best, shape=_SHAPES[kind])

    @classmethod
    def _open(cls, move: MoveAnswer, best: bool) -> "ValueView | None":
        if move.get("estimate") is not None:
            return cls("about", "about", f"{move['estimate']:+.2f}".replace("-", "−"), best=best)
        shape, word = _RULED_OUT.get(tuple(move.get("possible", ())), ("", ""))
        return cls("part", word, best=best, shape=shape) if word else None

    @property
    def guess(self) -> tuple[str, str]:
        """The short forms of an estimate for small and for tiny cells, such as ``−.22`` and ``−``. Values that are not
        estimates have no short form.
        """
        if self.tone != "about":
            return "", ""
        return self.number.replace("0.", ".", 1), self.number[0] if self.number.strip("+−0.") else "0"

    @property
    def spoken(self) -> str:
        """The value in words for a screen reader, without the shape."""
        word = " ".join(filter(None, [self.word, self.number]))
        return ", ".join(filter(None, [word, self.losing, "best move" if self.best else ""]))


class CellView(NamedTuple):
    """A cell of the board, drawn as a button.

    Attributes:
        cell: the number of the cell.
        label: the text for screen readers.
        mark: ``x``, ``o`` or empty.
        can: whether pressing it does something.
        takes: the cell that pressing it takes. With gravity, this can be a lower one.
        last: whether the last move took it.
        reply: whether the last move, a computer's reply, took it.
        won: whether it is in the line that ended the game.
        hint: whether the hint suggests this cell.
        value: the value of a move on this cell.
        step: the number of this move in the line of best play, or 0.
        stepper: the player of that move, ``x`` or ``o``.
    """

    cell: Cell
    label: str
    mark: str = ""
    can: bool = False
    takes: Cell = -1
    last: bool = False
    reply: bool = False
    won: bool = False
    hint: bool = False
    value: ValueView | None = None
    step: int = 0
    stepper: str = ""


@dataclass(frozen=True)
class LayerView:
    """A layer of the board, with its name, the letters of its columns, and its numbered rows."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[CellView, ...]], ...]


@dataclass(frozen=True)
class BoardView:
    """A board as plain data for a template.

    Attributes:
        layers: its layers.
        columns: the number of columns.
        form: how it is drawn.
        width, height: the size of the drawing, in the units of the stroke.
        beyond: the marks on the cells beyond the edges of a torus, and their centres. None if rows end at the edges.
        stroke: the winning line as an SVG path, or empty.
        owner: the player who completed it, ``x`` or ``o``, or empty.
        legend: the explanation of the values on it.
        shapes: the meaning of their shapes.
        line: the names of the moves of the best line.
    """

    layers: tuple[LayerView, ...]
    columns: int
    form: BoardForm
    width: float
    height: float
    beyond: tuple[tuple[str, float, float], ...] | None = None
    stroke: str = ""
    owner: str = ""
    legend: str = ""
    shapes: str = ""
    line: str = ""

    @property
    def gap(self) -> float:
        """The space between two layers."""
        return GAP


def board_view(
    position: Position,
    *,
    awaited: bool,
    last: Cell | None = None,
    hinted: Cell | None = None,
    analysis: AnalysisAnswer | None = None,
    reply: bool = False,
    tried: Cell | None = None,
    played: Sequence[Move] = (),
    answer: Cell | None = None,
    values: Mapping[Cell, ValueView] = MappingProxyType({}),
) -> BoardView:
    """Return the view of a board.

    Args:
        position: the position.
        awaited: whether the client can move by pressing a cell.
        last: the last move.
        hinted: the cell that the hint suggests.
        analysis: the engine's analysis, whose values are shown on the cells.
        reply: whether the last move is the computer's reply, which appears a little later than the person's move.
        tried: the empty cell that a learner tries.
        played: moves from this position that are played out on the board, with their numbers.
        answer: the empty cell with which a pupil answers a question. It shows the pupil's mark.
        values: what the cells show, if there is no analysis.
    """
    board = position.game.board
    known = {int(move["cell"]): ValueView.of(move) for move in analysis["moves"]} if analysis else values
    values = {number: value for number, value in known.items() if value}
    best_line = map(board.cell, analysis.get("line", ()) if analysis else ())
    steps = {cell: step for step, cell in enumerate(played or best_line, 1)}
    line, final = winning_line(position), position
    for move in played:
        final = final.play(move)
    form = board_form(position.game)
    legal = {*position.moves} if awaited else ()

    def cell(number: Cell) -> CellView:
        mark = "x" if position.x >> number & 1 else "o" if position.o >> number & 1 else ""
        mark = position.turn.value if number == answer else mark
        takes = landing(position, number)
        can = takes in legal and number != answer
        value, step = values.get(number), steps.get(number, 0)
        stepper = "" if not step else position.turn.value if step % 2 else position.turn.other.value
        parts = [
            board.names[number],
            mark.upper() or (f"you tried {position.turn}" if number == tried else "empty"),
            "your answer" if number == answer else "",
            "last move" if number == last else "",
            "in the line" if number in line else "",
            f"falls to {board.names[takes]}" if can and takes != number else "",
            value.spoken if value else "",
            "hint" if number == hinted else "",
            f"{step}: {stepper.upper()}" if step and played else "",
        ]
        label = ", ".join(filter(None, parts))
        is_last, won, hint = number in (last, answer), number in line, number == hinted
        return CellView(number, label, mark, can, takes, is_last, reply and is_last, won, hint, value, step, stepper)

    views = []
    for layer in layers(board):
        columns = tuple(coordinate(0, board.points[number][0]) for number in layer.rows[0])
        rows = [
            (coordinate(1, board.points[row[0]][1]) if len(board.shape) > 1 else "1", tuple(map(cell, row)))
            for row in layer.rows
        ]
        views.append(LayerView(layer.name, columns, tuple(rows)))
    width, height = size(board.shape)
    row = winning_line(final)
    owner = ("x" if final.x >> row[0] & 1 else "o") if row else ""
    moves = " ".join(move_name(position.game, number) for number in steps)
    explained, shapes = _legend(position, values), _shapes(values)
    return BoardView(
        *(tuple(views), board.shape[0], form, width, height, _beyond(position, form), stroke(final), owner),
        *(explained, shapes, moves),
    )


def _beyond(position: Position, form: BoardForm) -> tuple[tuple[str, float, float], ...] | None:
    """Return the marks to draw around a flat torus, which repeat the marks on the opposite edges of the board."""
    board = position.game.board
    if form != "flat" or "torus" not in kinds(position.game):
        return None
    columns, rows = (*board.shape, 1)[:2]
    marks = {point: mark for mark, cells in (("x", position.x), ("o", position.o)) for point in _points(board, cells)}
    around = [(x, y) for y in range(-1, rows + 1) for x in range(-1, columns + 1)]
    return tuple(
        (mark, _nearer(x, columns), _nearer(y, rows))
        for x, y in around
        if (x in (-1, columns) or y in (-1, rows)) and (mark := marks.get((x % columns, y % rows)))
    )


def _nearer(place: int, side: int) -> float:
    """Return the centre of a row or a column, moved a little inwards if it is beyond the edge of the board."""
    return place + 0.5 + _NEARER * ((place < 0) - (place == side))


def _points(board: Board, cells: Cells) -> Iterator[tuple[int, int]]:
    for cell in cells_in(cells):
        x, y = (*board.points[cell], 0)[:2]
        yield x, y


def _shapes(values: Mapping[Cell, ValueView]) -> str:
    """Explain the shapes on the board, as in ``▲ win, ■ draw``, because small cells have no room for the words."""
    shown = {value.shape: value.word for value in values.values()}
    return ", ".join(f"{shape} {shown[shape]}" for shape in _SHAPE_ORDER if shape in shown)


def _legend(position: Position, values: Mapping[Cell, ValueView]) -> str:
    """Return the explanation of the values on the board."""
    guess = next((value for value in values.values() if value.tone == "about"), None)
    return legend(
        next((value.number for value in values.values() if value.number and value.tone != "about"), ""),
        next((value.losing for value in values.values() if value.losing), ""),
        "“{}”, on small cells “{}” or “{}”,".format(f"{guess.word} {guess.number}", *guess.guess) if guess else "",
        partly=len(values) < len(position.moves),
    )
