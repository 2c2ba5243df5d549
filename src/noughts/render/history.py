"""Show as text how the value of a game changed from move to move.

`noughts.render.history_svg` draws the history as a picture.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from noughts.explain.review.review import Review
from noughts.explain.review.summary import NUMBER_LEGEND
from noughts.explain.scores import SHAPES, signed
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Player
from noughts.rules.position import Score
from noughts.rules.record import Record
from noughts.rules.tactics import sign
from noughts.search.evaluate import open_lines
from noughts.solver.evaluation import distance


class ValueForX(NamedTuple):
    """The value of a position or a move for X, regardless of who is to move.

    Attributes:
        score: the score.
        distance: plies to the end of the game with best play, including the move itself. None if unknown.
        exact: whether the score is proven. Otherwise it is an estimate between -1 and +1.
    """

    score: Score
    distance: int | None = None
    exact: bool = True

    @property
    def result(self) -> int:
        """The result: 1 if X wins, -1 if O wins, and 0 for a draw or an estimate."""
        return sign(self.score) if self.exact else 0


ValueLike: TypeAlias = ValueForX | tuple[Score, int | None, bool]


def values_of(reviewed: Review) -> list[ValueForX]:
    """Return the values of the first position and of each move in a review. Unknown values are estimated."""
    positions, moves = reviewed.record.positions, reviewed.moves
    scores = [move.before for move in moves]
    scores.append(-after if moves and (after := moves[-1].after) is not None else None)
    values: list[ValueForX] = []
    for ply, (position, score) in enumerate(zip(positions, scores, strict=True)):
        sign = 1 if position.turn is Player.X else -1
        known = position.score if position.is_over else score
        if known is None:
            values.append(ValueForX(sign * open_lines(position), None, False))
        else:
            plies = distance(known, position.empty.bit_count())
            values.append(ValueForX(sign * known, plies + 1 if ply else plies))  # the number includes the move
    return values


def sparkline(values: Sequence[ValueLike], blocks: str = "▁▂▃▄▅▆▇█") -> str:
    """Return the history as one character for each value. The higher, the better for X.

    Args:
        values: the values.
        blocks: the characters, from low to high.
    """
    heights = [float(value.result if value.exact else value.score) for value in (ValueForX(*each) for each in values)]
    return "".join(blocks[round((height + 1) / 2 * (len(blocks) - 1))] for height in heights)


def given_away(record: Record, values: Sequence[ValueLike]) -> tuple[str, ...]:
    """Return a mark for each move that gave value away, and an empty string for each other move.

    The mark is ``?`` if the move gave away half a point, and ``??`` if it gave away a whole point. Moves
    before or after an estimate get no mark.

    Args:
        record: the game.
        values: the value of the first position, and of each move.

    Raises:
        NoughtsError: the number of values differs from the number of positions.
    """
    checked = check_values(record, values)
    return tuple(_mark(record, checked, ply) for ply in range(len(record.moves)))


def history_text(
    record: Record, values: Sequence[ValueLike], *, marks: Sequence[str] | None = None, ascii: bool = False
) -> str:
    """Return the history as text, one move per line, with a legend below.

    Each line has the move's number, player, name, mark and value.

    Args:
        record: the game.
        values: the value of the first position, and of each move.
        marks: a mark for each move. By default, those of `given_away`.
        ascii: whether to leave out the shapes.

    Raises:
        NoughtsError: the number of values differs from the number of positions.
    """
    first, *others = check_values(record, values)
    marks = given_away(record, values) if marks is None else marks
    digits = len(str(len(record.moves)))
    width = max([5, *map(len, record.move_names)])
    lines = [f"{'':{digits}}    {'start':<{width}}     {value_words(first, shape=not ascii)}"]
    for ply, (name, mark, value) in enumerate(zip(record.move_names, marks, others, strict=True)):
        words = value_words(value, shape=not ascii)
        lines.append(f"{ply + 1:>{digits}}. {record.positions[ply].turn} {name:<{width}} {mark:<2}  {words}")
    return "\n".join(filter(None, [*lines, legend(values)]))


def legend(values: Sequence[ValueLike]) -> str:
    """Return a legend that explains the numbers shown with wins, or an empty string if no numbers are shown."""
    has_number = any(value.result and value.distance for value in (ValueForX(*value) for value in values))
    return NUMBER_LEGEND if has_number else ""


def value_words(value: ValueForX, *, shape: bool = True) -> str:
    """Describe a value, as in ``▲ X wins in 3``, ``■ draw``, ``▼ O has won``, or ``~ +0.31 for X`` for an estimate."""
    if not value.exact:
        about = "~" if shape else "about"
        return f"{about} {signed(value.score, '+.2f')} for X"
    words = _result_words(value)
    return f"{SHAPES[value.result]} {words}" if shape else words


def _result_words(value: ValueForX) -> str:
    """Describe an exact value in words alone, as in ``X wins in 3``, ``draw`` or ``O has won``."""
    if not value.result:
        return "draw"
    winner = "X" if value.result > 0 else "O"
    if value.distance is None:
        return f"{winner} wins"
    return f"{winner} wins in {value.distance}" if value.distance else f"{winner} has won"


def check_values(record: Record, values: Sequence[ValueLike]) -> list[ValueForX]:
    """Check that there is a value for each position of a game, and return the values.

    Raises:
        NoughtsError: the number of values differs from the number of positions.
    """
    if len(values) != len(record.positions):
        raise NoughtsError(
            f"a game of {len(record.moves)} moves needs {len(record.positions)} values, not {len(values)}"
        )
    return [ValueForX(*value) for value in values]


def _mark(record: Record, values: Sequence[ValueForX], ply: int) -> str:
    """Return the mark for the move at a ply of a game."""
    before, after = values[ply], values[ply + 1]
    if not (before.exact and after.exact):
        return ""
    lost = before.result - after.result
    return "?" * max(lost if record.positions[ply].turn is Player.X else -lost, 0)
