"""Describe how a game is won, from the forced moves to the fork or threat that decides it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from noughts.explain.naming import CELLS, Naming
from noughts.explain.reasons.immediate_reasons import immediate_reasons
from noughts.explain.reasons.kinds import Kind, Reason
from noughts.explain.words import abbreviate, join_and
from noughts.rules.board import Cell, Move
from noughts.rules.position import Position

_MOST_THREATS = 3  # the maximum number of forced exchanges described one by one
_MOST_MOVES = 8  # longer lines are abbreviated


@dataclass
class _WinningLine:
    """A line of best play, split into the forced exchanges at its beginning and the rest.

    Attributes:
        position: the position after the forced exchanges; the winner is to move.
        line: the rest of the line.
        naming: how moves are named.
        exchanges: the winner's threats at the beginning, each with the loser's block.
        reasons: the immediate reasons for the next move.
    """

    position: Position
    line: Sequence[Move]
    naming: Naming
    exchanges: list[tuple[Move, Move]] = field(default_factory=list)
    reasons: dict[Kind, Reason] = field(default_factory=dict)

    def name(self, move: Move) -> str:
        return self.naming.move(self.position.game.board, move)

    def names(self, moves: Sequence[Move]) -> list[str]:
        return self.naming.moves(self.position.game.board, moves)


def describe_win(position: Position, line: Sequence[Move], naming: Naming = CELLS) -> str:
    """Describe how the player to move wins with a line of best play. The first move is the subject of the text.

    For example ``wins in 5: O must block a2, and then c3 forks, threatening b2 and b3``.
    """
    win = _split(position, line, naming)
    if win.exchanges:
        return f"wins in {len(line)}: {_describe_exchanges(win)}"
    if len(line) == 1:
        return "wins at once"
    return _describe_decision(win) or f"wins in {len(line)} ({_best_play(win, line[1:])})"


def describe_answer(position: Position, line: Sequence[Move], naming: Naming = CELLS) -> str:
    """Describe how the opponent, who is to move, refutes a mistake with a line of best play.

    For example ``X answers a3, O must block a2, and then c3 forks, threatening b2 and b3``.
    """
    win = _split(position, line, naming)
    name = win.name(line[0])
    if len(line) == 1:
        return f"{position.turn} wins at {name}"
    answers = f"{position.turn} answers {name}"
    if win.exchanges:
        return f"{answers}, {_describe_exchanges(win)}"
    if decision := _describe_decision(win):
        return f"{answers}, which {decision}"
    return f"{answers} and wins in the end ({_best_play(win, line[1:])})"


def is_explained(position: Position, line: Sequence[Move]) -> bool:
    """Return whether the description of a win names a threat or a fork, not only the moves of the line."""
    if not line:
        return False
    win = _split(position, line, CELLS)
    return bool(win.exchanges or _describe_decision(win))


def describe_stack(position: Position, cells: Sequence[Cell], naming: Naming = CELLS) -> str:
    """Describe a threat above a threat (with gravity), as in ``threatens a3, and when O blocks there, a2 wins``."""
    board, (first, above) = position.game.board, cells
    blocks = f"threatens {naming.move(board, first)}, and when {position.turn.other} blocks there"
    return f"{blocks}, {naming.subject(board, above)} wins"


def _split(position: Position, line: Sequence[Move], naming: Naming) -> _WinningLine:
    """Separate the winner's threats and the loser's blocks at the start of a line from the rest of the line."""
    win = _WinningLine(position, line, naming)
    while True:
        win.reasons = {reason.kind: reason for reason in immediate_reasons(win.position, win.line[0])}
        threat = win.reasons.get("threatens")
        if not threat or len(win.line) < 3 or win.line[1] != threat.cells[0] or len(win.exchanges) == _MOST_THREATS:
            return win
        win.exchanges.append((win.line[0], win.line[1]))
        win.position, win.line = win.position.play(win.line[0]).play(win.line[1]), win.line[2:]


def _describe_exchanges(win: _WinningLine) -> str:
    """Say what the loser must block, and what follows, as in ``O must block a2, and then c3 forks, threatening …``."""
    loser = win.position.turn.other
    text = f"{loser} must block {win.name(win.exchanges[0][1])}"
    for move, block in win.exchanges[1:]:
        text += f", after {win.name(move)} {loser} must block {win.name(block)}"
    if decision := _describe_decision(win):
        return f"{text}, and then {win.naming.subject(win.position.game.board, win.line[0])} {decision}"
    return f"{text}, and {win.position.turn} wins in the end ({_best_play(win, win.line)})"


def _describe_decision(win: _WinningLine) -> str:
    """Say how the next move decides the game, or return an empty string if only a search can tell."""
    if len(win.line) == 1:
        return "wins"
    if fork := win.reasons.get("forks"):
        return f"forks, threatening {join_and(abbreviate(win.names(fork.cells)))}"
    if stack := win.reasons.get("stacks"):
        return describe_stack(win.position, stack.cells, win.naming)
    if "squeezes" in win.reasons:
        return f"leaves {win.position.turn.other} only moves that complete a row"
    return ""


def _best_play(win: _WinningLine, line: Sequence[Move]) -> str:
    """List the last moves of a line. Unless the winner completes a row, also say how the game ends.

    For example, ``best play: O b1 c2 a3``.
    """
    loser = win.position.turn.other
    first = loser if (len(win.line) - len(line)) % 2 else loser.other
    moves, ending, last = win.names(line), "", win.position
    for move in win.line:
        last = last.play(move)
    if last.game.misere and last.outcome and last.outcome.line:
        ending = f", then {loser} must complete a row"
        moves.pop()
    elif last.outcome and not last.outcome.line:
        ending = f", and the full board wins for {loser.other}"
    if len(moves) > _MOST_MOVES:
        moves = [*moves[: _MOST_MOVES - 2], "…", moves[-1]]
    return f"best play: {first} {' '.join(moves)}{ending}"
