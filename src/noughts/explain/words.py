"""Advice in one sentence: which move, what it is worth, and what the opponent must then find."""

from collections.abc import Iterable, Sequence

from noughts.explain.scores import sign, signed
from noughts.rules.board import Board, Cell, Cells, cells_in
from noughts.rules.game import Game, Player, kinds
from noughts.rules.position import Position
from noughts.solver.analysis import Analysis, MoveAnalysis


def advice(analysis: Analysis) -> str:
    """Return the recommended move with its value and its point, in a sentence for the player to move."""
    if not analysis.moves:
        return "The game is over: there is no move to recommend."
    best = analysis.best[0]
    opponent = analysis.position.turn.other
    if not best.exact:
        guess = signed(best.score, "+.2f")
        return f"{best.name} looks best ({guess}): an estimate, this game is too long to search to its end."
    if best.distance is None:
        return f"{best.name} wins." if best.score >= 1 else f"Every move loses; {best.name} looks best."
    if best.score >= 1:
        return f"{best.name} wins at once." if best.distance == 1 else f"{best.name} wins in {best.distance}."
    if best.score <= -1:
        if len(analysis.moves) == 1:
            return f"{best.name} is the only move, and loses in {best.distance}."
        same = all(move.distance == best.distance for move in analysis.moves)
        return f"Every move loses{'' if same else ' in the end'}; {best.name} holds out for {best.distance} plies."
    return f"{best.name} keeps the draw{_then(best, str(opponent))}."


def _then(best: MoveAnalysis, opponent: str) -> str:
    """Return what the opponent must answer to a drawing move."""
    if not best.losing:
        return ""
    after = best.position
    answers = [after.game.board.names[reply] for reply in after.moves if reply not in (best.traps or ())]
    left = best.replies - best.losing
    if not left:
        return ""
    others = f"the other {best.losing} replies lose" if best.losing > 1 else "the other reply loses"
    if left <= 4:
        return f"; {opponent} must then answer {either(answers)}: {others}"
    return f"; {best.losing} of {opponent}'s {best.replies} replies lose"


def game_words(game: Game) -> str:
    """Return what a game is, such as ``4 × 4, three in a row, gravity``."""
    said_kinds = list(kinds(game))
    sides = " × ".join(map(str, game.board.shape))
    row = {line.bit_count() for line in game.lines}
    counts = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    if len(row) == 1:
        k = row.pop()
        said_kinds.insert(0, f"{counts[k] if k < len(counts) else k} in a row")
    elif not row:
        said_kinds.insert(0, "no row fits")
    said = {
        "misere": "who completes a row loses",
        "full=x": "X wins a full board",
        "full=o": "O wins a full board",
        "torus": "rows run on around the edges",
        "gravity": "stones fall",
    }
    return ", ".join([sides, *(said.get(kind, kind) for kind in said_kinds)])


def oddity(position: Position) -> str:
    """Return that no play leads to a position, where the counts of the stones show it; otherwise nothing."""
    x, o, turn = position.x.bit_count(), position.o.bit_count(), position.turn
    ahead = o - x if turn is Player.X else x - o
    if ahead in (0, 1):  # whoever began
        return ""
    return f"{x} X and {o} O with {turn} to move cannot come up in play; the board is taken as it is."


def either(words: Sequence[str]) -> str:
    """Return ``a``, ``a or b``, ``a, b or c``."""
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def both(words: Sequence[str]) -> str:
    """Return ``a``, ``a and b``, ``a, b and c``."""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def few(words: Sequence[str], most: int = 4) -> list[str]:
    """Return the words; of more than `most` the first few, and how many others there are."""
    return list(words) if len(words) <= most else [*words[: most - 1], f"{len(words) - most + 1} others"]


def cell_words(board: Board, cells: Iterable[Cell]) -> list[str]:
    """Return the names of cells, of many only a few."""
    return few([board.names[cell] for cell in cells])


def row_words(board: Board, row: Cells) -> str:
    """Return a line's cells, as in ``a1-b2-c3``."""
    return "-".join(board.names[cell] for cell in cells_in(row))


def place_words(board: Board, cell: Cell) -> str:
    """Return ``the centre`` or ``a corner`` where the cell is one, else nothing."""
    sides = [(x, side - 1) for x, side in zip(board.points[cell], board.shape, strict=True) if side > 1]
    if sides and all(x in (0, last) for x, last in sides):
        return "a corner"
    return "the centre" if sides and all(2 * x == last for x, last in sides) else ""


def losing_words(move: MoveAnalysis) -> str:
    """Return how many replies to a move lose, as in ``1 of 4 replies loses``; nothing where that is not known."""
    if move.losing is None or not move.replies or sign(move.score) > 0:
        return ""
    if not move.losing:
        return "no reply loses"
    return f"{move.losing} of {plural(move.replies, 'reply')} {'loses' if move.losing == 1 else 'lose'}"


def plural(count: int, word: str) -> str:
    """Return ``1 reply`` or ``2 replies``: the count and the word."""
    if count == 1:
        return f"1 {word}"
    return f"{count:,} {word[:-1]}ies" if word.endswith("y") else f"{count:,} {word}s"
