"""Phrases shared by several modules: advice, descriptions of games, lists, and counted nouns such as ``3 plies``."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from noughts.explain.naming import CELLS, COLUMNS, Naming
from noughts.explain.scores import estimate_words
from noughts.rules.board import Board, Cell, cells_in
from noughts.rules.game import Game, Player, kinds
from noughts.rules.position import Position, sides
from noughts.search.evaluate import count_open_lines
from noughts.solver.evaluation import Evaluation, MoveEvaluation, losing_replies

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_KINDS = {
    "misere": "completing a row loses",
    "full=x": "X wins a full board",
    "full=o": "O wins a full board",
    "torus": "rows wrap around the edges",
    "gravity": "marks fall",
}
DIGITS = "0123456789"
TOO_LONG = "The game is too long to search to the end."
"""The reason why a move has only an estimate."""

_MOST_ANSWERS = 4  # the largest number of safe replies that are listed by name


def advice(analysis: Evaluation, naming: Naming = CELLS) -> str:
    """Recommend a move to the player to move, with its value, in one or two sentences."""
    if not analysis.moves:
        return "The game is over: there is no move to recommend."
    best, board = analysis.best[0], analysis.position.game.board
    move, name = (naming.subject(board, best.move, first=first) for first in (True, False))
    if best.score is None:
        return "It is not known yet which move is best."
    if best.value is None:
        return f"{move} looks best ({estimate_words(best.score)})."
    if best.distance is None:
        return f"{move} wins." if best.value == 1 else f"Every move loses; {name} looks best."
    if best.value == 1:
        return f"{move} wins at once." if best.distance == 1 else f"{move} wins in {best.distance}."
    if best.value == -1:
        if len(analysis.moves) == 1:
            return f"{move} is the only move, and it loses in {best.distance}."
        longest = "" if all(move.distance == best.distance for move in analysis.moves) else " longest,"
        return f"Every move loses; {name} holds out{longest} for {plural(best.distance, 'move')}."
    if not best.losing:
        return f"{move} keeps the draw."
    safe = [reply for reply in best.position.moves if reply not in (best.traps or ())]
    return f"{move} keeps the draw; {required_replies(best.position, safe, best.losing, naming)}."


def discs_fall(game: Game) -> bool:
    """Return whether a game is drawn as columns that discs fall into."""
    return bool(game.needs) and len(game.board.shape) <= 2


def move_words(game: Game, name: str) -> str:
    """Return the name of a move for people, given its cell. In games in which discs fall, a move is named by its
    column.
    """
    return name.rstrip(DIGITS) if discs_fall(game) else name


def naming_of(game: Game) -> Naming:
    """Return the naming of a game's moves: by columns in games in which discs fall, otherwise by cells."""
    return COLUMNS if discs_fall(game) else CELLS


def open_lines_words(position: Position) -> str:
    """Say which lines the estimate `noughts.search.evaluate.open_lines` counts, and how much each line counts.

    For example, ``Open lines: X 2 with 1 mark and 1 with 2 marks (24 points), O none.``
    """
    points = ", ".join(_open_lines_of(player, lines) for player, lines in count_open_lines(position).items())
    return f"Open lines: {points}.{' In misère, they count against their owner.' if position.game.misere else ''}"


def _open_lines_of(player: Player, lines: Mapping[int, int]) -> str:
    if not lines:
        return f"{player} none"
    points = sum(count * 4**marks for marks, count in lines.items())
    listed = join_and([f"{count:,} with {plural(marks, 'mark')}" for marks, count in lines.items()])
    return f"{player} {listed} ({points:,} points)"


def required_replies(position: Position, safe: Sequence[Cell], losing: int, naming: Naming = CELLS) -> str:
    """Say which replies the player to move must choose from.

    For example, ``O must then answer b2: the other 7 replies lose``.

    Args:
        position: the position after the move.
        safe: the replies that do not lose. If there are many, the text only counts the losing ones.
        losing: how many replies lose.
        naming: how moves are named.
    """
    if not 0 < len(safe) <= _MOST_ANSWERS:
        return count_losing(position, losing)
    names = naming.moves(position.game.board, safe)
    return f"{position.turn} must then answer {join_or(names)}: {others_lose(losing)}"


def others_lose(count: int) -> str:
    """Say that the other replies lose, as in ``the other 7 replies lose``."""
    return f"the other {count} replies lose" if count > 1 else "the other reply loses"


def count_losing(position: Position, losing: int) -> str:
    """Say how many of the mover's replies lose, as in ``7 of O's 8 replies lose``."""
    return " ".join(losing_replies(position.turn, len(position.moves), losing))


def losing_words(move: MoveEvaluation) -> str:
    """Say how many replies to a move lose, as in ``7 of O's 8 replies lose``.

    The result is empty if the count is unknown, if there is no reply, or if the move wins.
    """
    if move.losing is None or not move.replies or move.value == 1:
        return ""
    return count_losing(move.position, move.losing)


@lru_cache(maxsize=256)
def game_words(game: Game) -> str:
    """Describe a game, as in ``4 × 4, three in a row, discs fall``. A custom game keeps its name, as in ``4 × 4,
    squares``.
    """
    sides = " × ".join(map(str, game.board.shape))
    lengths = {line.bit_count() for line in game.lines}
    known = _KINDS | ({"gravity": "discs fall"} if discs_fall(game) else {})
    parts = [known.get(kind, kind) for kind in kinds(game) if kind != "exact"]
    if not game.is_named:
        parts.insert(0, game.name)  # the lines of a custom game need not be rows
    elif len(lengths) == 1:
        k = lengths.pop()
        number = _NUMBERS[k] if k < len(_NUMBERS) else str(k)
        parts.insert(0, f"{'exactly ' * bool(game.beyond)}{number} in a row")
    elif not lengths:
        parts.insert(0, "no row fits")
    return ", ".join([sides, *parts])


def unreachable_note(position: Position) -> str:
    """Return a note if a position provably cannot arise in play.

    Returns an empty string unless the numbers of stones or the completed rows prove it.
    """
    x, o, turn = position.x.bit_count(), position.o.bit_count(), position.turn
    ahead = o - x if turn is Player.X else x - o
    if ahead not in (0, 1):  # either player may have begun
        return f"{x} X and {o} O with {turn} to move cannot come up in play; the board is taken as it is."
    if not (position.outcome and position.outcome.line):
        return ""
    owner = Player.X if position.outcome.line & position.x else Player.O
    if owner is turn:
        return f"{owner} has a row and is to move: this cannot come up in play; the board is taken as it is."
    if not any(_was_last(position, cell, owner) for cell in cells_in(sides(position, owner)[0])):
        return f"No last move completes {owner}'s rows: this cannot come up in play; the board is taken as it is."
    return ""


def _was_last(position: Position, cell: Cell, player: Player) -> bool:
    """Return whether a stone can be the last move of a game: without it, no row is complete and no stone floats."""
    game, mine = position.game, sides(position, player)[0] & ~(1 << cell)
    taken = (position.x | position.o) & ~(1 << cell)
    hangs = any(game.needs[other] >> cell & 1 for other in cells_in(taken)) if game.needs else False
    return not (hangs or any(game.completed(mine, game.lines)))


def join_or(words: Sequence[str]) -> str:
    """Join words with “or”, as in ``a``, ``a or b``, ``a, b or c``."""
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def join_and(words: Sequence[str]) -> str:
    """Join words with “and”, as in ``a``, ``a and b``, ``a, b and c``."""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def abbreviate(words: Sequence[str], most: int = 4) -> list[str]:
    """Shorten a list of words to at most `most` items.

    If there are more, the last item gives the number left out, as in ``3 others``.
    """
    return list(words) if len(words) <= most else [*words[: most - 1], f"{len(words) - most + 1} others"]


def place_words(board: Board, cell: Cell) -> str:
    """Return ``the centre`` or ``a corner`` if that describes the cell, otherwise an empty string."""
    sides = [(x, side - 1) for x, side in zip(board.points[cell], board.shape, strict=True) if side > 1]
    if sides and all(x in (0, last) for x, last in sides):
        return "a corner"
    return "the centre" if sides and all(2 * x == last for x, last in sides) else ""


def plural(count: int, word: str) -> str:
    """Return a count with its noun, such as ``1 reply``, ``2 replies`` or ``1,000 moves``."""
    if count == 1:
        return f"1 {word}"
    return f"{count:,} {word[:-1]}ies" if word.endswith("y") else f"{count:,} {word}s"
